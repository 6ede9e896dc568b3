"""Standing orders of the game: what a seat says in advance, so that a battle by mail takes days.

They answer the questions that are put in the enemy's turn or that have a usual answer: specials in
the enemy's turn and before checks, the order of the checks, who goes onto captured terrain, the end
of a phase, and what becomes of a battle of the campaign that is won or lost. Decks, layouts, and
what moves and fires are always asked. Whatever they say, they only give an order that is among the
legal orders; if there is none, the seat is asked. To be asked comes first, then specials, then all
else; of several standing orders that could give an answer the oldest does. While another player's
offer to end the game lies on the table nothing is answered, as any answer would turn it down
[G-82].
"""

from __future__ import annotations

from functools import partial

from napoleon.rules.kit.profiles import Profiles
from napoleon.rules.kit.standing_orders import DeclaredStandingOrders, kinds_of
from napoleon.rules.standing_orders import Choices
from napoleon.rulesets.eagles_waterloo import labels, places
from napoleon.rulesets.eagles_waterloo.names import LANES, PLACES
from napoleon.rulesets.eagles_waterloo.packs.pack import Pack
from napoleon.rulesets.eagles_waterloo.sides import side_of
from napoleon.rulesets.eagles_waterloo.standing_orders import kinds, lasting
from napoleon.rulesets.eagles_waterloo.standing_orders.answers import ANSWERS, BIG
from napoleon.rulesets.eagles_waterloo.standing_orders.forms import FORMS
from napoleon.rulesets.eagles_waterloo.standing_orders.refusals import (
    OWN_COMBAT,
    refuse_standing_order,
)
from napoleon.rulesets.eagles_waterloo.state import State
from napoleon.rulesets.eagles_waterloo.table import Table, at
from napoleon.rulesets.eagles_waterloo.verbs import RULEBOOK


def standing_orders(pack: Pack) -> DeclaredStandingOrders[Pack, State, Table]:
    """The standing orders of the game with this data pack."""
    profiles = Profiles(
        {
            kinds.QuickAnswers: kinds.usual,
            kinds.AskEverything: lambda said: (),
            kinds.Usual: kinds.usual_answers,
            kinds.OnlyWhatMatters: kinds.what_matters,
        },
        lasting.has_expired,
        refuse_standing_order,
    )
    return DeclaredStandingOrders(
        pack=pack,
        book=RULEBOOK,
        table=at,
        kinds=kinds_of(kinds),
        occasion=partial(lasting.occasion, pack),
        has_expired=profiles.has_expired,
        refusal=profiles.refusal,
        answers=profiles.answering(ANSWERS),
        chosen_from=_choices,
        offering=lambda state: state.agreed,
        no_card=kinds.PlayNoSpecial(until="own_turn"),
        forms=FORMS,
        profiles=(kinds.AskEverything, kinds.Usual, kinds.OnlyWhatMatters),
        big=BIG,
    )


def _choices(table: Table, seat: str) -> Choices:
    """What is chosen by name: cards of the seat, places, lanes, and battles."""
    own = [it for it in table.data.by_id.values() if it.side == seat]
    specials = [
        it.id for it in own if isinstance(it, labels.Special) and set(it.windows) != {OWN_COMBAT}
    ]
    fighting = [
        card
        for battle in table.state.battles.values()
        for card, it in battle.cards.items()
        if side_of(it.nation) == seat and not isinstance(labels.label(table, card), labels.Special)
    ]
    running = table.state.battles
    lost = [
        card
        for battle in running.values()
        for card in battle.routed
        if labels.label(table, card).side == seat
    ]
    names = table.data.battle_names
    fought = {
        it: name for it, name in names.items() if table.state.is_campaign or it in running
    }  # fmt: skip
    return {
        "card": _named(table, specials),
        "cards": _named(table, fighting),
        "target": _named(table, [*fighting, *lost]),
        "place": {**{it: PLACES[it] for it in places.POSITIONS}, **LANES},
        "battles": {str(it): name for it, name in fought.items()},
    }


def _named(table: Table, cards: list[str]) -> dict[str, str]:
    """Cards by their names, in the order of these."""
    return dict(sorted(((it, labels.name_of(table, it)) for it in cards), key=lambda it: it[1]))
