"""Bad usage is an exception; a bad model is a finding."""


class UsageError(Exception):
    """The caller asked for something impossible. The message is one line that says what to do."""
