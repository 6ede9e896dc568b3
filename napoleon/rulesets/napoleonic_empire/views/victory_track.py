"""Victory: how far each side is from its condition, and how it got there [chapter 10]."""

from __future__ import annotations

from typing import Any

from napoleon.rules.endings import as_data
from napoleon.rulesets.napoleonic_empire import control
from napoleon.rulesets.napoleonic_empire.movement import ENGLAND
from napoleon.rulesets.napoleonic_empire.sides import ALLIED, FRENCH
from napoleon.rulesets.napoleonic_empire.table import Table
from napoleon.rulesets.napoleonic_empire.victory import CAPITAL
from napoleon.rulesets.napoleonic_empire.views.parts import lines, stacks


def victory_track(table: Table) -> dict[str, Any]:
    """The continental countries that the French control, and both conditions."""
    state = table.state
    return {
        "turn": state.turn,
        "phase": state.phase,
        "value": len(control.french_continent(table)),
        "conditions": [_french(table), _allied(table)],
        "result": as_data(state.result),
        "history": [
            {
                "turn": turn,
                "from": before,
                "to": after,
                "delta": after - before,
                "breakdown": lines(breakdown),
            }
            for turn, before, after, breakdown in state.history
        ],
    }


def _french(table: Table) -> dict[str, Any]:
    """Every continental country; the distance is how many are missing [VIC.2, E-30]."""
    held, needed = control.french_continent(table), table.data.board.continental
    missing = [country for country in needed if country not in held]
    return {
        "side": FRENCH,
        "clause": "VIC.2",
        "text": "Control every country of the continent.",
        "needed": len(needed),
        "held": len(held),
        "distance": len(missing),
        "missing": [_standing(table, country) for country in missing],
    }


def _allied(table: Table) -> dict[str, Any]:
    """France; the distance is how many areas the nearest army has to go [VIC.1]."""
    held = table.state.controls(ALLIED, CAPITAL)
    return {
        "side": ALLIED,
        "clause": "VIC.1",
        "text": "Control France.",
        "needed": 1,
        "held": int(held),
        "distance": _areas_to_france(table),
        "missing": [] if held else [_standing(table, CAPITAL)],
    }


def _areas_to_france(table: Table) -> int | None:
    """Areas that the nearest Allied army has to enter on its way; None if there is no way."""
    board, armies = table.data.board, table.state.armies[ALLIED]
    ways = [board.distance(country, CAPITAL) for country in armies]
    if ENGLAND in armies:
        landings = (board.distance(landing, CAPITAL) for landing in board.sea_reach)
        ways += [1 + way for way in landings if way is not None]
    return min((way for way in ways if way is not None), default=None)


def _standing(table: Table, country: str) -> dict[str, Any]:
    """A country that a side still needs, with who stands there."""
    state = table.state
    return {
        "id": country,
        "name": table.data.board.countries[country].name,
        "control": state.standing(country) or None,
        "armies": stacks(state, country),
    }
