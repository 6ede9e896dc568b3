"""What holds in every game, whoever plays it.

A hundred games are played to their end, of every kind, by careless and by bold players. Then
hypothesis chooses the orders.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given, settings

from napoleon.chance import PUBLIC, SeededChance
from napoleon.log.events.draws import DrawsCalled, SecretDrawsCalled, drawn_values, with_calls
from napoleon.rules.events import Line, total
from napoleon.rulesets.napoleon1815 import RULES
from napoleon.rulesets.napoleon1815.events.casualties import (
    CorpsEliminated,
    FatigueIncurred,
    LossAssigned,
)
from napoleon.rulesets.napoleon1815.events.combat import CombatStarted, StackRetreated
from napoleon.rulesets.napoleon1815.events.combat_cards import CombatAvoided, RetreatExtended
from napoleon.rulesets.napoleon1815.events.corrections import (
    BlockRestored,
    BlockWithdrawn,
    StrengthCorrected,
    TrackCorrected,
)
from napoleon.rulesets.napoleon1815.events.initiative import StrengthAdded
from napoleon.rulesets.napoleon1815.events.setup import BlockPlaced, TableLaid
from napoleon.rulesets.napoleon1815.events.turn import VictoryTrackMoved
from napoleon.rulesets.napoleon1815.sides import ALLIED, FRENCH, SIDES
from napoleon.rulesets.napoleon1815.state import State
from napoleon.rulesets.napoleon1815.table import Table
from tests.napoleon1815.random_play import EVERY_TWO, KINDS, Play, plays, replay, whole_game
from tests.repetitions import some_of
from tests.watching import MAPPER, digest, stored

GAMES = 100
"""Under ``make soak``, of every kind; under ``make test`` some of these, in which every two choices
come together. ``tests/record/test_adjudication.py`` plays others like that.
"""

EXPLAINED: dict[str, str] = {
    "movement_points_set": "total",
    "combat_cards_counted": "total",
    "combat_called_off": "total_at_check",
    "victory_track_moved": "delta",
    "track_corrected": "delta",
    "fatigue_incurred": "total",
    "combat_effects_set": "fatigue",
    "pursuit_started": "cards",
}
"""The number that the breakdown of an event explains."""


@pytest.fixture(
    scope="module",
    params=some_of(EVERY_TWO, range(GAMES)),
    ids=lambda n: f"{n}-{KINDS[n % len(KINDS)]}",
)
def game(request: pytest.FixtureRequest) -> Play:
    return whole_game(request.param)


# -- replay ----------------------------------------------------------------------------------------


def the_log_gives_the_positions_that_were_played(game: Play) -> None:
    events = [MAPPER.to_domain_event(row) for row in game.log]
    assert len(events) == len(game.live)
    for version, (_, state) in enumerate(replay(events), 1):  # type: ignore[arg-type]
        assert digest(state) == game.live[version - 1], version
        if version in game.positions:
            assert digest(state) == digest(game.positions[version])
            assert RULES.decisions(state) == game.asked[version]


def every_draw_is_called_before_an_event_tells_its_result(game: Play) -> None:
    called: list[int] = []
    for event in with_calls(game.events, game.calls, game.seed):
        if isinstance(event, DrawsCalled | SecretDrawsCalled):
            assert event.first == sum(called)
            called.append(len(event.purposes))
        elif values := drawn_values(event):
            assert len(values) == called[-1]
    assert sum(called) == len(game.calls) == game.state.draws


def only_dice_are_drawn_in_the_open(game: Play) -> None:
    assert all((call.chain == PUBLIC) == (" die " in call.purpose) for call in game.calls)


def no_event_changes_once_it_is_recorded(game: Play) -> None:
    assert [stored(event) for event in game.events] == game.log


# -- what is conserved -------------------------------------------------------------------------


def strength_points_are_on_the_board_or_lost_and_scored(game: Play) -> None:
    placed, lost = Counter[str](), Counter[str]()
    for event, state in replay(game.events):
        match event:
            case BlockPlaced() | BlockRestored():
                placed[RULES.pack.pieces[event.block].side] += event.infantry + event.cavalry
            case BlockWithdrawn():
                placed[RULES.pack.pieces[event.block].side] -= event.infantry + event.cavalry
            case StrengthCorrected():
                change = sum(event.after.values()) - sum(event.before.values())
                placed[RULES.pack.pieces[event.corps].side] += change
            case StrengthAdded():
                placed[RULES.pack.blocks[event.corps].side] += 1
            case LossAssigned():
                lost[event.side] += event.points
            case CorpsEliminated():
                lost[event.side] += event.strength_lost
        board, scored = Counter[str](), Counter[str]()
        for block, it in state.blocks.items():
            board[RULES.pack.pieces[block].side] += it.strength
        for line in points(state):
            if line.clause == "VICTORY.1":
                scored[FRENCH if line.amount > 0 else ALLIED] += abs(line.amount)
        for side in SIDES:
            assert board[side] + lost[side] == placed[side], event
            assert scored[side] == lost[side], event


def points(state: State) -> list[Line]:
    """Everything that was ever scored."""
    return [line for *_, lines in state.history for line in lines] + state.tally


def every_card_is_somewhere(game: Play) -> None:
    for event, state in replay(game.events):
        if len(state.decks) < len(SIDES):
            continue
        held = [card for hand in state.hands.values() for card in hand]
        loose = [*held, *state.revealed, *state.lasting.values()]
        for side in SIDES:
            cards = [
                *state.decks[side],
                *state.discards[side],
                *state.open_cards.get(side, []),
                *(card for card in loose if RULES.pack.cards[card].side == side),
            ]
            assert len(cards) == 36, event
            assert tuple(sorted(cards)) == RULES.pack.deck(side, len(state.seats)), event


def every_block_is_in_one_place(game: Play) -> None:
    for event, state in replay(game.events):
        kept = [list(state.blocks), list(state.reinforcements), state.awaiting_event]
        names = [name for some in kept for name in some]
        assert len(names) == len(set(names)), event
        for it in state.blocks.values():
            assert (it.area in RULES.pack.areas) != it.removed, event
            assert min(it.infantry, it.cavalry, it.fatigue) >= 0, event
            assert it.strength <= 8, event
        for area in state.control:
            assert RULES.pack.areas[area].victory_points > 0, event


def the_track_is_the_sum_of_its_moves(game: Play) -> None:
    laid = game.events[0]
    assert isinstance(laid, TableLaid)
    value = laid.track
    for event, state in replay(game.events):
        if isinstance(event, VictoryTrackMoved | TrackCorrected):
            assert event.before == value
            value += event.delta
            assert event.after == value
        assert state.track == value
    lines = [line for *_, moved in game.state.history for line in moved]
    assert value == laid.track + total(lines)


def breakdowns_sum_to_the_numbers_that_they_explain(game: Play) -> None:
    retreats: list[Line] = []
    for event in game.events:
        if isinstance(event, CombatStarted):
            retreats = []
        if isinstance(event, StackRetreated | CombatAvoided | RetreatExtended):
            retreats.extend(event.breakdown)
        elif "breakdown" in event.payload:
            assert total(event.breakdown) == getattr(event, EXPLAINED[event.type]), event  # type: ignore[attr-defined]
        if isinstance(event, FatigueIncurred) and event.reason == "retreat":
            assert list(event.breakdown) == retreats
            retreats = []
        for line in getattr(event, "breakdown", ()):
            assert RULES.clause(line.clause) is not None, event


def every_event_cites_clauses_of_the_rules(game: Play) -> None:
    for event in game.events:
        assert event.clauses, event
        for name in event.clauses:
            assert RULES.clause(name) is not None, event


# -- when somebody has to decide ------------------------------------------------------------------


def the_table_is_tidy_when_somebody_has_to_decide(game: Play) -> None:
    for version, state in game.positions.items():
        table = Table(state, RULES.pack)
        assert bool(game.asked[version]) == (state.result is None)
        if state.result is not None:
            continue
        assert 0 < state.track < 20
        assert not state.open_cards
        assert all(state.decks.values())
        areas = [a for a in RULES.pack.areas if all(table.corps_in(a, side) for side in SIDES)]
        # What an event did to a stack, its fatigue too, is carried out before the board settles.
        by_event = "event" in {it.reason for it in state.allocations}
        if not table.netting and not by_event:
            assert not state.tally
            assert len(set(state.contested)) == len(state.contested)
            beaten = {table.combat.area} if table.combat else set()
            assert set(state.contested) - set(areas) <= beaten, "RULING.67"
            assert set(areas) <= set(state.contested)
            assert set(state.markers) <= set(state.contested)
        for area, marker in state.markers.items():
            assert area in (
                RULES.pack.graph.roads[marker.road].a,
                RULES.pack.graph.roads[marker.road].b,
            )
        for side in SIDES:
            for corps in table.corps_on_map(side):
                assert table.block(corps).strength > 0
                assert table.block(corps).fatigue <= 8
            for block in table.on_map(side):
                alone = RULES.pack.pieces[block].kind == "scout"
                assert alone or table.corps_in(table.block(block).area or "", side)
        for area in state.fortified:
            alone = table.corps_in(area, FRENCH) and not table.corps_in(area, ALLIED)
            assert by_event or not alone
        if state.phase != "draw":
            held = [card for hand in state.hands.values() for card in hand]
            assert "red" not in {RULES.pack.cards[card].colour for card in held}


def decisions_keep_their_ids_until_they_are_answered(game: Play) -> None:
    answered = set()
    versions = sorted(game.asked)
    for answer, then in zip(game.answers, versions[1:], strict=True):
        open_now, open_then = game.asked[answer.version], game.asked[then]
        assert len({decision.id for decision in open_now}) == len(open_now)
        assert len({decision.seat for decision in open_now}) == len(open_now)
        answered.add(answer.decision.id)
        assert answered.isdisjoint(decision.id for decision in open_then)
        if game.positions[then].result is None:
            others = [it for it in open_now if it.seat != answer.decision.seat]
            assert all(other in open_then for other in others)
        for decision in open_now:
            assert RULES.clause(decision.clause) is not None


ALWAYS: tuple[Callable[[Play], None], ...] = (
    the_log_gives_the_positions_that_were_played,
    every_draw_is_called_before_an_event_tells_its_result,
    only_dice_are_drawn_in_the_open,
    no_event_changes_once_it_is_recorded,
    strength_points_are_on_the_board_or_lost_and_scored,
    every_card_is_somewhere,
    every_block_is_in_one_place,
    the_track_is_the_sum_of_its_moves,
    breakdowns_sum_to_the_numbers_that_they_explain,
    every_event_cites_clauses_of_the_rules,
    the_table_is_tidy_when_somebody_has_to_decide,
    decisions_keep_their_ids_until_they_are_answered,
)
"""What holds for every game, finished or not."""


# -- under random play ---------------------------------------------------------------------------


@pytest.mark.parametrize("holds", ALWAYS, ids=lambda holds: holds.__name__)
def test_in_whole_games(game: Play, holds: Callable[[Play], None]) -> None:
    assert game.over
    holds(game)


def test_replay_draws_nothing(game: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    def drawn(*_: object) -> None:
        raise AssertionError("a replay drew")

    monkeypatch.setattr(SeededChance, "pick", drawn)
    monkeypatch.setattr(Table, "draw", drawn)
    *_, (_, state) = replay(game.events)
    assert digest(state) == digest(game.state)


@settings(max_examples=40, deadline=None)
@given(plays())
def test_whatever_is_chosen(play: Play) -> None:
    for holds in ALWAYS:
        holds(play)
