"""Each card of the sea, used and refused: cases 154, 155 and the rulings of cards at sea."""

from __future__ import annotations

from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse, Pool
from napoleon.rulesets.napoleonic_wars.orders.at_sea import (
    AcceptBattle,
    CallRaidersHome,
    Elude,
    HuntRaiders,
    LandAt,
    MakeForPort,
    PrepareConvoy,
    SailTo,
    Seek,
    SetSail,
    TakeAboard,
)
from napoleon.rulesets.napoleonic_wars.orders.cards import (
    Decline,
    PlaceSquadron,
    PlayForEvent,
    Respond,
)
from napoleon.rulesets.napoleonic_wars.orders.impulses import EndForeignWar, EndImpulse, PlayForCP
from napoleon.rulesets.napoleonic_wars.spaces import sp_in
from napoleon.rulesets.napoleonic_wars.state import HomeCard, Squadrons, State
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
    told,
)
from tests.napoleonic_wars.test_refusals_of_cards import why_not
from tests.napoleonic_wars.test_sea import channel, cp_left, ships, where


def holds(state: State, nation: str, *cards: str) -> None:
    for card in cards:
        if pack().cards[card].home:
            state.nations[nation].home = [HomeCard(card)]
        else:
            state.nations[nation].hand.append(card)
            if card in state.bag:
                state.bag.remove(card)


def impulse_of(nation: str, card: str, **hands: list[str]) -> State:
    """An empty map; a nation is in its impulse and has played nothing yet."""
    state = emptied(nation)
    state.stack = [Impulse(nation, scheduled=True)]
    holds(state, nation, card)
    for other, cards in hands.items():
        holds(state, other, *cards)
    return state


def test_case_155_the_weather_gauge_finds_without_dice_and_the_enemy_may_evade() -> None:
    state = channel()
    holds(state, "gb", "the_weather_gauge")
    leaving = play_open(state, SetSail("brittany", 2), SailTo("english_channel"))
    sought = play_open(declined(leaving), Seek())
    assert sought.asked == [("coalition", "window")]
    found = play_open(sought.state, Respond("gb", "the_weather_gauge"))
    assert told(found, "search_rolled") == []
    assert told(found, "fleet_found"), "in a search dice of a battle are no choice"
    assert found.asked == [("imperial", "elude")]
    evaded = play(found.state, Elude(), dice=[4, 4])
    assert where(evaded.state, "fr") == {"brittany": (2, 0, 0)}


def declined(played: Played, *dice: int) -> State:
    """Nobody responds in windows, up to another question."""
    state = played.state
    while (asked := decisions(state)) and asked[0].kind == "window":
        state = play_open(state, Decline(), dice=dice).state
    return state


def test_the_weather_gauge_gives_three_dice_in_a_round() -> None:
    state = channel()
    holds(state, "gb", "the_weather_gauge")
    leaving = play(state, SetSail("brittany", 2), SailTo("english_channel"))
    sought = play_open(leaving.state, Seek(), dice=[6, 6])
    fight = play_open(declined(sought, 6, 6), AcceptBattle())
    fought = play_open(fight.state, Respond("gb", "the_weather_gauge"), dice=[1] * 20)
    rolls = {it.side: it.number for it in told(fought, "sea_dice_rolled")[:2]}
    assert rolls["defender"] == 6 + 3


def test_case_155_a_blockade_runner_is_not_intercepted_in_the_first_zone() -> None:
    state = channel()
    holds(state, "fr", "blockade_runner_1")
    leaving = play_open(state, SetSail("brittany", 2), SailTo("english_channel"))
    assert leaving.asked == [("imperial", "window")]
    ran = play_open(leaving.state, Respond("fr", "blockade_runner_1"))
    assert ran.asked == [("imperial", "voyage")], "nobody is asked to intercept"
    assert ran.state.rules == []


def test_nelsons_touch_and_gallant_danes_give_dice_to_their_own() -> None:
    state = channel()
    holds(state, "gb", "nelsons_touch")
    leaving = play(state, SetSail("brittany", 2), SailTo("english_channel"))
    sought = play_open(leaving.state, Seek(), dice=[6, 6])
    fight = play_open(declined(sought, 6, 6), AcceptBattle())
    fought = play_open(fight.state, Respond("gb", "nelsons_touch"), dice=[1] * 20)
    assert {it.side: it.number for it in told(fought, "sea_dice_rolled")[:2]}["defender"] == 10


def copenhagen() -> State:
    state = emptied("gb", cp=4)
    state.nations["dk"].row, state.nations["dk"].box, state.nations["dk"].camp = "fr", 4, "imperial"
    state.wars += ["au-dk", "dk-gb", "dk-ru"]
    ships(state, "kattegat", "gb", 3)
    ships(state, "copenhagen", "dk", 2)
    holds(state, "dk", "gallant_danes")
    return state


def test_gallant_danes_answer_from_the_table_though_the_hand_is_empty() -> None:
    entering = play_open(copenhagen(), SetSail("kattegat", 3), SailTo("copenhagen"))
    assert entering.asked == [("imperial", "window")]
    fired = play_open(entering.state, Respond("dk", "gallant_danes"), dice=[1] * 40)
    assert told(fired, "batteries_fired")[0].number == 4 + 3
    assert told(fired, "sea_dice_rolled")[1].number == 4 + 4, "once only"
    assert not fired.state.nations["dk"].home[0].up


def test_case_154_storm_at_sea_sends_a_fleet_to_port_where_it_stays() -> None:
    state = impulse_of("gb", "conscripts_1", fr=["storm_at_sea_1"])
    state.spaces["naples"].flag = state.spaces["sicily"].flag = "gb"
    ships(state, "tyrrhenian_sea", "gb", 1)
    stand(state, "sicily", "gb", 3)
    state.spaces["rome"].flag = "fr"
    played = play_open(state, PlayForCP("conscripts_1"))
    assert played.asked == [("imperial", "window")]
    storm = play_open(played.state, Respond("fr", "storm_at_sea_1"))
    assert storm.asked == [("coalition", "refuge")]
    ports = {it.port for it in legal_orders(storm.state) if isinstance(it, MakeForPort)}
    assert {"naples", "sicily"} <= ports
    gone = play(storm.state, MakeForPort("naples"))
    assert where(gone.state, "gb") == {"naples": (1, 0, 0)}
    assert refused(gone.state, SetSail("naples", 1))[0] == "NO_FLEET", "it stays there"
    loaded = play(gone.state, PrepareConvoy(), TakeAboard("sicily", "gb", 3))
    assert refused(loaded.state, LandAt("rome")) == ("NO_CONTROL", "13.7.a")
    assert cp_left(loaded.state) == 4, "they are left for other things"
    later = play(gone.state, EndImpulse())
    assert not any(it.stays for it in later.state.squadrons)


def test_storm_at_sea_is_no_card_where_no_enemy_is_at_sea() -> None:
    state = impulse_of("fr", "storm_at_sea_1")
    assert PlayForEvent("storm_at_sea_1") not in legal_orders(state)
    ships(state, "atlantic", "gb", 1)
    assert PlayForEvent("storm_at_sea_1") in legal_orders(state), "also in one's own impulse [R-98]"


def test_a_fleet_without_a_friendly_port_stays_at_sea() -> None:
    state = impulse_of("fr", "storm_at_sea_1")
    ships(state, "black_sea", "gb", 1)
    for port in (it.id for it in pack().spaces.values() if it.ports):
        state.spaces[port].flag = "fr"
    stormed = play(state, PlayForEvent("storm_at_sea_1"))
    [none] = told(stormed, "fleet_without_port")
    assert not none.sunk
    assert where(stormed.state, "gb") == {"black_sea": (1, 0, 0)}


def test_fire_ships_sink_what_is_unfinished_first() -> None:
    state = impulse_of("gb", "fire_ships")
    ships(state, "english_channel", "gb", 1)
    ships(state, "brittany", "fr", 1, refit=1, building=1)
    assert refused(impulse_of("gb", "fire_ships"), PlayForEvent("fire_ships"))[1] != ""
    burnt = play(state, PlayForEvent("fire_ships"), dice=[6, 6, 1, 1])
    assert where(burnt.state, "fr") == {"brittany": (1, 0, 0)}


def test_royal_marines_land_free_of_cp_within_their_limits() -> None:
    state = impulse_of("gb", "royal_marines")
    stand(state, "london", "gb", 6, "moore")
    state.spaces["lisbon"].flag = "gb"
    begun = play(state, PlayForEvent("royal_marines"))
    assert refused(begun.state, TakeAboard("london", "gb", 4)) == ("WRONG_NUMBER", "13.6.a")
    sailed = play(begun.state, TakeAboard("london", "gb", 3), LandAt("lisbon"))
    assert sp_in(sailed.state, "lisbon", "gb") == 3
    impulse = sailed.state.stack[0]
    assert isinstance(impulse, Impulse) and impulse.convoyed
    impulse.pools.append(Pool("cards", 8))
    assert refused(sailed.state, PrepareConvoy()) == ("ONE_CONVOY", "13.6.b")


def test_a_squadron_that_has_fled_in_this_impulse_may_prey_on_trade() -> None:
    state = impulse_of("fr", "guerre_de_course")
    state.squadrons = [Squadrons("fr", "brittany", ready=1, stays=True)]
    played = play(state, PlayForEvent("guerre_de_course")).state
    assert not played.squadrons
    assert [it.squadrons for it in played.foreign_wars] == [1]


def raided(nation: str, card: str) -> State:
    """A French squadron preys on British trade."""
    state = impulse_of("fr", "guerre_de_course")
    ships(state, "brittany", "fr", 1)
    played = play(state, PlayForEvent("guerre_de_course"))
    assert where(played.state, "fr") == {}
    state = played.state
    state.stack = [Impulse(nation, scheduled=True)]
    holds(state, nation, card)
    return state


def test_guerre_de_course_cuts_large_british_cards() -> None:
    state = raided("gb", "conscripts_1")
    cut = play(state, PlayForCP("conscripts_1"))
    [event] = told(cut, "card_played_for_cp")
    assert [(line.amount, line.clause) for line in event.breakdown] == [(4, "6.3.a"), (-2, "R-112")]
    small = play(raided("gb", "militia_1"), PlayForCP("militia_1"))
    assert told(small, "card_played_for_cp")[0].cp == 2
    assert refused(impulse_of("fr", "guerre_de_course"), PlayForEvent("guerre_de_course"))[1] != ""


def test_a_squadron_in_port_preys_on_trade_before_one_at_sea() -> None:
    state = impulse_of("fr", "guerre_de_course")
    ships(state, "atlantic", "fr", 1)
    ships(state, "toulon", "fr", 1)
    played = play(state, PlayForEvent("guerre_de_course"))
    assert where(played.state, "fr") == {"atlantic": (1, 0, 0)}


def test_the_raiders_are_hunted_for_a_maneuver_a_try() -> None:
    state = play(raided("gb", "conscripts_1"), PlayForCP("conscripts_1")).state
    assert refused(state, EndForeignWar("guerre_de_course"))[0] == "NO_SUCH_WAR"
    missed = play(state, HuntRaiders(), dice=[4, 4])
    assert told(missed, "raid_ended") == []
    caught = play(missed.state, HuntRaiders(), dice=[4, 5])
    assert cp_left(caught.state) == 1, "two tries for a CP"
    assert caught.state.nations["fr"].regroup_squadrons == 1
    assert caught.state.rules == []
    assert "guerre_de_course" in caught.state.discards
    assert refused(caught.state, HuntRaiders()) == ("NO_RAIDERS", "R-112")


def test_france_calls_the_raiders_home_to_an_open_port() -> None:
    state = play(raided("fr", "conscripts_1"), PlayForCP("conscripts_1")).state
    ships(state, "english_channel", "gb", 1)
    ships(state, "bay_of_biscay", "gb", 1)
    assert refused(state, CallRaidersHome("brittany")) == ("BLOCKADED", "R-112")
    home = play(state, CallRaidersHome("toulon"))
    assert where(home.state, "fr") == {"toulon": (1, 0, 0)}


def test_the_war_on_trade_ends_with_the_war() -> None:
    state = raided("gb", "conscripts_1")
    state.wars.remove("fr-gb")
    ended = going_on(state)
    assert told(ended, "raid_ended")
    assert ended.state.nations["fr"].regroup_squadrons == 1


def test_baltic_navy_refits_all_and_builds_one() -> None:
    state = impulse_of("sw", "baltic_navy")
    state.nations["sw"].row, state.nations["sw"].box, state.nations["sw"].camp = (
        "gb", 4, "coalition",
    )  # fmt: skip
    ships(state, "stockholm", "sw", 0, refit=1)
    ships(state, "kattegat", "gb", 0, refit=2)
    played = play(state, PlayForEvent("baltic_navy"))
    if played.asked[0][1] == "build":
        port = next(it for it in legal_orders(played.state) if isinstance(it, PlaceSquadron))
        played = play(played.state, port)
    assert where(played.state, "gb") == {"kattegat": (2, 0, 0)}
    assert sum(it[0] for it in where(played.state, "sw").values()) == 2


def test_admiralty_counts_zones_as_the_impulse_began() -> None:
    state = at_play({"gb": ["admiralty"]}, scheduled="gb")
    state.squadrons = []
    for zone in ("north_sea", "english_channel", "irish_sea", "atlantic", "bay_of_biscay"):
        ships(state, zone, "gb", 1)
    ships(state, "gulf_of_cadiz", "ru", 1)
    begun = going_on(state).state
    impulse = next(it for it in begun.stack if isinstance(it, Impulse))
    assert impulse.zones == 6
    begun.squadrons = begun.squadrons[:2]
    drawn = play(begun, PlayForEvent("admiralty"))
    assert len(drawn.state.nations["gb"].hand) == 2


# -- why they do nothing ---------------------------------------------------------------------------


def test_each_effect_at_sea_says_why_it_can_do_nothing() -> None:
    state = impulse_of("fr", "storm_at_sea_1")
    raid = {"hook": "cp_cut", "until": "ended", "of": "gb"}
    runs = {"hook": "ship_free", "until": "sailing"}
    reasons = {
        why_not(state, "fr", "guerre_de_course", "rule", **raid): "NO_FLEET 6.1.d",
        why_not(state, "fr", "guerre_de_course", "set_aside", what="fr_squadron"): (
            "NO_FLEET 6.1.d"
        ),
        why_not(state, "fr", "blockade_runner_1", "rule", **runs): "NO_FLEET 6.14.a",
        why_not(state, "gb", "the_weather_gauge", "find"): "NOBODY_SEARCHES 13.3.a",
        why_not(state, "sw", "baltic_navy", "refit", whose="sw", where="baltic_sea"): (
            "NO_REFIT 7.7.c"
        ),
    }
    assert all(said == due for said, due in reasons.items())
    leaving = play(channel(), SetSail("brittany", 2), SailTo("english_channel"))
    fight = play_open(declined(play_open(leaving.state, Seek(), dice=[6, 6])), AcceptBattle())
    battle = fight.state
    assert (
        why_not(battle, "au", "nelsons_touch", "dice", side="own", n=4) == "NO_SHIPS_THERE 6.14.a"
    )
    storm = why_not(battle, "fr", "storm_at_sea_1", "to_port", fleet="gb@english_channel")
    assert storm == "IN_BATTLE 6.14.a"
