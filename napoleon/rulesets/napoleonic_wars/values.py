"""Values of a position that a referee sets one by one: numbers, and what is so or not [R-135].

Each is declared once: what it is called, by which clause it is, of whom it is said now, where it
stands, and what it may be. Events set them; see `events.corrections_of_values`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from napoleon.rules.kit.frames import inmost
from napoleon.rules.prose.language import noted
from napoleon.rulesets.napoleonic_wars.frames.cards import Building, Demand, Persuasion
from napoleon.rulesets.napoleonic_wars.frames.impulses import (
    CARDS,
    WINTER,
    Impulse,
    Influencing,
    Pool,
    Reinforcement,
)
from napoleon.rulesets.napoleonic_wars.nations import PRUSSIA, RUSSIA
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.state import PeaceChange, State

MOST_CP, MOST_PIECES, MOST_ZONES, MOST_SPACES = 30, 12, 30, 20
"""No table has more of each."""


class Value(NamedTuple):
    """A value of a position; one that is so or not is 1 or 0."""

    called: str
    clause: str
    of: Callable[[State, Pack], Iterable[str]]
    """The nations, leaders, spaces or cards of which it is said now."""
    read: Callable[[State, str], int]
    write: Callable[[State, str, int], None]
    most: int = 1
    least: int = 0


# -- where they stand ------------------------------------------------------------------------------


def _of_frame(called: str, clause: str, kind: type[Any], field: str, most: int = 1) -> Value:
    """A field of what is under way, said of its nation."""

    def of(state: State, pack: Pack) -> list[str]:
        frame = inmost(state, kind)
        return [] if frame is None else [frame.nation]

    def write(state: State, whose: str, value: int) -> None:
        frame = inmost(state, kind)
        setattr(frame, field, type(getattr(frame, field))(value))

    def read(state: State, whose: str) -> int:
        value: int = getattr(inmost(state, kind), field)
        return value

    return Value(called, clause, of, read, write, most)


def _of_state(called: str, clause: str, field: str, whose: str) -> Value:
    """Whether a field of the position holds, said of one nation."""
    return Value(
        called,
        clause,
        lambda state, pack: (whose,),
        lambda state, _: getattr(state, field),
        lambda state, _, value: setattr(state, field, bool(value)),
    )


def _listed(
    called: str, clause: str, field: str, among: Callable[[State, Pack], Iterable[str]]
) -> Value:
    """Whether something is in a list of the position."""

    def write(state: State, whose: str, value: int) -> None:
        others = [it for it in getattr(state, field) if it != whose]
        setattr(state, field, [*others, whose] if value else others)

    return Value(called, clause, among, lambda state, it: it in getattr(state, field), write)


def _of_pool(called: str, clause: str, found: Callable[[State], Mapping[str, Pool]]) -> Value:
    """The CP that are left in a pool."""

    def write(state: State, whose: str, value: int) -> None:
        found(state)[whose].cp = value

    return Value(
        called,
        clause,
        lambda state, pack: found(state),
        lambda state, it: found(state)[it].cp,
        write,
        MOST_CP,
    )


def _pools_of_events(state: State) -> dict[str, Pool]:
    """The pools that events have opened in the running impulse, by their cards."""
    impulse = inmost(state, Impulse)
    pools = [] if impulse is None else impulse.pools
    return {it.id: it for it in pools if it.id not in (CARDS, WINTER)}


def _pool_of(kind: type[Reinforcement | Influencing]) -> Callable[[State], dict[str, Pool]]:
    """The pool of a nation that spends CP between two turns."""

    def found(state: State) -> dict[str, Pool]:
        frame = inmost(state, kind)
        return {} if frame is None else {frame.nation: frame.pools[0]}

    return found


def _winter_pool(state: State) -> Pool | None:
    """Russia spends them in its impulse, where they are a pool; else they wait for it [R-104]."""
    impulse = inmost(state, Impulse)
    pools = [] if impulse is None else impulse.pools
    return next((it for it in pools if it.id == WINTER), None)


def _read_winter(state: State, whose: str) -> int:
    pool = _winter_pool(state)
    return state.winter_cp if pool is None else pool.cp


def _write_winter(state: State, whose: str, value: int) -> None:
    pool = _winter_pool(state)
    if pool is None:
        state.winter_cp = value
    else:
        pool.cp = value


def _write_roll(state: State, whose: str, value: int) -> None:
    state.winter = "done" if value else ""


def _write_last(state: State, whose: str, value: int) -> None:
    state.last = whose if value else ""


def _write_bid(state: State, whose: str, value: int) -> None:
    state.peace_bids = [it for it in state.peace_bids if it.nation != whose]
    if value:
        state.peace_bids.append(PeaceChange(whose, value))


def _write_excess(state: State, whose: str, value: int) -> None:
    state.ending.influence[whose] = value


def _write_entered(state: State, whose: str, value: int) -> None:
    state.leaders[whose].entered = value


NUMBERS: Mapping[str, Value] = {
    "maneuvers_left": _of_frame(
        noted("maneuvers left of a CP"), "13.a", Impulse, "maneuvers", MOST_PIECES
    ),
    "refits_left": _of_frame(
        noted("maneuvers left of a CP for refits"), "13.a", Reinforcement, "maneuvers", MOST_PIECES
    ),
    "cards_counted": _of_frame(
        noted("cards that count for the impulse"), "5.12.a", Impulse, "counted", 3
    ),
    "zones_at_start": _of_frame(
        noted("sea zones held when the impulse began"), "3.control", Impulse, "zones", MOST_ZONES
    ),
    "event_cp": _of_pool(noted("CP left of the event"), "6.3.a", _pools_of_events),
    "reinforcement_cp": _of_pool(
        noted("CP left of reinforcements"), "14.2.b", _pool_of(Reinforcement)
    ),
    "influence_cp": _of_pool(noted("CP left for influence"), "14.33.a", _pool_of(Influencing)),
    "excess_cp": Value(
        noted("CP of cards of too many"),
        "14.33.a",
        lambda state, pack: state.ending.influence,
        lambda state, it: state.ending.influence[it],
        _write_excess,
        MOST_CP,
    ),
    "winter_cp": Value(
        noted("CP for what the winter took"),
        "17.1.b",
        lambda state, pack: (RUSSIA,),
        _read_winter,
        _write_winter,
        MOST_CP,
    ),
    "peace_given": Value(
        noted("change of the peace roll for a card"),
        "5.8.a",
        lambda state, pack: state.powers,
        lambda state, whose: sum(it.by for it in state.peace_bids if it.nation == whose),
        _write_bid,
        least=-1,
    ),
    "spaces_entered": Value(
        noted("spaces entered in this impulse"),
        "9.1.a",
        lambda state, pack: (it for it, of in state.leaders.items() if of.standing == "map"),
        lambda state, whose: state.leaders[whose].entered,
        _write_entered,
        MOST_SPACES,
    ),
    "sp_to_place": _of_frame(
        noted("SP still to be placed by the event"), "6.11.a", Building, "sp", MOST_PIECES
    ),
    "squadrons_to_place": _of_frame(
        noted("squadrons still to be placed by the event"),
        "6.11.a",
        Building,
        "squadrons",
        MOST_PIECES,
    ),
    "sp_demanded": _of_frame(
        noted("SP still to be put on the card"), "6.13.a", Demand, "sp", MOST_PIECES
    ),
    "leaders_demanded": _of_frame(
        noted("leaders still to be put on the card"), "6.13.a", Demand, "leaders", MOST_PIECES
    ),
    "squadrons_demanded": _of_frame(
        noted("squadrons still to be put on the card"), "6.13.a", Demand, "squadrons", MOST_PIECES
    ),
    "cp_for_demand": _of_frame(
        noted("CP of cards for what is lacking"), "R-74", Demand, "cp", MOST_CP
    ),
    "boxes_left": _of_frame(
        noted("boxes that its consul may still move"), "8.1.c", Persuasion, "left", MOST_PIECES
    ),
}
"""Numbers, by their ids."""

MARKS: Mapping[str, Value] = {
    "prussia_roused": _of_state(noted("invasion in the first round"), "8.5.a", "roused", PRUSSIA),
    "winter_rolled": Value(
        noted("roll for winter before its impulse"),
        "17.1.a",
        lambda state, pack: (RUSSIA,),
        lambda state, _: state.winter != "",
        _write_roll,
    ),
    "latest_impulse": Value(
        noted("the latest impulse"),
        "5.2.c",
        lambda state, pack: pack.track,
        lambda state, whose: state.last == whose,
        _write_last,
    ),
    "last_impulse": Value(
        noted("the last impulse of card play"),
        "5.5.d",
        lambda state, pack: [it.nation for it in [inmost(state, Impulse)] if it is not None],
        lambda state, _: state.over,
        lambda state, _, value: setattr(state, "over", bool(value)),
    ),
    "may_submit": _listed(
        noted("the right to offer submission"),
        "15.41.a",
        "parley",
        lambda state, pack: [] if inmost(state, Impulse) else state.powers,
    ),
    "besieged_now": _listed(
        noted("a siege in this impulse"),
        "12.2.c",
        "besieged",
        lambda state, pack: (it.id for it in pack.spaces.values() if it.fortress),
    ),
    "failed_there": _listed(
        noted("a failed interception from there"),
        "10.13.a",
        "failed_from",
        lambda state, pack: pack.spaces,
    ),
    "plus_played": _of_frame(noted("a card marked + in this impulse"), "5.12.b", Impulse, "joined"),
    "resource_spent": _of_frame(
        noted("a Resource spent in this impulse"), "16.2.a", Impulse, "resource"
    ),
    "drawn_card_played": _of_frame(
        noted("a drawn card played in this impulse"), "R-105", Impulse, "continued"
    ),
    "convoy_sent": _of_frame(noted("a convoy in this impulse"), "13.6.b", Impulse, "convoyed"),
    "camp_question": _of_frame(
        noted("a question about its camp in this impulse"), "R-179", Impulse, "camp_asked"
    ),
    "free_deployment": _of_frame(
        noted("the free deployment"), "14.21.a", Reinforcement, "deployed"
    ),
    "extra_deployment": _of_frame(noted("the extra deployment"), "14.21.c", Reinforcement, "extra"),
}
"""What is so or not, by ids."""

NAMES = {it: value.called for it, value in {**NUMBERS, **MARKS}.items()}
"""What each is called."""
