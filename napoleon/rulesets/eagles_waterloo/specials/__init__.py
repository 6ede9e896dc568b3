"""Special cards: when they are played, what they name, what they do [13]."""
