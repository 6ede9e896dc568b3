"""The digest of the rules of Napoléon 1815; its own rulings come after those of the digest."""

from tests.rulesets.digests import Digest

DIGEST = Digest(
    size=346,
    reference=r"(?<![\w.])(?:CHAPTERS)\.[0-9a-zA-Z_]+",
    ruling="RULING.{}",
    first=59,
    beside=frozenset({"ALLOC"}),
)
