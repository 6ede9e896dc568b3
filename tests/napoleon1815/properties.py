"""What else holds in every game of Napoléon 1815: see `Properties`."""

from __future__ import annotations

from collections import Counter

from napoleon.rules.events import Line, total
from napoleon.rulesets.napoleon1815 import RULES
from napoleon.rulesets.napoleon1815.corrections.blocks import StrengthCorrected
from napoleon.rulesets.napoleon1815.corrections.board import TrackCorrected
from napoleon.rulesets.napoleon1815.events.casualties import (
    CorpsEliminated,
    FatigueIncurred,
    LossAssigned,
)
from napoleon.rulesets.napoleon1815.events.combat import CombatStarted, StackRetreated
from napoleon.rulesets.napoleon1815.events.combat_cards import CombatAvoided, RetreatExtended
from napoleon.rulesets.napoleon1815.events.corrections import BlockRestored, BlockWithdrawn
from napoleon.rulesets.napoleon1815.events.initiative import StrengthAdded
from napoleon.rulesets.napoleon1815.events.setup import BlockPlaced, TableLaid
from napoleon.rulesets.napoleon1815.events.turn import VictoryTrackMoved
from napoleon.rulesets.napoleon1815.sides import ALLIED, FRENCH, SIDES
from napoleon.rulesets.napoleon1815.state import State
from napoleon.rulesets.napoleon1815.table import Table
from tests.napoleon1815.random_play import EVERY_ONE, KINDS, Play
from tests.rulesets.properties import BY_HAND, Properties

# -- what is conserved -------------------------------------------------------------------------


def strength_points_are_on_the_board_or_lost_and_scored(game: Play) -> None:
    placed, lost = Counter[str](), Counter[str]()
    for event, state in game.replayed():
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
    for event, state in game.replayed():
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
    for event, state in game.replayed():
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
    assert isinstance(laid, TableLaid) and laid.clauses
    value = laid.track
    for event, state in game.replayed():
        if isinstance(event, VictoryTrackMoved | TrackCorrected):
            assert event.before == value
            value += event.delta
            assert event.after == value
        assert state.track == value
    lines = [line for *_, moved in game.state.history for line in moved]
    assert value == laid.track + total(lines)


def the_fatigue_of_a_retreat_is_that_of_its_stretches(game: Play) -> None:
    retreats: list[Line] = []
    for event in game.events:
        if isinstance(event, CombatStarted):
            retreats = []
        if isinstance(event, StackRetreated | CombatAvoided | RetreatExtended):
            retreats.extend(event.breakdown)
        if isinstance(event, FatigueIncurred) and event.reason == "retreat":
            assert list(event.breakdown) == retreats
            retreats = []


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


BETWEEN_PARTNERS = (
    *("send_message", "message_sent", "offer_cards", "exchange_offered"),
    *("answer_offer", "exchange_answered"),
)
"""What partners do unasked."""

PROPERTIES = Properties(
    own=(
        strength_points_are_on_the_board_or_lost_and_scored,
        every_card_is_somewhere,
        every_block_is_in_one_place,
        the_track_is_the_sum_of_its_moves,
        the_fatigue_of_a_retreat_is_that_of_its_stretches,
        the_table_is_tidy_when_somebody_has_to_decide,
    ),
    opened=lambda purpose: " die " in purpose,
    in_part=(StackRetreated, CombatAvoided, RetreatExtended),
    numbers=range(100),
    sample=EVERY_ONE,
    examples=40,
    counted=range(2 * len(KINDS)),
    seldom=dict.fromkeys((*BY_HAND, *BETWEEN_PARTNERS, "table_laid"), 0),
)
