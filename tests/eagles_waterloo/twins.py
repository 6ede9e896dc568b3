"""Whole games of EAGLES: Waterloo that differ only in what a reader may not know.

Twins part while decks are made, while musters are laid, or in a battle: other cards lie face down,
wait in Reserve, or are still to come. From then on they are played side by side. The reader, and
all from whom nothing is hidden, give the same orders; the owner of the secret gives such as look
alike to the reader. Until the rules tell it, the reader must be given the same bytes by both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

import msgspec

from napoleon.log.events.draws import with_calls
from napoleon.rules.events import SPECTATOR, Event
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.eagles_waterloo import RULES, labels, places
from napoleon.rulesets.eagles_waterloo.deployment import MOST
from napoleon.rulesets.eagles_waterloo.sides import NATIONS, SIDES, side_of
from napoleon.rulesets.eagles_waterloo.state import Battle, Card, State
from tests.eagles_waterloo.random_play import KINDS, moments, player_of
from tests.rulesets.entrants import entrants
from tests.rulesets.lots import Lots, NoTwin
from tests.rulesets.receiving import ToldApart, told_to
from tests.rulesets.twins import SEED, Twins

LENGTH = 40
"""Most orders for which twins are played on."""

ALIKE = 12
"""Most orders in one game that are tried to find one that looks like that of the other."""

FEW = 3
"""Orders of the one game for which one that looks alike is sought in the other."""

SWAPS = 30
"""Pairs of hidden cards of a nation that change places."""

DECKS, DEPLOYMENT, BATTLE = "decks", "deployment", "battle"
STAGES = (DECKS, DEPLOYMENT, BATTLE)
"""Where twins part."""

PHASES = {DECKS: ("decks",), DEPLOYMENT: ("deploy", "adjust")}


class Pair:
    """Two games and a reader who may not know in what they differ; every number is another."""

    def __init__(self, number: int, stage: str, length: int = LENGTH) -> None:
        self.number = number
        self.stage = stage
        self.length = length
        self.random = Random(f"{number} {stage}")
        self.kind = KINDS[number % len(KINDS)]
        self.player = player_of(number)
        self.orders = 0
        """How many orders were given to both."""
        self.differed = False
        """Whether there was anything in which they differed."""
        self.happened: set[type[Event]] = set()
        """Classes of events that both were given and read the same."""
        self.stopped = ""
        """Why they were no twins any longer."""

    def play(self) -> None:
        """Play both on as long as they are twins. Raises ToldApart."""
        state = self._somewhere()
        self.reader = self.random.choice([*SIDES, SPECTATOR])
        other = RULES.copied(state)
        for nation in NATIONS:
            if side_of(nation) != self.reader:
                self._swap(other, nation)
                self._redraft(other, nation)
                self._lay_otherwise(other, nation)
        self.differed = state != other
        entrant = entrants()["eagles_waterloo"]
        self.twins = Twins(entrant, self.reader, 10_000, [state, other])
        try:
            while self.orders < self.length:
                where = f"pair {self.number} in {self.stage}, order {self.orders}"
                self.twins.compare(self.random, where)
                self._go_on(where)
                self.orders += 1
        except NoTwin as told:
            self.stopped = str(told)

    # -- how they part -----------------------------------------------------------------------------

    def _somewhere(self) -> State:
        """A position of the stage, at any of its orders; the last one there is if it is short."""
        wanted = self.random.randint(1, 90 if self.stage == BATTLE else 25)
        found: State | None = None
        for moment in moments(self.number):
            if not self._is_there(moment.state):
                if found is not None and self.stage != BATTLE:
                    break
                continue
            found = RULES.copied(moment.state)
            wanted -= 1
            if not wanted:
                break
        assert found is not None, f"{self.kind} has nothing to decide in {self.stage}"
        return found

    def _is_there(self, state: State) -> bool:
        if self.stage == BATTLE:
            return state.phase not in ("decks", "deploy", "adjust")
        return state.phase in PHASES[self.stage]

    def _swap(self, state: State, nation: str) -> None:
        """Hidden cards of a nation change places, as far as each fits where the other was."""
        for battle in state.battles.values():
            slots = list(_slots(state, battle, nation))
            if len(slots) < 2:
                continue
            now = {slot.card: slot.card for slot in slots}
            for _ in range(SWAPS):
                one, other = self.random.sample(slots, 2)
                mine, yours = now[one.card], now[other.card]
                if one.takes(state, yours) and other.takes(state, mine):
                    now[one.card], now[other.card] = yours, mine
            _rename(state, battle, now)

    def _redraft(self, state: State, nation: str) -> None:
        """Other cards lie in a deck that is being made."""
        for decks in state.drafts.values():
            deck = decks.get(nation, [])
            if state.is_campaign:
                # Those of both battles: the reader knows how many there are, and not where.
                self.random.shuffle(deck)
                continue
            for place in range(len(deck)):
                free = [it for it in state.pools[nation] if it not in deck]
                if free and self.random.random() < 0.5:
                    deck[place] = self.random.choice(free)

    def _lay_otherwise(self, state: State, nation: str) -> None:
        """Units that are being laid under seal lie elsewhere, or wait in Reserve."""
        side = side_of(nation)
        under_seal = state.phase == "deploy" or (state.phase == "adjust" and side == SIDES[0])
        if not under_seal or side in state.finished:
            return
        for battle in state.battles.values():
            for card, it in battle.cards.items():
                if it.nation != nation or it.revealed or it.formation or it.terrain:
                    continue
                to = self.random.choice([*places.line(side), places.reserve(side)])
                room = places.is_reserve(to) or len(battle.at(to, side)) < MOST
                if labels.is_unit(_printed(card)) and room and self.random.random() < 0.5:
                    it.place = to
                    battle.look_again()

    # -- how they go on ----------------------------------------------------------------------------

    def _go_on(self, where: str) -> None:
        asked = [RULES.decisions(state) for state in self.twins.states]
        decision = self.random.choice(asked[0])
        if decision not in asked[1]:
            raise ToldApart(f"only one of them is asked for {decision.kind}: {where}")
        if decision.seat == self.reader:
            legal_orders = list(RULES.legal_orders(self.twins.states[0], decision))
            order = self.player(self.twins.states[0], decision, legal_orders)
            both = [self._decided(twin, decision, order) for twin in range(2)]
            self._follow(both, where, order)
            return
        self._answer_alike(decision, where)

    def _answer_alike(self, decision: Decision, where: str) -> None:
        """The owner gives orders that look the same to the reader."""
        legal_orders = [list(RULES.legal_orders(state, decision)) for state in self.twins.states]
        for _ in range(FEW):
            order = self.player(self.twins.states[0], decision, legal_orders[0])
            mine = self._decided(0, decision, order)
            looks = self._looks(mine)
            likely = [it for it in legal_orders[1] if _of_the_same_sort(order, it)]
            self.random.shuffle(likely)
            # The same one first: mostly it looks the same.
            likely.sort(key=lambda it, order=order: it != order)  # type: ignore[misc]
            for other in likely[:ALIKE]:
                yours = self._decided(1, decision, other)
                if self._looks(yours) == looks:
                    self._follow([mine, yours], f"{where}: {order} or {other}", order)
                    return
        raise NoTwin(f"nothing looks alike in answer to {decision.kind}")

    def _looks(self, events: Sequence[Event]) -> bytes:
        """What the reader is told."""
        entrant = self.twins.entrant
        return msgspec.json.encode(told_to(entrant, self.reader, events, self.twins.version))

    def _decided(self, twin: int, decision: Decision, order: Order) -> Sequence[Event]:
        state = self.twins.states[twin]
        chance = Lots(f"{SEED}/{self.number}/{self.twins.version}", state.draws)
        events = RULES.decide(state, decision.seat, order, chance)
        if isinstance(events, Refusal):
            raise ToldApart(f"an offer of one is refused in the other: {order}\n{events}")
        return with_calls(events, chance.calls, SEED)

    def _follow(self, causes: Sequence[Sequence[Event]], where: str, order: Order) -> None:
        self.twins.follow(causes, f"{where}: {order}")
        self.happened.update(map(type, causes[0]))


# -- where hidden cards are ------------------------------------------------------------------------


class _Slot(NamedTuple):
    """Where a hidden card is: in a position, a Reserve or a deck, or in none of them."""

    card: str
    at: Card | None
    """As it stands in a position; None for all other places."""

    def takes(self, state: State, card: str) -> bool:
        """Whether another card may be there, as far as others can tell."""
        if self.at is None or card == self.card:
            return True
        it, was = _printed(card), _printed(self.card)
        if self.at.formation or self.at.terrain or self.at.moves or self.at.acted or self.at.silent:
            horse = [getattr(its, "horse", False) for its in (it, was)]
            return it.kind == was.kind and horse[0] == horse[1]
        if labels.is_unit(it):
            return labels.is_unit(was) or bool(state.options["decoys"])
        return bool(state.options["decoys"]) and it.kind == was.kind


def _printed(card: str) -> labels.AnyCard:
    return RULES.pack.by_id[labels.printed(card)]


def _slots(state: State, battle: Battle, nation: str) -> Iterator[_Slot]:
    """Hidden cards of a nation in a battle, but those that the state names for what all can see."""
    named = {battle.current, battle.waiting, *battle.retreating, *state.sent}
    named |= {played.target for played in battle.played}
    for card, it in battle.cards.items():
        if it.nation != nation or it.revealed or card in named:
            continue
        yield _Slot(card, None if places.is_reserve(it.place) else it)
    for deck in battle.decks.values():
        yield from (_Slot(card, None) for card in deck if _printed(card).nation == nation)


def _rename(state: State, battle: Battle, now: dict[str, str]) -> None:
    """Each place keeps what all can see of it; the card in it is another one."""
    battle.cards = {now.get(card, card): it for card, it in battle.cards.items()}
    for nation, deck in battle.decks.items():
        battle.decks[nation] = sorted(now.get(card, card) for card in deck)


NAMING = {"card", "cards", "target", "instead", "formation", "terrain", "place", "decoy", "battle"}
"""Fields of orders that name what may be hidden."""


def _of_the_same_sort(order: Order, other: Order) -> bool:
    """Whether two orders may look alike: the same but for what they name."""
    return type(order) is type(other) and all(
        getattr(order, name) == getattr(other, name)
        for name in order.__struct_fields__
        if name not in NAMING
    )
