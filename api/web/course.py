"""The course of a game: how it stood at the end of each turn, and where there was fighting."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from flask import Response

from api.http.people import shows_desk
from api.http.stores import stores
from api.web import mini_maps
from api.web.again import challenged_from, form_key, plays
from api.web.game import cache
from api.web.game.battles import beginnings
from api.web.game.journal import ends_of_turns
from api.web.game.looking import Look, look, version_asked
from api.web.game_names import scenario_of
from api.web.listed import listed
from api.web.pages import page, web
from napoleon.log.battles import fought
from napoleon.log.journal import narrator
from napoleon.rules.events import SPECTATOR
from napoleon.rules.picture.mini import Mini
from projections import lobby as lobbies
from projections.turns import Phase

MOST_FIGHTS = 12
"""How many fights of a turn are named."""

MOST_TURNS = 60
"""How many turns are shown at once: more than campaigns have."""


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

    With ``?seat=`` the links lead to what that seat sees. Of a game with very many turns the newest
    are shown, or those that ended before version ``?before=``.
    """
    seen = look(game_id)
    before = version_asked("before", seen.newest.version)
    played = [it for it in ends_of_turns(seen) if before is None or it[0].version < before]
    earlier, shown = played[:-MOST_TURNS], played[-MOST_TURNS:]
    turns = list(_turns(seen, earlier[-1][0].version if earlier else 0, shown))
    maps = {f"{it.end.version}": _mini(seen, it.end.version) for it in turns}
    grounds, drawn = mini_maps.together(maps)
    game, names = seen.newest, stores().games.names_shown(game_id)
    entered = lobbies.entry(game, seen.rules)
    return page(
        "course.html",
        public=seen.public,
        look=seen,
        game=game,
        rules=seen.rules,
        scenario=scenario_of(seen.rules, seen.newest),
        entry=listed({**entered, "names": names}),
        turns=turns,
        earlier=shown[0][0].version if earlier else None,
        is_part=before is not None,
        grounds=grounds,
        maps=drawn,
        seat=seen.who.actor,
        rematch_key=form_key() if game.over and plays(seen) else "",
        others=[
            (it, names.get(it) or seen.name(it)) for it in challenged_from(seen) if shows_desk()
        ],
    )


def _turns(seen: Look, before: int, shown: Iterable[tuple[Phase, str]]) -> Iterator[Turn]:
    """The turns that are `shown`, the first of which began after version `before`."""
    fights = _fights(seen)
    for end, called in shown:
        here = [it for it in fights if before < it[0] <= end.version]
        yield Turn(end, called, here[:MOST_FIGHTS], max(0, len(here) - MOST_FIGHTS))
        before = end.version


def _fights(seen: Look) -> list[tuple[int, str]]:
    """The fights that count, as everybody may know them: in which version each began, and where."""
    found = fought(beginnings(seen), narrator(seen.newest, SPECTATOR, seen.rules), seen.rules)
    return [(it.version, seen.called(it.place)) for it in found][::-1]


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

    # What was past is shown the same however the game goes on, until it goes back or ends. Who puts
    # a log back stops the service before.
    key = (game.id, version, version < game.version or game.updated, len(game.rewinds), game.over)
    return cache.kept("mini", key, drawn)
