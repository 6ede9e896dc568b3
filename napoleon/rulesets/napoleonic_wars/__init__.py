"""The Napoleonic Wars (2002): France and the powers of Europe from 1805, for two people by land.

So far there are its data and the language of its cards; the game is not registered yet.
"""
