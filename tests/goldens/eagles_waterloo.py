"""What the goldens of EAGLES: Waterloo have to show, and by whom its games are played.

Each way in which each battle and the campaign can end; every card used, every special played and
refused; every verb, event and question; what is easily got wrong.
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
from napoleon.rulesets.eagles_waterloo import RULES, labels, orders, places
from napoleon.rulesets.eagles_waterloo.events.combat import CardFired, CardShocked
from napoleon.rulesets.eagles_waterloo.events.ends import BattleWon
from napoleon.rulesets.eagles_waterloo.events.specials import SpecialPlayed
from napoleon.rulesets.eagles_waterloo.sides import SIDES, side_of
from napoleon.rulesets.eagles_waterloo.specials import playing
from napoleon.rulesets.eagles_waterloo.state import State
from napoleon.rulesets.eagles_waterloo.table import at
from napoleon.rulesets.eagles_waterloo.verbs import RULEBOOK
from tests.goldens.recording import Player, Repertoire, events_of, verbs_of

BATTLES = ("quatre_bras", "ligny", "wavre", "waterloo")
FORMS = (*BATTLES, "campaign")

ENDS = {
    "The French held an Allied position alone.": "french_position",
    "The Allies held a French position alone.": "allied_position",
    "For ten turns nothing happened, and no cards were left to come.": "asleep",
}
"""The ways in which a battle can end, by the reason that the log gives."""

ENDS_OF_CAMPAIGN = {
    "The French won neither Quatre Bras nor Ligny.": "opening_lost",
    "The French won the battle that decided the campaign.": "french_decision",
    "The Allies won the battle that decided the campaign.": "allied_decision",
}

AGREEMENTS = {
    "The French gave up.": "french_resignation",
    "The Allies gave up.": "allied_resignation",
    "Both sides agreed to end it.": "agreement",
}

SPECIALS = {card.id for card in RULES.pack.cards.values() if isinstance(card, labels.Special)}

CARDS = {
    card.id
    for card in RULES.pack.cards.values()
    if not (isinstance(card, labels.Terrain) and card.battles == ("hal",))
}
"""All but the terrain of Hal, where no battle is fought: it is in no deck [G-40, G-59]."""

QUESTIONS = {kind for verb in RULEBOOK.verbs.values() for kind in verb.kinds}
"""The kinds of decisions."""

CASES = {
    *(f"fire_{mode}" for mode in ("infantry", "cavalry", "short", "long", "skirmish")),
    *("shock_by_column", "shock_by_cavalry", "won_by_withdrawal", "charleroi", "wavre_waterloo"),
}
"""What else is wanted, as it is easily got wrong."""

RARE = frozenset({"card_sent_back"})
"""Types of event that no golden of these rules shows: since 1.1 nobody is sent back [G-91]."""

GIVING_UP = 5
"""In every fifth game somebody may give up."""
RESIGNED, AGREED = 0.01, 0.05
"""How often somebody does, between two answers."""


class Kind(NamedTuple):
    """What is chosen when a game is created."""

    scenario: str
    options: Mapping[str, Any]


def _options(decks: str, historical: bool, scale: str, decoys: bool) -> dict[str, Any]:
    return {"decks": decks, "historical": historical, "scale": scale, "decoys": decoys}


KINDS = [
    *(
        Kind(scenario, _options(decks, historical, scale, decoys))
        for decks, historical, decoys, (scale, scenario) in product(
            ("random", "chosen", "custom"),
            (True, False),
            (False, True),
            zip(("printed", "half", "printed", "printed"), BATTLES, strict=True),
        )
    ),
    *(Kind("campaign", _options("random", False, "printed", decoys)) for decoys in (False, True)) ,
]  # fmt: skip


# -- players -------------------------------------------------------------------------------------


def bold(state: State, order: Order) -> float:
    """Goes forward, fires and shocks, and plays what it has."""
    match order:
        case orders.Move():
            card = state.battle.cards[order.card]
            forward = not places.is_reserve(order.to) and (
                places.owner(order.to) != side_of(card.nation) or places.is_reserve(card.place)
            )
            return 6 if forward else 0.3
        case orders.Fire() | orders.Shock():
            return 12
        case orders.PlaySpecial() | orders.ShowGeneral() | orders.PlayTerrain():
            return 40
        case orders.EndCombat():
            return 1
    return 1


def steady(state: State, order: Order) -> float:
    """Stays in its positions, fires at long range, and uses terrain and formations."""
    match order:
        case orders.Move():
            card = state.battle.cards[order.card]
            attacks = places.owner(order.to) != side_of(card.nation)
            if places.is_reserve(order.to) or attacks:
                return 0.2
            full = len(state.battle.at(order.to, side_of(card.nation))) > 3
            return 0.2 if full else 4
        case orders.Fire() | orders.Shock() | orders.OccupyTerrain() | orders.PlayTerrain():
            return 10
        case orders.ChangeFormation() | orders.PlaceDecoy() | orders.ShowDecoy():
            return 2
        case orders.PlaySpecial():
            return 40
        case orders.EndCombat():
            return 4
    return 1


def idle(state: State, order: Order) -> float:
    """Does nothing at all, as long as it may."""
    match order:
        case orders.EndCombat() | orders.EndTurn() | orders.PlayNothing() | orders.CheckTheRest():
            return 1
        case (
            orders.Move()
            | orders.Fire()
            | orders.Shock()
            | orders.PlaySpecial()
            | orders.ChangeFormation()
            | orders.OccupyTerrain()
            | orders.PlaceDecoy()
            | orders.WithdrawFromBattle()
        ):
            return 0
    return 1


def brief(order: Order) -> float:
    """What would go on for ever without being of use is seldom done."""
    match order:
        case orders.TakeUp() | orders.DropCard():
            return 0.1
        case orders.WithdrawDecoy():
            return 3
        case orders.SubmitDeck() | orders.Deploy():
            return 30
        case orders.FinishDeck() | orders.EndDeployment():
            return 60
        case orders.SendReinforcements() | orders.EndSending():
            return 5
        case orders.WithdrawFromBattle():
            return 2
        case orders.CheckTheRest():
            return 2
    return 1


MANNERS: tuple[Callable[[State, Order], float], ...] = (bold, steady)
LINE_UPS = (*product(MANNERS, repeat=2), (idle, idle))
"""How the French play, and how the Allies."""


def player(number: int) -> Player:
    """All line-ups meet in all kinds of games."""
    line_up = LINE_UPS[number // len(KINDS) % len(LINE_UPS)]
    manners = dict(zip(SIDES, line_up, strict=True))
    random = Random(f"player {number}")

    def choose(state: State, decision: Decision, legal_orders: Sequence[Order]) -> Order:
        weights = [manners[decision.seat](state, order) * brief(order) for order in legal_orders]
        return (
            random.choices(legal_orders, weights)[0]
            if any(weights)
            else random.choice(legal_orders)
        )

    return choose


def kind(number: int) -> Kind:
    """The games go through all battles and options."""
    return KINDS[number % len(KINDS)]


def unasked(number: int, random: Random, game: Game) -> tuple[str, Order] | None:
    """Somebody resigns, or agrees to end the game."""
    if number // len(KINDS) % GIVING_UP != GIVING_UP - 2:
        return None
    seat, roll = random.choice(game.state.seats), random.random()
    if roll < RESIGNED:
        return seat, orders.Resign()
    return (seat, orders.AgreeToEnd()) if roll < RESIGNED + AGREED else None


# -- what a game shows -----------------------------------------------------------------------------


def ends(game: Game) -> Iterator[str]:
    """How it ended, in which battle."""
    reason, scenario = game.state.result.reason, game.created.scenario
    for known in (ENDS, ENDS_OF_CAMPAIGN, AGREEMENTS):
        if end := known.get(reason):
            yield f"{end}-{scenario}"
    if game.state.is_campaign:
        yield game.state.stage


def answers(state: State, decision: Decision, order: Order) -> Iterator[str]:
    """The question; specials that could not be played when it was put; cards that act."""
    yield f"asked_{decision.kind}"
    if decision.kind in playing.WINDOWS:
        yield from map("refused_{}".format, _refused(state, decision))
    card = getattr(order, "card", "")
    if card and not isinstance(order, orders.AddCard | orders.DropCard | orders.AssignCard):
        yield f"used_{labels.printed(card)}"
    if isinstance(order, orders.Deploy):
        for laid in order.cards:
            yield f"used_{labels.printed(laid.card)}"


def _refused(state: State, decision: Decision) -> Iterator[str]:
    """Specials in the Reserve of who is asked that could be played in no way."""
    table = at(state, RULES.pack)
    offered = {order.card for order in playing.legal_orders(table, decision)}
    for card in state.battle.at(places.reserve(decision.seat), decision.seat):
        if isinstance(labels.label(table, card), labels.Special) and card not in offered:
            refusal = playing.refuse_playing(table, decision, orders.PlaySpecial(card))
            assert refusal is not None, f"{card} is not offered"
            yield labels.printed(card)


def events(event: Event) -> Iterator[str]:
    """The cases of `CASES`, and specials that were played."""
    match event:
        case CardFired(mode=mode):
            yield f"fire_{mode}"
        case CardShocked(blown=blown):
            yield "shock_by_cavalry" if blown else "shock_by_column"
        case SpecialPlayed(card=card):
            yield f"played_{labels.printed(card)}"
        case BattleWon(reason="withdrawn"):
            yield "won_by_withdrawal"


REPERTOIRE = Repertoire(
    rules=RULES,
    games=1040,
    longest=9000,
    kind=kind,
    player=player,
    unasked=unasked,
    free=tuple(RULEBOOK.free),
    ends=ends,
    answers=answers,
    events=events,
    wanted=frozenset(
        {
            *(f"{end}-{battle}" for end in ENDS.values() for battle in BATTLES),
            *(f"{end}-campaign" for end in ENDS_OF_CAMPAIGN.values()),
            *(f"{end}-{form}" for end in AGREEMENTS.values() for form in FORMS),
            *(f"asked_{question}" for question in QUESTIONS),
            *(f"used_{card}" for card in CARDS),
            *(f"played_{card}" for card in SPECIALS),
            *(f"refused_{card}" for card in SPECIALS),
            *CASES,
            *verbs_of(RULES),
            *events_of(RULES) - RARE,
        }
    ),
    excused=RARE,
)
