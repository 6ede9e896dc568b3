"""Convoys and assault landings: cases 101 to 104, 154 [13.6, 13.7, R-37, R-38, R-57]."""

from __future__ import annotations

from napoleon.rulesets.napoleonic_wars.fleets import is_friendly_port
from napoleon.rulesets.napoleonic_wars.frames.battles import Battle
from napoleon.rulesets.napoleonic_wars.frames.forces import March
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse
from napoleon.rulesets.napoleonic_wars.nations import at_war, commander
from napoleon.rulesets.napoleonic_wars.orders.at_sea import (
    CallOffConvoy,
    Embark,
    InvadeBySea,
    LandAt,
    PrepareConvoy,
    TakeAboard,
)
from napoleon.rulesets.napoleonic_wars.orders.battles import Retreat
from napoleon.rulesets.napoleonic_wars.orders.marches import Gather, Go, Halt, LoseUnits, Stand
from napoleon.rulesets.napoleonic_wars.spaces import sp_in
from napoleon.rulesets.napoleonic_wars.state import Rule, State
from tests.napoleonic_wars.playing import (
    Played,
    emptied,
    legal_orders,
    pack,
    play,
    refused,
    stand,
    told,
)
from tests.napoleonic_wars.test_sea import cp_left, ships


def london(cp: int = 4) -> State:
    state = emptied("gb", cp=cp)
    stand(state, "london", "gb", 6)
    state.spaces["lisbon"].flag = "gb"
    return state


def test_case_101_five_units_sail_for_four_cp() -> None:
    sailed = play(london(), PrepareConvoy(), TakeAboard("london", "gb", 5), LandAt("lisbon"))
    assert sp_in(sailed.state, "lisbon", "gb") == 5
    assert cp_left(sailed.state) == 0
    [convoy] = told(sailed, "convoy_sailed")
    assert len(convoy.zones) == 3
    [lot] = sailed.state.spaces["lisbon"].lots
    assert lot.fought, "they move no more in this impulse"


def test_case_101_a_sixth_unit_and_a_second_convoy_are_refused() -> None:
    begun = play(london(8), PrepareConvoy())
    assert refused(begun.state, TakeAboard("london", "gb", 6)) == ("WRONG_NUMBER", "13.6.a")
    loaded = play(begun.state, TakeAboard("london", "gb", 5)).state
    assert refused(loaded, TakeAboard("london", "gb", 1)) == ("WRONG_NUMBER", "13.6.a")
    sailed = play(loaded, LandAt("lisbon"))
    assert refused(sailed.state, PrepareConvoy()) == ("ONE_CONVOY", "13.6.b")
    called_off = play(begun.state, CallOffConvoy())
    assert PrepareConvoy() in legal_orders(called_off.state)


def test_case_101_units_that_marched_and_zones_with_enemies_are_refused() -> None:
    state = emptied("gb", cp=8)
    stand(state, "york", "gb", 3, "moore")
    marched = play(state, Gather("moore"), Go("london"))
    stopped = play(marched.state, Halt())
    assert PrepareConvoy() not in legal_orders(stopped.state)
    state = london(4)
    for zone in ("english_channel", "irish_sea"):
        ships(state, zone, "fr", 1)
    loaded = play(state, PrepareConvoy(), TakeAboard("london", "gb", 5)).state
    assert refused(loaded, LandAt("lisbon")) == ("NO_WAY", "13.6.c")
    assert refused(loaded, LandAt("paris")) == ("NO_PORT", "13.6.a")
    assert refused(loaded, LandAt("copenhagen")) == ("NEUTRAL_PORT", "13.6.a")


def naples(defenders: int = 0) -> State:
    """Great Britain controls the Tyrrhenian Sea, and holds Sicily; Rome is French."""
    state = emptied("gb", cp=6)
    state.spaces["rome"].flag = "fr"
    state.spaces["sicily"].flag = "gb"
    stand(state, "sicily", "gb", 4, "moore")
    ships(state, "tyrrhenian_sea", "gb", 1)
    if defenders:
        stand(state, "rome", "fr", defenders)
    return state


def landed(state: State, dice: list[int]) -> Played:
    loaded = play(state, PrepareConvoy(), TakeAboard("sicily", "gb", 4))
    return play(loaded.state, LandAt("rome"), dice=dice)


def test_case_102_a_landing_is_fired_at_and_what_survives_stands_there() -> None:
    done = landed(naples(), [6, 1])
    [guns] = told(done, "batteries_fired")
    assert (guns.number, guns.sixes) == (2, 1)
    assert sp_in(done.state, "rome", "gb") == 3
    assert not any(isinstance(it, March) for it in done.state.stack), "it does not move on"
    assert done.asked == [("coalition", "act")]
    assert all(lot.fought for lot in done.state.spaces["rome"].lots)


def test_case_102_units_that_went_aboard_one_by_one_are_hit_as_one_force() -> None:
    state = naples(1)
    loaded = play(state, PrepareConvoy(), *[TakeAboard("sicily", "gb", 1)] * 4).state
    done = play(loaded, LandAt("rome"), dice=[6, 1])
    [lost] = told(done, "units_lost")
    assert lost.sp == 1
    assert sp_in(done.state, "rome", "gb") == 3
    march = next(it for it in done.state.stack if isinstance(it, March))
    assert [(it.nation, it.sp) for it in march.force.lots] == [("gb", 3)]


def test_case_102_without_control_of_the_zone_nobody_lands() -> None:
    state = naples()
    state.squadrons = []
    loaded = play(state, PrepareConvoy(), TakeAboard("sicily", "gb", 4)).state
    assert refused(loaded, LandAt("rome")) == ("NO_CONTROL", "13.7.a")


def test_hits_of_batteries_count_in_the_first_round_of_the_battle() -> None:
    """A five disrupts a unit before it fights, and counts as a hit; no die is added [R-37]."""
    met = landed(naples(2), [5, 1])
    assert told(met, "landing_shelled")[0].hits == 1
    assert met.asked == [("imperial", "evade")], "then it is evaded, or fought"
    fought = play(met.state, Stand(), dice=[1] * 30)
    first = told(fought, "battle_dice_rolled")[0]
    units = next(line.amount for line in first.breakdown if line.clause == "11.2.a")
    assert (first.side, units) == ("attacker", 3)
    [decided] = told(fought, "battle_decided")
    assert (decided.loser, decided.attacker_suffered) == ("attacker", 1)


def test_case_103_a_beaten_landing_goes_to_a_port_of_a_zone_it_has_passed() -> None:
    state = naples(8)
    state.spaces["naples"].flag = "gb"
    lost = play(landed(state, [1, 1]).state, Stand(), dice=[1] * 5 + [5] + [1] * 30)
    assert lost.asked == [("coalition", "retreat")]
    ways = {it.to for it in legal_orders(lost.state) if isinstance(it, Retreat)}
    assert ways == {"naples", "sicily"}
    assert refused(lost.state, Retreat("milan")) == ("NO_WAY_OUT", "13.7.c")
    gone = play(lost.state, Retreat("naples"), dice=[1] * 10)
    assert told(gone, "attrition_rolled"), "it takes attrition [9.44]"
    assert sp_in(gone.state, "naples", "gb") == 4


def test_case_103_without_such_a_port_it_is_eliminated() -> None:
    met = landed(naples(8), [1, 1]).state
    met.spaces["sicily"].flag = "fr"
    for space in met.spaces.values():
        space.flag = "" if space.flag == "gb" else space.flag
    for port in pack().ports_of["tyrrhenian_sea"]:
        met.spaces[port].flag = "fr"
    met.squadrons = []
    begun = play(met, Stand(), dice=[1] * 5 + [5] + [1] * 30)
    assert sp_in(begun.state, "rome", "gb") == 0
    assert told(begun, "force_eliminated")


def test_case_104_an_assault_over_a_strait_needs_no_fleet() -> None:
    state = emptied("fr", cp=4)
    state.spaces["naples"].flag = "fr"
    state.spaces["sicily"].flag = "gb"
    stand(state, "naples", "fr", 4, "soult")
    stand(state, "sicily", "gb", 6)
    crossed = play(state, Gather("soult"), Go("sicily"), dice=[1, 1, *[1] * 30])
    assert told(crossed, "batteries_fired")[0].number == 2
    assert told(crossed, "battle_decided")[0].loser == "attacker", "a tie"
    assert not any(isinstance(it, Battle) for it in crossed.state.stack)
    [retreated] = told(crossed, "force_retreated")
    assert retreated.space == "naples"
    assert told(crossed, "attrition_rolled"), "over the strait [9.44]"


def test_who_is_lost_under_fire_is_named_by_the_owner() -> None:
    state = naples()
    loaded = play(state, PrepareConvoy(), TakeAboard("sicily", "gb", 3), Embark("moore")).state
    hit = play(loaded, LandAt("rome"), dice=[6, 1])
    assert hit.asked == [("coalition", "losses")]
    named = play(hit.state, LoseUnits("gb", 1))
    assert sp_in(named.state, "rome", "gb") == 2
    assert named.state.leaders["moore"].where == "rome"


def test_the_convoy_of_an_impulse_is_the_nations_and_cards_say_how_much() -> None:
    impulse = play(london(), PrepareConvoy()).state.stack[0]
    assert isinstance(impulse, Impulse) and not impulse.convoyed


def test_a_convoy_goes_by_a_port_of_two_zones_past_an_enemy_strait() -> None:
    """By way of Holstein it passes no strait; that port costs a CP, too [13.6.b, R-176]."""
    state = emptied("ru", cp=8)
    state.wars.append("dk-ru")
    state.spaces["holstein"].flag = "ru"
    state.spaces["edinburgh"].flag = ""
    stand(state, "riga", "ru", 2)
    loaded = play(state, PrepareConvoy(), TakeAboard("riga", "ru", 2)).state
    sailed = play(loaded, LandAt("edinburgh"))
    [paid] = told(sailed, "command_points_spent")
    assert paid.cp == 1 + 1 + 1 + 1, "the Baltic, Holstein, the North Sea, Edinburgh"
    assert told(sailed, "convoy_sailed")[0].zones == ("baltic_sea", "north_sea")


def test_a_fortress_that_enemies_besiege_takes_in_no_convoy() -> None:
    """But ships: they are no forces [3.force, R-171]."""
    state = emptied("fr", cp=8)
    stand(state, "rome", "fr", 2)
    stand(state, "toulon", "gb", 2)
    loaded = play(state, PrepareConvoy(), TakeAboard("rome", "fr", 2)).state
    assert refused(loaded, LandAt("toulon")) == ("ENEMY_THERE", "R-171")
    assert is_friendly_port(state, pack(), "toulon", "fr")


# -- neutral minors [8.33.b, R-186] ----------------------------------------------------------------


def off_holstein(cp: int = 6) -> State:
    """Great Britain controls the North Sea; Denmark is a client of France at Friend."""
    state = emptied("gb", cp=cp)
    stand(state, "london", "gb", 4)
    denmark = state.nations["dk"]
    denmark.row, denmark.box = "fr", 1
    ships(state, "north_sea", "gb", 1)
    return state


def aboard(state: State) -> State:
    return play(state, PrepareConvoy(), TakeAboard("london", "gb", 4)).state


def test_a_convoy_invades_a_neutral_minor() -> None:
    """It goes into its protector's Pact before the batteries fire [8.32.a]."""
    loaded = aboard(off_holstein())
    assert refused(loaded, LandAt("holstein")) == ("NEUTRAL_PORT", "13.6.a")
    done = play(loaded, InvadeBySea("holstein"), dice=[6, 1])
    order = ["invasion_began", "pact_formed", "convoy_sailed", "batteries_fired"]
    assert [it for it in done.types if it in order] == order
    assert cp_left(done.state) == 6 - 2
    assert commander(done.state, "dk") == "imperial"
    assert at_war(done.state, "dk", "gb") and at_war(done.state, "dk", "ru")
    assert sp_in(done.state, "holstein", "gb") == 3
    [sailed] = told(done, "convoy_sailed")
    assert (sailed.assault, sailed.zones) == (True, ("north_sea",))


def test_who_defends_a_minor_against_a_landing_fights_for_its_caretaker() -> None:
    state = off_holstein()
    state.nations["dk"].row, state.nations["dk"].box = "", 0
    stand(state, "holstein", "dk", 2)
    met = play(aboard(state), InvadeBySea("holstein"), dice=[1, 1])
    assert told(met, "caretaker_appointed")[0].player == "imperial"
    assert met.asked == [("imperial", "evade")]


def test_ships_of_a_neutral_and_of_its_protector_keep_a_landing_out() -> None:
    """They are looked at as in the war that begins [13.6.c, 13.7.a]."""
    state = off_holstein()
    ships(state, "holstein", "dk", 1)
    assert refused(aboard(state), InvadeBySea("holstein")) == ("ENEMY_FLEET", "13.6.c")
    state = off_holstein()
    ships(state, "north_sea", "dk", 1)
    assert refused(aboard(state), InvadeBySea("holstein")) == ("NO_CONTROL", "13.7.a")
    state = off_holstein()
    state.squadrons = []
    assert refused(aboard(state), InvadeBySea("holstein")) == ("NO_CONTROL", "13.7.a")


def test_a_port_that_would_be_nobodys_in_that_war_is_not_invaded() -> None:
    """[3.uncontrolled, R-186]"""
    state = off_holstein()
    stand(state, "holstein", "ru", 1)
    assert refused(aboard(state), InvadeBySea("holstein")) == (
        "UNCONTROLLED_PORT",
        "3.uncontrolled",
    )


def test_what_no_march_may_invade_no_convoy_may() -> None:
    state = off_holstein()
    assert refused(aboard(state), InvadeBySea("amsterdam")) == ("NOT_NEUTRAL", "9.54.b")
    state.grace = {"dk-gb": 3}
    assert refused(aboard(state), InvadeBySea("holstein")) == ("GRACE", "15.21.d")
    ships(state, "baltic_sea", "gb", 1)
    assert refused(aboard(state), InvadeBySea("danzig")) == ("DECLARE_FIRST", "8.33.a")
    poor = aboard(off_holstein(2))
    poor.stack[0].pools[0].cp = 1  # type: ignore[union-attr]
    assert refused(poor, InvadeBySea("holstein")) == ("TOO_FEW_CP", "13.6.b")
    assert refused(play(state, PrepareConvoy()).state, InvadeBySea("holstein"))[0] == (
        "NOBODY_ABOARD"
    )


def test_nobody_lands_among_those_with_whom_an_armistice_holds() -> None:
    """[R-106]"""
    state = naples()
    state.rules = [Rule("truce", "armistice", "fr", "fr", "own_next_play")]
    loaded = play(state, PrepareConvoy(), TakeAboard("sicily", "gb", 4)).state
    assert refused(loaded, LandAt("rome")) == ("ARMISTICE", "R-106")
