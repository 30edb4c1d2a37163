"""What becomes of a report: text and files for people and machines.

Those that make messages (`diagnostics`, `markers`, `latched`) need the ROS message packages.
"""
