"""Cards as events, foreign wars, neutral proxies, Resources and winter, by the worked cases."""

from __future__ import annotations

import pytest

from napoleon.rules.events import total
from napoleon.rules.kit import verbs
from napoleon.rules.kit.running import Enough, Name, TakeBranch
from napoleon.rules.kit.table import Table
from napoleon.rulesets.napoleonic_wars.events import apply
from napoleon.rulesets.napoleonic_wars.frames.cards import Demand, Program
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse, Pool
from napoleon.rulesets.napoleonic_wars.hands import cards_due
from napoleon.rulesets.napoleonic_wars.nations import seats
from napoleon.rulesets.napoleonic_wars.orders.between_turns import RegroupLeader
from napoleon.rulesets.napoleonic_wars.orders.cards import (
    BringUnits,
    ChooseFlag,
    GiveCard,
    GiveResource,
    GoFar,
    GoNoFarther,
    LeadFar,
    PlaceLeader,
    PlaceNoMore,
    PlaceUnits,
    PlayForEvent,
    TieLeader,
    TieSquadron,
    TieUnits,
)
from napoleon.rulesets.napoleonic_wars.orders.impulses import Build as BuildByCP
from napoleon.rulesets.napoleonic_wars.orders.impulses import (
    DrawByResource,
    EndForeignWar,
    EndImpulse,
    PassImpulse,
    PlayForCP,
    Spare,
    Strike,
    TryEarlyWinter,
)
from napoleon.rulesets.napoleonic_wars.orders.marches import Gather, Go
from napoleon.rulesets.napoleonic_wars.pieces import put, sp_of, squadrons_at
from napoleon.rulesets.napoleonic_wars.proxies import nearest
from napoleon.rulesets.napoleonic_wars.scoring import standing
from napoleon.rulesets.napoleonic_wars.sequence import BOOK
from napoleon.rulesets.napoleonic_wars.spaces import sp_in
from napoleon.rulesets.napoleonic_wars.state import Rule, State
from tests.napoleonic_wars.closing import quietly
from tests.napoleonic_wars.playing import (
    Dice,
    amounts,
    at_play,
    copied,
    emptied,
    going_on,
    legal_orders,
    pack,
    play,
    refused,
    stand,
    table_of,
    tallied,
    told,
)

OTHERS = {"dk": ["rally_1"], "gb": ["rally_2"]}


def holding(nation: str, *cards: str, turn: int = 2, **others: list[str]) -> State:
    """The nation is in its impulse with these cards, and somebody else has one as well."""
    hands = {**OTHERS, **others, nation: [*cards]}
    state = at_play(hands, turn=turn, scheduled=nation)
    state.asked = True
    return going_on(state).state


def acting(state: State) -> Impulse:
    """The impulse that is under way."""
    impulse = state.stack[0]
    assert isinstance(impulse, Impulse)
    return impulse


# -- events as such --------------------------------------------------------------------------------


def test_case_29_in_1805_the_finnish_war_is_no_event() -> None:
    state = holding("fr", "finnish_war", turn=1)
    assert refused(state, PlayForEvent("finnish_war")) == ("NOT_IN_1805", "6.18.a")
    assert acting(play(state, PlayForCP("finnish_war")).state).pools[0].cp == 4


def test_case_30_europe_exhausted_costs_every_power_a_card() -> None:
    state = holding("ru", "europe_exhausted", "honved", fr=["spies"], au=[], gb=["admiralty"])
    state.nations["dk"].hand.append("subsidies_1")
    assert refused(state, PlayForCP("europe_exhausted")) == ("MUST_BE_EVENT", "6.b")
    played = play(state, PlayForEvent("europe_exhausted"))
    lost = [(it.nation, it.card) for it in told(played, "card_discarded_by_lot")]
    assert lost == [("ru", "honved"), ("fr", "spies")], "no home card, no proxy's"
    assert played.state.peace == 1
    assert "spies" in played.state.discards


def test_two_cards_are_played_for_event_and_cp_if_one_is_marked() -> None:
    state = holding("gb", "militia_1", "conscripts_1", "spies", "subsidies_1", dk=["bad_roads_1"])
    played = play(state, PlayForEvent("conscripts_1"), PlaceUnits("london", 4)).state
    assert refused(played, PlayForCP("subsidies_1")) == ("ONE_CARD", "5.12.a")
    both = play(played, PlayForEvent("militia_1"), Name("london"), Enough()).state
    assert refused(both, PlayForCP("spies")) == ("ONE_CARD", "5.12.b")
    assert sp_in(both, "london", "gb") == 3 + 4 + 1


def test_an_event_is_done_step_by_step_before_anything_else() -> None:
    state = holding("gb", "conscripts_1")
    asked = play(state, PlayForEvent("conscripts_1"))
    assert asked.asked == [("coalition", "build")]
    assert refused(asked.state, PlayForCP("conscripts_1"))[0] == "DECISION_PENDING"
    assert refused(asked.state, PlaceUnits("paris", 1)) == ("NOT_ON_THE_CARD", "6.11.a")
    assert refused(asked.state, PlaceUnits("london", 5)) == ("WRONG_NUMBER", "6.11.a")
    spread = play(asked.state, PlaceUnits("london", 1), PlaceUnits("york", 3))
    assert spread.types[-1] == "card_done"
    assert sp_in(spread.state, "york", "gb") == 3


def test_r_97_when_there_are_no_more_counters_pieces_come_from_elsewhere() -> None:
    state = holding("gb", "conscripts_1")
    state.nations["gb"].regroup_sp = pack().limits["gb"].max_sp - 9
    asked = play(state, PlayForEvent("conscripts_1")).state
    assert refused(asked, PlaceUnits("london", 1))[0] == "WRONG_NUMBER"
    brought = play(asked, BringUnits("naples", "london", 2)).state
    assert (sp_in(brought, "london", "gb"), sp_in(brought, "naples", "gb")) == (5, 0)
    assert sp_of(brought, "gb") == pack().limits["gb"].max_sp
    assert refused(brought, BringUnits("london", "london", 1))[0] == "SAME_SPACE"
    other = holding("gb", "conscripts_1")
    asked = play(other, PlayForEvent("conscripts_1")).state
    assert refused(asked, BringUnits("naples", "london", 1)) == ("COUNTERS_LEFT", "R-97")


def test_a_leader_and_units_of_one_reform_come_to_one_duchy() -> None:
    state = holding("au", "reform_of_the_army_1")
    state.leaders["mack"].standing, state.leaders["mack"].where = "pool", ""
    built = play(state, PlayForEvent("reform_of_the_army_1"), PlaceLeader("mack", "vienna"))
    assert built.types[-1] == "card_done"
    assert sp_in(built.state, "vienna", "au") == 3 + 2, "they come to where the leader came"


def test_r_108_the_commander_of_the_nation_that_is_named_says_how_many() -> None:
    state = holding("fr", "honved")
    asked = play(state, PlayForEvent("honved"))
    assert asked.asked == [("coalition", "build")]
    assert play(asked.state, PlaceNoMore()).types[-1] == "card_done"
    pasha = play(holding("fr", "ali_pasha"), PlayForEvent("ali_pasha"))
    assert sp_in(pasha.state, "albania", "ot") == 3, "as many as possible, and nobody is asked"
    assert pasha.state.leaders["ali_pasha"].where == "albania"


def test_r_119_bernadotte_serves_who_has_built_him() -> None:
    state = holding("fr", "bernadotte")
    built = play(state, PlayForEvent("bernadotte"), PlaceLeader("bernadotte", "paris")).state
    leader = built.leaders["bernadotte"]
    assert (leader.nation, leader.standing, leader.where) == ("fr", "map", "paris")
    assert "bernadotte" in built.removed
    assert tallied(built) == sorted(pack().deck)


def test_papal_bull_puts_flags_of_the_camp_and_case_77_an_army_may_tear_one_down() -> None:
    state = holding("gb", "papal_bull")
    for nation in ("fr", "sp"):
        for space in state.spaces.values():
            space.lots = [it for it in space.lots if it.nation != nation]
    for leader in state.leaders.values():
        leader.standing = "pool"
    stand(state, "mantua", "fr", 3, "massena")
    asked = play(state, PlayForEvent("papal_bull"), Name("milan"), Enough())
    assert asked.asked == [("coalition", "whose_flag")]
    assert refused(asked.state, ChooseFlag("sp")) == ("NOT_ON_THE_CARD", "R-107")
    flagged = play(asked.state, ChooseFlag("gb"))
    assert flagged.state.spaces["milan"].flag == "gb"
    assert flagged.asked == [("imperial", "contest")]


def test_polish_uprising_places_one_flag_on_each_space() -> None:
    state = holding("fr", "polish_uprising")
    for leader in state.leaders.values():
        leader.standing = "pool"
    played = play(
        state, PlayForEvent("polish_uprising"), Name("cracow"), Name("lublin"), Name("fr")
    )
    assert [played.state.spaces[it].flag for it in ("cracow", "lublin")] == ["fr", "fr"]
    assert "card_done" in played.types


def test_emigres_take_a_card_that_both_seats_know() -> None:
    state = holding("fr", "emigres_and_exiles", gb=["honved", "admiralty"])
    taken = play(state, PlayForEvent("emigres_and_exiles"))
    [event] = told(taken, "card_taken")
    assert event.readers == ("coalition", "imperial")
    assert taken.state.nations["fr"].hand == ["honved"]
    assert refused(taken.state, PlayForCP("honved")) == ("ONE_CARD", "5.12.a")


def test_spies_show_a_hand_to_one_seat() -> None:
    state = holding("fr", "spies", dk=["honved"], ru=["militia_1", "militia_2"])
    seen = play(state, PlayForEvent("spies"), Name("ru"))
    [event] = told(seen, "hand_looked_at")
    assert (event.player, event.cards) == ("imperial", ("militia_1", "militia_2"))
    assert event.hidden == {"cards"}


# -- attrition and losses --------------------------------------------------------------------------


def test_typhus_takes_flags_too_and_each_camp_by_itself() -> None:
    state = emptied("ru", cp=0)
    state.stack = []
    state.nations["ru"].hand = ["typhus_1"]
    state.bag.remove("typhus_1")
    stand(state, "trieste", "fr", 1)
    state.spaces["trieste"].flag = "fr"
    state = going_on(state).state
    struck = play(state, PlayForEvent("typhus_1"), dice=(6, 6))
    [rolled] = told(struck, "attrition_rolled")
    assert amounts(rolled) == {"9.4.a": 2, "9.45.a": -1}
    assert [(it.amount, it.clause) for it in rolled.rolled] == [(1, "9.4.a"), (1, "6.17.a")]
    assert struck.asked == [("imperial", "losses")]
    names = {type(it).__name__ for it in legal_orders(struck.state)}
    assert names == {"LoseUnits", "LoseFlag"}
    both = play(state, PlayForEvent("typhus_1"), dice=(1, 1))
    assert both.types[-1] == "card_done"


def test_a_flag_alone_may_be_lost_by_the_calabrian_revolt() -> None:
    state = emptied("ru", cp=0)
    state.stack = []
    state.nations["ru"].hand = ["calabrian_revolt"]
    state.bag.remove("calabrian_revolt")
    state.spaces["naples"].flag = "fr"
    state = going_on(state).state
    struck = play(state, PlayForEvent("calabrian_revolt"), dice=(6,))
    assert struck.state.spaces["naples"].flag == ""
    assert "flag_lost" in struck.types
    assert struck.types[-1] == "card_done"


def test_desertion_takes_what_is_there_and_never_leaders() -> None:
    state = emptied("fr", cp=0)
    state.stack = []
    state.nations["fr"].hand = ["desertion"]
    state.bag.remove("desertion")
    stand(state, "lisbon", "gb", 1, "moore")
    stand(state, "london", "gb", 4)
    state = going_on(state).state
    gone = play(state, PlayForEvent("desertion")).state
    assert sp_in(gone, "lisbon", "gb") == 0
    assert gone.leaders["moore"].standing == "map"
    assert sp_in(gone, "london", "gb") == 4, "no home duchy"


def test_hard_winter_asks_nobody_for_a_neutral() -> None:
    state = holding("ru", "typhus_1")
    for leader in ("brunswick", "hohenlohe", "blucher"):
        state.leaders[leader].standing = "pool"
    stand(state, "saxony", "", 0, "blucher")
    state.wars.append("fr-pr")
    state.wars.sort()
    struck = play(state, PlayForEvent("typhus_1"), Name("saxony"), dice=(6, 6, 1, 1, 1))
    assert sp_in(struck.state, "saxony", "pr") == 2
    assert struck.types[-1] == "card_done"


# -- CP of events ----------------------------------------------------------------------------------


def test_forced_march_moves_one_army_alone() -> None:
    state = holding("fr", "forced_march_1", "honved")
    [pool] = acting(play(state, PlayForEvent("forced_march_1")).state).pools
    assert (pool.cp, pool.use, pool.whom, pool.trait) == (4, "land", "fr", "march_free")
    assert {"napoleon", "davout"} <= {*pool.leaders}


def test_subsidies_are_spent_by_the_ally_at_once() -> None:
    state = holding("gb", "subsidies_1", "honved")
    asked = play(state, PlayForEvent("subsidies_1"), Name("au"))
    assert asked.asked == [("coalition", "spend")]
    assert refused(asked.state, BuildByCP("london", 1))[0] == "NOT_YOUR_DUCHY"
    built = play(asked.state, BuildByCP("vienna", 2))
    assert built.types[-1] == "card_done"
    assert sp_in(built.state, "vienna", "au") == 5
    assert isinstance(built.state.stack[-1], Impulse)
    assert not built.state.stack[-1].pools


# -- deployment ------------------------------------------------------------------------------------


def test_interior_lines_lead_one_army_over_friendly_spaces() -> None:
    state = holding("au", "interior_lines_1")
    asked = play(state, PlayForEvent("interior_lines_1"), LeadFar("charles")).state
    assert refused(asked, GoFar(7, "vienna")) == ("WRONG_NUMBER", "14.21.a")
    assert refused(asked, GoFar(2, "paris")) == ("OUT_OF_REACH", "14.21.a")
    gone = play(asked, GoFar(6, "vienna")).state
    assert gone.leaders["charles"].where == "vienna"
    assert (sp_in(gone, "vienna", "au"), sp_in(gone, "venice", "au")) == (9, 1)
    assert not gone.leaders["charles"].fought


def test_hofkriegsrat_gathers_on_the_way_and_does_not_fight_then() -> None:
    state = holding("au", "hofkriegsrat")
    asked = play(state, PlayForEvent("hofkriegsrat"), TakeBranch("b"), LeadFar("charles")).state
    there = play(asked, GoFar(2, "vienna")).state
    assert refused(there, GoFar(2, "graz"))[0] == "WRONG_NUMBER", "only to gather more"
    on = play(there, GoFar(5, "budapest"), GoNoFarther()).state
    assert sp_in(on, "budapest", "au") == 6
    assert on.leaders["charles"].fought
    assert [it.sp for it in on.spaces["budapest"].lots if it.fought] == [5]


# -- foreign wars ----------------------------------------------------------------------------------


def test_case_31_austria_puts_four_sp_and_a_leader_on_the_turkish_war() -> None:
    state = holding("fr", "turkish_war_1")
    asked = play(state, PlayForEvent("turkish_war_1"), Name("au"))
    assert asked.asked == [("coalition", "tie_down")]
    assert refused(asked.state, TieUnits("paris", 1)) == ("NOT_DEMANDED", "6.13.a")
    assert refused(asked.state, TieUnits("vienna", 4)) == ("WRONG_NUMBER", "6.13.a")
    done = play(asked.state, TieUnits("vienna", 3), TieUnits("venice", 1), TieLeader("mack")).state
    [war] = done.foreign_wars
    assert (war.nation, war.foe, war.sp, war.leaders) == ("au", "ot", 4, ["mack"])
    assert sp_of(done, "au") == 23, "they count as in use"
    assert isinstance(done.stack[-1], Impulse)
    assert tallied(done) == sorted(pack().deck)


def short_of_pieces(hand: list[str]) -> State:
    """Austria has 3 SP and a leader, France plays the Turkish War."""
    state = holding("fr", "turkish_war_1", au=hand)
    for space in state.spaces.values():
        space.lots = [it for it in space.lots if it.nation != "au"]
    for leader in state.leaders.values():
        if leader.nation == "au":
            leader.standing, leader.where = "pool", ""
    stand(state, "vienna", "au", 3, "mack")
    return state


def test_case_31_what_it_lacks_it_builds_with_its_cards() -> None:
    asked = play(short_of_pieces(["honved"]), PlayForEvent("turkish_war_1"), Name("au"))
    assert asked.asked == [("coalition", "give")]
    assert refused(asked.state, GiveCard("spies")) == ("NOT_DEMANDED", "6.13.a")
    given = play(asked.state, GiveCard("honved"))
    built = told(given, "pieces_tied_down")[-1]
    assert (built.sp, built.cp, amounts(built)) == (1, 2, {"7.1.a": 2})
    assert given.state.foreign_wars[0].sp == 4
    assert given.state.nations["au"].hand == []
    assert given.types[-1] == "card_done"


def test_case_31_without_cards_and_resources_it_submits(monkeypatch: pytest.MonkeyPatch) -> None:
    submitted: list[str] = []
    monkeypatch.setattr(
        "napoleon.rulesets.napoleonic_wars.conquest.submits",
        lambda table, nation: submitted.append(nation),
    )
    done = play(short_of_pieces([]), PlayForEvent("turkish_war_1"), Name("au"))
    assert [it.met for it in told(done, "demand_over")] == [False]
    assert submitted == ["au"]


def test_r_134_who_has_a_resource_left_is_asked() -> None:
    state = short_of_pieces([])
    state.nations["au"].resources = 1
    asked = play(state, PlayForEvent("turkish_war_1"), Name("au"))
    assert asked.asked == [("coalition", "give")]
    given = play(asked.state, GiveResource())
    assert given.state.nations["au"].resources == 0
    assert len(told(given, "card_given_up")) == 1
    assert tallied(given.state) == sorted(pack().deck)


def test_r_99_nobody_commands_the_ottomans_so_a_seat_is_drawn() -> None:
    state = holding("gb", "serbian_rising")
    asked = play(state, PlayForEvent("serbian_rising"))
    [drawn] = told(asked, "seat_drawn")
    assert drawn.seat in seats(asked.state)
    assert asked.asked == [(drawn.seat, "tie_down")]
    assert isinstance(asked.state.stack[-1], Demand)
    done = play(asked.state, TieUnits("constantinople", 3))
    assert done.state.foreign_wars[0].sp == 3


def test_a_neutral_that_lacks_pieces_gives_cards_by_chance() -> None:
    state = holding("gb", "serbian_rising", ot=["honved", "europe_exhausted"])
    for space in state.spaces.values():
        space.lots = [it for it in space.lots if it.nation != "ot"]
    put(state, "bucharest", "ot", 2)
    done = play(state, PlayForEvent("serbian_rising"))
    assert [it.card for it in told(done, "card_given_up")] == ["honved"], "R-103"
    assert done.state.foreign_wars[0].sp == 3


def test_squadrons_are_tied_down_one_by_one() -> None:
    state = holding("fr", "war_in_the_colonies")
    asked = play(state, PlayForEvent("war_in_the_colonies"), TieUnits("london", 2)).state
    before = squadrons_at(asked, "gb", "english_channel").ready
    done = play(asked, TieSquadron("english_channel")).state
    assert squadrons_at(done, "gb", "english_channel").ready == before - 1
    assert done.foreign_wars[0].squadrons == 1


def test_squadrons_that_have_fled_are_tied_down_like_others() -> None:
    state = holding("fr", "war_in_the_colonies")
    asked = play(state, PlayForEvent("war_in_the_colonies"), TieUnits("london", 2)).state
    [fleet] = [it for it in asked.squadrons if (it.nation, it.at) == ("gb", "english_channel")]
    fleet.stays = True
    done = play(asked, TieSquadron("english_channel")).state
    there = [it for it in done.squadrons if (it.nation, it.at) == ("gb", "english_channel")]
    assert [(it.ready, it.stays) for it in there] == [(fleet.ready - 1, True)]


def at_foreign_war() -> State:
    state = holding("fr", "turkish_war_1")
    done = play(
        state, PlayForEvent("turkish_war_1"), Name("au"), TieUnits("venice", 4), TieLeader("mack")
    ).state
    done.stack = [Impulse("au", scheduled=True)]
    done.nations["au"].hand = ["honved"]
    done.bag.remove("honved")
    return done


def test_case_32_a_foreign_war_ends_on_a_six() -> None:
    state = play(at_foreign_war(), PlayForCP("honved")).state
    assert refused(state, EndForeignWar("honved")) == ("NO_SUCH_WAR", "7.6.a")
    ended = play(state, EndForeignWar("turkish_war_1"), EndForeignWar("turkish_war_1"), dice=(4, 6))
    assert [it.die for it in told(ended, "foreign_war_rolled")] == [4, 6]
    assert ended.state.nations["au"].regroup_sp == 4
    assert ended.state.leaders["mack"].standing == "regroup"
    assert "turkish_war_1" in ended.state.discards
    assert acting(ended.state).pools[0].cp == 1
    back = play(ended.state, RegroupLeader("mack", "vienna")).state
    assert back.leaders["mack"].where == "vienna"
    assert refused(back, RegroupLeader("mack", "vienna"))[0] == "NOT_REGROUPED"
    assert refused(at_foreign_war(), EndForeignWar("turkish_war_1")) == ("TOO_FEW_CP", "7.6.a")


def test_case_33_no_foreign_war_by_a_client_of_the_targets_camp() -> None:
    state = holding("fr", "turkish_war_1")
    ot = state.nations["ot"]
    ot.row, ot.box = "gb", 1
    assert refused(state, PlayForEvent("turkish_war_1")) == ("NO_EFFECT", "6.1.a")
    ot.row, ot.box = "", 0
    asked = play(state, PlayForEvent("turkish_war_1")).state
    assert {it.what for it in legal_orders(asked) if isinstance(it, Name)} == {"ru", "au"}


# -- home cards ------------------------------------------------------------------------------------


def test_case_38_parliament_lies_with_another_power_for_the_turn() -> None:
    state = holding("gb", "parliament", fr=["spies"], ru=["honved"])
    given = play(state, PlayForEvent("parliament"), Name("ru")).state
    [card] = [it for it in given.nations["ru"].home if it.card == "parliament"]
    assert (card.up, card.owner) == (True, "gb")
    given.stack = [Impulse("ru", scheduled=True)]
    assert refused(given, PlayForEvent("parliament"))[0] == "NOT_ITS_EVENT"
    played = play(given, PlayForCP("parliament")).state
    assert acting(played).pools[0].cp == 4
    assert refused(played, PlayForCP("parliament")) == ("CARD_NOT_IN_HAND", "5.11.a")
    taking = holding("fr", "emigres_and_exiles", gb=["honved"])
    taking.nations["gb"].home[0].up = True
    assert play(taking, PlayForEvent("emigres_and_exiles")).state.nations["fr"].hand == ["honved"]


def test_case_39_what_holy_mother_russia_draws_is_part_of_that_play() -> None:
    state = holding("ru", "holy_mother_russia", "honved", "subsidies_1")
    state.bag = ["conscripts_1"]
    drawn = play(
        state, PlayForEvent("holy_mother_russia"), TakeBranch("b"), PlaceUnits("moscow", 4)
    ).state
    assert sp_in(drawn, "moscow", "ru") == 5
    assert refused(drawn, PlayForCP("honved")) == ("ONE_CARD", "5.12.a")
    played = play(drawn, PlayForEvent("conscripts_1"), PlaceUnits("kiev", 4)).state
    assert sp_in(played, "kiev", "ru") == 5


def test_r_105_no_third_card_joins_what_an_event_drew() -> None:
    state = holding("ru", "holy_mother_russia", "militia_1", "honved")
    state.bag = ["militia_2"]
    drawn = play(
        state, PlayForEvent("holy_mother_russia"), TakeBranch("b"), PlaceUnits("moscow", 4)
    ).state
    played = play(drawn, PlayForCP("militia_2")).state
    assert refused(played, PlayForCP("militia_1")) == ("ONE_CARD", "5.12.b")
    assert play(played, EndImpulse()).types[1] == "impulse_ended"


def test_case_40_the_emperor_commands_for_a_key_more() -> None:
    state = holding("fr", "the_emperor_commands")
    before = standing(table_of(state), "imperial").points
    played = play(state, PlayForEvent("the_emperor_commands"), TakeBranch("b")).state
    assert played.nations["fr"].plus_key
    assert standing(table_of(played), "imperial").points == before + 1


# -- neutral proxies -------------------------------------------------------------------------------


def neutral(card: str, nation: str = "ot", **hands: list[str]) -> State:
    """A neutral proxy is scheduled with one card, and others have some."""
    held = {"fr": ["spies"], "gb": ["typhus_2"], nation: [card], **hands}
    return at_play(held, scheduled=nation)


def test_case_41_a_red_card_of_a_neutral_is_an_event_and_any_other_produces() -> None:
    state = neutral("hard_winter_1")
    put(state, "trieste", "fr", 2)
    event = going_on(state)
    assert "attrition_rolled" in event.types
    assert "card_played_for_cp" not in event.types
    produced = going_on(neutral("conscripts_1"))
    assert told(produced, "card_played_for_cp")[0].cp == 4
    assert sp_in(produced.state, "constantinople", "ot") == 6
    assert produced.types.count("impulse_ended") == 1


def test_a_red_event_that_can_change_nothing_is_cp() -> None:
    produced = going_on(neutral("hard_winter_1"))
    assert told(produced, "card_played_for_cp")[0].card == "hard_winter_1"
    rains = going_on(neutral("heavy_rains"))
    assert "card_played_for_cp" in rains.types


def test_case_42_a_seat_with_a_legal_choice_is_drawn_for_a_neutrals_red_card() -> None:
    asked = going_on(neutral("desertion"))
    [drawn] = told(asked, "seat_drawn")
    assert drawn.seats == ("imperial", "coalition")
    assert asked.asked == [(drawn.seat, "choose")]
    program = asked.state.stack[-1]
    assert isinstance(program, Program)
    assert (program.nation, program.you) == (
        "ot",
        {"imperial": "fr", "coalition": "gb"}[drawn.seat],
    )
    stacks = {it.what for it in legal_orders(asked.state) if isinstance(it, Name)}
    foes = {"imperial": {"gb", "au", "ru"}, "coalition": {"fr", "sp"}}[drawn.seat]
    assert {it.split("@")[0] for it in stacks} <= foes
    ended = play(asked.state, Name(min(stacks)))
    assert "impulse_ended" in ended.types


def test_case_42_by_an_option_the_next_player_on_the_track_chooses() -> None:
    """Every time, and no lot is drawn for it [R-10]."""
    state = neutral("desertion")
    state.options["red_by_track"] = True
    asked = going_on(state)
    [named] = told(asked, "seat_named")
    assert (named.nation, named.seat) == ("ot", "imperial"), "France comes next after Denmark"
    assert told(asked, "seat_drawn") == []
    assert asked.asked == [("imperial", "choose")]


def test_a_bad_road_of_a_neutral_waits_for_the_next_impulse_of_a_player() -> None:
    state = neutral("bad_roads_1", "dk", fr=["spies"])
    begun = going_on(state).state
    assert acting(begun).nation == "fr"
    assert [(it.hook, it.until) for it in begun.rules] == [("slow", "impulse")]
    assert play(begun, PlayForCP("spies"), EndImpulse()).state.rules == []


def test_case_50_units_in_the_capital_and_a_cp_kept_there() -> None:
    state = neutral("haitian_revolt")
    first = going_on(state).state
    assert sp_in(first, "constantinople", "ot") == 5
    assert first.nations["ot"].marker_cp == 1
    first.stack, first.marker, first.over = [], pack().track.index("ot"), False
    first.nations["ot"].hand = ["russo_persian_war"]
    first.bag.remove("russo_persian_war")
    second = going_on(first)
    assert [it.cp for it in told(second, "marker_used")] == [1]
    assert sp_in(second.state, "constantinople", "ot") == 7
    assert second.state.nations["ot"].marker_cp == 0


def test_case_51_units_are_cashed_in_for_the_leader_that_is_due() -> None:
    state = neutral("haitian_revolt")
    put(state, "constantinople", "ot", 5)
    produced = going_on(state)
    [cashed] = told(produced, "units_cashed_in")
    assert (cashed.sp, cashed.cp) == (1, 2)
    assert produced.state.leaders["ali_pasha"].where == "constantinople"
    assert sp_in(produced.state, "constantinople", "ot") == 8
    assert produced.state.nations["ot"].marker_cp == 1


def test_a_neutrals_regrouped_pieces_come_back_first() -> None:
    state = neutral("haitian_revolt")
    state.nations["ot"].regroup_sp, state.nations["ot"].regroup_squadrons = 1, 1
    state.leaders["ali_pasha"].standing = "regroup"
    produced = going_on(state).state
    assert sp_in(produced, "constantinople", "ot") == 5
    assert produced.leaders["ali_pasha"].where == "constantinople"
    assert squadrons_at(produced, "ot", "constantinople").refit == 1


def test_a_neutral_without_a_capital_produces_in_the_nearest_home_duchy() -> None:
    state = neutral("haitian_revolt")
    state.spaces["constantinople"].flag = "ru"
    produced = going_on(state).state
    assert sp_in(produced, "bulgaria", "ot") == 1
    assert nearest(pack(), "madrid", ["cadiz", "corunna"]) in ("cadiz", "corunna")
    for space in pack().home_duchies["ot"]:
        state.spaces[space].flag = "ru"
    nothing = going_on(state)
    assert "units_built" not in nothing.types
    assert nothing.state.nations["ot"].marker_cp == 1


# -- Resources -------------------------------------------------------------------------------------


def test_case_28_a_resource_in_the_place_of_a_pass_makes_a_second_holder() -> None:
    state = at_play({"ru": ["honved", "subsidies_1", "spies"]}, scheduled="au")
    state.nations["au"].resources = 1
    state.bag = ["conscripts_1", *state.bag]
    asked = going_on(state)
    assert asked.asked == [("coalition", "resource_or_pass")]
    kept = play(asked.state, DrawByResource(), EndImpulse(), dice=(1,)).state
    assert acting(kept).nation == "ru"
    assert not kept.over, "card play goes on"
    assert play(asked.state, PassImpulse()).types[1] == "impulse_passed"


def test_case_28_a_resource_cannot_prolong_the_turn_after_the_last_impulse() -> None:
    state = at_play({"ru": ["honved"]}, scheduled="ru")
    state.nations["ru"].resources = 1
    ended = play(going_on(state).state, PlayForCP("honved"), EndImpulse())
    assert "card_play_ended" in ended.types


def test_r_70_who_has_no_resource_is_not_asked() -> None:
    state = at_play({"fr": ["spies"], "gb": ["honved"]}, scheduled="au")
    assert "impulse_passed" in going_on(state).types


def test_case_119_a_resource_instead_of_a_card_and_no_card_marked_with_it() -> None:
    state = at_play({"fr": ["spies"], "gb": ["honved"]}, scheduled="ru")
    state.nations["ru"].resources, state.bag = 1, ["militia_1"]
    drawn = play(going_on(state).state, DrawByResource()).state
    assert drawn.nations["ru"].hand == ["militia_1"]
    assert refused(drawn, PlayForCP("militia_1")) == ("ONE_CARD", "5.12.b")
    assert play(drawn, EndImpulse()).types[1] == "impulse_ended", "it may be kept"
    state.bag = ["subsidies_1"]
    assert play(going_on(state).state, DrawByResource(), PlayForCP("subsidies_1"))


def test_case_151_a_resource_joins_a_card_and_what_it_draws_may_not_be_marked() -> None:
    state = holding("gb", "conscripts_1", fr=["honved"])
    state.nations["gb"].resources, state.bag = 1, ["militia_1"]
    both = play(state, PlayForCP("conscripts_1"), DrawByResource()).state
    assert refused(both, PlayForCP("militia_1")) == ("ONE_CARD", "5.12.b")
    state.bag = ["subsidies_1"]
    both = play(state, PlayForCP("conscripts_1"), DrawByResource(), PlayForCP("subsidies_1")).state
    assert acting(both).pools[0].cp == 8
    assert refused(both, DrawByResource()) == ("NO_RESOURCE", "16.2.a")
    charge = holding("gb", "cavalry_charge_1", fr=["honved"])
    charge.nations["gb"].resources = 1
    assert refused(play(charge, PlayForCP("cavalry_charge_1")).state, DrawByResource()) == (
        "ONE_CARD",
        "5.12.b",
    )


def test_case_152_what_russia_draws_in_the_last_impulse_prolongs_nothing() -> None:
    state = at_play({"ru": ["holy_mother_russia", "honved", "spies"]}, scheduled="ru")
    state.nations["ru"].resources, state.bag = 1, ["subsidies_1", *state.bag]
    begun = going_on(state).state
    begun.bag = ["conscripts_1"]
    ended = play(
        begun,
        PlayForEvent("holy_mother_russia"),
        TakeBranch("b"),
        PlaceUnits("moscow", 4),
        PlayForCP("conscripts_1"),
        EndImpulse(),
    )
    assert "card_play_ended" in ended.types
    assert {"honved", "spies"} <= {*ended.state.nations["ru"].hand}


def early(turn: int = 2) -> State:
    state = holding("fr", "spies", ru=["honved"], turn=turn)
    state.nations["fr"].resources = 1
    for nation in ("au", "pr"):
        state.nations[nation].home[0].up = False
    return state


def test_case_18_early_winter_comes_on_a_die_above_the_powers_with_cards() -> None:
    state = early()
    state.nations["ru"].hand.remove("honved")
    mild = play(state, TryEarlyWinter(), dice=(2,))
    assert told(mild, "early_winter_rolled")[0].powers == 2
    assert "card_play_ended" not in mild.types
    assert "card_play_ended" in play(state, TryEarlyWinter(), dice=(3, 1)).types


def test_case_120_early_winter() -> None:
    assert refused(early(5), TryEarlyWinter()) == ("LAST_TURN", "16.2.b")
    mild = play(early(), TryEarlyWinter(), dice=(3,))
    [rolled] = told(mild, "early_winter_rolled")
    assert (rolled.powers, amounts(rolled)) == (3, {"R-44": 3})
    assert mild.asked == [("imperial", "act")]
    assert refused(mild.state, TryEarlyWinter()) == ("NO_RESOURCE", "16.2.a")
    ended = play(early(), TryEarlyWinter(), dice=(4, 1))
    assert "card_play_ended" in ended.types
    assert pack().track[ended.state.marker] == "gb", "the marker went on already"


# -- Russian Winter --------------------------------------------------------------------------------


def in_winter(number: int = 4, hand: list[str] | None = None) -> State:
    """Russia is scheduled, winter is on, and France stands in Brest-Litovsk."""
    hands = {"fr": ["spies"], "gb": ["typhus_2"], "ru": ["honved"] if hand is None else hand}
    state = at_play(hands, scheduled="ru")
    state.round = number
    state.rules = [Rule("winter", "holy_mother_russia", "ru", "ru", "turn")]
    for space in ("brest_litovsk", "grodno"):
        state.spaces[space].lots = []
    for leader in state.leaders.values():
        if leader.where in ("brest_litovsk", "grodno"):
            leader.standing = "pool"
    put(state, "brest_litovsk", "fr", 2)
    put(state, "brest_litovsk", "pr", 1)
    return state


def advanced(state: State, *dice: int) -> State:
    """What the rules do by themselves, with these dice."""
    table = Table(copied(state), pack(), apply, Dice(*dice))
    verbs.advance(BOOK, table)
    return table.state


def test_case_16_winter_strikes_if_the_die_is_less_than_the_round() -> None:
    mild = advanced(in_winter(), 4)
    assert acting(mild).nation == "ru"
    state = advanced(in_winter(), 3)
    assert state.winter == "strikes"
    assert refused(state, Strike("moscow")) == ("NO_ENEMY_THERE", "17.1.a")
    struck = play(state, Strike("brest_litovsk"), dice=(6, 6))
    [rolled] = told(struck, "attrition_rolled")
    assert len(rolled.dice) == 2, "who is not at war with Russia does not roll"
    assert acting(struck.state).pools[0].cp == 2
    assert acting(struck.state).pools[0].use == "winter"
    assert acting(play(state, Spare()).state).pools == []


def test_cp_of_the_winter_are_used_inside_russia() -> None:
    state = emptied("ru", cp=0)
    acting(state).pools = [Pool("winter", 2, "winter")]
    stand(state, "brest_litovsk", "ru", 2, "kutuzov")
    stand(state, "lublin", "au", 1)
    gathered = play(state, Gather("kutuzov")).state
    assert refused(gathered, Go("lublin")) == ("TOO_FEW_CP", "17.1.b")
    moved = play(gathered, Go("grodno")).state
    assert acting(moved).pools[0].cp == 1
    assert moved.leaders["kutuzov"].where == "grodno"


def test_r_106_no_event_flags_what_an_armistice_covers() -> None:
    state = holding("fr", "polish_uprising")
    assert play(state, PlayForEvent("polish_uprising"))
    state.rules = [Rule("truce", "armistice", "gb", "au", "own_next_play")]
    assert refused(state, PlayForEvent("polish_uprising"))[0] == "NO_EFFECT"


def test_case_121_the_roll_comes_before_scheduled_impulses_also_before_a_pass() -> None:
    state = holding("ru", "holy_mother_russia", "honved")
    state.round = 3
    played = play(state, PlayForEvent("holy_mother_russia"), TakeBranch("a")).state
    assert [(it.hook, it.until) for it in played.rules] == [("winter", "turn")]
    passing = in_winter(hand=[])
    passing.last = "au"
    asked = advanced(passing, 2)
    struck = play(asked, Strike("brest_litovsk"), dice=(6, 1))
    assert acting(struck.state).passing
    assert acting(struck.state).pools[0].cp == 1
    ended = play(struck.state, EndImpulse())
    assert ended.state.last == "au", "a pass is no impulse [R-104]"
    preempted = in_winter()
    preempted.stack = [Impulse("ru", scheduled=False)]
    assert "russian_winter_rolled" not in going_on(preempted).types


# -- what lasts ------------------------------------------------------------------------------------


def test_a_loan_is_paid_back_from_the_next_draw() -> None:
    state = holding("fr", "rothschild_loan")
    played = play(state, PlayForEvent("rothschild_loan")).state
    [drawn] = played.nations["fr"].hand
    assert refused(played, PlayForCP(drawn)) == ("DRAWN_TO_KEEP", "5.12.c")
    played.stack, played.over = [], True
    played.nations["fr"].hand = []
    closed = quietly(played, dice=(1,))
    assert [it.nation for it in told(closed, "card_discarded_by_lot")] == ["fr"]
    drawn_by = [it.nation for it in told(closed, "card_drawn") if it.draw > 0]
    assert drawn_by.count("fr") == 6
    assert len(closed.state.nations["fr"].hand) == 5
    assert closed.state.rules == []


def test_r_118_the_continental_system_holds_as_long_as_france_has_the_ports() -> None:
    state = holding("fr", "continental_system", turn=2)
    played = play(state, PlayForEvent("continental_system")).state
    assert "continental_system" in played.removed
    assert total(cards_due(table_of(played), "gb")) == 4, "20 ports"
    for space in ("lisbon", "dublin"):
        played.spaces[space].flag = "fr"
    lines = cards_due(table_of(played), "gb")
    assert [(it.amount, it.clause) for it in lines] == [(3, "14.31.a"), (-1, "6.1.d")]
