"""What the goldens of Napoleonic Empire have to show, and by whom its recorded games are played.

Each way in which a game can end, with every value of every option; each of the 32 cards with what
it does; every verb, event, question and window.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any, NamedTuple

from napoleon.log.game import Game
from napoleon.rules.events import Event
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleonic_empire import RULES, movement
from napoleon.rulesets.napoleonic_empire.bot import Player as Bot
from napoleon.rulesets.napoleonic_empire.cards import windows
from napoleon.rulesets.napoleonic_empire.events.battle import ArmiesEliminated, LossesComputed
from napoleon.rulesets.napoleonic_empire.events.movement import ArmiesMoved
from napoleon.rulesets.napoleonic_empire.layout import SCENARIO
from napoleon.rulesets.napoleonic_empire.orders import AgreeToEnd, EndMove, PlayCard, Resign
from napoleon.rulesets.napoleonic_empire.sides import SIDES
from napoleon.rulesets.napoleonic_empire.state import State
from napoleon.rulesets.napoleonic_empire.verbs import RULEBOOK
from tests.goldens.recording import Player, Repertoire, events_of, verbs_of

ENDS = {
    ("allied", "VIC.1"): "allied_victory",
    ("french", "VIC.2"): "french_victory",
    ("french", "VIC.3"): "allied_resignation",
    ("allied", "VIC.3"): "french_resignation",
    ("", "VIC.3"): "agreement",
}
"""The ways in which a game can end, by winner and clause."""

FORMS = (
    *("commanders", "no_commanders"),
    *("off", "by_year", "each_round"),
    *("divided_russia", "one_russia"),
)
"""The values of the options, in the names of what goldens show."""

CARDS = {f"card_{card}" for card in RULES.pack.cards}
"""The cards, each with what it does."""

EFFECTS = {
    "bonus_applied",
    "card_armies_placed",
    "card_drawn",
    "continental_system_began",
    "extra_turn_granted",
    "movement_barred",
    "rebels_placed",
}
"""Types of event in which a card does what it says; they cite the clause of the card."""

QUESTIONS = {kind for verb in RULEBOOK.verbs.values() for kind in verb.kinds}
"""The kinds of decisions."""

CASES = {
    "second_area",
    "losses_halved",
    "losses_capped",
    "no_retreat",
    "by_sea",
}
"""What else is wanted, as it is easily got wrong."""

RARE = frozenset({"card_without_effect"})
"""Types of event that are too rare for a golden: `test_rulings_of_reinforcement`, E-25."""

OF_OLDER_RULES = frozenset({"end_attack", "attack_ended"})
"""What belongs to games that began under the rules 1.0: the goldens of these show it."""

GIVING_UP = 5
"""In every fifth game somebody may give up."""
RESIGNED, AGREED = 0.01, 0.1
"""How often he does, between two answers."""

PLAYED, STAYED = 0.7, 0.25
"""How often a careless player plays a card that he may play, and ends his moves."""


class Kind(NamedTuple):
    """What is chosen when a game is created."""

    scenario: str
    options: Mapping[str, Any]


KINDS = [
    Kind(SCENARIO.id, dict(zip((option.name for option in RULES.options), values, strict=True)))
    for values in product(*(option.values for option in RULES.options))
]


# -- players -------------------------------------------------------------------------------------


def bot(random: Random) -> Player:
    """The bot that is registered."""
    own = Bot(random)
    return lambda state, decision, legal_orders: own.choose(
        RULES.view(state, Viewer(decision.seat)), decision, legal_orders
    )


def careless(random: Random) -> Player:
    """Takes any offer, and plays many cards, whomever they help."""

    def choose(state: State, decision: Decision, legal_orders: Sequence[Order]) -> Order:
        cards = [order for order in legal_orders if isinstance(order, PlayCard)]
        if cards and random.random() < PLAYED:
            return random.choice(cards)
        if EndMove() in legal_orders and random.random() < STAYED:
            return EndMove()
        return random.choice(legal_orders)

    return choose


def spendthrift(random: Random) -> Player:
    """The bot, who has left his cards to somebody careless."""
    cards, rest = careless(random), bot(random)
    return lambda state, decision, legal_orders: (cards if decision.kind == "window" else rest)(
        state, decision, legal_orders
    )


LINE_UPS = tuple(product((bot, spendthrift, careless), repeat=len(SIDES)))
"""Who plays the French, and who the Allies."""


def player(number: int) -> Player:
    """All line-ups meet in all kinds of games."""
    line_up = LINE_UPS[number // len(KINDS) % len(LINE_UPS)]
    seated = {
        side: make(Random(f"{number} {side}")) for side, make in zip(SIDES, line_up, strict=True)
    }
    return lambda state, decision, legal_orders: seated[decision.seat](
        state, decision, legal_orders
    )


def kind(number: int) -> Kind:
    """The games go through all combinations of the options."""
    return KINDS[number % len(KINDS)]


def unasked(number: int, random: Random, game: Game) -> tuple[str, Order] | None:
    """Somebody resigns, or agrees to end the game."""
    if number % GIVING_UP:
        return None
    seat, roll = random.choice(SIDES), random.random()
    if roll < RESIGNED:
        return seat, Resign()
    return (seat, AgreeToEnd()) if roll < RESIGNED + AGREED else None


# -- what a game shows -----------------------------------------------------------------------------


def ends(game: Game) -> Iterator[str]:
    """How it ended, with each of the options that it was played by."""
    result, options = game.state.result, game.created.options
    end = ENDS[result.winner, result.clause]
    yield f"{end}-{'commanders' if options['commanders'] else 'no_commanders'}"
    yield f"{end}-{options['historical_deck']}"
    yield f"{end}-{'divided_russia' if options['divided_russia'] else 'one_russia'}"


def answers(state: State, decision: Decision, order: Order) -> Iterator[str]:
    """The question, and of a window at which moment it stood open."""
    yield f"asked_{decision.kind}"
    if state.window is not None:
        yield f"window_{state.window.kind}"


def events(event: Event) -> Iterator[str]:
    """The card that takes effect in an event, and the cases of `CASES`."""
    if event.type in EFFECTS:
        cited = (clause.removeprefix("CARD.") for clause in event.clauses if "CARD." in clause)
        yield from (f"card_{card}" for card in cited)
    match event:
        case ArmiesEliminated(reason="no_retreat"):
            yield "no_retreat"
        case ArmiesMoved(way=movement.SEA):
            yield "by_sea"
        case ArmiesMoved(stage=2):
            yield "second_area"
        case LossesComputed(raw=raw, cap=cap, losses=losses):
            if raw > cap:
                yield "losses_capped"
            if losses < min(raw, cap):
                yield "losses_halved"


REPERTOIRE = Repertoire(
    rules=RULES,
    games=540,
    longest=2500,
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
            *CARDS,
            *(f"asked_{question}" for question in QUESTIONS),
            *(f"window_{window}" for window in windows.CODES),
            *CASES,
            *verbs_of(RULES) - OF_OLDER_RULES,
            *events_of(RULES) - RARE - OF_OLDER_RULES,
        }
    ),
    excused=RARE | OF_OLDER_RULES,
)
