"""Standing orders of the game: what a seat says in advance, so that a battle by mail takes days.

They answer the questions of the Battle and Supply phases, whether a leader is shown, whether an
army marches at all, and a set-up by the cards; where units march and how they are deployed is
always asked. Whatever they say, they only give an order that is among the legal orders; if there is
none, the seat is asked. To be asked comes first; in combat shaken units withdraw, then units
retreat, then they fire, and then the phase ends; of several standing orders that could give an
answer the oldest does. While another player's offer to end the game lies on the table nothing is
answered, as any answer would turn it down [N-74].
"""

from __future__ import annotations

from functools import partial
from typing import get_args

from napoleon.rules.kit.profiles import Profiles
from napoleon.rules.kit.standing_orders import DeclaredStandingOrders, kinds_of
from napoleon.rules.standing_orders import Choices
from napoleon.rulesets.napoleon_columbia.packs.pack import Pack
from napoleon.rulesets.napoleon_columbia.standing_orders import kinds, lasting
from napoleon.rulesets.napoleon_columbia.standing_orders.answers import ANSWERS, BIG
from napoleon.rulesets.napoleon_columbia.standing_orders.refusals import refuse_standing_order
from napoleon.rulesets.napoleon_columbia.state import State
from napoleon.rulesets.napoleon_columbia.table import Table, at
from napoleon.rulesets.napoleon_columbia.verbs import RULEBOOK


def standing_orders(pack: Pack) -> DeclaredStandingOrders[Pack, State, Table]:
    """The standing orders of the game with this data pack."""
    profiles = Profiles(
        {
            kinds.QuickAnswers: kinds.usual,
            kinds.AskEverything: lambda said: (),
            kinds.Usual: kinds.usual_answers,
            kinds.OnlyWhatMatters: kinds.what_matters,
        },
        partial(lasting.has_expired, pack),
        refuse_standing_order,
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
        offering=lambda state: state.agreed,
        profiles=(kinds.AskEverything, kinds.Usual, kinds.OnlyWhatMatters),
        big=BIG,
    )


def _choices(table: Table, seat: str) -> Choices:
    """What is chosen by name: towns, and the units of the seat that are not eliminated."""
    towns = {it.id: it.name for it in sorted(table.data.towns.values(), key=lambda town: town.name)}
    armies = table.state.armies_of_seat(seat)
    units = {
        unit: table.data.unit_names[unit]
        for unit, it in table.state.blocks.items()
        if it.army in armies
    }
    return {
        "units": units,
        "towns": towns,
        **dict.fromkeys(("battles", "towards", "never"), towns),
        "spare": units,
        "positions": {it: it for it in get_args(kinds.Position)},
    }
