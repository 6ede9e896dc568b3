"""Telling people that a game waits for them: by mail, by their browsers, or by servers of theirs.

Somebody says so once, for all games on their desk. A message names the game and nothing that is
hidden in it.
"""
