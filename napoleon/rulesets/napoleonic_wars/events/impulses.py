"""Impulses and what is played in them [5, 6]."""

from __future__ import annotations

from napoleon.rules.events import Event, Line, recorded
from napoleon.rules.kit.frames import pop_to, push, top
from napoleon.rulesets.napoleonic_wars.frames import CARDS, Impulse, Pool, Reinforcement
from napoleon.rulesets.napoleonic_wars.pieces import rest
from napoleon.rulesets.napoleonic_wars.state import TURN_END, State


def _advance(state: State, nations: int) -> None:
    """The impulse marker moves on by a box; past the last one a new round begins [5.5.a]."""
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

    def apply(self, state: State) -> None:
        """Nobody has moved or fought yet; a scheduled one moves the marker [5.2.d]."""
        rest(state)
        state.over = self.last
        if self.scheduled:
            _advance(state, len(state.nations))
        push(state, Impulse(self.nation, self.scheduled))


@recorded("napoleonic_wars.impulse_passed/1", "{nation} had no card to play, and passed.")
class ImpulsePassed(Event, frozen=True):
    """A nation without a playable card takes no impulse [5.4]."""

    nation: str

    def apply(self, state: State) -> None:
        """The marker moves on."""
        rest(state)
        _advance(state, len(state.nations))


@recorded(
    "napoleonic_wars.card_played_for_cp/1", "{nation} played {card} for {cp} CP.", reveals=True
)
class CardPlayedForCP(Event, frozen=True):
    """A card gives its CP [6.3]."""

    nation: str
    card: str
    cp: int
    breakdown: tuple[Line, ...]
    joinable: bool
    home: bool

    def apply(self, state: State) -> None:
        """They join the CP of other cards of the impulse [R-71]."""
        impulse = top(state, Impulse)
        play_card(state, self.nation, self.card, home=self.home)
        impulse.played.append(self.card)
        impulse.joined = impulse.joined or self.joinable
        for pool in impulse.pools:
            if pool.id == CARDS:
                pool.cp += self.cp
                return
        impulse.pools.append(Pool(CARDS, self.cp))


def play_card(state: State, nation: str, card: str, *, home: bool) -> None:
    """A card leaves the hand for the discards, or is turned face down [5.11.g, 6.2]."""
    if not home:
        state.nations[nation].hand.remove(card)
        state.discards.append(card)
        return
    for it in state.nations[nation].home:
        if it.card == card:
            it.up = False


@recorded("napoleonic_wars.command_points_spent/1", "{nation} spent {cp} CP.")
class CommandPointsSpent(Event, frozen=True):
    """CP are spent as they are used [6.3.b]."""

    nation: str
    pool: str
    cp: int
    breakdown: tuple[Line, ...]

    def apply(self, state: State) -> None:
        """The pool has fewer."""
        frame = next(it for it in state.stack if isinstance(it, (Impulse, Reinforcement)))
        next(it for it in frame.pools if it.id == self.pool).cp -= self.cp


@recorded("napoleonic_wars.impulse_ended/1", "{nation} ended its impulse; {lapsed} CP lapsed.")
class ImpulseEnded(Event, frozen=True):
    """What is left of CP lapses [6.3.b]."""

    nation: str
    lapsed: int

    def apply(self, state: State) -> None:
        """The next impulse is due; who is preempted takes theirs then [5.2.d]."""
        pop_to(state, Impulse)
        state.last = self.nation
        state.asked = False
        state.parley = [*state.powers]


@recorded("napoleonic_wars.card_play_ended/1", "Card play of turn {which} ended.")
class CardPlayEnded(Event, frozen=True):
    """No more impulses in this turn [5.5]."""

    which: int

    def apply(self, state: State) -> None:
        """The steps of the end of the turn follow."""
        rest(state)
        state.phase = TURN_END
        state.over = False
        state.asked = False
