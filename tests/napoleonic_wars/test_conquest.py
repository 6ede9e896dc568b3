"""Conquest and cession, evacuation, what a conquered nation may and may not [15]."""

from __future__ import annotations

from typing import Any

from napoleon.rulesets.napoleonic_wars.conquest import conqueror, lines_of, submits
from napoleon.rulesets.napoleonic_wars.frames.cards import Demand
from napoleon.rulesets.napoleonic_wars.frames.diplomacy import Conquest
from napoleon.rulesets.napoleonic_wars.frames.impulses import CARDS, Impulse, Pool
from napoleon.rulesets.napoleonic_wars.nations import at_war, commander, is_neutral
from napoleon.rulesets.napoleonic_wars.orders.conquest import (
    ChooseCeded,
    Evacuate,
    GiveCeded,
    KeepCeded,
    RefuseGift,
    StayThere,
    TakeGift,
    Withdraw,
)
from napoleon.rulesets.napoleonic_wars.pieces import put, sp_of
from napoleon.rulesets.napoleonic_wars.scoring import keys_of
from napoleon.rulesets.napoleonic_wars.spaces import present, sp_in, status
from napoleon.rulesets.napoleonic_wars.state import PACT, ForeignWar, HomeCard, State, pair
from tests.napoleonic_wars.closing import closing, quietly
from tests.napoleonic_wars.playing import (
    Played,
    copied,
    decisions,
    going_on,
    legal_orders,
    pack,
    play,
    refused,
    stand,
    table_of,
    told,
)

AUSTRIA = ["vienna", "tyrol", "venice", "lemberg"]


def cleared(state: State) -> State:
    """Nobody is on the map."""
    for space in state.spaces.values():
        space.lots = []
    for leader in state.leaders.values():
        if leader.standing == "map":
            leader.standing, leader.where = "pool", ""
    return state


def flagged(nation: str, *spaces: str, next_up: str = "fr", turn: int = 2) -> State:
    """Nobody is on the map, and a nation has raised its flag in these spaces."""
    state = cleared(closing(turn, next_up=next_up))
    for space in spaces:
        state.spaces[space].flag = nation
    return state


def going_to_war(state: State, one: str, other: str, seat: str = "") -> None:
    """A minor has become a party of the war; a seat looks after it."""
    state.wars.append(pair(one, other))
    state.nations[one].caretaker = seat


def needed(state: State, nation: str) -> int:
    """The die with which a nation is conquered."""
    table = table_of(state)
    sums = ((die, sum(it.amount for it in lines_of(table, nation, die))) for die in range(-9, 10))
    return next(die for die, found in sums if found >= 6)


def test_case_17_austria_with_three_keys_lost_falls_on_a_four() -> None:
    state = flagged("fr", "vienna", "tyrol", "venice")
    assert needed(state, "au") == 4
    fallen = quietly(state, dice=[4], until=["cession"])
    [rolled] = told(fallen, "conquest_rolled")
    assert [it.amount for it in rolled.breakdown] == [4, 3, -1]
    assert fallen.state.nations["au"].conquered == "fr"
    assert not told(quietly(state, dice=[3]), "nation_conquered")


def test_case_17_russia_is_tried_only_if_both_capitals_are_taken() -> None:
    state = flagged("fr", "moscow")
    assert conqueror(table_of(state), "ru") == ""
    assert not told(quietly(state), "conquest_rolled")
    state.spaces["st_petersburg"].flag = "fr"
    assert conqueror(table_of(state), "ru") == "fr"
    assert needed(state, "ru") == 6 + 1 - 2


def test_of_two_that_hold_the_capitals_of_russia_the_one_with_more_keys_conquers() -> None:
    """[R-127]"""
    state = flagged("fr", "moscow")
    state.spaces["st_petersburg"].flag = "sp"
    assert conqueror(table_of(state), "ru") == "fr", "the first in track order"
    state.marker = pack().track.index("gb")
    assert conqueror(table_of(state), "ru") == "sp", "from the nation on that is due next"
    state.spaces["riga"].flag = "fr"
    assert conqueror(table_of(state), "ru") == "fr"


def test_case_111_what_is_needed() -> None:
    state = flagged("gb", "copenhagen")
    going_to_war(state, "dk", "gb", "imperial")
    assert needed(state, "dk") == 2
    state = flagged("fr", "stockholm")
    going_to_war(state, "sw", "fr", "coalition")
    assert needed(state, "sw") == 3
    state = flagged("au", "paris", "lyon", "mainz", "munich")
    assert needed(state, "fr") == 4


def test_a_nation_that_has_lost_all_its_keys_is_conquered_without_a_die() -> None:
    state = flagged("gb", "copenhagen", "holstein")
    going_to_war(state, "dk", "gb", "imperial")
    fallen = quietly(state)
    assert not told(fallen, "conquest_rolled")
    assert [it.victor for it in told(fallen, "nation_conquered")] == ["gb"]


def test_case_112_who_has_the_flag_in_the_capital_is_the_conqueror() -> None:
    state = flagged("gb", "copenhagen")
    going_to_war(state, "dk", "gb", "imperial")
    going_to_war(state, "dk", "ru", "imperial")
    put(state, "copenhagen", "ru", 3)
    fallen = quietly(state, dice=[2], until=["cession"])
    assert fallen.state.nations["dk"].conquered == "gb"


def ceding(die: int, *spaces: str, state: State | None = None) -> Played:
    """Austria has been conquered by France, and so many duchies are ceded."""
    state = state or flagged("fr", *(spaces or AUSTRIA))
    return quietly(state, dice=[6, die], until=["cession"])


def test_case_113_france_austria_and_france_pick_three_home_duchies() -> None:
    state = ceding(3).state
    picked = []
    for space in ("tyrol", "graz", "linz"):
        [decision] = decisions(state)
        picked.append(decision.seat)
        offered = {it.space for it in legal_orders(state) if isinstance(it, ChooseCeded)}
        assert "vienna" not in offered
        assert offered <= {*pack().home_duchies["au"]}
        state = play(state, ChooseCeded(space)).state
    assert picked == ["imperial", "coalition", "imperial"]
    assert [it for it in pack().home_duchies["au"] if state.spaces[it].flag == "fr"] == [
        "linz", "tyrol", "graz",
    ]  # fmt: skip
    assert refused(ceding(3).state, ChooseCeded("vienna")) == ("NOT_CEDABLE", "15.2.a")
    assert refused(ceding(3).state, ChooseCeded("lemberg")) == ("NOT_CEDABLE", "15.2.a")


def test_case_113_the_forces_of_france_leave_vienna_and_may_stay_elsewhere() -> None:
    state = flagged("fr", *AUSTRIA)
    stand(state, "vienna", "fr", 4, "napoleon")
    stand(state, "linz", "fr", 2)
    stand(state, "vienna", "sp", 1)
    picks = [ChooseCeded("moravia"), ChooseCeded("graz"), ChooseCeded("trieste")]
    asked = ["cession", "evacuate", "withdraw"]
    dice = [6, 3]
    state.spaces["linz"].flag = "fr"
    halted = quietly(state, *picks, dice=dice, asks=["cession"], until=["evacuate"]).state
    assert {it.space for it in legal_orders(halted) if isinstance(it, Withdraw)} == {"vienna"}
    assert {it.to for it in legal_orders(halted) if isinstance(it, Evacuate)} == {"moravia", "graz"}
    assert refused(halted, Evacuate("fr", "linz")) == ("NO_REFUGE", "15.21.a"), "its flag is off"
    orders = [*picks, Evacuate("fr", "moravia"), Withdraw("sp", "vienna"),
              Withdraw("fr", "linz"), StayThere("fr")]  # fmt: skip
    ended = quietly(state, *orders, dice=dice, asks=asked).state
    assert present(ended, "vienna") == []
    assert (sp_in(ended, "moravia", "fr"), ended.leaders["napoleon"].where) == (4, "moravia")
    assert (ended.nations["fr"].regroup_sp, ended.nations["sp"].regroup_sp) == (2, 1)


def test_case_145_austria_falls_on_a_three_and_cedes_among_eleven_home_duchies() -> None:
    state = flagged("fr", *AUSTRIA)
    state.nations["au"].resources = 2
    assert not told(quietly(state, dice=[2]), "nation_conquered")
    fallen = quietly(state, dice=[3, 5], until=["cession"])
    now = fallen.state
    assert [now.spaces[it].flag for it in AUSTRIA] == ["", "", "", "fr"], "Lemberg is associated"
    assert len([it for it in legal_orders(now) if isinstance(it, ChooseCeded)]) == 11
    assert (now.nations["fr"].resources, now.nations["au"].resources) == (1, 0)
    seats = []
    for space in ("tyrol", "graz", "venice", "zagreb", "linz"):
        seats.append(decisions(now)[0].seat)
        now = play(now, ChooseCeded(space)).state
    assert seats == ["imperial", "coalition"] * 2 + ["imperial"]
    assert not [it for it in now.stack if isinstance(it, Conquest)]


def test_no_more_duchies_are_ceded_than_there_are() -> None:
    """[R-43]"""
    state = flagged("fr", "copenhagen")
    going_to_war(state, "dk", "fr", "coalition")
    [rolled] = told(quietly(state, dice=[6, 6], until=["cession"]), "cession_rolled")
    few = len(pack().home_duchies["dk"]) - 1
    assert [(it.amount, it.clause) for it in rolled.breakdown] == [(6, "15.2.a"), (few - 6, "R-43")]


def settled(state: State, **more: Any) -> State:
    """Austria has fallen, and everything that follows has been done; the interphase began."""
    return quietly(state, dice=[6, 1], asks=[], until=["reinforce"], **more).state


def test_case_114_a_conquered_power_is_neutral_and_plays_on() -> None:
    state = flagged("fr", *AUSTRIA)
    state.nations["au"].hand = ["spies"]
    state.bag.remove("spies")
    after = settled(state)
    assert is_neutral(after, "au")
    assert commander(after, "au") == "coalition"
    assert after.grace[pair("au", "fr")] == after.grace[pair("au", "sp")] == 3, "of turn 3"
    assert status(after, pack(), "budapest", "fr") == "friendly"
    assert status(after, pack(), "budapest", "ru") == "neutral"
    next_turn = quietly(state, dice=[6, 1]).state
    assert next_turn.turn == 3
    assert next_turn.grace, "the interphase that follows at once does not count [R-63]"
    assert "spies" in next_turn.nations["au"].hand
    third = cleared(copied(next_turn))
    third.phase, third.stack = "turn_end", []
    assert not quietly(third).state.grace


def test_forces_and_flags_of_the_conquered_go_home_and_those_of_its_allies_too() -> None:
    """[15.21.b]"""
    state = flagged("fr", *AUSTRIA)
    state.spaces["munich"].flag = "au"
    stand(state, "munich", "au", 3, "charles")
    stand(state, "cracow", "au", 2)
    stand(state, "budapest", "ru", 4, "kutuzov")
    stand(state, "graz", "au", 1)
    after = settled(state)
    assert after.nations["au"].regroup_sp == 3
    assert after.leaders["charles"].standing == "regroup"
    assert sp_in(after, "cracow", "au") == 2, "an associated duchy that it controls"
    assert after.spaces["munich"].flag == ""
    assert after.nations["ru"].regroup_sp == 4
    assert after.leaders["kutuzov"].standing == "regroup"
    assert sp_in(after, "graz", "au") == 1


def test_case_115_a_conquered_proxy_is_unaligned_and_frozen() -> None:
    state = flagged("ru", "constantinople", "bucharest", "ismail", "belgrade", "salonika")
    going_to_war(state, "ot", "ru", "imperial")
    state.nations["ot"].row, state.nations["ot"].box = "fr", PACT
    state.nations["ot"].camp = "imperial"
    state.nations["ot"].hand = ["spies"]
    state.bag.remove("spies")
    war = ForeignWar("turkish_war_1", "au", "ot", 4, 0, ["mack"])
    state.bag.remove("turkish_war_1")
    state.leaders["mack"].standing = "war"
    state.foreign_wars.append(war)
    fallen = quietly(state, dice=[1], until=["reinforce"])
    after = fallen.state
    ot = after.nations["ot"]
    assert (ot.row, ot.box, ot.camp, ot.caretaker) == ("", 0, "", "")
    assert ot.frozen == 3
    assert commander(after, "ot") == ""
    assert after.foreign_wars == []
    assert told(fallen, "tied_down_freed")[0].clauses == ("15.3.a", "7.6.b")
    assert after.nations["au"].regroup_sp == 4
    assert after.leaders["mack"].standing == "regroup"
    assert "spies" not in ot.hand, "nobody knows what it holds now"
    assert len(ot.hand) == 1
    assert told(fallen, "card_drawn")[0].player == ""
    assert quietly(state, dice=[1]).state.nations["ot"].frozen == 3


def test_for_a_proxy_that_nobody_commands_the_conqueror_picks_alone() -> None:
    """[R-93]"""
    state = flagged("gb", "copenhagen", "holstein")
    going_to_war(state, "dk", "gb", "imperial")
    state = quietly(state, dice=[2], until=["cession"]).state
    for space in ("jutland", "holstein"):
        assert decisions(state)[0].seat == "coalition"
        state = play(state, ChooseCeded(space)).state
    assert state.spaces["jutland"].flag == "gb"


def test_a_ceded_duchy_may_be_given_to_a_power_of_the_camp() -> None:
    state = flagged("gb", "copenhagen", "holstein")
    going_to_war(state, "dk", "gb", "imperial")
    state = quietly(state, dice=[1], until=["cession"]).state
    state = play(state, ChooseCeded("jutland")).state
    assert decisions(state)[0].kind == "gift"
    assert refused(state, GiveCeded("jutland", "fr")) == ("NOT_IN_THE_CAMP", "15.2.a")
    assert refused(state, GiveCeded("holstein", "ru")) == ("NOT_CEDED", "15.2.a")
    assert play(state, GiveCeded("jutland", "ru")).state.spaces["jutland"].flag == "ru"
    assert play(state, KeepCeded()).state.spaces["jutland"].flag == "gb"


def test_among_more_people_a_power_says_whether_it_takes_a_duchy() -> None:
    state = cleared(closing(players=4))
    state.spaces["copenhagen"].flag = state.spaces["holstein"].flag = "gb"
    going_to_war(state, "dk", "gb", "fr")
    state = quietly(state, dice=[1], until=["cession"]).state
    state = play(state, ChooseCeded("jutland"), GiveCeded("jutland", "ru")).state
    [decision] = decisions(state)
    assert (decision.seat, decision.kind) == ("ru", "take_gift")
    assert play(state, TakeGift()).state.spaces["jutland"].flag == "ru"
    assert play(state, RefuseGift()).state.spaces["jutland"].flag == "gb"


def test_case_146_two_nations_do_not_conquer_each_other() -> None:
    state = flagged("fr", "vienna", next_up="gb")
    state.spaces["paris"].flag = "au"
    fallen = quietly(state, dice=[6, 1], until=["cession"])
    assert [it.nation for it in told(fallen, "conquest_rolled")] == ["au"]
    picked = quietly(state, ChooseCeded("graz"), dice=[6, 1], asks=["cession"])
    assert not picked.state.nations["fr"].conquered
    assert picked.state.spaces["paris"].flag == "", "its flags come off"
    spared = quietly(state, dice=[5, 6])
    assert [(it.nation, it.breakdown[-1].amount) for it in told(spared, "conquest_rolled")] == [
        ("au", -1),
        ("fr", -2),
    ]


def test_when_france_is_conquered_the_game_ends_without_a_peace_roll() -> None:
    """[5.8.d, R-14]"""
    state = flagged("au", "paris", "lyon", "mainz", "munich")
    ended = quietly(state, dice=[6, 1])
    assert ended.types[-1] == "game_ended"
    assert not told(ended, "peace_rolled")


def test_a_proxy_in_pact_becomes_neutral_with_its_power_and_the_pact_stands() -> None:
    """[R-66, R-129]"""
    state = flagged("fr", "london", "york", "edinburgh", "dublin", "cornwall", "gibraltar")
    for space in pack().keys["gb"]:
        state.spaces[space].flag = "fr"
    sw = state.nations["sw"]
    sw.row, sw.box, sw.camp = "gb", PACT, "coalition"
    state.wars += [pair("sw", "fr"), pair("sw", "sp")]
    stand(state, "kent", "sw", 2)
    stand(state, "hanover", "sw", 1)
    after = settled(state)
    assert after.nations["gb"].conquered == "fr"
    assert is_neutral(after, "sw")
    assert not at_war(after, "sw", "fr")
    assert (sw.row, sw.box, commander(after, "sw")) == ("gb", PACT, "coalition")
    assert sp_in(after, "kent", "sw") == 2
    assert after.nations["sw"].regroup_sp == 1


def test_passage_takes_nothing_from_the_keys_of_the_conquered() -> None:
    """[15.21.c]"""
    state = flagged("fr", *AUSTRIA)
    after = settled(state)
    put(after, "budapest", "fr", 4)
    assert "budapest" in keys_of(table_of(after), "au")


def test_nobody_else_stays_in_the_country_of_a_nation_that_becomes_neutral() -> None:
    """[15.21.b, R-195]"""
    state = flagged("fr", *AUSTRIA)
    stand(state, "graz", "sw", 1)
    stand(state, "budapest", "gb", 1)
    state.spaces["graz"].flag, state.spaces["budapest"].flag = "dk", "ru"
    state.spaces["cracow"].flag = "ru"
    after = settled(state)
    assert present(after, "graz") == present(after, "budapest") == []
    assert after.spaces["budapest"].flag == "", "that of a former ally is a force, too"
    assert after.spaces["cracow"].flag == "ru", "an associated duchy"
    assert [it for it in pack().home_duchies["au"] if after.spaces[it].flag == "dk"] == ["graz"]


def with_a_proxy_in_pact() -> State:
    """Sweden is in Pact with Britain, which France has conquered."""
    state = flagged("fr", *pack().keys["gb"])
    sw = state.nations["sw"]
    sw.row, sw.box, sw.camp = "gb", PACT, "coalition"
    state.wars += [pair("sw", "fr"), pair("sw", "sp")]
    return state


def test_others_leave_the_country_of_a_proxy_in_pact_and_their_flags_stay() -> None:
    """[R-195]"""
    state = with_a_proxy_in_pact()
    stand(state, "gothenburg", "fr", 3)
    stand(state, "scania", "ru", 2)
    state.spaces["stockholm"].flag = "fr"
    after = settled(state)
    assert present(after, "gothenburg") == present(after, "scania") == []
    assert after.spaces["stockholm"].flag == "fr"


def test_what_a_proxy_in_pact_has_in_the_country_of_its_power_stays() -> None:
    """[R-129, R-196]"""
    state = with_a_proxy_in_pact()
    state.spaces["winchester"].flag, state.spaces["lisbon"].flag = "sw", "sw"
    state.spaces["stralsund"].flag = "gb"
    for space in ("winchester", "sicily", "stralsund"):
        stand(state, space, "sw", 1)
    after = quietly(state, dice=[1], until=["reinforce"]).state
    assert (after.spaces["winchester"].flag, after.spaces["lisbon"].flag) == ("sw", "")
    assert present(after, "winchester") == ["sw"]
    assert present(after, "sicily") == [], "associated with Britain alone"
    assert after.spaces["stralsund"].flag == ""
    assert present(after, "stralsund") == ["sw"]


def test_passage_is_that_of_the_camp_of_the_conqueror() -> None:
    """[15.21.c, R-200]"""
    after = settled(flagged("fr", *AUSTRIA))
    after.nations["pr"].camp = "imperial"
    assert status(after, pack(), "budapest", "pr") == "friendly"
    after.nations["fr"].camp = ""
    assert status(after, pack(), "budapest", "fr") == "friendly"
    assert status(after, pack(), "budapest", "pr") == "neutral"


# -- demands that cannot be met [6.12, R-102] ------------------------------------------------------


def demanded(nation: str, state: State) -> tuple[State, list[str]]:
    table = table_of(state)
    submits(table, nation)
    return table.state, [it.type for it in table.recorded]


def in_an_impulse(state: State) -> State:
    state.phase = "impulses"
    pools = [Pool(CARDS, 3)]
    state.stack = [Impulse("fr", scheduled=True, pools=pools, played=["militia_1"], counted=1)]
    return state


def test_a_power_that_cannot_meet_a_demand_is_conquered_by_who_has_most_forces_there() -> None:
    state = in_an_impulse(cleared(closing()))
    stand(state, "linz", "fr", 2)
    stand(state, "venice", "sp", 3)
    after, happened = demanded("au", state)
    assert happened[0] == "nation_conquered"
    assert after.nations["au"].conquered == "sp"
    assert isinstance(after.stack[-1], Conquest)
    assert after.grace[pair("au", "fr")] == 2, "that of this turn"


def test_without_an_enemy_there_it_becomes_neutral_and_no_more() -> None:
    state = in_an_impulse(cleared(closing()))
    state.nations["au"].resources = 1
    stand(state, "munich", "au", 3)
    after, _ = demanded("au", state)
    after = play_on(after)
    assert is_neutral(after, "au")
    assert after.nations["au"].conquered == ""
    assert (after.nations["au"].resources, after.nations["au"].regroup_sp) == (1, 3)
    assert isinstance(after.stack[-1], Impulse)


def test_a_neutral_proxy_without_enemies_becomes_unaligned() -> None:
    """[15.42.a]"""
    state = in_an_impulse(cleared(closing()))
    state.nations["ot"].row, state.nations["ot"].box = "gb", 1
    after = play_on(demanded("ot", state)[0])
    assert (after.nations["ot"].row, after.nations["ot"].box) == ("", 0)


def play_on(state: State) -> State:
    return going_on(state).state


def test_france_that_cannot_meet_a_demand_ends_the_game() -> None:
    """What it holds abroad is lost before, and its status too [R-102, R-197]."""
    state = in_an_impulse(cleared(closing()))
    state.spaces["graz"].flag, state.spaces["munich"].flag = "fr", "au"
    state.nations["fr"].plus_key = True
    ended = going_on(demanded("fr", state)[0])
    assert ended.types[-1] == "game_ended"
    assert ended.state.result is not None
    assert (ended.state.spaces["graz"].flag, ended.state.spaces["munich"].flag) == ("", "au")
    assert not ended.state.nations["fr"].plus_key


def test_without_a_conqueror_passage_and_consul_are_as_they_were() -> None:
    """[15.22.a, 15.42.a, R-197]"""
    state = in_an_impulse(cleared(closing()))
    state.nations["ot"].conquered = "ru"
    stand(state, "constantinople", "gb", 1)
    stand(state, "bucharest", "fr", 1)
    state.spaces["salonika"].flag = "fr"
    after = play_on(demanded("ot", state)[0])
    assert (after.nations["ot"].conquered, after.nations["ot"].frozen) == ("ru", 0)
    assert sp_in(after, "constantinople", "gb") == 1, "of the camp that may pass"
    assert sp_in(after, "bucharest", "fr") == 0
    assert after.spaces["salonika"].flag == "fr"


def test_a_nation_that_can_build_nothing_submits_unasked() -> None:
    """No card that it draws could help [R-74, R-201]."""
    state = in_an_impulse(cleared(closing()))
    state.nations["au"].resources = 1
    state.stack.append(Demand("turkish_war_1", "au", "ot", sp=1))
    assert [it.kind for it in decisions(play_on(copied(state)))] == ["give"]
    for space in pack().home_duchies["au"]:
        state.spaces[space].flag = "fr"
    assert play_on(state).nations["au"].conquered == "fr"


def test_strength_is_kept_whatever_goes_to_regroup() -> None:
    state = closing()
    for space in AUSTRIA:
        state.spaces[space].flag, state.spaces[space].lots = "fr", []
    for leader in state.leaders.values():
        if leader.where in AUSTRIA:
            leader.standing, leader.where = "pool", ""
    before = {it: sp_of(state, it) for it in pack().track}
    after = settled(state)
    lost = [it for it in pack().track if sp_of(after, it) != before[it]]
    assert lost == []
    assert all(isinstance(it, HomeCard) for it in after.nations["au"].home)
