"""The first visit: what somebody sees above the lists who has no seat here, and is not known.

One sentence, a game in motion, and three ways on: to play, to watch, and to read how it works.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from flask import Response, request

from api.http.people import signed_in
from api.http.stores import stores
from api.web.motion import Motion, motion
from api.web.new_game.screen import Tile, tile
from api.web.pages import page, web
from napoleon.rules.contract import Ruleset
from projections import lobby as lobbies

FILTERS = frozenset({"status", "ruleset", "after"})
"""What is asked for in the lists: a reader who does that has seen what is above them."""


class Welcome(NamedTuple):
    """What is shown above the lists."""

    motion: Motion | None
    first: Ruleset | None
    """The game with whose lesson one begins; None if none is installed that has one."""
    watch: Mapping[str, Any] | None
    """A game to look at; None if there is none yet."""
    tiles: list[tuple[Tile, Ruleset]]


def welcome(own: Iterable[Any], listed: Iterable[Mapping[str, Any]]) -> Welcome | None:
    """For whose `own` games there are none; `listed` are the newest public games.

    None for a reader who has a seat or is signed in, or looks for something in the lists.
    """
    if list(own) or FILTERS & {*request.args} or signed_in() is not None:
        return None
    rulesets = stores().games.rulesets
    shown = motion()
    installed = [rulesets[name] for name in sorted(rulesets)]
    # The game in motion comes first: it is the one that is learnt first.
    installed.sort(key=lambda it: shown is None or it.name != shown.ruleset)
    first = next((it for it in installed if it.lesson is not None), None)
    return Welcome(shown, first, _to_watch(listed), [(tile(it), it) for it in installed])


def _to_watch(listed: Iterable[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """A game that is being played, or else one that is over."""
    found = list(listed)
    order = (lobbies.RUNNING, lobbies.OVER)
    return next((it for status in order for it in found if it["status"] == status), None)


@web.get("/how-it-works")
def how_it_works() -> Response:
    """What is special about the games here, in three pictures: log, dice, rewind."""
    return page("how_it_works.html", public=True)
