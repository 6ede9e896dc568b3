"""Turns, reinforcements and the draw phase [chapter 4, SEQ and DRAW]."""

from __future__ import annotations

from napoleon.rulesets.napoleon1815 import cards, control, victory
from napoleon.rulesets.napoleon1815.events import (
    BlockPlaced,
    LastingEventEnded,
    PhaseStarted,
    ReinforcementDelayed,
    TurnEnded,
    TurnStarted,
)
from napoleon.rulesets.napoleon1815.table import SIDES, Table


def turn_due(table: Table) -> bool:
    """Whether the next turn has to begin."""
    return table.state.phase in ("setup", "turn_end")


def start_turn(table: Table) -> None:
    """The turn marker moves on and everybody draws [RECOVERY.6, DRAW.1].

    After the last turn of the scenario its own conditions decide [VICTORY.8].
    """
    state = table.state
    if state.turn == state.last_turn:
        victory.last_turn(table)
    turn = state.turn + 1
    table.record(TurnStarted(turn, _invasion_card(table, turn)), "RECOVERY.6", "DATA.5")
    table.record(PhaseStarted("draw"), "SEQ.1")
    draws = table.pack.invasion_cards[state.invasion_card].draws
    for player in state.seats:
        for _ in range(draws[table.side_of_player(player)]):
            cards.draw_to_hand(table, player)
    cards.end_of_step(table, SIDES)


def end_turn(table: Table) -> None:
    """Flags score, lasting events end, the turn is over [RECOVERY.5]."""
    victory.flags(table)
    for event, card in list(table.state.lasting.items()):
        side = table.pack.cards[card].side
        table.record(LastingEventEnded(event, card, side), "RECOVERY.5", "CARDS.10")
    table.record(TurnEnded(table.state.turn), "RECOVERY.5")


def end_turn_due(table: Table) -> bool:
    """Whether recovery has nothing left to do."""
    return table.state.phase == "recovery"


def reinforcements_due(table: Table) -> bool:
    """Whether a reinforcement is to arrive now [SEQ.2]."""
    state = table.state
    return state.phase == "draw" and any(
        due.turn <= state.turn for due in state.reinforcements.values()
    )


def bring_reinforcements(table: Table) -> None:
    """Each comes to the first of its areas without enemy corps, or a turn later [SEQ.2]."""
    state = table.state
    arriving = [block for block, due in state.reinforcements.items() if due.turn <= state.turn]
    for block in arriving:
        side = table.side_of(block)
        open_areas = [a for a in state.reinforcements[block].areas if table.is_free(a, side)]
        if open_areas:
            place(table, block, open_areas[0], "reinforcement", "SEQ.2", "DATA.4")
        else:
            table.record(ReinforcementDelayed(block, state.turn + 1), "SEQ.2", "DATA.4")
    for block in arriving:
        area = table.block(block).area if block in state.blocks else None
        if area is not None:
            control.take(table, area, table.side_of(block), "CONTROL.1", "RULING.65")


def place(table: Table, block: str, area: str, reason: str, *clauses: str) -> None:
    """A block comes onto the map at the strength the scenario gives it, ready [SETUP.3-4]."""
    scenario = table.scenario
    printed = table.type_of(block)
    strength = scenario.strength.get(block)
    table.record(
        BlockPlaced(
            table.player_of(printed.side),
            block,
            area,
            reason,
            infantry=strength.infantry if strength else printed.infantry,
            cavalry=strength.cavalry if strength else printed.cavalry,
            fatigue=scenario.fatigue.get(block, 0),
        ),
        *clauses,
    )


def _invasion_card(table: Table, turn: int) -> int:
    """The card of the turn, by the schedule or by what follows an early invasion [DATA.5]."""
    scenario, invaded_on = table.scenario, table.state.invaded_on
    early = scenario.early_invasion
    if early is None or invaded_on is None:
        return scenario.invasion_cards[turn]
    if turn >= 9:
        return early.from_turn_9
    return early.next_turn if turn == invaded_on + 1 else early.later
