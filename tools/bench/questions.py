"""What games ask of people: bots play them behind standing orders, and every answer is counted."""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec

from napoleon.chance import SeededChance
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import Event
from napoleon.rules.orders import Order, Refusal, verb_of
from napoleon.rules.standing_orders import Kept, StandingOrder
from napoleon.rules.terms import Decision
from napoleon.rules.viewer import Viewer
from tools.bench.answers import Given, Spread, Stretch, answers, hand_overs, in_sequence
from tools.bench.forms import Form

NONE = "none"
"""The profile of seats that leave no standing orders."""

USUAL = "usual"
"""The profile behind which games are counted unless another is named."""

NO_CARDS = ("decline all", "pass all", "play no special")
"""The standing orders by which a seat plays no card in any window, by the games that have some."""

MIXED = ("tokens_replaced", "units_concealed")
"""Events whose draws mix the tokens of blocks: who knows the blocks learns nothing by them."""

RATES = (1, 4)
"""Answers a day."""


class Played(NamedTuple):
    """What was seen of a game."""

    given: list[Given]
    turns: set[Hashable]
    """Those in which somebody was asked."""
    stretches: set[Stretch]
    """The same; standing orders may have answered all that was asked in one."""

    def look(self, form: Form, state: Any, seats: Iterable[str]) -> None:
        """Note where in the game a position is. Before the first turn nothing is counted."""
        if state.turn > 0:
            if (turn := form.turn(state)) is not None:
                self.turns.add(turn)
            self.stretches.update(form.stretch(state, seat) for seat in seats)


class Found(msgspec.Struct, frozen=True):
    """What a form of a game asks; numbers of a game are medians."""

    game: str
    form: str
    profile: str
    games: int
    answers: dict[str, Spread]
    """By what they are counted in."""
    orders: dict[str, Spread]
    """Orders by hand, counted in the same."""
    questions: float
    """Orders by hand in a game."""
    forced: float
    """Those of them that were the only legal order."""
    forced_kinds: dict[str, int]
    """In all games, by the kind of question, the most frequent first."""
    hand_overs: Spread
    """In a turn."""
    days: dict[int, float]
    """By answers a day, how long a game lasts."""
    begun_by: dict[str, int]
    """How many answers there are in all games, by the kind of question with which they begin."""


class Seats:
    """The seats of a game: a bot at each, behind the standing orders of a profile.

    Once one has run out it is left again, as by somebody who sees to it whenever they look.
    """

    def __init__(self, rules: Ruleset, seats: Iterable[str], profile: str, seed: int) -> None:
        self._rules = rules
        self._words = words_of(rules, profile)
        self._bots = {it: rules.bot(Random(f"{seed} {it}")) for it in seats}
        self._kept: dict[tuple[str, int], Kept] = {}

    def without_asking(self, state: Any, decision: Decision) -> Order | None:
        """What the standing orders of a seat answer; None to ask it."""
        standing, seat = self._rules.standing, decision.seat
        if standing is None or not self._words:
            return None
        living = []
        for place, word in enumerate(self._words):
            kept = self._kept.get((seat, place))
            if kept is None or standing.has_expired(state, kept):
                if standing.refuse(state, seat, word) is not None:
                    continue
                kept = Kept(f"profile {place}", seat, word, standing.occasion(state))
                self._kept[seat, place] = kept
            living.append(kept)
        use = standing.answer(state, decision, living)
        return use.order if use else None

    def by_hand(self, state: Any, decision: Decision, legal_orders: Sequence[Order]) -> Order:
        """What the bot at a seat answers, told what the seat may see."""
        if len(legal_orders) == 1:
            return legal_orders[0]
        known = self._rules.known(state, Viewer(decision.seat))
        return self._bots[decision.seat].choose(known, decision, iter(legal_orders))


def profiles(rules: Ruleset) -> dict[str, StandingOrder]:
    """The standing orders of a game that a seat may leave as they are, by what they are called."""
    kinds = rules.standing.kinds if rules.standing else ()
    return {
        str(kind.__struct_config__.tag).replace("_", " "): kind()
        for kind in kinds
        if not any(it.required for it in msgspec.structs.fields(kind))
    }


def words_of(rules: Ruleset, profile: str) -> list[StandingOrder]:
    """The standing orders of a seat behind a profile; none if the game knows no such one.

    What a player chooses when they take a seat says nothing of windows of cards, so they leave
    beside it what a form says that nobody fills in: to play no card.
    """
    known = profiles(rules)
    word = known.get(profile)
    if word is None:
        return []
    is_chosen = rules.standing is not None and isinstance(word, rules.standing.profiles[1:])
    return [word, *(known[it] for it in NO_CARDS if is_chosen and it in known)]


def played(rules: Ruleset, form: Form, profile: str, seed: int) -> Played:
    """A game of bots to its end; with the same seed it is the same game."""
    options = rules.checked_options(form.options)
    seats = rules.seats(options)
    players, found = Seats(rules, seats, profile, seed), Played([], set(), set())
    given, scenario = found.given, form.scenarios[seed % len(form.scenarios)]
    caused = rules.setup(scenario, options, _chance(seed, 0))
    state: Any = None
    since: dict[str, int] = {}
    told: Order | None = None
    while True:
        for event in caused:
            state = rules.apply(state, event)
            if given and shows(event, told):
                given[-1] = given[-1]._replace(shown=True)
        if state.result is not None:
            return found
        found.look(form, state, seats)
        decisions = rules.decisions(state)
        since = {it.id: since.get(it.id, len(given)) for it in decisions}
        uses = ((it, players.without_asking(state, it)) for it in decisions)
        decision, order = next((it for it in uses if it[1]), (decisions[0], None))
        if order is None:
            # A client that has begun goes on with all that it is asked.
            mine = (it for it in decisions if given and it.seat == given[-1].seat)
            decision = next(mine, decisions[0])
            legal_orders = list(rules.legal_orders(state, decision))
            order = players.by_hand(state, decision, legal_orders)
            given.append(
                Given(
                    decision.seat,
                    decision.kind,
                    verb_of(type(order)),
                    since[decision.id],
                    forced=len(legal_orders) == 1 and not decision.checked,
                    shown=False,
                    turn=form.turn(state),
                    stretch=form.stretch(state, decision.seat),
                )
            )
        outcome = rules.decide(state, decision.seat, order, _chance(seed, state.draws))
        assert not isinstance(outcome, Refusal), (decision, order, outcome)
        caused = outcome
        told = order if given and decision.seat == given[-1].seat else None


def shows(event: Event, order: Order | None) -> bool:
    """Whether an event tells a player something after which they may want to answer otherwise.

    `order` is their own by which it came about; None for somebody else's.
    """
    if event.drawn:
        return event.type not in MIXED
    return event.reveals and is_news(event, order)


def is_news(event: Event, order: Order | None) -> bool:
    """Whether what an event shows is more than the cards that a player's own order has named."""
    cards = _cards_in(event)
    return order is None or not cards or not cards <= _cards_in(order)


def _cards_in(thing: Order | Event) -> set[Hashable]:
    """What stands in the fields of an order or an event that are called after cards."""
    card, cards = getattr(thing, "card", None), getattr(thing, "cards", None) or ()
    return {it for it in (card, *cards) if it is not None}


def report(rules: Ruleset, form: Form, profile: str, games: Sequence[Played]) -> Found:
    """What the games of a form, behind a profile, asked of people."""
    first = [list(answers(it.given)) for it in games]
    forced = Counter(it.kind for game in games for it in game.given if it.forced)
    lasts = statistics.median(in_sequence(it.given) for it in games)
    return Found(
        game=rules.title,
        form=form.title,
        profile=profile if profile in profiles(rules) else NONE,
        games=len(games),
        answers=_by_stretch(games, first),
        orders=_by_stretch(games, [it.given for it in games]),
        questions=statistics.median(len(it.given) for it in games),
        forced=statistics.median(sum(it.forced for it in game.given) for game in games),
        forced_kinds=dict(forced.most_common()),
        hand_overs=Spread.of(_hand_overs(games) or [0]),
        days={rate: lasts / rate for rate in RATES},
        begun_by=dict(Counter(it.kind for game in first for it in game).most_common()),
    )


def _by_stretch(games: Sequence[Played], counted: Sequence[Sequence[Given]]) -> dict[str, Spread]:
    """How many were given in each stretch, by what the stretches are called."""
    numbers = defaultdict[str, list[int]](list)
    for game, orders in zip(games, counted, strict=True):
        in_each = Counter(it.stretch for it in orders)
        for stretch in game.stretches:
            numbers[stretch[0]].append(in_each[stretch])
    return {name: Spread.of(those) for name, those in sorted(numbers.items())}


def _hand_overs(games: Sequence[Played]) -> list[int]:
    """How many there were in each turn of all games."""
    in_each = [(game, Counter(it.turn for it in hand_overs(game.given))) for game in games]
    return [number[turn] for game, number in in_each for turn in game.turns]


def _chance(seed: int, drawn: int) -> SeededChance:
    return SeededChance(f"{seed:064x}", "bench", drawn=drawn)
