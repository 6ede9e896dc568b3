"""The state of a game: everything that may influence a ruling [chapter a].

It is rebuilt from events alone and changes only in their `apply`. What the data pack says of a
card is not repeated here. A card is known by its id in the pack; a further copy of it in a custom
deck has a number behind, as in ``f_ney.2``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Any

import msgspec

from napoleon.rules.kit.scenes import found_once
from napoleon.rules.terms import Result
from napoleon.rulesets.eagles_waterloo.places import INVADERS, is_reserve
from napoleon.rulesets.eagles_waterloo.sides import NATIONS, side_of

_SIDES = {nation: side_of(nation) for nation in NATIONS}


class Card(msgspec.Struct):
    """A card in play: in a Reserve or in a position."""

    nation: str
    place: str
    token: str = ""
    """What others see of it face down in a position; empty in a Reserve [G-44]."""
    revealed: bool = False
    """Whether it lies face up."""
    hits: int = 0
    """Hits that are not checked yet [6.0]."""
    formation: str = ""
    """``column`` or ``square`` [9.0]; empty in line, and for all that is no infantry."""
    blown: bool = False
    """Whether it has shocked, and has not been in Reserve since [7.31]."""
    terrain: str = ""
    """The terrain card that it stands on [11.0]."""
    moves: int = 0
    """Moves made in this player turn [8.0]."""
    way: str = ""
    """``engage`` or ``disengage`` once it has done so in this player turn [8.3]."""
    acted: bool = False
    """Whether its action of this player turn is over: it has fired, shocked, or changed [7.0]."""
    extra: int = 0
    """Moves that a special gives it beyond its own [13.a]."""
    late: bool = False
    """Whether it came into the Reserve in this player turn, and moves from the next [10.0]."""
    rests: bool = False
    """Whether it was a decoy that went back in this player turn, and is used from the next [14.0].

    Rules 1.0 do not ask for it.
    """
    silent: int = 0
    """Own player turns that begin before its battery may fire again [13.a, 199]."""


class Site(msgspec.Struct):
    """A terrain card that was played [11.0]."""

    place: str
    """The position that it lies in; a river lies in the Middle Ground of that lane."""
    side: str
    """The side that holds it, even if nobody stands on it [11.5]; of a river, who played it."""
    fixed: bool = False
    """Whether the enemy has seen it: then it never moves [4.2]."""


class Played(msgspec.Struct, frozen=True):
    """A special whose effect lasts [13.0]."""

    card: str
    side: str
    phase: str
    """In which it was played: no more than two in a position and phase [13.0]."""
    place: str = ""
    """The position, or the lane, that it names."""
    target: str = ""
    """The card that it names."""
    lasts: bool = False
    """Whether it lasts until its owner's next player turn begins, not only for this one."""


class Battle(msgspec.Struct, dict=True):
    """A battle that is not over, on a field of its own.

    Who stands where is asked hundreds of times between two events. So it is looked up once, and
    kept beside the position until `look_again`: it is no part of it, of copies or of snapshots.
    """

    id: str
    field: int
    """Which of the two drawn fields it is fought on."""
    nations: list[str]
    rates: dict[str, int]
    """By nation the cards that come in each turn [10.0]."""
    decks: dict[str, list[str]] = {}
    """By nation what has not been drawn yet, in alphabetical order: the next is drawn by chance."""
    cards: dict[str, Card] = {}
    """Those in play; the last to come to a place is the last."""
    sites: dict[str, Site] = {}
    """Terrain in play, by its card."""
    routed: list[str] = []
    """Eliminated units and generals of this battle [6.0]."""
    spent: list[str] = []
    """Specials, terrain and decoys of this battle that are gone for good."""
    played: list[Played] = []
    """Specials that have their effect, or count for the limit of their phase [13.0]."""
    turns: int = 0
    """Player turns begun."""
    began: int = 0
    """Rounds that were over before its first [G-56]."""
    active: str = ""
    """Side whose player turn it is."""
    checked: bool = False
    """Whether the first check of this Morale phase was made; then no special any more [13.a]."""
    waiting: str = ""
    """The card that is checked next, after the generals [G-10]."""
    resting: bool = False
    """Whether its owner left the order of the other checks to the program [G-45]."""
    asked: bool = False
    """Whether the other side had its window before this Combat phase [G-62]."""
    fought: bool = False
    """Whether an order of this Combat phase was given [16.c]."""
    current: str = ""
    """The card whose action may go on [G-47]."""
    crossed: dict[str, int] = {}
    """Units by lane that have crossed a river in this player turn [11.3]."""
    drawn: bool = False
    """Whether this turn's reinforcements have come [10.0]."""
    arrived: bool = False
    """Whether a Prussian general was shown at Waterloo [10.0]."""
    captured: str = ""
    """Terrain that has fallen, and waits for those who go onto it [11.5]."""
    busy: bool = False
    """Whether something happened in this player turn that is no standing still [G-54]."""
    quiet: int = 0
    """Player turns in succession in which nothing did."""
    winner: str = ""
    """Side that has won it, while the cards of it are still to be dealt with [16.d]."""
    reason: str = ""
    """Why: ``position``, ``withdrawn`` or ``drawn``."""
    retreating: list[str] = []
    """Cards of the loser whose retreat is still to be checked [16.d, G-57]."""

    @found_once
    def _places(self) -> Mapping[str, Mapping[str, Sequence[str]]]:
        """The cards in each place that holds any, by their sides."""
        found: dict[str, dict[str, list[str]]] = {}
        for card, it in self.cards.items():
            # A dozen times in an order, so that no empty dictionary is made for a card.
            there = found.get(it.place)
            if there is None:
                there = found[it.place] = {}
            side = _SIDES[it.nation]
            if side in there:
                there[side].append(card)
            else:
                there[side] = [card]
        return found

    @found_once
    def _ground(self) -> Mapping[str, Sequence[str]]:
        """The units on each terrain card that anybody stands on."""
        found: dict[str, list[str]] = {}
        for card, it in self.cards.items():
            found.setdefault(it.terrain, []).append(card)
        return found

    @found_once
    def engaged(self) -> Set[str]:
        """The positions that hold cards of both sides [1.0]."""
        there = self._places.items()
        return {place for place, by in there if len(by) > 1 and not is_reserve(place)}

    @found_once
    def invaded(self) -> Sequence[str]:
        """The positions in which enemies of their owner stand."""
        return [place for place, side in INVADERS.items() if self.has_any(place, side)]

    @found_once
    def _called(self) -> Mapping[str, Mapping[str, str]]:
        """The cards of each side, by what their enemy calls them."""
        found: dict[str, dict[str, str]] = {}
        for card, it in self.cards.items():
            found.setdefault(side_of(it.nation), {}).setdefault(self.seen_as(card), card)
        return found

    def look_again(self) -> None:
        """Forget who stood where."""
        vars(self).clear()

    def seen_as(self, card: str) -> str:
        """A card as the enemy names it: by its id if it is face up, by its token if not [G-44]."""
        it = self.cards[card]
        return card if it.revealed else it.token

    def called(self, named: str, side: str) -> str:
        """The card of a side that its enemy names so; empty for none."""
        return self._called.get(side, {}).get(named, "")

    def at(self, place: str, side: str = "") -> Sequence[str]:
        """The cards in a place, of one side or of both, in the order in which they came."""
        if not side:
            return [card for card, it in self.cards.items() if it.place == place]
        return self._places.get(place, {}).get(side, ())

    def has_any(self, place: str, side: str) -> bool:
        """Whether a place holds a card of a side."""
        return side in self._places.get(place, {})

    def is_engaged(self, place: str) -> bool:
        """Whether a position holds cards of both sides [1.0]."""
        return place in self.engaged

    def on(self, site: str) -> Sequence[str]:
        """The units that stand on a terrain card."""
        return self._ground.get(site, ())

    def sites_at(self, place: str) -> list[str]:
        """The terrain cards that lie in a position."""
        return [site for site, it in self.sites.items() if it.place == place]


class State(msgspec.Struct):
    """One position."""

    options: dict[str, Any]
    seats: list[str]
    scenario: str
    stage: str
    """``battle`` outside the campaign; ``opening``, ``wavre_waterloo`` or ``charleroi`` in it."""
    battles: dict[str, Battle]
    """Those of the stage that are not over, in the order of their turns [16.b]."""
    pools: dict[str, list[str]]
    """By nation, cards that a deck may be made of, or that wait for the next stage [2.0, 16.a]."""

    phase: str = "decks"
    """``decks``, ``deploy``, ``adjust``, ``morale``, ``combat``, ``reinforcement``, ``retreat`` or
    ``sending``."""
    turn: int = 0
    """Rounds begun, of all battles together; 0 before the first [G-56]."""
    at: str = ""
    """The battle whose player turn it is."""
    draws: int = 0
    """Draws of chance made in the game."""
    result: Result | None = None
    given: dict[str, int] = {}
    """Orders that each seat has given in the game; numbers its decisions."""
    tokens: int = 0
    """Numbers of tokens that were used."""

    drafts: dict[str, dict[str, list[str]]] = {}
    """By battle and nation the deck that is being made; hidden until it is played."""
    finished: list[str] = []
    """Seats that have ended their decks, or their deployment."""
    results: dict[str, str] = {}
    """By battle that is over the side that has won; empty for a drawn one."""
    sent: list[str] = []
    """Cards that the winner has sent so far [16.d]."""
    lost: dict[str, list[str]] = {}
    """By nation, cards that were eliminated in battles that are over."""
    agreed: list[str] = []
    """Seats that have agreed to end the game."""
    turned_down: bool = False
    """Whether somebody has just given another order instead of agreeing."""

    @property
    def is_campaign(self) -> bool:
        """Whether the battles are those of the campaign [16.0]."""
        return self.scenario == "campaign"

    @property
    def battle(self) -> Battle:
        """The battle whose player turn it is."""
        return self.battles[self.at]

    def look_again(self) -> None:
        """Forget who stood where in the battles, as something may have changed."""
        for battle in self.battles.values():
            battle.look_again()

    def battle_of(self, card: str) -> Battle | None:
        """The battle in which a card is in play; None if it is not."""
        return next((it for it in self.battles.values() if card in it.cards), None)
