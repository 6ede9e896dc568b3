"""Who is examined: every game that is registered, with all that is registered for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, combinations, product
from random import Random
from typing import Any, NamedTuple, TypeVar, Union

import msgspec

from napoleon.chance import SECRET, SeededChance
from napoleon.log.events.service import ServiceEvent
from napoleon.log.game import GameCreated
from napoleon.rules.bots import Bot
from napoleon.rules.contract import Notation, Ruleset, installed
from napoleon.rules.events import TOPICS, Event
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.picture.cards import CardFace
from napoleon.rules.picture.chart import draw_chart
from napoleon.rules.picture.declared import Pictures
from napoleon.rules.picture.svg import draw
from napoleon.rules.prose.storybook import PLAINLY, Words
from napoleon.rules.tables import TextTable, plain_tables
from napoleon.rules.terms import Decision, SetupRefused

T = TypeVar("T")

MOST_FORMS = 300
"""Forms of a game that are looked at to choose from."""

WITHOUT_CLAUSE = ("BAD_PAYLOAD", "BAD_LINE", "AMBIGUOUS_LINE")
"""Codes of refusals that need no clause for their reason."""

TRIES = 30
"""How often forms are chosen; the fewest are taken."""


class Form(NamedTuple):
    """What is chosen when a game is created."""

    scenario: str
    options: Mapping[str, Any]

    def __str__(self) -> str:
        return "-".join([self.scenario, *(f"{k}={v}" for k, v in self.options.items())])


class Entrant(NamedTuple):
    """A game, with what is registered for it beside its rules; None for what is not."""

    rules: Ruleset
    notation: Notation | None
    bot: Callable[[Random], Bot] | None
    boards: Callable[[Any, Words], list[TextTable]] = plain_tables
    pictures: Pictures[Any] | None = None

    def drawn(self, views: Any) -> tuple[str, str, list[CardFace], list[str]]:
        """The map, the chart, the cards of a reader and what there is beside the map and the chart.

        Of a game that has such pictures; the chart is empty if there is none.
        """
        assert self.pictures is not None
        chart = self.pictures.chart(views, PLAINLY)
        beside = [
            *(draw(it.picture) for it in self.pictures.boards(views, PLAINLY)),
            *map(draw_chart, self.pictures.measures(views, PLAINLY)),
        ]
        picture = draw(self.pictures.picture(views, PLAINLY))
        return (
            picture,
            draw_chart(chart) if chart else "",
            self.pictures.cards(views, PLAINLY),
            beside,
        )

    @property
    def verbs(self) -> Any:
        """What orders of the game are read as."""
        return Union[self.rules.verbs]  # noqa: UP007 - the members are known at run time only

    @property
    def events(self) -> list[type[Event]]:
        """The classes of the game's own events."""
        topics = f"{self.rules.name}."
        return [cls for topic, cls in TOPICS.items() if topic.startswith(topics)]

    def thawed(self, state: bytes) -> Any:
        """A position of its own out of what `frozen` made."""
        return msgspec.msgpack.decode(state, type=self.rules.state_type)

    def legal_orders(self, state: Any, decision: Decision) -> list[Order]:
        """Every offer for a decision."""
        return list(self.rules.legal_orders(state, decision))

    def after(self, state: Any, events: Sequence[Event]) -> Any:
        """The position after `events`; `state`, or None before the first of them, stays as it is.

        Service events move no table.
        """
        after = None if state is None else self.thawed(frozen(state))
        for event in events:
            after = self.moved(after, event)
        return after

    def moved(self, state: Any, event: Event) -> Any:
        """The position after `event`; `state` is moved on in place, by events of the table."""
        if isinstance(event, GameCreated | ServiceEvent):
            return state
        return self.rules.apply(state, event)


def frozen(state: Any) -> bytes:
    """All of a position, with the order of its entries."""
    return msgspec.msgpack.encode(state)


def plain(views: Any) -> dict[str, Any]:
    """Views as data, without the version that the service will give them."""
    data: dict[str, Any] = msgspec.to_builtins(views)
    return data


def key(order: Order) -> bytes:
    """An order as bytes; in what order a client writes its fields is all the same."""
    return msgspec.json.encode(order, order="sorted")


class NoChance:
    """Chance for what must not need any."""

    def pick(self, options: Sequence[T], purpose: str, chain: str = SECRET) -> T:
        """Nothing is to be drawn: whoever asks is wrong."""
        raise AssertionError(f"a refusal must not draw, but something was drawn for {purpose!r}")


def entrants() -> dict[str, Entrant]:
    """The games of the registry, by name."""
    return {
        name: Entrant(rules, rules.notation, rules.bot, rules.tables, rules.pictures)
        for name, rules in installed().items()
    }


def gives_a_clause(rules: Ruleset, refusal: Refusal) -> bool:
    """Whether a refusal cites a clause that can be read.

    The rules do not speak of what cannot even be read as an order: that may do without.
    """
    if refusal.clause == "":
        return refusal.code in WITHOUT_CLAUSE
    return bool((rules.clause(refusal.clause) or "").strip())


def pack_checks() -> dict[str, Callable[[Any], Sequence[Any]]]:
    """What checks the data packs of each game, by its name."""
    return {name: rules.check_pack for name, rules in installed().items()}


# -- the forms of a game --------------------------------------------------------------------------


def forms(rules: Ruleset) -> list[Form]:
    """Forms in which every two choices that can be made together are made together once.

    A choice is a scenario or the value of an option. Forms that the game refuses to set up are
    no forms of it.
    """
    if rules not in _FORMS:
        every = list(_every(rules, [option.name for option in rules.options]))
        some = every if len(every) <= MOST_FORMS else Random(0).sample(every, MOST_FORMS)
        possible = [(form, _pairs(form)) for form in some if _can_be_set_up(rules, form)]
        tries = (_covering(possible, Random(seed)) for seed in range(TRIES))
        _FORMS[rules] = min(tries, key=len)
    return _FORMS[rules]


_FORMS: dict[Ruleset, list[Form]] = {}
"""Forms that were chosen: it takes a second for some games."""


def _covering(possible: Sequence[tuple[Form, set[Any]]], random: Random) -> list[Form]:
    pairs = random.sample(possible, len(possible))
    left: set[Any] = set().union(*(found for _, found in pairs))
    chosen = []
    while left:
        form, found = max(pairs, key=lambda it: len(it[1] & left))
        left -= found
        chosen.append(form)
    return chosen


def kinds(rules: Ruleset, *names: str) -> list[Form]:
    """Every form of a game with all values of these options, of the others as they are by default.

    Of all options, if none are named.
    """
    every = _every(rules, names or [option.name for option in rules.options])
    return [form for form in every if _can_be_set_up(rules, form)]


def _every(rules: Ruleset, names: Sequence[str]) -> Iterator[Form]:
    values = {option.name: option.values for option in rules.options}
    for scenario in rules.scenarios:
        for chosen in product(*(values[name] for name in names)):
            yield Form(scenario.id, dict(zip(names, chosen, strict=True)))


def _can_be_set_up(rules: Ruleset, form: Form) -> bool:
    try:
        rules.setup(form.scenario, form.options, SeededChance("00" * 32, "forms", drawn=0))
    except SetupRefused:
        return False
    return True


def _pairs(form: Form) -> set[Any]:
    made = choices(form)
    return {*((it,) for it in made), *combinations(made, 2)}


def choices(form: Form) -> list[tuple[str, str, Any]]:
    """What is chosen for a form."""
    made = [("scenario", form.scenario), *form.options.items()]
    # The type goes with it: 1 and True are other values of an option.
    return [(name, type(value).__name__, value) for name, value in made]


def every_form() -> Iterator[tuple[str, Form]]:
    """The names of the games with the forms that they are examined in."""
    for name, rules in installed().items():
        for form in forms(rules):
            yield name, form


def showing_every_choice(every: Sequence[Form]) -> list[Form]:
    """The fewest of some forms in which every choice occurs that occurs in any of them."""
    made = {it for form in every for it in choices(form)}
    by_size = (combinations(every, size) for size in range(1, len(every) + 1))
    return list(
        next(
            few
            for few in chain.from_iterable(by_size)
            if made == {it for form in few for it in choices(form)}
        )
    )
