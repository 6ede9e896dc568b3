"""Positions and orders, so that a test reads as given, when, then.

Everything here goes through the six functions of the ruleset, on the printed map. What chance
gives is written beside the orders, by side: dice are numbers and cards their ids::

    given = position({"austria": 12}, {"austria": 10}, at=BATTLES)
    played = fight(given, "austria", french=[6, 4], allied=[1, 5, 6])
    assert played.the(BattleWon).side == FRENCH
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from napoleon.rules.events import Event
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleonic_empire import RULES, orders
from napoleon.rulesets.napoleonic_empire.packs.pack import Board
from napoleon.rulesets.napoleonic_empire.sides import ALLIED, FRENCH, SIDES
from napoleon.rulesets.napoleonic_empire.state import Commander, Discarded, State, Window
from tests import acting
from tests.acting import Outcome
from tests.napoleonic_empire.scripted import ScriptedChance

PACK = RULES.pack
CARDS = tuple(sorted(PACK.cards))
CONTINENT = PACK.board(False).continental
"""The countries that the French need."""

IDLE_CARDS = (
    "battle_of_waterloo",
    "toulon",
    "battle_of_the_nile",
    "scorched_earth",
    "general_winter",
)
"""Cards for battles where mostly none is fought: in a hand they have no part in a story."""

E = TypeVar("E", bound=Event)


# -- given -------------------------------------------------------------------------------------

DRAW, MOVES_OPEN, MOVES, BATTLES, REINFORCEMENT, TURN_END = (
    "window at the start of the Draw phase",
    "window at the start of the Move phase",
    "Move phase, after its window",
    "Attack phase, before a battle is chosen, or as the only one begins",
    "window at the start of the Reinforcement phase",
    "window at the end of the turn",
)
MOMENTS = {
    DRAW: ("draw", "draw"),
    MOVES_OPEN: ("move", "move"),
    MOVES: ("move", ""),
    BATTLES: ("attack", ""),
    REINFORCEMENT: ("reinforcement", "reinforcement"),
    TURN_END: ("turn_end", "turn_end"),
}
"""Where a position may stand in a turn: its phase, and the window that is open."""


def position(
    french: Mapping[str, int],
    allied: Mapping[str, int],
    *,
    at: str = MOVES,
    active: str = FRENCH,
    round_: int = 2,
    extra: bool = False,
    hands: Mapping[str, Sequence[str]] | None = None,
    deck: Sequence[str] | None = None,
    discards: Iterable[str | tuple[str, str]] = (),
    commanders: Mapping[str, str] | None = None,
    continental: Iterable[str] = (),
    options: Mapping[str, Any] | None = None,
) -> State:
    """A position with these armies on the map and no others, at a moment of the active side's turn.

    `commanders` says where they stand; it takes OPT1. A discard is a card that was played, or a
    card with the side that laid it face down. A deck that is not given holds every card that lies
    nowhere else, but for those that join it later in the game [OPT2]. A side whose hand is not
    given holds a card that has no part in the story: with an empty hand it would not be asked for
    cards [E-57].
    """
    phase, window = MOMENTS[at]
    checked = RULES.checked_options({"commanders": commanders is not None, **(options or {})})
    pile = [Discarded(it) if isinstance(it, str) else Discarded(*it) for it in discards]
    dated = _dated(checked, round_)
    given = {side: sorted(cards) for side, cards in (hands or {}).items()}
    known = (card for cards in given.values() for card in cards)
    away = {*dated, *(it.card for it in pile), *known}
    idle = (card for card in IDLE_CARDS if card not in {*away, *(deck or ())})
    held = {side: given[side] if side in given else [next(idle)] for side in SIDES}
    away |= {card for cards in held.values() for card in cards}
    state = State(
        options=checked,
        seats=list(SIDES),
        armies={FRENCH: dict(french), ALLIED: dict(allied)},
        deck=sorted(deck if deck is not None else (card for card in CARDS if card not in away)),
        hands=held,
        turn=2 * round_ - (active == FRENCH),
        round=round_,
        active=active,
        extra=extra,
        phase=phase,
        started=True,
        commanders={
            name: Commander(PACK.commanders[name].side, country)
            for name, country in (commanders or {}).items()
        },
        discards=pile,
        dated=dated,
        window=Window(window, active) if window else None,
        continental=list(continental),
    )
    _stages_behind(state, at)
    there = [country for country in board(state).countries if state.standing(country)]
    state.control = {country: state.standing(country) for country in there}
    needed = board(state).continental
    state.held = [country for country in needed if state.controls(FRENCH, country)]
    assert all(state.pool(side) >= 0 for side in SIDES)
    return state


def _dated(options: Mapping[str, Any], round_: int) -> list[str]:
    mode = options["historical_deck"]
    rounds = {
        it.card: {"off": 0, "by_year": it.round_by_year, "each_round": it.round_each}[mode]
        for it in PACK.deck_order
    }
    return [card for card, joins in rounds.items() if joins > round_]


def _stages_behind(state: State, at: str) -> None:
    """Note what is over in a turn that stands at this moment."""
    behind = list(MOMENTS).index(at)
    closed = {"draw": MOVES_OPEN, "move": MOVES, "reinforcement": TURN_END}
    left_out = {"reinforcement"} if state.extra else set()
    state.windows_closed = [
        kind
        for kind, moment in closed.items()
        if behind >= list(MOMENTS).index(moment) and kind not in left_out
    ]
    state.drawn = at != DRAW
    state.moves_ended = at in (BATTLES, REINFORCEMENT, TURN_END)
    state.checked = at == TURN_END
    state.reinforced = at == TURN_END and not state.extra
    state.nationalists_asked = state.reinforced and state.active == ALLIED


def fresh(**options: Any) -> Played:
    """A game at its first question: hands are empty at the start, so the first cards are drawn."""
    events = RULES.setup("europe", RULES.checked_options(options), ScriptedChance())
    return Played(acting.after(RULES, None, events), events, None)


def laid(**options: Any) -> Played:
    """The table as it is laid out at the start of a game, when the first Draw phase begins."""
    events = fresh(**options).events
    [begun, *_] = [place for place, it in enumerate(events, 1) if it.type == "phase_started"]
    return Played(acting.after(RULES, None, events[:begun]), events[:begun], None)


def board(given: State | Played) -> Board:
    """The map of a game."""
    state = given.state if isinstance(given, Played) else given
    return PACK.board(bool(state.options["divided_russia"]))


# -- when --------------------------------------------------------------------------------------

PASS, END_MOVE, END_ATTACK = orders.Pass(), orders.EndMove(), orders.EndAttack()
NO_REBELS = orders.DeclineRebels()
ROLL, STAY = orders.KutuzovRoll(), orders.KutuzovStay()

IDLE: tuple[Order, ...] = (PASS, END_MOVE, END_ATTACK, NO_REBELS, STAY)
"""What somebody answers who wants nothing."""

LONG = 200
"""More answers than any story here needs."""


def card(name: str) -> orders.PlayCard:
    """Play this card."""
    return orders.PlayCard(name)


def move(origin: str, to: str, armies: int) -> orders.MoveArmies:
    """Move armies."""
    return orders.MoveArmies(origin, to, armies)


def lead(commanders: str, path: str, armies: int) -> orders.MoveWithCommander:
    """Move armies with commanders; names and countries are separated by blanks."""
    return orders.MoveWithCommander(tuple(commanders.split()), tuple(path.split()), armies)


def battle(country: str) -> orders.ChooseBattle:
    """Fight in this country next."""
    return orders.ChooseBattle(country)


def retreat(to: str, armies: int, *commanders: str) -> orders.Retreat:
    """Retreat with so many of the survivors."""
    return orders.Retreat(to, armies, commanders)


class Played(Outcome[State]):
    """A position after orders, with what happened, or the refusal of the last one."""

    def lines(self, kind: type[E], /, **values: Any) -> list[tuple[int, str]]:
        """Amounts and clauses of the breakdown of the one event of a class, greatest first."""
        return sorted(super().lines(kind, **values), reverse=True)

    def armies(self, side: str) -> dict[str, int]:
        """Armies of a side by country."""
        return self.state.armies[side]

    @property
    def asked(self) -> list[tuple[str, str]]:
        """Who has to decide what now: seat and kind."""
        return asked(self.state)


def play(
    given: State | Played,
    seat: str,
    *given_orders: Order,
    french: Iterable[int | str] = (),
    allied: Iterable[int | str] = (),
) -> Played:
    """Give orders of one seat, one after the other; only the last one may be refused.

    Every order is held against the list of legal orders as well. Each side draws what is written,
    and all of it.
    """
    chance = ScriptedChance(french, allied)
    played = _give(given, seat, given_orders, chance)
    assert not chance.left, f"never drawn: {chance.left}"
    return played


def refusal(given: State | Played, seat: str, order: Order) -> tuple[str, str] | None:
    """Code and clause of the refusal of an order; None if it is legal."""
    return play(given, seat, order).refused


def skip(
    given: State | Played,
    to: str,
    seat: str = "",
    *,
    french: Iterable[int | str] = (),
    allied: Iterable[int | str] = (),
) -> Played:
    """Let everybody answer idly until that comes, or the game is over.

    It is a moment, in the turn of `seat`, or a kind of decision, of `seat`. What has no idle
    answer is answered by the first legal order.
    """
    chance = ScriptedChance(french, allied)
    played = given if isinstance(given, Played) else Played(given, [], None)
    happened: list[Event] = []
    for _ in range(LONG):
        open_decisions = RULES.decisions(played.state)
        if not open_decisions or _stands_at(played.state, to, seat, open_decisions[0]):
            break
        played = _idle(played, open_decisions[0], chance)
        happened += played.events
    else:
        raise AssertionError(f"{to} is never asked")
    assert not chance.left, f"never drawn: {chance.left}"
    return Played(played.state, happened, None)


def _stands_at(state: State, to: str, seat: str, decision: Decision) -> bool:
    if to not in MOMENTS:
        return decision.kind == to and decision.seat == (seat or decision.seat)
    phase, window = MOMENTS[to]
    if window:
        asked_there = state.window is not None and state.window.kind == window
    else:
        asked_there = decision.kind in ("move", "choose_battle") or _has_just_begun(state)
    return asked_there and state.phase == phase and state.active == (seat or state.active)


def _has_just_begun(state: State) -> bool:
    """Whether a battle has begun by itself, and nobody has said anything to it yet [E-58]."""
    window, battle = state.window, state.battle
    return window is not None and battle is not None and (window.passes, battle.cards) == (0, [])


def fight(
    given: State | Played,
    country: str,
    *cards: tuple[str, str],
    french: Iterable[int | str] = (),
    allied: Iterable[int | str] = (),
) -> Played:
    """Fight a battle up to the next decision after its dice; `cards` are played before them.

    Each card comes with the side that plays it. A side that is to play nothing now passes. The
    battle may have begun by itself, as the only one [E-58].
    """
    chance = ScriptedChance(french, allied)
    played = given if isinstance(given, Played) else Played(given, [], None)
    happened = []
    if not _is_fought(played.state, country):
        played = _give(given, played.state.active, [battle(country)], chance)
        happened = played.events
    waiting = list(cards)
    while _is_fought(played.state, country) and (window := played.state.window) is not None:
        mine = bool(waiting) and waiting[0][0] == window.word
        order = card(waiting.pop(0)[1]) if mine else PASS
        played = _give(played, window.word, [order], chance)
        happened += played.events
    assert not waiting, f"never played: {waiting}"
    assert not chance.left, f"never drawn: {chance.left}"
    return Played(played.state, happened, None)


def _is_fought(state: State, country: str) -> bool:
    return state.battle is not None and state.battle.country == country


def _idle(played: Played, decision: Decision, chance: ScriptedChance) -> Played:
    legal = list(RULES.legal_orders(played.state, decision))
    answer = next((order for order in IDLE if order in legal), legal[0])
    return _give(played, decision.seat, [answer], chance)


def _give(
    given: State | Played, seat: str, given_orders: Iterable[Order], chance: ScriptedChance
) -> Played:
    return acting.give(RULES, Played, given, seat, given_orders, chance)


def legal_orders(given: State | Played, seat: str) -> list[Order]:
    """Every order that is legal for a seat now."""
    return acting.legal_orders(RULES, given, seat)


def asked(given: State | Played) -> list[tuple[str, str]]:
    """Who has to decide what now: seat and kind."""
    return acting.asked(RULES, given)
