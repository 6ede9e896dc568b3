"""The cards: when they may be played, and what they do [chapter 9]."""
