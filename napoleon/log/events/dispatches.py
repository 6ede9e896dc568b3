"""What the log records of dispatches: their charter, their sending, their fate and their arrival.

The sender reads what they have sent, and never what became of it. Everybody sees that one was
sent, that its fate was drawn, and that one was due, whatever became of it.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from napoleon.chance import SECRET
from napoleon.log.dispatches import Charter, Dispatch
from napoleon.log.events.service import ServiceEvent
from napoleon.log.game import Game
from napoleon.rules.events import HIDDEN, recorded
from napoleon.rules.prose.language import noted

_FATES = (noted("lost"), noted("delivered"), noted("captured"))
"""What becomes of dispatches; it stands here to be translated."""


@recorded(
    "dispatches_chartered/1",
    "Dispatches may be sent, with a pace of {pace}. Of a hundred {lost:is lost/are lost} and "
    "{captured:is captured/are captured}.",
)
class DispatchesChartered(ServiceEvent, frozen=True):
    """The referee says how dispatches fare from now on."""

    lost: int
    captured: int
    pace: int

    def change(self, game: Game) -> None:
        """Dispatches may be sent."""
        game.charter = Charter(self.lost, self.captured, self.pace)


@recorded(
    "dispatch_sent/1",
    "{sender} sent a dispatch to {to}, from {origin} to {destination}.",
    veiled="A dispatch was sent.",
    owner="sender",
)
class DispatchSent(ServiceEvent, frozen=True):
    """A courier rides off. Its envelope names nobody, as everybody reads that."""

    sender: Annotated[str, HIDDEN]
    writer: Annotated[str, HIDDEN]
    """Who wrote it for the sender: the same, or a share of the seat."""
    to: Annotated[str, HIDDEN]
    """A seat or the referee."""
    origin: Annotated[str, HIDDEN]
    destination: Annotated[str, HIDDEN]
    due: Annotated[int, HIDDEN]
    """The turn at whose beginning it is due, unless the referee alters it."""
    text: Annotated[str, HIDDEN]
    """Id of a text."""

    def change(self, game: Game) -> None:
        """It is under way, and in the archive of its sender."""
        game.press.append(self.version)
        game.dispatches[self.version] = Dispatch(
            self.version, self.sender, self.writer, self.to, self.origin, self.destination,
            self.turn, self.due, self.text,
        )  # fmt: skip


@recorded(
    "dispatch_drawn/1",
    "Chance decided the fate of a dispatch: {fate}.",
    veiled="Chance decided the fate of a dispatch.",
)
class DispatchDrawn(ServiceEvent, frozen=True):
    """The fate of the dispatch before it was drawn, with a link of the secret chain of its own.

    What it was drawn from is made of the odds and the captors, see `napoleon.log.dispatches.fates`;
    the label of the draw has the version of the dispatch instead of a number.
    """

    dispatch: int
    """Version at which it was sent."""
    link: int
    """Link of the secret chain."""
    lost: int
    captured: int
    captors: Annotated[tuple[str, ...], HIDDEN]
    """The seats that could capture it."""
    fate: Annotated[str, HIDDEN]

    def change(self, game: Game) -> None:
        """The link is used up, and the fate is sealed."""
        game.links[SECRET] = max(self.link, game.links.get(SECRET, 0))
        sent = game.dispatches[self.dispatch]
        game.dispatches[sent.id] = msgspec.structs.replace(sent, fate=self.fate)


@recorded(
    "dispatch_due/1",
    "A dispatch from {sender} to {to}, sent from {origin} in turn {sent}: {fate}.",
    veiled="A dispatch was due.",
    owner="reader",
)
class DispatchDue(ServiceEvent, frozen=True):
    """A dispatch is read by the seat that it came to, if any."""

    dispatch: Annotated[int, HIDDEN]
    """Version at which it was sent."""
    reader: Annotated[str, HIDDEN]
    """Whom it has come to: its addressee, the seat that has captured it, or nobody."""
    sender: Annotated[str, HIDDEN]
    writer: Annotated[str, HIDDEN]
    to: Annotated[str, HIDDEN]
    origin: Annotated[str, HIDDEN]
    destination: Annotated[str, HIDDEN]
    sent: Annotated[int, HIDDEN]
    """The turn in which it was sent."""
    text: Annotated[str, HIDDEN]
    """Id of a text."""
    fate: Annotated[str, HIDDEN]
    """``delivered``, ``captured`` or ``lost``."""

    def change(self, game: Game) -> None:
        """It is no longer under way, and in the archive of its reader."""
        game.press.append(self.version)
        del game.dispatches[self.dispatch]


@recorded(
    "dispatch_altered/1",
    "A dispatch is due in turn {due}. Held back: {held}.",
    veiled="The referee looked after a dispatch.",
)
class DispatchAltered(ServiceEvent, frozen=True):
    """The referee holds a dispatch back, lets it go on, or alters when it is due."""

    dispatch: Annotated[int, HIDDEN]
    due: Annotated[int, HIDDEN]
    held: Annotated[bool, HIDDEN]
    reason: Annotated[str, HIDDEN]
    """Id of a text."""

    def change(self, game: Game) -> None:
        """It is due when the referee says."""
        sent = game.dispatches[self.dispatch]
        game.dispatches[sent.id] = msgspec.structs.replace(sent, due=self.due, held=self.held)
