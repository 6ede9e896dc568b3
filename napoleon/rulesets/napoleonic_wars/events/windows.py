"""Windows: who is asked for responses, and what is played in them [6.14, R-72]."""

from __future__ import annotations

from napoleon.rules.events import Event, recorded
from napoleon.rules.kit.frames import inmost, pop_to, push, top
from napoleon.rulesets.napoleonic_wars.events.impulses import play_card
from napoleon.rulesets.napoleonic_wars.frames import CARDS, Impulse, Program, Window
from napoleon.rulesets.napoleonic_wars.state import State


@recorded("napoleonic_wars.window_opened/1", "Others may respond to {nation}.")
class WindowOpened(Event, frozen=True):
    """Something has happened to which others may respond [R-72]."""

    kind: str
    nation: str
    about: str

    def apply(self, state: State) -> None:
        """It is put to them as soon as it is on top."""
        push(state, Window(self.kind, self.nation, self.about))


@recorded("napoleonic_wars.window_put/1", "{seats} may play a card.")
class WindowPut(Event, frozen=True):
    """All who may have a card that fits, by what everybody knows, are asked at once [R-73]."""

    kind: str
    seats: tuple[str, ...]

    def apply(self, state: State) -> None:
        """Their answers are sealed."""
        window = top(state, Window)
        window.asked, window.answers = [*self.seats], []


@recorded("napoleonic_wars.response_played/1", "{nation} responded with {card}.", reveals=True)
class ResponsePlayed(Event, frozen=True):
    """The first response in order; those of others are void, and told to nobody [R-73]."""

    nation: str
    card: str
    home: bool
    todo: tuple[str, ...]

    def apply(self, state: State) -> None:
        """What it says is done; then the window is put once more, if its trigger still stands."""
        window = top(state, Window)
        window.asked, window.answers = [], []
        play_card(state, self.nation, self.card, home=self.home)
        push(state, Program(self.card, self.nation, self.nation, [*self.todo]))


@recorded("napoleonic_wars.window_closed/1", "Nobody played a card.")
class WindowClosed(Event, frozen=True):
    """Nobody responds, or no more."""

    kind: str

    def apply(self, state: State) -> None:
        """Things go on."""
        pop_to(state, Window)


@recorded("napoleonic_wars.card_captured/1", "{card} of {nation} had no effect.")
class CardCaptured(Event, frozen=True):
    """A card marked + is cancelled: the nation plays as if it had played none [W.CARD]."""

    nation: str
    card: str
    cp: int
    """What it has given, of which nothing is spent yet."""

    def apply(self, state: State) -> None:
        """Its CP are gone, and so is what it would have done."""
        impulse = inmost(state, Impulse)
        assert impulse is not None, "it was played in an impulse"
        pop_to(state, Window)
        program = state.stack[-1]
        if isinstance(program, Program) and program.card == self.card:
            pop_to(state, Program)
        impulse.played.remove(self.card)
        impulse.counted = max(0, impulse.counted - 1)
        impulse.joined = impulse.resource and bool(impulse.played)
        for pool in impulse.pools:
            if pool.id == CARDS:
                pool.cp -= self.cp
