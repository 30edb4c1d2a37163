"""What several rules look at: each module answers one question about a model."""
