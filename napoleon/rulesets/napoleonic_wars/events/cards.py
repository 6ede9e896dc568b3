"""Cards as events: what goes on with their programs, and what they change [5.12, 6]."""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import FADING, Event, Line, recorded
from napoleon.rules.kit.frames import pop_to, push, top, within
from napoleon.rulesets.napoleonic_wars.events.impulses import count_play, play_card
from napoleon.rulesets.napoleonic_wars.frames.cards import Demand, Program
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse, Pool, Spending
from napoleon.rulesets.napoleonic_wars.state import Rule, State


@recorded(
    "napoleonic_wars.card_played_as_event/1",
    "{nation} played {card} as an event.",
    reveals=True,
    faded="{nation} played a card as an event.",
)
class CardPlayedAsEvent(Event, frozen=True):
    """A card does what it says, in the place of its CP [6.1.a]."""

    nation: str
    card: Annotated[str, FADING]
    you: str
    """For whom it works, see `Program`."""
    todo: tuple[str, ...]
    joinable: bool
    home: bool
    remove: bool
    """Whether it leaves the game [6.19.a]."""

    def apply(self, state: State) -> None:
        """It lies with the discards from now on, and its steps are due."""
        play_card(state, self.nation, self.card, home=self.home, remove=self.remove)
        count_play(state, self.card, joinable=self.joinable)
        push(state, Program(self.card, self.nation, self.you, [*self.todo]))


@recorded(
    "napoleonic_wars.card_went_on/1",
    "{card} went on.",
    faded="A card went on.",
)
class CardWentOn(Event, frozen=True):
    """A step of a card is done, or something was chosen for it."""

    card: Annotated[str, FADING]
    todo: tuple[str, ...]

    def apply(self, state: State) -> None:
        """That is what it still does."""
        top(state, Program).todo = [*self.todo]


@recorded(
    "napoleonic_wars.card_done/1",
    "{card} was carried out.",
    faded="A card was carried out.",
)
class CardDone(Event, frozen=True):
    """Every step of a card is done."""

    card: Annotated[str, FADING]

    def apply(self, state: State) -> None:
        """The impulse goes on."""
        pop_to(state, Program)


@recorded(
    "napoleonic_wars.card_rolled/1",
    "{card}: {total}, {needed} needed.",
    drawn="dice",
    faded="Dice for a card: {total}, {needed} needed.",
)
class CardRolled(Event, frozen=True):
    """Dice that a card asks for."""

    card: Annotated[str, FADING]
    dice: tuple[int, ...]
    draw: int
    total: int
    """Their sum with what is added; of dice that count one by one, how many are high enough."""
    breakdown: tuple[Line, ...]
    needed: int

    def apply(self, state: State) -> None:
        """What follows from it are the next steps of the card."""
        state.draws = self.draw + 1
        top(state, Program).rolled = sum(self.dice)


@recorded("napoleonic_wars.seat_drawn/1", "The choice for {nation} fell to {seat}.", drawn="seat")
class SeatDrawn(Event, frozen=True):
    """A seat was drawn that chooses for a nation nobody commands [R-99]."""

    nation: str
    seats: tuple[str, ...]
    seat: str
    draw: int

    def apply(self, state: State) -> None:
        """It is asked."""
        state.draws = self.draw + 1
        choose_for(state, self.seat)


@recorded("napoleonic_wars.seat_named/1", "The choice for {nation} is up to {seat}.")
class SeatNamed(Event, frozen=True):
    """The seat of the next power on the track chooses for a nation nobody commands [R-10]."""

    nation: str
    seat: str

    def apply(self, state: State) -> None:
        """It is asked."""
        choose_for(state, self.seat)


def choose_for(state: State, seat: str) -> None:
    """A seat chooses what a demand ties down, if that is what it was named for."""
    demand = state.stack[-1] if state.stack else None
    if isinstance(demand, Demand):
        demand.seat = seat


# -- what cards change -----------------------------------------------------------------------------


@recorded("napoleonic_wars.pool_opened/1", "{nation} has {cp} CP of an event to spend.")
class PoolOpened(Event, frozen=True):
    """An event gives CP for some use alone [R-71]."""

    nation: str
    """Whose pieces they are spent on."""
    pool: Annotated[Pool, FADING]
    cp: int
    spends: bool
    """Whether it is another nation than that whose impulse it is, and spends them at once."""

    def apply(self, state: State) -> None:
        """They lie beside the CP of cards."""
        impulse = within(state, Impulse)
        it = self.pool
        impulse.pools.append(Pool(it.id, it.cp, it.use, it.whom, [*it.leaders], it.trait))
        if self.spends:
            push(state, Spending(self.nation, it.id))


@recorded("napoleonic_wars.spending_ended/1", "{nation} spent no more; {lapsed} CP lapsed.")
class SpendingEnded(Event, frozen=True):
    """Another nation has spent what an event gave it."""

    nation: str
    lapsed: int

    def apply(self, state: State) -> None:
        """What is left lapses."""
        pool = top(state, Spending).pool
        impulse = within(state, Impulse)
        impulse.pools = [it for it in impulse.pools if it.id != pool]
        pop_to(state, Spending)


@recorded(
    "napoleonic_wars.rule_began/1",
    "{card} is in force from now on.",
    faded="A card is in force from now on.",
)
class RuleBegan(Event, frozen=True):
    """A standing change [6.1.d]."""

    hook: Annotated[str, FADING]
    card: Annotated[str, FADING]
    nation: str
    of: str
    until: str

    def apply(self, state: State) -> None:
        """The place of the rules that it changes reads it."""
        state.rules.append(Rule(self.hook, self.card, self.nation, self.of, self.until))


@recorded(
    "napoleonic_wars.rule_ended/1",
    "{card} has no further effect.",
    faded="A card has no further effect.",
)
class RuleEnded(Event, frozen=True):
    """A standing change is over."""

    hook: Annotated[str, FADING]
    card: Annotated[str, FADING]
    nation: str
    """The nation that it was about."""

    def apply(self, state: State) -> None:
        """Things are as they were."""
        gone = next(
            it
            for it in state.rules
            if (it.hook, it.card, it.of) == (self.hook, self.card, self.nation)
        )
        state.rules.remove(gone)


@recorded("napoleonic_wars.peace_shifted/1", "{amount} is added to the peace roll of this turn.")
class PeaceShifted(Event, frozen=True):
    """An event changes the peace roll of this turn [5.8, 6.b]."""

    amount: int

    def apply(self, state: State) -> None:
        """It counts when the turn ends."""
        state.peace += self.amount


@recorded("napoleonic_wars.plus_key_gained/1", "{nation} counts a key more.")
class PlusKeyGained(Event, frozen=True):
    """The status of The Emperor Commands: a key more in 5.81 and 14.31 [15.5]."""

    nation: str

    def apply(self, state: State) -> None:
        """It has it until it is conquered or submits."""
        state.nations[self.nation].plus_key = True
