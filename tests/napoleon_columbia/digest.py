"""The digest of the rules of Columbia's Napoleon, with 68 rulings."""

from napoleon.rulesets.napoleon_columbia import RULES
from tests.rulesets.digests import Digest

DIGEST = Digest(
    size=76,
    reference=r"(?<![\w.,-])(?:(?:CHAPTERS)\.\d+(?:\.[a-z]+)?(?![\d.]*\d)|N-\d+)",
    ruling="N-{:02}",
    rulings=68,
    cited=frozenset({"4.3", "9.0", "FAQ.1", "N-13"}),
    only_sources=True,
    no_clauses=frozenset({RULES.version, *RULES.released.versions}),
)
