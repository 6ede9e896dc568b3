"""Corrections of Napoleonic Empire: what a referee sets right on the table [E-55].

A correction sets what it names and nothing else: nothing is drawn, and nobody wins by it before
the next check of victory. It is carried out only where the game does not go on by itself because
of it.
"""

from __future__ import annotations

from napoleon.rules.kit.correcting import DeclaredCorrections
from napoleon.rules.standing_orders import Choices
from napoleon.rulesets.napoleonic_empire import control
from napoleon.rulesets.napoleonic_empire.corrections import armies, cards, kinds, turn
from napoleon.rulesets.napoleonic_empire.events.corrections import PILES
from napoleon.rulesets.napoleonic_empire.packs.pack import Pack
from napoleon.rulesets.napoleonic_empire.state import State
from napoleon.rulesets.napoleonic_empire.table import Table, at
from napoleon.rulesets.napoleonic_empire.verbs import RULEBOOK


def corrections(pack: Pack) -> DeclaredCorrections[Pack, State, Table]:
    """The corrections of the game with this data pack."""
    return DeclaredCorrections(
        pack=pack,
        state_type=State,
        book=RULEBOOK,
        table=at,
        correct={
            kinds.SetArmies: armies.set_armies,
            kinds.SetMovedArmies: armies.set_moved,
            kinds.PlaceCommander: armies.place_commander,
            kinds.RemoveCommander: armies.remove_commander,
            kinds.PlaceCard: cards.place,
            kinds.SetMovementBar: turn.set_bar,
            kinds.SetContinentalSystem: turn.set_continental,
            kinds.SetBattleDue: turn.set_battle_due,
        },
        clause="E-55",
        over_clause="VIC.3",
        settle=control.note,
        chosen_from=_choices,
    )


def _choices(table: Table) -> Choices:
    """What is chosen by name: countries, commanders, cards and where a card may go."""
    data = table.data
    countries = sorted(data.board.countries.values(), key=lambda it: it.short_name)
    return {
        "country": {it.id: it.short_name for it in countries},
        "commander": {it.id: it.name for it in data.pack.commanders.values()},
        "card": {it.id: it.name for it in data.pack.cards.values()},
        "to": dict.fromkeys((*PILES, *table.state.seats), ""),
    }
