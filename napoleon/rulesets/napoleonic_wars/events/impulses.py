"""Impulses and what is played in them [5, 6]."""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import FADING, Event, Line, recorded
from napoleon.rules.kit.frames import inmost, pop_to, push, top
from napoleon.rulesets.napoleonic_wars.fleets import controls
from napoleon.rulesets.napoleonic_wars.frames.forces import March
from napoleon.rulesets.napoleonic_wars.frames.impulses import (
    CARDS,
    WINTER,
    Impulse,
    Influencing,
    Pool,
    Reinforcement,
)
from napoleon.rulesets.napoleonic_wars.nations import commander
from napoleon.rulesets.napoleonic_wars.pieces import rest
from napoleon.rulesets.napoleonic_wars.state import TURN_END, State

NEXT_IMPULSE = "next_impulse"
"""Until when a change stands that a neutral's card has made: for the next impulse of a player."""

UNTIL_TURN_END = ("turn", "own_next_play", "impulse", NEXT_IMPULSE)
"""What does not outlast card play."""


def _advance(state: State, nations: int) -> None:
    """The impulse marker moves on by a box; past the last one a new round begins [5.5.a]."""
    state.winter, state.winter_cp = "", 0
    state.marker = (state.marker + 1) % nations
    state.round += state.marker == 0
    state.asked = False


@recorded("napoleonic_wars.preemption_declined/1", "{nation} did not preempt.")
class PreemptionDeclined(Event, frozen=True):
    """The holder of the preemption marker lets the scheduled impulse be taken [5.2]."""

    nation: str

    def apply(self, state: State) -> None:
        """It is not asked again before this impulse."""
        state.asked = True


@recorded("napoleonic_wars.impulse_began/1", "{nation} took {scheduled:an/a preempting} impulse.")
class ImpulseBegan(Event, frozen=True):
    """A nation becomes active [5.11]."""

    nation: str
    scheduled: bool
    last: bool
    """Whether card play ends after it, as nobody else has a card [5.5.d]."""
    passing: bool = False
    """Whether it only spends what the winter has given, before it passes [R-104]."""

    def apply(self, state: State) -> None:
        """Nobody has moved or fought yet; a scheduled one moves the marker [5.2.d]."""
        rest(state)
        state.over = self.last
        impulse = Impulse(self.nation, self.scheduled, passing=self.passing)
        if self.scheduled:
            if state.winter_cp:
                impulse.pools.append(Pool(WINTER, state.winter_cp, "winter"))
            _advance(state, len(state.nations))
        zones = {it.at for it in state.squadrons if it.at not in state.spaces}
        impulse.zones = sum(controls(state, it, self.nation) for it in zones)
        if commander(state, self.nation):
            for rule in state.rules:
                if rule.until == NEXT_IMPULSE:
                    rule.until = "impulse"
        push(state, impulse)


@recorded("napoleonic_wars.impulse_passed/1", "{nation} had no card to play, and passed.")
class ImpulsePassed(Event, frozen=True):
    """A nation without a playable card takes no impulse [5.4]."""

    nation: str

    def apply(self, state: State) -> None:
        """The marker moves on."""
        rest(state)
        _advance(state, len(state.nations))


@recorded(
    "napoleonic_wars.card_played_for_cp/1",
    "{nation} played {card} for {cp} CP.",
    reveals=True,
    faded="{nation} played a card for {cp} CP.",
)
class CardPlayedForCP(Event, frozen=True):
    """A card gives its CP [6.3]."""

    nation: str
    card: Annotated[str, FADING]
    cp: int
    breakdown: tuple[Line, ...]
    joinable: bool
    home: bool

    def apply(self, state: State) -> None:
        """They join the CP of other cards of the impulse [R-71]."""
        impulse = top(state, Impulse)
        play_card(state, self.nation, self.card, home=self.home)
        count_play(state, self.card, joinable=self.joinable)
        for pool in impulse.pools:
            if pool.id == CARDS:
                pool.cp += self.cp
                return
        impulse.pools.append(Pool(CARDS, self.cp))


def count_play(state: State, card: str, *, joinable: bool) -> None:
    """A card is one of those that an impulse may have; what a play itself drew is part of it.

    [5.12.b, 5.12.c, R-105]
    """
    impulse = top(state, Impulse)
    impulse.played.append(card)
    if len(impulse.played) == 1 and not impulse.resource:
        impulse.due.append("W.IMPULSE")
    if joinable:
        impulse.due.append("W.CARD")
    end_truces(state, impulse.nation)
    if card in impulse.free:
        impulse.free.remove(card)
        impulse.continued = True
    elif card in impulse.at_once:
        impulse.at_once.remove(card)
    else:
        impulse.counted += 1
        impulse.joined = impulse.joined or joinable


def end_truces(state: State, nation: str) -> None:
    """An armistice lasts until the nation it is about plays a card of its own [R-106]."""
    state.rules = [it for it in state.rules if it.until != "own_next_play" or it.of != nation]


def play_card(state: State, nation: str, card: str, *, home: bool, remove: bool = False) -> None:
    """A card leaves the hand for the discards or the game, or is turned face down [5.11.g, 6.2]."""
    if not home:
        state.nations[nation].hand.remove(card)
        (state.removed if remove else state.discards).append(card)
        return
    for it in state.nations[nation].home:
        if it.card == card:
            it.up = False


@recorded("napoleonic_wars.command_points_spent/1", "{nation} spent {cp} CP.")
class CommandPointsSpent(Event, frozen=True):
    """CP are spent as they are used [6.3.b]."""

    nation: str
    pool: Annotated[str, FADING]
    cp: int
    breakdown: tuple[Line, ...]

    def apply(self, state: State) -> None:
        """The pool has fewer; what is for one army is for that which used it from now on."""
        spending = (Impulse, Reinforcement, Influencing)
        frame = next(it for it in state.stack if isinstance(it, spending))
        pool = next(it for it in frame.pools if it.id == self.pool)
        pool.cp -= self.cp
        march = inmost(state, March)
        if pool.leaders and march is not None:
            pool.leaders = [it for it in pool.leaders if it in march.armies]


@recorded(
    "napoleonic_wars.impulse_ended/1",
    "{nation} ended its impulse; {lapsed} CP lapsed.",
    closes=True,
)
class ImpulseEnded(Event, frozen=True):
    """What is left of CP lapses [6.3.b]."""

    nation: str
    lapsed: int

    def apply(self, state: State) -> None:
        """The next impulse is due; the preempted power takes its own then [5.2.d]."""
        impulse = top(state, Impulse)
        pop_to(state, Impulse)
        rest(state)
        state.rules = [it for it in state.rules if it.until != "impulse"]
        state.asked = False
        if not impulse.passing:
            state.last = self.nation
            state.parley = [*state.powers]


@recorded("napoleonic_wars.card_play_ended/1", "Card play of turn {which} ended.")
class CardPlayEnded(Event, frozen=True):
    """No more impulses in this turn [5.5]."""

    which: int

    def apply(self, state: State) -> None:
        """The steps of the end of the turn follow."""
        rest(state)
        state.rules = [it for it in state.rules if it.until not in UNTIL_TURN_END]
        state.phase = TURN_END
        state.over = False
        state.asked = False
