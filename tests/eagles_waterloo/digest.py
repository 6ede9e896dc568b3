"""The digest of the rules of EAGLES: Waterloo, with 63 rulings."""

from napoleon.rulesets.eagles_waterloo import RULES
from tests.rulesets.digests import Digest

DIGEST = Digest(
    size=89,
    reference=r"(?<![\w.,-])(?:(?:CHAPTERS)\.(?:\d+(?![\d.]*\d)|[a-f](?:\.\d+)?(?![\w]))"
    r"|(?:TABLE|SB)\.\w+|G-\d+)",
    ruling="G-{:02}",
    rulings=63,
    not_referred_to=frozenset({"TABLE", "SB"}),
    cited=frozenset({"4.0", "8.0", "16.b", "G-32"}),
    only_sources=True,
    no_clauses=frozenset({RULES.version, *RULES.released.versions}),
)
