"""Corrections by a referee set what they name and nothing else [N-80]."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from napoleon.rules.corrections import Correction
from napoleon.rules.events import REFEREE, SPECTATOR
from napoleon.rules.narration import describe
from napoleon.rules.redaction import redacted
from napoleon.rules.terms import Result
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon_columbia import RULES
from napoleon.rulesets.napoleon_columbia.corrections.boards import (
    SetCombatRoadUse,
    SetHolder,
    SetSupplyDue,
    SetTerrain,
)
from napoleon.rulesets.napoleon_columbia.corrections.fighters import (
    PlaceFighter,
    SetActions,
    SetShown,
    SetSquare,
)
from napoleon.rulesets.napoleon_columbia.corrections.marches import SetGroup, SetMarched, SetRoadUse
from napoleon.rulesets.napoleon_columbia.corrections.on_map import (
    EliminateUnit,
    PlaceUnits,
    RestoreUnit,
    SetDisrupted,
    SetStrength,
)
from napoleon.rulesets.napoleon_columbia.orders import FormSquare, March
from napoleon.rulesets.napoleon_columbia.sides import ALLIED, FRENCH
from tests import acting
from tests.acting import WHY
from tests.napoleon_columbia.kit import (
    END_COMBAT,
    Board,
    Played,
    changed,
    fighting,
    fire,
    fresh,
    marching,
    move,
    play,
    refusal,
    road,
    roads,
    with_state,
)

R: dict[str, Any] = {"reason": "It was counted twice."}
AT = "quatre_bras"


def corrected(given: Played, *corrections: Correction) -> Played:
    """The table after corrections; only the last one may be refused, and none draws."""
    done = acting.corrected(given.rules, partial(Played, given.rules), given, corrections)
    still = {(it.id, it.kind) for it in given.rules.decisions(done.state)}
    asked = {(it.id, it.kind) for it in given.rules.decisions(given.state)}
    assert asked <= still, "a question was answered by it"
    assert done.state.draws == given.state.draws
    return done


def sentence(played: Played, reader: str = REFEREE) -> str:
    """What the first event says."""
    return describe(played.events[0], Viewer(reader), RULES.names)


def told(played: Played) -> dict[str, Any]:
    """All that the one event says."""
    [event] = played.events
    said: dict[str, Any] = redacted(event, Viewer(REFEREE))["data"]
    return said


def in_march(**options: Any) -> Played:
    """The French in Beaumont and Thuin, a single one in Solre, and enemies around."""
    return marching(
        {
            "beaumont": "f01 f02 f03",
            "thuin": "f09 f10",
            "solre": "f15",
            "ligny": "p02 p03 p04",
            "charleroi": "p05",
        },
        **options,
    )


def in_battle(**given: Any) -> Played:
    """A battle at Quatre Bras; French lie in Woods and in the Reserve, and more are in Ligny."""
    return fighting(
        Board(
            AT,
            {
                "attacker_a": "f09 f11",
                "attacker_b": "f10",
                "attacker_c": "f15 f19",
                "attacker_reserve": "f02",
                "defender_a": "a02",
                "defender_b": "a06 a05",
                "defender_c": "a09 a13",
                "defender_reserve": "a10 a03",
            },
            given.pop("terrain", {"attacker_c": "woods", "defender_b": "farm a06"}),
            "charleroi ligny",
        ),
        around={"ligny": "f12 f13", "nivelles": "a04"},
        **given,
    )


# -- on the map ------------------------------------------------------------------------------------


def test_units_are_put_into_a_town_as_if_the_turn_had_begun_so() -> None:
    marched = play(in_march(), FRENCH, *road("f15", "solre", "beaumont"))
    back = corrected(marched, PlaceUnits(("f01", "f02", "f03", "f15"), "philippeville", **R))
    block = back.state.blocks["f15"]
    assert (block.town, block.start, block.path) == ("philippeville", "philippeville", [])
    assert back.state.marching == ""
    assert back.tokens("f02", "f15") == marched.tokens("f02", "f15")
    assert told(back)["reason"] == WHY
    assert refusal(back, FRENCH, *road("f15", "philippeville", "laneffe")) is None


def test_a_unit_may_be_put_back_among_no_enemies_only() -> None:
    given = in_march()
    among = corrected(given, PlaceUnits(("f15",), "ligny", **R))
    assert among.refused == ("ENEMIES_THERE", "5.0")
    attacking = play(given, FRENCH, *road("f15", "solre", "beaumont"))
    assert corrected(attacking, PlaceUnits(("p05",), "beaumont", **R)).refused == (
        "ENEMIES_THERE",
        "5.0",
    )


def test_upright_blocks_that_stand_together_are_not_parted() -> None:
    parted = corrected(in_march(), PlaceUnits(("f09",), "laneffe", **R))
    assert parted.refused == ("BLOCKS_WOULD_PART", "N-58")
    assert parted.refusal is not None
    assert parted.refusal.facts["left"] == ["f10"]
    together = corrected(in_march(), PlaceUnits(("f09", "f10"), "laneffe", **R))
    assert together.towns("f09", "f10") == ["laneffe", "laneffe"]


def test_others_read_tokens_of_hidden_units() -> None:
    given = in_march()
    done = corrected(given, PlaceUnits(("f15",), "beaumont", **R))
    own = "Correction: in Beaumont, no longer in Solre: French IV Corps infantry."
    assert sentence(done, FRENCH) == own
    for reader in (ALLIED, SPECTATOR):
        assert sentence(done, reader) == (
            "Correction: in Beaumont, no longer in Solre: French block 6."
        )
        assert "f15" not in str(redacted(done.events[0], Viewer(reader)))


def test_in_a_town_of_a_battle_units_stand_in_the_reserve() -> None:
    given = in_battle()
    joined = corrected(given, PlaceUnits(("a04",), "wavre", **R))
    assert joined.towns("a04") == ["wavre"]
    mixed = corrected(given, PlaceUnits(("a04",), AT, **R))
    assert mixed.refused == ("BLOCKS_WOULD_MIX", "N-58")
    open_ = changed(changed(given, "a10", revealed=True), "a03", revealed=True)
    there = corrected(open_, PlaceUnits(("a04",), AT, **R))
    assert there.place("a04") == "defender_reserve"


def test_a_unit_taken_from_a_battle_stands_upright() -> None:
    done = corrected(in_battle(), PlaceUnits(("f11",), "ligny", **R))
    assert done.towns("f11") == ["ligny"]
    assert not done.state.blocks["f11"].revealed
    assert "f11" not in done.state.battles[0].fighters


def test_nobody_is_routed_by_a_correction() -> None:
    engaged = fighting(
        Board(
            AT,
            {
                "attacker_a": "f09",
                "attacker_b": "f10",
                "attacker_c": "f15",
                "defender_a": "a02 f06",
                "defender_b": "a06",
                "defender_c": "a09",
            },
        ),
        around={"wavre": "a10"},
    )
    refused = corrected(engaged, EliminateUnit("a02", **R))
    assert refused.refused == ("RULES_WOULD_GO_ON", "N-80")
    refused = corrected(engaged, PlaceFighter("a02", "defender_reserve", **R))
    assert refused.refused == ("RULES_WOULD_GO_ON", "N-80")


def test_a_unit_comes_back_and_goes_again() -> None:
    given = in_march(lost={FRENCH: 2})
    [first, second] = given.state.eliminated[FRENCH]
    back = corrected(given, RestoreUnit(first, "thuin", 2, **R))
    assert back.state.eliminated[FRENCH] == [second]
    assert back.strength(first) == [2]
    assert back.state.blocks[first].token not in given.tokens(*given.state.blocks)
    assert "2 steps" in sentence(back, FRENCH)
    assert "2 steps" not in sentence(back, ALLIED)
    gone = corrected(back, EliminateUnit(first, **R))
    assert gone.state.eliminated[FRENCH] == [second, first]
    assert told(gone)["total"] == 2
    assert first not in gone.state.blocks


@pytest.mark.parametrize(
    ("correction", "refused"),
    [
        (RestoreUnit("f15", "thuin", 2, **R), ("NOT_ELIMINATED", "3.4")),
        (RestoreUnit("nobody", "thuin", 2, **R), ("UNKNOWN_UNIT", "3.1")),
        (RestoreUnit("f24", "thuin", 3, **R), ("OUT_OF_RANGE", "3.3")),
        (RestoreUnit("f24", "ligny", 2, **R), ("ENEMIES_THERE", "5.0")),
        (RestoreUnit("f24", "paris", 2, **R), ("UNKNOWN_TOWN", "1.0")),
        (EliminateUnit("f24", **R), ("NOT_ON_MAP", "3.4")),
        (SetStrength("f15", 5, **R), ("OUT_OF_RANGE", "3.3")),
        (SetStrength("f15", 0, **R), ("OUT_OF_RANGE", "3.3")),
        (SetStrength("f15", 4, **R), ("NOTHING_TO_CORRECT", "N-80")),
        (SetStrength("f01", 2, **R), ("OUT_OF_RANGE", "3.3")),
        (PlaceUnits(("f15", "f15"), "thuin", **R), ("BAD_PAYLOAD", "N-80")),
        (PlaceUnits(("f15",), "solre", **R), ("NOTHING_TO_CORRECT", "N-80")),
        (PlaceUnits(("f15", "nobody"), "thuin", **R), ("UNKNOWN_UNIT", "3.1")),
        (PlaceUnits(("f24",), "thuin", **R), ("NOT_ON_MAP", "3.4")),
        (PlaceUnits(("f15",), "paris", **R), ("UNKNOWN_TOWN", "1.0")),
        (SetDisrupted(("f15",), True, **R), ("WRONG_PHASE", "7.3")),
        (SetGroup("anglo", "solre", True, **R), ("NOT_ACTIVE", "2.0")),
        (SetGroup("french", "mons", True, **R), ("NO_GROUP", "N-04")),
        (SetGroup("french", "solre", False, **R), ("NOTHING_TO_CORRECT", "N-80")),
        (SetMarched("p05", True, **R), ("NOT_ACTIVE", "2.0")),
        (SetRoadUse("nowhere", 1, **R), ("UNKNOWN_ROAD", "1.0")),
        (SetShown("f15", True, **R), ("NO_BATTLE", "6.1")),
        (SetSupplyDue("ghent", 1, **R), ("WRONG_PHASE", "10.0")),
        (SetSupplyDue("paris", 1, **R), ("UNKNOWN_TOWN", "1.0")),
    ],
)
def test_refusals_on_the_map(correction: Correction, refused: tuple[str, str]) -> None:
    assert corrected(in_march(lost={FRENCH: 1}), correction).refused == refused


def test_an_army_that_was_defeated_does_not_come_back() -> None:
    given = with_state(in_march(lost={"anglo": 8}), defeated=["anglo"])
    unit = given.state.eliminated["anglo"][0]
    assert corrected(given, RestoreUnit(unit, "ghent", 1, **R)).refused == (
        "ARMY_DEFEATED",
        "11.0",
    )


def test_steps_that_were_given_for_a_bid_stay_off() -> None:
    given = changed(in_march(), "f15", strength=3, weakened=True)
    assert corrected(given, SetStrength("f15", 4, **R)).refused == ("OUT_OF_RANGE", "13.0")


def test_the_strength_of_an_upright_block_is_its_owners_alone() -> None:
    done = corrected(in_march(), SetStrength("f15", 2, **R))
    assert done.strength("f15") == [2]
    assert sentence(done, FRENCH) == (
        "Correction: French IV Corps infantry has 2 steps, no longer 4."
    )
    assert sentence(done, ALLIED) == "Correction: the strength of French block 6 is another one."
    shown = corrected(in_battle(), SetStrength("f09", 2, **R))
    assert "2 steps" in sentence(shown, ALLIED)


def test_units_are_disrupted_together() -> None:
    given = in_battle()
    assert corrected(given, SetDisrupted(("f12",), True, **R)).refused == (
        "BLOCKS_WOULD_PART",
        "N-58",
    )
    there = corrected(given, SetDisrupted(("f12", "f13"), True, **R))
    assert all(there.state.blocks[unit].disrupted for unit in ("f12", "f13"))
    again = corrected(there, SetDisrupted(("f12", "f13"), False, **R))
    assert not again.state.blocks["f12"].disrupted
    assert corrected(given, SetDisrupted(("f09",), True, **R)).refused == ("BATTLE_TOWN", "N-50")


# -- marches ---------------------------------------------------------------------------------------


def test_a_unit_that_has_marched_by_mistake_may_march_again() -> None:
    there = play(in_march(), FRENCH, *road("f09", "thuin", "laneffe"))
    again = corrected(there, SetMarched("f09", False, **R))
    assert again.state.blocks["f09"].path == []
    assert refusal(again, FRENCH, *road("f09", "laneffe", "philippeville")) is None
    over = corrected(again, SetMarched("f09", True, **R))
    assert refusal(over, FRENCH, *road("f09", "laneffe", "philippeville")) == (
        "ALREADY_MARCHED",
        "N-04",
    )


def test_who_has_met_enemies_marches_no_further() -> None:
    met = play(in_march(), FRENCH, *road("f09", "thuin", "charleroi"))
    assert corrected(met, SetMarched("f09", False, **R)).refused == ("ENEMY_IN_PATH", "5.0")


def test_groups_that_march() -> None:
    given = in_march()
    two = corrected(
        given, SetGroup("french", "thuin", True, **R), SetGroup("french", "solre", True, **R)
    )
    assert refusal(two, FRENCH, *road("f01", "beaumont", "solre")) == ("NO_MARCH_LEFT", "5.1")
    third = corrected(two, SetGroup("french", "beaumont", True, **R))
    assert third.refused == ("NO_MARCH_LEFT", "5.1")
    one = corrected(two, SetGroup("french", "solre", False, **R))
    assert refusal(one, FRENCH, *road("f01", "beaumont", "solre")) is None
    marched = play(given, FRENCH, *road("f15", "solre", "beaumont"))
    stays = corrected(marched, SetGroup("french", "solre", False, **R))
    assert stays.refused == ("ALREADY_MARCHED", "5.1")


def test_the_use_of_a_road() -> None:
    marched = play(in_march(), FRENCH, *roads("f09 f10", "thuin", "beaumont"))
    way = next(iter(marched.state.road_use))
    full = corrected(marched, SetRoadUse(way, 8, **R))
    assert full.state.road_use == {way: 8}
    assert refusal(full, FRENCH, March("f02", way)) == ("ROAD_FULL", "5.4")
    for units in (1, 9):
        assert corrected(marched, SetRoadUse(way, units, **R)).refused == ("OUT_OF_RANGE", "5.4")


# -- battle boards ---------------------------------------------------------------------------------


def test_a_fighter_is_put_elsewhere_in_line_and_without_bonus() -> None:
    given = changed(changed(in_battle(), "f10", square=True), "f10", moves=1)
    moved = corrected(given, PlaceFighter("f10", "attacker_a", **R))
    fighter = moved.state.battles[0].fighters["f10"]
    assert (fighter.place, fighter.square, fighter.moves) == ("attacker_a", False, 1)


def test_places_where_a_fighter_can_never_be() -> None:
    given = in_battle(terrain={"attacker_c": "woods", "attacker_a": "stream"})
    for unit, place, refused in (
        ("f11", "attacker_c", ("WOODS_ARTILLERY", "6.21.woods")),
        ("f11", "defender_a", ("FOOT_ARTILLERY_ENGAGE", "6.32")),
        ("f09", "defender_reserve", ("NOT_A_PLACE", "N-22")),
        ("f09", "nowhere", ("NOT_A_PLACE", "6.2")),
        ("f09", "attacker_a", ("NOTHING_TO_CORRECT", "N-80")),
        ("f15", "attacker_a", ("BLOCKS_WOULD_PART", "N-58")),
        ("f12", "attacker_a", ("NO_BATTLE", "6.1")),
    ):
        assert corrected(given, PlaceFighter(unit, place, **R)).refused == refused


def test_where_artillery_can_never_be_is_refused_as_players_are() -> None:
    lines = {
        "attacker_a": "f23",
        "attacker_b": "f11 f09",
        "attacker_c": "f15",
        "defender_a": "a02",
        "defender_b": "a06",
        "defender_c": "a09",
    }
    given = fighting(Board(AT, lines, {"defender_a": "stream"}, "charleroi"))
    for unit, place, code in (
        ("f23", "defender_a", ("STREAM_ARTILLERY", "FAQ.5")),
        ("f11", "defender_b", ("FOOT_ARTILLERY_ENGAGE", "6.32")),
    ):
        assert corrected(given, PlaceFighter(unit, place, **R)).refused == code
        assert refusal(given, FRENCH, move(unit, place)) == code
    across = corrected(given, PlaceFighter("f23", "defender_b", **R))
    assert across.place("f23") == "defender_b"


def test_a_hidden_block_is_shown_before_it_comes_into_the_open() -> None:
    given = in_battle()
    hidden = corrected(given, PlaceFighter("f02", "attacker_a", **R))
    assert hidden.refused == ("RULES_WOULD_GO_ON", "N-80")
    shown = corrected(given, SetShown("f02", True, **R))
    assert "Guard infantry" in sentence(shown, ALLIED)
    there = corrected(shown, PlaceFighter("f02", "attacker_a", **R))
    assert there.place("f02") == "attacker_a"


def test_a_block_stands_up_where_nobody_else_is_upright() -> None:
    alone = changed(in_battle(), "f02", revealed=True)
    assert not corrected(alone, SetShown("f02", False, **R)).state.blocks["f02"].revealed
    among = changed(in_battle(), "a10", revealed=True)
    assert corrected(among, SetShown("a10", False, **R)).refused == ("BLOCKS_WOULD_MIX", "N-58")
    in_line = corrected(alone, SetShown("f09", False, **R))
    assert in_line.refused == ("NOT_IN_RESERVE_OR_WOODS", "6.24")


def test_squares() -> None:
    given = in_battle()
    formed = corrected(given, SetSquare("f09", True, **R))
    assert formed.state.battles[0].fighters["f09"].square
    assert refusal(formed, FRENCH, FormSquare("f09")) == ("ALREADY_ACTED", "6.5")
    line = corrected(formed, SetSquare("f09", False, **R))
    assert refusal(line, FRENCH, FormSquare("f09")) is None
    for unit, refused in (
        ("f11", ("NOT_INFANTRY", "6.5")),
        ("a06", ("WOODS_OR_FARM", "6.5")),
        ("f15", ("WOODS_OR_FARM", "6.5")),
    ):
        assert corrected(given, SetSquare(unit, True, **R)).refused == refused


def test_n_84_the_referee_sets_squares_where_players_form_them() -> None:
    lines = {
        "attacker_a": "f11",
        "attacker_b": "f10",
        "attacker_reserve": "f02",
        "defender_a": "a02 f09",
        "defender_b": "a06",
    }
    given = fighting(Board(AT, lines, {"attacker_b": "farm f10"}, "charleroi"))
    reserve = corrected(given, SetSquare("f02", True, **R))
    assert reserve.state.battles[0].fighters["f02"].square
    assert refusal(given, FRENCH, FormSquare("f02")) is None
    for unit in ("f09", "f10", "f11"):
        refused = corrected(given, SetSquare(unit, True, **R)).refused
        assert refused == refusal(given, FRENCH, FormSquare(unit)) is not None


def test_what_a_unit_has_done() -> None:
    given = in_battle()
    fired = corrected(given, SetActions("f11", 0, True, **R))
    assert refusal(fired, FRENCH, fire("f11")) == ("ALREADY_FIRED", "6.33")
    again = corrected(fired, SetActions("f11", 0, False, **R))
    assert refusal(play(again, FRENCH), FRENCH, move("f11", "attacker_reserve")) is None
    for unit, moves, has_fired, refused in (
        ("f11", 2, False, ("OUT_OF_RANGE", "6.32")),
        ("f11", 1, True, ("OUT_OF_RANGE", "6.33")),
        ("f19", 0, True, ("NOT_REVEALED", "N-47")),
        ("a02", 1, False, ("WRONG_PHASE", "6.3")),
    ):
        done = corrected(given, SetActions(unit, moves, has_fired, **R))
        assert done.refused == refused
    shaken = changed(given, "f11", shaken=True)
    assert corrected(shaken, SetActions("f11", 0, True, **R)).refused == ("SHAKEN", "N-21")
    resting = changed(given, "f02", revealed=True)
    assert corrected(resting, SetActions("f02", 0, True, **R)).refused == ("IN_RESERVE", "6.33")
    secret = corrected(given, SetActions("f19", 2, False, **R))
    assert sentence(secret, ALLIED) == (
        "Correction: what French block 5 has done in this combat turn is another thing."
    )


def test_terrain_comes_out_of_what_is_left_of_it() -> None:
    given = with_state(in_battle(), pool=["hill", "stream", "woods"])
    hill = corrected(given, SetTerrain(AT, "defender_b", "hill", **R))
    assert hill.state.battles[0].terrain_at("defender_b") == "hill"
    assert hill.state.battles[0].terrain["defender_b"].holder == ""
    assert hill.state.pool == ["farm", "stream", "woods"]
    bare = corrected(hill, SetTerrain(AT, "defender_b", "none", **R))
    assert bare.state.battles[0].terrain_at("defender_b") == ""
    refusals: tuple[tuple[str, Any, tuple[str, str]], ...] = (
        ("defender_a", "farm", ("NO_TERRAIN_LEFT", "FAQ.1")),
        ("attacker_a", "stream", ("TOO_MUCH_TERRAIN", "6.21")),
        ("defender_b", "woods", ("ARTILLERY_IN_WOODS", "6.21.woods")),
        ("defender_reserve", "hill", ("NOT_A_PLACE", "6.2")),
        ("attacker_c", "none", ("RULES_WOULD_GO_ON", "N-80")),
    )
    for place, kind, refused in refusals:
        done = corrected(given, SetTerrain(AT, place, kind, **R))
        assert done.refused == refused, (place, kind)


def test_who_holds_a_farm() -> None:
    given = in_battle()
    nobody = corrected(given, SetHolder(AT, "defender_b", "", **R))
    assert nobody.state.battles[0].terrain["defender_b"].holder == ""
    back = corrected(nobody, SetHolder(AT, "defender_b", "a06", **R))
    assert back.state.battles[0].terrain["defender_b"].holder == "a06"
    for place, unit, refused in (
        ("defender_b", "a05", ("WRONG_TYPE", "6.21.farm")),
        ("defender_b", "a02", ("NOTHING_TO_HOLD", "6.21.hold")),
        ("attacker_c", "f15", ("NOTHING_TO_HOLD", "6.21.hold")),
        ("defender_b", "a06", ("NOTHING_TO_CORRECT", "N-80")),
    ):
        assert corrected(given, SetHolder(AT, place, unit, **R)).refused == refused


def test_the_roads_of_a_battle() -> None:
    given = in_battle()
    way = given.rules.pack.road_between(AT, "ligny")
    assert way is not None
    used = corrected(given, SetCombatRoadUse(AT, way.id, "reinforcement", 2, **R))
    asked = play(used, FRENCH, END_COMBAT).asked
    assert ("french", "reinforcement") not in asked
    left = corrected(given, SetCombatRoadUse(AT, way.id, "retreat", 1, **R))
    assert left.state.battles[0].retreat_use == {way.id: 1}
    more = corrected(given, SetCombatRoadUse(AT, way.id, "retreat", 3, **R))
    assert more.refused == ("OUT_OF_RANGE", "7.2")


# -- supply, and when nothing is corrected ---------------------------------------------------------


def test_what_supply_costs() -> None:
    given = with_state(
        marching({"ghent": "f15", "liege": "f09", "brussels": "a02 a06", "huy": "p02 p03 p04"}),
        phase="supply",
        supplied=True,
        supply_due=[("ghent", "anglo", 1), ("liege", "prussian", 2)],
    )
    one = corrected(given, SetSupplyDue("liege", 1, **R))
    assert one.state.supply_due == [("ghent", "anglo", 1), ("liege", "prussian", 1)]
    assert corrected(given, SetSupplyDue("liege", 3, **R)).refused == ("OUT_OF_RANGE", "10.0")
    assert corrected(given, SetSupplyDue("brussels", 1, **R)).refused == ("NOT_HELD", "10.0")
    other = corrected(given, SetSupplyDue("ghent", 0, **R))
    assert other.state.supply_due == [("liege", "prussian", 2)]
    none = corrected(other, SetSupplyDue("liege", 0, **R))
    assert none.refused == ("RULES_WOULD_GO_ON", "N-80")


def test_a_fight_whose_units_are_counted_is_left_alone() -> None:
    waiting = with_state(in_march(), phase="skirmish", attacks_declared=True)
    waiting.state.blocks["f09"].town = "charleroi"
    waiting.state.contested_skirmishes = ["charleroi", "ligny"]
    moved = acting.corrected(
        RULES,
        partial(Played, RULES),
        waiting,
        [PlaceUnits(("p05",), "namur", **R)],
    )
    assert moved.refused == ("FIGHT_BEGINS", "N-49")


def test_a_unit_whose_forced_march_is_about_to_be_checked_stays_where_it_is() -> None:
    given = in_march()
    given.state.unchecked = ["f15"]
    placed = acting.corrected(
        RULES, partial(Played, RULES), given, [PlaceUnits(("f15",), "mons", **R)]
    )
    assert placed.refused == ("NOT_NOW", "5.6")


def test_nothing_is_corrected_before_the_campaign_or_after_it() -> None:
    for early in (PlaceUnits(("f15",), "solre", **R), SetShown("f15", True, **R)):
        assert corrected(fresh(), early).refused == ("WRONG_PHASE", "4.0")
    over = with_state(in_march(), result=Result(ALLIED, "Time ran out.", "11.2"))
    done = acting.corrected(RULES, partial(Played, RULES), over, [SetStrength("f15", 1, **R)])
    assert done.refused == ("GAME_OVER", "11.0")


def test_what_may_be_chosen_is_told_by_name() -> None:
    assert RULES.corrections is not None
    choices = RULES.corrections.choices(in_march().state)
    assert choices["city"].keys() == {"brussels", "ghent", "liege"}
    assert choices["unit"]["f01"] == "Napoleon"
    assert choices["place"]["attacker_a"] == "the attacker's left"


def test_there_are_corrections_of_sixteen_kinds() -> None:
    assert RULES.corrections is not None
    assert len(RULES.corrections.kinds) == 16
