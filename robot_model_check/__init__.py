"""Check a robot description: what is wrong, which mistake made it so, and on which line it stands."""

__version__ = '0.1.0'
