"""Windows of responses, and battle cards [6.14, 6.15, 11.1, R-72, R-73]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from napoleon.rules.events import Event
from napoleon.rules.kit import verbs
from napoleon.rules.kit.frames import inmost
from napoleon.rules.kit.running import Name
from napoleon.rules.kit.table import Table
from napoleon.rules.orders import Order
from napoleon.rulesets.napoleonic_wars.events import apply
from napoleon.rulesets.napoleonic_wars.frames.answers import Window
from napoleon.rulesets.napoleonic_wars.frames.battles import Battle
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse
from napoleon.rulesets.napoleonic_wars.orders.battles import PlayBattleCard, PlayNoBattleCard
from napoleon.rulesets.napoleonic_wars.orders.cards import Decline, PlayForEvent, Respond
from napoleon.rulesets.napoleonic_wars.orders.impulses import EndImpulse, PlayForCP
from napoleon.rulesets.napoleonic_wars.orders.marches import Gather, Go, Stand
from napoleon.rulesets.napoleonic_wars.sequence import BOOK
from napoleon.rulesets.napoleonic_wars.state import State
from tests.napoleonic_wars.playing import (
    Dice,
    Played,
    at_play,
    copied,
    decisions,
    emptied,
    going_on,
    legal_orders,
    pack,
    stand,
    told,
)
from tests.napoleonic_wars.playing import play_open as play


def _answered(state: State, answers: Mapping[str, Order], dice: Sequence[int] = ()) -> Played:
    """Sealed answers of several seats, by seat."""
    state, happened, loaded = copied(state), list[Event](), Dice(*dice)
    for seat, order in answers.items():
        table = Table(state, pack(), apply, loaded)
        events = verbs.decide(BOOK, table, seat, order)
        assert isinstance(events, list), events
        happened += events
    return Played(state, happened)


def _impulse(hands: Mapping[str, list[str]], scheduled: str = "fr") -> State:
    return going_on(at_play(hands, scheduled=scheduled)).state


def test_case_34_a_card_marked_plus_is_captured_and_another_may_be_played() -> None:
    hands = {"fr": ["forced_march_1", "honved"], "au": ["couriers_captured_1", "spies"]}
    state = _impulse(hands)
    stand(state, "paris", "fr", 1, "napoleon")
    played = play(state, PlayForEvent("forced_march_1"))
    assert played.asked == [("coalition", "window")]
    window = played.state.stack[-1]
    assert isinstance(window, Window)
    assert window.kind == "W.CARD"
    captured = play(played.state, Respond("au", "couriers_captured_1"))
    assert [it.card for it in told(captured, "card_captured")] == ["forced_march_1"]
    assert captured.asked == [("imperial", "act")]
    impulse = captured.state.stack[-1]
    assert isinstance(impulse, Impulse)
    assert (impulse.played, impulse.pools) == ([], [])
    again = play(captured.state, PlayForCP("honved"))
    assert EndImpulse() in legal_orders(_let(again.state))
    assert {"forced_march_1", "couriers_captured_1"} <= {*again.state.discards}


def _let(state: State) -> State:
    """Nobody plays a card in the windows that are open."""
    while any(it.kind == "window" for it in decisions(state)):
        state = _answered(state, {it.seat: Decline() for it in decisions(state)}).state
    return state


def test_case_134_a_captured_card_gives_no_cp_and_the_home_card_opens_no_second_window() -> None:
    hands = {"au": ["militia_1", "hofkriegsrat"], "fr": ["couriers_captured_1", "spies"]}
    played = play(_impulse(hands, "au"), PlayForCP("militia_1"))
    captured = play(played.state, Respond("fr", "couriers_captured_1"))
    impulse = captured.state.stack[-1]
    assert isinstance(impulse, Impulse)
    assert sum(pool.cp for pool in impulse.pools) == 0
    assert EndImpulse() not in legal_orders(captured.state), "it has to play its home card"
    home = play(captured.state, PlayForCP("hofkriegsrat"))
    assert "W.CARD" not in [it.kind for it in told(home, "window_opened")]


def test_cases_35_and_135_of_two_bad_roads_one_counts_and_land_moves_cost_twice() -> None:
    hands = {"fr": ["honved", "spies"], "gb": ["bad_roads_1", "militia_1"],
             "ru": ["bad_roads_2", "militia_2"]}  # fmt: skip
    state = _impulse(hands)
    stand(state, "paris", "fr", 4, "napoleon", "murat")
    opened = play(state, PlayForCP("honved"))
    seats = sorted(seat for seat, _ in opened.asked)
    assert seats == ["coalition", "imperial"], "a seat is asked once for all its nations"
    answers = {"imperial": Decline(), "coalition": Respond("gb", "bad_roads_1")}
    slowed = _answered(opened.state, answers)
    assert "bad_roads_2" in slowed.state.nations["ru"].hand
    acting = _let(slowed.state)
    gone = play(acting, Gather("napoleon"), Go("champagne"))
    assert [it.cp for it in told(gone, "command_points_spent")] == [2]
    lines = told(gone, "command_points_spent")[0].breakdown
    assert [(it.clause, it.amount) for it in lines] == [("9.7.e", 1), ("9.1.a", 1)]


def test_case_36_who_holds_no_card_is_asked_in_no_window() -> None:
    silent = play(_impulse({"fr": ["honved", "spies"]}), PlayForCP("honved"))
    assert silent.asked == [("imperial", "window")], "Armistice is anybody's, one's own too"
    one = {"fr": ["honved", "spies"], "gb": ["conscripts_1"]}
    asked = play(_impulse(one), PlayForCP("honved"))
    assert sorted(asked.asked) == [("coalition", "window"), ("imperial", "window")]


def test_r_120_a_window_is_not_put_when_all_cards_that_fit_lie_open() -> None:
    state = _impulse({"fr": ["honved", "spies"], "gb": ["conscripts_1"]})
    gone = [it.id for it in pack().cards.values() if "W.IMPULSE" in it.windows]
    state.discards += gone
    state.bag = [it for it in state.bag if it not in gone]
    played = play(state, PlayForCP("honved"))
    assert told(played, "window_skipped")
    assert played.asked == [("imperial", "act")]


def test_case_142_the_first_in_order_counts_and_the_window_is_put_once_more() -> None:
    hands = {"fr": ["honved", "armistice"], "ru": ["bad_roads_1", "militia_2"]}
    state = _impulse(hands)
    opened = play(state, PlayForCP("honved"))
    both = {"imperial": Respond("fr", "armistice"), "coalition": Respond("ru", "bad_roads_1")}
    answered = _answered(opened.state, both)
    assert [it.card for it in told(answered, "response_played")] == ["armistice"]
    assert "bad_roads_1" in answered.state.nations["ru"].hand
    named = play(answered.state, Name("ru"))
    assert [it.kind for it in told(named, "window_put_again")] == ["W.IMPULSE"]


def _battle(hands: Mapping[str, list[str]], *, dice: Sequence[int] = ()) -> Played:
    """France enters Linz, where Mack stands with 5 SP."""
    state = emptied()
    for nation in state.nations.values():
        nation.hand = []
    for nation, cards in hands.items():
        state.nations[nation].hand = [*cards]
        state.bag = [it for it in state.bag if it not in cards]
    stand(state, "munich", "fr", 6, "napoleon")
    stand(state, "linz", "au", 5, "mack")
    return play(state, Gather("napoleon"), Go("linz"), Stand(), dice=dice)


def test_case_26_a_battle_card_counts_as_no_card_of_the_impulse() -> None:
    begun = _battle({"fr": ["grand_battery_1"]})
    assert begun.asked[0] == ("imperial", "window"), "Heavy Rains is anybody's"
    called = _answered(begun.state, {"imperial": Decline()})
    assert called.asked == [("imperial", "battle_cards")]
    played = play(called.state, PlayBattleCard("fr", "grand_battery_1"), dice=[1] * 60)
    rolled = told(played, "battle_dice_rolled")[0]
    assert rolled.number == 6 + 4 + 2 + 3
    impulse = inmost(played.state, Impulse)
    assert impulse is not None
    assert impulse.played == ["militia_1"]


def test_cases_37_and_141_fog_of_war_cancels_the_card_just_played() -> None:
    begun = _battle({"fr": ["spies"], "au": ["fog_of_war", "great_redoubt"]})
    state = _let(begun.state)
    assert decisions(state)[0].seat == "imperial"
    passed = play(state, PlayNoBattleCard())
    assert passed.asked == [("coalition", "battle_cards")]
    redoubt = play(passed.state, PlayBattleCard("au", "great_redoubt"))
    # Fog of War is in an Austrian hand; the French may hold the same for all that is known.
    assert redoubt.asked == [("imperial", "window")]
    done = play(_let(redoubt.state), PlayNoBattleCard(), dice=[1] * 60)
    assert told(done, "battle_dice_rolled")[1].number == 5 + 1 + 1 + 3
    against = _let(_battle({"fr": ["fog_of_war", "spies"], "au": ["great_redoubt"]}).state)
    played = play(against, PlayNoBattleCard(), PlayBattleCard("au", "great_redoubt"))
    fogged = play(played.state, Respond("fr", "fog_of_war"), dice=[1] * 60)
    assert [it.card for it in told(fogged, "battle_card_cancelled")] == ["great_redoubt"]
    assert told(fogged, "battle_dice_rolled")[1].number == 5 + 1 + 1


def test_case_87_to_the_death_lets_them_fight_on() -> None:
    state = _let(_battle({"fr": ["to_the_death", "spies"]}).state)
    fought = play(
        state, PlayBattleCard("fr", "to_the_death"), PlayNoBattleCard(),
        dice=[5, 5, *[1] * 10, *[1] * 7],
    )  # fmt: skip
    battle = inmost(fought.state, Battle)
    assert battle is not None
    assert battle.round == 2, "two hits against none, and nobody retreats yet"


def test_case_140_rear_guard_saves_the_disrupted() -> None:
    begun = _let(_battle({"fr": ["spies"], "au": ["rear_guard", "typhus_1"]}).state)
    guarded = play(begun, PlayNoBattleCard(), PlayBattleCard("au", "rear_guard"))
    dice = [6, 5, 5, 5, *[1] * 8, *[1] * 20]
    fought = play(_let(guarded.state), PlayNoBattleCard(), dice=dice)
    assert not told(fought, "force_routed")
    assert told(fought, "force_retreated") or told(fought, "battle_decided")


def test_heavy_rains_call_a_battle_off_and_who_has_come_goes_back() -> None:
    entered = _battle({"fr": ["spies"], "au": ["heavy_rains", "typhus_1"]})
    begun = _answered(entered.state, {"coalition": Decline()})
    assert [it.kind for it in told(begun, "window_opened")] == ["W.BATTLE"], "W.ENTERED is over"
    answers: dict[str, Order] = {"imperial": Decline(), "coalition": Respond("au", "heavy_rains")}
    rained = _answered(begun.state, answers)
    assert told(rained, "battle_called_off")
    assert rained.state.leaders["napoleon"].where == "munich"
    assert rained.state.leaders["mack"].where == "linz"
    assert all(lot.fought for lot in rained.state.spaces["munich"].lots)
    assert rained.asked == [("imperial", "act")]


def test_case_137_burnt_earth_adds_two_causes_rolled_before_any_loss() -> None:
    state = emptied()
    for nation in state.nations.values():
        nation.hand = []
    state.nations["ru"].hand = ["burnt_earth", "typhus_1"]
    stand(state, "volhynia", "fr", 6, "murat")
    state.spaces["volhynia"].flag = "ru"
    entered = play(state, Gather("murat"), Go("brest_litovsk"))
    assert entered.asked == [("coalition", "window")]
    burnt = play(entered.state, Respond("ru", "burnt_earth"), dice=[1] * 60)
    [rolled] = told(burnt, "attrition_rolled")
    clauses = {it.clause: it.amount for it in rolled.rolled}
    assert sum(it.amount for it in rolled.rolled) == 4 * len([1] * 5), clauses


def test_case_153_an_armistice_keeps_enemies_apart_until_the_power_plays_again() -> None:
    hands = {"fr": ["honved", "spies"], "ru": ["armistice", "militia_2"]}
    state = _impulse(hands)
    stand(state, "volhynia", "ru", 2, "kutuzov")
    opened = play(state, PlayForCP("honved"))
    answers = {it.seat: Decline() for it in opened_seats(opened)}
    answers["coalition"] = Respond("ru", "armistice")  # type: ignore[assignment]
    named = play(_answered(opened.state, answers).state, Name("fr"))
    state = _let(named.state)
    assert [rule.hook for rule in state.rules] == ["truce"]


def opened_seats(played: Played) -> list[object]:
    return list(decisions(played.state))
