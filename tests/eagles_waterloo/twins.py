"""Pairs of games of EAGLES: Waterloo that differ only in what a reader may not know.

They part while decks are made, while musters are laid, or in a battle: other cards lie face down,
wait in Reserve, or are still to come.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from napoleon.rules.events import SPECTATOR
from napoleon.rulesets.eagles_waterloo import RULES, labels, places
from napoleon.rulesets.eagles_waterloo.deployment import MOST
from napoleon.rulesets.eagles_waterloo.sides import NATIONS, SIDES, side_of
from napoleon.rulesets.eagles_waterloo.state import Battle, Card, State
from tests.eagles_waterloo.random_play import KINDS, moments, player_of
from tests.rulesets.pairs import Group, Pair, Pairs

SWAPS = 30
"""Pairs of hidden cards of a nation that change places."""

DECKS, DEPLOYMENT, BATTLE = "decks", "deployment", "battle"
STAGES = (DECKS, DEPLOYMENT, BATTLE)
"""Where twins part."""

PHASES = {DECKS: ("decks",), DEPLOYMENT: ("deploy", "adjust")}

NAMING = {"card", "cards", "target", "instead", "formation", "terrain", "place", "decoy", "battle"}
"""Fields of orders that name what may be hidden."""


class Cards(Pair):
    """Other cards are where hidden ones were; every number is another pair of its stage."""

    game = RULES.name
    naming = NAMING

    def __init__(self, number: int, stage: str, length: int) -> None:
        super().__init__(number, player_of(number), length)
        self.stage = stage

    def __str__(self) -> str:
        return f"{super().__str__()} in {self.stage}"

    def readers(self, state: State) -> list[str]:
        """Both sides, and the spectator."""
        return [*SIDES, SPECTATOR]

    def part(self, state: State) -> None:
        """The cards of others are not what they were."""
        for nation in [it for it in NATIONS if side_of(it) != self.reader]:
            self._swap(state, nation)
            self._redraft(state, nation)
            self._lay_otherwise(state, nation)

    def somewhere(self) -> State:
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
        assert found is not None, f"there is nothing to decide in {self}"
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


# -- which pairs -----------------------------------------------------------------------------------

MADE = [number for number, kind in enumerate(KINDS) if kind.options["decks"] != "random"]
"""Kinds in which decks are made by their owners."""

STEP = 7
PARTS = 12


def _group(stage: str, part: int) -> Group:
    """Ten pairs of a stage."""
    kinds = MADE if stage == DECKS else range(len(KINDS))
    numbers = [
        kinds[place * STEP % len(kinds)] + len(KINDS) * (place % 4)
        for place in range(part, 10 * PARTS, PARTS)
    ]
    return Group([(number, stage) for number in numbers], differ=6, kinds=4)


PAIRS = Pairs(
    Cards,
    short=12,
    length=40,
    # of each stage, with decoys and without
    enough=[
        (MADE[1], DECKS),
        (MADE[40], DECKS),
        (3, DEPLOYMENT),
        (70, DEPLOYMENT),
        (15, BATTLE),
        (101, BATTLE),
    ],
    many={f"{stage}-{part}": _group(stage, part) for stage in STAGES for part in range(PARTS)},
)
