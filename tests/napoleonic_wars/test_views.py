"""What each reader sees on the four boards."""

from __future__ import annotations

from time import perf_counter

import pytest

from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleonic_wars.frames.battles import Battle, Side, Siege
from napoleon.rulesets.napoleonic_wars.frames.forces import Force, Lot, March
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse, Pool
from napoleon.rulesets.napoleonic_wars.nations import commander
from napoleon.rulesets.napoleonic_wars.scoring import standings
from napoleon.rulesets.napoleonic_wars.state import ForeignWar, Squadrons, State
from napoleon.rulesets.napoleonic_wars.views import WarsViews, views
from napoleon.rulesets.napoleonic_wars.views.map import SpaceView
from napoleon.rulesets.napoleonic_wars.views.order_of_battle import NationView
from tests.napoleonic_wars.playing import at_play, begun, pack, table_of

HOLDING = ("fr", "gb", "au", "sp", "pr")
"""Nations with a card in hand."""

SEATS = ("imperial", "coalition")


@pytest.fixture
def state() -> State:
    """A position in which some nations hold cards that are in the pack."""
    state = at_play({})
    for nation, card in zip(HOLDING, sorted(state.bag), strict=False):
        state.bag.remove(card)
        state.nations[nation].hand.append(card)
    return state


def seen(state: State, seat: str, *, over: bool = False) -> WarsViews:
    return views(state, pack(), Viewer(seat, over))


def space(shown: WarsViews, name: str) -> SpaceView:
    [it] = [area for area in shown.map.areas if area.id == name]
    return it


def nation(shown: WarsViews, name: str) -> NationView:
    [it] = [army for army in shown.order_of_battle.armies if army.army == name]
    return it


def hands(shown: WarsViews) -> dict[str, int | None]:
    """By nation how many cards are seen; None if none is."""
    return {it.player: None if it.cards is None else len(it.cards) for it in shown.hand.hands}


# -- who sees what ---------------------------------------------------------------------------------


def test_a_seat_sees_the_hands_of_the_nations_that_it_commands(state: State) -> None:
    for seat in SEATS:
        shown = hands(seen(state, seat))
        for name, its in state.nations.items():
            may = commander(state, name) == seat or not its.hand
            assert shown[name] == (len(its.hand) if may else None), (seat, name)
    assert hands(seen(state, "imperial"))["pr"] is None


def test_nobody_else_sees_a_hand_and_all_see_how_many_cards_there_are(state: State) -> None:
    for reader in ("spectator", ""):
        shown = seen(state, reader)
        assert all(hands(shown)[name] is None for name, it in state.nations.items() if it.hand)
        assert {it.player: it.size for it in shown.hand.hands} == {
            name: len(it.hand) for name, it in state.nations.items()
        }
        assert shown.hand.decks[0].left == len(state.bag)
        assert shown.hand.decks[0].cards is None


def test_the_referee_sees_all_and_so_does_everybody_at_the_end(state: State) -> None:
    for shown in (seen(state, "referee"), seen(state, "imperial", over=True)):
        assert None not in hands(shown).values()
        assert len(shown.hand.decks[0].cards or ()) == len(state.bag)


def test_a_hand_changes_its_reader_with_the_command(state: State) -> None:
    prussia = state.nations["pr"]
    assert hands(seen(state, "coalition"))["pr"] is None
    prussia.caretaker = "coalition"
    assert hands(seen(state, "coalition"))["pr"] == 1
    prussia.caretaker = "imperial"
    assert hands(seen(state, "coalition"))["pr"] is None
    assert hands(seen(state, "imperial"))["pr"] == 1


# -- the map ---------------------------------------------------------------------------------------


def test_the_map_has_every_duchy_and_every_zone(state: State) -> None:
    shown = seen(state, "imperial").map
    kinds = [it.kind for it in shown.areas]
    assert (kinds.count("duchy"), kinds.count("zone")) == (110, 15)
    assert [it.kind for it in shown.roads].count("sea") == 19
    assert len(shown.roads) == 226 + 19
    ids = {it.id for it in shown.areas}
    assert all({it.a, it.b} <= ids for it in shown.roads)


def test_forces_stand_nation_by_nation_with_who_commands_first(state: State) -> None:
    state.leaders["davout"].where = "calais"
    shown = space(seen(state, "imperial"), "calais")
    assert [(it.nation, it.sp, it.leaders) for it in shown.forces] == [
        ("fr", 8, ["napoleon", "davout", "soult"])
    ]


def test_a_duchy_with_enemies_in_it_is_uncontrolled_and_a_fortress_besieged(state: State) -> None:
    state.spaces["linz"].lots.append(Lot("fr", 2))
    state.spaces["prague"].lots.append(Lot("fr", 2))
    shown = seen(state, "imperial")
    assert space(shown, "linz").uncontrolled
    assert not space(shown, "linz").besieged
    assert space(shown, "prague").besieged
    assert not space(shown, "prague").uncontrolled
    assert not space(shown, "vienna").uncontrolled


def test_a_flag_says_who_controls_a_duchy(state: State) -> None:
    state.spaces["linz"].flag = "fr"
    linz = space(seen(state, "imperial"), "linz")
    assert (linz.flag, linz.controller, linz.colour) == ("fr", "fr", "au")


def test_squadrons_lie_in_ports_and_at_sea(state: State) -> None:
    state.squadrons.append(Squadrons("sw", "baltic_sea", 1, 1, 1))
    shown = seen(state, "imperial")
    [fleet] = space(shown, "baltic_sea").fleets
    assert (fleet.nation, fleet.ready, fleet.refit, fleet.building) == ("sw", 1, 1, 1)
    assert [it.nation for it in space(shown, "english_channel").fleets] == ["gb"]


def test_a_fortress_says_which_strait_it_guards(state: State) -> None:
    assert space(seen(state, "imperial"), "copenhagen").guards == ("kattegat", "baltic_sea")


def test_what_is_going_on_is_told_from_the_outside_in(state: State) -> None:
    lot = Lot("fr", 3)
    state.stack = [
        Impulse("fr", True, [Pool("cards", 4)], ["militia"]),
        March("fr", "calais", ["napoleon"], Force(["napoleon"], [lot]), "paris"),
        Battle(
            "calais",
            "paris",
            Side(["fr"], "napoleon", {"fr": 1}, ["napoleon"], units=4),
            Side(["gb"], units=2),
            1,
            0,
        ),
    ]
    shown = seen(state, "coalition").map
    assert shown.going_on == ["impulse", "march", "battle"]
    assert shown.impulse is not None and shown.impulse.pools[0].cp == 4
    assert shown.march is not None and shown.march.leaders == ["napoleon"]
    assert space(seen(state, "coalition"), "calais").forces[0].marching == 3
    battle = shown.battle
    assert battle is not None
    attacker, defender = battle.sides
    assert (attacker.role, attacker.commander, defender.commander) == ("attacker", "napoleon", None)
    assert attacker.fighters[0].disrupted == 1
    assert attacker.fighters[0].shaken == ["napoleon"]


def test_a_siege_names_the_fortress_and_its_strength(state: State) -> None:
    state.stack = [Impulse("fr", True), Siege("prague", "davout", sixes=1, round=2)]
    siege = seen(state, "imperial").map.siege
    assert siege is not None
    assert (siege.nation, siege.fortress, siege.sixes, siege.round) == ("au", 2, 1, 2)


def test_the_turn_is_called_by_its_year(state: State) -> None:
    assert seen(state, "imperial").map.turn_name == "1807, round 1"
    state.phase = "turn_end"
    assert seen(state, "imperial").map.turn_name == "1807"


# -- the order of battle and the way to victory ----------------------------------------------------


def test_every_nation_has_its_pieces_and_its_place_among_others(state: State) -> None:
    shown = seen(state, "imperial")
    france, spain = nation(shown, "fr"), nation(shown, "sp")
    assert france.on_map == sum(it.sp for it in pack().forces if it.nation == "fr")
    assert france.pool == pack().limits["fr"].max_sp - france.on_map
    assert (france.commander, spain.commander) == ("imperial", "imperial")
    assert nation(shown, "pr").commander is None
    assert spain.diplomacy.row == "fr" and spain.diplomacy.box == 4
    assert france.diplomacy.at_war == ["gb", "au", "ru"]
    napoleon = next(it for it in france.leaders if it.id == "napoleon")
    assert (napoleon.command, napoleon.battle, napoleon.area) == (8, 4, "calais")
    assert [it.consuls for it in shown.order_of_battle.track if it.row == "fr"][4] == ["sp"]


def test_foreign_wars_and_the_regroup_box_are_told(state: State) -> None:
    state.foreign_wars.append(ForeignWar("russo_persian_war", "ru", "gb", 3, 0, []))
    state.nations["ru"].regroup_sp = 2
    russia = nation(seen(state, "imperial"), "ru")
    assert (russia.regroup_sp, russia.foreign_wars[0].sp) == (2, 3)
    assert russia.pool == pack().limits["ru"].max_sp - russia.on_map - 5


def test_points_are_those_of_the_rules_line_by_line(state: State) -> None:
    state.spaces["vienna"].flag, state.spaces["vienna"].lots = "fr", []
    state.nations["gb"].resources = 1
    shown = seen(state, "imperial").victory_track
    for told, it in zip(shown.standings, standings(table_of(state)), strict=True):
        assert (told.seat, told.points) == (it.who, it.points)
        assert sum(line.amount for line in told.breakdown) == told.points
    keys = {it.nation: it for it in shown.keys}
    assert (keys["fr"].held, keys["fr"].at_start, keys["fr"].gained) == (14, 13, ["vienna"])
    assert (keys["au"].held, keys["au"].lost) == (7, ["vienna"])


# -- speed and whole games -------------------------------------------------------------------------


def test_no_board_takes_long(state: State) -> None:
    seen(state, "imperial")
    took = []
    for _ in range(20):
        start = perf_counter()
        seen(state, "imperial")
        took.append(perf_counter() - start)
    assert min(took) < 0.008, "four boards, 2 ms each"


def test_a_game_begins_with_nothing_but_what_the_set_up_says() -> None:
    state, _ = begun()
    shown = seen(state, "imperial")
    assert shown.victory_track.year == 1805
    assert shown.map.impulse is None and shown.map.battle is None
    assert sum(it.count for army in shown.order_of_battle.armies for it in army.units) == sum(
        it.sp for it in pack().forces
    )
