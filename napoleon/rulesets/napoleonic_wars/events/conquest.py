"""Nations that are conquered or submit, and what they lose by it [15]."""

from __future__ import annotations

from typing import Annotated, Literal

from napoleon.rules.events import FADING, HIDDEN, Event, Line, recorded
from napoleon.rules.kit.frames import inmost, pop_to, push, top
from napoleon.rulesets.napoleonic_wars.events.foreign_wars import end_war
from napoleon.rulesets.napoleonic_wars.frames.diplomacy import Conquest, Offer, Term
from napoleon.rulesets.napoleonic_wars.pieces import clip, unstack
from napoleon.rulesets.napoleonic_wars.state import PACT, State


@recorded(
    "napoleonic_wars.conquest_rolled/1", "{nation}: {total} for conquest, 6 needed.", drawn="die"
)
class ConquestRolled(Event, frozen=True):
    """The capital is under enemy control: on a modified 6 the nation is conquered [15.1.b]."""

    nation: str
    victor: str
    """Who would conquer it."""
    die: int
    draw: int
    total: int
    breakdown: tuple[Line, ...]

    def apply(self, state: State) -> None:
        """It holds out, or is conquered with the next event."""
        state.draws = self.draw + 1
        state.ending.tried.append(self.nation)


@recorded("napoleonic_wars.nation_conquered/1", "{nation} lost its war: {way}.")
class NationConquered(Event, frozen=True):
    """A nation is neutral from now on: conquered, or after its submission [15.2, 15.4]."""

    nation: str
    victor: str
    """Who conquered it or accepted; empty if nobody did [15.42.a]."""
    way: Literal["conquest", "submission", "demand"]
    followers: tuple[str, ...]
    """The proxies in Pact with it, which become neutral too [R-66]."""
    proxy: bool
    """Whether its consul becomes Unaligned [15.22.a]."""
    foes: tuple[str, ...]
    """Those who may not go to war with it for now, nor it with them [15.21.d]."""
    until: int
    """The turn in whose interphase that ends, and in which its consul moves again [R-63]."""

    def apply(self, state: State) -> None:
        """It is of no camp and at war with nobody; its savings are the conqueror's [15.5]."""
        victim = state.nations[self.nation]
        seen = bool(victim.caretaker) or victim.box == PACT
        out = {self.nation, *self.followers}
        state.wars = [it for it in state.wars if not out & {*it.split("-")}]
        for name in out:
            state.nations[name].camp = ""
        victim.plus_key = False
        if self.proxy:
            victim.row, victim.box, victim.plus_face, victim.caretaker = "", 0, False, ""
            victim.frozen = self.until
        unstack(state)
        if self.victor:
            victim.conquered = self.victor
            state.nations[self.victor].resources += 1
            victim.resources = 0
        for foe in self.foes:
            state.grace["-".join(sorted((self.nation, foe)))] = self.until
        if self.way == "conquest" and self.nation not in state.ending.tried:
            state.ending.tried.append(self.nation)
        state.parley = [it for it in state.parley if it != self.nation]
        push(
            state,
            Conquest(self.nation, self.victor, self.way, [*self.followers], self.proxy and seen),
        )


@recorded("napoleonic_wars.cession_rolled/1", "{nation} cedes {total:duchy/duchies}.", drawn="die")
class CessionRolled(Event, frozen=True):
    """The die says how many duchies are ceded [15.2.a]."""

    nation: str
    die: int
    draw: int
    total: int
    breakdown: tuple[Line, ...]

    def apply(self, state: State) -> None:
        """They are chosen one after the other."""
        conquest = top(state, Conquest)
        conquest.rolled, conquest.owed = True, self.total
        state.draws = self.draw + 1


@recorded("napoleonic_wars.duchy_ceded/1", "{nation} ceded {space} to {victor}.")
class DuchyCeded(Event, frozen=True):
    """A duchy gets the conqueror's flag [15.2.a, 15.41]."""

    nation: str
    victor: str
    space: str

    def apply(self, state: State) -> None:
        """The other side chooses the next one."""
        state.spaces[self.space].flag = self.victor
        conquest = top(state, Conquest)
        conquest.owed = max(0, conquest.owed - 1)
        conquest.victim_picks = not conquest.victim_picks
        conquest.ceded.append(self.space)


@recorded("napoleonic_wars.duchy_offered/1", "{victor} offers {space} to {nation}.")
class DuchyOffered(Event, frozen=True):
    """The conqueror would give a ceded duchy to a power of the camp [15.2.a]."""

    victor: str
    space: str
    nation: str

    def apply(self, state: State) -> None:
        """It says whether it will have it."""
        top(state, Conquest).gift = [self.space, self.nation]


@recorded("napoleonic_wars.duchy_given/1", "{space} was given to {nation}.")
class DuchyGiven(Event, frozen=True):
    """A ceded duchy gets the flag of another power of the camp [15.2.a]."""

    space: str
    nation: str

    def apply(self, state: State) -> None:
        """It is theirs."""
        conquest = top(state, Conquest)
        state.spaces[self.space].flag = self.nation
        conquest.ceded.remove(self.space)
        conquest.gift = []


@recorded("napoleonic_wars.gift_refused/1", "{nation} did not take {space}.")
class GiftRefused(Event, frozen=True):
    """A power does not want a ceded duchy [15.2.a]."""

    space: str
    nation: str

    def apply(self, state: State) -> None:
        """It stays with the conqueror."""
        conquest = top(state, Conquest)
        conquest.ceded.remove(self.space)
        conquest.gift = []


@recorded("napoleonic_wars.ceded_kept/1", "{victor} keeps what was ceded.")
class CededKept(Event, frozen=True):
    """No more of the ceded duchies are given away [15.2.a]."""

    victor: str

    def apply(self, state: State) -> None:
        """They are the conqueror's."""
        top(state, Conquest).ceded = []


@recorded("napoleonic_wars.forces_regrouped/1", "Forces of {nation} left {space} to regroup.")
class ForcesRegrouped(Event, frozen=True):
    """All field forces of a nation in a space go to its Regroup box [7.7.a, 15.21]."""

    nation: str
    space: str

    def apply(self, state: State) -> None:
        """They may be bought back."""
        there = state.spaces[self.space]
        own = [it for it in there.lots if it.nation == self.nation]
        state.nations[self.nation].regroup_sp += sum(it.sp for it in own)
        there.lots = [it for it in there.lots if it.nation != self.nation]
        for leader in state.leaders.values():
            if (leader.nation, leader.standing, leader.where) == (self.nation, "map", self.space):
                leader.standing, leader.where = "regroup", ""
                leader.entered, leader.fought, leader.failed = 0, False, False
        clip(state)


@recorded("napoleonic_wars.forces_stayed/1", "{nation} withdraws no more forces.")
class ForcesStayed(Event, frozen=True):
    """A nation has said which of its forces stay in the country [15.21.a]."""

    nation: str

    def apply(self, state: State) -> None:
        """It is asked no more."""
        top(state, Conquest).stayed.append(self.nation)


@recorded(
    "napoleonic_wars.tied_down_freed/1",
    "The war of {card} ended.",
    faded="A foreign war ended.",
)
class TiedDownFreed(Event, frozen=True):
    """A foreign war ends as its foe is conquered [15.3.a, 7.6.b]."""

    card: Annotated[str, FADING]
    removed: bool
    """Whether the card leaves the game."""

    def apply(self, state: State) -> None:
        """The pieces go to the Regroup box, the card to the discards [R-51]."""
        end_war(state, next(it for it in state.foreign_wars if it.card == self.card))
        (state.removed if self.removed else state.discards).append(self.card)


@recorded("napoleonic_wars.hand_changed/1", "The hand of {nation} was thrown in.", reveals=True)
class HandChanged(Event, frozen=True):
    """Nobody commands a proxy any more: its cards are replaced [8.21.b]."""

    nation: str
    thrown: Annotated[tuple[str, ...], FADING]

    def apply(self, state: State) -> None:
        """Cards that nobody sees are drawn for them."""
        state.nations[self.nation].hand = []
        state.discards += self.thrown


@recorded("napoleonic_wars.conquest_settled/1", "{nation} is neutral.")
class ConquestSettled(Event, frozen=True):
    """All that follows from a conquest or submission has been done [15.2]."""

    nation: str

    def apply(self, state: State) -> None:
        """The game goes on where it stood."""
        pop_to(state, Conquest)


# -- offers ----------------------------------------------------------------------------------------


@recorded("napoleonic_wars.terms_begun/1", "{nation} considers an offer to {to}.")
class TermsBegun(Event, frozen=True):
    """A power begins to write down terms of a submission [15.41]."""

    nation: str
    to: str

    def apply(self, state: State) -> None:
        """They are secret until they are sent."""
        push(state, Offer(self.nation, self.to))


@recorded(
    "napoleonic_wars.term_added/1",
    "{nation} adds {duchy} to its terms.",
    veiled="{nation} considers its terms.",
)
class TermAdded(Event, frozen=True):
    """A duchy is put on the terms [15.41, R-87]."""

    player: str
    nation: str
    duchy: Annotated[str, HIDDEN]
    way: Annotated[Literal["cede", "unflag"], HIDDEN]

    def apply(self, state: State) -> None:
        """It is one of them."""
        top(state, Offer).terms.append(Term(self.duchy, self.way))


@recorded(
    "napoleonic_wars.term_dropped/1",
    "{nation} drops {duchy} from its terms.",
    veiled="{nation} considers its terms.",
)
class TermDropped(Event, frozen=True):
    """A duchy is taken off the terms [R-87]."""

    player: str
    nation: str
    duchy: Annotated[str, HIDDEN]

    def apply(self, state: State) -> None:
        """It is none of them."""
        offer = top(state, Offer)
        offer.terms = [it for it in offer.terms if it.duchy != self.duchy]


@recorded("napoleonic_wars.offer_sent/1", "{nation} offers {to} to submit.", reveals=True)
class OfferSent(Event, frozen=True):
    """The terms are open, and answered with yes or no [15.41]."""

    nation: str
    to: str
    terms: tuple[Term, ...]

    def apply(self, state: State) -> None:
        """The invader answers."""
        top(state, Offer).sent = True


@recorded("napoleonic_wars.offer_forgone/1", "{nation} does not offer to submit.")
class OfferForgone(Event, frozen=True):
    """A power that might submit does not [R-87]."""

    nation: str

    def apply(self, state: State) -> None:
        """It is asked again after the next impulse."""
        state.parley = [it for it in state.parley if it != self.nation]
        if inmost(state, Offer) is not None:
            pop_to(state, Offer)


@recorded("napoleonic_wars.offer_answered/1", "{to} {accepted:accepts/rejects} the submission.")
class OfferAnswered(Event, frozen=True):
    """The invader has answered; there is no haggling [15.41]."""

    nation: str
    to: str
    accepted: bool

    def apply(self, state: State) -> None:
        """After a refusal the power waits for the end of the next impulse."""
        state.parley = [it for it in state.parley if it != self.nation]
        pop_to(state, Offer)
