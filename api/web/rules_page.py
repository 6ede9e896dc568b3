"""The rules of the games, and of each: its choices, its clauses, where its data come from."""

from __future__ import annotations

import re
from functools import partial

from flask import Response, request

from api.http.problems import absent
from api.http.stores import stores
from api.web.catalogue import gettext, noted
from api.web.game.linking import with_links
from api.web.new_game.form import all_games
from api.web.new_game.screen import tile
from api.web.pages import page, web
from napoleon.rules.contract import Ruleset

MEANINGS = {
    "printed": noted("stands in the rules of the printed game, or on its pieces"),
    "published": noted("stands in another publication about the game"),
    "derived": noted("follows from printed values"),
    "inferred": noted("was concluded from examples, pictures or reports of play"),
    "reconstructed": noted("was put together from history; the printed game may differ"),
}
"""What each status of a row says, the surest first."""


STATUSES = {
    "printed": noted("printed"),
    "published": noted("published"),
    "derived": noted("derived"),
    "inferred": noted("inferred"),
    "reconstructed": noted("reconstructed"),
}
"""What each status is called, the surest first."""

LONGEST_QUERY = 80

_BEGINS = re.compile("[.-]")
"""Where the part of a clause's id ends that is that of its chapter."""


@web.get("/rules")
def rules_of_games() -> Response:
    """The games that are installed, each with the way to its rules, its aid and its first game."""
    tiles = [(tile(rules), rules) for rules in all_games()]
    return page("rules_of_games.html", public=True, tiles=tiles)


@web.get("/rules/<ruleset>")
def rules_page(ruleset: str) -> Response:
    """The rules of an installed game, with an anchor for each clause."""
    rules = stores().games.rulesets.get(ruleset)
    if rules is None:
        raise absent("UNKNOWN_RULESET", "No such ruleset is installed.")
    query = " ".join(request.args.get("q", "").split())[:LONGEST_QUERY]
    found = {status for counts in rules.provenance.values() for status in counts}
    return page(
        "rules.html",
        public=True,
        rules=rules,
        chapters=chapters(rules),
        linked=partial(with_links, rules.clauses, page=""),
        query=query,
        shown={it for it, text in rules.clauses.items() if _has(f"{it} {text}", query)},
        statuses=[word for word in STATUSES if word in found],
        meanings={word: gettext(meaning) for word, meaning in MEANINGS.items()},
    )


@web.app_template_filter("of_status")
def of_status(status: str) -> str:
    """Where a row of the data comes from, in a word of the reader's language."""
    return gettext(STATUSES[status]) if status in STATUSES else status


def _has(text: str, query: str) -> bool:
    """Whether every word of a query is in `text`, whatever letters are capitals."""
    return all(word in text.casefold() for word in query.casefold().split())


def chapters(rules: Ruleset) -> dict[str, dict[str, str]]:
    """The clauses by how their ids begin, in the order of the rules.

    A chapter to which the rules come back is one chapter.
    """
    found: dict[str, dict[str, str]] = {}
    for clause_id, text in rules.clauses.items():
        found.setdefault(_BEGINS.split(clause_id, maxsplit=1)[0], {})[clause_id] = text
    return found
