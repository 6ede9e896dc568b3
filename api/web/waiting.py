"""What waits for this browser's reader in all of their games, on every page."""

from __future__ import annotations

from contextlib import suppress

from eventsourcing.persistence import PersistenceError
from flask import Response, request, url_for

from api.http.people import desk_seats, shows_desk, signed_in
from api.http.stores import stores
from api.mail.errors import MailStoreMissing
from api.own_games import OwnGame, own_games
from api.web.pages import page, web
from api.web.session import games_kept, games_of_reader
from napoleon.log.store.recorder import StoreMissing

UNREACHABLE = (MailStoreMissing, StoreMissing, PersistenceError)
"""What a store raises that cannot be reached. Pages that say so have to be drawn all the same."""


def readers_games(besides: str | None = None) -> list[OwnGame]:
    """The games of which this browser's reader holds a live seat, except the game `besides`.

    They come as `api.own_games.own_games` puts them.
    """
    return own_games(stores().games, games_kept(), desk_seats(), besides=besides)


@web.app_template_global("next_games")
def _next_games() -> list[tuple[str, str]]:
    """Address and title of the games that wait, except the one that is looked at."""
    here = (request.view_args or request.args).get("game_id")
    games = stores().games
    with suppress(*UNREACHABLE):
        return [
            (url_for("web.game", game_id=it.game.id, seat=it.seat), games.rules(it.game).title)
            for it in readers_games(besides=here)
            if it.mine
        ]
    return []


@web.app_template_global("has_games")
def _has_games() -> bool:
    """Whether the reader holds a seat somewhere, so that something may come to wait for them."""
    with suppress(*UNREACHABLE):
        return bool(games_of_reader())
    return False


@web.get("/desk/waiting")
def waiting_games() -> Response:
    """What the bar of a page says of other games, with which a script keeps it up."""
    return page("_waiting.html")


@web.app_template_global("reader_name")
def _reader_name() -> str | None:
    """The name of the signed-in person; None for everybody else."""
    with suppress(*UNREACHABLE):
        who = signed_in() if shows_desk() else None
        return None if who is None else who.person.name
    return None
