"""A toy game of seats that play several nations, with plays inside plays.

The Coalition plays Britain and Russia, France plays France, and Spain is played by whoever made the
last pact with it. In each of three rounds every nation has an impulse in which it must play a card.
Other seats' nations may reply with a courier, in order, and to a courier again: what counts first
cancels what it replied to. A card that counts is a pact, which brings Spain over with its hand, or
a campaign, after which every nation loses men or money, unseen until all have chosen. In the end a
seat has a point for every man and every coin of its nations.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import msgspec

from napoleon.rules.events import FADING, REFEREE, total
from napoleon.rules.kit import (
    HIDDEN,
    WHICH,
    Actor,
    Decision,
    DeclaredVerb,
    Domain,
    Event,
    Line,
    Numbers,
    Order,
    Refusal,
    Result,
    Scene,
    SmallState,
    Step,
    Table,
    recorded,
    refuse,
)
from napoleon.rules.kit import sealed as seals
from napoleon.rules.kit.declaring import TARGET, Declared, its_subject, verbs_of, waits
from napoleon.rules.kit.frames import inmost, on_top, pop_to, push, top
from napoleon.rules.kit.sealed import Sealed
from napoleon.rules.kit.sequence import Part, only_asks
from napoleon.rules.kit.worded import DeclaredWording
from napoleon.rules.phrases import Phrase, say, say_many
from napoleon.rules.prose.storybook import Storybook
from napoleon.rules.standing_orders import Kept, StandingOrder, Use
from napoleon.rules.terms import Standing
from napoleon.rules.views import AreaView, HandView, MapView, PlayerHand, Views
from tests.toys.ruleset import Game, game

SEATS = ("coalition", "france")
NATIONS = {"britain": "coalition", "russia": "coalition", "paris": "france", "spain": "france"}
ROUNDS = 3
HELD = 3
CARDS = range(1, 31)
COURIERS = frozenset({7, 14, 21, 28})
PACTS = frozenset(range(5, 31, 5))
LOSSES = ("men", "money")
CLAUSES = {
    "1": "All nations draw up to three cards before each round.",
    "2": "In its impulse a nation plays a card; it must, if it has one.",
    "3": "Nations of other seats may reply with a courier, as long as one may be out.",
    "4": "What lies on top counts first; a courier cancels what it replied to.",
    "5": "A pact brings Spain over to the seat that made it, which reads its hand.",
    "6": "After a campaign every nation loses a man or a coin, chosen unseen.",
    "END": "After three rounds men and coins are points; ties go to the Coalition.",
}


class Play(Order, frozen=True, tag="play"):
    """Play a card of a nation."""

    nation: str
    card: int


class Reply(Order, frozen=True, tag="reply"):
    """Reply with a courier of a nation."""

    nation: str
    card: int


class Decline(Order, frozen=True, tag="decline"):
    """Let it count."""

    nation: str


class Lose(Order, frozen=True, tag="lose"):
    """Lose a man or a coin of a nation."""

    nation: str
    loss: str


class NeverReply(StandingOrder, frozen=True, tag="never_reply"):
    """Decline for a nation whatever is played, as long as the seat plays it."""

    nation: str


# -- frames and state ------------------------------------------------------------------------------


class Frame(msgspec.Struct, tag_field="frame"):
    """What is going on inside what lies under it."""


class Impulse(Frame, tag="impulse"):
    nation: str
    played: bool = False


class Card(Frame, tag="card"):
    nation: str
    card: int


class Window(Frame, tag="window"):
    asked: list[str]
    """The nations that may still reply, the next one first."""


class Campaign(Frame, tag="campaign"):
    """Everybody chooses a loss."""


class Nation(msgspec.Struct):
    commander: str
    hand: list[int] = []
    men: int = 6
    money: int = 6


class State(SmallState, kw_only=True):
    nations: dict[str, Nation]
    deck: list[int]
    discards: list[int] = []
    gone: int = 0
    stack: list[Impulse | Card | Window | Campaign] = []
    losses: Sealed


def commanded(state: State, seat: str) -> list[str]:
    return [it for it, nation in state.nations.items() if nation.commander == seat]


def asked_to_reply(state: State, seat: str) -> list[str]:
    """By what everybody knows: who has cards, and which couriers have been seen [3]."""
    if {*state.discards} >= COURIERS:
        return []
    others = [it for it, nation in state.nations.items() if nation.commander != seat]
    return [it for it in others if state.nations[it].hand]


# -- events ----------------------------------------------------------------------------------------


@recorded("toy_crowns.laid/1", "Four nations, two seats.")
class Laid(Event, frozen=True):
    def begin(self) -> State:
        nations = {it: Nation(commander) for it, commander in NATIONS.items()}
        return State(given={}, phase="war", nations=nations, deck=list(CARDS), losses=Sealed())


@recorded("toy_crowns.card_drawn/1", "{nation} draws {card}.", veiled="{nation} draws a card.",
          drawn="card", owner="readers")  # fmt: skip
class CardDrawn(Event, frozen=True):
    readers: tuple[str, ...]
    nation: str
    card: Annotated[int, HIDDEN]
    draw: int

    def apply(self, state: State) -> None:
        state.deck.remove(self.card)
        state.nations[self.nation].hand.append(self.card)
        state.draws = self.draw + 1


@recorded("toy_crowns.impulse_began/1", "It is {nation}'s impulse.")
class ImpulseBegan(Event, frozen=True):
    nation: str

    def apply(self, state: State) -> None:
        push(state, Impulse(self.nation))


@recorded("toy_crowns.impulse_ended/1", "The impulse of {nation} is over.")
class ImpulseEnded(Event, frozen=True):
    nation: str

    def apply(self, state: State) -> None:
        pop_to(state, Impulse)
        state.gone += 1
        state.turn = 1 + state.gone // len(NATIONS)


@recorded("toy_crowns.card_played/1", "{nation} plays {card}.", faded="{nation} plays a card.",
          reveals=True, closes=True)  # fmt: skip
class CardPlayed(Event, frozen=True):
    nation: str
    card: Annotated[int, FADING]
    asked: tuple[str, ...]
    """The nations that may reply."""

    def apply(self, state: State) -> None:
        state.nations[self.nation].hand.remove(self.card)
        state.discards.append(self.card)
        if type(state.stack[-1]) is Window:
            _answered(state, self.nation)
        elif impulse := inmost(state, Impulse):
            impulse.played = True
        push(state, Card(self.nation, self.card))
        if self.asked:
            push(state, Window(list(self.asked)))


@recorded("toy_crowns.declined/1", "{nation} lets it count.")
class Declined(Event, frozen=True):
    nation: str

    def apply(self, state: State) -> None:
        _answered(state, self.nation)


def _answered(state: State, nation: str) -> None:
    window = top(state, Window)
    window.asked.remove(nation)
    if not window.asked:
        pop_to(state, Window)


@recorded("toy_crowns.cancelled/1", "The courier of {nation} counts.")
class Cancelled(Event, frozen=True):
    nation: str

    def apply(self, state: State) -> None:
        pop_to(state, Card)
        pop_to(state, Card)


@recorded("toy_crowns.pact_made/1", "Spain goes to {commander}, with {cards}.",
          veiled="Spain goes to {commander}.", owner="readers", reveals=True)  # fmt: skip
class PactMade(Event, frozen=True):
    readers: tuple[str, ...]
    commander: str
    cards: Annotated[tuple[int, ...], HIDDEN]

    def apply(self, state: State) -> None:
        state.nations["spain"].commander = self.commander
        pop_to(state, Card)


@recorded("toy_crowns.campaign_began/1", "Every nation loses something.")
class CampaignBegan(Event, frozen=True):
    asked: tuple[str, ...]

    def apply(self, state: State) -> None:
        pop_to(state, Card)
        push(state, Campaign())
        state.losses.ask(self.asked)


@recorded("toy_crowns.losses_shown/1", "The losses are {losses}.", reveals=True)
class LossesShown(Event, frozen=True):
    losses: dict[str, str]

    def apply(self, state: State) -> None:
        for it, loss in self.losses.items():
            nation = state.nations[it]
            setattr(nation, loss, max(0, getattr(nation, loss) - 1))
        state.losses.ask(())
        pop_to(state, Campaign)


@recorded("toy_crowns.ended/1", "{winner} wins. {reason}")
class Ended(Event, frozen=True):
    winner: str
    standings: tuple[Standing, ...]
    reason: Phrase

    def apply(self, state: State) -> None:
        state.result = Result(self.winner, self.reason, "END", self.standings)


# -- rules -----------------------------------------------------------------------------------------

Board = Table[State, None]


def is_short(table: Board) -> bool:
    state = table.state
    hands = [len(it.hand) for it in state.nations.values()]
    is_round = not state.stack and state.gone % len(NATIONS) == 0
    return is_round and state.gone < ROUNDS * len(NATIONS) and min(hands) < HELD


def deal(table: Board) -> None:
    nations = table.state.nations
    it = min(nations, key=lambda name: len(nations[name].hand))
    card, draw = table.draw(table.state.deck, f"card for {it}")
    readers = (nations[it].commander,)
    table.record(CardDrawn(readers=readers, nation=it, card=card, draw=draw), "1")


def begin_impulse(table: Board) -> None:
    nation = list(NATIONS)[table.state.gone % len(NATIONS)]
    table.record(ImpulseBegan(nation=nation), "2")


def has_to_play(table: Board) -> bool:
    impulse = top(table.state, Impulse)
    return not impulse.played and bool(table.state.nations[impulse.nation].hand)


def asks_for_a_card(table: Board) -> list[Decision]:
    nation = top(table.state, Impulse).nation
    seat = table.state.nations[nation].commander
    return [
        table.question(seat, "card", "2", say("What does %(nation)s play?", nation=nation), nation)
    ]


def asks_to_reply(table: Board) -> list[Decision]:
    nation = top(table.state, Window).asked[0]
    seat = table.state.nations[nation].commander
    return [
        table.question(seat, "reply", "3", say("Does %(nation)s reply?", nation=nation), nation)
    ]


def asks_for_losses(table: Board) -> list[Decision]:
    def text(nation: str) -> Phrase:
        return say("Does %(nation)s lose men or money?", nation=nation)

    return seals.questions(table, table.state.losses, "lose", "6", text)


def count(table: Board) -> None:
    """Nobody replies any more: what lies on top counts [4]."""
    state = table.state
    played = top(state, Card)
    seat = state.nations[played.nation].commander
    if sum(type(it) is Card for it in state.stack) > 1:
        table.record(Cancelled(nation=played.nation), "4")
    elif played.card in PACTS:
        cards = tuple(sorted(state.nations["spain"].hand))
        table.record(PactMade(readers=(seat,), commander=seat, cards=cards), "5")
    else:
        asked = tuple(f"{it.commander}/{name}" for name, it in state.nations.items())
        table.record(CampaignBegan(asked=asked), "6")


def show_losses(table: Board) -> None:
    answers = table.state.losses.opened(Lose).values()
    table.record(LossesShown(losses={it.nation: it.loss for it in answers}), "6")


def end_impulse(table: Board) -> None:
    table.record(ImpulseEnded(nation=top(table.state, Impulse).nation), "2")


def end(table: Board) -> None:
    stands = []
    for seat in SEATS:
        lines = [
            Line(amount, "END", say("%(what)s of %(nation)s", what=what, nation=name))
            for name in commanded(table.state, seat)
            for what in LOSSES
            if (amount := getattr(table.state.nations[name], what))
        ]
        stands.append(Standing(seat, total(lines), tuple(lines)))
    stands.sort(key=lambda it: -it.points)
    first, second = stands
    lead = first.points - second.points
    reason = say_many(
        "%(second)s has %(count)s point less.", "%(second)s has %(count)s points less.", lead,
        second=second.who,
    )  # fmt: skip
    table.record(Ended(winner=first.who, standings=tuple(stands), reason=reason), "END")


# -- verbs -----------------------------------------------------------------------------------------


class Acting(Scene[Board]):
    """A nation that its seat decides for."""

    def __init__(self, table: Board, player: str, nation: str) -> None:
        super().__init__(table, player)
        self.nation = nation

    @property
    def hand(self) -> list[int]:
        return sorted(self.table.state.nations[self.nation].hand)


def nation_asked(kind: str) -> Actor[Board, Acting]:
    return Actor(
        (kind,),
        "",
        lambda table, asked, nation: Acting(table, asked.seat, nation),
        "nation",
        its_subject,
        points=TARGET,
        subject="nation",
    )


def refuse_card(it: Acting, card: int) -> Refusal | None:
    if card in it.hand:
        return None
    return refuse("NOT_HELD", "2", "That nation does not hold that card.", card=card)


def refuse_reply(it: Acting, card: int) -> Refusal | None:
    if refusal := refuse_card(it, card):
        return refusal
    if card not in COURIERS:
        return refuse("NO_COURIER", "3", "That is no courier.", card=card)
    return None


def refuse_loss(it: Acting, loss: str) -> Refusal | None:
    if loss in LOSSES:
        return None
    return refuse("NO_SUCH_LOSS", "6", "A nation loses men or money.")


def play(it: Acting, card: int, clause: str) -> None:
    asked = tuple(asked_to_reply(it.table.state, it.player))
    it.tell(CardPlayed, clause, card=card, asked=asked)


def number(it: Acting, card: int) -> int:
    return card


PLAY = DeclaredVerb(
    Play,
    nation_asked("card"),
    "2",
    fields={"card": Domain(lambda it: it.hand, number, refuse_card)},
    does=lambda it, order: play(it, order.card, "2"),
    line="play {card:card} of {nation:nation}",
    says=say("Play %(card)s of %(nation)s"),
)
REPLY = DeclaredVerb(
    Reply,
    nation_asked("reply"),
    "3",
    fields={"card": Domain(lambda it: it.hand, number, refuse_reply)},
    does=lambda it, order: play(it, order.card, "3"),
    line="reply with {card:card} of {nation:nation}",
    says=say("Reply with %(card)s of %(nation)s"),
)
DECLINE = DeclaredVerb(
    Decline,
    nation_asked("reply"),
    "3",
    does=lambda it, order: it.tell(Declined, "3"),
    line="decline for {nation:nation}",
    says=say("Let it count for %(nation)s"),
)
LOSE = DeclaredVerb(
    Lose,
    nation_asked("lose"),
    "6",
    fields={"loss": Domain(lambda it: LOSSES, refusal=refuse_loss)},
    does=waits,
    line="lose {loss:loss} of {nation:nation}",
    says=say("Lose %(loss)s of %(nation)s"),
    ordinary=False,
)
VERBS: Declared = (PLAY, REPLY, DECLINE, LOSE)


def least(table: Board, decision: Decision, legal_orders: Iterable[Order]) -> Order:
    """Of what a nation must do: its lowest card, or a coin."""
    if decision.kind == "lose":
        return Lose(decision.subject, "money")
    return min(PLAY.legal_orders(table, decision), key=lambda it: it.card)


# -- what is shown, and standing orders ------------------------------------------------------------


class Crown(AreaView, kw_only=True):
    commander: str
    men: int
    money: int


class Europe(MapView, kw_only=True):
    areas: list[Crown]
    stack: list[dict[str, Any]]


class Hands(HandView, kw_only=True):
    hands: list[PlayerHand]
    losses: list[dict[str, Any]]


class Shown(Views, rename="kebab"):
    map: Europe
    hand: Hands


def shows(state: State, reader: str) -> dict[str, dict[str, Any]]:
    stack = [{"frame": type(it).__name__, "of": getattr(it, "nation", "")} for it in state.stack]
    areas, hands = [], []
    for name, it in state.nations.items():
        commander, men, money = it.commander, it.men, it.money
        areas.append({"id": name, "commander": commander, "men": men, "money": money})
        own = sorted(it.hand) if reader in (commander, REFEREE) else None
        hands.append({"player": name, "size": len(it.hand), "cards": own})
    return {
        "map": {"areas": areas, "stack": stack},
        "hand": {"hands": hands, "losses": state.losses.seen(reader)},
    }


class Commands:
    """The standing orders; see `napoleon.rules.standing_orders.StandingOrders`."""

    kinds: tuple[type[StandingOrder], ...] = (NeverReply,)
    windows: None = None
    profiles: tuple[type[StandingOrder], ...] = ()
    no_card: StandingOrder | None = None

    def occasion(self, state: State) -> dict[str, Any]:
        return {}

    def refuse(self, state: State, seat: str, instruction: Any) -> Refusal | None:
        if instruction.nation in commanded(state, seat):
            return None
        return refuse("NOT_YOUR_NATION", "5", "Another seat plays that nation.")

    def has_expired(self, state: State, kept: Kept) -> bool:
        return kept.word.nation not in commanded(state, kept.seat)

    def answer(self, state: State, decision: Decision, kept: Sequence[Kept]) -> Use | None:
        if decision.kind != "reply":
            return None
        mine = (it for it in kept if it.word.nation == decision.subject)
        return next((Use(it, Decline(decision.subject), spent=False) for it in mine), None)


PLAYED = game(
    "toy_crowns",
    seats=SEATS,
    clauses=CLAUSES,
    state=State,
    begins=Laid,
    sequence=(
        Step("deal", is_short, deal),
        Part("window", on_top(Window), (Step("reply", lambda it: True, only_asks, asks_to_reply),)),
        Part("card", on_top(Card), (Step("count", lambda it: True, count),)),
        Part(
            "campaign",
            on_top(Campaign),
            (Step("losses", lambda it: True, show_losses, asks_for_losses),),
        ),
        Part(
            "impulse",
            on_top(Impulse),
            (
                Step("card", has_to_play, only_asks, asks_for_a_card),
                Step("end of the impulse", lambda it: True, end_impulse),
            ),
        ),
        Step("impulse", lambda it: it.state.gone < ROUNDS * len(NATIONS), begin_impulse),
        Step("the end", lambda it: True, end),
    ),
    verbs=verbs_of(VERBS),
    numbers=Numbers(given=("card_played/1.card",), others={WHICH: ("pact_made/1.cards",)}),
    views=Shown,
    shows=shows,
    note=lambda state, event: state.losses.keep(event, "nation"),
    subject="nation",
    passes=lambda order: isinstance(order, Decline),
    least=least,
    fades=True,
    names={it: it.title() for it in NATIONS},
    standing=Commands(),
    storybook=Storybook(locale=Path(__file__).parent / "locale"),
)

RULES: Game = replace(
    PLAYED,
    wording=DeclaredWording(
        VERBS,
        {
            "card": say("What a nation plays"),
            "reply": say("Whether a nation replies"),
            "lose": say("What a nation loses"),
        },
        lambda state: PLAYED.table(state, PLAYED.pack, None),
    ),
)
"""The game of seats that play several nations."""
