"""From a visual to convex collision parts, with a measured certificate."""
