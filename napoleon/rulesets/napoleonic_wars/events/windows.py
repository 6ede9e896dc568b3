"""Windows: who is asked for responses, and what is played in them [6.14, R-72]."""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import FADING, Event, recorded
from napoleon.rules.kit.frames import inmost, pop_to, push, top, within
from napoleon.rulesets.napoleonic_wars.events.impulses import play_card
from napoleon.rulesets.napoleonic_wars.frames.answers import Window
from napoleon.rulesets.napoleonic_wars.frames.at_sea import Guns, SeaBattle, Search, Voyage
from napoleon.rulesets.napoleonic_wars.frames.battles import Battle
from napoleon.rulesets.napoleonic_wars.frames.cards import Program
from napoleon.rulesets.napoleonic_wars.frames.diplomacy import Rupture
from napoleon.rulesets.napoleonic_wars.frames.forces import March, Meeting
from napoleon.rulesets.napoleonic_wars.frames.impulses import CARDS, Impulse
from napoleon.rulesets.napoleonic_wars.pieces import shift
from napoleon.rulesets.napoleonic_wars.state import State


def _is_put(state: State, kind: str) -> None:
    """A window that was due is put once."""
    at_sea = state.stack[-1] if state.stack else None
    if isinstance(at_sea, (Voyage, Search, SeaBattle, Guns)) and kind in at_sea.due:
        at_sea.due.remove(kind)
        return
    impulse, meeting = inmost(state, Impulse), inmost(state, Meeting)
    rupture = state.stack[-1]
    if isinstance(rupture, Rupture):
        rupture.put = True
    elif impulse is not None and kind in impulse.due:
        impulse.due.remove(kind)
    elif meeting is not None:
        meeting.put.append(kind)


@recorded("napoleonic_wars.window_opened/1", "{seats} may respond to {nation}.")
class WindowOpened(Event, frozen=True):
    """All who may have a card that fits, by what everybody knows, are asked at once [R-72]."""

    kind: str
    nation: str
    about: Annotated[str, FADING]
    """The card or the space that it is about."""
    seats: tuple[str, ...]

    def apply(self, state: State) -> None:
        """Their answers are sealed."""
        _is_put(state, self.kind)
        push(state, Window(self.kind, self.nation, self.about, [*self.seats]))


@recorded("napoleonic_wars.window_skipped/1", "Nobody can respond to {nation}.")
class WindowSkipped(Event, frozen=True):
    """Everybody knows that nobody has a card that fits [R-120]."""

    kind: str
    nation: str

    def apply(self, state: State) -> None:
        """Nobody is asked."""
        _is_put(state, self.kind)


@recorded("napoleonic_wars.window_put_again/1", "{seats} may respond once more.")
class WindowPutAgain(Event, frozen=True):
    """After a response the window is put once more, as long as its trigger stands [R-73]."""

    kind: str
    seats: tuple[str, ...]

    def apply(self, state: State) -> None:
        """Their answers are sealed."""
        window = top(state, Window)
        window.asked, window.answers = [*self.seats], []


@recorded(
    "napoleonic_wars.response_played/1",
    "{nation} responded with {card}.",
    reveals=True,
    faded="{nation} responded with a card.",
)
class ResponsePlayed(Event, frozen=True):
    """The first response in order; those of others are void, and told to nobody [R-73]."""

    nation: str
    card: Annotated[str, FADING]
    home: bool
    remove: bool
    todo: tuple[str, ...]

    def apply(self, state: State) -> None:
        """What it says is done; then the window is put once more."""
        window = top(state, Window)
        window.asked, window.answers = [], []
        play_card(state, self.nation, self.card, home=self.home, remove=self.remove)
        push(state, Program(self.card, self.nation, self.nation, [*self.todo]))


@recorded("napoleonic_wars.window_closed/1", "Nobody responded.")
class WindowClosed(Event, frozen=True):
    """Nobody responds, or no more."""

    kind: str

    def apply(self, state: State) -> None:
        """Things go on."""
        pop_to(state, Window)


@recorded(
    "napoleonic_wars.card_captured/1",
    "{card} of {nation} had no effect.",
    faded="A card of {nation} had no effect.",
)
class CardCaptured(Event, frozen=True):
    """A card marked + is cancelled: the nation plays as if it had played none [W.CARD]."""

    nation: str
    card: Annotated[str, FADING]
    cp: int
    """What it has given, of which nothing is spent yet."""

    def apply(self, state: State) -> None:
        """Its CP are gone, and so is what it would have done."""
        pop_to(state, Window)
        program = state.stack[-1]
        if isinstance(program, Program) and program.card == self.card:
            pop_to(state, Program)
        impulse = top(state, Impulse)
        impulse.played.remove(self.card)
        impulse.counted -= 1
        impulse.joined = impulse.resource
        impulse.due = []
        for pool in impulse.pools:
            if pool.id == CARDS:
                pool.cp -= self.cp


@recorded(
    "napoleonic_wars.battle_card_cancelled/1",
    "{card} of {nation} had no effect.",
    faded="A card of {nation} had no effect.",
)
class BattleCardCancelled(Event, frozen=True):
    """A battle card is discarded without effect [W.BATTLE_CARD]."""

    nation: str
    card: Annotated[str, FADING]

    def apply(self, state: State) -> None:
        """The battle goes on as if it had not been played."""
        pop_to(state, Window)
        pop_to(state, Program)
        assert isinstance(state.stack[-1], Battle), "it was played in a battle"


@recorded("napoleonic_wars.causes_added/1", "{space}: attrition {times} more.")
class CausesAdded(Event, frozen=True):
    """A force that has entered rolls for more causes, with all others [9.4.b, R-110]."""

    space: str
    times: int

    def apply(self, state: State) -> None:
        """They are rolled together."""
        meeting = within(state, Meeting)
        meeting.causes += ["R-110"] * self.times


@recorded("napoleonic_wars.battle_called_off/1", "There was no battle in {space}.")
class BattleCalledOff(Event, frozen=True):
    """Pieces that entered or intercepted go back without attrition [R-115]."""

    space: str

    def apply(self, state: State) -> None:
        """What has come does not move again in this impulse."""
        meeting, march = within(state, Meeting), inmost(state, March)
        for arrival in meeting.arrived:
            shift(state, arrival.force, self.space, arrival.start)
        if march is None:
            pop_to(state, Meeting)
            return
        # What has landed goes back to the port that it sailed from.
        shift(state, march.force, self.space, meeting.came or march.came, fought=True)
        pop_to(state, March)
