"""What a user may set: configuration files, profiles, references for mass and inertia, options per link."""
