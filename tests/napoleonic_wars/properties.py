"""What else holds in every game of The Napoleonic Wars: see `Properties`."""

from __future__ import annotations

from napoleon.rulesets.napoleonic_wars import RULES
from napoleon.rulesets.napoleonic_wars.events.setup import GameSetUp
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse
from napoleon.rulesets.napoleonic_wars.nations import (
    BRITAIN,
    FRANCE,
    at_war,
    commander,
    enemies,
    is_allied,
)
from napoleon.rulesets.napoleonic_wars.pieces import sp_of, squadrons_of
from napoleon.rulesets.napoleonic_wars.spaces import leaders_in, present
from napoleon.rulesets.napoleonic_wars.state import PACT, State
from tests.napoleonic_wars.playing import forces, tallied
from tests.napoleonic_wars.random_play import Play
from tests.rulesets.properties import BY_HAND, Properties


def every_card_is_somewhere(game: Play) -> None:
    deck = sorted(RULES.pack.deck)
    for event, state in game.replayed():
        assert tallied(state) == deck, event


def no_nation_has_more_pieces_than_counters(game: Play) -> None:
    for event, state in game.replayed():
        for nation, limit in RULES.pack.limits.items():
            assert sp_of(state, nation) <= limit.max_sp, event
            assert squadrons_of(state, nation) <= limit.max_squadrons, event
        for space in state.spaces.values():
            assert all(lot.sp > 0 for lot in space.lots), event


def strength_points_that_have_done_the_same_are_one_lot(game: Play) -> None:
    for event, state in game.replayed():
        for force in forces(state):
            assert len({(it.nation, it.entered, it.fought) for it in force.lots}) == len(
                force.lots
            ), event


def leaders_are_on_the_map_or_off_it(game: Play) -> None:
    for event, state in game.replayed():
        if isinstance(event, GameSetUp):
            continue
        for leader in state.leaders.values():
            assert (leader.standing == "map") == bool(leader.where), event


def enemies_never_rest_in_one_space(game: Play) -> None:
    """Between two orders of an impulse, and between two impulses [9.51.a]."""
    for state in game.positions.values():
        if any(not isinstance(frame, Impulse) for frame in state.stack):
            continue
        for space, there in state.spaces.items():
            if there.lots or leaders_in(state, space):
                nations = present(state, space)
                assert not any(at_war(state, one, two) for one in nations for two in nations)


def diplomacy_fits_together(game: Play) -> None:
    """Whatever players do [8, R-66, R-67]."""
    for version, state in game.positions.items():
        wrong = _wrong_in_diplomacy(state)
        assert not wrong, (version, wrong)


def _wrong_in_diplomacy(state: State) -> list[str]:
    """What does not fit together, between two orders of an impulse or between impulses."""
    found: list[str] = []
    track = RULES.pack.track
    settled = not state.stack or isinstance(state.stack[-1], Impulse)
    for nation in track:
        it = state.nations[nation]
        if nation in state.powers and (it.row or it.box or it.caretaker):
            found.append(f"{nation} is a player power, and has a consul")
        if it.row and not it.box and not it.plus_face:
            found.append(f"{nation} is Unaligned, and on a row")
        if it.box == PACT and it.caretaker:
            found.append(f"{nation} is in Pact, and has a caretaker")
        if settled and it.box == PACT:
            power = state.nations[it.row]
            if it.camp != power.camp or enemies(state, RULES.pack, nation) != enemies(
                state, RULES.pack, it.row
            ):
                found.append(f"{nation} does not follow {it.row}")
        if settled and it.caretaker and not enemies(state, RULES.pack, nation):
            found.append(f"{nation} has a caretaker, and no war")
    for one in track:
        for other in track:
            if not at_war(state, one, other):
                continue
            if is_allied(state, one, other):
                found.append(f"{one} and {other} are allied, and at war")
            if settled and commander(state, one) == commander(state, other) != "":
                found.append(f"{one} and {other} are at war, and of one seat")
    if is_allied(state, FRANCE, BRITAIN):
        found.append("France and Great Britain are allied")
    return found


def nothing_goes_on_between_two_turns(game: Play) -> None:
    for event, state in game.replayed():
        if event.type == "turn_began":
            assert state.stack == [], event


PROPERTIES = Properties(
    own=(
        every_card_is_somewhere,
        no_nation_has_more_pieces_than_counters,
        strength_points_that_have_done_the_same_are_one_lot,
        leaders_are_on_the_map_or_off_it,
        enemies_never_rest_in_one_space,
        diplomacy_fits_together,
        nothing_goes_on_between_two_turns,
    ),
    opened=None,
    numbers=range(200),
    sample=(21, 42, 105, 126),  # one for each number of players, with both options
    examples=5,
    counted=range(60),
    often=1,
    seldom=dict.fromkeys(BY_HAND, 0),
)
