"""A toy game of ten cards that are programs: what each does stands beside its name, in one line.

Red and blue hold three of the ten, in turn play one, and draw. Four towns lie between them. A card
puts flags and troops there, takes them away, or brings coins; at the end a flag is worth two
points, and a coin one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any

import msgspec

from napoleon.rules.kit import (
    HIDDEN,
    PUBLIC,
    WHICH,
    Decision,
    DeclaredVerb,
    Domain,
    Event,
    Numbers,
    Refusal,
    Result,
    SmallState,
    Step,
    Table,
    recorded,
    refuse,
    say,
)
from napoleon.rules.kit.declaring import Actor, verbs_of
from napoleon.rules.kit.frames import on_top, pop_to, push, top
from napoleon.rules.kit.program_text import CHOOSE, EITHER
from napoleon.rules.kit.programs import Effect, Language, Question
from napoleon.rules.kit.running import Runs
from napoleon.rules.kit.sequence import Part, only_asks
from napoleon.rules.orders import Order
from napoleon.rules.views import AreaView, HandView, MapView, PlayerHand, VictoryTrackView, Views
from tests.toys.ruleset import game

SEATS = ("red", "blue")
TOWNS = ("ath", "binche", "chimay", "dinant")
HELD = 3
CLAUSES = {
    "1.1": "In turn play a card, or throw it away, and draw; what it says is done step by step.",
    "2.1": "A flag takes the place of the other side's.",
    "2.2": "Troops stand where their flag is; a town that loses its last troops keeps the flag.",
    "2.3": "Coins are points.",
    "END": "When all cards are played the most points win, two for a flag; ties go to blue.",
}


class Program(msgspec.Struct, tag="program", tag_field="frame"):
    """A card in play."""

    card: str
    you: str
    todo: list[str]


class Town(msgspec.Struct):
    flag: str = ""
    troops: int = 0


class State(SmallState, kw_only=True):
    hands: dict[str, list[Annotated[str, HIDDEN]]]
    deck: Annotated[list[str], HIDDEN]
    towns: dict[str, Town]
    coins: dict[str, int]
    stack: list[Program] = []


Board = Table[State, None]


def rival(seat: str) -> str:
    return SEATS[1 - SEATS.index(seat)]


# -- what happens ----------------------------------------------------------------------------------


@recorded("toy_programs.laid/1", "Ten cards, four towns, two coins each.")
class Laid(Event, frozen=True):
    def begin(self) -> State:
        return State(hands={it: [] for it in SEATS}, deck=[*CARDS], coins=dict.fromkeys(SEATS, 2),
                     towns={it: Town() for it in TOWNS})  # fmt: skip


@recorded("toy_programs.card_drawn/1", "{player} draws {card}.",
          veiled="{player} draws a card.", drawn="card")  # fmt: skip
class CardDrawn(Event, frozen=True):
    player: str
    card: Annotated[str, HIDDEN]
    draw: int

    def apply(self, state: State) -> None:
        state.deck.remove(self.card)
        state.hands[self.player].append(self.card)
        state.draws = self.draw + 1


@recorded("toy_programs.card_played/1", "{player} plays {card}.", reveals=True)
class CardPlayed(Event, frozen=True):
    player: str
    card: str

    def apply(self, state: State) -> None:
        state.hands[self.player].remove(self.card)
        push(state, Program(self.card, self.player, LANGUAGE.steps(CARDS[self.card])))


@recorded("toy_programs.card_thrown/1", "{player} throws {card} away.", reveals=True)
class CardThrown(Event, frozen=True):
    player: str
    card: str

    def apply(self, state: State) -> None:
        state.hands[self.player].remove(self.card)
        state.turn += 1


@recorded("toy_programs.card_went_on/1", "{card} goes on.")
class CardWentOn(Event, frozen=True):
    card: str
    todo: list[str]

    def apply(self, state: State) -> None:
        top(state, Program).todo = [*self.todo]


@recorded("toy_programs.card_done/1", "{card} is done.")
class CardDone(Event, frozen=True):
    card: str

    def apply(self, state: State) -> None:
        pop_to(state, Program)
        state.turn += 1


@recorded("toy_programs.dice_rolled/1", "{card}: the dice show {dice}.", drawn="dice")
class DiceRolled(Event, frozen=True):
    card: str
    dice: list[int]
    draw: int

    def apply(self, state: State) -> None:
        state.draws = self.draw + 1


@recorded("toy_programs.flag_raised/1", "{player} raises a flag in {town}.")
class FlagRaised(Event, frozen=True):
    player: str
    town: str

    def apply(self, state: State) -> None:
        state.towns[self.town] = Town(self.player)


@recorded("toy_programs.troops_came/1", "{troops:troop/troops} come to {town}.")
class TroopsCame(Event, frozen=True):
    town: str
    troops: int

    def apply(self, state: State) -> None:
        state.towns[self.town].troops += self.troops


@recorded("toy_programs.troop_lost/1", "{town} loses a troop.")
class TroopLost(Event, frozen=True):
    town: str

    def apply(self, state: State) -> None:
        state.towns[self.town].troops -= 1


@recorded("toy_programs.coins_taken/1", "{player} takes {coins:coin/coins}.")
class CoinsTaken(Event, frozen=True):
    player: str
    coins: int

    def apply(self, state: State) -> None:
        state.coins[self.player] += self.coins


@recorded("toy_programs.ended/1", "{winner} has the most points.")
class Ended(Event, frozen=True):
    winner: str

    def apply(self, state: State) -> None:
        state.result = Result(self.winner, "The most points.", "END")


# -- effects and words -----------------------------------------------------------------------------


class Playing:
    """The scene of a card in play, or of one that somebody thinks of playing."""

    def __init__(self, table: Board, card: str, you: str) -> None:
        self.table = table
        self.card = card
        self.you = you

    def dice(self, number: int) -> list[int]:
        drawn = [self.table.draw(range(1, 7), f"die {it + 1} for {self.card}", PUBLIC)[0]
                 for it in range(number)]  # fmt: skip
        self.table.record(DiceRolled(self.card, drawn, self.table.state.draws + number - 1), "1.1")
        return drawn

    def roll(self, dice: int, plus: int, at_least: int) -> bool:
        return sum(self.dice(dice)) + plus >= at_least

    def roll_each(self, dice: int, at_least: int) -> int:
        return sum(it >= at_least for it in self.dice(dice))


def none_there(at: Playing, where: list[str]) -> Refusal | None:
    return None if where else refuse("NO_TOWN", "1.1", "There is no such town.")


def raise_flags(at: Playing, where: list[str]) -> None:
    for town in where:
        at.table.record(FlagRaised(at.you, town), "2.1")


def recruit(at: Playing, where: list[str], troops: int) -> None:
    for town in where:
        at.table.record(TroopsCame(town, troops), "2.2")


def refuse_loss(at: Playing, where: str) -> Refusal | None:
    if where and at.table.state.towns[where].troops:
        return None
    return refuse("NO_TROOPS", "2.2", "There are no troops.")


def kill(at: Playing, where: str) -> None:
    at.table.record(TroopLost(where), "2.2")


def take(at: Playing, coins: int) -> None:
    at.table.record(CoinsTaken(at.you, coins), "2.3")


def held(at: Playing, seat: str) -> list[str]:
    return [town for town, it in at.table.state.towns.items() if it.flag == seat]


WORDS: dict[str, Any] = {
    "towns": lambda at: [*TOWNS],
    "held": held,
    "rival": lambda at: rival(at.you),
    "armed": lambda at, towns: [it for it in towns if at.table.state.towns[it].troops],
    "count": lambda at, things: len(things),
}

LANGUAGE = Language[Playing](
    {
        "flag": Effect("2.1", say("raise flags"), raise_flags, none_there),
        "recruit": Effect(
            "2.2", say("recruit"), recruit, lambda at, where, troops: none_there(at, where)
        ),
        "kill": Effect("2.2", say("kill"), kill, refuse_loss),
        "take": Effect("2.3", say("take coins"), take),
    },
    WORDS,
    names={*TOWNS, *SEATS, "you"},
    kinds=("town",),
)

CARDS = {
    "muster": "recruit(where=held(you), troops=2)",
    "banners": "x = choose(what=town, among=towns(), most=2); flag(where=x)",
    "toll": "when(that=count(held(you)) >= 2); take(coins=count(held(you)))",
    "gamble": "roll(dice=2, plus=1, at_least=8, then=take(coins=3), other=take(coins=1))",
    "cannon": "x = choose(what=town, among=armed(held(rival())), most=1);"
    " roll_each(dice=3, at_least=4, do=kill(where=x))",
    "crossroads": "either(a=take(coins=2), b=[flag(where=[dinant]),"
    " recruit(where=[dinant], troops=1)])",
    "treaty": "ask(seat=rival()); take(coins=4)",
    "plague": "each(over=armed(towns()), do=kill(where=it))",
    "fair": "take(coins=2) if count(held(you)) > count(held(rival())) else take(coins=1)",
    "revolt": "x = choose(what=town, among=held(rival()), most=1); kill(where=x);"
    " flag(where=[x] if count(armed([x])) == 0 else [])",
}
"""What each card does."""


def on_the_table(table: Board) -> Playing:
    frame = top(table.state, Program)
    return Playing(table, frame.card, frame.you)


def prompt(at: Playing, question: Question) -> Any:
    return say("%(card)s asks you", card=at.card)


RUNS = Runs[Board, Playing](
    language=LANGUAGE,
    scene=on_the_table,
    frame=lambda table: top(table.state, Program),
    went_on=lambda frame, todo: CardWentOn(frame.card, todo),
    decider=lambda at, question: question.of or at.you,
    prompt=prompt,
    clause="1.1",
)


# -- the game --------------------------------------------------------------------------------------


class PlayCard(Order, frozen=True, tag="play_card"):
    """Play a card of yours."""

    card: str


class ThrowAway(Order, frozen=True, tag="throw_away"):
    """Throw a card of yours away."""

    card: str


class Player:
    """Who is to play."""

    def __init__(self, table: Board, player: str) -> None:
        self.table = table
        self.player = player

    @property
    def hand(self) -> list[str]:
        return self.table.state.hands[self.player]

    def refuse_card(self, card: str) -> Refusal | None:
        if card in self.hand:
            return None
        return refuse("NOT_IN_HAND", "1.1", "You do not hold that card.", card=card)

    def refuse_playing(self, order: PlayCard) -> Refusal | None:
        at = Playing(self.table, order.card, self.player)
        if LANGUAGE.is_possible(at, LANGUAGE.steps(CARDS[order.card])):
            return None
        return refuse("NO_EFFECT", "1.1", "That card would change nothing now.", card=order.card)


CARD = Domain[Player](lambda it: it.hand, refusal=Player.refuse_card)
ACTOR = Actor[Board, Player](("play",), "", lambda table, asked, _: Player(table, asked.seat))

VERBS: tuple[DeclaredVerb[Any, Any, Any], ...] = (
    DeclaredVerb(
        PlayCard, ACTOR, "1.1", fields={"card": CARD}, refuses=Player.refuse_playing,
        line="play {card:card}", says=say("Play %(card)s"),
        does=lambda it, order: it.table.record(CardPlayed(it.player, order.card), "1.1"),
    ),
    DeclaredVerb(
        ThrowAway, ACTOR, "1.1", fields={"card": CARD}, line="throw {card:card}",
        says=say("Throw %(card)s away"),
        does=lambda it, order: it.table.record(CardThrown(it.player, order.card), "1.1"),
    ),
    *RUNS.verbs,
)  # fmt: skip


def deal(table: Board) -> None:
    seat = min(SEATS, key=lambda it: len(table.state.hands[it]))
    card, draw = table.draw(table.state.deck, f"card for {seat}")
    table.record(CardDrawn(seat, card, draw), "1.1")


def is_short(table: Board) -> bool:
    """Whether somebody draws: between cards, as long as the deck lasts."""
    state = table.state
    return not state.stack and bool(state.deck) and min(map(len, state.hands.values())) < HELD


def to_play(table: Board) -> list[Decision]:
    seat = SEATS[(table.state.turn - 1) % len(SEATS)]
    return [table.question(seat, "play", "1.1", "Play a card, or throw one away.")]


def points(state: State) -> dict[str, int]:
    flags = {seat: sum(it.flag == seat for it in state.towns.values()) for seat in SEATS}
    return {seat: state.coins[seat] + 2 * flags[seat] for seat in SEATS}


def end(table: Board) -> None:
    won = points(table.state)
    table.record(Ended(max(reversed(SEATS), key=lambda it: won[it])), "END")


class Towns(MapView, kw_only=True):
    areas: list[AreaView]
    towns: dict[str, Town]
    stack: list[Program]


class Points(VictoryTrackView, kw_only=True):
    points: dict[str, int]


class Hands(HandView, kw_only=True):
    hands: list[PlayerHand]


class Shown(Views, rename="kebab"):
    map: Towns
    victory_track: Points
    hand: Hands


def shows(state: State, reader: str) -> dict[str, dict[str, Any]]:
    areas = [{"id": it, "name": it.title()} for it in TOWNS]
    return {
        "map": msgspec.to_builtins({"areas": areas, "towns": state.towns, "stack": state.stack}),
        "victory-track": {"points": points(state)},
        "hand": {"hands": [*shown_hands(state, reader)]},
    }


def shown_hands(state: State, reader: str) -> Iterator[dict[str, Any]]:
    for seat, hand in state.hands.items():
        cards = sorted(hand) if reader in (seat, "referee") else None
        yield {"player": seat, "size": len(hand), "cards": cards}


def always(table: Board) -> bool:
    return True


def card_is_done(table: Board) -> None:
    table.record(CardDone(top(table.state, Program).card), "1.1")


RULES = game(
    "toy_programs",
    seats=SEATS,
    clauses=CLAUSES,
    state=State,
    begins=Laid,
    sequence=(
        Step("deal", is_short, deal),
        Part("card", on_top(Program), (*RUNS.steps, Step("card is done", always, card_is_done))),
        Step("play", lambda it: any(it.state.hands.values()), only_asks, to_play),
        Step("the end", always, end),
    ),
    verbs=verbs_of(VERBS),
    views=Shown,
    shows=shows,
    names={it: it.replace("_", " ").title() for it in (*TOWNS, *CARDS)},
    numbers=Numbers(
        given=(),
        others={
            WHICH: (),
            "what the card says": ("troops_came/1.troops", "coins_taken/1.coins"),
        },
    ),
)
RULES.book = replace(RULES.book, public=dict.fromkeys((CHOOSE, EITHER), lambda *_: True))
