"""The decision points of Napoléon 1815 (chapter 21), each with how one tells that it is reached.

A row is reached when somebody answers its question; where the row is about a card, or about what a
road or an area is chosen for, when he answers it so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon1815 import RULES
from napoleon.rulesets.napoleon1815.orders import (
    DeclareBlue,
    EndMove,
    GiveUpFortifiedPosition,
    PlayEvent,
    StepMove,
)
from napoleon.rulesets.napoleon1815.state import State
from napoleon.rulesets.napoleon1815.table import Table


class Answer(NamedTuple):
    """A question, the position in which it was asked, and how it was answered."""

    state: State
    decision: Decision
    order: Order

    @property
    def by_active(self) -> bool:
        """Whether the player asked is on the side that carries out the operation."""
        operation, table = self.state.operation, Table(self.state, RULES.pack)
        return operation is not None and operation.side == table.side_of_player(self.decision.seat)

    @property
    def reason(self) -> str:
        """What the points are for that are to be spread."""
        seat = self.decision.seat
        return next((it.reason for it in self.state.allocations if it.player == seat), "")

    @property
    def mixed(self) -> bool:
        """Whether corps of both Allied armies are to share the points."""
        mine = (it for it in self.state.allocations if it.player == self.decision.seat)
        return any(len({RULES.pack.blocks[corps].army for corps in it.corps}) > 1 for it in mine)


Row = Callable[[Answer], bool]


def asked(kind: str, seat: str = "") -> Row:
    """A question of that kind, to that seat if one is named."""
    return lambda it: it.decision.kind == kind and seat in ("", it.decision.seat)


def window(name: str, *, active: bool | None = None) -> Row:
    """A window, for the player whose operation it is or for the other one if that is said."""
    return lambda it: (
        it.decision.kind == "window"
        and it.decision.clause == name
        and active in (None, it.by_active)
    )


def spread(kind: str, reason: str) -> Row:
    """Points to be spread, fatigue or losses, for a reason."""
    return lambda it: it.decision.kind == f"allocate_{kind}" and it.reason == reason


def plays(*events: str) -> Row:
    """A card that is played as one of these events."""
    return lambda it: (
        isinstance(it.order, PlayEvent | DeclareBlue)
        and it.order.card is not None
        and RULES.pack.cards[it.order.card].event in events
    )


def answers(*verbs: type[Order]) -> Row:
    """An order of one of these verbs."""
    return lambda it: isinstance(it.order, verbs)


def of_combat_event(event: str) -> Row:
    """Losses that an event of the combat brings."""
    return lambda it: it.state.combat is not None and it.state.combat.has_event(event)


def both(*rows: Row) -> Row:
    """Everything that is said in `rows`."""
    return lambda it: all(row(it) for row in rows)


ROWS: dict[str, list[Row]] = {
    "DP-01": [asked("place_scout", seat) for seat in ("french", "allied", "anglo_dutch")],
    "DP-02": [asked("choose_inertia_area")],
    "DP-03": [asked("choose_delayed_corps", seat) for seat in ("allied", "prussian")],
    "DP-04": [asked("declare_blue", "french")],
    "DP-05": [asked("declare_blue", seat) for seat in ("allied", "prussian", "anglo_dutch")],
    "DP-06": [asked("choose_from_deck")],
    "DP-07": [
        both(plays(event), lambda it: bool(getattr(it.order, "player", "")))
        for event in ("light_cavalry", "recon")
    ],
    "DP-08": [
        both(plays("reinforcements"), lambda it: bool(getattr(it.order, "corps", ""))),
        both(plays("lamarque"), lambda it: bool(getattr(it.order, "area", ""))),
    ],
    "DP-09": [asked("swap_card"), asked("answer_swap"), asked("answer_offer")],
    "DP-10": [asked("name_acting_ally")],
    "DP-11": [asked("go")],
    "DP-12": [spread("fatigue", "rain")],
    "DP-13": [window("W.OPSTART", active=True), window("W.OPSTART", active=False)],
    "DP-14": [asked("choose_action")],
    "DP-15": [window("W.FLIPPED", active=True), window("W.FLIPPED", active=False)],
    "DP-16": [window("W.PLAYED")],
    "DP-17": [
        both(asked("march"), answers(StepMove)),
        both(asked("march"), answers(EndMove)),
        both(asked("march"), plays("forced_march", "bridge_demolition", "supply")),
    ],
    "DP-18": [window("W.ENTERED", active=True), window("W.ENTERED", active=False)],
    "DP-19": [window("W.MOVEEND", active=True), window("W.MOVEEND", active=False)],
    "DP-20": [
        spread("fatigue", reason)
        for reason in ("movement", "retreat direction", "retreat", "pursuit")
    ],
    "DP-21": [asked("choose_attack")],
    "DP-22": [window("W.COMBAT", active=True), window("W.COMBAT", active=False)],
    "DP-23": [both(spread("fatigue", "event"), lambda it: it.state.combat is not None)],
    "DP-24": [window("W.RESULT")],
    "DP-25": [spread("fatigue", "combat")],
    "DP-26": [spread("losses", "combat")],
    "DP-27": [answers(GiveUpFortifiedPosition)],
    "DP-28": [asked("choose_stay")],
    "DP-29": [window("W.RETREAT")],
    "DP-30": [asked("retreat")],
    "DP-31": [window("W.RETREATED")],
    "DP-32": [both(asked("retreat"), of_combat_event("panic"))],
    "DP-33": [
        both(spread("losses", "event"), of_combat_event(event))
        for event in ("grand_battery", "rear_guard")
    ],
    "DP-34": [window("W.OPEND")],
    "DP-35": [asked("recovery")],
    "DP-36": [spread("losses", "exhaustion")],
    "DP-37": [asked("agree_event")],
    "DP-38": [both(spread("fatigue", "event"), lambda it: it.mixed)],
}
"""What reaches each row; a row that says several things is reached when all of them happened."""


def reached(answer: Answer) -> Iterator[str]:
    """The parts of rows that an answer reaches: ``DP-20.2``."""
    for row, parts in ROWS.items():
        for number, part in enumerate(parts, 1):
            if part(answer):
                yield f"{row}.{number}"


PARTS = {f"{row}.{number}" for row, parts in ROWS.items() for number in range(1, len(parts) + 1)}
