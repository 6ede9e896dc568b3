"""Listing: the games that anybody may know of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from api.clocks_told import span_in_words
from api.club.scene import SHORT, Outcome, Scene
from api.languages import named
from napoleon.log.game import Game
from napoleon.rules.tables import TextTable
from projections import lobby, reading

MOST = 12
"""How many games of each kind are listed."""


def list_games(scene: Scene, said: str) -> Outcome:
    """Games with open seats, those that are being played, and those that are over."""
    title = scene.gettext("Games")
    seats, clock = scene.gettext("open seats"), scene.gettext("time to answer")
    game, speaks = scene.gettext("game"), scene.gettext("language of its founder")
    opened = [*_found(scene, lobby.WAITING, is_open=True), *_found(scene, lobby.RUNNING, True)]
    played = [it for it in _found(scene, lobby.RUNNING) if it.id not in {o.id for o in opened}]
    over = _found(scene, lobby.OVER)
    short = scene.gettext("short name")
    tables = [
        TextTable(
            scene.gettext("Seats are open"),
            (short, game, seats, clock, speaks),
            tuple(
                (*_called(scene, it), _seats(scene, it), _clock(scene, it), _language(scene, it))
                for it in opened
            ),
        ),
        TextTable(
            scene.gettext("Being played"),
            (short, game, scene.gettext("turn"), clock),
            tuple((*_called(scene, it), _turn(scene, it), _clock(scene, it)) for it in played),
        ),
        TextTable(
            scene.gettext("Over"),
            (short, game, scene.gettext("how it ended")),
            tuple((*_called(scene, it), _ended(scene, it)) for it in over),
        ),
    ]
    shown = tuple(it for it in tables if it.rows)
    if not shown:
        return scene.answer(title, scene.gettext("There is no game yet. “found” sets one up."))
    lines = tuple(
        f"{scene.gettext('join')} {it.id[:SHORT]} {scene.gettext('as')} {_name(scene, it, seat)}"
        for it in opened[:3]
        for seat in it.open_seats[:1]
    )
    told = (scene.gettext("Take a seat with one of these lines:"),) if lines else ()
    return scene.answer(title, *told, tables=shown, lines=lines)


def _found(scene: Scene, status: str, is_open: bool = False) -> list[Game]:
    wanted = lobby.Wanted(status=status, is_open=is_open, limit=MOST)
    entries, _ = reading.lobby(scene.registry.games, scene.views(), wanted)
    return list(_games(scene, entries))


def _games(scene: Scene, entries: Any) -> Iterator[Game]:
    for it in entries:
        game = scene.opened(it["id"])
        if game is not None:
            yield game


def _called(scene: Scene, game: Game) -> tuple[str, str]:
    return game.id[:SHORT], scene.reading(game).called


def _name(scene: Scene, game: Game, seat: str) -> str:
    return scene.reading(game).name(seat)


def _seats(scene: Scene, game: Game) -> str:
    return ", ".join(_name(scene, game, it) for it in game.open_seats)


def _clock(scene: Scene, game: Game) -> str:
    clock = game.timekeeping.clock
    return scene.gettext("no clock") if clock is None else span_in_words(clock.answer, scene.code)


def _language(scene: Scene, game: Game) -> str:
    spoken = scene.registry.store.blocks.languages([game.id])
    return named(spoken.get(game.id, ""), scene.code)


def _turn(scene: Scene, game: Game) -> str:
    return "" if game.state is None else str(game.state.turn)


def _ended(scene: Scene, game: Game) -> str:
    read = scene.reading(game)
    if game.result is None or game.result.winner is None:
        return scene.gettext("Nobody has won.")
    return scene.gettext("%(who)s have won.", who=read.name(game.result.winner))
