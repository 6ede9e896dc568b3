"""E-33 to E-38 and E-49 to E-51: commanders [OPT1]."""

import pytest

from napoleon.rulesets.napoleonic_empire.events.battle import (
    BattleTotalled,
    DieRolled,
    LossesComputed,
)
from napoleon.rulesets.napoleonic_empire.events.commanders import (
    CommanderLost,
    CommanderMoved,
    CommanderRetreated,
)
from napoleon.rulesets.napoleonic_empire.orders import KutuzovWithdraw
from tests.napoleonic_empire.kit import (
    ALLIED,
    BATTLES,
    END_MOVE,
    FRENCH,
    MOVES,
    ROLL,
    STAY,
    battle,
    board,
    fight,
    fresh,
    lead,
    legal_orders,
    move,
    play,
    position,
    refusal,
    retreat,
    skip,
)


def test_e_33_where_commanders_begin():
    placed = {name: it.country for name, it in fresh(commanders=True).state.commanders.items()}
    assert placed == {
        "napoleon": "france",
        "davout": "france",
        "lannes": "france",
        "wellington": "england",
        "charles": "austria",
        "blucher": "prussia",
        "kutuzov": "russia",
    }
    assert fresh().state.commanders == {}


def marching(**commanders):
    """Ten French armies in France and commanders, no enemy near."""
    given = {"napoleon": "france", "davout": "france", **commanders}
    return position({"france": 10}, {"england": 5, "prussia": 2}, commanders=given)


def test_e_34_a_commander_moves_with_armies_and_armies_without_him():
    given = marching()
    led = play(given, FRENCH, lead("davout", "france italy", 3))
    assert led.the(CommanderMoved).path == ("france", "italy")
    assert led.state.commanders["davout"].country == "italy"
    assert led.armies(FRENCH) == {"france": 7, "italy": 3}
    alone = play(given, FRENCH, move("france", "italy", 3))
    assert alone.state.commanders["davout"].country == "france"
    french = {"france": 10, "portugal": 1}
    others = position(french, {"england": 5, "prussia": 2}, commanders={"davout": "france"})
    spent = play(others, FRENCH, move("france", "italy", 10))
    assert spent.state.commanders["davout"].country == "france"
    refused = refusal(spent, FRENCH, lead("davout", "france italy", 1))
    assert refused == ("COMMANDER_ALONE", "E-34")


@pytest.mark.parametrize(
    ("who", "side", "path"),
    [
        ("napoleon", FRENCH, "france rhineland prussia"),
        ("blucher", ALLIED, "prussia rhineland france"),
    ],
)
def test_e_34_two_areas(who, side, path):
    origin, between, to = path.split()
    given = position({"france": 10}, {"prussia": 10}, active=side, commanders={who: origin})
    led = play(given, side, lead(who, path, 4))
    assert led.state.armies_in(side, to) == 4
    assert led.state.armies_in(side, between) == 0
    assert led.state.commanders[who].country == to
    assert led.state.moved == {to: 4}, "they have moved"
    assert led.state.commanders[who].moved


@pytest.mark.parametrize(
    ("who", "path", "refused"),
    [
        ("davout", "france rhineland austria", ("TOO_FAR", "E-34")),
        ("davout napoleon", "france rhineland austria", ("TOO_FAR", "E-34")),
        ("napoleon", "france italy naples", ("ENEMY_ON_THE_WAY", "E-34")),
        ("napoleon", "france naples", ("NOT_ADJACENT", "MOVE.1")),
        ("napoleon", "france rhineland england", ("ENGLAND_CLOSED", "MOVE.5")),
    ],
)
def test_e_34_refusals(who, path, refused):
    given = position(
        {"france": 10},
        {"england": 5, "italy": 1},
        commanders={"napoleon": "france", "davout": "france"},
    )
    assert refusal(given, FRENCH, lead(who, path, 2)) == refused


def test_e_34_nobody_goes_two_areas_over_the_sea():
    given = position(
        {"france": 1}, {"england": 5}, active=ALLIED, commanders={"blucher": "england"}
    )
    landed = play(given, ALLIED, lead("blucher", "england portugal", 3))
    assert landed.state.commanders["blucher"].country == "portugal"
    refused = refusal(given, ALLIED, lead("blucher", "england portugal spain", 3))
    assert refused == ("TOO_FAR", "E-34")


def test_e_34_wellington_sails_with_british_armies():
    given = position(
        {"france": 1}, {"england": 5}, active=ALLIED, commanders={"wellington": "england"}
    )
    landed = play(given, ALLIED, lead("wellington", "england portugal", 3))
    assert landed.state.commanders["wellington"].country == "portugal"
    assert landed.armies(ALLIED) == {"england": 2, "portugal": 3}


def test_e_35_bonuses_count_for_the_attacker_and_add_up():
    given = position(
        {"spain": 3, "france": 1},
        {"spain": 5},
        at=BATTLES,
        commanders={"napoleon": "spain", "lannes": "spain", "charles": "spain"},
    )
    fought = fight(given, "spain", french=[3], allied=[3])
    assert fought.the(BattleTotalled).attacker_total == 3 + 1 + 2 + 3
    assert fought.the(BattleTotalled).defender_total == 5 + 1 + 3
    assert {(1, "OPT1.napoleon"), (2, "OPT1.lannes")} <= set(fought.lines(BattleTotalled))
    allied = position(
        {"spain": 5, "france": 1},
        {"spain": 5},
        active=ALLIED,
        at=BATTLES,
        commanders={"napoleon": "spain", "lannes": "spain", "charles": "spain"},
    )
    fought = fight(allied, "spain", french=[3], allied=[3])
    assert fought.the(BattleTotalled).margin == 0
    clauses = {clause for _, clause in fought.lines(BattleTotalled)}
    assert {it for it in clauses if it.startswith("OPT1")} == {"OPT1.charles"}


def test_e_35_a_commander_elsewhere_gives_nothing():
    given = position(
        {"spain": 4, "france": 1}, {"spain": 4}, at=BATTLES, commanders={"lannes": "france"}
    )
    assert fight(given, "spain", french=[3], allied=[2]).the(BattleTotalled).margin == 0


def test_e_36_losses_are_halved_after_rounding_and_cap():
    given = position({"spain": 14}, {"spain": 2}, at=BATTLES, commanders={"davout": "spain"})
    won = fight(given, "spain", french=[6, 6], allied=[1, 6, 6])
    computed = won.the(LossesComputed, side=FRENCH)
    assert (computed.raw, computed.cap, computed.losses) == (8, 4, 2)


@pytest.mark.parametrize(("dice", "lost"), [((2, 3), 1), ((6, 6), 3)])
def test_e_36_the_losers_too(dice, lost):
    given = position(
        {"spain": 20}, {"spain": 7, "portugal": 1}, at=BATTLES, commanders={"wellington": "spain"}
    )
    fought = fight(given, "spain", french=[6, 1], allied=[1, *dice])
    assert fought.the(LossesComputed, side=ALLIED).losses == lost
    assert fought.state.armies_in(ALLIED, "portugal") == 8 - lost


def kutuzov(active=FRENCH):
    given = position(
        {"russia": 12, "prussia": 1, "spain": 1},
        {"russia": 10, "england": 1, "warsaw": 1},
        active=active,
        at=BATTLES,
        commanders={"kutuzov": "russia", "blucher": "russia"},
    )
    return play(given, active, battle("russia"))


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
def test_e_37_up_to_three_he_may_withdraw_to_a_country_without_french(value):
    rolled = play(kutuzov(), ALLIED, ROLL, allied=[value])
    assert refusal(rolled, ALLIED, ROLL) == ("ALREADY_ROLLED", "E-37")
    if value > 3:
        assert rolled.asked == [(FRENCH, "window")]
    else:
        assert rolled.asked == [(ALLIED, "kutuzov")]
        ways = {
            order.to for order in legal_orders(rolled, ALLIED) if isinstance(order, KutuzovWithdraw)
        }
        assert ways == {"austria", "sweden", "warsaw"}
        refused = refusal(rolled, ALLIED, KutuzovWithdraw("prussia"))
        assert refused == ("FRENCH_THERE", "E-37")


def test_e_37_he_never_withdraws_to_england():
    given = position(
        {"france": 12}, {"france": 4, "england": 1}, at=BATTLES, commanders={"kutuzov": "france"}
    )
    rolled = play(play(given, FRENCH, battle("france")), ALLIED, ROLL, allied=[1])
    ways = {
        order.to for order in legal_orders(rolled, ALLIED) if isinstance(order, KutuzovWithdraw)
    }
    assert "italy" in ways and "england" not in ways
    assert refusal(rolled, ALLIED, KutuzovWithdraw("england")) == ("ENGLAND_CLOSED", "E-37")


def test_e_37_with_nowhere_to_go_he_is_not_asked():
    around = ("france", "portugal")
    given = position(
        {"spain": 5, **dict.fromkeys(around, 1)},
        {"spain": 4, "england": 1},
        at=BATTLES,
        commanders={"kutuzov": "spain"},
    )
    assert set(board(given).neighbours("spain")) == set(around)
    begun = play(given, FRENCH, battle("spain"))
    assert begun.asked == [(FRENCH, "window")]
    assert refusal(begun, ALLIED, ROLL) == ("DECISION_PENDING", "E-13")


def test_e_37_he_need_not_roll_nor_go():
    assert play(kutuzov(), ALLIED, STAY).asked == [(FRENCH, "window")]
    rolled = play(kutuzov(), ALLIED, ROLL, allied=[1])
    assert play(rolled, ALLIED, STAY).asked == [(FRENCH, "window")]


def test_e_37_he_rolls_only_as_a_defender():
    begun = kutuzov(ALLIED)
    assert begun.asked == [(ALLIED, "window")]
    assert refusal(begun, ALLIED, ROLL) == ("NO_KUTUZOV", "E-37")


def test_e_37_without_him_nobody_rolls():
    given = position({"spain": 2}, {"spain": 2}, at=BATTLES, commanders={"kutuzov": "russia"})
    begun = play(given, FRENCH, battle("spain"))
    assert begun.asked == [(FRENCH, "window")]
    assert refusal(begun, ALLIED, ROLL) == ("NO_KUTUZOV", "E-37")


def test_e_37_the_country_he_left_is_not_fought_for_again():
    rolled = play(kutuzov(), ALLIED, ROLL, allied=[1])
    gone = play(rolled, ALLIED, KutuzovWithdraw("warsaw"))
    assert gone.state.contested() == []
    assert not gone.events_of(DieRolled)
    assert gone.armies(ALLIED) == {"warsaw": 11, "england": 1}


def test_e_38_a_commander_without_armies_is_lost():
    given = position({"spain": 20}, {"spain": 2}, at=BATTLES, commanders={"charles": "spain"})
    fought = fight(given, "spain", french=[6, 1], allied=[1, 6, 6])
    assert fought.the(CommanderLost).name == "charles"
    assert "charles" not in fought.state.commanders


def beaten_with_two():
    """Four Allied armies and two commanders have to retreat from Austria."""
    given = position(
        {"austria": 20},
        {"austria": 5, "russia": 1, "prussia": 1},
        at=BATTLES,
        commanders={"charles": "austria", "kutuzov": "austria"},
    )
    begun = play(given, FRENCH, battle("austria"))
    return skip(begun, "retreat", french=[6, 1], allied=[1, 1, 1])


def test_e_38_a_commander_retreats_with_survivors_and_the_owner_says_where():
    parted = play(beaten_with_two(), ALLIED, retreat("russia", 1, "charles"))
    done = play(parted, ALLIED, retreat("prussia", 3, "kutuzov"))
    assert done.the(CommanderRetreated, name="kutuzov").to == "prussia"
    places = {name: it.country for name, it in done.state.commanders.items()}
    assert places == {"charles": "russia", "kutuzov": "prussia"}


@pytest.mark.parametrize(
    "order",
    [
        retreat("russia", 1, "charles", "charles"),
        retreat("russia", 1, "kutuzov", "charles", "kutuzov"),
        retreat("russia", 4, "kutuzov", "kutuzov"),
    ],
)
def test_e_38_nobody_retreats_twice(order):
    assert refusal(beaten_with_two(), ALLIED, order) == ("UNKNOWN_COMMANDER", "E-38")


@pytest.mark.parametrize("along", [(), ("charles",), ("kutuzov",)])
def test_e_38_the_last_to_go_leave_nobody_behind(along):
    refused = refusal(beaten_with_two(), ALLIED, retreat("russia", 4, *along))
    assert refused == ("MUST_RETREAT_ALL", "E-38")
    parted = play(beaten_with_two(), ALLIED, retreat("russia", 3, *along))
    assert parted.asked == [(ALLIED, "retreat")], "who stays goes with the last army"


def test_e_38_with_one_refuge_he_goes_along():
    given = position(
        {"spain": 20}, {"spain": 5, "portugal": 1}, at=BATTLES, commanders={"charles": "spain"}
    )
    fought = fight(given, "spain", french=[6, 1], allied=[1, 1, 1])
    assert fought.state.commanders["charles"].country == "portugal"


def test_e_49_a_commander_whom_his_armies_leave_stays():
    given = position({"italy": 2}, {"austria": 2, "england": 1}, commanders={"lannes": "italy"})
    left = skip(play(given, FRENCH, move("italy", "france", 2)), MOVES, ALLIED)
    assert left.state.commanders["lannes"].country == "italy"
    entered = skip(play(left, ALLIED, move("austria", "italy", 2)), MOVES, FRENCH)
    assert entered.state.commanders["lannes"].country == "italy"
    joined = play(entered, FRENCH, move("france", "italy", 2), END_MOVE)
    lost = fight(joined, "italy", french=[1, 6, 6], allied=[6, 1])
    assert lost.the(CommanderLost).name == "lannes"


def test_e_50_the_countries_of_a_two_area_move_differ():
    refused = refusal(marching(), FRENCH, lead("napoleon", "france rhineland france", 2))
    assert refused == ("NOT_ADJACENT", "E-50")
    paths = [order.path for order in legal_orders(marching(), FRENCH) if hasattr(order, "path")]
    assert paths
    assert all(len(set(path)) == len(path) for path in paths)


def test_e_51_all_allied_commanders_go_along_with_kutuzov():
    rolled = play(kutuzov(), ALLIED, ROLL, allied=[2])
    gone = play(rolled, ALLIED, KutuzovWithdraw("sweden"))
    places = {name: it.country for name, it in gone.state.commanders.items()}
    assert places == {"kutuzov": "sweden", "blucher": "sweden"}
