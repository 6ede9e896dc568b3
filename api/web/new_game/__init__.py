"""A new game on one screen: which game, who sits where, at which pace; all else is folded away."""
