"""The order of battle: armies, pools, expected reinforcements, and commanders."""

from __future__ import annotations

from typing import Any

from napoleon.rules.events import total
from napoleon.rulesets.napoleonic_empire import reinforcement
from napoleon.rulesets.napoleonic_empire.packs.pack import Commander
from napoleon.rulesets.napoleonic_empire.sides import SIDES
from napoleon.rulesets.napoleonic_empire.table import Table
from napoleon.rulesets.napoleonic_empire.views.parts import lines, moved


def order_of_battle(table: Table) -> dict[str, Any]:
    """Both sides country by country; nothing of it is hidden [COMP.2, chapter d]."""
    return {
        "turn": table.state.turn,
        "phase": table.state.phase,
        "armies": [_army(table, side) for side in SIDES],
    }


def _army(table: Table, side: str) -> dict[str, Any]:
    state, data = table.state, table.data
    return {
        "army": side,
        "visible": True,
        "hidden_by": None,
        "on_map": sum(state.armies[side].values()),
        "to_set_up": state.waiting(side),
        "pool": state.pool(side),
        "expected_reinforcements": _expected(table, side),
        "units": [
            {
                "id": country.id,
                "name": country.name,
                "area": country.id,
                "count": state.armies_in(side, country.id),
                "moved": moved(state, side, country.id),
                "control": state.standing(country.id),
                "value": data.board.value(country.id),
            }
            for country in data.board.countries.values()
            if state.armies_in(side, country.id)
        ],
        "commanders": [
            _commander(table, commander)
            for commander in data.pack.commanders.values()
            if commander.side == side and state.options["commanders"]
        ],
    }


def _expected(table: Table, side: str) -> dict[str, Any]:
    """What the countries that a side controls would give it now [REINF.1, E-20]."""
    breakdown = reinforcement.breakdown(table.state, table.data.board, side)
    return {"armies": total(breakdown), "breakdown": lines(breakdown)}


def _commander(table: Table, commander: Commander) -> dict[str, Any]:
    """A commander: on the map, still to be set up with the Russian armies, or lost [OPT1]."""
    state = table.state
    it = state.commanders.get(commander.id)
    absent = "to_set_up" if state.waiting(commander.side) else "lost"
    return {
        "id": commander.id,
        "name": commander.name,
        "clause": commander.clause,
        "state": absent if it is None else "map",
        "area": None if it is None else it.country,
        "moved": None if it is None else it.moved,
        "moves": commander.moves,
        "attack_bonus": commander.attack_bonus,
        "halves_losses": commander.halves_losses,
        "withdraws_on": commander.withdraw_on,
        "data_status": commander.status,
    }
