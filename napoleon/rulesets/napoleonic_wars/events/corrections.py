"""Corrections by a referee: what was on the table, and what is there from now on [R-135].

``reason`` is the id of the text that says why.
"""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import FADING, HIDDEN, Event, recorded
from napoleon.rules.kit.frames import inmost
from napoleon.rulesets.napoleonic_wars.events.foreign_wars import end_war
from napoleon.rulesets.napoleonic_wars.frames.forces import Lot
from napoleon.rulesets.napoleonic_wars.frames.impulses import CARDS, Impulse, Pool
from napoleon.rulesets.napoleonic_wars.pieces import die, merge, put, squadrons_at
from napoleon.rulesets.napoleonic_wars.state import Standing, State, pair

DECK, DISCARDS, REMOVED = "deck", "discards", "removed"


@recorded(
    "napoleonic_wars.strength_corrected/1",
    "Correction: {nation} has {after} SP in {space}, not {before}.",
)
class StrengthCorrected(Event, frozen=True):
    """More or fewer strength points stand in a space, or others of them have fought [R-01]."""

    nation: str
    space: str
    before: int
    after: int
    lots: tuple[Lot, ...]
    """All of the nation there from now on."""
    reason: str

    def apply(self, state: State) -> None:
        """They stand there."""
        there = state.spaces[self.space]
        there.lots = [it for it in there.lots if it.nation != self.nation]
        for lot in self.lots:
            put(state, self.space, lot.nation, lot.sp, lot.entered, fought=lot.fought)


@recorded("napoleonic_wars.leader_corrected/1", "Correction: {leader} stands in {space}.")
class LeaderCorrected(Event, frozen=True):
    """A leader stands in a space [2.2.c]."""

    leader: str
    before: Standing
    came: str
    """The space they were in; empty if they were off the map."""
    space: str
    reason: str

    def apply(self, state: State) -> None:
        """They have not moved in this impulse."""
        leader = state.leaders[self.leader]
        die(leader, for_good=False)
        leader.standing, leader.where = "map", self.space


@recorded("napoleonic_wars.leader_withdrawn/1", "Correction: {leader} is not on the map.")
class LeaderWithdrawn(Event, frozen=True):
    """A leader is off the map: to be built, in the Regroup box, or out of the game."""

    leader: str
    before: Standing
    came: str
    after: Standing
    reason: str

    def apply(self, state: State) -> None:
        """They lead nobody."""
        leader = state.leaders[self.leader]
        die(leader, for_good=False)
        leader.standing = self.after


@recorded("napoleonic_wars.flag_corrected/1", "Correction: the flag of {after} lies in {space}.")
class FlagCorrected(Event, frozen=True):
    """Another flag lies in a space [7.4]."""

    space: str
    before: str
    after: str
    reason: str

    def apply(self, state: State) -> None:
        """Control follows from it."""
        state.spaces[self.space].flag = self.after


@recorded("napoleonic_wars.flag_withdrawn/1", "Correction: no flag lies in {space}.")
class FlagWithdrawn(Event, frozen=True):
    """A flag is taken away [7.4]."""

    space: str
    before: str
    reason: str

    def apply(self, state: State) -> None:
        """Control follows the colour."""
        state.spaces[self.space].flag = ""


@recorded(
    "napoleonic_wars.regroup_corrected/1",
    "Correction: {nation} has {after} SP in its Regroup box, not {before}.",
)
class RegroupCorrected(Event, frozen=True):
    """More or fewer strength points wait to be bought back [7.7]."""

    nation: str
    before: int
    after: int
    reason: str

    def apply(self, state: State) -> None:
        """They are in the box."""
        state.nations[self.nation].regroup_sp = self.after


@recorded(
    "napoleonic_wars.squadrons_corrected/1",
    "Correction: {nation} has other squadrons at {place}.",
)
class SquadronsCorrected(Event, frozen=True):
    """Other squadrons are in a port or a sea zone [13.1]."""

    nation: str
    place: str
    before: tuple[int, int, int]
    """Ready, awaiting refit, under construction."""
    after: tuple[int, int, int]
    reason: str

    def apply(self, state: State) -> None:
        """They are there."""
        fled = squadrons_at(state, self.nation, self.place, stays=True)
        fled.stays = False
        merge(state, fled)
        fleet = squadrons_at(state, self.nation, self.place)
        fleet.ready, fleet.refit, fleet.building = self.after


@recorded(
    "napoleonic_wars.resources_corrected/1",
    "Correction: {nation} has {after} Resources, not {before}.",
)
class ResourcesCorrected(Event, frozen=True):
    """A nation has more or fewer Resources [16]."""

    nation: str
    before: int
    after: int
    reason: str

    def apply(self, state: State) -> None:
        """It has so many."""
        state.nations[self.nation].resources = self.after


@recorded(
    "napoleonic_wars.plus_key_corrected/1",
    "Correction: {nation} {held:has/does not have} the status of a key more.",
)
class PlusKeyCorrected(Event, frozen=True):
    """The status that The Emperor Commands gives [15.5]."""

    nation: str
    held: bool
    reason: str

    def apply(self, state: State) -> None:
        """It counts, or not."""
        state.nations[self.nation].plus_key = self.held


@recorded("napoleonic_wars.cp_corrected/1", "Correction: {after} CP are left, not {before}.")
class CPCorrected(Event, frozen=True):
    """More or fewer CP of the cards of an impulse are left [6.3]."""

    before: int
    after: int
    reason: str

    def apply(self, state: State) -> None:
        """They may be spent."""
        impulse = inmost(state, Impulse)
        assert impulse is not None, "it is corrected within one"
        for pool in impulse.pools:
            if pool.id == CARDS:
                pool.cp = self.after
                return
        impulse.pools.append(Pool(CARDS, self.after))


def place_of(state: State, card: str) -> str:
    """Where a card of the deck lies: a pile, or the nation whose hand it is in; empty if aside."""
    piles = {DECK: state.bag, DISCARDS: state.discards, REMOVED: state.removed}
    piles |= {name: it.hand for name, it in state.nations.items()}
    return next((name for name, cards in piles.items() if card in cards), "")


def _move(state: State, card: str, before: str, after: str) -> None:
    piles = {DECK: state.bag, DISCARDS: state.discards, REMOVED: state.removed}
    piles |= {name: it.hand for name, it in state.nations.items()}
    piles[before].remove(card)
    piles[after].append(card)


@recorded(
    "napoleonic_wars.card_corrected/1",
    "Correction: {card} goes from {before} to {after}.",
    veiled="Correction: a card goes from {before} to {after}.",
    owner="readers",
    reveals=True,
)
class CardCorrected(Event, frozen=True):
    """A card goes from a hand or the deck to another, unseen by others [18.D]."""

    readers: tuple[str, ...]
    card: Annotated[str, HIDDEN, FADING]
    before: str
    after: str
    reason: str

    def apply(self, state: State) -> None:
        """It lies there."""
        _move(state, self.card, self.before, self.after)


@recorded(
    "napoleonic_wars.open_card_corrected/1",
    "Correction: {card} goes from {before} to {after}.",
    reveals=True,
    faded="Correction: a card goes from {before} to {after}.",
)
class OpenCardCorrected(Event, frozen=True):
    """A card that everybody sees goes elsewhere, or one is laid open."""

    card: Annotated[str, FADING]
    before: str
    after: str
    reason: str

    def apply(self, state: State) -> None:
        """It lies there."""
        _move(state, self.card, self.before, self.after)


@recorded(
    "napoleonic_wars.home_card_corrected/1",
    "Correction: {card} lies face {up:up/down}.",
)
class HomeCardCorrected(Event, frozen=True):
    """A home card may be played in this turn, or not [6.2]."""

    card: str
    up: bool
    reason: str

    def apply(self, state: State) -> None:
        """It is turned."""
        for nation in state.nations.values():
            for it in nation.home:
                if it.card == self.card:
                    it.up = self.up


@recorded("napoleonic_wars.round_corrected/1", "Correction: it is round {after}, not {before}.")
class RoundCorrected(Event, frozen=True):
    """The round of the turn [5.5]."""

    before: int
    after: int
    reason: str

    def apply(self, state: State) -> None:
        """It is that round."""
        state.round = self.after


@recorded(
    "napoleonic_wars.war_corrected/1",
    "Correction: {one} and {other} are {at_war:at war/at peace}.",
)
class WarCorrected(Event, frozen=True):
    """Two nations are at war, or not [8.33]."""

    one: str
    other: str
    at_war: bool
    reason: str

    def apply(self, state: State) -> None:
        """So it is."""
        both = pair(self.one, self.other)
        state.wars = sorted({*state.wars, both} if self.at_war else {*state.wars} - {both})


@recorded(
    "napoleonic_wars.interception_corrected/1",
    "Correction: {leader} {able:may/may not} try to intercept in this impulse.",
)
class InterceptionCorrected(Event, frozen=True):
    """A leader has not failed an interception, or has [10.3]."""

    leader: str
    able: bool
    reason: str

    def apply(self, state: State) -> None:
        """They may try, or not."""
        leader = state.leaders[self.leader]
        leader.failed = not self.able
        if self.able:
            state.failed_from = [it for it in state.failed_from if it != leader.where]


@recorded(
    "napoleonic_wars.leader_rested/1",
    "Correction: {leader} {fought:has/has not} fought in this impulse.",
)
class LeaderRested(Event, frozen=True):
    """A leader moves no more in this impulse, or may [9.51]."""

    leader: str
    fought: bool
    reason: str

    def apply(self, state: State) -> None:
        """So it is."""
        state.leaders[self.leader].fought = self.fought


@recorded(
    "napoleonic_wars.regrouped_ships_corrected/1",
    "Correction: {nation} has {after:squadron/squadrons} in its Regroup box.",
)
class RegroupedShipsCorrected(Event, frozen=True):
    """More or fewer squadrons wait to be bought back [7.7]."""

    nation: str
    before: int
    after: int
    reason: str

    def apply(self, state: State) -> None:
        """They are in the box."""
        state.nations[self.nation].regroup_squadrons = self.after


@recorded("napoleonic_wars.kept_cp_corrected/1", "Correction: {nation} keeps {cp} CP.")
class KeptCPCorrected(Event, frozen=True):
    """A CP is kept on a capital, or none [7.5.f]."""

    nation: str
    cp: int
    reason: str

    def apply(self, state: State) -> None:
        """It helps the next production."""
        state.nations[self.nation].marker_cp = self.cp


@recorded(
    "napoleonic_wars.card_taken_off/1",
    "Correction: {card} has no effect any more.",
    faded="Correction: a card has no effect any more.",
)
class CardTakenOff(Event, frozen=True):
    """A foreign war or another lasting effect is over [6.1.d, 7.6]."""

    card: Annotated[str, FADING]
    aside: bool
    """Whether the card lay on the table, and goes to the discards."""
    reason: str

    def apply(self, state: State) -> None:
        """Pieces on it can be bought back."""
        state.rules = [it for it in state.rules if it.card != self.card]
        for war in [it for it in state.foreign_wars if it.card == self.card]:
            end_war(state, war)
        if self.aside:
            state.discards.append(self.card)


@recorded("napoleonic_wars.schedule_corrected/1", "Correction: {nation} is scheduled next.")
class ScheduleCorrected(Event, frozen=True):
    """The impulse marker lies on another nation [5.11]."""

    nation: str
    marker: int
    reason: str

    def apply(self, state: State) -> None:
        """It is due next."""
        state.marker = self.marker


@recorded(
    "napoleonic_wars.peace_corrected/1",
    "Correction: events add {after} to the peace roll, not {before}.",
)
class PeaceCorrected(Event, frozen=True):
    """Events add more or less to the peace roll of this turn [5.8]."""

    before: int
    after: int
    reason: str

    def apply(self, state: State) -> None:
        """So it is."""
        state.peace = self.after
