"""The map: countries with armies and control, roads and sea links, and what is going on."""

from __future__ import annotations

from typing import Any

from napoleon.rulesets.napoleonic_empire.packs.pack import Country
from napoleon.rulesets.napoleonic_empire.sides import SIDES
from napoleon.rulesets.napoleonic_empire.state import State
from napoleon.rulesets.napoleonic_empire.table import Table
from napoleon.rulesets.napoleonic_empire.views.parts import stacks


def map_board(table: Table) -> dict[str, Any]:
    """Everything on it lies open [COMP.2, COMP.6]."""
    state, board = table.state, table.data.board
    return {
        "turn": state.turn,
        "phase": state.phase,
        "turn_name": turn_name(state),
        "round": state.round,
        "active": state.active or None,
        "extra_turn": state.extra,
        "areas": [_area(table, country) for country in board.countries.values()],
        "roads": [
            {
                "id": border.id,
                "a": border.a,
                "b": border.b,
                "kind": border.kind,
                "one_way": border.direction == "a_to_b",
                "usable": border.usable,
                "data_status": border.status,
            }
            for border in board.borders.values()
        ],
        "pools": [{"side": side, "armies": state.pool(side)} for side in SIDES],
        "to_set_up": [
            {"side": side, "armies": state.waiting(side)} for side in SIDES if state.waiting(side)
        ],
        "window": None
        if state.window is None
        else {
            "kind": state.window.kind,
            "word": state.window.word,
            "passes": state.window.passes,
        },
        "battle": _battle(table),
        "battles_fought": list(state.fought),
        "movement_barred": state.barred or None,
        "continental_system": list(state.continental),
        "armies_due": [
            {
                "side": due.side,
                "armies": due.armies,
                "countries": list(due.countries),
                "source": due.source,
                "together": due.together,
            }
            for due in state.due
        ],
        "extra_turn_granted": state.extra_granted or None,
        "end_offered_by": state.offered or None,
    }


def turn_name(state: State) -> str:
    """The running turn as players call it [SEQ.1, SEQ.3]."""
    if not state.turn:
        return "Before the first turn"
    kind = "extra turn" if state.extra else "turn"
    return f"Round {state.round}, {state.active.capitalize()} {kind}"


def _area(table: Table, country: Country) -> dict[str, Any]:
    state, name = table.state, country.id
    return {
        "id": name,
        "name": country.name,
        "short_name": country.short_name,
        "x": country.x,
        "y": country.y,
        "value": table.data.board.value(name),
        "enterable": country.enterable,
        "continental": country.continental,
        "landlocked": country.landlocked,
        "control": state.standing(name) or None,
        "armies": stacks(state, name),
        "commanders": [
            {
                "id": commander.id,
                "name": commander.name,
                "side": commander.side,
                "moved": state.commanders[commander.id].moved,
            }
            for commander in table.data.pack.commanders.values()
            if commander.id in state.commanders and state.commanders[commander.id].country == name
        ],
        "data_status": country.status,
    }


def _battle(table: Table) -> dict[str, Any] | None:
    """The battle that is being fought, as far as it has come [ATTACK.11]."""
    battle = table.state.battle
    if battle is None:
        return None
    return {
        "country": battle.country,
        "attacker": battle.attacker,
        "defender": battle.defender,
        "sides": [
            {
                "side": side,
                "armies": battle.armies[side],
                "die": battle.dice.get(side),
                "total": battle.totals.get(side),
                "losses": battle.losses.get(side),
            }
            for side in (battle.attacker, battle.defender)
        ],
        "cards": [
            {
                "id": card,
                "name": table.data.pack.cards[card].name,
                "side": side,
                "bonus": table.data.pack.cards[card].amount,
            }
            for card, side in battle.cards
        ],
        "winner": battle.winner or None,
        "tied": battle.tied,
        "loss_dice": list(battle.loss_dice),
        "kutuzov": battle.kutuzov or None,
        "withdrawn": battle.withdrawn,
    }
