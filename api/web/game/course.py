"""The course of a game: how it stood at the end of each turn, and where there was fighting."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from flask import Response

from api.http.stores import stores
from api.web import mini_maps
from api.web.game import cache
from api.web.game.journal import turns_told
from api.web.game.looking import Look, look
from api.web.game_names import of_game
from api.web.listed import listed
from api.web.pages import page, web
from napoleon.log.battles import declared
from napoleon.log.journal import narrator
from napoleon.rules.events import SPECTATOR
from napoleon.rules.picture.mini import Mini
from projections import lobby as lobbies
from projections import reading
from projections.turns import Phase

MOST_FIGHTS = 12
"""How many fights of a turn are named."""


class Turn(NamedTuple):
    """A turn that was played: its end, and the fights in it by where they were."""

    end: Phase
    called: str
    fights: list[tuple[int, str]]
    """Version in which it began, and the name of the place."""
    more: int
    """How many fights are not named."""


@web.get("/games/<game_id>/course")
def course(game_id: str) -> Response:
    """The turns of a game with a small map each, as everybody may see them, and links to them.

    With ``?seat=`` the links lead to what that seat sees.
    """
    seen = look(game_id)
    turns = list(_turns(seen))
    maps = {f"{it.end.version}": _mini(seen, it.end.version) for it in turns}
    grounds, drawn = mini_maps.together(maps)
    game = seen.newest
    entered = lobbies.entry(game, seen.rules)
    return page(
        "game/course.html",
        public=seen.public,
        look=seen,
        game=game,
        rules=seen.rules,
        scenario=_scenario(seen),
        entry=listed({**entered, "names": stores().games.names_shown(game.id)}),
        turns=turns,
        grounds=grounds,
        maps=drawn,
        seat=seen.who.actor,
    )


def ends_of_turns(seen: Look) -> list[tuple[Phase, str]]:
    """The last position of every turn, the oldest first, and what the turn is called."""
    opened = stores()
    index = reading.turns(opened.games, opened.views, seen.newest)
    last = {phase.turn: phase for phase in index if phase.turn}
    names = turns_told(seen)
    return [(it, seen.turn(turn, names.get(turn))) for turn, it in last.items()]


def _turns(seen: Look) -> Iterator[Turn]:
    fights = _fights(seen)
    before = 0
    for end, called in ends_of_turns(seen):
        here = [it for it in fights if before < it[0] <= end.version]
        yield Turn(end, called, here[:MOST_FIGHTS], max(0, len(here) - MOST_FIGHTS))
        before = end.version


def _fights(seen: Look) -> list[tuple[int, str]]:
    """The fights that count, as everybody may know them: in which version each began, and where."""
    battles = declared(seen.rules)
    if battles is None:
        return []
    game, tells = seen.newest, narrator(seen.newest, SPECTATOR, seen.rules)
    return [
        (event.version, seen.called(tells.redacted(event)["data"][battles.place]))
        for event in stores().games.history(game.id, upto=game.version)
        if event.topic in battles.begins and tells.counts(event)
    ]


def _mini(seen: Look, version: int) -> Mini | None:
    """The small map of the newest position or an earlier one, as everybody may see it."""
    game, pictures = seen.newest, seen.rules.pictures
    if pictures is None:
        return None

    def drawn() -> Mini | None:
        games = stores().games
        shown = games.seen_at(game.id, version, SPECTATOR)
        views: Any = games.views(shown, SPECTATOR, newest=game)
        return None if views is None else pictures.mini(views)

    return cache.kept("mini", (game.id, version, game.version, game.updated), drawn)


def _scenario(seen: Look) -> str:
    created = seen.newest.created
    known = {it.id: it.title for it in seen.rules.scenarios}
    return of_game(known.get(created.scenario, created.scenario), seen.rules)
