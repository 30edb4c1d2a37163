"""Meshes and shapes: load, close, measure, cover. Runs in workers; knows nothing of rules."""
