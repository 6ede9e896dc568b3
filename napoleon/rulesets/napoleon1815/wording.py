"""Questions and orders in words: what pages and letters ask, and what may follow [chapter 17].

They are told only to the seat that may give the order, so a stack's own points may be told
in fog of war; of others only what everybody sees is told [VIS.8].
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from napoleon.rules.kit.conceding import free_words
from napoleon.rules.kit.worded import DeclaredWording
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Asked, FreeWords, Phrase, Row, Series, Way, say, say_many
from napoleon.rulesets.napoleon1815 import exchange, movement, orders, recovery, scouts
from napoleon.rulesets.napoleon1815.movement_points import moving, points_left
from napoleon.rulesets.napoleon1815.operations import MOVE
from napoleon.rulesets.napoleon1815.packs.pack import Pack
from napoleon.rulesets.napoleon1815.state import State
from napoleon.rulesets.napoleon1815.table import Table
from napoleon.rulesets.napoleon1815.verbs import DECLARED

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


class Wording1815(DeclaredWording):
    """The words of the game with one data pack."""

    windows: tuple[str, ...] = ("window", "declare_blue")
    quiet = "decline_all"

    def __init__(self, pack: Pack) -> None:
        super().__init__(DECLARED, _KINDS, partial(Table, pack=pack))
        self._pack = pack

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
        return _asked(Table(state, self._pack), decision)

    def series(self, state: State, decision: Decision) -> Series | None:
        """Scouts are placed together."""
        return _scouts_together(Table(state, self._pack), decision)

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


# -- questions to the seat that answers them, which may know its own stack in fog [VIS.8] ----------


def _asked(table: Table, decision: Decision) -> Asked | None:
    """What a seat is asked, with what it has chosen unseen; None where the prompt says it all."""
    match decision.kind:
        case "go":
            return Asked(_ACTS_NEXT[decision.seat])
        case "choose_action":
            return Asked(_of_the_stack(table, _ACTS))
        case "march":
            left = points_left(moving(table))
            points = say_many(
                "%(count)s movement point is left.", "%(count)s movement points are left.", left
            )
            return Asked(_of_the_stack(table, _MARCHES), (points,))
        case "choose_attack":
            return Asked(_of_the_stack(table, _ATTACKS))
        case "place_scout":
            number, count = scouts.placed(table, decision.seat)
            asks = say_many(
                "Where does your last scout stand?",
                "Where do your %(count)s scouts stand?",
                count - number,
            )
            stand = say("%(number)s of %(count)s stand already.", number=number, count=count)
            return Asked(asks, (stand,) if number else ())
        case "choose_delayed_corps":
            return Asked(say("Which Prussian reinforcement comes a turn later?"))
        case "choose_inertia_area":
            spent = say("All your blocks there are spent.")
            return Asked(say("In which area does the card of inertia hold your corps?"), (spent,))
        case "recovery":
            corps = table.called(recovery.provided_for(table, decision.seat))
            chosen = say_many(
                "A card is chosen for %(corps)s.",
                "Cards are chosen for %(corps)s.",
                len(corps),
                corps=corps,
            )
            return Asked(say("Which spent corps recovers?"), (chosen,)) if corps else None
    return None


def _scouts_together(table: Table, decision: Decision) -> Series | None:
    """All scouts that a seat has still to place; None where one is left or none."""
    waiting = scouts.left(table, decision.seat) if decision.kind == "place_scout" else []
    if len(waiting) < 2:
        return None
    rows = (
        Row(
            f"{army}_scout_{number}",
            tuple((orders.PlaceScout(it), it) for it in table.scenario.scouts[army].areas),
        )
        for number, army in waiting
    )
    return Series(say("Place all %(count)s scouts", count=len(waiting)), tuple(rows))


_ACTS_NEXT = {
    "french": say("Which French stack acts now?"),
    "allied": say("Which Allied stack acts now?"),
    "anglo_dutch": say("Which Anglo-Dutch stack acts now?"),
    "prussian": say("Which Prussian stack acts now?"),
}
"""By the seat that is asked."""

_ACTS = say_many("What does %(blocks)s do at %(area)s?", "What do %(blocks)s do at %(area)s?", 1)
_MARCHES = say_many(
    "Where does %(blocks)s march from %(area)s?", "Where do %(blocks)s march from %(area)s?", 1
)
_ATTACKS = say_many("Does %(blocks)s attack at %(area)s?", "Do %(blocks)s attack at %(area)s?", 1)


def _of_the_stack(table: Table, text: Phrase) -> Phrase:
    """A question about the stack of the operation, where it stands now."""
    operation = table.operation
    assert operation is not None, "only a stack that was activated is asked about"
    standing = table.standing(operation.blocks)
    blocks = table.called(standing)
    area = table.area(movement.position(table)).name
    return Phrase(text.text, {"blocks": blocks, "area": area}, text.many, len(blocks))
