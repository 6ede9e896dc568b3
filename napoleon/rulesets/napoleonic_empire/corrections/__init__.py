"""Corrections of Napoleonic Empire: what a referee sets right on the table [E-55].

A correction sets what it names and nothing else: nothing is drawn, and nobody wins by it before
the next check of victory. It is carried out only where the game does not go on by itself because
of it.
"""

from __future__ import annotations

from napoleon.rules.events import Event
from napoleon.rules.kit.correcting import DeclaredCorrections
from napoleon.rules.kit.settings import carried_out, choices_of, events_of
from napoleon.rules.standing_orders import Choices
from napoleon.rulesets.napoleonic_empire import control
from napoleon.rulesets.napoleonic_empire.corrections import cards, in_turn, on_map
from napoleon.rulesets.napoleonic_empire.corrections.checks import PILES
from napoleon.rulesets.napoleonic_empire.packs.pack import Pack
from napoleon.rulesets.napoleonic_empire.state import State
from napoleon.rulesets.napoleonic_empire.table import Table, at
from napoleon.rulesets.napoleonic_empire.verbs import RULEBOOK

SETTINGS = (*on_map.SETTINGS, *in_turn.SETTINGS)
"""What is set; cards are moved."""

CORRECTED: tuple[type[Event], ...] = (
    *events_of(SETTINGS),
    cards.CardCorrected,
    cards.OpenCardCorrected,
)
"""All that a correction records."""


def corrections(pack: Pack) -> DeclaredCorrections[Pack, State, Table]:
    """The corrections of the game with this data pack."""
    return DeclaredCorrections(
        pack=pack,
        state_type=State,
        book=RULEBOOK,
        table=at,
        correct={**carried_out(SETTINGS, "E-55"), cards.PlaceCard: cards.place},
        clause="E-55",
        over_clause="VIC.3",
        settle=control.note,
        chosen_from=_choices,
    )


def _choices(table: Table) -> Choices:
    """What is chosen by name: countries, commanders, cards and where a card may go."""
    return {
        **choices_of(SETTINGS, table),
        "card": {it.id: it.name for it in table.data.pack.cards.values()},
        "to": dict.fromkeys((*PILES, *table.state.seats), ""),
    }
