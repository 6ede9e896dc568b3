"""Corrections of the game: what a referee sets right on the table [G-84].

A correction sets what it names and nothing else: nothing is drawn, nobody is checked, and no
position is won by it. It is carried out only where the game does not go on by itself because of it.
Whose turn it is, decks in the making and layouts under seal are not corrected: there are rewinds.
"""

from __future__ import annotations

from operator import attrgetter

from napoleon.rules.kit.correcting import DeclaredCorrections
from napoleon.rules.standing_orders import Choices
from napoleon.rulesets.eagles_waterloo import labels, places
from napoleon.rulesets.eagles_waterloo.corrections import battles, in_play, kinds, reserves
from napoleon.rulesets.eagles_waterloo.names import PLACES
from napoleon.rulesets.eagles_waterloo.packs.pack import Pack
from napoleon.rulesets.eagles_waterloo.state import State
from napoleon.rulesets.eagles_waterloo.table import Table, at
from napoleon.rulesets.eagles_waterloo.verbs import RULEBOOK


def corrections(pack: Pack) -> DeclaredCorrections[Pack, State, Table]:
    """The corrections of the game with this data pack."""
    return DeclaredCorrections(
        pack=pack,
        state_type=State,
        book=RULEBOOK,
        table=at,
        correct={
            kinds.PlaceCard: in_play.place,
            kinds.SetFace: in_play.set_face,
            kinds.SetHits: in_play.set_hits,
            kinds.SetFormation: in_play.set_formation,
            kinds.SetBlown: in_play.set_blown,
            kinds.SetActed: in_play.set_acted,
            kinds.EliminateCard: reserves.eliminate,
            kinds.RestoreCard: reserves.restore,
            kinds.DrawCard: reserves.draw,
            kinds.ReturnCard: reserves.put_back,
            kinds.SetHolder: battles.set_holder,
            kinds.SetArrived: battles.set_arrived,
            kinds.SetQuiet: battles.set_quiet,
        },
        clause="G-84",
        over_clause="4.3",
        chosen_from=_choices,
        # A Morale phase without hits asks the same seat something else under the next number.
        key=attrgetter("id", "kind"),
    )


def _choices(table: Table) -> Choices:
    """What is chosen by name: cards of the running battles, terrain, and places."""
    fields = table.state.battles.values()
    cards = [
        card
        for it in fields
        for card in (*it.cards, *it.routed, *it.spent, *(c for d in it.decks.values() for c in d))
    ]
    lying = [site for it in fields for site in it.sites]
    return {
        "card": _named(table, cards),
        "terrain": _named(table, lying),
        "place": {it: PLACES[it] for it in places.PLACES},
    }


def _named(table: Table, cards: list[str]) -> dict[str, str]:
    """Cards by their names, in the order of these."""
    return dict(sorted(((it, labels.name_of(table, it)) for it in cards), key=lambda it: it[1]))
