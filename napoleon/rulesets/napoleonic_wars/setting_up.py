"""4 The set-up: pieces, start Resources, the deal, mulligans [R-69]."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from napoleon.rules.events import Event
from napoleon.rules.kit.declaring import Actor, DeclaredVerb, Domain, Irreversible
from napoleon.rules.kit.sequence import Part, Step
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision, SetupRefused
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars.bidding import BIDDERS
from napoleon.rulesets.napoleonic_wars.events.setup import (
    CardDrawn,
    CardPlayBegan,
    ConsulPlaced,
    DeckShuffled,
    GameSetUp,
    HandKept,
    HandsDealt,
    HandShown,
    HandThrownIn,
    LeaderPlaced,
    Placed,
    ResourcePlaced,
)
from napoleon.rulesets.napoleonic_wars.nations import commander, powers_of, seats
from napoleon.rulesets.napoleonic_wars.options import refuse_options
from napoleon.rulesets.napoleonic_wars.orders.beginning import KeepHand, PlaceResource, ThrowIn
from napoleon.rulesets.napoleonic_wars.pack import BOXES, Pack
from napoleon.rulesets.napoleonic_wars.scene import Acting, asked_for
from napoleon.rulesets.napoleonic_wars.sides_by_dice import powers_of_seats
from napoleon.rulesets.napoleonic_wars.state import MULLIGAN, SETUP
from napoleon.rulesets.napoleonic_wars.table import Wars

_STANDING = {"start": "map", "pool": "pool", "1807": "pool", "event": "dead"}
"""Where leaders are at the start; those that enter by an event cannot be built [7.2.b]."""


def begin(pack: Pack, scenario: str, options: Mapping[str, Any]) -> Event:
    """The pieces on the map, camps and consuls [4.1, 4.2].

    Raises SetupRefused for a scenario that there is not, and choices that do not go together.
    """
    if scenario != pack.scenario.id:
        detail = f"There is no scenario {scenario}."
        scenarios = [pack.scenario.id]
        raise SetupRefused(refuse("UNKNOWN_SCENARIO", "4.1.a", detail, scenarios=scenarios))
    if refusal := refuse_options(options):
        raise SetupRefused(refusal)
    powers = powers_of_seats(pack, options["players"])
    bid, dice = options["bid"], options["dice_for_sides"]
    return GameSetUp(
        options=dict(options),
        seats={} if bid or dice else powers,
        bidders=BIDDERS if bid else (),
        nations=pack.track,
        spaces=tuple(pack.spaces),
        pieces=tuple(Placed(it.nation, it.space, it.sp, it.squadrons) for it in pack.forces),
        leaders=tuple(
            LeaderPlaced(it.id, it.nation, _STANDING[it.entry], it.start)  # type: ignore[arg-type]
            for it in pack.leaders.values()
        ),
        consuls=tuple(
            ConsulPlaced(nation, it.row or "", BOXES.index(it.column))
            for nation, it in pack.scenario.consuls.items()
            if nation not in powers
        ),
        camps={camp: tuple(members) for camp, members in pack.scenario.camps.items()},
        home_cards=dict(pack.home_cards),
        deck=pack.deck,
    )


# -- start Resources [4.2.b] -----------------------------------------------------------------------


def _to_place(table: Wars) -> list[str]:
    """The seats that have still to say which of their powers begins with a Resource."""
    state = table.state
    return [
        it
        for it in seats(state)
        if not any(state.nations[nation].resources for nation in powers_of(state, it))
    ]


def _asks_resource(table: Wars) -> list[Decision]:
    text = say("Which of your powers begins with a Resource?")
    return [table.question(seat, "resource", "4.2.b", text) for seat in _to_place(table)[:1]]


def _only_power(table: Wars) -> bool:
    return len(powers_of(table.state, _to_place(table)[0])) == 1


def _place_only(table: Wars) -> None:
    [nation] = powers_of(table.state, _to_place(table)[0])
    table.record(ResourcePlaced(nation), "4.2.b")


def _seat_acts(table: Wars, decision: Decision, _: str) -> Acting:
    return Acting(table, decision.seat, decision.subject)


def _refuse_power(it: Acting, nation: str) -> Refusal | None:
    if nation in powers_of(it.state, it.player):
        return None
    return refuse("NOT_YOUR_POWER", "4.2.b", "That is no power of yours.")


PLACE_RESOURCE = DeclaredVerb(
    PlaceResource,
    Actor(("resource",), "", _seat_acts),
    "4.2.b",
    fields={"nation": Domain(lambda it: powers_of(it.state, it.player), refusal=_refuse_power)},
    does=lambda it, order: it.tell(ResourcePlaced, "4.2.b", nation=order.nation),
    irreversible=Irreversible.ALWAYS,
    ordinary=False,
    line="resource {nation:nation}",
    says=say("%(nation)s begins with a Resource"),
)


# -- the deal and mulligans [4.4, 4.5] -------------------------------------------------------------


def draw_card(table: Wars, nation: str, purpose: str, *clauses: str) -> bool:
    """A card from the deck into a hand; none if deck and discards are empty [R-61]."""
    state = table.state
    if not state.bag and not state.discards:
        return False
    if not state.bag:
        table.record(DeckShuffled(len(state.discards)), "R-61")
    card, draw = table.draw(sorted(state.bag), purpose)
    # Nobody sees the cards of a new hand before its place in the order of mulligans [4.5.d].
    reader = "" if state.nations[nation].unseen else commander(state, nation)
    table.record(CardDrawn(reader, nation, card, draw), *clauses)
    return True


def _to_deal(table: Wars) -> str:
    """The next nation that lacks cards of its first hand; empty if none does."""
    pack, state = table.data, table.state
    short = (it for it in pack.track if len(state.nations[it].hand) < pack.nations[it].start_hand)
    return next(short, "")


def _deal(table: Wars) -> None:
    nation = _to_deal(table)
    draw_card(table, nation, f"card for {nation}", "4.4.a")


def _all_dealt(table: Wars) -> None:
    table.record(HandsDealt(), "4.4.a")


def _undecided(table: Wars) -> str:
    """The nation whose mulligan it is: nobody throws in the hand of a neutral proxy [R-05]."""
    state = table.state
    due = (it for it in table.data.track if not state.nations[it].decided and commander(state, it))
    return next(due, "")


def lies_face_down(table: Wars, nation: str) -> bool:
    """Whether the commander of a nation has still to see its new hand [4.5.d]."""
    it = table.state.nations[nation]
    return it.unseen and bool(it.hand) and bool(commander(table.state, nation))


def show_hand(table: Wars, nation: str) -> None:
    """A seat sees a hand at its place in the order of mulligans."""
    hand = tuple(sorted(table.state.nations[nation].hand))
    table.record(HandShown(commander(table.state, nation), nation, hand), "4.5.d")


def _hand_due(table: Wars) -> bool:
    nation = _undecided(table)
    return bool(nation) and lies_face_down(table, nation)


def _asks_mulligan(table: Wars) -> list[Decision]:
    nation = _undecided(table)
    seat, text = commander(table.state, nation), say("Keep the hand, or draw a card fewer?")
    return [table.question(seat, "mulligan", "4.5.a", text, nation)]


def _has_no_hand(table: Wars) -> bool:
    return not table.state.nations[_undecided(table)].hand


def _keep_nothing(table: Wars) -> None:
    table.record(HandKept(_undecided(table)), "4.5.a")


def _throw_in(it: Acting, order: ThrowIn) -> None:
    hand = tuple(it.own.hand)
    it.tell(HandThrownIn, "4.5.a", cards=len(hand), thrown=hand)
    for number in range(len(hand) - 1):
        draw_card(it.table, it.nation, f"card {number + 1} of a new hand of {it.nation}", "4.5.a")


NATION = asked_for(Acting, "mulligan")

KEEP_HAND = DeclaredVerb(
    KeepHand,
    NATION,
    "4.5.a",
    does=lambda it, order: it.tell(HandKept, "4.5.a"),
    line="keep the hand of {nation:nation}",
    says=say("Keep the hand of %(nation)s"),
)

THROW_IN = DeclaredVerb(
    ThrowIn,
    NATION,
    "4.5.a",
    does=_throw_in,
    irreversible=Irreversible.ALWAYS,
    ordinary=False,
    line="throw in the hand of {nation:nation}",
    says=say("Throw in the hand of %(nation)s, and draw a card fewer"),
)

VERBS = (PLACE_RESOURCE, KEEP_HAND, THROW_IN)


def _during_setup(table: Wars) -> bool:
    return table.state.phase in (SETUP, MULLIGAN)


def _begin_play(table: Wars) -> None:
    table.record(CardPlayBegan(), "5.1.a")


STEPS = Part[Wars](
    "set-up",
    _during_setup,
    (
        Step(
            "start Resources",
            lambda it: it.state.phase == SETUP and bool(_to_place(it)),
            _place_only,
            _asks_resource,
            _only_power,
        ),
        Step("deal", lambda it: it.state.phase == SETUP and bool(_to_deal(it)), _deal),
        Step("all dealt", lambda it: it.state.phase == SETUP, _all_dealt),
        Step("hand", _hand_due, lambda table: show_hand(table, _undecided(table))),
        Step(
            "mulligan", lambda it: bool(_undecided(it)), _keep_nothing, _asks_mulligan, _has_no_hand
        ),
        Step("card play", lambda it: True, _begin_play),
    ),
)
"""What comes before the first impulse."""
