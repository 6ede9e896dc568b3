"""What the prompts of a lesson tell comes about: the log says so."""

from __future__ import annotations

from functools import partial
from typing import Any

from tests.web.lessons.teaching import FIRST, ONLY_EUROPE, Followed, happened, of_kind, only


@FIRST
def test_what_the_first_lesson_tells_is_what_the_log_says(over_the_api: Followed) -> None:
    told = happened(over_the_api.desk, over_the_api.game)
    said = partial(of_kind, told)

    assert said("initiative_decided", "player", "values")[0] == (
        "french", {"french": 3, "allied": 2}
    )  # fmt: skip
    assert said("movement_points_set", "player", "value", "total") == [
        ("french", 3, 2), ("allied", 4, 4),
    ]  # fmt: skip
    assert said("combat_cards_counted", "side", "total") == [
        ("french", 2), ("allied", 2), ("allied", 1), ("french", 3),
    ]  # fmt: skip
    assert said("combat_won", "winner", "losses_inflicted") == [
        ("french", {"french": 2, "allied": 0}),
        ("french", {"french": 2, "allied": 1}),
    ]
    assert said("combat_effects_set", "side_hit", "losses", "fatigue")[-1] == ("allied", 2, 3)
    assert said("victory_track_moved", "before", "after") == [
        (13, 11), (11, 10), (10, 9), (9, 8), (8, 9),
    ]  # fmt: skip
    assert said("control_taken", "side", "area") == [("french", "quatre_bras")]
    assert said("stack_retreated", "blocks", "area") == [
        (("perponcher",), "marbais"), (("perponcher",), "ligny"), (("orange",), "nivelles"),
    ]  # fmt: skip
    assert len(said("pursuit_started", "side")) == 2
    assert (("orange",), "quatre_bras") in said("stack_moved", "blocks", "area")
    assert said("fatigue_assigned", "corps", "points", "now") == [
        ("ney", 1, 1), ("ney", 1, 2), ("reille", 1, 2), ("perponcher", 1, 1),
        ("orange", 1, 1), ("orange", 3, 4), ("orange", 1, 5),
    ]  # fmt: skip
    assert said("fatigue_removed", "corps", "points") == [("reille", 2)]
    assert said("losses_incurred", "side", "total", "reason")[-1] == ("allied", 1, "exhaustion")
    assert said("points_scored", "points", "clause") == [(1, "VICTORY.3")]
    assert said("turn_ended", "turn_number") == [(5,)]
    games = over_the_api.desk.games
    game = games.open(over_the_api.game)
    strength = games.rules(game).pack.pieces  # type: ignore[attr-defined]
    worth = {it: strength[it].infantry + strength[it].cavalry for it in ("ney", "reille")}
    assert sum(worth.values()) == 10
    perponcher = strength["perponcher"]
    assert perponcher.infantry + perponcher.cavalry == 3


@ONLY_EUROPE
def test_what_the_lesson_of_europe_tells_is_what_the_log_says(over_the_api: Followed) -> None:
    told = happened(over_the_api.desk, over_the_api.game)
    said = partial(of_kind, told)
    assert said("card_played_for_cp", "nation", "card", "cp") == [
        ("fr", "the_emperor_commands", 6),
        ("gb", "militia_1", 2), ("gb", "admiralty", 4),
        ("au", "hofkriegsrat", 4),
        ("ru", "holy_mother_russia", 4),
        ("pr", "anglo_american_war", 4),
        ("ot", "cossacks_2", 3),
        ("sp", "conscripts_3", 4),
        ("sw", "talleyrand_1", 4),
        ("dk", "blockade_runner_2", 3),
        ("fr", "imperial_decree", 5),
    ]  # fmt: skip
    assert said("interception_tried", "leader", "start", "total", "succeeds") == [
        ("mack", "linz", 11, True),
    ]  # fmt: skip
    [(dice, lost)] = said("attrition_rolled", "dice", "lost")
    assert (len(dice), dice.count(6), lost) == (18, 1, 1)
    assert said("dice_changed", "side", "amount") == [("attacker", 2)]
    assert said("battle_dice_rolled", "space", "side", "number", "hits") == [
        ("tyrol", "attacker", 15, 6), ("tyrol", "defender", 12, 3),
    ]  # fmt: skip
    assert said("units_removed", "nation", "space", "sp") == [
        ("fr", "tyrol", 2), ("au", "tyrol", 4),
    ]  # fmt: skip
    assert said("force_routed", "side", "margin", "sp") == [("defender", 3, {"au": 2})]
    assert said("force_retreated", "space") == [("linz",)]
    [(_, back)] = [it for it in said("force_shifted", "start", "force") if it[0] == "tyrol"]
    assert (back.leaders, [it.sp for it in back.lots]) == (["mack", "john"], [1])
    assert said("card_captured", "nation", "card") == [("gb", "militia_1")]
    built = said("units_built", "nation", "space", "sp")
    assert [it for it in built if it[0] in ("gb", "au", "ru", "sp")] == [
        ("gb", "london", 2), ("au", "vienna", 2), ("ru", "st_petersburg", 2), ("sp", "madrid", 2),
    ]  # fmt: skip
    assert {it[:2] for it in built if it[0] in ("pr", "ot", "sw", "dk")} == {
        ("pr", "berlin"), ("ot", "constantinople"), ("sw", "stockholm"), ("dk", "copenhagen"),
    }  # fmt: skip
    assert said("command_points_spent", "nation", "cp")[-2:] == [("fr", 2), ("fr", 3)]
    assert said("consul_moved", "nation", "row", "box") == [("dk", "fr", "partner")]
    assert said("pact_formed", "nation", "power") == [("dk", "fr")]
    assert said("early_winter_rolled", "die", "powers") == [(6, 5)]
    assert said("card_play_ended", "turn") == [(1,)]
    assert said("peace_rolled", "die", "total") == [(2, 2)]
    games = over_the_api.desk.games
    seen: Any = games.views(games.open(over_the_api.game), "imperial")
    points = {it.seat: it.points for it in seen.victory_track.standings}
    assert points == {"imperial": 3, "coalition": 0}


@only("napoleonic_empire")
def test_what_the_lesson_of_the_empire_tells_is_what_the_log_says(over_the_api: Followed) -> None:
    desk, game_id = over_the_api.desk, over_the_api.game
    said = partial(of_kind, happened(desk, game_id))
    drawn = [card for side, card in said("card_drawn", "side", "card") if side == "french"]
    assert {*drawn[:2]} == {"conscription", "austerlitz"}
    assert "man_of_destiny" in drawn[2:4]
    received = said("reinforcements_received", "side", "country", "armies")
    first = dict(it[1:] for it in received[:10])
    assert {it[0] for it in received[:10]} == {"french"}
    assert (first.pop("france"), first.pop("rhineland"), {*first.values()}) == (4, 2, {1})
    assert said("battle_started", "country", "attacker", "attacking", "defending") == [
        ("portugal", "allied", 5, 3), ("austria", "french", 17, 16), ("spain", "french", 4, 2),
    ]  # fmt: skip
    assert said("rebels_placed", "country", "armies") == [("spain", 2)]
    assert said("armies_retreated", "origin", "to", "armies") == [
        ("portugal", "spain", 1), ("austria", "prussia", 5), ("spain", "portugal", 2),
    ]  # fmt: skip
    totals = said("battle_totalled", "country", "attacker_total", "defender_total")
    assert totals[1:] == [("austria", 24, 20), ("spain", 9, 6)]
    dice = [(side, value) for side, kind, value in said("die_rolled", "side", "purpose", "value")
            if kind == "battle"]  # fmt: skip
    assert dice[2:4] == [("french", 4), ("allied", 3)]
    eliminated = said("armies_eliminated", "country", "side", "armies")
    assert {("portugal", "french", 2), ("austria", "french", 1), ("austria", "allied", 11)} <= {
        *eliminated
    }
    state: Any = desk.games.open(game_id).state
    assert (state.armies_in("french", "austria"), state.armies_in("allied", "prussia")) == (16, 13)
    assert said("victory_checked", "held", "needed")[-1] == (10, 15)
    assert said("turn_started", "side", "extra")[-1] == ("french", True)


@only("napoleon_columbia")
def test_what_the_lesson_of_the_blocks_tells_is_what_the_log_says(over_the_api: Followed) -> None:
    said = partial(of_kind, happened(over_the_api.desk, over_the_api.game))
    assert said("attack_declared", "town", "attackers", "defenders", "crossing") == [
        ("charleroi", 3, 4, True),
    ]  # fmt: skip
    limits = dict(said("unit_marched", "town", "limit")[:6])
    assert limits == {"laneffe": 8, "charleroi": 4}
    drawn = said("terrain_drawn", "role", "terrain")
    assert drawn[0] == ("attacker", "hill")
    assert {*drawn[1:]} == {("defender", "woods"), ("defender", "farm")}
    assert said("unit_fired", "unit", "firepower", "dice", "hits") == [
        ("f24", 2, (1, 2), 2),
        ("p04", 1, (6, 3), 0),
        ("p06", 1, (1, 3, 6), 1),
        ("f21", 4, (1, 3), 2),
    ]
    lost = said("step_lost", "unit", "cause", "left")
    assert lost == [
        ("p06", "hit", 3), ("p02", "hit", 3), ("f24", "hit", 1), ("p04", "hit", 1),
        ("p02", "rout", 2), ("p03", "rout", 2), ("p06", "rout", 1),
    ]  # fmt: skip
    assert said("unit_eliminated", "unit", "total", "limit") == [("p04", 1, 9)]
    assert said("unit_retreated", "town") == [("ligny",), ("ligny",), ("quatre_bras",)]
    assert said("battle_ended", "town", "winner", "why") == [("charleroi", "french", "rout")]
    assert said("turn_started", "date", "side", "night")[-1] == ("1815-06-15", "french", True)
    assert said("victory_checked", "limits")[-1] == ({"french": 12, "anglo": 8, "prussian": 9},)
    marched = said("unit_marched", "army", "town")
    assert marched[-3:] == [("prussian", "ligny"), ("prussian", "ligny"), ("french", "laneffe")]


@only("eagles_waterloo")
def test_what_the_lesson_of_the_eagles_tells_is_what_the_log_says(over_the_api: Followed) -> None:
    desk, game_id = over_the_api.desk, over_the_api.game
    said = partial(of_kind, happened(desk, game_id))
    assert said("muster_dealt", "nation", "count")[0] == ("french", 5)
    assert said("card_fired", "card", "rating", "dice", "hits") == [
        ("f_ii_corps_12_pdr_foot_b", 2, (6, 5), 2),
        ("b_brunswick_infantry", 2, (2, 4, 6, 5, 3), 2),
    ]
    assert said("card_shocked", "card", "rating", "dice", "hits", "blown") == [
        ("f_jamin_b_brigade", 3, (4, 6, 4), 3, False),
        ("f_roussel_12th_cav", 4, (4, 3, 6), 3, True),
    ]
    assert said("morale_checked", "card", "needed", "dice", "routed") == [
        ("b_5th_div_foot", 3, (2, 6), True),
        ("f_jamin_b_brigade", 4, (4, 4), False),
        ("b_brunswick_infantry", 2, (4, 3, 4, 2, 6, 1), True),
    ]
    assert said("reinforcements_drawn", "cards")[0] == (("f_frasnes_ridge",),)
    assert said("battle_won", "side", "place", "reason") == [("french", "allied_left", "position")]
    game = desk.games.open(game_id)
    assert game.over
    assert game.created.options == {
        "decks": "random", "historical": True, "scale": "half", "decoys": False,
    }  # fmt: skip
