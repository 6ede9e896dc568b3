"""Broken toy games: whatever a contract forbids, one of them does."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from types import SimpleNamespace
from typing import Any

import msgspec

from napoleon.chance import PUBLIC, Chance
from napoleon.rules.bots import RandomPlayer
from napoleon.rules.events import REFEREE, Event
from napoleon.rules.kit.conceding import AgreeToEnd
from napoleon.rules.kit.profiles import ASK_EVERYTHING, USUAL, WHAT_MATTERS
from napoleon.rules.kit.standing_orders import Big
from napoleon.rules.orders import Order, OrderGiven, Refusal, to_data
from napoleon.rules.picture.declared import Pictures
from napoleon.rules.picture.model import Picture
from napoleon.rules.prose.storybook import PLAINLY
from napoleon.rules.standing_orders import Kept, StandingOrder, Use
from napoleon.rules.terms import Carried, Decision
from napoleon.rules.viewer import Viewer
from tests import toy
from tests.rulesets.entrants import Entrant, plain
from tests.rulesets.toys import SOUND, TOY, ToyNotation
from tests.toys import battles, crowns, deploying, drill, reactions


class Broken:
    """A toy with something else in the place of some of its parts, once it is `spoilt`."""

    def __init__(self, parts: Mapping[str, Any], toy: Any = TOY) -> None:
        self._parts = parts
        self._toy = toy
        self.spoilt = False

    def __getattribute__(self, name: str) -> Any:
        mine = object.__getattribute__(self, "__dict__")
        if mine.get("spoilt") and name in mine["_parts"]:
            return mine["_parts"][name]
        if name in ("spoilt", "_parts", "__dict__"):
            return object.__getattribute__(self, name)
        if name == "carry_out" and mine["spoilt"]:
            # What an order causes, and moves, is as broken as what they say of it.
            return partial(_carried_out, self)
        if name == "edition":
            # What a game is played by is as broken as this.
            return lambda *pinned: self if pinned == (self.version, self.pack_hash) else None
        return getattr(mine["_toy"], name)


def _carried_out(
    rules: Any,
    state: Any,
    seat: str,
    order: Order,
    chance: Chance,
    decisions: list[Decision] | None = None,
) -> Carried | Refusal:
    events = rules.decide(state, seat, order, chance)
    if isinstance(events, Refusal):
        return events
    for event in events:
        moved = rules.apply(state, event)
        for name in moved.__struct_fields__:
            setattr(state, name, getattr(moved, name))
    return Carried(events, rules.decisions(state))


def game(**parts: Any) -> Entrant:
    """The toy game with other parts of its rules."""
    rules: Any = Broken(parts)
    return Entrant(rules, ToyNotation(rules), RandomPlayer)


def deployment(**parts: Any) -> Entrant:
    """The toy game of deployment, whose verb is checked, with other parts of its rules."""
    return Entrant(Broken(parts, deploying.RULES), None, deploying.RULES.bot)


def drilled(write: Callable[..., str] | None = None, **parts: Any) -> Entrant:
    """The toy game of drill, whose verbs are declared, with other parts of its rules."""
    notation: Any = drill.RULES.notation
    if write is not None:
        notation = SimpleNamespace(read=notation.read, write=write)
    return Entrant(Broken(parts, drill.RULES), notation, drill.RULES.bot)


# -- other parts ----------------------------------------------------------------------------------


def deciding(change: Callable[[list[Event]], list[Event]]) -> Entrant:
    """A game in which something else is caused by orders."""

    def decide(state: Any, seat: str, order: Order, chance: Chance) -> list[Event] | Refusal:
        events = TOY.decide(state, seat, order, chance)
        return events if isinstance(events, Refusal) else change(events)

    return game(decide=decide)


class Replaced:
    """Something with other attributes in the place of some of its own."""

    def __init__(self, of: Any, **parts: Any) -> None:
        self._of = of
        vars(self).update(parts)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._of, name)


def windowed(**parts: Any) -> Entrant:
    """The toy game of reactions, if something else was so of its windows."""
    standing = reactions.RULES.standing
    assert standing is not None, "it has windows"
    windows = Replaced(standing.windows, **parts)
    changed = {"standing": Replaced(standing, windows=windows)}
    return Entrant(Broken(changed, reactions.RULES), reactions.RULES.notation, RandomPlayer)


def by_hand(state: Any, decision: Decision, kept: Any = ()) -> bool:
    """What hangs on the hand of who is asked."""
    return bool(sum(state.hands[decision.seat]) % 2)


def in_turn() -> Entrant:
    """The toy game of crowns, if it asked nation after nation what it asks all at once."""
    first = {"decisions": lambda state: crowns.RULES.decisions(state)[:1]}
    return Entrant(Broken(first, crowns.RULES), crowns.RULES.notation, RandomPlayer)


def each(change: Callable[[Any], Event]) -> Entrant:
    """A game in which the events that orders cause are others."""
    return deciding(lambda events: [change(event) for event in events])


def replaced(cls: type[Event], **fields: Any) -> Entrant:
    """A game in which the events of a class say something else."""
    return each(lambda it: msgspec.structs.replace(it, **fields) if type(it) is cls else it)


def viewing(change: Callable[[dict[str, Any], Any], object]) -> Entrant:
    """A game with other views: `change` moves them in place, by the position."""

    def view(state: Any, reader: Viewer) -> dict[str, dict[str, Any]]:
        views = plain(TOY.view(state, reader))
        change(views, state)
        return views

    return game(view=view)


def known_to_all() -> Entrant:
    """A game whose bots are told what its referee sees."""
    return game(known=lambda state, viewer: TOY.known(state, Viewer(REFEREE)))


def numbering(**parts: Any) -> Entrant:
    """A game that says something else of where its numbers come from."""
    return game(numbers=replace(TOY.numbers, **parts))


def offering(change: Callable[[list[Order]], list[Order]]) -> Entrant:
    """A game that offers something else than it accepts."""
    return game(
        legal_orders=lambda state, decision: change(list(TOY.legal_orders(state, decision)))
    )


def asking(change: Callable[[list[Decision], Any], list[Decision]]) -> Entrant:
    """A game that asks something else than it answers to."""
    return game(decisions=lambda state: change(TOY.decisions(state), state))


def remembering() -> Entrant:
    """A game whose events move a position by how many were applied before, in any game."""
    applied = count()

    def apply(state: Any, event: Event) -> Any:
        moved = TOY.apply(state, event)
        if isinstance(event, toy.GoEnded):
            moved.scores["red"] += next(applied)
        return moved

    return game(apply=apply)


def fickle() -> Entrant:
    """A game that causes something else every time."""
    orders = count()
    return each(
        lambda it: (
            msgspec.structs.replace(it, order={**it.order, "n": next(orders)})
            if isinstance(it, OrderGiven)
            else it
        )
    )


def shortened() -> Entrant:
    """A game in which what an order causes lacks its last event."""
    return deciding(lambda events: events[:-1])


def silent() -> Entrant:
    """A game whose events cite no clauses."""
    return each(lambda it: msgspec.structs.replace(it, clauses=()))


def peeking() -> Entrant:
    """A game that draws something and tells nobody."""

    def decide(state: Any, seat: str, order: Order, chance: Chance) -> list[Event] | Refusal:
        events = TOY.decide(state, seat, order, chance)
        if not isinstance(events, Refusal):
            chance.pick([1, 2, 3], "a peek")
        return events

    return game(decide=decide)


def in_the_open() -> Entrant:
    """A game that draws what it hides from the chain that is revealed."""

    class Opened:
        def __init__(self, chance: Chance) -> None:
            self._chance = chance

        def pick(self, options: Sequence[Any], purpose: str, chain: str = PUBLIC) -> Any:
            return self._chance.pick(options, purpose, PUBLIC)

    return game(decide=lambda state, seat, order, c: TOY.decide(state, seat, order, Opened(c)))


def careless() -> Entrant:
    """A game that does not look at who gives an order."""

    def decide(state: Any, seat: str, order: Order, chance: Chance) -> list[Event] | Refusal:
        asked = TOY.decisions(state)
        return TOY.decide(state, asked[0].seat if asked else seat, order, chance)

    return game(decide=decide)


def talkative() -> Entrant:
    """A game whose refusals tell what everybody holds."""

    def decide(state: Any, seat: str, order: Order, chance: Chance) -> list[Event] | Refusal:
        answer = TOY.decide(state, seat, order, chance)
        if isinstance(answer, Refusal):
            return msgspec.structs.replace(answer, facts={"hands": state.hands})
        return answer

    return game(decide=decide)


def telling_by_the_number_of_events() -> Entrant:
    """A game in which one more event happens when a high card was drawn."""

    def change(events: list[Event]) -> list[Event]:
        high = any(isinstance(it, toy.CardDrawn) and it.card > 1 for it in events)
        went = [it for it in events if isinstance(it, toy.GoEnded)]
        return events + went * high

    return deciding(change)


def without(field: str) -> type[Any]:
    """The toy's state without a field."""
    kept = [it for it in msgspec.structs.fields(toy.State) if it.name != field]
    return msgspec.defstruct(
        "Forgetful", [(it.name, it.type, None) for it in kept], namespace={"__hash__": None}
    )


def noting(**parts: Any) -> Entrant:
    """The sound game with other parts of its notation."""
    notation = ToyNotation(TOY)
    for name, part in parts.items():
        setattr(notation, name, part)
    return SOUND._replace(notation=notation)


def instructing(
    answer: Order | None = None,
    refusal: Refusal | None = None,
    no_card: StandingOrder | None = None,
) -> Entrant:
    """A game whose standing orders answer with one order, or refuse with one refusal.

    `no_card` is what is left with one click.
    """

    class Other(toy.Standing):
        def refuse(self, state: Any, seat: str, instruction: Any) -> Refusal | None:
            return refusal or super().refuse(state, seat, instruction)

        def answer(self, state: Any, decision: Decision, kept: Sequence[Kept]) -> Use | None:
            use = super().answer(state, decision, kept)
            return Use(use.kept, answer, use.spent) if use and answer else use

    standing = Other()
    standing.no_card = no_card
    return game(standing=standing)


class AskEverything(StandingOrder, frozen=True, tag=ASK_EVERYTHING):
    """Ask me everything."""


class Usual(StandingOrder, frozen=True, tag=USUAL):
    """Bet one."""


class OnlyWhatMatters(StandingOrder, frozen=True, tag=WHAT_MATTERS):
    """Bet one, too."""


def with_profiles(
    profiles: Sequence[type[StandingOrder]] = (AskEverything, Usual, OnlyWhatMatters),
    answering: Sequence[type[StandingOrder]] = (Usual, OnlyWhatMatters),
    refusal: Refusal | None = None,
    big: Sequence[Big] = (),
) -> Entrant:
    """A game with profiles, some of which answer bets; and with orders that seal something big."""

    class Profiled(toy.Standing):
        kinds = (*toy.Standing.kinds, AskEverything, Usual, OnlyWhatMatters)

        def refuse(self, state: Any, seat: str, instruction: Any) -> Refusal | None:
            return refusal or super().refuse(state, seat, instruction)

        def answer(self, state: Any, decision: Decision, kept: Sequence[Kept]) -> Use | None:
            found = (it for it in kept if isinstance(it.word, tuple(answering)))
            if decision.kind == "bet" and (it := next(found, None)):
                return Use(it, toy.Bet(1), spent=False)
            return super().answer(state, decision, kept)

    standing: Any = Profiled()
    standing.profiles, standing.big = tuple(profiles), tuple(big)
    return game(standing=standing)


def offering_to_end() -> Entrant:
    """A game whose standing orders answer although an offer to end it stands."""

    def decide(state: Any, seat: str, order: Order, chance: Chance) -> list[Event] | Refusal:
        if isinstance(order, AgreeToEnd):
            return [OrderGiven(player=seat, order=to_data(order))]
        return TOY.decide(state, seat, order, chance)

    return game(
        verbs=(*TOY.verbs, AgreeToEnd),
        free_verbs=lambda state, seat: (AgreeToEnd,),
        decide=decide,
        standing=toy.Standing(),
    )


def correcting(carry_out: Callable[[Any, Any, str], Any]) -> Entrant:
    """A game whose corrections are carried out differently."""

    class Other(toy.Scores):
        def carry_out(self, state: Any, correction: Any, reason_id: str) -> Any:
            return carry_out(state, correction, reason_id)

    return game(corrections=Other())


# -- small ones -----------------------------------------------------------------------------------


def dealt(views: dict[str, Any], state: Any) -> None:
    """Everybody sees all hands."""
    views["hand"]["all"] = {seat: list(cards) for seat, cards in state.hands.items()}


def dealt_openly(views: dict[str, Any], state: Any) -> None:
    """Everybody sees all hands as long as the table is being laid out, and never again."""
    if not state.turn:
        dealt(views, state)


def bet_early(views: dict[str, Any], state: Any) -> None:
    """Everybody sees the bets before they are revealed."""
    views["victory-track"]["bets"] = dict(state.bets)


def lost(views: dict[str, Any], state: Any) -> None:
    """A view is missing."""
    del views["hand"]


def renamed(views: dict[str, Any], state: Any) -> None:
    """The order of battle calls everybody something else."""
    for unit in views["order-of-battle"]["units"]:
        unit["name"] = "Somebody"


def unlike_its_views() -> Entrant:
    """A game whose map is drawn otherwise whenever it is drawn."""
    drawings = count()

    def drawn(*of: Any) -> Picture:
        return Picture(title=str(next(drawings)), caption="", box=(0, 0, 9, 9), sides=(),
                       legend_at=(0, 0), places=())  # fmt: skip

    return game(
        pictures=Pictures({}, (), drawn, drawn, lambda views, words: None, lambda views, words: [])
    )


class Indistinct(toy.Bag, eq=False):
    """A bag that says of any other that it is the same."""

    def __eq__(self, other: object) -> bool:
        return True


def indistinct() -> Entrant:
    """A game whose views cannot be told apart by comparing them."""

    def view(state: Any, reader: Viewer) -> Any:
        views = TOY.view(state, reader)
        views.map.areas = [Indistinct(id=it.id, cards=it.cards) for it in views.map.areas]
        return views

    return game(view=view)


def in_battles(**parts: Any) -> Entrant:
    """The toy game of several battles with a legend of other parts."""
    pictures = battles.RULES.pictures
    assert pictures is not None, "it has a map and boards"
    key = pictures.key(PLAINLY)._replace(**parts)
    spoilt = {"pictures": pictures._replace(key=lambda words: key)}
    return Entrant(Broken(spoilt, battles.RULES), battles.RULES.notation, RandomPlayer)


def misdated(views: dict[str, Any], state: Any) -> None:
    """A view is of another turn."""
    views["map"]["turn"] += 1


def odd_numbers(decisions: list[Any], state: Any) -> list[Any]:
    """The question says how many odd cards are held."""
    odd = sum(card % 2 for cards in state.hands.values() for card in cards)
    return [msgspec.structs.replace(it, prompt=f"{it.prompt} {odd}") for it in decisions]


def short_names(decisions: list[Any], state: Any) -> list[Any]:
    """The question names a corps, and not whose."""
    return [
        msgspec.structs.replace(it, prompt=f"{it.prompt} The II Corps waits.") for it in decisions
    ]


def one_id(decisions: list[Any], state: Any) -> list[Any]:
    """All questions to a seat have the same id."""
    return [msgspec.structs.replace(it, id=it.seat) for it in decisions]


def in_place(state: Any, correction: Any, reason_id: str) -> Any:
    """A correction that changes the position it is given."""
    outcome = toy.Scores().carry_out(state, correction, reason_id)
    state.scores["red"] += 1
    return outcome


def next_turn(state: Any, correction: Any, reason_id: str) -> Any:
    """A correction after which other questions are asked."""
    outcome = toy.Scores().carry_out(state, correction, reason_id)
    if isinstance(outcome, Refusal):
        return outcome
    return [*outcome, toy.TurnStarted(number=state.turn + 1)]


def unlike_set_up(scenario: str, options: Any, chance: Chance) -> list[Event]:
    """The table is laid differently every time."""
    return [*TOY.setup(scenario, options, chance), toy.TurnStarted(number=next(TURNS))]


TURNS = count(2)
"""Numbers that never come again."""


class Erratic(RandomPlayer):
    """Does not play by the randomness that it was given."""

    def __init__(self, given: random.Random) -> None:
        super().__init__(random.Random(next(TURNS)))


class Cheat(RandomPlayer):
    """Gives orders that are not offered."""

    def choose(self, views: Any, decision: Any, legal_orders: Any) -> Any:
        return toy.Bet(9)


class Draw(Order, frozen=True, tag="draw"):
    """Another order of the same name."""


class Conquer(Order, frozen=True, tag="conquer"):
    """An order of a name that no game has."""


def drawing_to_refuse() -> Any:
    """Refuses a deployment by lot."""

    def decide(state: Any, seat: str, order: Order, chance: Chance) -> list[Event] | Refusal:
        answer = deploying.RULES.decide(state, seat, order, chance)
        if isinstance(answer, Refusal):
            chance.pick((1, 2), "a refusal")
        return answer

    return decide


def moody() -> Any:
    """Refuses every second deployment."""
    asked = count()

    def decide(state: Any, seat: str, order: Order, chance: Chance) -> list[Event] | Refusal:
        if next(asked) % 2:
            return Refusal("NO", "4.1", "Not now.")
        return deploying.RULES.decide(state, seat, order, chance)

    return decide


def moving_nothing(state: Any, *order: Any) -> Carried | Refusal:
    """What comes of an order on a copy of the position, which stays as it is."""
    return TOY.carry_out(
        msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=type(state)), *order
    )


def asking_nobody(*order: Any) -> Carried | Refusal:
    """What comes of an order, but for who decides then."""
    carried = TOY.carry_out(*order)
    return carried if isinstance(carried, Refusal) else carried._replace(decisions=[])
