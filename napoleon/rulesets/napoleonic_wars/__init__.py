"""The Napoleonic Wars (2002): France and the powers of Europe from 1805, for two people by land.

It is not finished: `napoleon.rules.contract` lists it only where that is asked for.
"""
