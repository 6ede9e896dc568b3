"""Neutral powers join a camp between two turns [14.1]."""

from __future__ import annotations

from napoleon.rulesets.napoleonic_wars.nations import at_war, is_allied, is_neutral
from napoleon.rulesets.napoleonic_wars.orders import (
    AskToJoin,
    OpenWar,
    PullOut,
    Stand,
    StayOut,
    TakeOver,
    TurnAway,
    Welcome,
)
from napoleon.rulesets.napoleonic_wars.pieces import put
from napoleon.rulesets.napoleonic_wars.spaces import sp_in
from napoleon.rulesets.napoleonic_wars.state import INTERPHASE, State, pair
from tests.napoleonic_wars.closing import closing, quietly
from tests.napoleonic_wars.playing import decisions, going_on, legal_orders, play, refused, told


def neutral(*nations: str, players: int = 2, until: int = 0) -> State:
    """The interphase has begun; these powers were conquered by France before."""
    state = closing(players=players, changing=nations)
    state.phase = INTERPHASE
    for nation in nations:
        it = state.nations[nation]
        it.conquered, it.camp = "fr", ""
        state.wars = [pairs for pairs in state.wars if nation not in pairs.split("-")]
        if until:
            state.grace[pair(nation, "fr")] = until
    return going_on(state).state


def asked(state: State) -> list[tuple[str, str, str]]:
    return [(it.seat, it.kind, it.subject) for it in decisions(state)]


def test_a_conquered_power_may_join_its_camp_again_when_grace_is_over() -> None:
    state = neutral("au")
    assert asked(state) == [("coalition", "camp", "au")]
    assert refused(state, AskToJoin("au", "imperial")) == ("BOTH_CAMPS", "8.3.d")
    assert refused(state, AskToJoin("au", "prussian")) == ("NO_SUCH_CAMP", "8.3.a")
    joined = play(state, AskToJoin("au", "coalition")).state
    assert is_allied(joined, "au", "ru")
    assert at_war(joined, "au", "fr")
    assert at_war(joined, "au", "sp")
    assert joined.nations["au"].conquered == ""
    out = play(state, StayOut("au")).state
    assert is_neutral(out, "au")
    assert asked(out)[0][1] == "reinforce"


def test_nobody_joins_a_camp_before_grace_is_over() -> None:
    """[15.21.d]"""
    state = neutral("au", until=3)
    assert refused(state, AskToJoin("au", "coalition")) == ("GRACE", "15.21.d")
    assert legal_orders(state) == [StayOut("au"), OpenWar("au", "pr")]


def test_nobody_is_asked_with_the_two_camps_of_the_set_up() -> None:
    """[R-88]"""
    assert asked(neutral())[0][1] == "reinforce"


def test_powers_that_are_all_neutral_may_join_france_if_it_agrees() -> None:
    state = neutral("gb", "au", "ru")
    assert asked(state)[0][2] == "gb"
    assert refused(state, AskToJoin("gb", "imperial")) == ("NEVER_ALLIED", "8.22.a")
    state = play(state, StayOut("gb"), AskToJoin("au", "imperial")).state
    assert asked(state) == [("imperial", "welcome", "")]
    refusal = play(state, TurnAway()).state
    assert is_neutral(refusal, "au")
    assert asked(refusal)[0][2] == "ru", "void until the next interphase"
    joined = play(state, Welcome()).state
    assert is_allied(joined, "au", "fr")
    assert joined.wars == [], "nobody is left in the other camp"


def test_case_62_all_players_of_the_camp_have_to_agree() -> None:
    state = neutral("au", players=4)
    state = play(state, AskToJoin("au", "coalition")).state
    assert [it[0] for it in asked(state)] == ["gb", "ru"]
    one = play(state, Welcome()).state
    assert [it[0] for it in asked(one)] == ["ru"]
    assert is_allied(play(one, Welcome()).state, "au", "gb")
    assert is_neutral(play(one, TurnAway()).state, "au")


def test_new_enemies_in_its_duchies_suffer_and_take_them_or_leave() -> None:
    """[8.34.d]"""
    state = neutral("au")
    put(state, "graz", "fr", 2)
    put(state, "prague", "fr", 1)
    state.spaces["prague"].lots = [it for it in state.spaces["prague"].lots if it.nation == "fr"]
    put(state, "vienna", "au", 1)
    played = play(state, AskToJoin("au", "coalition"), dice=[6, 1, 1])
    assert {it.space for it in told(played, "attrition_rolled")} == {"graz", "prague"}
    assert asked(played.state) == [("imperial", "caught", "fr")]
    assert len(legal_orders(played.state)) == 2
    taken = play(played.state, TakeOver("fr", "graz")).state
    assert taken.spaces["graz"].flag == "fr"
    assert sp_in(taken, "prague", "fr") == 0, "a fortress is not flagged"
    left = play(played.state, PullOut("fr", "graz")).state
    assert left.nations["fr"].regroup_sp == 1 + 1


def test_who_stands_among_new_enemies_itself_is_attacked_unless_it_evades() -> None:
    """[8.34.e, R-24]"""
    state = neutral("au")
    put(state, "linz", "fr", 2)
    own = sp_in(state, "linz", "au")
    assert own
    played = play(state, AskToJoin("au", "coalition"), dice=[1, 1])
    assert asked(played.state) == [("coalition", "evade", "")]
    fought = play(played.state, Stand(), dice=[1] * 40)
    [began] = told(fought, "battle_began")
    assert (began.attackers, began.defenders, began.came) == (("fr",), ("au",), "")
    assert began.terrain == 0
    assert "battle_cards_called" not in fought.types, "no events are played in the interphase"


def test_a_turn_goes_on_after_that() -> None:
    state = neutral("au", "ru")
    played = quietly(
        state, AskToJoin("au", "coalition"), StayOut("ru"), asks=["camp"], dice=[1] * 9
    )
    assert played.state.turn == 3
