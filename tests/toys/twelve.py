"""A toy game with a card in it, through which docs/adding-a-game.md walks."""

from typing import Annotated, Any

from napoleon.rules import kit
from napoleon.rules.kit import Refusal, recorded, refuse, say

SEATS = ("red", "blue")
CLAUSES = {
    "1.1": "Red and blue in turn draw from 1 to 6, which only they see, or show 9 or more.",
    "1.2": "Once, with its Retreat card, a side throws away what it drew last.",
    "1.3": "When somebody shows, the higher hand of at most 12 wins, and blue wins ties.",
}


class State(kit.SmallState, kw_only=True):
    hands: dict[str, list[Annotated[int, kit.HIDDEN]]]
    retreats: list[str]


@recorded("toy_twelve.begun/1", "The cards are on the table.")
class Begun(kit.Event, frozen=True):
    def begin(self) -> State:
        return State(hands={seat: [] for seat in SEATS}, retreats=[*SEATS])


@recorded("toy_twelve.drawn/1", "{player} drew {card}.", veiled="{player} drew.", drawn="card")
class Drawn(kit.Event, frozen=True):
    player: str
    card: Annotated[int, kit.HIDDEN]
    draw: int

    def apply(self, state: State) -> None:
        state.hands[self.player].append(self.card)
        state.turn, state.draws = state.turn + 1, self.draw + 1


@recorded("toy_twelve.retreated/1", "{player} retreated, and threw {card} away.", reveals=True)
class Retreated(kit.Event, frozen=True):
    player: str
    card: int

    def apply(self, state: State) -> None:
        state.hands[self.player].pop()
        state.retreats.remove(self.player)
        state.turn += 1


@recorded("toy_twelve.shown/1", "{winner} won; the hands were {hands}.", reveals=True)
class Shown(kit.Event, frozen=True):
    winner: str
    hands: dict[str, int]

    def apply(self, state: State) -> None:
        state.result = kit.Result(self.winner, "The higher hand of at most 12 wins.", "1.3")


Side = kit.Scene[kit.Table[State, None]]


def draw(it: Side, order: Any) -> None:
    card, number = it.table.draw(range(1, 7), f"card for {it.player}")
    it.tell(Drawn, "1.1", card=card, draw=number)


def refuse_retreat(it: Side) -> Refusal | None:
    if it.player in it.table.state.retreats and it.table.state.hands[it.player]:
        return None
    return refuse("NO_RETREAT", "1.2", "You have no Retreat, or nothing to throw away.")


def retreat(it: Side, order: Any) -> None:
    it.tell(Retreated, "1.2", card=it.table.state.hands[it.player][-1])


def refuse_show(it: Side) -> Refusal | None:
    held = sum(it.table.state.hands[it.player])
    return refuse("TOO_LOW", "1.1", f"You hold {held}: draw.", held=held) if held < 9 else None


def show(it: Side, order: Any) -> None:
    hands = {seat: sum(cards) for seat, cards in it.table.state.hands.items()}
    winner = max(reversed(SEATS), key=lambda seat: hands[seat] * (hands[seat] <= 12))
    it.tell(Shown, "1.3", winner=winner, hands=hands)


GO = kit.ByTurns("go", SEATS, "1.1", say("Draw, retreat or show"))
RULES = kit.small_game(
    "toy_twelve",
    clauses=CLAUSES,
    state=State,
    begins=Begun,
    turns=GO,
    verbs=(
        GO.verb("draw", "1.1", say("Draw a card"), draw, irreversible=kit.Irreversible.ALWAYS),
        GO.verb("retreat", "1.2", say("Retreat"), retreat, unable=refuse_retreat),
        GO.verb("show", "1.3", say("Show your cards"), show, unable=refuse_show),
    ),
    hands=lambda known: known.hands,
    numbers=kit.Numbers(others={"cards that were drawn": ("retreated/1.card", "shown/1.hands")}),
)
