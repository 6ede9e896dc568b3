"""The digest of the rules of Napoleonic Empire, with 47 rulings."""

from tests.rulesets.digests import Digest

DIGEST = Digest(
    size=102,
    reference=r"(?<![\w.])(?:(?:CHAPTERS)\.[0-9a-z_]+|E-\d+)",
    ruling="E-{:02}",
    rulings=47,
    beside=frozenset({"OPT1", "OPT2", "OPT3"}),
    every_table_cites=True,
)
