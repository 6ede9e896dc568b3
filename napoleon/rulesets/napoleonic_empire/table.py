"""The working table of Napoleonic Empire: a position, the data pack and the map it is played on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from napoleon.chance import Chance
from napoleon.rules.kit import table
from napoleon.rules.kit.declaring import Actor
from napoleon.rules.kit.scenes import Scene
from napoleon.rules.kit.table import refuse
from napoleon.rulesets.napoleonic_empire.events import apply
from napoleon.rulesets.napoleonic_empire.packs.pack import Board, Pack
from napoleon.rulesets.napoleonic_empire.state import State


class Reference(NamedTuple):
    """What the rules look up: the data pack, and the map under the options of the game."""

    pack: Pack
    board: Board


class Table(table.Table[State, Reference]):
    """A position as the rules of every chapter see it."""

    def led_by(self, commanders: Iterable[str]) -> tuple[str, ...]:
        """What commanders are called."""
        return tuple(self.data.pack.commanders[it].name for it in commanders)

    def called(self, cards: Iterable[str]) -> tuple[str, ...]:
        """What cards are called."""
        return tuple(self.data.pack.cards[it].name for it in cards)


class Side(Scene[Table]):
    """A side that answers a question."""

    @property
    def side(self) -> str:
        """Events call it so."""
        return self.player


def the_side(kind: str, phase: str = "") -> Actor[Table, Side]:
    """The side that is asked acts by itself."""
    return Actor((kind,), phase, lambda table, decision, _: Side(table, decision.seat))


def at(state: State, pack: Pack, chance: Chance | None = None) -> Table:
    """The table at which `state` stands; `record` moves it on in place."""
    return Table(state, Reference(pack, board_of(state, pack)), apply, chance)


def board_of(state: State, pack: Pack) -> Board:
    """The map of a game: with Russia as one country, or divided [OPT3]."""
    return pack.board(bool(state.options["divided_russia"]))


__all__ = ["Reference", "Side", "Table", "at", "board_of", "refuse", "the_side"]
