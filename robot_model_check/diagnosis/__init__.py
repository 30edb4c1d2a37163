"""Which mistake explains a declared inertial."""
