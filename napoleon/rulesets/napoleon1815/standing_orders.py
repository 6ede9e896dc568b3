"""Standing orders of Napoléon 1815: what a seat says in advance about the windows of its cards.

A standing order answers windows [chapter 14], and what the rules ask of a seat beside its moves
(`napoleon.rulesets.napoleon1815.preferred`), never a move. Whatever it says, it only gives an
order that the seat could have given by hand; if there is none, the seat is asked. Where several
apply, being asked comes first, then cards in the order in which they were left, then playing none.
While others offer to end the game nothing is answered, as any answer would turn the offer down
[RULING.103].
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Annotated, Any, Literal

import msgspec

from napoleon.rules.kit.profiles import Profiles
from napoleon.rules.kit.standing_orders import DeclaredStandingOrders, kinds_of
from napoleon.rules.kit.table import refuse
from napoleon.rules.kit.window_forms import Cards, window_forms
from napoleon.rules.kit.windows import WindowOrders
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.standing_orders import Choices, Kept, StandingOrder
from napoleon.rules.terms import Decision
from napoleon.rules.windows import WindowKind
from napoleon.rulesets.napoleon1815 import fog, names
from napoleon.rulesets.napoleon1815.cards.windows import WINDOWS
from napoleon.rulesets.napoleon1815.orders import DeclareBlue, PlayEvent
from napoleon.rulesets.napoleon1815.orders import DeclineWindow as Decline
from napoleon.rulesets.napoleon1815.packs.pack import Pack
from napoleon.rulesets.napoleon1815.preferred import kinds
from napoleon.rulesets.napoleon1815.preferred.answers import ANSWERS, BIG
from napoleon.rulesets.napoleon1815.preferred.refusals import refuse_preference
from napoleon.rulesets.napoleon1815.sides import SIDES, side_of_army
from napoleon.rulesets.napoleon1815.state import State
from napoleon.rulesets.napoleon1815.table import Table
from napoleon.rulesets.napoleon1815.verbs import RULEBOOK

Until = Literal["operation", "turn", "withdrawn"]
"""How long a standing order holds: to the end of the running operation, or of the next one if none
is running; to the end of the turn; or on and on."""

Points = Annotated[int, msgspec.Meta(ge=0, le=20)]
"""Movement points of a stack."""

ASKED = tuple(window for window in WINDOWS if window not in ("W.DRAW", "W.MOVING"))
"""Windows that ask a player separately: a march asks them anyway, red cards ask nobody."""


class DeclineWindow(StandingOrder, frozen=True, tag="decline_window"):
    """Play no card in this kind of window."""

    window: str
    until: Until = "withdrawn"


class DeclineAll(StandingOrder, frozen=True, tag="decline_all"):
    """Play no card in any window until the next go of my side, be it in the next turn."""


class PlayCard(StandingOrder, frozen=True, tag="play_card"):
    """Play this card as soon as it can be played, while the active stack is in one of `areas`.

    Without `areas` it does not matter where the stack is; without `window` any window will do. What
    the card asks for goes with it, as in the orders ``play_event`` and ``declare_blue``. With
    `at_most` it waits until the stack has at most so many movement points left, when its card has
    been flipped; not in fog of war, where its enemies do not know them. It is used once.
    """

    card: int
    window: str = ""
    areas: tuple[str, ...] = ()
    blocks: tuple[str, ...] = ()
    area: str = ""
    road: str = ""
    player: str = ""
    at_most: Points | None = None


class AskMe(StandingOrder, frozen=True, tag="ask_me"):
    """Ask me in this kind of window, whatever other instructions say."""

    window: str
    until: Until = "withdrawn"


# -- how long a standing order holds ---------------------------------------------------------------


def _occasion(state: State) -> dict[str, Any]:
    """What dates a standing order: turn, operation, and the goes of each side in the turn."""
    return {
        "turn": state.turn,
        "operation": state.operations if _is_running(state) else state.operations + 1,
        "goes": {side: _goes(state, side) for side in SIDES},
    }


def _is_running(state: State) -> bool:
    return state.operation is not None and not state.operation.ended


def _has_operated(state: State, kept: Kept) -> bool:
    """Whether the operation that ran, or the next one if none did, is over."""
    begun = state.operations - int(kept.occasion["operation"])
    return begun > 0 or (begun == 0 and not _is_running(state))


def _has_gone(state: State, kept: Kept) -> bool:
    """Whether a side has had a go since; no turn goes by without one, if only to pass [OPS.9]."""
    side, then = side_of_army(kept.seat), kept.occasion
    before = then["goes"][side] if state.turn == then["turn"] else 0
    return bool(_goes(state, side) > before or state.turn > then["turn"] + 1)


def _goes(state: State, side: str) -> int:
    passed = sum(side_of_army(player) == side for player in state.passed)
    return state.side_operations.get(side, 0) + passed


# -- what a standing order answers -----------------------------------------------------------------


def _window_of(table: Table, decision: Decision) -> str:
    return "W.INIT" if decision.kind == "declare_blue" else decision.clause


def _pass(table: Table, decision: Decision) -> Order:
    return DeclareBlue() if decision.kind == "declare_blue" else Decline()


def _play(table: Table, decision: Decision, word: PlayCard) -> Order | None:
    window = _window_of(table, decision)
    if word.window not in ("", window):
        return None
    if word.areas and not set(word.areas) & set(_whereabouts(table)):
        return None
    if word.at_most is not None and _points_left(table) > word.at_most:
        return None
    order: Order = PlayEvent(word.card, word.blocks, word.area, word.road)
    if window == "W.INIT":
        order = DeclareBlue(word.card, "".join(word.blocks[:1]), word.area, word.player)
    return order


def _points_left(table: Table) -> float:
    """The movement points that the active stack has left; no number is as few before its flip."""
    operation = table.operation
    points = None if operation is None else operation.movement_points
    return inf if points is None else points


def _whereabouts(table: Table) -> Iterator[str]:
    """The area in which the active stack is."""
    operation = table.operation
    if operation is not None:
        for block in table.standing(operation.blocks)[:1]:
            yield table.block(block).area or ""


# -- what may be said, and what could never apply: by what is printed, and by the own hand ---------


def _windows(table: Table, seat: str) -> list[str]:
    """The windows in which a seat may be asked, by what is printed on the cards of its side."""
    side = table.side_of_player(seat)
    printed = {it for card in table.pack.cards.values() if card.side == side for it in card.windows}
    return [it for it in ASKED if it in printed]


def _choices(table: Table, seat: str) -> Choices:
    """What is chosen by name: windows, the cards in hand that may be played in one, blocks, places.

    In fog of war blocks that the seat does not see are chosen by their tokens [VIS.6].
    """
    pack, areas = table.pack, names.areas(table.pack)
    held = [pack.cards[number] for number in sorted(table.state.hands[seat])]
    return {
        "window": {it: f"{WINDOWS[it].step} ({WINDOWS[it].when})" for it in _windows(table, seat)},
        "card": {
            str(card.number): f"{card.number} {card.name}"
            for card in held
            if any(window in ASKED for window in card.windows)
        },
        "blocks": _blocks(table, seat),
        "areas": areas,
        "area": areas,
        "road": names.roads(pack),
        "player": dict.fromkeys(table.state.seats, ""),
        **dict.fromkeys(("towards", "never", "places"), areas),
        "spare": {it: name for it, name in names.blocks(pack).items() if it in _corps(table, seat)},
    }


def _corps(table: Table, seat: str) -> set[str]:
    """The corps of the side of a seat, as they are printed."""
    side, pack = table.side_of_player(seat), table.pack
    return {it for it in pack.corps if pack.sides[it] == side}


def _blocks(table: Table, seat: str) -> dict[str, str]:
    blocks = names.blocks(table.pack)
    if not table.fog:
        return blocks
    own = {block: name for block, name in blocks.items() if table.is_own(seat, block)}
    standing = (b for b, it in table.state.blocks.items() if it.area is not None and b not in own)
    return {**own, **{token: token for token in fog.tokens(table, standing)}}


def _refuse_window(table: Table, seat: str, word: DeclineWindow | AskMe) -> Refusal | None:
    asked = _windows(table, seat)
    if word.window in asked:
        return None
    detail = f"You are never asked in a window {word.window}." if word.window else "Name a window."
    return refuse("WRONG_WINDOW", "CARDS.4", detail, windows=asked)


def _refuse_card(table: Table, seat: str, word: PlayCard) -> Refusal | None:
    if word.card not in table.state.hands[seat]:
        return refuse("CARD_NOT_IN_HAND", "CARDS.1", f"You do not hold card {word.card}.")
    card = table.pack.cards[word.card]
    windows = [window for window in ASKED if window in card.windows]
    if not windows:
        return refuse("WRONG_COLOUR", "CARDS.3", f"{card.name} is not played in a window.")
    if word.window not in ("", *windows):
        detail = f"{card.name} is not played in {word.window}, or not by an instruction."
        return refuse("WRONG_WINDOW", "CARDS.4", detail, windows=windows)
    if word.areas and windows == ["W.INIT"]:
        detail = f"{card.name} is played before any stack is activated: name no areas for it."
        return refuse("WRONG_WINDOW", "INIT.1", detail, windows=windows)
    if word.at_most is not None and table.fog:
        detail = "In fog of war the enemy of a stack does not know its movement points."
        return refuse("FOG_OF_WAR", "VIS.6", detail)
    return _refuse_names(table, word)


def _refuse_names(table: Table, word: PlayCard) -> Refusal | None:
    pack, state = table.pack, table.state
    tokens = {block.token for block in state.blocks.values()}
    for kind, named, known in (
        ("area", (*word.areas, word.area), pack.areas.keys()),
        ("block", word.blocks, pack.pieces.keys() | tokens),
        ("road", (word.road,), pack.graph.roads.keys()),
        ("player", (word.player,), state.seats),
    ):
        unknown = next((it for it in named if it and it not in known), None)
        if unknown is not None:
            detail = f"There is no {kind} {unknown}."
            return refuse("BAD_PAYLOAD", "", detail, unknown=unknown)
    return None


WINDOW_ORDERS = WindowOrders[State, Table](
    passes=DeclineWindow,
    passes_all=DeclineAll,
    plays=PlayCard,
    asks=AskMe,
    opened=_window_of,
    playing=_play,
    passing=_pass,
    hand=lambda state, seat: state.hands[seat],
    ends={
        "operation": _has_operated,
        "turn": lambda state, kept: bool(state.turn != kept.occasion["turn"]),
    },
    ends_all=_has_gone,
    refuse_window=_refuse_window,
    refuse_card=_refuse_card,
)
"""To be asked, then cards, then to play none [CARDS.4]."""


def _fitting(table: Table, seat: str) -> Cards:
    held = [table.pack.cards[number] for number in sorted(table.state.hands[seat])]
    return {
        window: {str(it.number): f"{it.number} {it.name}" for it in held if window in it.windows}
        for window in _windows(table, seat)
    }


FORMS = window_forms(
    WINDOW_ORDERS,
    ("window", "declare_blue"),
    kinds=lambda table, seat: [
        WindowKind(it, WINDOWS[it].when, it) for it in _windows(table, seat)
    ],
    fitting=_fitting,
    dealt=lambda state, seat: (state.turn, sorted(state.hands[seat])),
    asking=AskMe,
)
"""The forms of the windows in which a player is asked, by what is printed [CARDS.4]."""


def window_answers(pack: Pack) -> DeclaredStandingOrders[Pack, State, Table]:
    """The standing orders of the game with this data pack."""
    profiles = Profiles(
        {
            kinds.AskEverything: lambda said: (),
            kinds.Usual: kinds.usual,
            kinds.OnlyWhatMatters: kinds.what_matters,
        },
        WINDOW_ORDERS.has_expired,
        _refusal,
    )
    return DeclaredStandingOrders(
        pack=pack,
        book=RULEBOOK,
        table=Table,
        kinds=(*WINDOW_ORDERS.kinds, *kinds_of(kinds)),
        occasion=_occasion,
        has_expired=profiles.has_expired,
        chosen_from=_choices,
        refusal=profiles.refusal,
        answers={
            **dict.fromkeys(("window", "declare_blue"), WINDOW_ORDERS.answers),
            **profiles.answering(ANSWERS),
        },
        offering=lambda state: state.would_end,
        forms=FORMS,
        profiles=(kinds.AskEverything, kinds.Usual, kinds.OnlyWhatMatters),
        big=BIG,
    )


def _refusal(table: Table, seat: str, said: StandingOrder) -> Refusal | None:
    """Refuses cards and windows that could never be, and preferences that nobody is asked."""
    return WINDOW_ORDERS.refusal(table, seat, said) or refuse_preference(table, seat, said)
