"""The Napoleonic Wars (2002): France and the powers of Europe from 1805, for two people by land.

So far there are its data, the language of its cards, the set-up, impulses in which cards are played
for CP, production, and the end of a turn. The game is not registered yet.
"""
