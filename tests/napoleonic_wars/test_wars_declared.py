"""Wars declared, and powers that change camp [8.33, 8.34, 8.5, 14.1]."""

from __future__ import annotations

import pytest

from napoleon.rules.kit.running import Name
from napoleon.rulesets.napoleonic_wars.frames.diplomacy import Breach
from napoleon.rulesets.napoleonic_wars.nations import at_war, commander, is_allied, is_neutral
from napoleon.rulesets.napoleonic_wars.orders.cards import PlayForEvent
from napoleon.rulesets.napoleonic_wars.orders.diplomacy import (
    AskToJoin,
    ChangeCamp,
    DeclareWar,
    KeepFlags,
    MoveConsul,
    OpenWar,
    PullOut,
    StayOut,
    TakeFlagBack,
    TakeOver,
    TurnAway,
    Welcome,
)
from napoleon.rulesets.napoleonic_wars.orders.impulses import PlayForCP
from napoleon.rulesets.napoleonic_wars.orders.marches import Evade, Gather, Go, Invade, Stand
from napoleon.rulesets.napoleonic_wars.spaces import sp_in
from napoleon.rulesets.napoleonic_wars.state import INTERPHASE, PACT, State, pair
from tests.napoleonic_wars.closing import closing
from tests.napoleonic_wars.diplomacy import acting, allied, consul, cp_left, defeated, where
from tests.napoleonic_wars.playing import (
    at_play,
    decisions,
    going_on,
    legal_orders,
    play,
    play_open,
    refused,
    stand,
    told,
)


def asked(state: State) -> list[tuple[str, str, str]]:
    return [(it.seat, it.kind, it.subject) for it in decisions(state)]


# -- war on Prussia [R-84, 8.5] --------------------------------------------------------------------


def test_case_61_war_on_a_proxy_power_is_the_attack() -> None:
    state = acting("fr", 8, players=4, hands={"pr": ["spies"]})
    declared = play(state, DeclareWar("pr"))
    after = declared.state
    assert cp_left(after) == 1
    [appointed] = told(declared, "caretaker_appointed")
    assert (appointed.player, appointed.keys) == ("ru", 7)
    assert commander(after, "pr") == "ru"
    assert at_war(after, "pr", "fr")
    assert at_war(after, "pr", "sp")
    assert not is_allied(after, "pr", "ru")
    assert told(declared, "hand_looked_at")[0].player == "ru"
    assert asked(after) == [("fr", "act", "")]


def test_a_client_power_on_which_war_is_declared_goes_into_pact() -> None:
    """[R-84, 8.32.a]"""
    state = acting("fr", 8, players=4)
    consul(state, "pr", "au", 1)
    after = play(state, DeclareWar("pr")).state
    assert where(after, "pr") == ("au", PACT, False)
    assert is_allied(after, "pr", "gb")


def test_in_the_first_round_of_1805_prussian_forces_stay_in_prussia_until_it_is_invaded() -> None:
    """[8.5, cases 61 and 126]"""
    state = play(acting("fr", 8, players=4, turn=1), DeclareWar("pr")).state
    assert commander(state, "pr") == "ru"
    prussian = state
    prussian.stack = list(acting("pr", turn=1, players=4).stack)
    stand(prussian, "thuringia", "pr", 2)
    prussian.leaders["blucher"].standing = "map"
    prussian.leaders["blucher"].where = "thuringia"
    gathered = play(prussian, Gather("blucher")).state
    assert refused(gathered, Go("mainz")) == ("STAYS_HOME", "8.5.a")
    assert play(gathered, Go("magdeburg")).state.leaders["blucher"].where == "magdeburg"
    french = play(prussian).state
    french.stack = list(acting("fr", turn=1, players=4).stack)
    stand(french, "mainz", "fr", 6, "soult")
    # Blucher may not leave to meet them either; he may stand.
    entered = play(french, Gather("soult"), Go("thuringia"), dice=[1] * 60)
    assert "prussia_roused" in entered.types
    roused = entered.state
    assert roused.roused
    later = prussian
    later.roused = True
    assert play(play(later, Gather("blucher")).state, Go("mainz"), dice=[1] * 60).events


def test_a_prussian_player_joins_no_camp_in_the_first_round_of_1805() -> None:
    """[8.5, case 126]"""
    state = acting("pr", 8, players=5, turn=1)
    assert is_neutral(state, "pr")
    assert refused(state, ChangeCamp("coalition")) == ("TOO_EARLY", "8.5.a")
    state.round = 2
    assert asked(play(state, ChangeCamp("coalition")).state)[0][1] == "welcome"


@pytest.mark.parametrize(
    ("on", "why"),
    [
        ("sw", ("ON_A_MINOR", "8.33.b")),
        ("fr", ("NO_SUCH_NATION", "8.33.a")),
        ("nobody", ("NO_SUCH_NATION", "8.33.a")),
        ("au", ("AT_WAR", "8.34.a")),
    ],
)
def test_on_whom_france_declares_no_war(on: str, why: tuple[str, str]) -> None:
    assert refused(acting("fr", 8), DeclareWar(on)) == why


def test_other_refusals_of_a_declaration() -> None:
    assert refused(acting("fr", 6), DeclareWar("pr")) == ("TOO_FEW_CP", "8.34.a")
    assert refused(acting("sp", 8), DeclareWar("pr")) == ("NOT_A_POWER", "8.33.a")
    assert refused(acting("ru", 8), DeclareWar("gb")) == ("ALLIED", "8.3.c")
    own = acting("ru", 8)
    defeated(own, "au", "fr")
    assert refused(own, DeclareWar("au")) == ("OWN_NATION", "8.22.c")
    grace = acting("fr", 8, players=4)
    defeated(grace, "au", "fr")
    grace.grace[pair("au", "sp")] = 3
    assert refused(grace, DeclareWar("au")) == ("GRACE", "15.21.d")


def test_case_25_two_cards_pay_for_a_declaration_together() -> None:
    state = going_on(at_play({"fr": ["conscripts_1", "forced_march_1"]}, scheduled="fr")).state
    once = play(state, PlayForCP("conscripts_1")).state
    assert refused(once, DeclareWar("pr")) == ("TOO_FEW_CP", "8.34.a")
    twice = play(once, PlayForCP("forced_march_1")).state
    assert at_war(play(twice, DeclareWar("pr")).state, "fr", "pr")


def test_an_ally_whose_seat_commands_the_victim_stands_against_it() -> None:
    """[8.22.c] Its allies would be at war as well: Russia's seat commands Austria."""
    state = acting("gb", 8, players=3)
    defeated(state, "au", "fr")
    assert refused(state, DeclareWar("au")) == ("OWN_NATION", "8.22.c")


def test_war_on_a_neutral_player_power_is_one_of_all_its_camp() -> None:
    """[8.5, R-178]"""
    state = acting("ru", 8, players=5)
    after = play(state, DeclareWar("pr")).state
    assert at_war(after, "pr", "gb")
    assert is_neutral(state, "pr")
    assert commander(after, "pr") == "pr"
    assert after.nations["pr"].camp == ""


def test_a_neutral_power_may_attack_a_neutral_minor_and_stay_out_of_both_camps() -> None:
    """[8.35]"""
    state = acting("pr", players=5)
    consul(state, "dk", "", 0)
    stand(state, "magdeburg", "pr", 6, "blucher")
    state.leaders["blucher"].where = "magdeburg"
    played = play(state, Gather("blucher"), Invade("holstein"), dice=[1] * 60)
    after = played.state
    assert at_war(after, "pr", "dk")
    assert after.nations["pr"].camp == ""
    # Nobody is at war with Prussia but Denmark: the seat with fewest keys commands it.
    assert [it.player for it in told(played, "caretaker_appointed")] == ["ru"]
    # The client of a power brings that power and its camp into the war.
    other = acting("pr", players=5)
    stand(other, "magdeburg", "pr", 6, "blucher")
    other.leaders["blucher"].where = "magdeburg"
    war = play(other, Gather("blucher"), Invade("holstein"), dice=[1] * 60).state
    assert where(war, "dk") == ("fr", PACT, False)
    assert at_war(war, "pr", "fr")
    assert at_war(war, "pr", "sp")


# -- camps [14.1, 8.34] ----------------------------------------------------------------------------


def between(players: int, *changing: str) -> State:
    """The interphase has begun, and these powers are asked."""
    state = closing(players=players, changing=changing)
    state.phase = INTERPHASE
    return state


def test_case_63_a_player_does_not_command_members_of_both_camps() -> None:
    state = going_on(between(3, "au")).state
    assert refused(state, AskToJoin("au", "imperial")) == ("BOTH_CAMPS", "8.3.d")
    assert refused(state, AskToJoin("au", "coalition")) == ("OWN_CAMP", "8.3.c")


def test_war_is_declared_between_turns_without_cp() -> None:
    """[8.34.a, 14.1]"""
    state = going_on(between(4, "fr")).state
    assert legal_orders(state) == [StayOut("fr"), OpenWar("fr", "pr")]
    declared = play(state, OpenWar("fr", "pr"))
    assert commander(declared.state, "pr") == "ru"
    assert refused(state, OpenWar("fr", "sw")) == ("ON_A_MINOR", "8.33.b")
    # A power that might yet change something is asked again.
    assert asked(declared.state)[0][1] == "reinforce"


def test_a_proxy_in_pact_comes_along_and_new_enemies_in_its_duchies_are_caught() -> None:
    """[R-66, R-89, 8.34.d]"""
    state = between(4, "ru")
    allied(state, "sw", "ru")
    stand(state, "finland", "gb", 2)
    state.spaces["finland"].lots = [it for it in state.spaces["finland"].lots if it.nation == "gb"]
    state = going_on(state).state
    joined = play(state, AskToJoin("ru", "imperial"), Welcome(), dice=[1, 1])
    assert is_allied(joined.state, "sw", "fr")
    assert asked(joined.state) == [("gb", "caught", "gb")]
    taken = play(joined.state, TakeOver("gb", "finland")).state
    assert taken.spaces["finland"].flag == "gb"
    left = play(joined.state, PullOut("gb", "finland")).state
    assert left.nations["gb"].regroup_sp == 2


def test_new_allies_may_give_flags_back_and_must_in_a_capital() -> None:
    """[14.1.b]"""
    state = between(4, "au")
    for space in ("vienna", "linz", "graz"):
        state.spaces[space].flag = "fr"
    state = going_on(state).state
    joined = play(state, AskToJoin("au", "imperial"), Welcome())
    assert joined.state.spaces["vienna"].flag == ""
    assert asked(joined.state) == [("fr", "give_back", "")]
    assert refused(joined.state, TakeFlagBack("vienna")) == ("NO_FLAG_THERE", "14.1.b")
    given = play(joined.state, TakeFlagBack("linz"), KeepFlags()).state
    assert given.spaces["linz"].flag == ""
    assert given.spaces["graz"].flag == "fr"
    assert not any(isinstance(it, Breach) for it in given.stack)


def test_who_evades_new_enemies_is_not_fought() -> None:
    """[8.34.e]"""
    state = between(4, "au")
    stand(state, "linz", "ru", 4)
    state = going_on(state).state
    joined = play(state, AskToJoin("au", "imperial"), Welcome(), dice=[1] * 20)
    assert asked(joined.state) == [("au", "evade", "")]
    ways = [it.to for it in legal_orders(joined.state) if isinstance(it, Evade)]
    assert ways == [] or "vienna" in ways
    stood = play(joined.state, Stand(), dice=[1] * 40)
    assert told(stood, "battle_began")[0].defenders == ("au",)


def test_a_power_changes_camp_in_its_impulse_for_seven_cp_and_asks_once() -> None:
    """[8.34.a-b, R-179]"""
    state = acting("au", 8, players=4)
    request = play(state, ChangeCamp("imperial"))
    assert cp_left(request.state) == 8, "they are paid if the camp agrees"
    assert asked(request.state) == [("fr", "welcome", "")]
    no = play(request.state, TurnAway()).state
    assert cp_left(no) == 8
    assert refused(no, ChangeCamp("imperial")) == ("ASKED_BEFORE", "R-179")
    yes = play(request.state, Welcome()).state
    assert cp_left(yes) == 1
    assert is_allied(yes, "au", "fr")
    assert refused(acting("au", 6, players=4), ChangeCamp("imperial")) == ("TOO_FEW_CP", "8.34.a")
    assert refused(acting("sp", 8), ChangeCamp("coalition")) == ("NOT_A_POWER", "8.3.c")


# -- Tilsit [R-116] --------------------------------------------------------------------------------


# -- a Pact that brings enemies among each other ---------------------------------------------------


def test_a_conquered_proxy_that_enters_a_pact_finds_its_conquerors_in_its_country() -> None:
    """[8.34.d-e, 15.21.c]"""
    state = acting("gb", 8)
    defeated(state, "dk", "fr")
    consul(state, "dk", "gb", 3)
    state.nations["dk"].conquered = "fr"
    stand(state, "jutland", "fr", 2)
    stand(state, "holstein", "fr", 4, "ney")
    pact = play(state, MoveConsul("dk", "right"), dice=[1] * 20)
    assert {it.space for it in told(pact, "attrition_rolled")} == {"jutland", "holstein"}
    assert asked(pact.state) == [("imperial", "caught", "fr")]
    left = play(pact.state, PullOut("fr", "jutland"), dice=[1] * 40)
    assert sp_in(left.state, "jutland", "fr") == 0
    [clash] = told(left, "enemies_clashed")
    assert (clash.nation, clash.space) == ("fr", "holstein")
    # One Danish SP stands there, and may evade to where the French were just now.
    assert asked(left.state) == [("coalition", "evade", "")]
    stood = play(left.state, Stand(), dice=[6] * 40)
    assert told(stood, "battle_began")[0].attackers == ("fr",)
    assert sp_in(stood.state, "holstein", "dk") == 0
    assert asked(stood.state)[0][1] in ("flag", "act")


def test_talleyrand_brings_nobody_into_a_war_before_grace_is_over() -> None:
    """[15.21.d]"""
    state = at_play({"gb": ["talleyrand_1", "spies"], "fr": ["honved"]}, scheduled="gb")
    defeated(state, "dk", "fr")
    consul(state, "dk", "gb", 3)
    state.grace[pair("dk", "fr")] = 3
    state.asked = True
    state = going_on(state).state
    named = play(state, PlayForEvent("talleyrand_1"))
    assert Name("dk") not in legal_orders(named.state)


def test_heavy_rains_do_not_part_new_enemies() -> None:
    """[R-183]"""
    hands = {"fr": ["heavy_rains"], "gb": ["spies"]}
    state = acting("gb", 8, hands=hands)
    consul(state, "dk", "gb", 3)
    state.nations["dk"].conquered = "fr"
    stand(state, "holstein", "fr", 4, "ney")
    pact = play_open(state, MoveConsul("dk", "right"), dice=[1] * 20)
    assert asked(pact.state)[0][1] == "evade"
    stood = play_open(pact.state, Stand(), dice=[6] * 40)
    assert not [it for it in told(stood, "window_opened") if it.kind == "W.BATTLE"]
    assert "battle_began" in stood.types


def test_a_minor_in_pact_with_a_neutral_power_is_not_invaded() -> None:
    """[R-182]"""
    state = acting("fr", players=4)
    defeated(state, "au", "fr")
    allied(state, "dk", "au")
    stand(state, "stralsund", "fr", 4, "ney")
    gathered = play(state, Gather("ney")).state
    assert refused(gathered, Invade("holstein")) == ("DECLARE_FIRST", "8.33.a")
