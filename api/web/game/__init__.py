"""The page of a game: what its reader may see of a position, and the orders that they may give."""
