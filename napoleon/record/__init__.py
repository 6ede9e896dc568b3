"""The record of a game that can be checked: leaves, their tree, signed checkpoints and proofs."""
