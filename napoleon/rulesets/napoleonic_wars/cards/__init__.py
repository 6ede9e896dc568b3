"""The cards: their language, and what its effects and words do."""
