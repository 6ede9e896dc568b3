"""SEQ, CARDS.10, DRAW.1, RECOVERY.5, RECOVERY.6 Turns, reinforcements and the draw phase."""

from __future__ import annotations

from napoleon.rulesets.napoleon1815 import control, decks, fog, invasion, victory
from napoleon.rulesets.napoleon1815.events.cards import LastingEventEnded
from napoleon.rulesets.napoleon1815.events.setup import BlockPlaced, ReinforcementDelayed
from napoleon.rulesets.napoleon1815.events.turn import PhaseStarted, TurnEnded, TurnStarted
from napoleon.rulesets.napoleon1815.sides import SIDES
from napoleon.rulesets.napoleon1815.table import Table


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
    turn = state.turn + 1 if state.turn else table.scenario.first_turn
    table.record(TurnStarted(turn, invasion.card_of(table, turn)), "RECOVERY.6", "DATA.5")
    table.record(PhaseStarted("draw"), "SEQ.1")
    draws = table.pack.invasion_cards[state.invasion_card].draws
    for player in state.seats:
        for _ in range(draws[table.side_of_player(player)]):
            decks.draw_to_hand(table, player)
    decks.end_of_step(table, SIDES)


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
    """Each comes to the first of its areas that is open to it, or a turn later [RULING.72]."""
    state = table.state
    due = [block for block, due in state.reinforcements.items() if due.turn <= state.turn]
    arriving = sorted(due, key=lambda block: not table.is_corps(block))
    for block in arriving:
        open_areas = [a for a in state.reinforcements[block].areas if _is_open(table, block, a)]
        if open_areas:
            place(table, block, open_areas[0], "reinforcement", "SEQ.2", "RULING.72")
        else:
            clause = "RULING.72" if table.is_corps(block) else "RULING.71"
            table.record(ReinforcementDelayed(block, state.turn + 1), "SEQ.2", clause)
    for block in arriving:
        area = table.block(block).area if block in state.blocks else None
        if area is not None:
            control.take(table, area, table.side_of(block), "CONTROL.1", "RULING.65")


def _is_open(table: Table, block: str, area: str) -> bool:
    """Without enemy corps; a commander also waits for a corps of the same side [RULING.71]."""
    side = table.side_of(block)
    accompanied = table.is_corps(block) or bool(table.corps_in(area, side))
    return accompanied and table.is_free(area, side)


def place(table: Table, block: str, area: str, reason: str, *clauses: str) -> None:
    """A block comes onto the map at the strength the scenario gives it, ready [SETUP.3-4]."""
    scenario = table.scenario
    printed = table.type_of(block)
    strength = scenario.strength.get(block)
    table.record(
        BlockPlaced(
            table.owner_of(block),
            block,
            area,
            reason,
            infantry=strength.infantry if strength else printed.infantry,
            cavalry=strength.cavalry if strength else printed.cavalry,
            fatigue=scenario.fatigue.get(block, 0),
            token=fog.next_token(table, block),
        ),
        *clauses,
    )
