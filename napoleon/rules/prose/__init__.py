"""Prose: what happened in a game, told in paragraphs to one reader, in a language.

A game declares a `Storybook`; a `Chronicle` tells by it. It is given events as the reader may read
them and nothing else, so games that differ only in hidden things have the same story for a reader
who may not know them.
"""
