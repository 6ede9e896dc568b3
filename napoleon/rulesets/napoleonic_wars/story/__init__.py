"""The story of the game: how what happened is told."""
