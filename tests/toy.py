"""A toy game for the tests of everything that is not a ruleset.

Red and blue each hold a hidden hand out of one bag of cards. In a turn red goes, then blue: draw
a card, play one for its value, or pass. Then both bet at once, unseen, and the higher bet wins
its value. The game ends after the turns chosen at creation; the higher score wins. A seat may
leave standing orders: what to bet every time, to pass in this turn, or which card to play once. A
referee may correct the scores. Britain and Prussia may have shares of blue.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib.resources.abc import Traversable
from random import Random
from typing import Annotated, Any, ClassVar

import msgspec

from napoleon.chance import Chance
from napoleon.rules.aids import Aid
from napoleon.rules.bots import Bot, RandomPlayer
from napoleon.rules.contract import Notation, Ruleset
from napoleon.rules.corrections import Correction, Corrections
from napoleon.rules.couriers import Couriers
from napoleon.rules.drafting import Drafting
from napoleon.rules.events import HIDDEN, REFEREE, Event, Line, recorded
from napoleon.rules.introduction import Introduction
from napoleon.rules.lessons import Lesson
from napoleon.rules.numbers import PACK, STANDS, WHICH, Numbers
from napoleon.rules.orders import Order, OrderGiven, Refusal, to_data
from napoleon.rules.picture.declared import Pictures
from napoleon.rules.prose.storybook import PLAIN
from napoleon.rules.standing_orders import (
    Choices,
    Kept,
    StandingOrder,
    StandingOrders,
    Use,
    Windows,
)
from napoleon.rules.tables import plain_tables
from napoleon.rules.terms import (
    Carried,
    Decision,
    Finding,
    Loss,
    Option,
    Result,
    ScenarioTitle,
    SetupRefused,
)
from napoleon.rules.viewer import Viewer
from napoleon.rules.views import (
    AreaView,
    HandView,
    MapView,
    OrderOfBattleView,
    RoadView,
    VictoryTrackView,
    Views,
)
from napoleon.rules.wording import Wording

SEATS = ("red", "blue")
SHARES = {"blue": ("britain", "prussia")}
BETS = (1, 2, 3)
CLAUSES = {
    "SETUP": "Each seat begins with one card out of the bag.",
    "GO": "In your go draw a card, play a card for its value, or pass.",
    "BET": "When both have gone, both bet 1, 2 or 3 unseen; the higher bet wins its value.",
    "END": "After the last turn the higher score wins; red wins ties.",
}


class State(msgspec.Struct):
    """One position."""

    turns: int
    bag: list[int]
    turn: int = 0
    phase: str = "setup"
    draws: int = 0
    result: Result | None = None
    to_go: str = "red"
    hands: dict[str, list[int]] = {}
    scores: dict[str, int] = {}
    bets: dict[str, int] = {}
    history: list[tuple[int, int, int]] = []


class Bag(AreaView, kw_only=True):
    """The bag, and how many cards are in it."""

    cards: int


class BagOfCards(MapView, kw_only=True):
    """The bag is all there is on the map."""

    areas: list[Bag]
    roads: list[RoadView]


class Unit(msgspec.Struct):
    """A seat, and how many cards it holds."""

    id: str
    cards: int


class Units(OrderOfBattleView, kw_only=True):
    """How many cards everybody holds."""

    units: list[Unit]


class Track(VictoryTrackView, kw_only=True):
    """By how much red leads; the scores, and those after each turn."""

    value: int
    scores: dict[str, int]
    history: list[tuple[int, int, int]]


class Cards(HandView, kw_only=True):
    """The reader's cards; by seat once nothing is hidden from them."""

    sizes: dict[str, int]
    cards: list[int] | dict[str, list[int] | None] | None


class ToyViews(Views, rename="kebab"):
    """What is seen of the toy."""

    map: BagOfCards
    order_of_battle: Units
    victory_track: Track
    hand: Cards


class Draw(Order, frozen=True, tag="draw"):
    """Draw a card."""


class Play(Order, frozen=True, tag="play"):
    """Play a card from hand."""

    card: int


class Pass(Order, frozen=True, tag="pass"):
    """Do nothing."""


class Bet(Order, frozen=True, tag="bet"):
    """Bet unseen."""

    value: int


class BetSame(StandingOrder, frozen=True, tag="bet_same"):
    """Bet this every time."""

    value: int


class PassThisTurn(StandingOrder, frozen=True, tag="pass_this_turn"):
    """Pass in the go of this turn."""


class PlayLater(StandingOrder, frozen=True, tag="play_later"):
    """Play this card in the next go."""

    card: int


class SetScore(Correction, frozen=True, tag="set_score"):
    """Give a seat so many points."""

    seat: str
    score: int


@recorded("toy.table_laid/1", "The bag holds the cards {bag}; {turns} turns are played.")
class TableLaid(Event, frozen=True):
    turns: int
    bag: tuple[int, ...]


@recorded("toy.turn_started/1", "Turn {number} starts.")
class TurnStarted(Event, frozen=True):
    number: int

    def apply(self, state: State) -> None:
        state.turn, state.phase, state.to_go = self.number, "go", "red"


@recorded(
    "toy.card_drawn/1",
    "{player} draws card {card}.",
    veiled="{player} draws a card.",
    drawn="card",
)
class CardDrawn(Event, frozen=True):
    player: str
    card: Annotated[int, HIDDEN]
    draw: int

    def apply(self, state: State) -> None:
        state.bag.remove(self.card)
        state.hands[self.player].append(self.card)
        state.draws = self.draw + 1


@recorded("toy.card_played/1", "{player} plays card {card} for {points} points.", reveals=True)
class CardPlayed(Event, frozen=True):
    player: str
    card: int
    points: int
    breakdown: tuple[Line, ...]

    def apply(self, state: State) -> None:
        state.hands[self.player].remove(self.card)
        state.bag.append(self.card)
        state.scores[self.player] += self.points


@recorded("toy.go_ended/1", "{player} has gone.")
class GoEnded(Event, frozen=True):
    player: str

    def apply(self, state: State) -> None:
        if self.player == "red":
            state.to_go = "blue"
        else:
            state.phase = "bet"


@recorded("toy.bet_sealed/1", "{player} bets {value}.", veiled="{player} has bet.")
class BetSealed(Event, frozen=True):
    player: str
    value: Annotated[int, HIDDEN]

    def apply(self, state: State) -> None:
        state.bets[self.player] = self.value


@recorded("toy.bets_revealed/1", "The bets were {bets}.", reveals=True)
class BetsRevealed(Event, frozen=True):
    bets: dict[str, int]
    points: dict[str, int]

    def apply(self, state: State) -> None:
        for seat, points in self.points.items():
            state.scores[seat] += points
        state.bets = {}
        state.history.append((state.turn, state.scores["red"], state.scores["blue"]))


@recorded("toy.score_corrected/1", "Correction: {player} had {before} points and has {after}.")
class ScoreCorrected(Event, frozen=True):
    player: str
    before: int
    after: int
    reason: str

    def apply(self, state: State) -> None:
        state.scores[self.player] = self.after


@recorded("toy.game_ended/1", "{winner} wins.")
class GameEnded(Event, frozen=True):
    winner: str

    def apply(self, state: State) -> None:
        state.phase = "end"
        state.result = Result(self.winner, f"{self.winner} has the higher score.", "END")


class Table:
    """Where events are recorded and at once applied."""

    def __init__(self, state: State | None, events: list[Event]) -> None:
        self.state: Any = state
        self.events = events

    def record(self, event: Event, by: str = "") -> None:
        """Apply `event` of the seat `by`, stamped with the turn and phase that it leads to."""
        self.state = RULES.apply(self.state, event)
        self.events.append(
            msgspec.structs.replace(event, by=by, turn=self.state.turn, phase=self.state.phase)
        )

    def draw(self, player: str, chance: Chance, clause: str) -> None:
        """`player` draws a card out of the bag."""
        card = chance.pick(self.state.bag, f"card for {player}")
        drawn = CardDrawn(player=player, card=card, draw=self.state.draws, clauses=(clause,))
        self.record(drawn, player)


class Standing:
    """The standing orders; see `napoleon.rules.standing_orders.StandingOrders`."""

    kinds: tuple[type[StandingOrder], ...] = (BetSame, PassThisTurn, PlayLater)
    profiles: tuple[type[StandingOrder], ...] = ()
    no_card: StandingOrder | None = None
    windows: Windows | None = None

    def occasion(self, state: State) -> dict[str, Any]:
        return {"turn": state.turn}

    def choices(self, state: State, seat: str) -> Choices:
        return {}

    def refuse(self, state: State, seat: str, instruction: StandingOrder) -> Refusal | None:
        match instruction:
            case BetSame(value) if value not in BETS:
                return Refusal("NO_SUCH_BET", "BET", "Bet 1, 2 or 3.", {"bets": list(BETS)})
            case PlayLater(card) if card not in state.hands[seat]:
                return Refusal("NOT_HELD", "GO", f"You do not hold card {card}.", {"card": card})
        return None

    def has_expired(self, state: State, kept: Kept) -> bool:
        match kept.word:
            case PassThisTurn():
                return bool(state.turn != kept.occasion["turn"])
            case PlayLater(card):
                return card not in state.hands[kept.seat]
        return False

    def answer(self, state: State, decision: Decision, kept: Sequence[Kept]) -> Use | None:
        for it in kept:
            match decision.kind, it.word:
                case "bet", BetSame(value):
                    return Use(it, Bet(value), spent=False)
                case "go", PassThisTurn():
                    return Use(it, Pass(), spent=False)
                case "go", PlayLater(card):
                    return Use(it, Play(card), spent=True)
        return None


class Scores:
    """The corrections; see `napoleon.rules.corrections.Corrections`."""

    kinds: tuple[type[Correction], ...] = (SetScore,)

    def choices(self, state: State) -> Choices:
        return {}

    def carry_out(self, state: State, correction: Any, reason_id: str) -> list[Event] | Refusal:
        seat, score = correction.seat, correction.score
        if seat not in SEATS:
            return Refusal("UNKNOWN_SEAT", "END", f"There is no seat {seat}.", {"seats": [*SEATS]})
        if score == state.scores[seat]:
            return Refusal("NOTHING_TO_CORRECT", "END", f"{seat} has {score} points.", {})
        table = Table(msgspec.json.decode(msgspec.json.encode(state), type=State), [])
        before = state.scores[seat]
        table.record(
            ScoreCorrected(
                player=seat, before=before, after=score, reason=reason_id, clauses=("END",)
            )
        )
        return table.events


NUMBERS = Numbers(
    sums=("card_played/1.points",),
    given=("bet_sealed/1.value", "card_played/1.card"),
    others={
        WHICH: ("table_laid/1.bag", "turn_started/1.number"),
        STANDS: (
            "bets_revealed/1.bets",
            "score_corrected/1.after",
            "score_corrected/1.before",
        ),
        PACK: ("table_laid/1.turns",),
        "the higher bet wins its value": ("bets_revealed/1.points",),
    },
)


class Toy:
    """The ruleset; see `napoleon.rules.contract.Ruleset` for what its functions mean."""

    name = "toy"
    title = "A toy game"
    version = "1"
    pack_hash = "0" * 64
    replays: tuple[tuple[str, str], ...] = ()
    scenarios: tuple[ScenarioTitle, ...] = (
        ScenarioTitle("short", "A bag of ten cards"),
        ScenarioTitle("wide", "Fifty"),
    )
    options: tuple[Option, ...] = (
        Option("turns", "Turns to be played", "END", (3, 1, 2, 50, 2000)),
    )
    verbs: tuple[type[Order], ...] = (Draw, Play, Pass, Bet)
    standing: StandingOrders | None = Standing()
    corrections: Corrections | None = Scores()
    numbers: Numbers = NUMBERS
    clauses: Mapping[str, str] = CLAUSES
    chapters: Mapping[str, str] = {}
    provenance: Mapping[str, Mapping[str, int]] = {"cards": {"printed": 10, "inferred": 40}}
    also_called: Mapping[str, str] = {}
    cards: Mapping[int, str] = {}
    names: Mapping[str, str] = {
        "red": "Red",
        "blue": "Blue",
        "britain": "Britain",
        "prussia": "Prussia",
        "red-stand-in": "Red stand-in",
        "blue-stand-in": "Blue stand-in",
    }
    state_type: type[Any] = State
    views_type: type[Views] = ToyViews
    pictures: Pictures[Any] | None = None
    storybook = PLAIN
    couriers: Couriers[State] | None = None
    drafting: Drafting | None = None
    lesson: Lesson | None = None
    aid: Aid | None = None
    introduction: Introduction | None = None
    wording: Wording | None = None
    notation: Notation | None = None
    tables = staticmethod(plain_tables)
    kinds: tuple[str, ...] = ("go", "bet")
    sizes: ClassVar[Mapping[str, int]] = {"short": 10, "wide": 50}

    def seats(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        return SEATS

    def shares(self, options: Mapping[str, Any]) -> Mapping[str, tuple[str, ...]]:
        return SHARES

    def edition(self, version: str, pack: str) -> Ruleset | None:
        return self if (version, pack) == (self.version, self.pack_hash) else None

    def clause(self, clause_id: str) -> str | None:
        return CLAUSES.get(clause_id)

    def checked_options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        turns = options.get("turns", 3)
        if set(options) - {"turns"} or turns not in self.options[0].values:
            raise SetupRefused(Refusal("BAD_OPTION", "END", "There is no such option or value."))
        return {"turns": turns}

    def cards_fade(self, options: Mapping[str, Any]) -> bool:
        return False

    def pass_order(self, state: State, decision: Decision) -> Order | None:
        return Pass() if decision.kind == "go" else None

    def forfeited(self, seat: str) -> Result | None:
        return Result("blue" if seat == "red" else "red", f"{seat} fell silent", "END")

    def leaving(self, seat: str) -> Order | None:
        return None

    def refuse_setup(self, scenario: str, options: Mapping[str, Any]) -> Refusal | None:
        if scenario not in self.sizes:
            return Refusal("UNKNOWN_SCENARIO", "SETUP", f"No scenario {scenario}.")
        try:
            self.checked_options(options)
        except SetupRefused as refused:
            return refused.refusal
        return None

    def setup(self, scenario: str, options: Mapping[str, Any], chance: Chance) -> list[Event]:
        if refusal := self.refuse_setup(scenario, options):
            raise SetupRefused(refusal)
        turns = self.checked_options(options)["turns"]
        table = Table(None, [])
        table.record(TableLaid(turns=turns, bag=tuple(range(1, self.sizes[scenario] + 1))))
        for seat in SEATS:
            table.draw(seat, chance, "SETUP")
        table.record(TurnStarted(number=1))
        return table.events

    def decisions(self, state: State) -> list[Decision]:
        if state.phase == "go":
            seat = state.to_go
            return [Decision(f"{state.turn}.go.{seat}", seat, "go", "GO", "Draw, play or pass.")]
        return [
            Decision(f"{state.turn}.bet.{seat}", seat, "bet", "BET", "Bet 1, 2 or 3.")
            for seat in SEATS
            if state.phase == "bet" and seat not in state.bets
        ]

    def legal_orders(self, state: State, decision: Decision) -> Iterable[Order]:
        if decision.kind == "bet":
            return [Bet(value) for value in BETS]
        draws = [Draw()] if state.bag else []
        return [*draws, *(Play(card) for card in sorted(state.hands[decision.seat])), Pass()]

    def free_verbs(self, state: State, seat: str) -> Iterable[type[Order]]:
        return ()

    def refuse_talk(
        self, state: State, seat: str, other: str, *, private: bool = False
    ) -> Refusal | None:
        return None

    def keeps_apart(self, options: Mapping[str, Any]) -> bool:
        return False

    def is_irreversible(self, state: State, decision: Decision, order: Order) -> bool:
        return not isinstance(order, Pass)

    def warns(self, state: State, decision: Decision, order: Order) -> tuple[Loss, ...]:
        return ()

    def decide(
        self, state: State, seat: str, order: Order, chance: Chance
    ) -> list[Event] | Refusal:
        decision = next((d for d in self.decisions(state) if d.seat == seat), None)
        if decision is None:
            return Refusal("NOT_YOUR_DECISION", "GO", "It is not for you to decide now.")
        if order not in self.legal_orders(state, decision):
            return Refusal("NOT_OFFERED", decision.clause, "That is not possible now.")
        table = Table(msgspec.json.decode(msgspec.json.encode(state), type=State), [])
        table.record(OrderGiven(player=seat, order=to_data(order)), seat)
        match order:
            case Draw():
                table.draw(seat, chance, "GO")
            case Play(card):
                lines = (Line(card, "GO", "value of the card"),)
                table.record(CardPlayed(player=seat, card=card, points=card, breakdown=lines), seat)
            case Bet(value):
                table.record(BetSealed(player=seat, value=value, clauses=("BET",)), seat)
        if decision.kind == "go":
            table.record(GoEnded(player=seat), seat)
        elif len(table.state.bets) == len(SEATS):
            self._end_turn(table)
        return table.events

    def carry_out(
        self,
        state: State,
        seat: str,
        order: Order,
        chance: Chance,
        decisions: list[Decision] | None = None,
    ) -> Carried | Refusal:
        outcome = self.decide(state, seat, order, chance)
        if isinstance(outcome, Refusal):
            return outcome
        for event in outcome:
            self.apply(state, event)
        return Carried(outcome, self.decisions(state))

    def _end_turn(self, table: Table) -> None:
        bets = dict(table.state.bets)
        points = {seat: bet for seat, bet in bets.items() if bet > bets[_other(seat)]}
        table.record(BetsRevealed(bets=bets, points=points, clauses=("BET",)))
        if table.state.turn < table.state.turns:
            table.record(TurnStarted(number=table.state.turn + 1))
        else:
            scores = table.state.scores
            table.record(GameEnded(winner=max(SEATS, key=scores.__getitem__), clauses=("END",)))

    def apply(self, state: State | None, event: Event) -> State:
        if type(event) is TableLaid:
            return State(
                turns=event.turns,
                bag=list(event.bag),
                hands={seat: [] for seat in SEATS},
                scores=dict.fromkeys(SEATS, 0),
            )
        assert state is not None
        if type(event) is not OrderGiven:
            event.apply(state)  # type: ignore[attr-defined]
        return state

    @property
    def knows_by_views(self) -> bool:
        return True

    def known(self, state: State, viewer: Viewer) -> ToyViews:
        return self.view(state, viewer)

    def view(self, state: State, reader: Viewer) -> ToyViews:
        seat = reader.seat
        opened = state.result is not None or seat == REFEREE
        hands = {
            player: sorted(cards) if opened or player == seat else None
            for player, cards in state.hands.items()
        }
        sizes = {player: len(cards) for player, cards in state.hands.items()}
        now = {"turn": state.turn, "phase": state.phase}
        return ToyViews(
            BagOfCards(**now, areas=[Bag(id="bag", cards=len(state.bag))], roads=[]),
            Units(**now, units=[Unit(s, sizes[s]) for s in SEATS]),
            Track(**now, value=state.scores["red"] - state.scores["blue"],
                  scores=dict(state.scores), history=list(state.history)),
            Cards(**now, sizes=sizes, cards=hands if opened else hands.get(seat)),
        )  # fmt: skip

    def bot(self, randomness: Random) -> Bot:
        return RandomPlayer(randomness)

    def check_pack(self, folder: Traversable) -> list[Finding]:
        return []


def _other(seat: str) -> str:
    return SEATS[1 - SEATS.index(seat)]


RULES = Toy()
"""The toy ruleset itself."""
