"""The checkable record of a game: leaves, their tree, signed checkpoints and proofs."""
