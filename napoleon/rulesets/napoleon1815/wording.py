"""Orders in words: what a button of the page says [chapter 17].

They are told only to the seat that may give the order, so a stack's own points may be told
in fog of war; of others only what everybody sees is told [VIS.8].
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from napoleon.rules.kit.conceding import free_words
from napoleon.rules.orders import Order
from napoleon.rules.phrases import Card, Named, Said
from napoleon.rules.terms import Decision
from napoleon.rules.wording import (
    Asked,
    FreeWords,
    OneByOne,
    Phrase,
    Series,
    Way,
    Words,
    say,
    say_many,
)
from napoleon.rulesets.napoleon1815 import exchange, movement, orders
from napoleon.rulesets.napoleon1815.asking import asked, scouts_together
from napoleon.rulesets.napoleon1815.calling import blocks_by_name
from napoleon.rulesets.napoleon1815.cards.movement_cards import bridge_cost
from napoleon.rulesets.napoleon1815.movement_points import moving, points_left
from napoleon.rulesets.napoleon1815.operations import FIGHT, MOVE
from napoleon.rulesets.napoleon1815.packs.pack import Pack
from napoleon.rulesets.napoleon1815.sides import enemy
from napoleon.rulesets.napoleon1815.state import State
from napoleon.rulesets.napoleon1815.table import Table

FARTHEST = 2
"""Roads of the longest way of a stack that is not yet on the move."""

LONGEST = 4
"""Roads of the longest way of a stack that is."""


_KINDS: Mapping[str, Phrase] = {
    "place_scout": say("Placing a scout"),
    "choose_inertia_area": say("The card of inertia"),
    "choose_delayed_corps": say("The card of delay"),
    "declare_blue": say("Declaring a blue card"),
    "choose_from_deck": say("A look at the deck"),
    "swap_card": say("Swapping cards with the partner"),
    "answer_swap": say("Answering the partner's swap"),
    "answer_offer": say("Answering the partner's offer"),
    "name_acting_ally": say("Who of the Allies acts"),
    "go": say("Which stack acts"),
    "window": say("Whether to play a card"),
    "march": say("How a stack marches on"),
    "agree_event": say("Agreeing to an event"),
    "choose_action": say("What a stack does"),
    "choose_attack": say("How to attack"),
    "retreat": say("Where to retreat"),
    "choose_stay": say("Whether to stay"),
    "allocate_fatigue": say("Allocating fatigue"),
    "allocate_losses": say("Allocating losses"),
    "recovery": say("Recovery"),
}
"""What the decisions of each kind are about."""


class Wording1815(OneByOne):
    """The words of the game with one data pack."""

    windows: tuple[str, ...] = ("window", "declare_blue")
    quiet = "decline_all"
    kinds = _KINDS

    def __init__(self, pack: Pack) -> None:
        self._pack = pack

    def words(self, state: State, decision: Decision, order: Order) -> Words:
        """What a legal `order` does."""
        return _WORDS[type(order)](Table(state, self._pack), decision, order)

    def ways(self, state: State, decision: Decision, order: Order) -> Way:
        """The marches that may follow an activation, or a first road."""
        table = Table(state, self._pack)
        match order:
            case orders.ActivateStack(area=area):
                begun: tuple[Order, ...] = (orders.ChooseAction(MOVE),)
                return {end: (*begun, *roads) for end, roads in _marches(table, area, FARTHEST)}
            case orders.ChooseAction(action="move"):
                assert table.operation is not None
                return dict(_marches(table, table.operation.origin, FARTHEST))
            case orders.StepMove(road=road):
                here = movement.position(table)
                there = self._pack.graph.roads[road].other(here)
                left = min(LONGEST, points_left(moving(table))) - 1
                return {end: roads for end, roads in _marches(table, there, left) if end != here}
        return {}

    def asks(self, state: State, decision: Decision) -> Asked | None:
        """What the stack of an operation does, by the names of its blocks."""
        return asked(Table(state, self._pack), decision)

    def sheet(self, state: State, decision: Decision, verb: type[Order]) -> None:
        """No verb takes a list."""

    def series(self, state: State, decision: Decision) -> Series | None:
        """Scouts are placed together."""
        return scouts_together(Table(state, self._pack), decision)

    def free(self, state: State, seat: str, verb: type[Order]) -> FreeWords:
        """What partners do between themselves [THREE.3], and how people end a game [RULING.103]."""
        if verb in (orders.Resign, orders.AgreeToEnd):
            return free_words(verb, state.would_end, seat)
        if verb is orders.SendMessage:
            return FreeWords(say("Write to your partner"), labels={"text": say("Message")})
        table = Table(state, self._pack)
        cards = {
            "give": exchange.may_be_given(table, seat),
            "take": exchange.may_be_asked_for(table, seat),
        }
        return FreeWords(
            say("Offer to exchange cards"),
            labels={"give": say("Cards that you give"), "take": say("Cards that you ask for")},
            choices={
                field: {str(card): f"{table.pack.cards[card].name} ({card})" for card in known}
                for field, known in cards.items()
            },
        )


def _marches(table: Table, start: str, farthest: int) -> Iterator[tuple[str, Sequence[Order]]]:
    """By the shortest roads to every area within reach; none goes on beyond a stack in its way."""
    ways: dict[str, tuple[Order, ...]] = {start: ()}
    edge = [start]
    for _ in range(farthest):
        reached = []
        for here in edge:
            if here != start and any(
                table.state.blocks[b].area == here for b in table.state.blocks
            ):
                continue
            for road in table.pack.graph.roads_of(here):
                there = road.other(here)
                if there not in ways:
                    ways[there] = (*ways[here], orders.StepMove(road.id))
                    reached.append(there)
        edge = reached
    del ways[start]
    yield from ways.items()


# -- what orders do ----------------------------------------------------------------------------


def _area(table: Table, area: str) -> str:
    return table.area(area).name


def _cards(cards: Sequence[int]) -> tuple[Card, ...]:
    return tuple(map(Card, cards))


def _place_scout(table: Table, decision: Decision, order: orders.PlaceScout) -> Words:
    does = say("Place the scout at %(area)s", area=_area(table, order.area))
    return Words(does, target=order.area)


def _inertia(table: Table, decision: Decision, order: orders.ChooseInertiaArea) -> Words:
    does = say("Inertia at %(area)s", area=_area(table, order.area))
    return Words(does, (say("the blocks there are spent"),))


def _delay(table: Table, decision: Decision, order: orders.ChooseDelayedCorps) -> Words:
    does = say("Delay %(corps)s", corps=blocks_by_name(table, (order.corps,)))
    return Words(does, (say("comes a turn later"),))


def _declare(table: Table, decision: Decision, order: orders.DeclareBlue) -> Words:
    if order.card is None:
        return Words(say("Play no blue card"))
    named: list[Named] = [*blocks_by_name(table, (order.corps,) if order.corps else ())]
    named += [_area(table, order.area)] if order.area else []
    words = _played(order.card, named)
    if order.player:
        return Words(words.does, (*words.follows, _AGAINST[order.player]), heading=words.does)
    return words


_AGAINST = {
    "french": say("against the French"),
    "anglo_dutch": say("against the Anglo-Dutch"),
    "prussian": say("against the Prussians"),
}


def _take(table: Table, decision: Decision, order: orders.ChooseFromDeck) -> Words:
    return Words(say("Take %(card)s", card=Card(order.card)))


def _swap(table: Table, decision: Decision, order: orders.SwapCard) -> Words:
    if order.card is None:
        return Words(say("Offer no card"), (say("ends the contact"),))
    return Words(say("Offer %(card)s", card=Card(order.card)))


def _answer(table: Table, decision: Decision, order: orders.AnswerSwap) -> Words:
    if order.card is None:
        return Words(say("Give no card for it"))
    return Words(say("Give %(card)s for it", card=Card(order.card)))


def _offer(table: Table, decision: Decision, order: orders.OfferCards) -> Words:
    give, take = _cards(order.give), _cards(order.take)
    if not take:
        return Words(say("Offer %(cards)s", cards=give))
    if not give:
        return Words(say("Ask for %(cards)s", cards=take))
    return Words(say("Offer %(given)s for %(taken)s", given=give, taken=take))


def _answer_offer(table: Table, decision: Decision, order: orders.AnswerOffer) -> Words:
    if not order.accept:
        return Words(say("Turn the offer down"))
    waiting = table.state.exchange
    assert waiting is not None
    received = say("you receive %(cards)s", cards=_cards(waiting.give))
    given = say("you give %(cards)s", cards=_cards(waiting.take))
    follows = [*([received] if waiting.give else []), *([given] if waiting.take else [])]
    return Words(say("Accept the offer"), tuple(follows))


def _message(table: Table, decision: Decision, order: orders.SendMessage) -> Words:
    return Words(say("Say: %(message)s", message=Said(order.text)))


def _ally(table: Table, decision: Decision, order: orders.NameActingAlly) -> Words:
    players = {"anglo_dutch": say("The Anglo-Dutch act"), "prussian": say("The Prussians act")}
    return Words(players[order.player])


def _pass(table: Table, decision: Decision, order: orders.Pass) -> Words:
    return Words(say("Pass"), (say("no more operations of yours in this turn"),))


def _activate(table: Table, decision: Decision, order: orders.ActivateStack) -> Words:
    does = say("Activate %(blocks)s", blocks=blocks_by_name(table, order.blocks))
    where = say("at %(area)s", area=_area(table, order.area))
    heading = say("At %(area)s", area=_area(table, order.area))
    if order.card is None:
        return Words(does, (where,), ordinary=True, heading=heading)
    with_card = say("with %(card)s", card=Card(order.card))
    return Words(does, (where, with_card), heading=heading)


def _event(table: Table, decision: Decision, order: orders.PlayEvent) -> Words:
    named: list[Named] = [*blocks_by_name(table, order.blocks)]
    named += [_area(table, order.area)] if order.area else []
    if order.road:
        road = table.pack.graph.roads[order.road]
        ends = {"a": _area(table, road.a), "b": _area(table, road.b)}
        named.append(Phrase("%(a)s\N{EN DASH}%(b)s", ends))
    words = _played(order.card, named)
    # A bridge is all that a card names a road for.
    return replace(words, price=_points(bridge_cost(table))) if order.road else words


def _played(card: int, named: Sequence[Named]) -> Words:
    does = say("Play %(card)s", card=Card(card))
    follows = (say("for %(named)s", named=tuple(named)),) if named else ()
    return Words(does, follows, heading=does)


def _points(cost: int) -> Phrase | None:
    """Movement points as the price of an order; None for nothing."""
    return say_many("%(count)s point", "%(count)s points", cost) if cost else None


def _decline(table: Table, decision: Decision, order: orders.DeclineWindow) -> Words:
    return Words(say("Play no card"), ordinary=True)


def _agree(table: Table, decision: Decision, order: orders.AgreeEvent) -> Words:
    return Words(say("Allow the card") if order.allow else say("Do not allow the card"))


def _action(table: Table, decision: Decision, order: orders.ChooseAction) -> Words:
    operation = table.operation
    assert operation is not None
    if order.action == MOVE:
        follows = say("a card is drawn for the movement points")
        return Words(say("Move"), (follows,), ordinary=True)
    if order.action == FIGHT:
        area = operation.origin
        return Words(say("Fight at %(area)s", area=_area(table, area)), target=area, ordinary=True)
    return Words(say("Do nothing"), (say("the stack is spent"),))


def _step(table: Table, decision: Decision, order: orders.StepMove) -> Words:
    operation, here = moving(table), movement.position(table)
    road = table.pack.graph.roads[order.road]
    area, side = road.other(here), operation.side
    left, cost = points_left(operation), movement.road_cost(table, road)
    does = say(
        "Move %(blocks)s to %(area)s",
        blocks=blocks_by_name(table, table.standing(operation.blocks)),
        area=_area(table, area),
    )
    friends = [
        it for it in _known_corps(table, area, operation.player) if it not in operation.blocks
    ]
    follows = [say("more than the stack has, by a card")] if cost > left else []
    if table.seems_held(area, enemy(side)):
        follows.append(say("ends the move, the enemy stands there"))
    elif friends and table.corps_of(operation.blocks):
        follows.append(
            say("ends the move, %(friends)s there", friends=blocks_by_name(table, friends))
        )
    elif cost >= left:
        follows.append(say("ends the move"))
    return Words(does, tuple(follows), target=area, ordinary=True, price=_points(cost))


def _known_corps(table: Table, area: str, seat: str) -> list[str]:
    """The corps of the mover's side in an area, as far as the mover knows them."""
    corps = table.corps_in(area, table.side_of_player(seat))
    return [it for it in corps if not table.fog or it in table.known_to(seat)]


def _end_move(table: Table, decision: Decision, order: orders.EndMove) -> Words:
    left = points_left(moving(table))
    does = say("End the move at %(area)s", area=_area(table, movement.position(table)))
    if left <= 0:
        return Words(does, ordinary=True)
    unused = say_many("%(count)s point is not used", "%(count)s points are not used", left)
    return Words(does, (unused,), ordinary=True)


def _attack(table: Table, decision: Decision, order: orders.ChooseAttack) -> Words:
    area = movement.position(table)
    name = _area(table, area)
    if order.attack:
        return Words(say("Attack at %(area)s", area=name), target=area, ordinary=True)
    return Words(say("Do not attack at %(area)s", area=name), ordinary=True)


def _fatigue(table: Table, decision: Decision, order: orders.AllocateFatigue) -> Words:
    shares = [_share(table, corps, str(share)) for corps, share in order.points.items() if share]
    if not shares:
        return Words(say("No fatigue"), ordinary=True)
    return Words(say("Fatigue: %(shares)s", shares=tuple(shares)), ordinary=True)


def _share(table: Table, corps: str, share: str) -> Phrase:
    return Phrase("%(corps)s %(share)s", {"corps": table.type_of(corps).name, "share": Said(share)})


def _losses(table: Table, decision: Decision, order: orders.AllocateLosses) -> Words:
    shares = []
    for corps, loss in order.losses.items():
        name = table.type_of(corps).name
        if loss.infantry:
            shares.append(say("%(count)s infantry of %(corps)s", count=loss.infantry, corps=name))
        if loss.cavalry:
            shares.append(say("%(count)s cavalry of %(corps)s", count=loss.cavalry, corps=name))
    if not shares:
        return Words(say("No losses"), ordinary=True)
    return Words(say("Lose %(shares)s", shares=tuple(shares)), ordinary=True)


def _retreat(table: Table, decision: Decision, order: orders.ChooseRetreat) -> Words:
    combat = table.combat
    assert combat is not None
    here = combat.area
    for gone in combat.path:
        here = table.pack.graph.roads[gone].other(here)
    area = table.pack.graph.roads[order.road].other(here)
    does = say("Retreat to %(area)s", area=_area(table, area))
    return Words(does, target=area, ordinary=True)


def _give_up(table: Table, decision: Decision, order: orders.GiveUpFortifiedPosition) -> Words:
    return Words(say("Stay"), (say("the fortified position is lost"),))


def _stay(table: Table, decision: Decision, order: orders.ChooseStay) -> Words:
    return Words(say("Stay") if order.stay else say("Retreat"))


def _recover(table: Table, decision: Decision, order: orders.PlayRecoveryCard) -> Words:
    card = table.pack.cards[order.card]
    blocks = blocks_by_name(table, (order.corps,))
    does = say("Recover %(corps)s with %(card)s", corps=blocks, card=Card(order.card))
    rested = min(card.recovery, table.block(order.corps).fatigue)
    less = say_many("%(count)s point of fatigue less", "%(count)s points of fatigue less", rested)
    return Words(does, (less,))


def _finish(table: Table, decision: Decision, order: orders.FinishRecovery) -> Words:
    return Words(say("Finish the recovery"), (say("no more cards for it in this turn"),))


_WORDS: Mapping[type[Order], Callable[[Table, Decision, Any], Words]] = {
    orders.PlaceScout: _place_scout,
    orders.ChooseInertiaArea: _inertia,
    orders.ChooseDelayedCorps: _delay,
    orders.DeclareBlue: _declare,
    orders.ChooseFromDeck: _take,
    orders.SwapCard: _swap,
    orders.AnswerSwap: _answer,
    orders.OfferCards: _offer,
    orders.AnswerOffer: _answer_offer,
    orders.SendMessage: _message,
    orders.NameActingAlly: _ally,
    orders.Pass: _pass,
    orders.ActivateStack: _activate,
    orders.PlayEvent: _event,
    orders.DeclineWindow: _decline,
    orders.AgreeEvent: _agree,
    orders.ChooseAction: _action,
    orders.StepMove: _step,
    orders.EndMove: _end_move,
    orders.ChooseAttack: _attack,
    orders.AllocateFatigue: _fatigue,
    orders.AllocateLosses: _losses,
    orders.ChooseRetreat: _retreat,
    orders.GiveUpFortifiedPosition: _give_up,
    orders.ChooseStay: _stay,
    orders.PlayRecoveryCard: _recover,
    orders.FinishRecovery: _finish,
}
