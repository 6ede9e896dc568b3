"""Orders in words: what a button of the page says [chapter b]. Nothing in them is hidden."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from napoleon.rules.kit.conceding import free_words
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Asked, FreeWords, OneByOne, Phrase, Words, say, say_many
from napoleon.rulesets.napoleonic_empire import orders, table
from napoleon.rulesets.napoleonic_empire.asking import asks
from napoleon.rulesets.napoleonic_empire.packs.pack import Pack
from napoleon.rulesets.napoleonic_empire.sides import ALLIED, FRENCH, NAMES, enemy
from napoleon.rulesets.napoleonic_empire.state import State
from napoleon.rulesets.napoleonic_empire.table import Table

_OFFERED = {
    FRENCH: say("The French offer to end the game without a winner. Playing on turns it down."),
    ALLIED: say("The Allies offer to end the game without a winner. Playing on turns it down."),
}
"""By the side that offers it [E-53]."""


_KINDS: Mapping[str, Phrase] = {
    "set_up_russia": say("Setting up Russia"),
    "window": say("Whether to play a card"),
    "discard_excess": say("Discarding cards"),
    "move": say("Moving armies"),
    "choose_battle": say("Which battle comes next"),
    "kutuzov": say("Whether Kutuzov withdraws"),
    "retreat": say("Where to retreat"),
    "place_card_armies": say("Placing the armies of a card"),
    "place_reinforcements": say("Placing reinforcements"),
    "place_rebels": say("Placing rebels"),
}
"""What the decisions of each kind are about."""


class WordingEmpire(OneByOne):
    """The words of the game with one data pack."""

    windows: tuple[str, ...] = ("window",)
    quiet = "pass_all"
    kinds = _KINDS

    def __init__(self, pack: Pack) -> None:
        self._pack = pack

    def words(self, state: State, decision: Decision, order: Order) -> Words:
        """What a legal `order` does."""
        return _WORDS[type(order)](table.at(state, self._pack), decision, order)

    def asks(self, state: State, decision: Decision) -> Asked | None:
        """What is to be placed, discarded or taken away, and how much of it."""
        return asks(table.at(state, self._pack), decision)

    def free(self, state: State, seat: str, verb: type[Order]) -> FreeWords:
        """To resign, and to offer or accept an end without a winner [E-31, E-53]."""
        agreed = [state.offered] if state.offered else []
        return free_words(verb, agreed, seat, _OFFERED[enemy(seat)])


def _card(at: Table, card: str) -> str:
    return at.data.pack.cards[card].name


def _leaders(at: Table, commanders: Iterable[str]) -> tuple[str, ...]:
    return tuple(at.data.pack.commanders[it].name for it in commanders)


def _arrival(at: Table, country: str, side: str) -> tuple[Phrase, ...]:
    """What awaits armies of a side in a country."""
    foes = at.state.armies_in(enemy(side), country)
    if foes:
        return (
            say_many(
                "a battle against %(count)s army of the %(side)s",
                "a battle against %(count)s armies of the %(side)s",
                foes,
                side=NAMES[enemy(side)],
            ),
        )
    friends = at.state.armies_in(side, country)
    if friends:
        return (say_many("joins %(count)s army", "joins %(count)s armies", friends),)
    return (say("nobody stands there"),)


def _set_up(at: Table, decision: Decision, order: orders.SetUpRussia) -> Words:
    shares = tuple(
        Phrase("%(area)s %(armies)s", {"area": area, "armies": armies})
        for area, armies in order.split.items()
    )
    return Words(say("Set up Russia: %(shares)s", shares=shares))


def _play(at: Table, decision: Decision, order: orders.PlayCard) -> Words:
    return Words(say("Play %(card)s", card=_card(at, order.card)))


def _pass(at: Table, decision: Decision, order: orders.Pass) -> Words:
    window = at.state.window
    if window is not None and window.passes:
        return Words(say("Play no card"), (say("no more cards now"),), ordinary=True)
    return Words(say("Play no card"), ordinary=True)


def _discard(at: Table, decision: Decision, order: orders.DiscardExcess) -> Words:
    cards = tuple(_card(at, it) for it in order.cards)
    return Words(say("Discard %(cards)s", cards=cards), (say("face down"),))


def _move(at: Table, decision: Decision, order: orders.MoveArmies) -> Words:
    does = say_many(
        "Move %(count)s army from %(origin)s to %(to)s",
        "Move %(count)s armies from %(origin)s to %(to)s",
        order.armies,
        origin=order.origin,
        to=order.to,
    )
    return Words(does, _arrival(at, order.to, at.state.active), ordinary=True)


def _way(countries: Sequence[str]) -> Phrase:
    """Countries one after the other."""
    stops = {f"stop{number}": it for number, it in enumerate(countries)}
    return Phrase(" \N{RIGHTWARDS ARROW} ".join(f"%({it})s" for it in stops), stops)


def _lead(at: Table, decision: Decision, order: orders.MoveWithCommander) -> Words:
    does = say_many(
        "Move %(count)s army with %(leaders)s by %(way)s",
        "Move %(count)s armies with %(leaders)s by %(way)s",
        order.armies,
        leaders=_leaders(at, order.commanders),
        way=_way(order.path),
    )
    return Words(does, _arrival(at, order.path[-1], at.state.active), ordinary=True)


def _end_move(at: Table, decision: Decision, order: orders.EndMove) -> Words:
    return Words(say("End the movement"), (say("the Attack phase comes next"),), ordinary=True)


def _battle(at: Table, decision: Decision, order: orders.ChooseBattle) -> Words:
    side = at.state.active
    numbers = say(
        "%(own)s against %(other)s armies",
        own=at.state.armies_in(side, order.country),
        other=at.state.armies_in(enemy(side), order.country),
    )
    return Words(
        say("Battle in %(country)s", country=order.country),
        (numbers,),
        target=order.country,
        ordinary=True,
    )


def _end_attack(at: Table, decision: Decision, order: orders.EndAttack) -> Words:
    return Words(say("End the Attack phase"), (say("reinforcements come next"),), ordinary=True)


def _roll(at: Table, decision: Decision, order: orders.KutuzovRoll) -> Words:
    return Words(say("Roll whether Kutuzov may withdraw"), (say("a die is rolled"),), ordinary=True)


def _withdraw(at: Table, decision: Decision, order: orders.KutuzovWithdraw) -> Words:
    does = say("Withdraw with Kutuzov to %(to)s", to=order.to)
    return Words(does, (say("no battle is fought"),), target=order.to)


def _stand(at: Table, decision: Decision, order: orders.KutuzovStay) -> Words:
    return Words(say("Stand"), (say("the battle is fought"),))


def _retreat(at: Table, decision: Decision, order: orders.Retreat) -> Words:
    does = say_many(
        "Retreat with %(count)s army to %(to)s",
        "Retreat with %(count)s armies to %(to)s",
        order.armies,
        to=order.to,
    )
    if not order.commanders:
        return Words(does, ordinary=True)
    leaders = say("with %(leaders)s", leaders=_leaders(at, order.commanders))
    return Words(does, (leaders,), ordinary=True)


def _place(at: Table, decision: Decision, order: Any) -> Words:
    return Words(
        say_many(
            "Place %(count)s army in %(country)s",
            "Place %(count)s armies in %(country)s",
            order.armies,
            country=order.country,
        ),
        ordinary=True,
    )


def _rebels(at: Table, decision: Decision, order: orders.PlaceRebels) -> Words:
    does = say("Rebels rise in %(country)s", country=order.country)
    return Words(does, (say("two armies"),))


def _no_rebels(at: Table, decision: Decision, order: orders.DeclineRebels) -> Words:
    return Words(say("No rebels rise"))


_WORDS: Mapping[type[Order], Callable[[Table, Decision, Any], Words]] = {
    orders.SetUpRussia: _set_up,
    orders.PlayCard: _play,
    orders.Pass: _pass,
    orders.DiscardExcess: _discard,
    orders.MoveArmies: _move,
    orders.MoveWithCommander: _lead,
    orders.EndMove: _end_move,
    orders.ChooseBattle: _battle,
    orders.EndAttack: _end_attack,
    orders.KutuzovRoll: _roll,
    orders.KutuzovWithdraw: _withdraw,
    orders.KutuzovStay: _stand,
    orders.Retreat: _retreat,
    orders.PlaceCardArmies: _place,
    orders.PlaceReinforcements: _place,
    orders.PlaceRebels: _rebels,
    orders.DeclineRebels: _no_rebels,
}
