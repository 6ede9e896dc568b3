"""8.4 Room in positions: nobody goes where a card too many would have to stay [G-91, G-92].

Stacking is checked after all movement [8.0, G-15], so a position may be passed that is full. An
order is refused after which cards that are too many there could no longer leave in this phase.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, TypeVar

from napoleon.rules.kit.table import copies_of
from napoleon.rules.kit.verbs import Verb
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.eagles_waterloo import actions, labels, places, rivers, sites
from napoleon.rulesets.eagles_waterloo.decoys import refuse_withdrawal
from napoleon.rulesets.eagles_waterloo.deployment import MOST, face_down, generals_at
from napoleon.rulesets.eagles_waterloo.moves import refuse_move
from napoleon.rulesets.eagles_waterloo.orders import (
    ChangeFormation,
    Fire,
    Move,
    PlaceDecoy,
    Shock,
    ShowDecoy,
    WithdrawDecoy,
)
from napoleon.rulesets.eagles_waterloo.sides import enemy, side_of
from napoleon.rulesets.eagles_waterloo.state import Battle, State
from napoleon.rulesets.eagles_waterloo.table import Table, refuse
from napoleon.rulesets.eagles_waterloo.victory import won_position

LEADERS = 1
"""Face-up generals of a side in a position [12.0]."""

_copied = copies_of(State)

T = TypeVar("T")


def can_leave(table: Table, decision: Decision, card: str) -> bool:
    """Whether a card can still move to somewhere; a decoy is withdrawn."""
    place = actions.here(table).cards[card].place
    return any(
        refuse_move(table, decision, Move(card, to)) is None
        for to in places.adjacent(place, decision.seat)
    ) or (refuse_withdrawal(table, decision, WithdrawDecoy(card)) is None)


# -- cards that have to stay where they are too many -----------------------------------------------


def _stranded(
    table: Table, decision: Decision, here: Sequence[str], there: Sequence[str], most: int
) -> int:
    """How many cards in the two positions of a lane are too many at the end of the phase.

    `here` are those in the own position, from which all go to the Reserve; `there` those in the
    enemy's, who come through it, and need a second move to go on. None goes on who meets enemies
    in it: to engage and to disengage in the same turn is barred [8.3].
    """
    battle = actions.here(table)
    surplus = max(0, len(there) - most)
    able = [card for card in there if can_leave(table, decision, card)] if surplus else []
    coming = min(surplus, _across(table, battle, able))
    going_on = min(coming, sum(_goes_on(table, battle, card) for card in able))
    too_many = max(0, len(here) + coming - going_on - most)
    # No more are looked for than have to leave: each is asked for every place it could go to.
    leave = (card for card in here if can_leave(table, decision, card))
    leaving = sum(1 for _ in islice(leave, too_many))
    return surplus - coming + too_many - leaving


def _across(table: Table, battle: Battle, cards: Sequence[str]) -> int:
    """How many of these cards come back over the Middle Ground, and its river [11.3]."""
    if not cards or labels.kind_of(table, cards[0]) == labels.GENERAL:
        return len(cards)
    lane = places.lane_of(battle.cards[cards[0]].place)
    if not sites.river_in(table, battle, lane):
        return len(cards)
    return min(len(cards), rivers.limit(table, battle, lane) - battle.crossed.get(lane, 0))


def _goes_on(table: Table, battle: Battle, card: str) -> bool:
    """Whether a card that comes back from the enemy's line can go to the Reserve at once.

    It needs a move left, with those that a special has given it, and no enemies on its way.
    """
    it = battle.cards[card]
    meets = battle.has_any(places.opposite(it.place), enemy(side_of(it.nation)))
    return actions.moves_left(table, card) + it.extra > 1 and not meets


def _without_room(table: Table, decision: Decision) -> tuple[int, int]:
    """How many units and decoys have to stay where they are too many, and how many generals."""
    battle, seat = actions.here(table), decision.seat
    units = leaders = 0
    for lane in places.LANES:
        own = places.in_lane(seat, lane)
        both = own, places.opposite(own)
        here, there = (face_down(table, battle, it, seat) for it in both)
        units += _stranded(table, decision, here, there, MOST)
        here, there = (generals_at(table, battle, it, seat) for it in both)
        leaders += _stranded(table, decision, here, there, LEADERS)
    return units, leaders


class _Room:
    """The room before an order, reckoned once for all orders of a decision."""

    def __init__(self, table: Table, decision: Decision) -> None:
        self._table, self._decision = table, decision

    @cached_property
    def crowded(self) -> bool:
        return _is_crowded(self._table, self._decision.seat)

    @cached_property
    def without(self) -> tuple[int, int]:
        return _without_room(self._table, self._decision)


# -- orders ---------------------------------------------------------------------------------------


def _is_crowded(table: Table, seat: str) -> bool:
    """Whether a position of the seat holds too many now, so that somebody has to leave it."""
    battle = actions.here(table)
    for place in places.POSITIONS:
        leaders = len(generals_at(table, battle, place, seat))
        if leaders > LEADERS or len(battle.at(place, seat)) - leaders > MOST:
            return True
    return False


def _enters(table: Table, seat: str, order: Order) -> bool:
    """Whether a position holds too many after an order that leads a card there."""
    battle = actions.here(table)
    match order:
        case Move(card, to) | PlaceDecoy(card, to):
            place = to
        case ShowDecoy(card):
            place = battle.cards[card].place
        case _:
            return False
    if places.is_reserve(place):
        return False
    leads = labels.kind_of(table, card) == labels.GENERAL and not isinstance(order, PlaceDecoy)
    if leads:
        return len(generals_at(table, battle, place, seat)) >= LEADERS
    comes = not isinstance(order, ShowDecoy)
    return comes and len(face_down(table, battle, place, seat)) >= MOST


def _is_asked(table: Table, decision: Decision) -> bool:
    """Whether it is the Combat phase of the seat, in which it moves."""
    return table.rulings.keeps_room and decision.kind == "combat"


class _AnyChance:
    """Chance for a trial: what the dice show takes nobody's move away."""

    def pick(self, options: Sequence[T], purpose: str, chain: str = "") -> T:
        return options[0]


def _refuse_order(
    table: Table, decision: Decision, order: Order, verb: Verb[Table], now: _Room
) -> Refusal | None:
    """Why a legal order leaves too little room, or takes a move that somebody needs [G-91, G-92].

    It may leave a position as it was before: a referee, or an earlier version, may have filled it.
    """
    if not (now.crowded or _enters(table, decision.seat, order)):
        return None
    trial = table.trial(_copied(table.state), _AnyChance())
    verb.carry_out(trial, decision, order)
    if _is_free(table, decision.seat, order) and won_position(trial, actions.here(trial))[0]:
        return None
    before, after = now.without, _without_room(trial, decision)
    if after[0] > before[0]:
        detail = f"More than {MOST} of your cards would have to stay in a position."
        return refuse("STACK_FULL", "8.4", detail)
    if after[1] > before[1]:
        detail = "Two of your generals would have to stay in one position."
        return refuse("TWO_GENERALS", "12.0", detail)
    return None


def _is_free(table: Table, seat: str, order: Order) -> bool:
    """Whether it leads to where no enemy lies: what lies face down there may be a decoy or not."""
    return isinstance(order, Move) and not actions.here(table).has_any(order.to, enemy(seat))


def _does(order: Any) -> Any:
    """What an order is to the room: formations, terrain and targets make no difference to it."""
    match order:
        case Move(card, to):
            return card, to
        case Fire(card) | Shock(card) | ChangeFormation(card):
            return card
        case _:
            return order


def keeping_room(verb: Verb[Table]) -> Verb[Table]:
    """A verb of the Combat phase whose orders are refused where they leave too little room.

    Specials and terrain cards that are played bring nobody in, and take nobody's move.
    """

    def refusal(table: Table, decision: Decision, order: Any) -> Refusal | None:
        wrong = verb.refusal(table, decision, order)
        if wrong is not None or not _is_asked(table, decision):
            return wrong
        return _refuse_order(table, decision, order, verb, _Room(table, decision))

    def legal_orders(table: Table, decision: Decision) -> Iterable[Order]:
        if not _is_asked(table, decision):
            return verb.legal_orders(table, decision)
        now, tried = _Room(table, decision), dict[Any, bool]()

        def keeps(order: Order) -> bool:
            what = _does(order)
            if what not in tried:
                wrong = _refuse_order(table, decision, order, verb, now)
                tried[what] = wrong is None
            return tried[what]

        return filter(keeps, verb.legal_orders(table, decision))

    return verb._replace(refusal=refusal, legal_orders=legal_orders)
