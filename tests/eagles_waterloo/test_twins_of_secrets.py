"""Nobody learns of decks, splits and layouts what they may not know [chapter d, G-39, G-43].

Two games are played side by side. In both the French give orders of the same kinds, and choose
cards, places and formations each in a way of their own. The other side and the spectator are shown,
told, asked and offered the same to the byte, until something is turned up.
"""

from random import Random

import pytest

from napoleon.rulesets.eagles_waterloo import labels
from napoleon.rulesets.eagles_waterloo.orders import (
    AddCard,
    AssignCard,
    Deploy,
    DropCard,
    EndCombat,
    EndDeployment,
    EndTurn,
    FinishDeck,
    Laid,
    Move,
    PlayNothing,
    SubmitDeck,
    TakeUp,
)
from napoleon.rulesets.eagles_waterloo.views import sight
from tests.eagles_waterloo.fields import (
    ALLIED,
    FRENCH,
    RULES,
    everything_known,
    fresh,
    legal_orders,
    play,
)

READERS = (ALLIED, "spectator")
WINGS = ("french_left", "french_centre", "french_right")


class Twins:
    """Two games, and what is drawn for the French in each of them."""

    def __init__(self, seed, scenario, **options):
        self.random = Random(seed)
        given = fresh(scenario, **options)
        self.games = [given, given]
        self.differed = False

    def give(self, seat, *orders):
        """The same orders in both."""
        self.games = [play(it, seat, *orders, any_cards=True) for it in self.games]
        self.compare()

    def each(self, *kinds):
        """In each game an order of its own, of the first kind that there is in both."""
        offered = [[legal_orders(it, FRENCH, kind) for it in self.games] for kind in kinds]
        both = next(found for found in offered if all(found))
        self.follow([self.random.choice(found) for found in both])

    def follow(self, orders):
        """These orders, one in each game."""
        self.games = [
            play(it, FRENCH, order, any_cards=True)
            for it, order in zip(self.games, orders, strict=True)
        ]
        self.compare()

    def compare(self):
        """Nobody but their owner can tell the games apart."""
        for reader in READERS:
            known = [everything_known(it, reader) for it in self.games]
            assert known[0] == known[1], reader
        owner = [everything_known(it, FRENCH) for it in self.games]
        self.differed = self.differed or owner[0] != owner[1]


def a_deck(random):
    """Fourteen cards with units enough."""
    cards = RULES.pack.cards_of("french")
    units = [it.id for it in cards if labels.is_unit(it)]
    generals = [it.id for it in cards if it.kind == "general"]
    return SubmitDeck((*random.sample(units, 12), *random.sample(generals, 2)))


def a_layout(game, random):
    """Two units face down in each position, in any formation."""
    units = [
        card
        for card, it in game.battle.cards.items()
        if it.nation == "french" and labels.is_unit(RULES.pack.by_id[card])
    ]
    cards = random.sample(units, 6)
    forms = ("", "column", "square")
    return Deploy(
        tuple(
            Laid(card, place, random.choice(forms) if _walks(card) else "")
            for card, place in zip(cards, WINGS * 2, strict=True)
        )
    )


def _walks(card):
    return RULES.pack.by_id[card].kind == "infantry"


@pytest.mark.parametrize("seed", range(4))
def test_decks_musters_layouts_and_the_first_moves(seed):
    twins = Twins(seed, "quatre_bras", decks="chosen")
    for number in range(8):
        twins.each(DropCard if number % 4 == 3 else AddCard)
    twins.follow([a_deck(twins.random) for _ in twins.games])
    twins.give(FRENCH, FinishDeck())
    suggested = legal_orders(twins.games[0], ALLIED, SubmitDeck)
    twins.give(ALLIED, *suggested, FinishDeck())

    twins.follow([a_layout(it, twins.random) for it in twins.games])
    twins.each(TakeUp)
    twins.follow([a_layout(it, twins.random) for it in twins.games])
    twins.give(FRENCH, EndDeployment())
    twins.give(ALLIED, *legal_orders(twins.games[0], ALLIED, Deploy), EndDeployment())
    twins.follow([a_layout(it, twins.random) for it in twins.games])
    twins.give(FRENCH, EndDeployment())
    twins.give(ALLIED, PlayNothing())

    first = min(it.token for it in twins.games[0].battle.cards.values() if "french" in it.token)
    backs = [
        Move(card, "french_reserve")
        for game in twins.games
        for card, it in game.battle.cards.items()
        if it.token == first
    ]
    twins.follow(backs)
    twins.give(FRENCH, EndCombat())
    twins.give(FRENCH, EndTurn())
    assert twins.differed


@pytest.mark.parametrize("seed", range(2))
def test_splits_of_the_campaign(seed):
    twins = Twins(seed, "campaign")
    for _ in range(4):
        twins.each(AssignCard)
    assert twins.differed


def test_what_a_view_tells_is_noticed(monkeypatch):
    monkeypatch.setattr(sight, "is_secret", lambda table, side: False)
    with pytest.raises(AssertionError, match="allied"):
        test_decks_musters_layouts_and_the_first_moves(0)
