"""Commands: what somebody who plays may ask or do in a line of text, by every door alike.

`table` lists them; each chapter has those of one kind. Any other line is an order in the notation
of the game. A door reads lines, has them run, and shows the `Answer` in its own way.
"""
