"""Standing orders of Napoleonic Empire: what a seat says in advance to save a day by mail.

Windows are offered to both sides even where a hand holds nothing to play [E-47], and a retreat, or
Kutuzov's choice, falls into the enemy's turn. Standing orders answer those, rebels, and choices
with a usual answer; never a move. Whatever they say, they only give an order that is among the
legal orders; if there is none, the seat is asked. In a window, being asked comes first, then cards
in the order in which they were left, then passing; of the others the oldest that has an answer
gives it. While the enemy's offer to end the game lies on the table nothing is answered, as any
answer would turn it down [E-53].
"""

from __future__ import annotations

from napoleon.rules.kit.profiles import Profiles
from napoleon.rules.kit.standing_orders import DeclaredStandingOrders, kinds_of
from napoleon.rules.orders import Refusal
from napoleon.rules.standing_orders import Choices, Kept, StandingOrder
from napoleon.rulesets.napoleonic_empire.packs.pack import Pack
from napoleon.rulesets.napoleonic_empire.standing_orders import kinds, lasting
from napoleon.rulesets.napoleonic_empire.standing_orders.answers import (
    ANSWERS,
    BIG,
    WINDOW_ORDERS,
)
from napoleon.rulesets.napoleonic_empire.standing_orders.forms import FORMS
from napoleon.rulesets.napoleonic_empire.standing_orders.refusals import refuse_preference
from napoleon.rulesets.napoleonic_empire.state import State
from napoleon.rulesets.napoleonic_empire.table import Table, at
from napoleon.rulesets.napoleonic_empire.verbs import RULEBOOK


def standing_orders(pack: Pack) -> DeclaredStandingOrders[Pack, State, Table]:
    """The standing orders of the game with this data pack."""
    profiles = Profiles(
        {
            kinds.AskEverything: lambda said: (),
            kinds.Usual: kinds.usual,
            kinds.OnlyWhatMatters: kinds.what_matters,
        },
        _has_expired,
        _refusal,
    )
    return DeclaredStandingOrders(
        pack=pack,
        book=RULEBOOK,
        table=at,
        kinds=kinds_of(kinds),
        occasion=lasting.occasion,
        has_expired=profiles.has_expired,
        refusal=profiles.refusal,
        answers=profiles.answering(ANSWERS),
        chosen_from=_choices,
        offering=lambda state: {state.offered} - {""},
        no_card=kinds.NO_CARD,
        forms=FORMS,
        profiles=(kinds.AskEverything, kinds.Usual, kinds.OnlyWhatMatters),
        big=BIG,
    )


def _has_expired(state: State, kept: Kept) -> bool:
    """Whether a standing order has run out: by time, or because card or commander is gone."""
    if isinstance(kept.word, kinds.Kutuzov) and "kutuzov" not in state.commanders:
        return True
    return WINDOW_ORDERS.has_expired(state, kept)


def _refusal(table: Table, seat: str, said: StandingOrder) -> Refusal | None:
    """Refuses what could never apply: a card not held, a country where nothing can be."""
    return WINDOW_ORDERS.refusal(table, seat, said) or refuse_preference(table, seat, said)


def _choices(table: Table, seat: str) -> Choices:
    """What is chosen by name: the cards in hand, and the countries that may be entered."""
    board, cards = table.data.board, table.data.pack.cards
    enterable = (it for it in board.countries.values() if it.enterable)
    countries = {it.id: it.short_name for it in sorted(enterable, key=lambda it: it.short_name)}
    return {
        "card": {it: cards[it].name for it in table.state.hands[seat]},
        "countries": countries,
        "battles": countries,
        **dict.fromkeys(("towards", "never", "first"), countries),
        "country": {it: countries[it] for it in board.nationalist},
    }
