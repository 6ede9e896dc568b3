"""Instructions: what a seat says in advance, so that a battle by mail takes days."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from api.fields import form_of
from napoleon.chance import SeededChance
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.standing_orders import Kept, StandingOrder
from napoleon.rulesets.napoleon_columbia import RULES, orders
from napoleon.rulesets.napoleon_columbia.standing_orders.kinds import (
    AskEverything,
    AskMe,
    EndCombat,
    EndPhases,
    FightInOrder,
    FireAll,
    KeepLeadersHidden,
    LoseForSupply,
    Losses,
    NoMarch,
    NoRegrouping,
    NoReinforcement,
    OnlyWhatMatters,
    PlaceTerrain,
    QuickAnswers,
    ReinforceWith,
    Reinforcing,
    Retreats,
    RetreatTo,
    RetreatWhenLost,
    SetUpByCards,
    ShowLeaders,
    Skirmishers,
    Skirmishing,
    TakeHits,
    Usual,
    Withdraw,
)
from napoleon.rulesets.napoleon_columbia.state import Beaten, Regrouping, Shot
from tests import acting
from tests.napoleon_columbia.kit import (
    ALLIED,
    ANGLO,
    END_COMBAT,
    END_MARCH,
    END_REGROUP,
    END_REINFORCEMENT,
    FRENCH,
    KEEP_HIDDEN,
    PACK,
    PRUSSIAN,
    Board,
    Played,
    changed,
    fighting,
    fire,
    fresh,
    hit,
    marching,
    move,
    play,
    reinforce,
    retreat,
    road,
    roads,
    until,
    with_state,
)

LINES = {
    "attacker_a": "f02 f04",
    "attacker_b": "f09",
    "attacker_c": "f15",
    "attacker_reserve": "f21",
    "defender_a": "p02",
    "defender_b": "p07",
    "defender_c": "p09",
    "defender_reserve": "p06",
}


def leave(given: Played, seat: str, *instructions: StandingOrder) -> list[Kept]:
    """The standing orders as they are kept when `seat` leaves them here."""
    return acting.leave(RULES, given, seat, instructions)


def answer(given: Played, kept: Iterable[Kept]) -> Order | None:
    """What the standing orders that have not run out answer to the first open question."""
    return acting.answer(RULES, given, kept)


def said(given: Played, *instructions: StandingOrder) -> Order | None:
    """What standing orders answer that the asked seat has just left."""
    seat = given.asked[0][0]
    return answer(given, leave(given, seat, *instructions))


def expired(given: Played, kept: Kept) -> bool:
    """Whether a standing order has run out."""
    assert RULES.standing is not None
    return RULES.standing.has_expired(given.state, kept)


def refused(given: Played, seat: str, instruction: StandingOrder) -> tuple[str, str]:
    """Code and clause of the refusal of a standing order."""
    assert RULES.standing is not None
    refusal = RULES.standing.refuse(given.state, seat, instruction)
    assert refusal is not None
    assert RULES.clause(refusal.clause) is not None
    assert refusal.detail.endswith(".")
    return refusal.code, refusal.clause


def combat(acting_: str = "attacker", lines: dict[str, str] | None = None, **given: Any) -> Played:
    """The Combat phase of one side at Ligny, where the French attack from Charleroi."""
    board = Board("ligny", lines or LINES, came_from="charleroi")
    return fighting(board, acting_=acting_, **given)


# -- what they are --------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", RULES.standing.kinds, ids=lambda kind: kind.__name__)
def test_every_kind_is_explained_and_can_be_filled_in(kind: type[StandingOrder]) -> None:
    assert RULES.standing is not None
    choices = RULES.standing.choices(combat().state, FRENCH)
    form = form_of(kind, choices)
    assert form.explanation.endswith(".")
    for field in form.inputs:
        assert field.choices or field.kind == "number", field


def test_what_is_chosen_by_name_is_the_seats_own() -> None:
    assert RULES.standing is not None
    three = marching({"brussels": "a02", "ligny": "p02", "beaumont": "f02"}, players=3)
    units = {
        seat: set(RULES.standing.choices(three.state, seat)["units"])
        for seat in (FRENCH, ANGLO, PRUSSIAN)
    }
    assert units == {FRENCH: {"f02"}, ANGLO: {"a02"}, PRUSSIAN: {"p02"}}
    assert RULES.standing.choices(three.state, ANGLO)["units"]["a02"] == PACK.unit_names["a02"]
    assert set(RULES.standing.choices(three.state, ANGLO)["towns"]) == set(PACK.towns)


# -- refused --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "instruction", "why"),
    [
        (FRENCH, TakeHits(("p02",)), ("NOT_YOUR_UNIT", "3.1")),
        (FRENCH, TakeHits(("x99",)), ("UNKNOWN_UNIT", "3.1")),
        (FRENCH, Skirmishers(("f03",)), ("NO_SUCH_UNIT", "3.4")),
        (FRENCH, RetreatTo(()), ("BAD_PAYLOAD", "7.1")),
        (FRENCH, RetreatTo(("atlantis",)), ("UNKNOWN_TOWN", "1.0")),
        (FRENCH, EndCombat(battles=("atlantis",)), ("UNKNOWN_TOWN", "1.0")),
        (FRENCH, RetreatTo(("ghent",), battles=("ligny",)), ("NO_ROAD", "7.1")),
        (FRENCH, RetreatWhenLost(2, ("ghent",), battles=("ligny",)), ("NO_ROAD", "7.1")),
        (FRENCH, ReinforceWith(()), ("BAD_PAYLOAD", "6.34")),
        (FRENCH, PlaceTerrain("woods", ()), ("BAD_PAYLOAD", "6.21")),
        (FRENCH, LoseForSupply(("f02",)), ("NOT_YOUR_DECISION", "10.0")),
        (ALLIED, LoseForSupply(()), ("BAD_PAYLOAD", "10.0")),
    ],
)
def test_what_could_never_apply_is_refused(
    seat: str, instruction: StandingOrder, why: tuple[str, str]
) -> None:
    assert refused(combat(), seat, instruction) == why


def test_nobody_has_units_before_the_sides_are_bid_for() -> None:
    bidding = fresh(bidding=True, drawn=["first"])
    assert refused(bidding, "first", TakeHits(("f02",))) == ("NOT_YOUR_UNIT", "N-63")
    assert leave(bidding, "first", TakeHits())


# -- how long -------------------------------------------------------------------------------------


def test_how_long_a_standing_order_holds() -> None:
    french, allied, french_later = (
        marching({"beaumont": "f02", "brussels": "a02"}, turn=turn, active=side)
        for turn, side in ((1, FRENCH), (2, ALLIED), (3, FRENCH))
    )
    [turn, own, always] = leave(
        french,
        FRENCH,
        NoMarch(until="turn"),
        NoMarch(until="own_turn"),
        NoMarch(until="withdrawn"),
    )
    assert [expired(french, it) for it in (turn, own, always)] == [False] * 3
    assert [expired(allied, it) for it in (turn, own, always)] == [True, False, False]
    assert [expired(french_later, it) for it in (turn, own, always)] == [True, True, False]
    [of_the_allies] = leave(french, ALLIED, NoMarch(until="own_turn"))
    assert expired(allied, of_the_allies)


def test_what_is_left_at_set_up_holds_for_the_first_turn() -> None:
    [kept] = leave(fresh(), FRENCH, NoMarch(until="turn"))
    assert not expired(marching({"beaumont": "f02"}, turn=1), kept)
    assert expired(marching({"beaumont": "f02"}, turn=2, active=ALLIED), kept)


# -- to be asked ----------------------------------------------------------------------------------


def test_to_be_asked_comes_first() -> None:
    given = combat()
    end = EndCombat("at_once")
    assert said(given, end) == END_COMBAT
    assert said(given, end, AskMe("combat")) is None
    assert said(given, AskMe("any"), end) is None
    assert said(given, end, AskMe("combat", battles=("ligny",))) is None
    assert said(given, end, AskMe("combat", battles=("wavre",))) == END_COMBAT
    assert said(given, end, AskMe("hit")) == END_COMBAT


# -- set-up and march -----------------------------------------------------------------------------


def test_a_whole_set_up_by_the_cards() -> None:
    given = fresh()
    kept = [it for seat in (ALLIED, FRENCH) for it in leave(given, seat, SetUpByCards())]
    played, answers = given, 0
    while (order := answer(played, kept)) is not None:
        played = play(played, played.asked[0][0], order)
        answers += 1
    assert played.asked == [(FRENCH, "march")]
    placed = PACK.historical.placed
    assert {unit: it.town for unit, it in played.state.blocks.items()} == placed
    assert answers < 12, "not unit by unit"


def test_who_has_set_up_by_hand_is_asked() -> None:
    begun = play(fresh(), ALLIED, orders.PlaceUnit("a01", "brussels"))
    assert said(begun, SetUpByCards()) is None


def test_nobody_marches_by_day_or_by_night() -> None:
    day = marching({"beaumont": "f02 f09", "brussels": "a02"})
    night = marching({"beaumont": "f02 f09", "brussels": "a02"}, night=True)
    assert said(day, NoMarch()) == said(night, NoMarch()) == END_MARCH
    assert (said(day, NoMarch("night")), said(night, NoMarch("night"))) == (None, END_MARCH)
    marched = play(day, FRENCH, *road("f02", "beaumont", "thuin"))
    assert said(marched, NoMarch()) is None, "whoever has begun to march is asked"


# -- hits [6.4] -----------------------------------------------------------------------------------


def under_fire(strengths: str = "f02:3 f09:3 f04") -> Played:
    """French units in the open at Ligny have to take two hits."""
    lines = {**LINES, "attacker_a": strengths, "attacker_b": "f10"}
    given = combat("defender", lines)
    return with_state(given, shot=Shot(FRENCH, 2, "attacker_a"))


def test_hits_are_taken_in_the_order_that_was_left() -> None:
    given = under_fire()
    assert given.asked == [(FRENCH, "hit")]
    assert said(given, TakeHits(("f04", "f09", "f02"))) == hit("f04")
    assert said(given, TakeHits(("f09",))) == hit("f09")
    assert said(given, TakeHits(("f09",), battles=("wavre",))) is None
    assert said(given, TakeHits()) in [hit(it) for it in ("f02", "f04", "f09")]
    taken = play(given, FRENCH, hit("f04"))
    assert said(taken, TakeHits(("f04", "f09", "f02"))) == hit("f09"), "f04 is no longer strongest"


# -- the Combat phase -----------------------------------------------------------------------------


def engaged() -> Played:
    """Kellermann and the Guard meet the Prussians on their own left; the Guard guns stand in the
    centre, opposite a Prussian corps in the open."""
    lines = {
        "attacker_b": "f04",
        "attacker_c": "f15",
        "attacker_reserve": "f03",
        "defender_a": "f02 f21 p02 p03",
        "defender_b": "p07",
        "defender_c": "p09",
        "attacker_a": "f09",
    }
    return combat(lines=lines)


def test_all_fire_that_is_possible_and_then_the_end() -> None:
    given = engaged()
    kept = leave(given, FRENCH, FireAll(), EndCombat())
    fired = []
    while isinstance(order := answer(given, kept), orders.Fire):
        fired.append(order.unit)
        steps = given.state.blocks[order.unit].strength
        given = play(given, FRENCH, order, dice=[6] * steps)
    assert sorted(fired) == ["f02", "f04", "f21"]
    assert order == END_COMBAT


def test_units_that_are_named_fire_first() -> None:
    assert said(engaged(), FireAll("dangerous", ("f21",))) == fire("f21")
    assert said(engaged(), FireAll("dangerous", ("f04",))) == fire("f04")
    unnamed = said(engaged(), FireAll("dangerous"))
    assert unnamed == fire("f02"), "two Prussian units are more dangerous than one"


def test_squares_or_the_open() -> None:
    given = changed(engaged(), "p02", square=True)
    square, line = PACK.blocks["p02"], PACK.blocks["p03"]
    assert square.max_strength * square.firepower > line.max_strength * line.firepower
    assert said(given, FireAll("dangerous", ("f02",))) == fire("f02", "square")
    assert said(given, FireAll("open", ("f02",))) == fire("f02")
    assert said(given, FireAll("square")) in (fire("f02", "square"), fire("f21", "square"))
    assert said(given, FireAll("best", ("f02",))) == fire("f02", "square"), "infantry: +1F"
    assert said(given, FireAll("best", ("f21",))) == fire("f21"), "cavalry: -1F at squares"


def test_the_phase_ends_when_it_was_told_to() -> None:
    given = engaged()
    assert said(given, EndCombat("at_once")) == END_COMBAT
    assert said(given, EndCombat("no_fire_left")) is None
    assert said(given, EndCombat("nothing_left")) is None
    assert said(given, EndCombat("at_once", battles=("wavre",))) is None
    assert said(combat(), FireAll("square"), EndCombat("no_fire_left")) is None
    [battle] = given.state.battles
    done = given
    for unit in ("f02", "f03", "f04", "f09", "f15", "f21"):
        done = changed(done, unit, fired=True)
    assert said(done, EndCombat("nothing_left")) == END_COMBAT
    assert battle.fighters["f02"].fired is False


def test_shaken_units_withdraw_to_the_reserve_if_they_can() -> None:
    lines = {**LINES, "attacker_a": "f02 f21 p02", "defender_a": "p03", "attacker_reserve": "f04"}
    given = changed(combat(lines=lines), "f21", shaken=True, strength=1)
    assert said(given, Withdraw()) == move("f21", "attacker_reserve")
    assert said(given, Withdraw(), EndCombat("at_once")) == move("f21", "attacker_reserve")
    assert said(given, EndCombat("at_once")) is None, "the phase does not end before"
    assert said(combat(), Withdraw()) is None


def test_units_retreat_once_enough_are_lost() -> None:
    given = combat(around={"charleroi": "f12"})
    word = RetreatWhenLost(2, ("thuin", "charleroi"))
    kept = leave(given, FRENCH, word, EndCombat("at_once"))
    assert answer(given, kept) == END_COMBAT
    lost = {**given.state.eliminated, FRENCH: ["f19", "f20"]}
    after = with_state(given, eliminated=lost)
    first = answer(after, kept)
    assert isinstance(first, orders.Retreat) and first.town == "charleroi"
    gone = play(after, FRENCH, first)
    second = answer(gone, kept)
    assert isinstance(second, orders.Retreat) and second.unit != first.unit
    assert answer(play(gone, FRENCH, second), kept) == END_COMBAT, "the road takes two units"
    assert said(after, word) is None, "what was lost before it was left does not count"


def test_those_who_are_engaged_go_last() -> None:
    lines = {**LINES, "attacker_a": "f02 p02", "defender_a": "p03"}
    given = combat(lines=lines, around={"charleroi": "f12"})
    kept = leave(given, FRENCH, RetreatWhenLost(1, ("charleroi",)))
    after = with_state(given, eliminated={**given.state.eliminated, FRENCH: ["f19"]})
    first = answer(after, kept)
    assert isinstance(first, orders.Retreat) and first.unit != "f02"


# -- beaten [7.4] ---------------------------------------------------------------------------------


def test_the_beaten_retreat_where_they_were_told() -> None:
    given = with_state(
        combat(around={"gembloux": "p15", "namur": "p16"}), beaten=Beaten(ALLIED, "ligny", "rout")
    )
    assert given.asked == [(ALLIED, "beaten")]
    word = RetreatTo(("ghent", "namur", "gembloux"), ("p09", "p07"))
    assert said(given, word) == retreat("p09", "namur")
    assert said(given, RetreatTo(("gembloux",), ("p07",))) == retreat("p07", "gembloux")
    assert said(given, RetreatTo(("namur",), battles=("ligny",))) is not None
    assert said(given, RetreatTo(("waterloo",), battles=("quatre_bras",))) is None
    assert said(given, RetreatTo(("charleroi",))) is None, "the attacker came from there"


# -- reinforcement, regrouping --------------------------------------------------------------------


def reinforcing() -> Played:
    """The French may bring units from Charleroi to Ligny; its road takes two."""
    given = combat(around={"charleroi": "f12 f13 f16"})
    return play(given, FRENCH, END_COMBAT)


def test_reinforcements_come_in_the_order_that_was_left() -> None:
    given = reinforcing()
    assert given.asked == [(FRENCH, "reinforcement")]
    kept = leave(given, FRENCH, ReinforceWith(("f16", "f12")))
    assert answer(given, kept) == reinforce("f16")
    one = play(given, FRENCH, reinforce("f16"))
    assert answer(one, kept) == reinforce("f12")
    only = leave(given, FRENCH, ReinforceWith(("f16",)))
    assert answer(one, only) == END_REINFORCEMENT
    assert said(given, ReinforceWith(("f16",), battles=("wavre",))) is None


def test_no_reinforcements_come() -> None:
    given = reinforcing()
    assert said(given, NoReinforcement()) == END_REINFORCEMENT
    assert said(given, NoReinforcement(), ReinforceWith(("f16",))) == END_REINFORCEMENT
    assert said(given, ReinforceWith(("f16",)), NoReinforcement()) == reinforce("f16")


def test_nobody_regroups() -> None:
    won = with_state(
        marching({"ligny": "f02 f09", "charleroi": "f12", "brussels": "a02"}),
        regrouping=Regrouping(FRENCH, "ligny"),
    )
    assert won.asked == [(FRENCH, "regroup")]
    assert said(won, NoRegrouping()) == END_REGROUP
    assert said(won, NoRegrouping(battles=("wavre",))) is None


# -- leaders [9.1] --------------------------------------------------------------------------------


def forced(leader_in: str) -> Played:
    """Infantry of Beaumont has forced its march; Napoleon began in `leader_in`."""
    towns = {"beaumont": "f09", leader_in: "f01"}
    if leader_in == "beaumont":
        towns = {"beaumont": "f09 f01"}
    given = marching({**towns, "brussels": "a02"})
    marched = play(given, FRENCH, *road("f09", "beaumont", "thuin", "charleroi", forced=True))
    return play(marched, FRENCH, END_MARCH)


def test_a_leader_is_shown_where_that_helps_and_only_there() -> None:
    there, elsewhere = forced("beaumont"), forced("solre")
    assert there.asked == elsewhere.asked == [(FRENCH, "reveal_leader")]
    assert said(there, ShowLeaders()) == orders.RevealLeader("f01")
    assert said(elsewhere, ShowLeaders()) == KEEP_HIDDEN
    assert said(there, KeepLeadersHidden()) == said(elsewhere, KeepLeadersHidden()) == KEEP_HIDDEN


# -- terrain, skirmishes, order, supply -----------------------------------------------------------


def attacked(drawn: list[str]) -> Played:
    """The French attack three Prussians in Charleroi, and terrain was drawn."""
    given = marching({"laneffe": "f01 f02 f09 f15", "charleroi": "p02 p03 p04"})
    marched = play(given, FRENCH, *roads("f02 f09 f15", "laneffe", "charleroi"))
    return play(marched, FRENCH, END_MARCH, drawn=drawn)


def test_terrain_lies_where_its_owner_wants_it() -> None:
    given = attacked(["hill", "stream", "woods"])
    assert given.asked == [(FRENCH, "terrain")]
    assert said(given, PlaceTerrain("hill", ("left",))) == orders.PlaceTerrain("hill", "a")
    assert said(given, PlaceTerrain("hill", ("right",))) == orders.PlaceTerrain("hill", "c")
    assert said(given, PlaceTerrain("woods", ("left",))) is None
    defender = play(given, FRENCH, orders.PlaceTerrain("hill", "b"))
    kept = leave(
        defender,
        ALLIED,
        PlaceTerrain("stream", ("left",)),
        PlaceTerrain("woods", ("left", "centre")),
    )
    assert answer(defender, kept) == orders.PlaceTerrain("stream", "c"), "their left is lane c"
    other = play(defender, ALLIED, orders.PlaceTerrain("stream", "c"))
    assert answer(other, kept) == orders.PlaceTerrain("woods", "b"), "the left is taken"


def test_who_fights_in_a_skirmish() -> None:
    given = marching({"quatre_bras": "f02 f09 f15 f17 f12", "ligny": "p02 p03"})
    marched = play(given, FRENCH, *roads("f02 f09 f15 f17 f12", "quatre_bras", "ligny"))
    choosing = play(marched, FRENCH, END_MARCH)
    assert choosing.asked == [(FRENCH, "skirmishers")]
    kept = leave(choosing, FRENCH, Skirmishers(("f12", "f17")))
    assert answer(choosing, kept) == orders.ChooseSkirmisher("f12")
    one = play(choosing, FRENCH, orders.ChooseSkirmisher("f12"))
    two = play(one, FRENCH, orders.ChooseSkirmisher("f17"))
    assert answer(one, kept) == orders.ChooseSkirmisher("f17")
    assert isinstance(answer(two, kept), orders.ChooseSkirmisher), "then any others"


def test_fights_come_in_the_order_that_was_left() -> None:
    given = marching({"beaumont": "f02 f09", "thuin": "p02", "philippeville": "p03"})
    for unit, to in (("f02", "thuin"), ("f09", "philippeville")):
        given = play(given, FRENCH, *road(unit, "beaumont", to))
    asked = play(given, FRENCH, END_MARCH)
    assert asked.asked == [(FRENCH, "order_skirmishes")]
    for towns in (("thuin", "philippeville"), ("philippeville",)):
        assert said(asked, FightInOrder(towns)) == orders.OrderSkirmish(towns[0])
    assert isinstance(said(asked, FightInOrder()), orders.OrderSkirmish)


def test_what_supply_costs_goes_in_the_order_that_was_left() -> None:
    given = marching({"ghent": "f02", "brussels": "a02 a03 a06", "ligny": "p02"})
    hungry = until(given, "supply", ALLIED)
    assert hungry.asked == [(ALLIED, "supply")]
    assert said(hungry, LoseForSupply(("p02", "a03", "a02"))) == orders.RemoveForSupply("a03")
    assert said(hungry, LoseForSupply(("p02",))) is None, "Prussians do not starve for Ghent"


# -- what nobody may know -------------------------------------------------------------------------


def test_answers_are_the_same_whatever_is_hidden() -> None:
    """Two positions that differ only in what stands upright among the enemy."""
    lines = {**LINES, "attacker_a": "f02 p02", "attacker_b": "f04", "attacker_reserve": "f09"}
    one = combat(lines={**lines, "defender_a": "p03", "defender_b": "p07 p08"}, hidden=True)
    other = combat(lines={**lines, "defender_a": "p04:1", "defender_b": "p10:1 p15"}, hidden=True)
    for at in ("dangerous", "best", "open"):
        for first in ("f02", "f04"):
            word = FireAll(at, (first,))
            assert said(one, word) == said(other, word) == fire(first)
        assert said(one, FireAll(at)) == said(other, FireAll(at)) == fire("f02")
    assert said(one, EndCombat()) == said(other, EndCombat())


def test_a_standing_order_is_not_used_up() -> None:
    given = combat()
    kept = leave(given, FRENCH, EndCombat("at_once"))
    assert RULES.standing is not None
    use = RULES.standing.answer(given.state, RULES.decisions(given.state)[0], kept)
    assert use is not None and (use.kept, use.spent) == (kept[0], False)


def test_a_battle_by_mail_is_fought_without_a_question() -> None:
    """Both sides have left all that a battle asks; only the next marches wait for somebody."""
    lines = {**LINES, "attacker_a": "f02 p02", "defender_a": "p03", "attacker_c": "f15 p10"}
    around = {"charleroi": "f12", "gembloux": "p15", "brussels": "a02"}
    given = combat(lines=lines, around=around)
    words = (TakeHits(), Withdraw(), FireAll(), EndCombat(), NoReinforcement(), NoRegrouping())
    towns = {FRENCH: ("charleroi",), ALLIED: ("gembloux", "namur")}
    kept = [
        it
        for seat in (FRENCH, ALLIED)
        for it in leave(given, seat, *words, RetreatTo(towns[seat]), KeepLeadersHidden())
    ]
    state, answers = RULES.copied(given.state), 0
    while (order := acting.answer(RULES, state, kept)) is not None:
        chance = SeededChance("18" * 32, "0000001815", drawn=state.draws)
        happened = RULES.decide(state, RULES.decisions(state)[0].seat, order, chance)
        assert not isinstance(happened, Refusal)
        state = acting.after(RULES, state, happened)
        answers += 1
    assert not state.battles and state.result is None
    assert [(it.seat, it.kind) for it in RULES.decisions(state)] == [(ALLIED, "march")]
    assert answers > 10


# -- quick answers ---------------------------------------------------------------------------------


def test_quick_answers_take_hits_as_they_come_and_name_them_if_told_to() -> None:
    given = under_fire()
    assert said(given, QuickAnswers()) == hit("f02")
    assert said(given, QuickAnswers(), TakeHits(("f09",))) == hit("f09"), "that comes first"
    assert said(given, QuickAnswers(), AskMe("hit")) is None


def test_quick_answers_end_combat_only_when_nothing_else_is_left() -> None:
    assert said(combat(), QuickAnswers()) is None
    assert said(combat(), QuickAnswers(), EndCombat("at_once")) == END_COMBAT


def test_quick_answers_hold_as_long_as_they_say() -> None:
    given = combat()
    [turn, always] = leave(given, FRENCH, QuickAnswers(until="turn"), QuickAnswers())
    given.state.turn += 1
    assert (expired(given, turn), expired(given, always)) == (True, False)


# -- preferences without names, and the profiles --------------------------------------------------


def test_of_the_strongest_the_least_useful_takes_the_hit() -> None:
    given = under_fire()
    assert said(given, Losses()) == hit("f09"), "the guns shoot far"
    assert said(given, Losses("strongest_first")) in (hit("f02"), hit("f04"))
    assert said(given, Losses(spare=("f02", "f04"))) == hit("f09")
    assert said(given, Losses("spread")) is not None
    assert said(given, Losses(), AskMe("hit")) is None


def test_the_beaten_retreat_towards_and_never_into() -> None:
    given = with_state(
        combat(around={"gembloux": "p15", "namur": "p16"}), beaten=Beaten(ALLIED, "ligny", "rout")
    )
    away = said(given, Retreats(never=("gembloux",)))
    assert isinstance(away, orders.Retreat) and away.town != "gembloux"
    towards = said(given, Retreats(towards=("gembloux",)))
    assert isinstance(towards, orders.Retreat) and towards.town == "gembloux"
    towns = {it.town for it in acting.legal_orders(RULES, given, ALLIED)}  # type: ignore[attr-defined]
    assert said(given, Retreats(never=tuple(towns))) is None
    assert isinstance(said(given, Usual()), orders.Retreat)


def test_a_battle_is_not_left_by_who_did_not_say_so() -> None:
    """Those who could fight on leave by the standing order that names the losses, and no other."""
    given = combat(around={"charleroi": "f12"})
    assert given.asked == [(FRENCH, "combat")]
    for word in (Retreats(towards=("charleroi",)), Usual(), OnlyWhatMatters()):
        assert not isinstance(said(given, word), orders.Retreat)


def test_all_come_but_those_who_are_to_stay() -> None:
    given = reinforcing()
    assert isinstance(said(given, Reinforcing()), orders.Reinforce)
    assert said(given, Reinforcing("none")) == END_REINFORCEMENT
    coming = {it.unit for it in acting.legal_orders(RULES, given, FRENCH) if hasattr(it, "unit")}
    kept = tuple(sorted(coming))
    assert said(given, Reinforcing(spare=kept)) == END_REINFORCEMENT
    assert said(given, Reinforcing(spare=kept[1:])) == reinforce(kept[0])


def test_who_fights_best_in_a_skirmish_fights_first() -> None:
    given = marching({"quatre_bras": "f02 f09 f15 f17 f12", "ligny": "p02 p03"})
    marched = play(given, FRENCH, *roads("f02 f09 f15 f17 f12", "quatre_bras", "ligny"))
    choosing = play(marched, FRENCH, END_MARCH)
    best, worst = (said(choosing, Skirmishing(it)) for it in ("strongest", "weakest"))
    assert isinstance(best, orders.ChooseSkirmisher) and best != worst
    assert said(choosing, Usual()) == best


def test_a_march_ends_only_when_nobody_can_march() -> None:
    given = marching({"quatre_bras": "f02 f09", "ligny": "p02 p03"})
    assert said(given, EndPhases()) is None
    assert said(given, OnlyWhatMatters()) is None


def test_what_comes_by_itself_comes_before_the_usual() -> None:
    given = under_fire()
    assert said(given, Usual(), TakeHits(("f09",))) == hit("f09")
    assert said(given, Usual(), AskMe("any")) is None
    assert said(given, AskEverything()) is None


def test_units_and_towns_of_others_are_refused() -> None:
    given = reinforcing()
    for word, code in (
        (Losses(spare=("p02",)), "NOT_YOUR_UNIT"),
        (Reinforcing(spare=("x99",)), "UNKNOWN_UNIT"),
        (Retreats(towards=("paris",)), "UNKNOWN_TOWN"),
        (Retreats(never=("paris",)), "UNKNOWN_TOWN"),
    ):
        refusal = RULES.standing.refuse(given.state, FRENCH, word)
        assert refusal is not None and refusal.code == code
