"""Rows of the read models, and what a batch of the log changes in them."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

MINI = "mini"
"""The name of what is drawn of a game for a tile of a list; see `napoleon.rules.picture.mini`."""


class DrawnView(NamedTuple):
    """A view of a game as one reader may see it."""

    game: str
    reader: str
    name: str
    version: int
    body: bytes


class TurnEnd(NamedTuple):
    """The last version of a phase of a turn."""

    game: str
    turn: int
    phase: str
    version: int
    seal: str = ""
    """What the store of read models puts on the row; see `projections.store.sealed`."""


class LobbyRow(NamedTuple):
    """A game's entry in the lobby; `body` is the entry as JSON."""

    game: str
    version: int
    created: int
    ruleset: str
    status: str
    body: bytes
    listed: bool
    """Whether it is shown to people who hold no token of it."""
    tags: str = ""
    """What is looked for in it (`projections.lobby.tags`), with a blank around each."""


class RulingRow(NamedTuple):
    """A ruling; `body` is what everybody may know of it as JSON."""

    game: str
    version: int
    at: int
    ruleset: str
    body: bytes


class Cited(NamedTuple):
    """A clause under which a ruling is found."""

    clause: str
    game: str
    version: int


class Step(NamedTuple):
    """A game, brought from the version that the read models showed to another one."""

    game: str
    shown: int
    """0 if they did not show the game."""
    version: int
    at: int = 0
    """When its newest event was recorded, in microseconds since 1970 UTC."""


class Mark(NamedTuple):
    """An event that was drawn, so that it can be told whether the log still holds it."""

    game: str
    version: int
    stamp: str
    """What an event that was recorded in its place would not have: its time and its order."""


class Changes(msgspec.Struct):
    """What a batch of events changes in the read models."""

    marks: list[Mark] = []
    """The newest event of each game that is drawn."""
    last: Mark | None = None
    """The event at the position that is reached."""

    steps: list[Step] = []
    """One for each game that is drawn again. A game is not changed from any other version."""
    replaced: list[str] = []
    """Ids of the games whose earlier rows are all thrown away."""
    resting: list[str] = []
    """Ids of the games of which only the lists tell, with their small maps."""
    drawn: list[DrawnView] = []
    turns: list[TurnEnd] = []
    rewound: list[str] = []
    """Ids of the games whose turn index takes the place of the one before."""
    lobby: list[LobbyRow] = []
    rulings: list[RulingRow] = []
    cited: list[Cited] = []

    def add(self, others: Changes) -> None:
        """Add what other changes do to games to these."""
        for field in self.__struct_fields__:
            if field != "last":
                getattr(self, field).extend(getattr(others, field))

    @property
    def games(self) -> list[str]:
        """Ids of the games that are drawn again."""
        return [step.game for step in self.steps]
