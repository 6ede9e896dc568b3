"""What standing orders answer, kind of question by kind [R-136]."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from napoleon.rules.kit.frames import inmost, top
from napoleon.rules.kit.preferences import (
    Gives,
    Preference,
    first_of,
    in_battles,
    just,
    named,
    of_verb,
    preferred,
)
from napoleon.rules.kit.standing_orders import Answers, Big
from napoleon.rules.kit.windows import WindowOrders
from napoleon.rules.orders import Order
from napoleon.rules.standing_orders import Kept
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleonic_wars import encounters, evasion, orders
from napoleon.rulesets.napoleonic_wars.battle_cards import KIND as CARDS
from napoleon.rulesets.napoleonic_wars.frames import Battle, Meeting, Window
from napoleon.rulesets.napoleonic_wars.impulses import scheduled
from napoleon.rulesets.napoleonic_wars.nations import commander
from napoleon.rulesets.napoleonic_wars.spaces import commanding
from napoleon.rulesets.napoleonic_wars.standing_orders.kinds import (
    Ask,
    AskMe,
    EvadeTo,
    InterceptIf,
    KeepHands,
    LeavePeaceRoll,
    LoseUnitsFirst,
    NeverIntercept,
    NoOffers,
    NoPreemption,
    OddHitsTo,
    PassAll,
    PassWindow,
    PassWithoutCards,
    PlayCard,
    PreemptBefore,
    RetreatTo,
    StandFast,
    StayPut,
    TakeDuchies,
)
from napoleon.rulesets.napoleonic_wars.standing_orders.refusals import refuse_card
from napoleon.rulesets.napoleonic_wars.state import State
from napoleon.rulesets.napoleonic_wars.table import Wars

ENDS: dict[str, Callable[[State, Kept], bool]] = {
    "turn": lambda state, kept: state.turn > kept.occasion["turn"],
}
"""By how long a standing order holds, whether that time is over."""


# -- windows ---------------------------------------------------------------------------------------


def _holder(state: State, seat: str, card: str) -> str:
    """The nation of a seat that holds a card; empty if none does."""
    own = (it for it in state.nations if commander(state, it) == seat)
    return next((it for it in own if card in state.nations[it].hand), "")


def _opened(table: Wars, decision: Decision) -> str:
    """The kind of the window; before the dice of a fight battle cards are played."""
    return decision.kind if decision.kind == CARDS else top(table.state, Window).kind


def _playing(table: Wars, decision: Decision, word: PlayCard) -> Order | None:
    """The card, if it is meant against the nation that the window is about."""
    nation = _holder(table.state, decision.seat, word.card)
    if not nation:
        return None
    if decision.kind == CARDS:
        return None if word.against else orders.PlayBattleCard(nation, word.card)
    if word.against and top(table.state, Window).nation not in word.against:
        return None
    return orders.Respond(nation, word.card)


def _passing(table: Wars, decision: Decision) -> Order:
    return orders.PlayNoBattleCard() if decision.kind == CARDS else orders.Decline()


WINDOW_ORDERS = WindowOrders[State, Wars](
    passes=PassWindow,
    passes_all=PassAll,
    plays=PlayCard,
    asks=AskMe,
    opened=_opened,
    playing=_playing,
    passing=_passing,
    any_kind="any",
    hand=lambda state, seat: [
        card
        for nation, it in state.nations.items()
        if commander(state, nation) == seat
        for card in it.hand
    ],
    ends=ENDS,
    ends_all=ENDS["turn"],
    refuse_card=refuse_card,
)
"""To be asked, then cards, then to pass."""


# -- preferences -----------------------------------------------------------------------------------


def _lets_go(
    table: Wars, decision: Decision, word: NoPreemption, legal_orders: Sequence[Order]
) -> Iterator[Order]:
    if not word.before or scheduled(table) in word.before:
        yield orders.LetGo()


def _preempts(
    table: Wars, decision: Decision, word: PreemptBefore, legal_orders: Sequence[Order]
) -> Iterator[Order]:
    if not word.before or scheduled(table) in word.before:
        yield orders.Preempt()


def _passes(
    table: Wars, decision: Decision, word: PassWithoutCards, legal_orders: Sequence[Order]
) -> Iterator[Order]:
    if not any(of_verb(legal_orders, orders.Besiege)):
        yield orders.PassImpulse()


def _any_of(verb: type[Order]) -> Gives:
    """The legal orders of a verb, for the nation that is asked."""
    return lambda table, decision, word, legal_orders: of_verb(legal_orders, verb)


def _need(table: Wars, leader: str, space: str) -> int:
    """What two dice have to show for an interception by a leader [10.11.a]."""
    state, pack = table.state, table.data
    it = state.leaders[leader]
    link = pack.link(it.where, space)
    assert link is not None, "they may intercept there"
    lines = encounters.lines_of(state, pack, leader, link, it.where, it.nation)
    return encounters.NEEDED - sum(line.amount for line in lines)


def _intercepts(
    table: Wars, decision: Decision, word: InterceptIf, legal_orders: Sequence[Order]
) -> Iterator[Order]:
    """Those who need least first, each with all that they can lead [10.1]."""
    space = top(table.state, Meeting).space
    if word.spaces and space not in word.spaces:
        return
    able = [
        it
        for it in of_verb(legal_orders, orders.Intercept)
        if not word.leaders or it.leader in word.leaders
    ]
    able.sort(key=lambda it: (_need(table, it.leader, space), -it.group, -it.sp))
    for order in able:
        if _need(table, order.leader, space) <= word.need:
            yield order


def _lets_pass(
    table: Wars, decision: Decision, word: NeverIntercept, legal_orders: Sequence[Order]
) -> Iterator[Order]:
    if not word.spaces or top(table.state, Meeting).space in word.spaces:
        yield orders.LetPass()


def _evades(
    table: Wars, decision: Decision, word: EvadeTo, legal_orders: Sequence[Order]
) -> Iterator[Order]:
    """To the first space that is open and for which the dice are good enough [10.2]."""
    state, pack = table.state, table.data
    evading = evasion.Evading(table, decision.seat)
    leader = commanding(state, pack, evading.leaders)
    for order in named(of_verb(legal_orders, orders.Evade), "to", word.to):
        link = pack.link(evading.space, order.to)
        assert link is not None, "it is a legal order"
        nation = state.leaders[leader].nation
        lines = encounters.lines_of(state, pack, leader, link, evading.space, nation)
        if encounters.NEEDED - sum(line.amount for line in lines) <= word.need:
            yield order
    if evading.meeting.evading:
        yield orders.Stand()


def _stands(
    table: Wars, decision: Decision, word: StandFast, legal_orders: Sequence[Order]
) -> Iterator[Order]:
    if not word.spaces or top(table.state, Meeting).space in word.spaces:
        yield orders.Stand()


def _loses_units(
    table: Wars, decision: Decision, word: LoseUnitsFirst, legal_orders: Sequence[Order]
) -> Iterator[Order]:
    """As many strength points at once as may be named [9.4.a], and in battles before leaders."""
    units = of_verb(legal_orders, orders.LoseUnits)
    yield from sorted(units, key=lambda it: -it.sp)
    yield from of_verb(legal_orders, orders.HitUnits)


def _battle(table: Wars) -> str:
    battle = inmost(table.state, Battle)
    return "" if battle is None else battle.space


CHOICES: dict[str, Answers[Wars]] = in_battles(
    _battle,
    Ask,
    {
        "mulligan": Preference(KeepHands, _any_of(orders.KeepHand)),
        "offer": Preference(NoOffers, _any_of(orders.NoOffer)),
        "camp": Preference(StayPut, _any_of(orders.StayOut)),
        "peace": Preference(LeavePeaceRoll, _any_of(orders.LeavePeace)),
        "resource_or_pass": Preference(PassWithoutCards, _passes),
        "preempt": preferred(
            Preference(PreemptBefore, _preempts), Preference(NoPreemption, _lets_go)
        ),
        "intercept": preferred(
            Preference(InterceptIf, _intercepts), Preference(NeverIntercept, _lets_pass)
        ),
        "contest": Preference(NeverIntercept, just(orders.Tolerate())),
        "evade": preferred(Preference(EvadeTo, _evades), Preference(StandFast, _stands)),
        "losses": Preference(LoseUnitsFirst, _loses_units),
        "hits": Preference(LoseUnitsFirst, _loses_units),
        "odd_hits": Preference(OddHitsTo, first_of(orders.GiveHit, "nation", "nations")),
        "flag": Preference(TakeDuchies, _any_of(orders.Claim)),
        "retreat": Preference(RetreatTo, first_of(orders.Retreat, "to", "to")),
    },
)
"""Who answers which kind of question beside windows; every other kind is asked."""

ANSWERS: dict[str, Answers[Wars]] = {
    "window": WINDOW_ORDERS.answers,
    CARDS: WINDOW_ORDERS.answers,
    **CHOICES,
}

BIG = (
    Big(orders.Resign, "R-160"),
    Big(orders.AgreeToEnd, "R-160"),
    Big(orders.BidForCamp, "4.3.d"),
    Big(orders.DeclareWar, "8.34.a"),
    Big(orders.OpenWar, "8.34.a"),
    Big(orders.ChangeCamp, "8.34.b"),
    Big(orders.AskToJoin, "14.1.a"),
    Big(orders.Invade, "9.54.b"),
    Big(orders.InvadeBySea, "R-186"),
    Big(orders.Intercept, "10.11.a", (InterceptIf,)),
    Big(orders.Evade, "10.2.e", (EvadeTo,)),
)
"""What is never done by a standing order that does not say so: dice, wars, changes of camp."""
