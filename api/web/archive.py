"""The archive: games that are over, found by game, scenario, player, result and year."""

from __future__ import annotations

from flask import Response, request

from api.http.stores import stores
from api.rest.games import named
from api.rest.schemas.fields import LONGEST_NAME
from api.web import mini_maps
from api.web.game_names import NamesTold, of_game
from api.web.lobby import PAGE, chosen, games_listed
from api.web.pages import page, web
from api.web.possible_seats import possible_seats
from napoleon.rules.contract import Ruleset
from projections import lobby as lobbies

FIELDS = ("ruleset", "scenario", "winner", "name", "year")
"""What is searched by, as the form calls it."""


@web.get("/archive")
def archive() -> Response:
    """The games that are over, the newest first, as far as they are what is searched for.

    Raises Problem 422 ``BAD_QUERY`` if the page before did not end with a game.
    """
    rulesets = stores().games.rulesets
    sides = {side: name for it in rulesets.values() for side, name in _sides(it).items()}
    scenarios = {
        it.id: of_game(it.title, rules) for rules in rulesets.values() for it in rules.scenarios
    }
    name = request.args.get("name", "").strip()[:LONGEST_NAME]
    wanted = lobbies.Wanted(
        status=lobbies.OVER,
        ruleset=chosen("ruleset", rulesets),
        scenario=chosen("scenario", scenarios),
        winner=chosen("winner", (*sides, lobbies.DRAWN)),
        year=_year(),
        games=named(name or None),
        after=request.args.get("after") or None,
        limit=PAGE,
    )
    games, following = games_listed(wanted)
    return page(
        "archive.html",
        public=True,
        grounds=mini_maps.laid_on(games),
        games=games,
        rulesets=rulesets,
        scenarios=scenarios,
        sides=sides,
        wanted=wanted,
        name=name,
        asked={field: request.args[field] for field in FIELDS if request.args.get(field)},
        following=following,
        is_part=following is not None and len(games) < PAGE,
    )


def _sides(rules: Ruleset) -> dict[str, str]:
    """The seats of a game by name: one of them wins."""
    names = NamesTold(rules)
    return {seat: names.get(seat, seat) for seat in possible_seats(rules)}


def _year() -> int | None:
    """The year that is searched for; None for all, also if it is none."""
    asked = request.args.get("year", "")
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) == 4 else None
