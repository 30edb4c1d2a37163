"""Real simulators, asked what they make of a description: each in a worker process, with a time limit."""
