"""What the goldens of Napoleon, 4th edition, have to show, and by whom its games are played.

Each way in which a game can end, and each army that is defeated, with two players, with bids for
the sides, and with three; every verb, event and question; what is easily got wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any, NamedTuple

from napoleon.log.game import Game
from napoleon.rules.events import Event
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon_columbia import RULES, orders
from napoleon.rulesets.napoleon_columbia.events.blocks import UnitEliminated
from napoleon.rulesets.napoleon_columbia.events.combat import UnitFired
from napoleon.rulesets.napoleon_columbia.events.fights import BattleOrdered
from napoleon.rulesets.napoleon_columbia.events.turn import ArmyDefeated
from napoleon.rulesets.napoleon_columbia.layout import FREE, HISTORICAL
from napoleon.rulesets.napoleon_columbia.sides import ARMIES, FRENCH, enemy, side_of
from napoleon.rulesets.napoleon_columbia.state import State
from napoleon.rulesets.napoleon_columbia.verbs import RULEBOOK
from tests.goldens.recording import Player, Repertoire, events_of, verbs_of

ENDS = {
    "Both Allied armies were defeated.": "allies_defeated",
    "The French army was defeated.": "french_defeated",
    "On the last day the French held two of Brussels, Ghent and Liege.": "cities",
    "Time ran out before the French had won.": "time_ran_out",
    "The French gave up.": "french_resignation",
    "The Allies gave up.": "allied_resignation",
    "Everybody agreed to end it.": "agreement",
}
"""The ways in which a game can end, by the reason that the log gives."""

FORMS = ("two", "bidding", "three")
"""With two players, with bids for the sides, with three."""

QUESTIONS = {kind for verb in RULEBOOK.verbs.values() for kind in verb.kinds}
"""The kinds of decisions."""

CASES = {
    *(f"lost_by_{cause}" for cause in ("hit", "forced", "morale", "no_retreat", "rout", "shelter")),
    *("second_battle", "fire_at_square", "long_range", "charge"),
}
"""What else is wanted, as it is easily got wrong."""

RARE = frozenset[str]()
"""Types of event that are too rare for a golden."""

GIVING_UP = 4
"""In every fourth game somebody may give up."""
RESIGNED, AGREED = 0.02, 0.1
"""How often somebody does, between two answers."""


class Kind(NamedTuple):
    """What is chosen when a game is created."""

    scenario: str
    options: Mapping[str, Any]


KINDS = [
    Kind(scenario, {"players": players, "bidding": bidding, "hidden": hidden})
    for scenario, (players, bidding), hidden in product(
        (HISTORICAL, FREE), ((2, False), (2, True), (3, False)), (False, True)
    )
]


# -- players -------------------------------------------------------------------------------------

CITIES = tuple(town.id for town in RULES.pack.supply_cities)


def nearer(state: State, order: orders.March) -> int:
    """By how many roads a march leads nearer to a city, or nearer to the French for the Allies."""
    block = state.blocks[order.unit]
    goals = CITIES
    if block.army != FRENCH:
        goals = tuple(it.town for it in state.blocks.values() if it.army == FRENCH and it.town)
    town = RULES.pack.roads[order.road].other(block.town)
    return _distance(block.town, goals) - _distance(town, goals)


def _distance(town: str, goals: Sequence[str]) -> int:
    return min((RULES.pack.distance(town, goal) or 0 for goal in goals), default=0)


def bold(state: State, order: Order) -> float:
    """Marches on, attacks, and does not end anything before its time."""
    match order:
        case orders.March():
            block = state.blocks[order.unit]
            town = RULES.pack.roads[order.road].other(block.town)
            attacks = state.count(town, enemy(side_of(block.army)))
            return 60 if attacks else 8 if nearer(state, order) > 0 else 0.2
        case orders.EndMarch():
            return 0.5
        case orders.EndCombat() | orders.EndReinforcement() | orders.Retreat():
            return 0.2
        case orders.Fire():
            return 4
    return 1


def timid(state: State, order: Order) -> float:
    """Stays where it is, and gives way."""
    match order:
        case orders.EndMarch():
            return 20
        case orders.March():
            return 0.2
        case orders.EndCombat() | orders.Retreat():
            return 3
    return 1


def skilled(state: State, order: Order) -> float:
    """Bold in marches, and fond of squares, shelter and what else a battle board has to offer."""
    match order:
        case orders.FormSquare() | orders.Shelter() | orders.LeaveShelter():
            return 6
        case orders.SwapHolder() | orders.TakeTerrain() | orders.StandUp():
            return 6
    return bold(state, order)


def brief(order: Order) -> float:
    """What would go on for ever without being of use is seldom done."""
    match order:
        case orders.TakeUp():
            return 0.1
        case orders.NameHolder():
            return 0.5
        case orders.MakeBid():
            return 0.05
        case orders.EndDeploy() | orders.EndSetup() | orders.UseHistoricalSetup():
            return 4
    return 1


MANNERS: tuple[Callable[[State, Order], float], ...] = (bold, skilled, timid)
LINE_UPS = tuple(product(MANNERS, repeat=2))
"""How the French play, and how the Allies."""


def player(number: int) -> Player:
    """All line-ups meet in all kinds of games."""
    french, allied = LINE_UPS[number // len(KINDS) % len(LINE_UPS)]
    random = Random(f"player {number}")

    def choose(state: State, decision: Decision, legal_orders: Sequence[Order]) -> Order:
        armies = state.armies_of_seat(decision.seat)
        manner = french if FRENCH in armies else allied
        weights = [manner(state, order) * brief(order) for order in legal_orders]
        return random.choices(legal_orders, weights)[0]

    return choose


def kind(number: int) -> Kind:
    """The games go through all combinations of scenario and options."""
    return KINDS[number % len(KINDS)]


def unasked(number: int, random: Random, game: Game) -> tuple[str, Order] | None:
    """Somebody resigns, or agrees to end the game."""
    if number // len(KINDS) % GIVING_UP:
        return None
    seat, roll = random.choice(game.state.seats), random.random()
    if roll < RESIGNED:
        return seat, orders.Resign()
    return (seat, orders.AgreeToEnd()) if roll < RESIGNED + AGREED else None


# -- what a game shows -----------------------------------------------------------------------------


def form_of(game: Game) -> str:
    """The form in which a game was played."""
    options = game.created.options
    return "three" if options["players"] == 3 else "bidding" if options["bidding"] else "two"


def ends(game: Game) -> Iterator[str]:
    """How it ended, and which armies were defeated, in the form that it was played in."""
    form = form_of(game)
    if end := ENDS.get(game.state.result.reason):
        yield f"{end}-{form}"
    for army in game.state.defeated:
        yield f"{army}_defeated-{form}"


def answers(state: State, decision: Decision, order: Order) -> Iterator[str]:
    """The question."""
    yield f"asked_{decision.kind}"


def events(event: Event) -> Iterator[str]:
    """The cases of `CASES`."""
    match event:
        case UnitEliminated(cause=cause):
            yield f"lost_by_{cause}"
        case BattleOrdered(number=number) if number > 1:
            yield "second_battle"
        case UnitFired():
            if event.group == "square":
                yield "fire_at_square"
            if event.range == "long":
                yield "long_range"
            if any(line.clause == "6.33.cav" for line in event.breakdown):
                yield "charge"
        case ArmyDefeated(army=army):
            yield f"{army}_left_the_field"


REPERTOIRE = Repertoire(
    rules=RULES,
    games=612,
    longest=4000,
    kind=kind,
    player=player,
    unasked=unasked,
    free=tuple(RULEBOOK.free),
    ends=ends,
    answers=answers,
    events=events,
    wanted=frozenset(
        {
            *(f"{end}-{form}" for end in ENDS.values() for form in FORMS),
            *(f"{army}_left_the_field" for army in ARMIES),
            *(f"asked_{question}" for question in QUESTIONS),
            *CASES,
            *verbs_of(RULES),
            *events_of(RULES) - RARE,
        }
    ),
    excused=RARE,
    rare=(2080,),
)
