"""Pacts made, broken and restored; attacked proxies and their caretakers [8.2, 8.32]."""

from __future__ import annotations

import pytest

from napoleon.rules.events import SPECTATOR
from napoleon.rules.kit.running import Name
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleonic_wars import RULES
from napoleon.rulesets.napoleonic_wars.cards.diplomacy import refuse_breaking
from napoleon.rulesets.napoleonic_wars.cards.scene import Playing
from napoleon.rulesets.napoleonic_wars.frames.diplomacy import Rupture
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse
from napoleon.rulesets.napoleonic_wars.influence import refuse_right
from napoleon.rulesets.napoleonic_wars.nations import (
    at_war,
    commander,
    enemies,
    is_allied,
    is_neutral,
)
from napoleon.rulesets.napoleonic_wars.orders.cards import Decline, PlayForEvent, Respond
from napoleon.rulesets.napoleonic_wars.orders.diplomacy import AcceptPact, MoveConsul, Restore, Sway
from napoleon.rulesets.napoleonic_wars.orders.impulses import EndImpulse, PlayForCP
from napoleon.rulesets.napoleonic_wars.orders.marches import Gather, Go, Invade
from napoleon.rulesets.napoleonic_wars.scoring import standing
from napoleon.rulesets.napoleonic_wars.spaces import sp_in
from napoleon.rulesets.napoleonic_wars.state import PACT, HomeCard, Squadrons, State, pair
from tests.napoleonic_wars.diplomacy import acting, allied, consul, cp_left, defeated, where
from tests.napoleonic_wars.playing import (
    Played,
    at_play,
    decisions,
    emptied,
    going_on,
    legal_orders,
    pack,
    play,
    play_open,
    refused,
    stand,
    table_of,
    told,
)
from tests.napoleonic_wars.test_windows import _answered

COUP = "palace_coup_1"


def sees(state: State, seat: str, nation: str) -> bool:
    """Whether a seat knows the hand of a nation."""
    return RULES.known(state, Viewer(seat)).nations[nation].hand == state.nations[nation].hand


# -- attacked [8.32] -------------------------------------------------------------------------------


def at_stralsund(players: int = 2) -> State:
    """A French army next to Stralsund; Sweden's consul stands at Aide on the British row."""
    state = acting("fr", players=players, hands={"sw": ["spies"]})
    state.spaces["magdeburg"].flag = "fr"
    stand(state, "magdeburg", "fr", 6, "ney")
    return state


def test_case_57_an_attacked_client_goes_into_the_pact_of_its_row() -> None:
    state = play(at_stralsund(), Gather("ney")).state
    assert refused(state, Go("stralsund")) == ("NEUTRAL_GROUND", "9.54.a")
    entered = play(state, Invade("stralsund"))
    types = entered.types
    assert types.index("command_points_spent") < types.index("invasion_began")
    assert types.index("invasion_began") < types.index("pact_formed")
    assert types.index("hand_looked_at") < types.index("force_moved")
    after = entered.state
    assert where(after, "sw") == ("gb", PACT, False)
    assert commander(after, "sw") == "coalition"
    assert at_war(after, "sw", "fr")
    assert at_war(after, "sw", "sp")
    assert is_allied(after, "sw", "au")
    assert [it.player for it in told(entered, "hand_looked_at")] == ["coalition"]
    assert types.index("force_moved") < types.index("battle_began")


def test_the_words_of_an_invasion_say_who_will_command_its_victim() -> None:
    """[9.54.b] The engine asks the mover to confirm: the order is one of its own."""
    state = play(at_stralsund(), Gather("ney")).state
    [decision] = RULES.decisions(state)
    assert RULES.wording is not None
    words = RULES.wording.words(state, decision, Invade("stralsund"))
    assert words.does.text.startswith("Invade")
    assert words.target == "stralsund"
    assert [it.text for it in words.follows] == ["%(nation)s enters a Pact with %(row)s"]


def at_bucharest(players: int = 2) -> State:
    """A Russian army next to Bucharest; the consul of the Ottomans is Unaligned."""
    state = acting("ru", players=players, hands={"ot": ["spies", "typhus_1"]})
    state.spaces["moldavia"].flag = "ru"
    state.spaces["moldavia"].lots = []
    stand(state, "moldavia", "ru", 6, "kutuzov")
    return state


def invaded(players: int = 2) -> Played:
    """Russia is in Bucharest."""
    return play(at_bucharest(players), Gather("kutuzov"), Invade("bucharest"), dice=[1] * 40)


def test_case_58_an_unaligned_victim_gets_a_caretaker() -> None:
    played = invaded()
    after = played.state
    assert commander(after, "ot") == "imperial"
    assert where(after, "ot") == ("", 0, False)
    assert at_war(after, "ot", "ru")
    assert at_war(after, "ot", "gb")
    assert not at_war(after, "ot", "fr")
    assert not is_allied(after, "ot", "fr"), "it is of no camp"
    [looked] = told(played, "hand_looked_at")
    assert (looked.player, looked.nation) == ("imperial", "ot")
    after.nations["ot"].home = [HomeCard("the_sublime_porte")]
    # Its keys are nobody's that it is no client of [8.32.c].
    after.spaces["bucharest"].flag = "ru"
    assert not any("bucharest" in str(it) for it in standing(table_of(after), "imperial").breakdown)
    own = going_on(_in_impulse(after, "ot")).state
    assert [it.seat for it in decisions(own)] == ["imperial"]
    assert PlayForEvent("the_sublime_porte") in legal_orders(own)


def _in_impulse(state: State, nation: str) -> State:
    state.stack = [Impulse(nation, scheduled=True)]
    return state


def test_the_player_with_fewest_keys_at_war_with_the_invader_is_caretaker() -> None:
    """[8.32.b, R-55]"""
    state = acting("fr", players=4)
    consul(state, "dk", "fr", 2)
    state.spaces["hanover"].flag, state.spaces["hanover"].lots = "fr", []
    stand(state, "hanover", "fr", 6, "ney")
    played = play(state, Gather("ney"), Invade("holstein"), dice=[1] * 40)
    [appointed] = told(played, "caretaker_appointed")
    # Denmark stood on the row of its attacker: Russia has 7 keys, Great Britain and Austria 8.
    assert (appointed.player, appointed.nation, appointed.keys) == ("ru", "dk", 7)
    assert where(played.state, "dk") == ("fr", 2, False)


def test_if_nobody_is_at_war_with_the_invader_who_is_no_ally_of_it_is_caretaker() -> None:
    """[R-55]"""
    state = at_bucharest(players=4)
    state.wars = []
    played = play(state, Gather("kutuzov"), Invade("bucharest"), dice=[1] * 40)
    assert [it.player for it in told(played, "caretaker_appointed")] == ["fr"]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("grace", ("GRACE", "15.21.d")),
        ("own", ("OWN_NATION", "8.22.c")),
        ("war", ("NOT_NEUTRAL", "9.54.b")),
    ],
)
def test_who_cannot_be_invaded(change: str, why: tuple[str, str]) -> None:
    state = at_bucharest()
    if change == "grace":
        state.grace[pair("ot", "au")] = 3
    elif change == "own":
        state.nations["ot"].caretaker = "coalition"
        state.wars.append(pair("fr", "ot"))
    else:
        state.wars.append(pair("ot", "ru"))
    assert refused(play(state, Gather("kutuzov")).state, Invade("bucharest")) == why


def test_a_nation_without_an_ally_attacks_nobody() -> None:
    """[8.33.a]"""
    state = invaded().state
    stand(state, "belgrade", "ot", 1, "yusuf")
    state.spaces["zagreb"].flag, state.spaces["zagreb"].lots = "dk", []
    gathered = play(_in(state, "ot"), Gather("yusuf")).state
    assert refused(gathered, Invade("zagreb")) == ("NEUTRAL_ATTACKS", "8.33.a")


def test_a_neutral_power_is_not_invaded_without_a_declaration() -> None:
    """[8.33.a, case 67]"""
    state = emptied()
    stand(state, "thuringia", "fr", 4, "murat")
    gathered = play(state, Gather("murat")).state
    assert refused(gathered, Invade("magdeburg")) == ("DECLARE_FIRST", "8.33.a")


def test_who_has_conquered_it_passes_a_minor_and_attacks_it_by_an_order_of_its_own() -> None:
    """[15.21.c, 9.54.b]"""
    state = at_bucharest()
    defeated(state, "ot", "ru")
    stand(state, "salonika", "ru", 2, "bennigsen")
    gathered = play(state, Gather("kutuzov")).state
    passed = play(gathered, Go("bucharest"))
    assert is_neutral(passed.state, "ot")
    attacked = play(gathered, Invade("bucharest"), dice=[1] * 40)
    assert at_war(attacked.state, "ot", "ru")
    assert attacked.state.nations["ot"].conquered == ""
    before = play(state, Gather("bennigsen")).state
    assert refused(before, Go("constantinople")) == ("CAPITAL_SHUT", "15.21.c")


# -- a caretaker, and a Pact after that [8.32.d] ---------------------------------------------------


def test_case_144_a_victim_becomes_a_client_of_others_than_its_enemies() -> None:
    state = invaded().state
    british = _with_card(state, "gb", "talleyrand_1")
    named = play(british, PlayForEvent("talleyrand_1"), Name("ot"))
    assert [it.row for it in legal_orders(named.state)] == ["fr", "pr"], "no row of its enemies"
    # On the row of the caretaker it stops short of Pact: that needs their consent [8.32.b].
    once = play(named.state, Sway("fr"))
    assert where(once.state, "ot")[:2] == ("fr", 1)
    aide = play(once.state, Sway("fr"))
    assert where(aide.state, "ot")[:2] == ("fr", 2)
    french = aide.state
    french.stack = list(acting("fr").stack)
    hand = [*french.nations["ot"].hand]
    assert hand
    taken = play(french, AcceptPact("ot"))
    assert [it.thrown for it in told(taken, "hand_changed")] == [tuple(hand)]
    drawn = told(taken, "card_drawn")
    assert [it.player for it in drawn] == ["imperial"] * len(hand)
    assert where(taken.state, "ot")[:2] == ("fr", PACT)
    assert is_allied(taken.state, "ot", "fr")
    assert taken.state.nations["ot"].caretaker == ""
    assert cp_left(taken.state) == 20


def _with_card(state: State, nation: str, card: str) -> State:
    state.stack = [Impulse(nation, scheduled=True)]
    state.bag.remove(card)
    state.nations[nation].hand = [card]
    return state


def test_nobody_but_its_caretaker_brings_a_victim_into_their_pact() -> None:
    """[8.32.b, 8.32.d]"""
    state = invaded(players=5).state
    assert state.nations["ot"].caretaker == "fr"
    state.nations["ot"].row, state.nations["ot"].box = "fr", 2
    assert refused(_in(state, "gb"), AcceptPact("ot")) == ("NOT_YOUR_CLIENT", "8.32.d")
    assert refused(_in(state, "fr"), AcceptPact("sw")) == ("NOT_YOUR_CLIENT", "8.32.d")
    bribed = play(_with_card(state, "au", "talleyrand_1"), PlayForEvent("talleyrand_1"), Name("ot"))
    assert where(bribed.state, "ot")[:2] == ("fr", 3), "and no farther"
    own = play(_in(bribed.state, "fr"), MoveConsul("ot", "right"))
    assert where(own.state, "ot")[:2] == ("fr", PACT)
    assert told(own, "hand_changed")


def test_who_attacked_it_takes_no_client_into_pact() -> None:
    """[8.32.d]"""
    state = acting("fr")
    state.nations["dk"].caretaker = "coalition"
    state.wars.append(pair("dk", "fr"))
    assert refused(state, AcceptPact("dk")) == ("AT_WAR", "8.32.d")


def test_what_stands_against_a_move_that_no_order_can_ask_for() -> None:
    """A card does not offer it [8.1.b, 8.21.a, R-185]."""
    state = invaded(players=5).state
    state.nations["ot"].row, state.nations["ot"].box = "fr", 3
    consent = refuse_right(state, pack(), "ot", "fr", "au")
    assert consent is not None
    assert (consent.code, consent.clause) == ("NEEDS_CONSENT", "R-185")
    assert refuse_right(state, pack(), "ot", "fr", "fr") is None
    row = refuse_right(state, pack(), "sw", "sw", "fr")
    assert row is not None
    assert (row.code, row.clause) == ("NO_ROW", "8.1.b")
    at = Playing(table_of(state), "fr", "fr", COUP)
    unbroken = refuse_breaking(at, "dk", "aide")
    assert unbroken is not None
    assert (unbroken.code, unbroken.clause) == ("NOT_IN_PACT", "8.21.a")


def _in(state: State, nation: str) -> State:
    state.stack = list(acting(nation).stack)
    return state


def test_when_its_war_is_over_a_proxy_is_neutral_again_with_cards_that_nobody_has_seen() -> None:
    """[R-181]"""
    state = invaded().state
    hand = [*state.nations["ot"].hand]
    state.stack = []
    state.wars = [it for it in state.wars if "ot" not in it.split("-")]
    state.marker = pack().track.index("fr")
    state.nations["fr"].hand = [state.bag.pop()]
    after = going_on(state)
    assert [it.nation for it in told(after, "caretaker_dismissed")] == ["ot"]
    assert [it.thrown for it in told(after, "hand_changed")] == [tuple(hand)]
    assert all(it.player == "" for it in told(after, "card_drawn"))
    assert commander(after.state, "ot") == ""


# -- a Pact is broken [8.21] -----------------------------------------------------------------------


def coup(*french: str, others: dict[str, list[str]] | None = None, players: int = 2) -> Played:
    """Great Britain breaks the Pact of Spain with France, and others may restore it."""
    hands = {"gb": [COUP, "honved"], "fr": [*french], "sp": ["spies", "typhus_1"]}
    hands |= others or {}
    state = at_play(hands, scheduled="gb", players=players)
    stand(state, "madrid", "fr", 3, "napoleon")
    stand(state, "toulon", "sp", 1)
    state.spaces["saragossa"].flag = "fr"
    state.asked = True
    played = play_open(going_on(state).state, PlayForEvent(COUP))
    while any(it.kind == "window" for it in decisions(played.state)):
        if any(isinstance(it, Rupture) for it in played.state.stack):
            break
        more = _answered(played.state, {it.seat: Decline() for it in decisions(played.state)})
        played = Played(more.state, [*played.events, *more.events])
    return played


def test_case_10_before_anything_else_any_nation_may_restore_a_pact() -> None:
    """Enemies too, but not who broke it; else the hand is replaced card for card [8.21, R-180]."""
    broken = coup("honved", others={"gb": [COUP], "ru": ["talleyrand_1"]}, players=4)
    asked = {it.seat for it in decisions(broken.state)}
    assert {it.kind for it in decisions(broken.state)} == {"window"}
    assert {"fr", "ru"} <= asked and "gb" not in asked
    answers = dict.fromkeys(asked, Decline()) | {"ru": Respond("ru", "talleyrand_1")}
    restored = _answered(broken.state, answers).state
    assert where(restored, "sp") == ("fr", PACT, False)
    assert restored.nations["sp"].hand == ["spies", "typhus_1"]
    over = _answered(broken.state, {it.seat: Decline() for it in decisions(broken.state)})
    [changed] = told(over, "hand_changed")
    assert len(changed.thrown) == len(over.state.nations["sp"].hand) == 2
    assert is_neutral(over.state, "sp") and commander(over.state, "sp") == ""


def test_case_59_and_143_nobody_restores_a_pact() -> None:
    broken = coup("typhus_2")
    assert broken.asked == [("imperial", "window")]
    assert where(broken.state, "sp") == ("fr", 2, False)
    assert commander(broken.state, "sp") == ""
    assert broken.state.nations["sp"].camp == "imperial", "up to the end of the window"
    over = play_open(broken.state, Decline())
    after = over.state
    [changed] = told(over, "hand_changed")
    assert changed.thrown == ("spies", "typhus_1")
    assert len(after.nations["sp"].hand) == 2
    assert all(it.player == "" for it in told(over, "card_drawn"))
    assert is_neutral(after, "sp")
    assert after.nations["fr"].regroup_sp == 3
    assert after.leaders["napoleon"].standing == "regroup"
    assert sp_in(after, "madrid", "fr") == 0
    assert sp_in(after, "madrid", "sp") > 0
    assert after.nations["sp"].regroup_sp == 1
    assert after.spaces["saragossa"].flag == ""
    assert where(after, "sp") == ("fr", 2, False)
    for seat in ("imperial", "coalition", SPECTATOR):
        assert not sees(after, seat, "sp")
    assert over.asked == [("coalition", "act")]


def test_squadrons_of_both_leave_ports_that_are_no_ally_s_any_more() -> None:
    """[R-130]"""
    broken = coup("typhus_2").state
    broken.squadrons = [
        Squadrons("fr", "cadiz", 1, 1),
        Squadrons("sp", "toulon", 1),
        Squadrons("sp", "corunna", 1),
        Squadrons("sp", "atlantic", 1),
    ]
    over = play_open(broken, Decline())
    after = {(it.nation, it.at): (it.ready, it.refit) for it in over.state.squadrons}
    [zone] = pack().spaces["toulon"].ports
    assert after["sp", zone] == (1, 0)
    assert after["sp", "corunna"] == (1, 0)
    assert after["sp", "atlantic"] == (1, 0)
    assert after["fr", pack().spaces["cadiz"].ports[0]] == (1, 1)
    assert len(told(over, "fleet_driven_out")) == 2


def test_of_two_zones_squadrons_take_that_without_enemies() -> None:
    """[R-184]"""
    state = coup("typhus_2").state
    one = pack().spaces["brittany"].ports[0]
    state.squadrons = [Squadrons("sp", "brittany", 1), Squadrons("gb", one, 1)]
    freed = play_open(state, Decline()).state
    # Spain is neutral, and nobody is its enemy: the first will do.
    assert [(it.nation, it.at) for it in freed.squadrons] == [("gb", one), ("sp", one)]
    french = coup("typhus_2").state
    port = next(it for it in pack().home_duchies["sp"] if len(pack().spaces[it].ports) > 1)
    one, other = pack().spaces[port].ports
    french.squadrons = [Squadrons("fr", port, 1), Squadrons("gb", one, 1)]
    driven = play_open(french, Decline()).state
    assert [(it.nation, it.at) for it in driven.squadrons] == [("gb", one), ("fr", other)]


def test_case_60_talleyrand_restores_it_at_once() -> None:
    broken = coup("talleyrand_1")
    restored = play_open(broken.state, Respond("fr", "talleyrand_1"))
    assert [it.place for it in told(restored, "consul_moved")] == [3]
    assert [it.power for it in told(restored, "pact_restored")] == ["fr"]
    after = restored.state
    assert where(after, "sp") == ("fr", PACT, False)
    assert after.nations["sp"].hand == ["spies", "typhus_1"]
    assert sp_in(after, "madrid", "fr") == 3
    assert after.spaces["saragossa"].flag == "fr"
    assert "talleyrand_1" in after.discards
    assert restored.asked == [("coalition", "act")], "the window is not put again"
    assert sees(after, "imperial", "sp")


def test_the_power_of_the_row_restores_it_by_one_card_for_every_box() -> None:
    """[R-85]"""
    broken = coup("grand_strategy_1", "grande_armee", "desertion")
    assert refused(broken.state, Restore("fr", "desertion")) == ("CANNOT_RESTORE", "R-85")
    assert refused(broken.state, Restore("gb", "grand_strategy_1")) == ("CANNOT_RESTORE", "R-85")
    assert refused(broken.state, Respond("fr", "grande_armee")) == ("DOES_NOT_FIT", "R-72")
    paid = play_open(broken.state, Restore("fr", "grand_strategy_1"))
    [event] = told(paid, "pact_paid")
    assert (event.cp, [it.amount for it in event.breakdown]) == (5, [2, 3])
    assert where(paid.state, "sp") == ("fr", PACT, False)
    assert paid.state.nations["fr"].hand == ["grande_armee", "desertion"]


def test_an_unused_home_card_pays_for_it_too_and_is_reason_enough_to_ask() -> None:
    """[R-73, R-85]"""
    broken = coup("imperial_decree")
    assert broken.asked == [("imperial", "window")]
    paid = play_open(broken.state, Restore("fr", "imperial_decree"))
    assert where(paid.state, "sp")[:2] == ("fr", PACT)
    decree = next(it for it in paid.state.nations["fr"].home if it.card == "imperial_decree")
    assert not decree.up


def test_bread_and_gold_may_fail_and_the_window_is_put_once_more() -> None:
    """[8.21.a, R-73]"""
    broken = coup("bread_and_gold_1", "league_of_armed_neutrality", "conscripts_1")
    half = play_open(broken.state, Respond("fr", "bread_and_gold_1"), dice=[4])
    assert where(half.state, "sp") == ("fr", 3, False)
    assert half.asked == [("imperial", "window")]
    assert refused(half.state, Respond("fr", "league_of_armed_neutrality")) == (
        "DOES_NOT_FIT",
        "R-72",
    ), "Spain is none of the two"
    paid = play_open(half.state, Restore("fr", "conscripts_1"))
    assert told(paid, "pact_paid")[0].cp == 3
    assert where(paid.state, "sp")[:2] == ("fr", PACT)
    lucky = play_open(broken.state, Respond("fr", "bread_and_gold_1"), dice=[5])
    assert where(lucky.state, "sp")[:2] == ("fr", PACT)


def test_others_may_restore_it_by_an_event_alone_and_who_broke_it_is_not_asked() -> None:
    broken = coup("typhus_2", others={"au": ["talleyrand_2"]}, players=4)
    assert {seat for seat, _ in broken.asked} == {"fr", "au"}
    answers = {"fr": Decline(), "au": Respond("au", "talleyrand_2")}
    restored = _answered(broken.state, answers)
    assert where(restored.state, "sp")[:2] == ("fr", PACT)


def test_the_northern_league_restores_denmark_alone() -> None:
    """[R-180]"""
    hands = {"gb": [COUP, "honved"], "fr": ["bread_and_gold_1", "league_of_armed_neutrality"]}
    state = at_play(hands, scheduled="gb")
    allied(state, "dk", "fr")
    consul(state, "sw", "", 0)
    state = play(going_on(state).state, PlayForEvent(COUP), Name("dk")).state
    # `play` lets the window pass; the same once more, with it open.
    assert where(state, "dk") == ("fr", 2, False)
    state = at_play(hands, scheduled="gb")
    allied(state, "dk", "fr")
    consul(state, "sw", "", 0)
    named = play_open(going_on(state).state, PlayForEvent(COUP))
    while decisions(named.state)[0].kind == "window":
        more = _answered(named.state, {it.seat: Decline() for it in decisions(named.state)})
        named = more
    broken = play_open(named.state, Name("dk"))
    half = play_open(broken.state, Respond("fr", "bread_and_gold_1"), dice=[1])
    back = play_open(half.state, Respond("fr", "league_of_armed_neutrality"))
    assert where(back.state, "dk")[:2] == ("fr", PACT)
    assert where(back.state, "sw") == ("", 0, False)


def test_spain_may_break_its_own_pact_and_its_impulse_is_over() -> None:
    state = at_play({"sp": [COUP, "spies"], "gb": ["honved"], "au": ["typhus_1"]}, scheduled="sp")
    played = play(going_on(state).state, PlayForEvent(COUP))
    assert "pact_ended" in played.types
    assert [it.nation for it in told(played, "impulse_ended")] == ["sp"]
    assert commander(played.state, "sp") == ""


def test_case_131_a_new_pact_shows_the_new_hand_from_then_on() -> None:
    over = play_open(coup("typhus_2").state, Decline())
    state = over.state
    new = tuple(sorted(state.nations["sp"].hand))
    assert not sees(state, "imperial", "sp")
    state.stack = list(acting("fr").stack)
    state.nations["sp"].box = 3
    again = play(state, MoveConsul("sp", "right"))
    [looked] = told(again, "hand_looked_at")
    assert (looked.player, looked.cards) == ("imperial", new)
    assert sees(again.state, "imperial", "sp")
    assert not sees(again.state, "coalition", "sp")
    assert enemies(again.state, pack(), "sp") == enemies(again.state, pack(), "fr")


def test_case_132_nobody_sees_the_hand_of_prussia_before_its_pact() -> None:
    state = acting("gb", hands={"pr": ["spies", "typhus_1"]}, players=4)
    consul(state, "pr", "gb", 3)
    for seat in ("fr", "gb", "ru", "au", SPECTATOR):
        assert not sees(state, seat, "pr")
    pact = play(state, MoveConsul("pr", "right"))
    [looked] = told(pact, "hand_looked_at")
    assert (looked.player, looked.nation, looked.cards) == ("gb", "pr", ("spies", "typhus_1"))
    for seat in ("fr", "ru", "au", SPECTATOR):
        assert not sees(pact.state, seat, "pr")


def test_case_130_the_window_is_the_same_whatever_others_hold() -> None:
    one = coup("talleyrand_1")
    other = coup("typhus_2")
    assert one.asked == other.asked
    assert [it.type for it in one.events] == [it.type for it in other.events]


def test_no_other_order_is_taken_while_a_pact_is_broken() -> None:
    broken = coup("conscripts_1", "desertion").state
    assert refused(broken, PlayForCP("desertion"))[0] == refused(broken, EndImpulse())[0]
