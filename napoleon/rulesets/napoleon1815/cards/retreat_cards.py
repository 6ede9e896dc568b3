"""CARD.cambronne to CARD.panic Green cards of retreat and pursuit."""

from __future__ import annotations

from napoleon.rules.events import Line
from napoleon.rulesets.napoleon1815.cards.card_event import CardEvent, noted, openly
from napoleon.rulesets.napoleon1815.combat import fighting_corps, fought
from napoleon.rulesets.napoleon1815.events.combat_cards import RetreatExtended
from napoleon.rulesets.napoleon1815.sides import FRENCH
from napoleon.rulesets.napoleon1815.state import Played
from napoleon.rulesets.napoleon1815.table import Table

PANIC_ROADS, PANIC_FATIGUE = 1, 2


def _french_retreat(table: Table, player: str) -> str | None:
    if fought(table).leaving != FRENCH:
        return "It is played when a French stack has to retreat."
    return None


def _no_cavalry(table: Table, player: str) -> str | None:
    """It needs cavalry of one's own, which its player knows [RULING.75, RULING.80]."""
    corps = fighting_corps(table, fought(table), table.side_of_player(player))
    if not any(table.block(c).cavalry for c in corps if table.is_own(player, c)):
        return "The stack that has to retreat must have cavalry of yours."
    return None


def _might_have_cavalry(table: Table, player: str) -> bool:
    """Everybody sees who fought, and what is printed on their blocks: no corps gains cavalry."""
    corps = fighting_corps(table, fought(table), table.side_of_player(player))
    return any(table.type_of(c).cavalry for c in corps if table.is_own(player, c))


def _spread_panic(table: Table, played: Played) -> None:
    lines = (Line(PANIC_FATIGUE, "CARD.panic", "panic"),)
    table.record(RetreatExtended(FRENCH, PANIC_ROADS, lines), "CARD.panic", "RULING.78")


EVENTS: tuple[CardEvent, ...] = (
    CardEvent(
        "cambronne",
        "nobody pursues the French stack",
        noted,
        barred=_french_retreat,
        might=openly(_french_retreat),
    ),
    CardEvent(
        "orderly_retreat",
        "nobody pursues",
        noted,
        barred=_no_cavalry,
        might=_might_have_cavalry,
    ),
    CardEvent(
        "panic",
        "the French stack retreats 1 road farther and takes 2 fatigue",
        _spread_panic,
        barred=_french_retreat,
        might=openly(_french_retreat),
    ),
)
