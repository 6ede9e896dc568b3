"""What the goldens of Napoléon 1815 have to show, and by whom its recorded games are played.

Each way in which a game can end, with two and with three players, with and without fog of war,
with cards and with dice; every event of a card; every decision point of the digest.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from napoleon.log.game import Game
from napoleon.rules.events import Event
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon1815 import RULES
from napoleon.rulesets.napoleon1815.events.windows import EventCancelled
from napoleon.rulesets.napoleon1815.orders import AgreeToEnd, OfferCards, Resign, SendMessage
from napoleon.rulesets.napoleon1815.state import State
from tests.goldens.decision_points import PARTS, Answer, reached
from tests.goldens.recording import Player, Repertoire, events_of, verbs_of
from tests.napoleon1815.random_play import KINDS, Bold
from tests.rulesets.entrants import Form
from tests.watching import Careless

TALK = 0.05
"""How often somebody tries to talk to his partner after an order, and how often to offer cards."""
MESSAGE = SendMessage("Where are you?")
PARTNERS = ("anglo_dutch", "prussian")

GIVING_UP = 5
"""In every fifth game somebody may give up."""
RESIGNED, AGREED, AGREED_TOO = 0.004, 0.02, 0.7
"""How often they do, between two answers; an offer that stands is often taken."""

ENDS = {
    ("french", "VICTORY.6"): "french_track_0",
    ("allied", "VICTORY.6"): "allied_track_20",
    ("allied", "VICTORY.7"): "napoleon_lost",
    ("french", "VICTORY.8"): "scenario_end_french",
    ("allied", "VICTORY.8"): "scenario_end_allied",
}
"""The ways in which a game can end, by winner and clause."""

SAID = {"french": "allied_resignation", "allied": "french_resignation", "": "agreement"}
"""The ways in which people end it themselves [RULING.103], by winner."""

CARRIED_OUT = {"event_applied", "lasting_event_started"}
"""Types of events in which a card takes effect; all but Counter-order, which cancels one."""

CARDS = {f"card_{card.event}" for card in RULES.pack.cards.values()}
"""The events of cards."""

RARE = frozenset({"control_refused"})
"""Types of event that are too rare for a golden: AC-26."""

FORMS = (
    *(f"{players}-{rules}" for players, rules in product((2, 3), ("conscript", "grognard"))),
    *("cards", "dice"),
    *("farm_stop", "no_farm_stop"),
)
"""The options that every end is shown with."""


def kind(number: int) -> Form:
    """The games go through all kinds."""
    return KINDS[number % len(KINDS)]


def player(number: int) -> Player:
    """Two players of three look for the enemy."""
    return (Bold, Bold, Careless)[number // len(KINDS) % 3](number)


def unasked(number: int, random: Random, game: Game) -> tuple[str, Order] | None:
    """Somebody talks to a partner, offers cards, resigns, or agrees to end the game."""
    lot, seat = random.random(), random.choice(game.created.seats)
    if not number // len(KINDS) % GIVING_UP:
        agreed = AGREED_TOO if game.state.would_end else AGREED
        if (roll := random.random()) < RESIGNED + agreed:
            return seat, Resign() if roll < RESIGNED else AgreeToEnd()
    if lot < TALK:
        return seat, MESSAGE
    hands = game.state.hands
    theirs = [card for it in PARTNERS if it in hands and it != seat for card in hands[it]]
    if lot < 2 * TALK and theirs:
        give = random.sample(sorted(hands[seat]), random.randint(0, min(2, len(hands[seat]))))
        take = random.sample(sorted(theirs), random.randint(not give, min(2, len(theirs))))
        return seat, OfferCards(tuple(sorted(give)), tuple(sorted(take)))
    return None


def ends(game: Game) -> Iterator[str]:
    """How it ended, with each of the options that it was played by, and in which scenario."""
    result, options = game.state.result, game.created.options
    if result.clause == "RULING.103":
        yield f"{SAID[result.winner]}-{options['players']}"
        return
    end = ENDS[result.winner, result.clause]
    yield f"{end}-{options['players']}-{options['rules']}"
    yield f"{end}-{options['resolver']}"
    yield f"{end}-{'farm_stop' if options['farm_stop'] else 'no_farm_stop'}"
    yield game.created.scenario


def answers(state: State, decision: Decision, order: Order) -> Iterator[str]:
    """The rows of chapter 21 that an answer reaches."""
    return reached(Answer(state, decision, order))


def events(event: Event) -> Iterator[str]:
    """The card that takes effect in an event, or its kind if a word names it."""
    if event.type in CARRIED_OUT:
        yield f"card_{event.event}"  # type: ignore[attr-defined]
    elif isinstance(event, EventCancelled):
        yield f"card_{RULES.pack.cards[event.by_card].event}"
    elif getattr(event, "reason", "").isidentifier():
        yield f"{event.type}_{event.reason}"  # type: ignore[attr-defined]


REPERTOIRE = Repertoire(
    rules=RULES,
    games=1600,
    longest=2500,
    kind=kind,
    player=player,
    unasked=unasked,
    free=(OfferCards, SendMessage, Resign, AgreeToEnd),
    ends=ends,
    answers=answers,
    events=events,
    wanted=frozenset(
        {
            *(f"{end}-{form}" for end in ENDS.values() for form in FORMS),
            *(f"{end}-{players}" for end in SAID.values() for players in (2, 3)),
            *(scenario.id for scenario in RULES.scenarios),
            *CARDS,
            *PARTS,
            *verbs_of(RULES),
            *events_of(RULES) - RARE,
        }
    ),
    excused=RARE,
)
