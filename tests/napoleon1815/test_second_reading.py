"""The rules against a second reading of the rulebook, in positions of random games.

`by_the_book.py` was written from the digest and the rulings by somebody who had not seen the rules;
here the two are compared. Cards that decide little by chance are dealt to who is asked, so that
each of them is tried in each window.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import pytest

from napoleon.chance import SeededChance
from napoleon.rules.events import Event
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon1815 import RULES
from napoleon.rulesets.napoleon1815.events.casualties import (
    CommanderRemoved,
    CorpsEliminated,
    FatigueAssigned,
    FatigueIncurred,
    FatigueRemoved,
    FatigueSpread,
    LossAssigned,
)
from napoleon.rulesets.napoleon1815.events.combat import (
    CombatEffectsSet,
    CombatStarted,
    StackRetreated,
)
from napoleon.rulesets.napoleon1815.events.combat_cards import SquaresFormed
from napoleon.rulesets.napoleon1815.events.fog import ScoutEliminated, ScoutReported
from napoleon.rulesets.napoleon1815.events.movement import (
    AreaBecameContested,
    ControlTaken,
    FortifiedPositionRemoved,
    MovementEnded,
    RetreatMarkerPlaced,
    StackMoved,
)
from napoleon.rulesets.napoleon1815.events.operations import OperationCutShort, OperationEnded
from napoleon.rulesets.napoleon1815.events.turn import (
    GameWon,
    PhaseStarted,
    TurnEnded,
    VictoryTrackMoved,
)
from napoleon.rulesets.napoleon1815.events.windows import EventApplied, EventPlayed
from napoleon.rulesets.napoleon1815.orders import (
    AnswerOffer,
    ChooseAttack,
    EndMove,
    OfferCards,
    PlayEvent,
    StepMove,
)
from napoleon.rulesets.napoleon1815.state import State
from tests.napoleon1815.by_the_book import (
    ALLIED,
    FRENCH,
    PACK,
    Board,
    March,
    army,
    exhaustion,
    held,
    in_contact,
    is_corps,
    may_play,
    nameable,
    shielded,
    side,
)
from tests.napoleon1815.random_play import GAME, Play, whole_game
from tests.repetitions import some_of

BEFORE_A_CARD = (
    AreaBecameContested,
    ControlTaken,
    FortifiedPositionRemoved,
    RetreatMarkerPlaced,
    ScoutEliminated,
    ScoutReported,
    VictoryTrackMoved,
)
"""What a stack brings about by entering an area, before anybody may answer."""
END_OF_A_ROAD = (StackMoved, MovementEnded, OperationCutShort, OperationEnded, GameWon)


MIXED_SQUARES = 17
"""A game in which corps of both Allied armies could form squares together."""


@pytest.fixture(scope="module", params=some_of({*range(8), MIXED_SQUARES}, range(240)))
def play(request: pytest.FixtureRequest) -> Play:
    """A finished game."""
    number: int = request.param
    return whole_game(number)


def questions(play: Play, *kinds: str) -> Iterator[tuple[int, State, Decision]]:
    """All that was asked of these kinds, with the version and the position."""
    for version, decisions in sorted(play.asked.items()):
        for decision in decisions:
            if decision.kind in kinds:
                yield version, play.positions[version], decision


def holding(state: State, seat: str, event: str) -> State | None:
    """The position with a card of this event in a hand, if it is in a deck, a hand or discarded."""
    dealt = RULES.copied(state)
    of = side(seat)
    other_hands = [hand for it, hand in dealt.hands.items() if it != seat and side(it) == of]
    for number, card in PACK.cards.items():
        if card.event != event or card.side != of:
            continue
        if number in dealt.hands[seat]:
            return dealt
        for pile in (dealt.decks[of], dealt.discards[of], *other_hands):
            if number in pile:
                pile.remove(number)
                dealt.hands[seat].append(number)
                return dealt
    return None


def cards(state: State, decision: Decision, event: str) -> list[PlayEvent]:
    """The orders with which a card of this event may be played."""
    return [
        it
        for it in RULES.legal_orders(state, decision)
        if isinstance(it, PlayEvent) and it.card in held(state, decision.seat, event)
    ]


def carried_out(play: Play, state: State, seat: str, order: Order) -> Sequence[Event] | Refusal:
    """What comes of an order."""
    return RULES.decide(state, seat, order, SeededChance(play.seed, GAME, drawn=state.draws))


def after(state: State, events: Sequence[Event]) -> State:
    """The position after these events."""
    later = RULES.copied(state)
    for event in events:
        later = RULES.apply(later, event)
    return later


# -- marching ---------------------------------------------------------------------------------


def test_a_march_goes_on_and_ends_where_the_book_says(play: Play) -> None:
    for version, state, decision in questions(play, "march"):
        march = March(state, play.events[:version])
        legal_orders = list(RULES.legal_orders(state, decision))
        assert {it.road for it in legal_orders if isinstance(it, StepMove)} == march.ways()
        assert EndMove() in legal_orders
        if march.over():
            assert march.board.fog, "without fog everybody sees that it is over"
            assert legal_orders == [EndMove()]  # RULING.90


def test_other_roads_are_refused_and_a_refusal_names_no_block_of_others(play: Play) -> None:
    for version, state, decision in questions(play, "march"):
        march = March(state, play.events[:version])
        others = {it for it in state.blocks if march.board.player(it) != decision.seat}
        for road in PACK.graph.roads_of(march.here):
            if road.id in march.ways():
                continue
            refusal = carried_out(play, state, decision.seat, StepMove(road.id))
            assert isinstance(refusal, Refusal)
            if not march.over() and march.leaves_commander_alone() and not march.roads:
                assert refusal.code in {"COMMANDER_ALONE", "NOT_ENOUGH_MP"} or state.markers
            if march.board.fog:
                told = f"{refusal.detail} {refusal.facts}"
                assert not [it for it in others if it in told or _name(it) in told]


def _name(block: str) -> str:
    """The name of a block, of a scout its id."""
    return PACK.blocks[block].name if block in PACK.blocks else block


@pytest.mark.parametrize("event", ["forced_march", "bridge_demolition"])
def test_cards_of_a_march_are_played_while_it_goes_on(play: Play, event: str) -> None:
    for version, state, decision in questions(play, "march"):
        dealt = holding(state, decision.seat, event)
        if dealt is None or not may_play(dealt, decision.seat) or _refused_by_the_leader(dealt):
            continue
        march = March(dealt, play.events[:version])
        offered = {it.road for it in cards(dealt, decision, event)}
        if event == "forced_march":
            assert offered == (set() if march.over() else {""})
        else:
            assert offered == march.bridges()


def _refused_by_the_leader(state: State) -> bool:
    """Whether the leader has turned a card down here: each has one chance in a window."""
    assert state.operation is not None
    now = f"W.MOVING/{state.operation.roads}/"
    return any(it.startswith(now) for it in state.operation.answered)


# -- windows ----------------------------------------------------------------------------------


def test_insubordination_names_whom_the_book_names(play: Play) -> None:
    for version, state, decision in questions(play, "window"):
        dealt = holding(state, decision.seat, "insubordination")
        if side(decision.seat) != ALLIED or dealt is None or not may_play(dealt, decision.seat):
            continue
        march = March(dealt, play.events[:version])
        named = {it.blocks[0] for it in cards(dealt, decision, "insubordination")}
        if march.board.fog:
            tokens = {block.token: it for it, block in dealt.blocks.items()}
            named = {tokens.get(it, it) for it in named}
        open_to_it = decision.clause in {"W.OPSTART", "W.FLIPPED", "W.ENTERED", "W.MOVEEND"}
        if march.side == FRENCH and open_to_it:
            assert named == nameable(dealt)
        else:
            assert not named


@pytest.mark.parametrize("event", ["confusion", "organisation"])
def test_cards_on_entering_an_area_have_the_conditions_of_the_book(play: Play, event: str) -> None:
    for version, state, decision in questions(play, "window"):
        dealt = holding(state, decision.seat, event)
        if dealt is None or not may_play(dealt, decision.seat):
            continue
        march = March(dealt, play.events[:version])
        own = side(decision.seat) == march.side
        fits = (
            own and march.enters_friends()
            if event == "organisation"
            else not own and march.confusable()
        )
        assert bool(cards(dealt, decision, event)) == (decision.clause == "W.ENTERED" and fits)


def test_who_is_asked_when_an_area_is_entered(play: Play) -> None:
    positions = sorted(play.positions)
    for index, state in _entered(play):
        asked = play.positions[max(it for it in positions if it <= index)]
        march = March(state, play.events[: index + 1])
        if state.operation is None or not march.stack or _unknown(march):
            continue
        end = next(
            it
            for it in range(index + 1, len(play.events))
            if isinstance(play.events[it], END_OF_A_ROAD)
        )
        seats = {
            it.decision.seat
            for it in play.answers
            if index < it.version <= end and it.decision.clause == "W.ENTERED"
        }
        expected = {
            seat
            for seat in state.seats
            if may_play(asked, seat) and _may_matter(march, state, seat)
        }
        if isinstance(play.events[end], GameWon):
            continue
        played = any(isinstance(it, EventPlayed) for it in play.events[index:end])
        assert seats <= expected if played else seats == expected


def _entered(play: Play) -> Iterator[tuple[int, State]]:
    """Each road that a stack has taken, with the position that this has brought about."""
    for index, (event, state) in enumerate(play.replayed()):
        if not isinstance(event, StackMoved):
            continue
        later = RULES.copied(state)
        for following in play.events[index + 1 :]:
            if not isinstance(following, BEFORE_A_CARD):
                break
            later = RULES.apply(later, following)
        yield index, later


def _unknown(march: March) -> bool:
    """A scout among enemies, of whom nobody but it knows what they are."""
    return not march.corps and bool(march.board.blocks(march.here, march.enemy))


def _may_matter(march: March, state: State, seat: str) -> bool:
    """Whether a card of this seat's deck could be played, by what is there for all to see."""
    if side(seat) == march.side:
        others = (
            march.board.blocks(march.here, FRENCH) - march.stack
            if march.board.fog
            else march.board.corps(march.here, FRENCH) - march.stack
        )
        return march.side == FRENCH and bool(others) and not march.board.corps(march.here, ALLIED)
    return march.confusable() or (march.side == FRENCH and bool(nameable(state)))


# -- attacks ----------------------------------------------------------------------------------


def test_a_stack_attacks_where_the_book_lets_it(play: Play) -> None:
    for version, state, decision in questions(play, "choose_attack"):
        march = March(state, play.events[:version])
        may = (
            bool(march.corps)
            and march.board.contested(march.here)
            and (bool(march.roads) or march.total > 0)  # RULING.58
        )
        assert (ChooseAttack(True) in list(RULES.legal_orders(state, decision))) == may
        if not may:
            assert march.board.fog
            continue
        events = carried_out(play, state, decision.seat, ChooseAttack(True))
        assert not isinstance(events, Refusal)
        started = next(it for it in events if isinstance(it, CombatStarted))
        assert started.kind == "move_attack", "it has chosen to move [COMBAT.1c, RULING.58]"


# -- the end of a turn ------------------------------------------------------------------------


def test_exhaustion_costs_what_the_book_says_and_all_at_once(play: Play) -> None:
    begun = {
        index: RULES.copied(state)
        for index, (event, state) in enumerate(play.replayed())
        if isinstance(event, PhaseStarted) and event.name == "recovery"
    }
    for index, state in begun.items():
        end = next(
            it
            for it in range(index, len(play.events))
            if isinstance(play.events[it], TurnEnded | GameWon)
        )
        phase = play.events[index : end + 1]
        removed = {it.corps: it.points for it in phase if isinstance(it, FatigueRemoved)}
        expected = exhaustion(state, removed)
        lost = [it for it in phase if isinstance(it, LossAssigned)]
        assert sorted(it.corps for it in lost) == sorted(expected.corps)
        assert all(it.points == 1 for it in lost)
        gone = [it for it in phase if isinstance(it, CorpsEliminated)]
        assert {it.corps for it in gone} == expected.eliminated
        alone = [it for it in phase if isinstance(it, CommanderRemoved)]
        assert {it.commander for it in alone} == expected.commanders
        moves = [it for it in phase if isinstance(it, VictoryTrackMoved)]
        by_it = [
            it
            for it in moves
            if {line.clause for line in it.breakdown} & {"VICTORY.1", "VICTORY.5"}
        ]
        # Also if Napoleon is lost by it, whatever the track then says [VICTORY.7, RULING.107].
        assert [it.delta for it in by_it if it.delta] == [expected.moves] * bool(expected.moves)
        for move in by_it:
            suffered = [*lost, *gone, *alone]
            assert all(phase.index(it) < phase.index(move) for it in suffered)
        if expected.winner:
            won = phase[-1]
            assert isinstance(won, GameWon)
            assert won.side == expected.winner
            assert moves == by_it, "the end is looked at before anything else is scored"


# -- three players ----------------------------------------------------------------------------


def test_partners_exchange_cards_whenever_the_book_lets_them(play: Play) -> None:
    random = Random(play.seed)
    for version in sorted(play.asked):
        state = play.positions[version]
        if not Board(state).three or state.result is not None or state.swap is not None:
            continue
        if random.random() < 0.9:
            continue
        seat, partner = random.sample(["anglo_dutch", "prussian"], 2)
        give = _some(random, sorted({*state.hands[seat]} - _bound(state)))
        take = _some(random, [*state.hands[partner], *state.decks[ALLIED][:1]])
        offered = carried_out(play, state, seat, OfferCards(give, take))
        assert isinstance(offered, Refusal) != (in_contact(state) and bool(give or take))
        if isinstance(offered, Refusal):
            continue
        waiting = after(state, offered)
        assert [it.seat for it in RULES.decisions(waiting)] == [partner]
        turned_down = carried_out(play, waiting, partner, AnswerOffer(False))
        assert not isinstance(turned_down, Refusal)
        assert after(waiting, turned_down).hands == state.hands
        if not set(take) <= {*state.hands[partner]} - _bound(state):
            assert isinstance(carried_out(play, waiting, partner, AnswerOffer(True)), Refusal)
            continue
        accepted = carried_out(play, waiting, partner, AnswerOffer(True))
        assert not isinstance(accepted, Refusal)
        hands = after(waiting, accepted).hands
        assert set(hands[seat]) == {*state.hands[seat], *take} - set(give)
        assert set(hands[partner]) == {*state.hands[partner], *give} - set(take)


def _bound(state: State) -> set[int]:
    """Cards that stay where they are: the leader is asked about them, or an answer names them."""
    sealed = {
        order["card"] for given in state.sealed.values() for order in given if "card" in order
    }
    return sealed | ({state.proposed.card} if state.proposed else set())


def _some(random: Random, numbers: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(random.sample(numbers, min(len(numbers), random.randint(0, 3)))))


def test_squares_shield_the_corps_of_who_played_them(play: Play) -> None:
    random = Random(play.seed)
    for _, state, decision in questions(play, "window"):
        if decision.clause != "W.COMBAT" or side(decision.seat) != ALLIED:
            continue
        dealt = holding(state, decision.seat, "squares")
        if dealt is None or not Board(dealt).three or not may_play(dealt, decision.seat):
            continue
        orders = cards(dealt, decision, "squares")
        assert dealt.combat is not None
        taking_part = [*dealt.combat.attackers, *dealt.combat.defenders]
        own = [it for it in taking_part if is_corps(it) and army(it) == decision.seat]
        assert bool(orders) == bool(own)  # RULING.80
        if orders:
            _fight_in_squares(play, dealt, decision.seat, orders[0], random)


def _fight_in_squares(play: Play, state: State, seat: str, order: Order, random: Random) -> None:
    """Fight the combat, at random but for the squares, until the Allies have their fatigue."""
    events = list[Event]()
    combat = state.combat
    assert combat is not None
    allies = combat.attackers if combat.attacker == ALLIED else combat.defenders
    while state.combat is not None and state.result is None:
        caused = carried_out(play, state, seat, order)
        assert not isinstance(caused, Refusal)
        events += caused
        state = after(state, caused)
        decision = random.choice(RULES.decisions(state) or [None])
        if decision is None:
            break
        seat = decision.seat
        order = random.choice(list(RULES.legal_orders(state, decision)))
        if isinstance(order, PlayEvent):
            order = next(iter(RULES.legal_orders(state, decision)))
    formed = next((it for it in events if isinstance(it, SquaresFormed)), None)
    suffered = next(
        (
            it
            for it in events
            if isinstance(it, FatigueIncurred) and it.reason == "combat" and it.side == ALLIED
        ),
        None,
    )
    if formed is None or suffered is None:
        return
    corps = list(suffered.corps)
    assert set(corps) == {it for it in allies if is_corps(it)}
    hit = next(it for it in events if isinstance(it, CombatEffectsSet) and it.side_hit == ALLIED)
    begun = events.index(suffered)
    assigned = dict.fromkeys(corps, 0)
    for event in events[begun:]:
        if isinstance(event, FatigueIncurred) and event.reason != "combat":
            break
        match event:
            case FatigueAssigned(corps=one, points=points) if one in assigned:
                assigned[one] = points
            case FatigueSpread(points=shares):  # of both armies together
                assigned.update(shares)
    printed = {"COMBAT.3b", "COMBAT.3c", "COMBAT.3d"}
    without_squares = sum(it.amount for it in hit.breakdown if it.clause in printed)
    if {army(it) for it in corps} == {army(it) for it in formed.corps}:
        assert assigned in _shares(max(without_squares - 2, 0), corps, ())  # COMBAT.3e
    else:
        assert assigned in _shares(max(without_squares, 0), corps, formed.corps)  # RULING.80


def _shares(points: int, corps: Sequence[str], of: Sequence[str]) -> list[dict[str, int]]:
    """All that can come of spreading fatigue over a stack of which squares shield some."""
    each, over = divmod(points, len(corps))
    return [
        shielded({it: each + (it in more) for it in corps}, of)
        for more in combinations(corps, over)
    ]


def test_panic_carries_nobody_on_from_where_enemies_stand(play: Play) -> None:
    for _, state, decision in questions(play, "window"):
        if decision.clause != "W.RETREATED" or side(decision.seat) != ALLIED:
            continue
        dealt = holding(state, decision.seat, "panic")
        if dealt is None or not may_play(dealt, decision.seat):
            continue
        for order in cards(dealt, decision, "panic"):
            _flee(play, dealt, decision.seat, order)


def _flee(play: Play, state: State, seat: str, order: Order) -> None:
    assert state.combat is not None
    lost = state.combat.attackers if state.combat.attacker == FRENCH else state.combat.defenders
    here = next(block.area for it in lost if (block := state.blocks[it]).area is not None)
    among_enemies = Board(state).contested(here or "")
    events = list[Event]()
    while True:
        caused = carried_out(play, state, seat, order)
        assert not isinstance(caused, Refusal)
        events += caused
        if any(isinstance(it, EventApplied | OperationEnded | GameWon) for it in events):
            break  # the flight may end the game, and then nobody is asked any more
        state = after(state, caused)
        if state.result is None:  # two points of fatigue may end the game [ELIM.2, VICTORY.6]
            decision = RULES.decisions(state)[0]
            seat, order = decision.seat, next(iter(RULES.legal_orders(state, decision)))
    if among_enemies:
        assert not any(isinstance(it, StackRetreated) for it in events)
