"""What standing orders answer, kind of question by kind [R-136]."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from napoleon.rules.kit.frames import inmost, top
from napoleon.rules.kit.preferences import (
    Gives,
    Preference,
    best_of,
    first_of,
    if_nothing_else,
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
from napoleon.rulesets.napoleonic_wars import encounters, evasion, fleets, seeking
from napoleon.rulesets.napoleonic_wars.battle_cards import KIND as CARDS
from napoleon.rulesets.napoleonic_wars.frames.answers import Window
from napoleon.rulesets.napoleonic_wars.frames.at_sea import Search, Voyage
from napoleon.rulesets.napoleonic_wars.frames.battles import Battle
from napoleon.rulesets.napoleonic_wars.frames.forces import Meeting
from napoleon.rulesets.napoleonic_wars.impulses import preempting, scheduled
from napoleon.rulesets.napoleonic_wars.nations import at_war, commander
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
from napoleon.rulesets.napoleonic_wars.spaces import commanding, hostile_in, own_in, units_in
from napoleon.rulesets.napoleonic_wars.standing_orders.kinds import (
    AcceptBattles,
    Ask,
    AskMe,
    EludeFleets,
    EndPhases,
    EvadeTo,
    InterceptIf,
    KeepHands,
    LeavePeaceRoll,
    LetFleetsSail,
    LoseUnitsFirst,
    MakeForPorts,
    NeverIntercept,
    NoOffers,
    NoPreemption,
    OddHitsTo,
    PassAll,
    PassWindow,
    PassWithoutCards,
    PlayCard,
    PreemptBefore,
    PressSieges,
    RetreatTo,
    RetreatToFriends,
    SaveResources,
    SeekFleets,
    StandFast,
    StayPut,
    TakeDuchies,
)
from napoleon.rulesets.napoleonic_wars.standing_orders.refusals import refuse_card
from napoleon.rulesets.napoleonic_wars.state import Squadrons, State
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
        return None if word.against else battles.PlayBattleCard(nation, word.card)
    if word.against and top(table.state, Window).nation not in word.against:
        return None
    return cards.Respond(nation, word.card)


def _passing(table: Wars, decision: Decision) -> Order:
    return battles.PlayNoBattleCard() if decision.kind == CARDS else cards.Decline()


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
    nation = scheduled(table)
    spared = word.whom == "no_enemy" and at_war(table.state, nation, preempting(table))
    if nation in (word.before or (nation,)) and not spared:
        yield impulses.LetGo()


def _preempts(
    table: Wars, decision: Decision, word: PreemptBefore, legal_orders: Sequence[Order]
) -> Iterator[Order]:
    if not word.before or scheduled(table) in word.before:
        yield impulses.Preempt()


def _passes(
    table: Wars, decision: Decision, word: PassWithoutCards, legal_orders: Sequence[Order]
) -> Iterator[Order]:
    if not any(of_verb(legal_orders, battles.Besiege)):
        yield impulses.PassImpulse()


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
        for it in of_verb(legal_orders, marches.Intercept)
        if not word.leaders or it.leader in word.leaders
    ]
    able.sort(key=lambda it: (_need(table, it.leader, space), -it.group, -it.sp))
    for order in able:
        if _need(table, order.leader, space) <= word.need:
            yield order


def _entered(table: Wars) -> tuple[int, int]:
    """The units that have entered a space, and those of their enemies there."""
    meeting, state = top(table.state, Meeting), table.state
    entered = own_in(state, meeting.space, meeting.nation)
    enemies = hostile_in(state, meeting.space, meeting.nation)
    return units_in(state, meeting.space, entered), units_in(state, meeting.space, enemies)


def _lets_pass(
    table: Wars, decision: Decision, word: NeverIntercept, legal_orders: Sequence[Order]
) -> Iterator[Order]:
    """Of each space one army could come, with its leader."""
    if word.spaces and top(table.state, Meeting).space not in word.spaces:
        return
    entered, there = _entered(table)
    coming: dict[str, int] = {}
    for it in of_verb(legal_orders, marches.Intercept):
        where = table.state.leaders[it.leader].where
        coming[where] = max(coming.get(where, 0), it.sp + 1)
    if word.when == "always" or there + sum(coming.values()) < entered:
        yield marches.LetPass()


def _tolerates(
    table: Wars, decision: Decision, word: NeverIntercept, legal_orders: Sequence[Order]
) -> Iterator[Order]:
    """A flag without forces is stronger than nobody."""
    if word.when == "always":
        yield marches.Tolerate()


def _evades(
    table: Wars, decision: Decision, word: EvadeTo, legal_orders: Sequence[Order]
) -> Iterator[Order]:
    """To the first space that is open and for which the dice are good enough [10.2]."""
    state, pack = table.state, table.data
    evading = evasion.Evading(table, decision.seat)
    leader = commanding(state, pack, evading.leaders)
    for order in named(of_verb(legal_orders, marches.Evade), "to", word.to):
        link = pack.link(evading.space, order.to)
        assert link is not None, "it is a legal order"
        nation = state.leaders[leader].nation
        lines = encounters.lines_of(state, pack, leader, link, evading.space, nation)
        if encounters.NEEDED - sum(line.amount for line in lines) <= word.need:
            yield order
    if evading.meeting.evading:
        yield marches.Stand()


def _stands(
    table: Wars, decision: Decision, word: StandFast, legal_orders: Sequence[Order]
) -> Iterator[Order]:
    entered, there = _entered(table)
    fits = word.when == "always" or there >= entered
    if fits and (not word.spaces or top(table.state, Meeting).space in word.spaces):
        yield marches.Stand()


def _loses_units(
    table: Wars, decision: Decision, word: LoseUnitsFirst, legal_orders: Sequence[Order]
) -> Iterator[Order]:
    """As many strength points at once as may be named [9.4.a], and in battles before leaders."""
    units = of_verb(legal_orders, marches.LoseUnits)
    yield from sorted(units, key=lambda it: -it.sp)
    yield from of_verb(legal_orders, battles.HitUnits)


def _strangers(
    table: Wars,
    decision: Decision,
    word: RetreatToFriends,
    order: battles.Retreat | at_sea.MakeForPort,
) -> int:
    """The more of its own side stands in a space, the less [11.4.a, 13.41.a]."""
    to = order.to if isinstance(order, battles.Retreat) else order.port
    own = next(it for it in table.data.track if commander(table.state, it) == decision.seat)
    return -units_in(table.state, to, own_in(table.state, to, own))


def _at_sea(table: Wars, word: SeekFleets | LetFleetsSail) -> bool:
    """Whether a standing order speaks of the zone that a fleet has come to."""
    return not word.zones or top(table.state, Voyage).at in word.zones


def _is_near(table: Wars, need: int, ships: Sequence[Squadrons], more: int = 0) -> bool:
    """Whether two dice need no more than this for a fleet at sea [13.3.c, 13.33.a]."""
    helps = sum(line.amount for line in fleets.search_lines(table.data, ships))
    return fleets.NEEDED - helps - more <= need


def _seeks(
    table: Wars, decision: Decision, word: SeekFleets, legal_orders: Sequence[Order]
) -> Iterator[Order]:
    voyage = top(table.state, Voyage)
    if not _at_sea(table, word):
        return
    if not voyage.seekers:
        yield at_sea.Sally()
    for lead in voyage.seekers[:1]:
        ships = fleets.stack(table.state, voyage.at, lead)
        if _is_near(table, word.need, ships, seeking.blockades(table, lead)):
            yield at_sea.Seek()


def _lets_sail(
    table: Wars, decision: Decision, word: LetFleetsSail, legal_orders: Sequence[Order]
) -> Iterator[Order]:
    if _at_sea(table, word):
        yield from (at_sea.LetSail(), at_sea.StayInPort())


def _eludes(
    table: Wars, decision: Decision, word: EludeFleets, legal_orders: Sequence[Order]
) -> Iterator[Order]:
    if _is_near(table, word.need, seeking.sought(table, top(table.state, Search).found)):
        yield at_sea.Elude()


def _battle(table: Wars) -> str:
    battle = inmost(table.state, Battle)
    return "" if battle is None else battle.space


_SEEKING = preferred(Preference(SeekFleets, _seeks), Preference(LetFleetsSail, _lets_sail))
_ENDING = Preference(
    EndPhases,
    if_nothing_else(
        impulses.EndImpulse,
        marches.Halt,
        at_sea.Anchor,
        between_turns.EndReinforcement,
        cards.StopSpending,
    ),
)
_SAVING = Preference(
    SaveResources,
    if_nothing_else(impulses.EndImpulse, but=(impulses.DrawByResource, impulses.TryEarlyWinter)),
)

CHOICES: dict[str, Answers[Wars]] = in_battles(
    _battle,
    Ask,
    {
        "mulligan": Preference(KeepHands, _any_of(beginning.KeepHand)),
        "offer": Preference(NoOffers, _any_of(conquest.NoOffer)),
        "camp": Preference(StayPut, _any_of(diplomacy.StayOut)),
        "peace": Preference(LeavePeaceRoll, _any_of(between_turns.LeavePeace)),
        "resource_or_pass": Preference(PassWithoutCards, _passes),
        "preempt": preferred(
            Preference(PreemptBefore, _preempts), Preference(NoPreemption, _lets_go)
        ),
        "intercept": preferred(
            Preference(InterceptIf, _intercepts), Preference(NeverIntercept, _lets_pass)
        ),
        "contest": Preference(NeverIntercept, _tolerates),
        "evade": preferred(Preference(EvadeTo, _evades), Preference(StandFast, _stands)),
        "losses": Preference(LoseUnitsFirst, _loses_units),
        "hits": Preference(LoseUnitsFirst, _loses_units),
        "odd_hits": Preference(OddHitsTo, first_of(battles.GiveHit, "nation", "nations")),
        "flag": Preference(TakeDuchies, _any_of(battles.Claim)),
        "retreat": preferred(
            Preference(RetreatTo, first_of(battles.Retreat, "to", "to")),
            Preference(RetreatToFriends, best_of(battles.Retreat, _strangers)),
        ),
        "seek": _SEEKING,
        "sally": _SEEKING,
        "elude": preferred(
            Preference(EludeFleets, _eludes), Preference(AcceptBattles, just(at_sea.AcceptBattle()))
        ),
        "siege_again": Preference(PressSieges, just(battles.GoOn())),
        "sinking": Preference(OddHitsTo, first_of(at_sea.SinkSquadron, "nation", "nations")),
        "refuge": preferred(
            Preference(MakeForPorts, first_of(at_sea.MakeForPort, "port", "ports")),
            Preference(RetreatToFriends, best_of(at_sea.MakeForPort, _strangers)),
        ),
        "act": preferred(_ENDING, _SAVING),
        **dict.fromkeys(("march", "voyage", "reinforce", "spend"), _ENDING),
    },
)
"""Who answers which kind of question beside windows; every other kind is asked."""

ANSWERS: dict[str, Answers[Wars]] = {
    "window": WINDOW_ORDERS.answers,
    CARDS: WINDOW_ORDERS.answers,
    **CHOICES,
}

BIG = (
    Big(beginning.Resign, "R-160"),
    Big(beginning.AgreeToEnd, "R-160"),
    Big(beginning.BidForCamp, "4.3.d"),
    Big(diplomacy.DeclareWar, "8.34.a"),
    Big(diplomacy.OpenWar, "8.34.a"),
    Big(diplomacy.ChangeCamp, "8.34.b"),
    Big(diplomacy.AskToJoin, "14.1.a"),
    Big(marches.Invade, "9.54.b"),
    Big(at_sea.InvadeBySea, "R-186"),
    Big(marches.Intercept, "10.11.a", (InterceptIf,)),
    Big(marches.Evade, "10.2.e", (EvadeTo,)),
    Big(at_sea.Seek, "13.3.a", (SeekFleets,)),
    Big(at_sea.Sally, "13.8.a", (SeekFleets,)),
    Big(at_sea.Elude, "13.31.a", (EludeFleets,)),
)
"""What is never done by a standing order that does not say so: dice, wars, changes of camp."""
