"""Write a generated URDF: splices, meshes, corrections, manifest; whole or not at all."""
