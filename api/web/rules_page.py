"""The rules of a game: what may be chosen, every clause, and where its data come from."""

from __future__ import annotations

from flask import Response

from api.http.problems import absent
from api.http.stores import stores
from api.web.catalogue import gettext, noted
from api.web.pages import page, web
from napoleon.rules.contract import Ruleset
from napoleon.rules.kit.packs import STATUS_WORDS

MEANINGS = {
    "printed": noted("stands in the rules of the printed game, or on its pieces"),
    "published": noted("stands in another publication about the game"),
    "derived": noted("follows from printed values"),
    "inferred": noted("was concluded from examples, pictures or reports of play"),
    "reconstructed": noted("was made up anew from history; the printed game may differ"),
}
"""What each status of a row says, the surest first."""


@web.get("/rules/<ruleset>")
def rules_page(ruleset: str) -> Response:
    """The rules of an installed game, with an anchor for each clause."""
    rules = stores().games.rulesets.get(ruleset)
    if rules is None:
        raise absent("UNKNOWN_RULESET", "No such ruleset is installed.")
    found = {status for counts in rules.provenance.values() for status in counts}
    return page(
        "rules.html",
        public=True,
        rules=rules,
        chapters=chapters(rules),
        statuses=[word for word in STATUS_WORDS if word in found],
        meanings={word: gettext(meaning) for word, meaning in MEANINGS.items()},
    )


def chapters(rules: Ruleset) -> dict[str, dict[str, str]]:
    """The clauses by the part of their ids before the first full stop, in the order of the rules.

    A chapter that the rules come back to is one chapter.
    """
    found: dict[str, dict[str, str]] = {}
    for clause_id, text in rules.clauses.items():
        found.setdefault(clause_id.partition(".")[0], {})[clause_id] = text
    return found
