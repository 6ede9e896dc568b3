"""What the log records of take-backs, disputes and rulings.

Texts that people have written are kept beside the log, so that they can be erased; the events
hold their ids.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from napoleon.log.cases import RULED, Dispute, Statement, Takeback
from napoleon.log.events.service import ServiceEvent
from napoleon.log.game import Game
from napoleon.rules.events import HIDDEN, recorded
from napoleon.rules.prose.language import noted
from napoleon.rules.prose.retelling import Retelling

_SAID = (
    noted("agree"),
    noted("refuse"),
    noted("agreed"),
    noted("stood"),
    noted("withdrawn"),
    noted("ruled"),
    noted("stand"),
    noted("correct"),
    noted("reroll"),
    noted("rewind"),
)
"""What seats and judges decide, and what becomes of cases; it stands here to be translated."""

REASONS = Retelling(
    (
        noted("%(who)s refused"),
        noted("%(who)s withdrew it"),
        noted("%(who)s played on"),
        noted("all have agreed"),
        noted("its time was up"),
        noted("nobody ruled in time"),
        noted("the game went back by a %(reason)s"),
        noted("the table was put right by a ruling"),
    )
)
"""Why cases were closed, as it is recorded."""

changed = msgspec.structs.replace


@recorded("takeback_requested/1", "{seat} asked to take moves back.")
class TakebackRequested(ServiceEvent, frozen=True):
    """A seat asks to take its move back, after something has sealed it."""

    seat: str
    to: int
    reroll: str
    why: str
    until: int
    affected: tuple[str, ...]

    def change(self, game: Game) -> None:
        """It waits for answers."""
        game.takebacks[self.version] = Takeback(
            self.version, self.seat, self.to, self.reroll, self.why, self.at, self.until,
            self.affected,
        )  # fmt: skip


@recorded("takeback_answered/1", "{seat} answered whether moves are taken back: {answer}.")
class TakebackAnswered(ServiceEvent, frozen=True):
    """A seat that is affected agrees, or refuses."""

    seat: str
    takeback: int
    answer: str
    """``agree`` or ``refuse``."""
    reroll: str
    """What it wants drawn again if it agrees."""

    def change(self, game: Game) -> None:
        """Its consent is noted, or its refusal."""
        case = game.takebacks[self.takeback]
        if self.answer == "agree":
            answers = {**case.answers, self.seat: self.reroll}
            game.takebacks[case.id] = changed(case, answers=answers)
        else:
            game.takebacks[case.id] = changed(case, refused=self.seat)


@recorded("takeback_closed/1", "Nobody is asked any more to take moves back: {reason}.")
class TakebackClosed(ServiceEvent, frozen=True):
    """Nobody has to answer any more."""

    takeback: int
    status: str
    """``agreed``, ``stood``, ``withdrawn`` or ``ruled``."""
    reason: str

    def change(self, game: Game) -> None:
        """It is closed."""
        case = game.takebacks[self.takeback]
        game.takebacks[case.id] = changed(case, status=self.status, closed=self.version)


@recorded("dispute_opened/1", "{seat} disputed what had happened.")
class DisputeOpened(ServiceEvent, frozen=True):
    """A seat says that an event is wrong, under which clause, and what should be done."""

    seat: str
    disputed: int
    """Version of the event."""
    clause: str
    claim: str
    relief: str
    statements_until: int
    until: int

    def change(self, game: Game) -> None:
        """It waits for statements and a ruling."""
        game.disputes[self.version] = Dispute(
            self.version, self.seat, self.disputed, self.clause, self.claim, self.relief, self.at,
            self.statements_until, self.until,
        )  # fmt: skip


@recorded("statement_made/1", "{speaker} made a statement on a dispute.")
class StatementMade(ServiceEvent, frozen=True):
    """What a seat or the referee has to say about a dispute.

    Where several people share the seat, the envelope tells which of them said it.
    """

    speaker: str
    dispute: int
    text: str

    def change(self, game: Game) -> None:
        """It is on the page of the dispute."""
        case = game.disputes[self.dispute]
        by = self.by if self.behalf else self.speaker
        said = Statement(self.version, by, self.text, self.at, self.behalf)
        game.disputes[case.id] = changed(case, statements=(*case.statements, said))


@recorded("dispute_closed/1", "A dispute was closed: {reason}.")
class DisputeClosed(ServiceEvent, frozen=True):
    """It was withdrawn, or nobody ruled in time; the event stands."""

    dispute: int
    status: str
    """``withdrawn`` or ``stood``."""
    reason: str

    def change(self, game: Game) -> None:
        """It is closed."""
        case = game.disputes[self.dispute]
        game.disputes[case.id] = changed(case, status=self.status, closed=self.version)


@recorded("ruling_given/1", "A ruling was given: {outcome}.")
class RulingGiven(ServiceEvent, frozen=True):
    """The referee decides; the events that carry it out follow under the same order id."""

    case: int
    """Version of the dispute or of the request for a take-back; 0 if there is none."""
    outcome: str
    """One of `napoleon.log.cases.OUTCOMES`."""
    citation: tuple[str, ...]
    """Clauses that it rests on."""
    reason: str
    """Id of a text."""
    conflicts: tuple[str, ...] = ()
    """What might make the judge partial; empty if nothing is known."""
    corrections: Annotated[tuple[dict[str, Any], ...], HIDDEN] = ()
    """What was corrected, with ids of texts for reasons, so that it can be decided again."""

    def change(self, game: Game) -> None:
        """The case is closed."""
        if self.case in game.disputes:
            case = game.disputes[self.case]
            game.disputes[case.id] = changed(case, status=RULED, closed=self.version)
        elif self.case in game.takebacks:
            asked = game.takebacks[self.case]
            game.takebacks[asked.id] = changed(asked, status=RULED, closed=self.version)
