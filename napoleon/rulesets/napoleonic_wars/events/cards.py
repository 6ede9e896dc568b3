"""Cards as events: what goes on with their programs, and what they do to hands [5.12, 6]."""

from __future__ import annotations

from typing import Annotated, Literal

from napoleon.rules.events import FADING, HIDDEN, Event, Line, recorded
from napoleon.rules.kit.frames import inmost, pop_to, push, top, within
from napoleon.rulesets.napoleonic_wars.events.impulses import count_play, end_truces, play_card
from napoleon.rulesets.napoleonic_wars.frames.cards import Demand, Program
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse, Pool, Spending
from napoleon.rulesets.napoleonic_wars.state import HomeCard, Rule, State


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
        play_card(state, self.nation, self.card, home=self.home)
        count_play(state, self.card, joinable=self.joinable)
        if self.remove:
            state.discards.remove(self.card)
            state.removed.append(self.card)
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


# -- cards in hands --------------------------------------------------------------------------------


@recorded(
    "napoleonic_wars.card_drawn_in_impulse/1",
    "{nation} drew {card}.",
    veiled="{nation} drew a card.",
    drawn="card",
)
class CardDrawnInImpulse(Event, frozen=True):
    """An event or a Resource brings a card into a hand [5.12.c, 16.2.a]."""

    player: str
    """The seat that commands the nation; empty if none does."""
    nation: str
    card: Annotated[str, HIDDEN, FADING]
    draw: int
    to: Literal["keep", "play", "resource"]
    """Whether it is kept in this impulse, or may be played at once: as part of the event, or as
    the play of a Resource."""

    def apply(self, state: State) -> None:
        """It is in the hand; in an impulse of others that is all."""
        state.bag.remove(self.card)
        state.nations[self.nation].hand.append(self.card)
        state.draws = self.draw + 1
        impulse = inmost(state, Impulse)
        if impulse is None or impulse.nation != self.nation:
            return
        lists = {"keep": impulse.barred, "play": impulse.free, "resource": impulse.at_once}
        lists[self.to].append(self.card)


@recorded(
    "napoleonic_wars.card_discarded_by_lot/1",
    "{nation} lost {card}.",
    drawn="card",
    reveals=True,
    faded="{nation} lost a card.",
)
class CardDiscardedByLot(Event, frozen=True):
    """A hand loses a card by chance, which everybody sees [6.b, 18.D]."""

    nation: str
    card: Annotated[str, FADING]
    draw: int

    def apply(self, state: State) -> None:
        """It lies with the discards."""
        state.nations[self.nation].hand.remove(self.card)
        state.discards.append(self.card)
        state.draws = self.draw + 1


@recorded(
    "napoleonic_wars.card_taken/1",
    "{taker} took {card} from {nation}.",
    veiled="{taker} took a card from {nation}.",
    drawn="card",
    owner="readers",
    reveals=True,
)
class CardTaken(Event, frozen=True):
    """A nation takes a card by chance out of another's hand: both seats know it."""

    readers: tuple[str, ...]
    nation: str
    taker: str
    card: Annotated[str, HIDDEN, FADING]
    draw: int

    def apply(self, state: State) -> None:
        """It is in the other hand."""
        state.nations[self.nation].hand.remove(self.card)
        state.nations[self.taker].hand.append(self.card)
        state.draws = self.draw + 1


@recorded(
    "napoleonic_wars.hand_looked_at/1",
    "The hand of {nation} was looked at: {cards}.",
    veiled="The hand of {nation} was looked at.",
    reveals=True,
)
class HandLookedAt(Event, frozen=True):
    """A seat sees a hand [6.5.a]."""

    player: str
    nation: str
    cards: Annotated[tuple[str, ...], HIDDEN, FADING]

    def apply(self, state: State) -> None:
        """What was seen stays in the log of the seat, and nothing else changes."""


@recorded("napoleonic_wars.home_card_handed_over/1", "{nation} gave {card} to {to}.")
class HomeCardHandedOver(Event, frozen=True):
    """A home card lies with another power until the next turn [14.34]."""

    nation: str
    card: str
    to: str

    def apply(self, state: State) -> None:
        """It lies face up there."""
        giver = state.nations[self.nation]
        giver.home = [it for it in giver.home if it.card != self.card]
        state.nations[self.to].home.append(HomeCard(self.card, owner=self.nation))


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


@recorded("napoleonic_wars.resource_gained/1", "{nation} gained a Resource.")
class ResourceGained(Event, frozen=True):
    """A nation gains a Resource [16.1]."""

    nation: str

    def apply(self, state: State) -> None:
        """It has one more."""
        state.nations[self.nation].resources += 1


@recorded("napoleonic_wars.plus_key_gained/1", "{nation} counts a key more.")
class PlusKeyGained(Event, frozen=True):
    """The status of The Emperor Commands: a key more in 5.81 and 14.31 [15.5]."""

    nation: str

    def apply(self, state: State) -> None:
        """It has it until it is conquered or submits."""
        state.nations[self.nation].plus_key = True


# -- Resources, and winter -------------------------------------------------------------------------


@recorded("napoleonic_wars.resource_spent/1", "{nation} spent a Resource.")
class ResourceSpent(Event, frozen=True):
    """A Resource stands in for a card, as if it were marked + [16.2.c]."""

    nation: str
    to: Literal["draw", "winter"]

    def apply(self, state: State) -> None:
        """It counts as a card of the impulse."""
        state.nations[self.nation].resources -= 1
        impulse = top(state, Impulse)
        if not impulse.played and not impulse.resource:
            impulse.due.append("W.IMPULSE")
        impulse.resource = impulse.joined = True
        impulse.counted += 1
        end_truces(state, self.nation)


@recorded(
    "napoleonic_wars.early_winter_rolled/1",
    "Early winter: {die}, more than {powers} needed.",
    drawn="die",
)
class EarlyWinterRolled(Event, frozen=True):
    """Card play ends if a die is higher than the number of powers with unplayed cards [16.2.b]."""

    nation: str
    die: int
    draw: int
    powers: int
    breakdown: tuple[Line, ...]
    """The powers with unplayed cards, home cards included [R-44]."""

    def apply(self, state: State) -> None:
        """If it ends, that is told next."""
        state.draws = self.draw + 1


@recorded(
    "napoleonic_wars.russian_winter_rolled/1",
    "Russian winter in round {round}: {die}.",
    drawn="die",
)
class RussianWinterRolled(Event, frozen=True):
    """The winter strikes if a die is less than the number of the round [17.1.a]."""

    nation: str
    round: int
    die: int
    draw: int
    strikes: bool
    """Whether it does, and enemies stand where it may."""

    def apply(self, state: State) -> None:
        """Russia names a space, or the impulse begins."""
        state.draws = self.draw + 1
        state.winter = "strikes" if self.strikes else "done"


@recorded("napoleonic_wars.russian_winter_struck/1", "The winter struck {space}.")
class RussianWinterStruck(Event, frozen=True):
    """Russia has named a space; enemies there take attrition [17.1.a]."""

    nation: str
    space: str

    def apply(self, state: State) -> None:
        """Dice follow."""
        state.winter = "done"


@recorded("napoleonic_wars.russian_winter_spared/1", "{nation} named no space.")
class RussianWinterSpared(Event, frozen=True):
    """Russia lets nobody suffer."""

    nation: str

    def apply(self, state: State) -> None:
        """The impulse begins."""
        state.winter = "done"


@recorded("napoleonic_wars.winter_paid/1", "{nation} has {cp} CP of the winter.")
class WinterPaid(Event, frozen=True):
    """A CP for each loss, to use inside Russia in this impulse [17.1.b]."""

    nation: str
    cp: int

    def apply(self, state: State) -> None:
        """They are there when the impulse begins."""
        state.winter_cp = self.cp
