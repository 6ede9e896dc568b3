"""Decks in the making, with all that is counted of them [2.0, 15.0, G-42]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from napoleon.rules.drafting import POINTS, Draft, DraftCard, Limit
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.eagles_waterloo import deck_rules, decks, labels, orders, table
from napoleon.rulesets.eagles_waterloo.custom import LEAST_CUSTOM, LEAST_MOVERS, LEAST_UNITS
from napoleon.rulesets.eagles_waterloo.layout import CUSTOM
from napoleon.rulesets.eagles_waterloo.packs.pack import Pack
from napoleon.rulesets.eagles_waterloo.sides import side_of
from napoleon.rulesets.eagles_waterloo.state import State
from napoleon.rulesets.eagles_waterloo.table import Table

_CARDS = say("cards")
_POINTS = say("battle points")
_UNITS = say("units")
_MOVERS = say("infantry and cavalry")


class DraftingEagles:
    """Chosen and custom decks of the game with one data pack."""

    verb: type[Order] = orders.SubmitDeck
    field = "cards"

    def __init__(self, pack: Pack) -> None:
        self._pack = pack

    def drafts(self, state: State, decision: Decision) -> Sequence[Draft]:
        """The decks of a seat's nations for the battle."""
        at = table.at(state, self._pack)
        if decision.kind != "deck" or state.is_campaign:
            return ()
        drafts = state.drafts[decks.battle_of(at)]
        return [
            Draft(nation, _limits(at, nation), _pool(at, nation, deck))
            for nation, deck in drafts.items()
            if side_of(nation) == decision.seat
        ]


def _limits(at: Table, nation: str) -> tuple[Limit, ...]:
    most = deck_rules.limit(at, decks.battle_of(at), nation)
    units = Limit("units", _UNITS, LEAST_UNITS)
    movers = Limit("movers", _MOVERS, LEAST_MOVERS)
    if at.state.options["decks"] == CUSTOM:
        cards = Limit("cards", _CARDS, LEAST_CUSTOM)
        return Limit(POINTS, _POINTS, most=most), cards, units, movers
    return Limit("cards", _CARDS, most, most), units, movers


def _pool(at: Table, nation: str, deck: Sequence[str]) -> tuple[DraftCard, ...]:
    taken = Counter(deck)
    return tuple(
        DraftCard(card, _weights(at, card), deck_rules.most_of(at, card), taken[card])
        for card in at.state.pools[nation]
    )


def _weights(at: Table, card: str) -> dict[str, int]:
    it = labels.label(at, card)
    return {
        POINTS: it.bp,
        "cards": 1,
        "units": int(labels.is_unit(it)),
        "movers": int(labels.wins_positions(it)),
    }
