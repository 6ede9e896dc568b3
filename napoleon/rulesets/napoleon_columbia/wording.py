"""Orders in words: what a button of the page says [chapter b].

They are told to the seat that may give the order, so the unit in it is told by its name; of the
enemy only what everybody sees is told [3.2].
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from napoleon.rules.kit.conceding import free_words
from napoleon.rules.kit.declaring import words_of
from napoleon.rules.orders import Order
from napoleon.rules.phrases import Phrase
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Asked, FreeWords, OneByOne, Party, Together, Words, say, say_many
from napoleon.rulesets.napoleon_columbia import (
    orders,
    parties,
    table,
)
from napoleon.rulesets.napoleon_columbia.asking import asks
from napoleon.rulesets.napoleon_columbia.packs.pack import Pack
from napoleon.rulesets.napoleon_columbia.phrases import (
    left_with,
    the_unit,
    town_name,
)
from napoleon.rulesets.napoleon_columbia.roads_told import on_a_road
from napoleon.rulesets.napoleon_columbia.sides import FRENCH
from napoleon.rulesets.napoleon_columbia.state import State
from napoleon.rulesets.napoleon_columbia.table import Table
from napoleon.rulesets.napoleon_columbia.verbs import COMBAT, SETUP

_KINDS: Mapping[str, Phrase] = {
    "bid": say("Bidding for the sides"),
    "handicap": say("Steps for the bid"),
    "setup": say("Setting up"),
    "march": say("Marching"),
    "reveal_leader": say("Whether to show a leader"),
    "order_skirmishes": say("Which skirmish comes next"),
    "order_battles": say("Which battle comes next"),
    "skirmishers": say("Who fights in a skirmish"),
    "terrain": say("Placing terrain"),
    "deploy": say("Deploying for a battle"),
    "combat": say("Combat in a battle"),
    "hit": say("Who takes a hit"),
    "beaten": say("Where to retreat"),
    "reinforcement": say("Reinforcing a battle"),
    "regroup": say("Regrouping"),
    "supply": say("Losses for want of supply"),
}
"""What the decisions of each kind are about."""


class WordingColumbia(OneByOne):
    """The words of the game with one data pack."""

    windows: tuple[str, ...] = ()
    quiet = ""
    kinds = _KINDS

    def __init__(self, pack: Pack) -> None:
        self._pack = pack

    def words(self, state: State, decision: Decision, order: Order) -> Words:
        """What a legal `order` does, and the units that are pointed at to give it."""
        return _WORDS[type(order)](Table(state, self._pack), decision, order)

    def parties(self, state: State, orders: Sequence[Order]) -> Sequence[Party]:
        """The units that march together: from one town, and as far."""
        return tuple(parties.marching(table.at(state, self._pack), orders))

    def together(self, state: State, orders: Sequence[Order]) -> Sequence[Together]:
        """To fire with all who can."""
        return tuple(parties.firing(orders))

    def asks(self, state: State, decision: Decision) -> Asked | None:
        """What is still to be done."""
        return asks(table.at(state, self._pack), decision)

    def free(self, state: State, seat: str, verb: type[Order]) -> FreeWords:
        """To resign, and to offer or accept an end without a winner [N-74]."""
        return free_words(verb, state.agreed, seat)


# -- bidding and set-up ----------------------------------------------------------------------------


def _bid(at: Table, decision: Decision, order: orders.MakeBid) -> Words:
    if order.side == FRENCH:
        does = say_many(
            "Play the French with %(count)s step less",
            "Play the French with %(count)s steps less",
            order.steps,
        )
    else:
        does = say_many(
            "Play the Allies with %(count)s step less",
            "Play the Allies with %(count)s steps less",
            order.steps,
        )
    return Words(does)


def _pass_bid(at: Table, decision: Decision, order: orders.PassBid) -> Words:
    return Words(say("Bid no more"), (say("the other player has the side that was bid for"),))


def _remove_step(at: Table, decision: Decision, order: orders.RemoveStep) -> Words:
    left = at.state.blocks[order.unit].strength - 1
    does = say("Take a step from %(unit)s", unit=the_unit(order.unit))
    return Words(does, (left_with(left),), pieces=(order.unit,), ordinary=True)


def _place_unit(at: Table, decision: Decision, order: orders.PlaceUnit) -> Words:
    does = say(
        "Place %(unit)s in %(town)s", unit=the_unit(order.unit), town=town_name(at, order.town)
    )
    heading = Phrase("%(unit)s", {"unit": order.unit})
    return Words(does, target=order.town, pieces=(order.unit,), ordinary=True, heading=heading)


def _card(at: Table, decision: Decision, order: orders.UseHistoricalSetup) -> Words:
    return Words(
        say("Set up as the order-of-battle card says"),
        (say("what you have placed is taken up"),),
        ordinary=True,
    )


def _end_setup(at: Table, decision: Decision, order: orders.EndSetup) -> Words:
    return Words(say("End the set-up"), ordinary=True)


# -- marches -------------------------------------------------------------------------------------


def _march(at: Table, decision: Decision, order: orders.March) -> Words:
    block = at.state.blocks[order.unit]
    road = at.data.roads[order.road]
    town = road.other(block.town)
    does = say(
        "March %(unit)s from %(origin)s to %(town)s",
        unit=the_unit(order.unit),
        origin=town_name(at, block.town),
        town=town_name(at, town),
    )
    follows = tuple(on_a_road(at, order, block))
    heading = say("From %(town)s", town=town_name(at, block.town))
    return Words(does, follows, target=town, pieces=(order.unit,), ordinary=True, heading=heading)


def _halt(at: Table, decision: Decision, order: orders.Halt) -> Words:
    town = town_name(at, at.state.blocks[order.unit].town)
    does = say("Halt %(unit)s in %(town)s", unit=the_unit(order.unit), town=town)
    follows = (say("it marches no farther in this turn"),)
    heading = say("From %(town)s", town=town)
    return Words(does, follows, pieces=(order.unit,), ordinary=True, heading=heading)


def _end_march(at: Table, decision: Decision, order: orders.EndMarch) -> Words:
    return Words(say("March no more in this turn"), ordinary=True)


def _supply(at: Table, decision: Decision, order: orders.RemoveForSupply) -> Words:
    does = say("Lose %(unit)s", unit=the_unit(order.unit))
    army = at.data.blocks[order.unit].army
    lost = len(at.state.eliminated[army]) + 1
    limit = at.data.defeated_at[army]
    follows = say("%(lost)s units lost then, limit %(limit)s", lost=lost, limit=limit)
    return Words(does, (follows,), pieces=(order.unit,))


_WORDS: Mapping[type[Order], Callable[[Table, Decision, Any], Words]] = {
    orders.MakeBid: _bid,
    orders.PassBid: _pass_bid,
    orders.RemoveStep: _remove_step,
    orders.PlaceUnit: _place_unit,
    **words_of(SETUP),
    orders.UseHistoricalSetup: _card,
    orders.EndSetup: _end_setup,
    orders.March: _march,
    orders.Halt: _halt,
    orders.EndMarch: _end_march,
    **words_of(COMBAT),
    orders.RemoveForSupply: _supply,
}
