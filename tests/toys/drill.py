"""A toy game of drill, in which every verb is declared once, and so is what a referee may set.

Red and blue have three battalions each on a road of five places. In its turn a side advances or
falls back with one of them, fires with one at an enemy no more than two places away, forms it in
square, or rests. A die of 5 or 6 hits; a battalion in square is hit by 6 only, and stays where it
is. Without a step a battalion is gone. After twelve turns the side with more steps wins.

To know all of a verb, read its section: the order, the event, the rules, the line, the words, the
story, and the correction stand there. Outside of it the game only lists its verbs, and says where
the numbers of their events come from, and by what names lines are read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

import msgspec

from napoleon.rules.corrections import Correction
from napoleon.rules.kit import (
    PUBLIC,
    STANDS,
    WHICH,
    Actor,
    Decision,
    DeclaredVerb,
    Domain,
    Event,
    Irreversible,
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
    say,
)
from napoleon.rules.kit.correcting import DeclaredCorrections
from napoleon.rules.kit.declaring import PIECE, TARGET, Declared, patterns_of, told_by, verbs_of
from napoleon.rules.kit.sequence import only_asks
from napoleon.rules.kit.settings import (
    Field,
    Named,
    Setting,
    carried_out,
    choices_of,
    corrected,
    events_of,
)
from napoleon.rules.kit.worded import DeclaredWording
from napoleon.rules.notation import UnreadablePosition
from napoleon.rules.notation.declared import DeclaredNotation, Positions
from napoleon.rules.notation.grammar import Grammar
from napoleon.rules.notation.names import Names
from napoleon.rules.notation.slots import named
from napoleon.rules.prose.paragraphs import Heading, Paragraph
from napoleon.rules.prose.sentences import Manner, alone, tellings, together
from napoleon.rules.prose.storybook import Storybook
from napoleon.rules.prose.storybook import corrected as told_as_corrected
from napoleon.rules.views import AreaView, MapView, VictoryTrackView, Views
from tests.rulesets.toys import known_in_json
from tests.toys.ruleset import Game, game

SIDES = ("red", "blue")
ROAD = ("ridge", "slope", "crossing", "field", "wood")
STRENGTH = 2
RANGE = 2
TURNS = 12
HIT_BY = 5
BATTALIONS = {side: tuple(f"{side}_{i}" for i in (1, 2, 3)) for side in SIDES}
NAMES = {
    **{it: it.title() for it in (*SIDES, *ROAD)},
    **{it: it.replace("_", " ").title() for side in SIDES for it in BATTALIONS[side]},
}
CLAUSES = {
    "1": "A battalion goes to the next place, unless enemies stand there or it stands in square.",
    "2": "A battalion fires at an enemy no more than two places away: 5 or 6 hits.",
    "3": "A battalion in square is hit by 6 only, and stays where it is.",
    "4": "A referee may set how a battalion is formed.",
    "END": "After twelve turns, or when a side is gone, the side with more steps wins; red ties.",
}


class Battalion(msgspec.Struct):
    place: str
    steps: int = STRENGTH
    square: bool = False


class State(SmallState, kw_only=True):
    battalions: dict[str, Battalion]
    acted: bool = False


def side_of(unit: str) -> str:
    return unit.partition("_")[0]


@recorded("toy_drill.laid/1", "The battalions stand at the ends of the road.")
class Laid(Event, frozen=True):
    def begin(self) -> State:
        ends = dict(zip(SIDES, (ROAD[0], ROAD[-1]), strict=True))
        stand = {it: Battalion(ends[side]) for side in SIDES for it in BATTALIONS[side]}
        return State(phase="drill", given={}, battalions=stand)


@recorded("toy_drill.turn_begun/1", "Turn {number} begins.")
class TurnBegun(Event, frozen=True):
    number: int

    def apply(self, state: State) -> None:
        state.turn, state.acted = self.number, False


@recorded("toy_drill.ended/1", "{winner} has won.")
class Ended(Event, frozen=True):
    winner: str

    def apply(self, state: State) -> None:
        state.result = Result(self.winner, f"{self.winner} has more steps.", "END")


# -- who acts --------------------------------------------------------------------------------------

Ground = Table[State, None]


class Drilled(Scene[Ground]):
    """A battalion that its side gives an order, as the rules see it."""

    def __init__(self, table: Ground, player: str, unit: str) -> None:
        super().__init__(table, player)
        self.unit = unit
        self.battalion = table.state.battalions[unit]

    @property
    def place(self) -> str:
        return self.battalion.place

    def away(self, place: str) -> int:
        return abs(ROAD.index(place) - ROAD.index(self.place))

    def enemies(self) -> dict[str, Battalion]:
        every = self.table.state.battalions.items()
        return {it: b for it, b in every if side_of(it) != side_of(self.unit)}


def own(table: Ground, asked: Decision) -> Iterable[str]:
    return [it for it in table.state.battalions if side_of(it) == asked.seat]


def refuse_foreign(table: Ground, asked: Decision, unit: str, clause: str) -> Refusal | None:
    if unit in own(table, asked):
        return None
    return refuse("NOT_YOURS", clause, "Name a battalion of yours.")


BATTALION: Actor[Ground, Drilled] = Actor(
    ("drill",),
    "drill",
    lambda table, asked, unit: Drilled(table, asked.seat, unit),
    "unit",
    own,
    refuse_foreign,
)
SIDE: Actor[Ground, Scene[Ground]] = Actor(
    ("drill",), "drill", lambda table, asked, _: Scene(table, asked.seat)
)


# -- go to the next place --------------------------------------------------------------------------


class Go(Order, frozen=True, tag="go"):
    """Go with a battalion to the next place."""

    unit: str
    place: str


@recorded("toy_drill.went/1", "{unit} went to {place}.")
class Went(Event, frozen=True):
    player: str
    unit: str
    place: str

    def apply(self, state: State) -> None:
        state.battalions[self.unit].place, state.acted = self.place, True


def refuse_place(it: Drilled, place: str) -> Refusal | None:
    if place not in ROAD or it.away(place) != 1:
        return refuse("NOT_NEXT", "1", "Name a place next to it.")
    if any(enemy.place == place for enemy in it.enemies().values()):
        return refuse("ENEMIES_THERE", "1", "Enemies stand there.")
    return None


GO = DeclaredVerb(
    Go,
    BATTALION,
    "1",
    fields={"place": Domain(lambda it: ROAD, refusal=refuse_place, points=TARGET)},
    unable=lambda it: (
        refuse("IN_SQUARE", "3", "It stands in square.") if it.battalion.square else None
    ),
    does=lambda it, order: it.tell(Went, "1", place=order.place),
    line="go {unit:unit} to {place:place}",
    says=say("Go with %(unit)s to %(place)s"),
    told={Went: alone("%(who)s went to %(place)s.")},
)


# -- fire ------------------------------------------------------------------------------------------


class Fire(Order, frozen=True, tag="fire"):
    """Fire with a battalion at an enemy."""

    unit: str
    target: str


@recorded("toy_drill.fired/1", "{unit} fired at {target} and rolled {die}.", drawn="die")
class Fired(Event, frozen=True):
    player: str
    unit: str
    target: str
    die: int
    left: int
    draw: int

    def apply(self, state: State) -> None:
        state.draws, state.acted = self.draw + 1, True
        state.battalions[self.target].steps = self.left
        if not self.left:
            del state.battalions[self.target]


def refuse_target(it: Drilled, target: str) -> Refusal | None:
    enemy = it.enemies().get(target)
    if enemy is None or it.away(enemy.place) > RANGE:
        return refuse("NO_TARGET", "2", "Name an enemy no more than two places away.")
    return None


def fire(it: Drilled, order: Fire) -> None:
    target = it.table.state.battalions[order.target]
    die, draw = it.table.draw(range(1, 7), f"fire of {it.unit}", PUBLIC)
    left = target.steps - (die >= HIT_BY + target.square)
    it.tell(Fired, "2", target=order.target, die=die, left=left, draw=draw)


FIRE = DeclaredVerb(
    Fire,
    BATTALION,
    "2",
    fields={"target": Domain(Drilled.enemies, refusal=refuse_target, points=PIECE)},
    does=fire,
    line="fire {unit:unit} at {target:enemy}",
    says=say("Fire with %(unit)s at %(target)s"),
    follows=(say("5 or 6 hits"),),
    irreversible=Irreversible.ALWAYS,
    told={Fired: alone("%(who)s fired at %(target)s, and the die showed %(die)s.", die="number")},
)


# -- form square -----------------------------------------------------------------------------------


class FormSquare(Order, frozen=True, tag="form_square"):
    """Form a battalion in square."""

    unit: str


def refuse_unknown(table: Ground, unit: str) -> Refusal | None:
    if unit in table.state.battalions:
        return None
    return refuse("NO_BATTALION", "4", "There is no such battalion.", unit=unit)


BATTALIONS_THERE: Named[Ground] = Named(
    lambda table: {it: NAMES[it] for it in table.state.battalions}, refuse_unknown
)


class OfBattalion(Correction, frozen=True):
    unit: Annotated[str, BATTALIONS_THERE]


class SetSquare(OfBattalion, frozen=True, tag="set_square"):
    """Say whether a battalion stands in square."""

    square: bool


@recorded("toy_drill.square_formed/1", "{unit} formed square.")
class SquareFormed(Event, frozen=True):
    player: str
    unit: str
    place: str

    def apply(self, state: State) -> None:
        state.battalions[self.unit].square, state.acted = True, True


FORM_SQUARE = DeclaredVerb(
    FormSquare,
    BATTALION,
    "3",
    unable=lambda it: (
        refuse("IN_SQUARE", "3", "It stands in square.") if it.battalion.square else None
    ),
    does=lambda it, order: it.tell(SquareFormed, "3"),
    line="square {unit:unit}",
    says=say("Form square with %(unit)s"),
    follows=(say("6 only hits it"), say("stays where it is")),
    told={
        SquareFormed: together(
            "%(who)s formed square at %(place)s.", "%(who)s formed squares at %(place)s.", "place"
        ),
    },
)


def set_right(state: State, unit: str, after: str) -> None:
    state.battalions[unit].square = after == "square"


def a_battalion(table: Ground, wanted: OfBattalion) -> Drilled:
    return Drilled(table, "", wanted.unit)


SQUARE = Setting(
    SetSquare,
    a_battalion,
    "3",
    corrected(
        "toy_drill.square_corrected/1",
        "Correction: {unit} stood in {before}, and stands in {after}.",
        {"unit": str, "before": str, "after": str},
        set_right,
    ),
    sets={"square": Field(lambda it: it.battalion.square, {True: "square", False: "line"})},
)


# -- rest ------------------------------------------------------------------------------------------


class Rest(Order, frozen=True, tag="rest"):
    """Do nothing."""


@recorded("toy_drill.rested/1", "{player} rested.")
class Rested(Event, frozen=True):
    player: str

    def apply(self, state: State) -> None:
        state.acted = True


REST = DeclaredVerb(
    Rest,
    SIDE,
    "1",
    does=lambda it, order: it.tell(Rested, "1"),
    line="rest",
    says=say("Rest"),
)


# -- the game --------------------------------------------------------------------------------------


def asks(table: Ground) -> list[Decision]:
    return [table.question(SIDES[1 - table.state.turn % 2], "drill", "1", "What do you do?")]


def begin_turn(table: Ground) -> None:
    table.record(TurnBegun(table.state.turn + 1), "1")


def is_over(table: Ground) -> bool:
    state = table.state
    return state.turn > TURNS or len({side_of(it) for it in state.battalions}) < len(SIDES)


def end(table: Ground) -> None:
    standing = table.state.battalions.items()
    left = {side: sum(b.steps for it, b in standing if side_of(it) == side) for side in SIDES}
    table.record(Ended(max(SIDES, key=left.__getitem__)), "END")


class Place(AreaView, kw_only=True):
    battalions: dict[str, Battalion]


class Road(MapView, kw_only=True):
    areas: list[Place]


class Track(VictoryTrackView, kw_only=True):
    turns: int


class Shown(Views, rename="kebab"):
    map: Road
    victory_track: Track


def shows(state: State, reader: str) -> dict[str, dict[str, Any]]:
    areas = [
        {
            "id": place,
            "name": NAMES[place],
            "battalions": {
                it: msgspec.to_builtins(b) for it, b in state.battalions.items() if b.place == place
            },
        }
        for place in ROAD
    ]
    return {"map": {"areas": areas}, "victory-track": {"turns": TURNS}}


class Said:
    """What lines name: battalions of a side are its own, or the enemy's."""

    def __init__(self, pack: Any, state: State | None, seat: str) -> None:
        self.places = Names({it: NAMES[it] for it in ROAD})
        self.units = Names({it: NAMES[it] for side in SIDES for it in BATTALIONS[side]})


SLOTS = {
    "unit": named("a battalion", lambda scope: scope.units),
    "enemy": named("an enemy", lambda scope: scope.units),
    "place": named("a place", lambda scope: scope.places),
}

HEAD = "Position of a drill:\n"


def read_position(pack: Any, text: str) -> State:
    try:
        return msgspec.json.decode(text.removeprefix(HEAD), type=State)
    except msgspec.DecodeError as error:
        raise UnreadablePosition(2, str(error)) from error


def begins(event: Event, before: Paragraph | None) -> Heading | None:
    return Heading("turn") if before is None or isinstance(event, TurnBegun) else None


MANNER = Manner(
    several=lambda words, paragraph, events: (words.listed(it.unit for it in events), len(events)),
    between=(TurnBegun,),
    forms={"number": lambda words, paragraph, event: str(event.die)},
)


def drilled(
    verbs: Declared,
    settings: Sequence[Setting[Any, Any, Any]],
    clauses: Mapping[str, str] = {},
) -> Game:
    """A game of drill with these verbs, what its referee may set, and more clauses."""
    played = game(
        "toy_drill",
        seats=SIDES,
        clauses={**CLAUSES, **clauses},
        state=State,
        begins=Laid,
        sequence=(
            Step("the end", is_over, end),
            Step("turn", lambda it: it.state.acted, begin_turn),
            Step("drill", lambda it: True, only_asks, asks),
        ),
        verbs=verbs_of(verbs),
        passes=lambda order: type(order) is Rest,
        numbers=Numbers(others={WHICH: ("turn_begun/1.number",), STANDS: ("fired/1.left",)}),
        views=Shown,
        shows=shows,
        names=NAMES,
    )
    positions = Positions(
        lambda pack, state: HEAD + msgspec.json.encode(state).decode(),
        lambda pack, views: HEAD + known_in_json(views),
        read_position,
    )
    grammar = Grammar(SLOTS, patterns_of(verbs))
    set_by = events_of(settings)
    told = {**tellings(told_by(verbs), MANNER), **dict.fromkeys(set_by, told_as_corrected)}
    return replace(
        played,
        notation_of=lambda rules: DeclaredNotation(grammar, Said, positions, rules),
        wording=DeclaredWording(
            verbs, {"drill": say("Drill")}, lambda state: played.table(state, played.pack, None)
        ),
        corrections=DeclaredCorrections(
            pack=played.pack,
            state_type=State,
            book=played.book,
            table=played.table,
            correct=carried_out(settings, "4"),
            clause="4",
            over_clause="END",
            chosen_from=partial(choices_of, settings),
        ),
        storybook=Storybook(begins=begins, chapters={"turn": told}, corrections=frozenset(set_by)),
    )


VERBS: Declared = (GO, FIRE, FORM_SQUARE, REST)
SETTINGS = (SQUARE,)
RULES = drilled(VERBS, SETTINGS)
"""The game of drill."""
