"""The table laid out: pieces, cards, Resources, hands [4]."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from napoleon.rules.events import FADING, HIDDEN, Event, recorded
from napoleon.rulesets.napoleonic_wars.frames.forces import Lot
from napoleon.rulesets.napoleonic_wars.state import (
    IMPULSES,
    MULLIGAN,
    Bidding,
    HomeCard,
    Leader,
    Nation,
    Space,
    Squadrons,
    Standing,
    State,
    pair,
)


class Placed(msgspec.Struct, frozen=True):
    """Pieces of a nation in a space or zone."""

    nation: str
    at: str
    sp: int
    squadrons: int


class LeaderPlaced(msgspec.Struct, frozen=True):
    """Where a leader begins."""

    leader: str
    nation: str
    standing: Standing
    where: str


class ConsulPlaced(msgspec.Struct, frozen=True):
    """Where the consul of a proxy begins."""

    nation: str
    row: str
    box: int


@recorded("napoleonic_wars.game_set_up/1", "Europe in 1805 is laid out.")
class GameSetUp(Event, frozen=True):
    """Pieces, camps and consuls as they begin [4.1, 4.2, 8.3]."""

    options: dict[str, Any]
    seats: dict[str, str]
    """Seat by player power; of nobody yet where the camps are bid for [R-68]."""
    bidders: tuple[str, ...]
    nations: tuple[str, ...]
    spaces: tuple[str, ...]
    pieces: tuple[Placed, ...]
    leaders: tuple[LeaderPlaced, ...]
    consuls: tuple[ConsulPlaced, ...]
    camps: dict[str, tuple[str, ...]]
    home_cards: dict[str, tuple[str, ...]]
    deck: tuple[str, ...]

    def begin(self) -> State:
        """The position at the start."""
        camp_of = {nation: camp for camp, members in self.camps.items() for nation in members}
        imperial, coalition = (set(members) for members in self.camps.values())
        state = State(
            options=dict(self.options),
            powers=dict(self.seats),
            bidding=Bidding([*self.bidders]) if self.bidders else None,
            nations={
                it: Nation(
                    camp=camp_of.get(it, ""),
                    unseen=True,
                    home=[HomeCard(card) for card in self.home_cards.get(it, ())],
                )
                for it in self.nations
            },
            spaces={it: Space() for it in self.spaces},
            leaders={it.leader: Leader(it.nation, it.standing, it.where) for it in self.leaders},
            bag=[*self.deck],
            wars=sorted(pair(one, other) for one in imperial for other in coalition),
        )
        for placed in self.pieces:
            if placed.sp:
                state.spaces[placed.at].lots.append(Lot(placed.nation, placed.sp))
            if placed.squadrons:
                state.squadrons.append(Squadrons(placed.nation, placed.at, placed.squadrons))
        for consul in self.consuls:
            nation = state.nations[consul.nation]
            nation.row, nation.box = consul.row, consul.box
        return state


@recorded("napoleonic_wars.resource_placed/1", "{nation} begins with a Resource.")
class ResourcePlaced(Event, frozen=True):
    """A seat has said which of its powers begins with a Resource [4.2.b]."""

    nation: str

    def apply(self, state: State) -> None:
        """It has one."""
        state.nations[self.nation].resources += 1


@recorded(
    "napoleonic_wars.card_drawn/1",
    "{nation} drew {card}.",
    veiled="{nation} drew a card.",
    drawn="card",
)
class CardDrawn(Event, frozen=True):
    """A card comes into a hand, which only the nation's present commander sees [R-67]."""

    player: str
    """The seat that commands the nation; empty if none does."""
    nation: str
    card: Annotated[str, HIDDEN, FADING]
    draw: int

    def apply(self, state: State) -> None:
        """It is in the hand."""
        state.bag.remove(self.card)
        state.nations[self.nation].hand.append(self.card)
        state.draws = self.draw + 1


@recorded("napoleonic_wars.hands_dealt/1", "Every nation has its hand.")
class HandsDealt(Event, frozen=True):
    """All first hands are complete [4.4.a]."""

    def apply(self, state: State) -> None:
        """The nations decide on mulligans."""
        state.phase = MULLIGAN


@recorded(
    "napoleonic_wars.hand_shown/1",
    "{nation} looks at its hand: {cards}.",
    veiled="{nation} looks at its hand.",
    reveals=True,
)
class HandShown(Event, frozen=True):
    """A seat sees the hand of a nation at its place in the order of mulligans [4.5.d]."""

    player: str
    nation: str
    cards: Annotated[tuple[str, ...], HIDDEN, FADING]

    def apply(self, state: State) -> None:
        """It may be thrown in."""
        state.nations[self.nation].unseen = False


@recorded("napoleonic_wars.hand_kept/1", "{nation} kept its hand.")
class HandKept(Event, frozen=True):
    """No more mulligans for this nation [4.5.a]."""

    nation: str

    def apply(self, state: State) -> None:
        """The next nation decides."""
        join_hands(state, self.nation)


def join_hands(state: State, name: str) -> None:
    """A hand is kept; cards of the turn before join it, if there are any [14.31, R-60]."""
    nation = state.nations[name]
    nation.decided, nation.unseen = True, False
    nation.hand, nation.carried = [*nation.carried, *nation.hand], []


@recorded(
    "napoleonic_wars.hand_thrown_in/1",
    "{nation} threw in {cards:card/cards}.",
    reveals=True,
)
class HandThrownIn(Event, frozen=True):
    """A mulligan: the whole hand goes to the discards, of which the top one is seen [4.5.a-b]."""

    nation: str
    cards: int
    thrown: Annotated[tuple[str, ...], FADING]

    def apply(self, state: State) -> None:
        """The hand is empty."""
        nation = state.nations[self.nation]
        nation.hand = []
        state.discards += self.thrown


@recorded("napoleonic_wars.deck_shuffled/1", "{cards:card/cards} were shuffled into the deck.")
class DeckShuffled(Event, frozen=True):
    """The discards are the draw pile again [14.31, R-61]."""

    cards: int

    def apply(self, state: State) -> None:
        """No card lies in the discards."""
        state.bag += state.discards
        state.discards = []


@recorded("napoleonic_wars.card_play_began/1", "The nations take their impulses.")
class CardPlayBegan(Event, frozen=True):
    """The first round of a turn begins [5.1]."""

    def apply(self, state: State) -> None:
        """Impulses are due; the new commander of a nation that had none sees its hand [R-67]."""
        state.phase = IMPULSES
        state.round = 1
        for nation in state.nations.values():
            nation.decided, nation.unseen = False, False
