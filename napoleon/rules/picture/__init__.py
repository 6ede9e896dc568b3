"""Pictures of a game: maps, charts and cards, drawn from the views of one reader.

A game says in the structs of `model`, `chart` and `cards` what there is to see; what it looks like
is decided here, once for every page, mail and export. Only views go in, so that nothing comes out
that they hide.
"""
