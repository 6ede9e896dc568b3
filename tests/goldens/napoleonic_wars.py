"""What the goldens of The Napoleonic Wars have to show, and by whom its games are played.

Each way in which a game can end, for each number of players; each card as an event and refused;
every verb, event and question; every clause that the game cites.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.abc import SourceLoader
from importlib.util import find_spec
from pkgutil import walk_packages
from random import Random
from types import CodeType
from typing import Any, NamedTuple

import msgspec

from napoleon.log.game import Game
from napoleon.rules.events import Event
from napoleon.rules.kit.frames import inmost
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rules.viewer import Viewer
from napoleon.rulesets import napoleonic_wars
from napoleon.rulesets.napoleonic_wars import RULES
from napoleon.rulesets.napoleonic_wars.bot import Player as Bot
from napoleon.rulesets.napoleonic_wars.events.battle_cards import BattleCardPlayed
from napoleon.rulesets.napoleonic_wars.events.cards import CardPlayedAsEvent
from napoleon.rulesets.napoleonic_wars.events.ends import CLAUSE as AGREED_UPON
from napoleon.rulesets.napoleonic_wars.events.impulses import CardPlayedForCP
from napoleon.rulesets.napoleonic_wars.events.windows import ResponsePlayed
from napoleon.rulesets.napoleonic_wars.frames.forces import March
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse
from napoleon.rulesets.napoleonic_wars.nations import (
    CAMPS,
    FRANCE,
    commanded,
    playing_on,
    powers_of,
)
from napoleon.rulesets.napoleonic_wars.orders import (
    at_sea,
    battles,
    beginning,
    between_turns,
    cards,
    conquest,
    diplomacy,
    impulses,
    marches,
)
from napoleon.rulesets.napoleonic_wars.spaces import hostile_in, units_in
from napoleon.rulesets.napoleonic_wars.state import IMPULSES, State
from napoleon.rulesets.napoleonic_wars.turn_end import TURNS
from tests.goldens.recording import Player, Prepared, Repertoire, events_of, verbs_of

PLAYERS = (2, 3, 4, 5)
FIVE = tuple(f"player_{number}" for number in range(1, 6))
"""The seats of five players who draw lots for their powers."""

QUESTIONS = {kind for verb in RULES.book.verbs.values() for kind in verb.kinds}
"""The kinds of decisions."""


def _constants(those: Iterable[Any]) -> Iterator[Any]:
    """What stands in some code, and in the functions and tuples that stand in it."""
    for it in those:
        if isinstance(it, CodeType):
            yield from _constants(it.co_consts)
        elif isinstance(it, (tuple, frozenset)):
            yield from _constants(it)
        else:
            yield it


_TELL = ("aid", "introduction", "lesson")
"""Modules that tell players of the rules, and decide nothing by them."""


def _code() -> Iterator[CodeType]:
    """The modules of the game as they are compiled, which are sooner read than their sources."""
    for module in walk_packages(napoleonic_wars.__path__, f"{napoleonic_wars.__name__}."):
        if module.name.rpartition(".")[2] in _TELL:
            continue
        spec = find_spec(module.name)
        assert spec is not None and isinstance(spec.loader, SourceLoader)
        code = spec.loader.get_code(module.name)
        assert code is not None
        yield code


CITED = frozenset(it for it in _constants(_code()) if isinstance(it, str) and it in RULES.clauses)
"""The clauses that the code of the game cites: those that stand in it as texts."""

_UNCITED = frozenset(RULES.clauses) - CITED

WORDS_AND_PIECES = {it for it in _UNCITED if it.startswith(("1.", "2.", "3."))}
"""What the game is, what lies in its box, what words mean: nobody is allowed anything by that."""

HOW_OTHERS_ARE_READ = {it for it in _UNCITED if it.startswith("R-")}
"""Decisions on how to read another clause, which is the one that is cited."""

_FOLLOWED = """
    4.2.a 4.3.b 4.3.c 4.5.b 4.5.c 4.5.e 5.11.b 5.11.c 5.11.e 5.11.f 5.11.g 5.2.b 5.2.d
    5.2.e 5.2.f 5.2.g 5.3.a 5.3.c 5.3.d 5.5.c 5.5.e 5.7.a 5.81.a 5.81.e 6.a 6.1.b 6.1.c
    6.19.a 6.2.c 6.2.d 6.2.e 6.4.a 6.4.b 7.41.d 7.41.e 7.43.a 7.5.b 7.5.c 8.1.f 8.12.b 8.13.a
    8.2.b 8.2.c 8.21.d 8.23.a 8.3.b 8.31.a 8.32.c 8.35.a 8.6.a 9.1.d 9.2.a 9.4.c
    9.6.a 9.7.a 9.7.b 9.7.c 9.72.a 9.73.a 10.1.b 10.1.c 10.12.b 10.4.a 10.5.a 11.21.b 11.22.c
    11.22.e 11.22.d 11.4.d 12.1.a 12.2.e 12.3.d 13.2.b 13.32.a 13.7.b 14.a 14.2.d 14.31.b
    14.31.d 14.33.c 14.33.b 15.1.a 15.1.d 15.2.b 15.42.a 16.2.f 16.2.g 16.3.a 17.2.a 17.3.a
"""

FOLLOWED = frozenset(_FOLLOWED.split())
"""Clauses that the order of things follows: what comes of it cites another one beside it."""

BY_CORRECTIONS = "corrections cite it"

NOT_SHOWN: Mapping[str, str] = {
    **dict.fromkeys(("3.consul", "3.duchy", "5.5.a", "7.7.a", "8.2.f", "8.3.e"), BY_CORRECTIONS),
    **dict.fromkeys(("3.control", "5.2.c", "5.5.d", "10.3.a"), BY_CORRECTIONS),
    **dict.fromkeys(("R-100", "R-105", "R-119", "R-135", "R-161"), BY_CORRECTIONS),
    **dict.fromkeys(("4.1.a", "4.3.a"), "a game that is not created is refused by it"),
    "6.2.a": "pictures of cards and corrections cite it",
    "14.32.a": "the board shows it, where it tells what is drawn next",
    "R-136": "standing orders are refused by it",
    "R-86": "letters are refused by it",
    "R-94": "the option is by it; what it hides is no event",
}
"""The clauses that are cited, but by nothing that a player orders in a game, with the reason."""

RARE: Mapping[str, str] = {
    "event_poniatowski": "test_card_events",
    "fleet_held": "test_second_reading_at_sea",
    **dict.fromkeys(("fleet_without_port", "clause_R-36", "clause_R-109"), "test_cards_at_sea"),
    **dict.fromkeys(("give_resource", "resource_given_up"), "test_cards"),
    **dict.fromkeys(("clause_R-93", "clause_R-102"), "test_conquest"),
    **dict.fromkeys(("tied_down_freed", "clause_15.3.a", "clause_R-43"), "test_conquest"),
    "clause_8.2.d": "test_sea",
    "clause_R-61": "test_refusals_of_cards",
    "clause_R-185": "test_pacts",
}
"""What is too rare for a golden, with the test that shows it."""

GUESSES = 12
"""How many orders are made up beside an answer, to see why they are refused."""

_PLACES = (*RULES.pack.spaces, *RULES.pack.zones)
NUMBERS = (1, 2, 5)
TOO_MANY = 99
"""More than there are pieces."""
SAID: Mapping[str, Sequence[Any]] = {
    **dict.fromkeys(("nation", "on", "row"), (*RULES.pack.nations,)),
    **dict.fromkeys(("space", "to", "port", "start", "at", "duchy"), _PLACES),
    "leader": (*RULES.pack.leaders,),
    "card": (*RULES.pack.cards,),
    "camp": (*CAMPS, "none"),
    "way": ("left", "right", "cede", "unflag"),
    "group": (False, True),
}
"""What orders that are made up say, by the names of their fields; others hold a number."""


class Kind(NamedTuple):
    """What is chosen when a game is created."""

    scenario: str
    options: Mapping[str, Any]


def _kind(players: int, *more: str) -> Kind:
    options = {"players": players, **dict.fromkeys(more, True)}
    return Kind(RULES.pack.scenario.id, RULES.checked_options(options))


KINDS = (
    _kind(2),
    _kind(3, "red_by_track"),
    _kind(4, "letters"),
    _kind(5),
    _kind(2, "bid", "proxy_influence"),
    _kind(3, "dice_for_sides"),
    _kind(4, "proxy_influence", "strict_discards"),
    _kind(5, "dice_for_sides", "red_by_track"),
)


# -- players -------------------------------------------------------------------------------------

Weights = Mapping[type[Order], float]

ENDING = (
    impulses.EndImpulse, impulses.LetGo, marches.Halt, at_sea.Anchor, at_sea.EndFleetDeployment,
    between_turns.EndDeployment, between_turns.EndReinforcement, diplomacy.EndInfluence,
    diplomacy.SwayNoMore, cards.StopSpending, cards.PlaceNoMore,
)  # fmt: skip
"""What ends something; it is never tired of, so that games come to an end."""

KEPT = ("battle", "response")
"""The types of cards that are of use in the impulses of others."""

PLAYED = (cards.PlayForEvent, cards.Respond, battles.PlayBattleCard)

CURIOUS: Weights = {
    **dict.fromkeys(ENDING, 0.1),
    **dict.fromkeys(PLAYED, 20),
    cards.Decline: 0.3,
    diplomacy.DeclareWar: 20,
    diplomacy.ChangeCamp: 20,
    marches.GatherPiece: 0.3,
    at_sea.CallRaidersHome: 5,
    at_sea.HuntRaiders: 5,
}
"""Tries whatever it has not done before, and plays every event that it may."""

SEAFARING: Weights = {
    **CURIOUS,
    **dict.fromkeys((at_sea.SetSail, at_sea.Patrol, at_sea.Seek, at_sea.Sally), 20),
    **dict.fromkeys((at_sea.PrepareConvoy, at_sea.DeployFleet, at_sea.DeployConvoy), 10),
    **dict.fromkeys((at_sea.SailTo, at_sea.SailWith, impulses.LayDown, at_sea.AcceptBattle), 5),
    at_sea.CallOffConvoy: 0.1,
    marches.Gather: 0.2,
}

WARLIKE: Weights = {
    **dict.fromkeys((cards.Respond, battles.PlayBattleCard), 50),
    **dict.fromkeys((battles.Besiege, battles.GoOn, marches.Go, marches.Invade), 20),
    **dict.fromkeys((cards.Decline, battles.PlayNoBattleCard, marches.Halt, battles.GiveUp), 0.1),
    impulses.PlayForCP: 5,
    marches.Gather: 8,
    marches.Intercept: 3,
    impulses.EndImpulse: 0.05,
}
"""Marches on the enemy, besieges, and keeps its cards for battles."""

SCHEMING: Weights = {
    **dict.fromkeys((diplomacy.DeclareWar, diplomacy.ChangeCamp), 1000),
    **dict.fromkeys(
        (diplomacy.AskToJoin, diplomacy.OpenWar, marches.Invade, conquest.GiveCeded), 20
    ),
    **dict.fromkeys((cards.GiveResource, diplomacy.MoveConsul, diplomacy.Restore), 10),
    impulses.PlayForCP: 100,
    impulses.EndImpulse: 0.05,
}
"""Saves CP for declarations of war, and changes sides."""

IDLE: Weights = {
    **dict.fromkeys(ENDING, 1),
    **dict.fromkeys(
        (impulses.PlayForCP, impulses.PassImpulse, cards.Decline, beginning.KeepHand), 1
    ),
    **dict.fromkeys((marches.LetPass, at_sea.LetSail, marches.Stand, between_turns.LeavePeace), 1),
    **dict.fromkeys((conquest.NoOffer, diplomacy.StayOut, battles.PlayNoBattleCard), 1),
}
"""Does nothing, as long as it may."""

DOOMED: Weights = {
    impulses.PlayForCP: 9,
    marches.GatherPiece: 6,
    marches.Gather: 2,
    marches.Go: 20,
    marches.Stand: 5,
    conquest.SendOffer: 3,
    conquest.AddTerm: 1,
    conquest.DropTerm: 1,
    **dict.fromkeys(
        (
            impulses.LetGo,
            battles.PlayNoBattleCard,
            cards.Decline,
            beginning.KeepHand,
            marches.LetPass,
        ),
        5,
    ),
    **dict.fromkeys((marches.Take, marches.Intercept, marches.Halt, battles.Retreat), 0.2),
    impulses.EndImpulse: 0.01,
}
"""Throws its forces away, a few at a time, and then submits."""

STUBBORN: Weights = {**DOOMED, conquest.SendOffer: 0, conquest.AddTerm: 0, conquest.NoOffer: 1}
"""Throws its forces away, and never submits."""


class Mannered:
    """Picks a verb by its weight, less likely the more often it has been picked, then an order."""

    def __init__(self, random: Random, weights: Weights, other: float, tires: float) -> None:
        self.random, self.weights, self.other, self.tires = random, weights, other, tires
        self.done = Counter[str]()

    def __call__(self, state: State, decision: Decision, legal_orders: Sequence[Order]) -> Order:
        offers: dict[type[Order], list[Order]] = {}
        for order in legal_orders:
            offers.setdefault(type(order), []).append(order)
        verb = self.random.choices([*offers], [self._weight(it) for it in offers])[0]
        self.done[verb.__name__] += 1
        chosen = min(offers[verb], key=lambda it: (self._less(state, it), self.random.random()))
        self.done[_event_of(chosen)] += 1
        return chosen

    def _weight(self, verb: type[Order]) -> float:
        tired = 1 if verb in ENDING else 1 + self.tires * self.done[verb.__name__]
        return self.weights.get(verb, self.other) / tired + 1e-9

    def _less(self, state: State, order: Order) -> float:
        """Events come before those that were played, and marches on many enemies before others."""
        match order:
            case cards.PlayForEvent() | cards.Respond() | battles.PlayBattleCard():
                return self.done[_event_of(order)]
            case impulses.PlayForCP(name):
                card = RULES.pack.cards[name]
                saves = self.weights is SCHEMING
                return -card.cp - 9 * card.joinable if saves else card.type in KEPT
            case beginning.BidForCamp(_, sp):
                return sp if self.weights is SCHEMING else 0
            case marches.Go(to):
                march = inmost(state, March)
                assert march is not None, "a force marches"
                foes = units_in(state, to, hostile_in(state, to, march.nation))
                return -foes if self.tires == 0 else -(foes > 0) * (self.random.random() < 0.7)
        return 0


def _event_of(order: Order) -> str:
    card = getattr(order, "card", "")
    return RULES.pack.cards[card].event if card else ""


def bot(random: Random) -> Player:
    """The bot that is registered."""
    own = Bot(RULES.pack, random)
    return lambda state, decision, legal_orders: own.choose(
        RULES.known(state, Viewer(decision.seat)), decision, legal_orders
    )


def curious(random: Random) -> Player:
    return Mannered(random, CURIOUS, 1, 0.5)


def seafaring(random: Random) -> Player:
    return Mannered(random, SEAFARING, 1, 0.1)


def warlike(random: Random) -> Player:
    return Mannered(random, WARLIKE, 1, 0.01)


def scheming(random: Random) -> Player:
    return Mannered(random, SCHEMING, 1, 0.01)


def restless(random: Random) -> Player:
    return Mannered(random, CURIOUS, 1, 0)


def idle(random: Random) -> Player:
    return Mannered(random, IDLE, 0, 0)


def doomed(random: Random) -> Player:
    return Mannered(random, DOOMED, 0.05, 0)


def stubborn(random: Random) -> Player:
    return Mannered(random, STUBBORN, 0.05, 0)


class LineUp(NamedTuple):
    """Who plays the nations of a game, and who all others; how people end it, if they do."""

    nations: Mapping[str, Callable[[Random], Player]]
    others: Callable[[Random], Player]
    ended_by: str = ""


LINE_UPS = (
    LineUp({}, curious),
    LineUp({"fr": doomed}, bot),
    LineUp({}, restless, "resignation"),
    LineUp({}, seafaring),
    LineUp({"fr": stubborn}, bot),
    LineUp({"au": doomed, "ru": doomed}, curious),
    LineUp({}, idle),
    LineUp({}, curious, "agreement"),
    LineUp({"fr": stubborn}, curious),
    LineUp({"ru": doomed}, seafaring),
    LineUp({}, scheming),
    LineUp({}, warlike),
    LineUp({"fr": doomed}, curious),
    LineUp({"au": doomed, "pr": bot}, scheming),
    LineUp({"fr": stubborn}, bot),
    LineUp({"fr": warlike, "gb": seafaring}, warlike),
    LineUp({}, scheming),
    LineUp({"fr": stubborn}, bot),
    LineUp({"fr": bot, "ru": curious}, warlike),
    LineUp({"gb": doomed}, seafaring),
    LineUp({"fr": doomed}, bot),
    LineUp({"fr": doomed}, bot),
)
"""All of them meet in all kinds of games."""


def line_up(number: int) -> LineUp:
    """Who plays game number so and so."""
    return LINE_UPS[number // len(KINDS) % len(LINE_UPS)]


def player(number: int) -> Player:
    """Each seat is played as the first of its powers is."""
    nations = {it: make(Random(f"{number} {it}")) for it, make in line_up(number).nations.items()}
    others = line_up(number).others(Random(f"{number}"))

    def choose(state: State, decision: Decision, legal_orders: Sequence[Order]) -> Order:
        own = (nations[it] for it in powers_of(state, decision.seat) if it in nations)
        return next(own, others)(state, decision, legal_orders)

    return choose


def kind(number: int) -> Kind:
    """The games go through all kinds."""
    return KINDS[number % len(KINDS)]


RESIGNED, OFFERED, AGREED = 0.03, 0.03, 0.8
"""How often somebody resigns, offers to end the game and agrees to that, between two answers."""


def unasked(number: int, random: Random, game: Game) -> tuple[str, Order] | None:
    """Somebody resigns, or agrees to end the game: who is asked next, or else any other seat."""
    seats = playing_on(game.state)
    if line_up(number).ended_by == "resignation":
        return (random.choice(seats), beginning.Resign()) if random.random() < RESIGNED else None
    if line_up(number).ended_by == "agreement":
        asked = [it.seat for it in RULES.decisions(game.state)]
        open_ = [it for it in (*asked, *seats) if it in seats and it not in game.state.agreed]
        likely = AGREED if game.state.agreed else OFFERED
        return (open_[0], beginning.AgreeToEnd()) if open_ and random.random() < likely else None
    return None


# -- what a game shows -----------------------------------------------------------------------------

ENDS = ("peace", "last_turn", "conquest", "submission", "agreement", "resignation")
"""The ways in which a game can end, see `end_of`.

No golden shows two others. A player who was silent for too long is claimed from by the house, not
by an order; and France becomes neutral alone, with nobody in its country and no piece for a
foreign war, in no game that people would play: `test_conquest` shows that.
"""


def end_of(game: Game) -> str:
    """The way in which a game has ended."""
    state, result = game.state, game.state.result
    if result.clause == AGREED_UPON:
        return "resignation" if result.winner else "agreement"
    if state.nations[FRANCE].conquered:
        return "submission" if state.phase == IMPULSES else "conquest"
    return "last_turn" if state.turn == TURNS else "peace"


def ends(game: Game) -> Iterator[str]:
    """How it ended, with how many players."""
    yield f"{end_of(game)}-{game.created.options['players']}"


def answers(state: State, decision: Decision, order: Order) -> Iterator[str]:
    """The question; cards that could not be played so; clauses by which orders are refused."""
    yield f"asked_{decision.kind}"
    yield f"clause_{decision.clause}"
    table = RULES.table(state, RULES.pack, None)
    for card, tried in _cards(state, decision):
        if refusal := RULES.book.verbs[type(tried)].refusal(table, decision, tried):
            yield f"refused_{card}"
            yield f"clause_{refusal.clause}"
    for tried in (*_guesses(decision), *_aimed(state, decision)):
        if decision.subject not in ("", getattr(tried, "nation", decision.subject)):
            continue  # It answers another question.
        if refusal := RULES.book.verbs[type(tried)].refusal(table, decision, tried):
            yield f"clause_{refusal.clause}"


def _cards(state: State, decision: Decision) -> Iterator[tuple[str, Order]]:
    """Each card in the hands of a seat, as it would be played for what it says."""
    for nation in commanded(state, RULES.pack, decision.seat):
        held = state.nations[nation]
        for card in (*held.hand, *(it.card for it in held.home)):
            match decision.kind:
                case "act":
                    impulse = inmost(state, Impulse)
                    assert impulse is not None, "a nation acts in its impulse"
                    if nation == impulse.nation:
                        yield card, cards.PlayForEvent(card)
                        yield card, impulses.PlayForCP(card)
                case "window":
                    yield card, cards.Respond(nation, card)
                case "battle_cards":
                    yield card, battles.PlayBattleCard(nation, card)


def _guesses(decision: Decision) -> Iterator[Order]:
    """Other answers, which are made up: most are refused."""
    random = Random(decision.id)
    verbs = [it.order for it in RULES.book.verbs.values() if decision.kind in it.kinds]
    for verb in random.choices(verbs, k=GUESSES):
        fields = [it.name for it in msgspec.structs.fields(verb)]
        yield verb(**{it: random.choice(SAID.get(it, NUMBERS)) for it in fields})


def _aimed(state: State, decision: Decision) -> Iterator[Order]:
    """Answers that are refused for a reason which answers made up by chance do not meet."""
    impulse, march = inmost(state, Impulse), inmost(state, March)
    if decision.kind == "bid":
        yield from (beginning.BidForCamp(camp, TOO_MANY) for camp in CAMPS)
    elif decision.kind == "march":
        assert march is not None, "a force marches"
        yield from (marches.Go(link.other(march.at)) for link in RULES.pack.links[march.at])
    elif decision.kind == "act" and state.besieged:
        assert impulse is not None, "a nation acts in its impulse"
        own = (it for it, of in state.leaders.items() if of.nation == impulse.nation)
        yield from (battles.Besiege(it) for it in own if state.leaders[it].where in state.besieged)


def events(event: Event) -> Iterator[str]:
    """The clauses that it cites, and the card that does what it says."""
    told = (event, *getattr(event, "standings", ()))
    lines = (line for it in told for line in getattr(it, "breakdown", ()))
    for clause in (*event.clauses, *(it.clause for it in lines)):
        yield f"clause_{clause}"
    if isinstance(event, CardPlayedAsEvent | ResponsePlayed | BattleCardPlayed):
        yield f"event_{RULES.pack.cards[event.card].event}"
    if isinstance(event, CardPlayedAsEvent | ResponsePlayed | BattleCardPlayed | CardPlayedForCP):
        yield f"used_{event.card}"


PREPARED: Mapping[int, Prepared] = {
    1001: Prepared(
        175,
        534,
        (
            ("player_3", conquest.GiveCeded("saragossa", "gb")),
            ("player_2", conquest.RefuseGift()),
            ("player_3", conquest.GiveCeded("cadiz", "ru")),
            ("player_4", conquest.TakeGift()),
            *((seat, beginning.AgreeToEnd()) for seat in FIVE),
        ),
    ),
    1002: Prepared(
        22,
        27,
        (
            ("gb", beginning.Resign()),
            ("fr", beginning.AgreeToEnd()),
            ("au", beginning.AgreeToEnd()),
        ),
    ),
}
"""What people who aim at it come to: ceded duchies for other seats; a caretaker who leaves."""

REPERTOIRE = Repertoire(
    rules=RULES,
    games=176,
    longest=6500,
    kind=kind,
    player=player,
    unasked=unasked,
    free=tuple(RULES.book.free),
    ends=ends,
    answers=answers,
    events=events,
    wanted=frozenset(
        {
            *(f"{end}-{players}" for end in ENDS for players in PLAYERS),
            *(f"asked_{question}" for question in QUESTIONS),
            *(f"used_{card}" for card in RULES.pack.cards),
            *(f"refused_{card}" for card in RULES.pack.cards),
            *(f"event_{card.event}" for card in RULES.pack.cards.values()),
            *(f"clause_{clause}" for clause in CITED - NOT_SHOWN.keys()),
            *verbs_of(RULES),
            *events_of(RULES),
        }
        - RARE.keys()
    ),
    excused=frozenset(RARE),
    prepared=PREPARED,
)
