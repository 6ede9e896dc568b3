"""Powers join a camp or change it, between two turns and at Tilsit [14.1, 8.34]."""

from __future__ import annotations

from napoleon.rules.kit.running import Agree, Disagree
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleonic_wars import RULES
from napoleon.rulesets.napoleonic_wars.camps import refuse_camp
from napoleon.rulesets.napoleonic_wars.nations import at_war, is_allied, is_neutral
from napoleon.rulesets.napoleonic_wars.orders.cards import PlayForEvent
from napoleon.rulesets.napoleonic_wars.orders.diplomacy import (
    AskToJoin,
    KeepFlags,
    OpenWar,
    PullOut,
    StayOut,
    TakeFlagBack,
    TakeOver,
    TurnAway,
    Welcome,
)
from napoleon.rulesets.napoleonic_wars.orders.marches import Stand
from napoleon.rulesets.napoleonic_wars.pieces import put
from napoleon.rulesets.napoleonic_wars.spaces import sp_in
from napoleon.rulesets.napoleonic_wars.state import INTERPHASE, PACT, State, pair
from tests.napoleonic_wars.closing import closing, quietly
from tests.napoleonic_wars.playing import (
    at_play,
    decisions,
    going_on,
    legal_orders,
    play,
    refused,
    table_of,
    told,
)


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


def alone_in(state: State, space: str, nation: str, sp: int) -> None:
    """Nobody else stands there."""
    state.spaces[space].lots = []
    for leader in state.leaders.values():
        if leader.where == space:
            leader.standing, leader.where = "pool", ""
    put(state, space, nation, sp)


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


def test_a_camp_answers_at_once_and_nobody_knows_how_before_all_have() -> None:
    """A no is sealed as a yes is: the others are asked all the same [R-88]."""
    state = play(neutral("au", players=4), AskToJoin("au", "coalition")).state
    agreed, refused_ = (play(state, it).state for it in (Welcome(), TurnAway()))
    for seat in ("ru", "fr", "au", ""):
        assert RULES.known(agreed, Viewer(seat)) == RULES.known(refused_, Viewer(seat)), seat
        assert RULES.view(agreed, Viewer(seat)) == RULES.view(refused_, Viewer(seat)), seat
    assert [it[0] for it in asked(refused_)] == ["ru"]
    shown = told(play(refused_, Welcome()), "camp_answered")
    assert [(it.player, it.agreed) for it in shown] == [("gb", False), ("ru", True)]


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
    state.nations["fr"].hand = ["rally_1", "great_redoubt"]
    own = sp_in(state, "linz", "au")
    assert own
    played = play(state, AskToJoin("au", "coalition"), dice=[1, 1])
    assert asked(played.state) == [("coalition", "evade", "")]
    fought = play(played.state, Stand(), dice=[1] * 40)
    [began] = told(fought, "battle_began")
    assert (began.attackers, began.defenders, began.came) == (("fr",), ("au",), "")
    assert began.terrain == 0
    assert "battle_cards_called" not in fought.types, "no events are played in the interphase"


# -- members change camp [14.1, 8.34.c] ------------------------------------------------------------


def members(players: int = 4) -> State:
    state = closing(players=players, changing=["au", "ru"])
    state.phase = INTERPHASE
    return going_on(state).state


def test_a_member_may_ask_to_change_camp_and_case_63_its_player_leaves_nobody_behind() -> None:
    state = members()
    assert asked(state) == [("au", "camp", "au")]
    assert refused(state, AskToJoin("au", "coalition")) == ("OWN_CAMP", "8.3.c")
    stayed = play(state, StayOut("au"))
    assert asked(stayed.state) == [("ru", "camp", "ru")]
    for players in (2, 3):
        for it in ("au", "ru"):
            refusal = refuse_camp(table_of(members(players)), it, "imperial")
            assert refusal is not None and refusal.code == "BOTH_CAMPS", "neither may go"


def test_a_member_does_not_change_to_a_camp_without_players() -> None:
    state = closing(players=5)
    state.phase = INTERPHASE
    for it in ("gb", "ru"):
        state.nations[it].camp = ""
    state.wars = ["au-fr", "au-sp"]
    state.gone = ["fr"]
    refusal = refuse_camp(table_of(state), "au", "imperial")
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("NOBODY_TO_AGREE", "14.1.a")


def test_what_follows_when_a_member_changes_camp() -> None:
    """Its forces among former allies are regrouped, theirs in its duchies take them [8.34.c-d]."""
    state = members()
    alone_in(state, "brest_litovsk", "au", 3)
    put(state, "vienna", "ru", 2)
    state.spaces["calais"].flag, state.spaces["minsk"].flag = "ru", "fr"
    here = sp_in(state, "vienna", "au")
    moved = play(state, StayOut("au"), AskToJoin("ru", "imperial"))
    assert asked(moved.state) == [("fr", "welcome", "")]
    let_in = play(moved.state, Welcome()).state
    assert let_in.spaces["calais"].flag == "", "a duchy of a new ally [14.1.b]"
    assert asked(let_in) == [("fr", "give_back", "")]
    assert refused(let_in, TakeFlagBack("brest_litovsk")) == ("NO_FLAG_THERE", "14.1.b")
    lifted = play(let_in, TakeFlagBack("minsk"), dice=[1, 1, 1, 1, 6, 2, 2])
    assert lifted.state.spaces["minsk"].flag == "", "and none is left"
    joined = play(let_in, KeepFlags(), dice=[1, 1, 1, 1, 6, 2, 2])
    assert joined.state.spaces["minsk"].flag == "fr"
    rolled = {it.space: it.lost for it in told(joined, "attrition_rolled")}
    assert rolled == {"vienna": 0, "brest_litovsk": 1}
    after = joined.state
    assert sp_in(after, "vienna", "ru") == 0 and sp_in(after, "vienna", "au") == here
    assert after.nations["ru"].regroup_sp == 2
    assert is_allied(after, "ru", "fr") and at_war(after, "ru", "au") and at_war(after, "ru", "gb")
    assert not at_war(after, "ru", "fr")
    assert asked(after) == [("au", "caught", "au")]
    taken = play(after, TakeOver("au", "brest_litovsk")).state
    assert taken.spaces["brest_litovsk"].flag == "au"
    assert asked(taken)[0][1] == "reinforce"


def test_case_62_a_no_leaves_it_where_it_is_until_the_next_interphase() -> None:
    state = play(members(), AskToJoin("au", "imperial"), TurnAway()).state
    assert state.nations["au"].camp == "coalition"
    assert asked(state) == [("ru", "camp", "ru")]


# -- Tilsit [8.34, R-116] --------------------------------------------------------------------------


def _tilsit(by: str = "fr", players: int = 4) -> State:
    return going_on(at_play({by: ["tilsit", "militia_1"]}, scheduled=by, players=players)).state


def test_tilsit_can_never_happen_with_two_players_and_with_three_not_while_austria_is_in() -> None:
    for players in (2, 3):
        assert refused(_tilsit(players=players), PlayForEvent("tilsit")) == ("NO_EFFECT", "6.1.a")
    state = _tilsit(players=3)
    state.nations["au"].camp = ""
    state.wars = [it for it in state.wars if "au" not in it.split("-")]
    assert play(state, PlayForEvent("tilsit")).asked == [("ru_au", "ask")]
    graced = _tilsit()
    graced.grace[pair("gb", "ru")] = 3
    assert refused(graced, PlayForEvent("tilsit")) == ("NO_EFFECT", "6.1.a")


def test_case_157_russia_changes_sides_at_tilsit() -> None:
    state = _tilsit()
    put(state, "vienna", "ru", 2)
    alone_in(state, "brest_litovsk", "au", 2)
    state.spaces["minsk"].flag, state.spaces["calais"].flag = "fr", "ru"
    sweden = state.nations["sw"]
    sweden.row, sweden.box, sweden.camp = "ru", PACT, "coalition"
    state.wars = sorted({*state.wars, pair("sw", "fr"), pair("sw", "sp")})
    offered = play(state, PlayForEvent("tilsit"))
    assert offered.asked == [("ru", "ask")]
    refusal = play(offered.state, Disagree()).state
    assert "tilsit" in refusal.removed, "it is used up"
    assert not is_allied(refusal, "ru", "fr")
    agreed = play(offered.state, Agree(), dice=[1] * 9)
    after = agreed.state
    assert {it.space for it in told(agreed, "attrition_rolled")} == {"vienna", "brest_litovsk"}
    assert after.nations["ru"].regroup_sp == 2
    assert asked(after) == [("au", "caught", "au")], "flag or Regroup"
    assert after.spaces["minsk"].flag == after.spaces["calais"].flag == ""
    for it in ("ru", "sw"):
        assert is_allied(after, it, "fr")
        assert at_war(after, it, "gb") and at_war(after, it, "au")
        assert not at_war(after, it, "fr") and not at_war(after, it, "sp")
    done = play(after, PullOut("au", "brest_litovsk")).state
    assert done.nations["au"].regroup_sp == 2
    assert asked(done) == [("fr", "act", "")], "the impulse goes on"


def test_france_agrees_if_russia_plays_it() -> None:
    assert play(_tilsit("ru"), PlayForEvent("tilsit")).asked == [("fr", "ask")]


def test_a_turn_goes_on_after_that() -> None:
    state = neutral("au", "ru")
    played = quietly(
        state, AskToJoin("au", "coalition"), StayOut("ru"), asks=["camp"], dice=[1] * 9
    )
    assert played.state.turn == 3
