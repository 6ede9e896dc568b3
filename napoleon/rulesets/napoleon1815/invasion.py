"""DATA.5 The invasion card in force, and what an early invasion changes [RULING.73]."""

from __future__ import annotations

from napoleon.rulesets.napoleon1815.events.turn import InvasionCardChanged
from napoleon.rulesets.napoleon1815.sides import FRENCH
from napoleon.rulesets.napoleon1815.table import Table


def card_of(table: Table, turn: int) -> int:
    """The card of a turn, by the schedule or by what follows an early invasion."""
    scenario, invaded_on = table.scenario, table.state.invaded_on
    early, scheduled = scenario.early_invasion, scenario.invasion_cards[turn]
    if early is None or invaded_on is None or scheduled == early.from_turn_9:
        return scheduled
    return early.next_turn if turn == invaded_on + 1 else early.later


def due(table: Table) -> bool:
    """Whether the French have crossed the border early [DATA.5]."""
    return _is_to_come(table) and any(
        table.is_corps(block) and not table.area(table.block(block).area or "").in_france
        for block in table.on_map(FRENCH)
    )


def only_scouts_in(table: Table, area: str) -> bool:
    """Whether everybody can tell that French blocks in an area are scouts [DATA.5].

    A corps abroad would have begun the invasion, and no commander stands there without one.
    """
    return _is_to_come(table) and not table.area(area).in_france


def _is_to_come(table: Table) -> bool:
    early = table.scenario.early_invasion
    return early is not None and table.state.invasion_card == early.while_card


def invade(table: Table) -> None:
    """The next invasion card is in force at once; cards already drawn stay [DATA.5]."""
    early = table.scenario.early_invasion
    assert early is not None
    table.record(
        InvasionCardChanged(early.at_once, "French corps have left France"), "DATA.5", "RULING.73"
    )
