"""Corrections of Napoléon 1815: what a referee sets right on the table [RULING.98].

A correction sets what it names and nothing else. Nobody scores for it, nothing is drawn, nobody
takes control; it is carried out only where the game does not go on by itself because of it.
"""

from __future__ import annotations

from operator import attrgetter

from napoleon.rules.events import Event
from napoleon.rules.kit.correcting import DeclaredCorrections
from napoleon.rules.kit.settings import carried_out, events_of
from napoleon.rules.standing_orders import Choices
from napoleon.rulesets.napoleon1815 import names
from napoleon.rulesets.napoleon1815.corrections import blocks, board, cards, placing
from napoleon.rulesets.napoleon1815.events.corrections import (
    PILES,
    BlockRestored,
    BlocksCorrected,
    BlockWithdrawn,
    CardCorrected,
    DiscardCorrected,
)
from napoleon.rulesets.napoleon1815.packs.pack import Pack
from napoleon.rulesets.napoleon1815.state import State
from napoleon.rulesets.napoleon1815.table import Table
from napoleon.rulesets.napoleon1815.verbs import RULEBOOK

SETTINGS = (*blocks.SETTINGS, *board.SETTINGS)
"""What is set; blocks and cards are moved."""

CORRECTED: tuple[type[Event], ...] = (
    *(BlocksCorrected, BlockRestored, BlockWithdrawn),
    *events_of(SETTINGS),
    *(CardCorrected, DiscardCorrected),
)
"""All that a correction records."""


def corrections(pack: Pack) -> DeclaredCorrections[Pack, State, Table]:
    """The corrections of the game with this data pack."""
    return DeclaredCorrections(
        pack=pack,
        state_type=State,
        book=RULEBOOK,
        table=Table,
        correct={
            placing.PlaceBlocks: placing.place,
            placing.RestoreCorps: placing.restore,
            placing.WithdrawBlock: placing.withdraw,
            **carried_out(SETTINGS, "RULING.98"),
            cards.PlaceCard: cards.place,
        },
        clause="RULING.98",
        over_clause="VICTORY.6",
        chosen_from=_choices,
        # The same player may be asked in another window, which its clause tells.
        key=attrgetter("id", "clause"),
    )


def _choices(table: Table) -> Choices:
    """What is chosen by name: blocks, places, cards and where a card may go."""
    pack = table.pack
    blocks = names.blocks(pack)
    return {
        "blocks": blocks,
        "block": blocks,
        "corps": {it: name for it, name in blocks.items() if it in pack.corps},
        "area": names.areas(pack),
        "road": names.roads(pack),
        "card": {str(it.number): f"{it.number} {it.name}" for it in pack.cards.values()},
        "to": dict.fromkeys((*PILES, *table.state.seats), ""),
    }
