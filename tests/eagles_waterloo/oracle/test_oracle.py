"""The oracle of battles held against the numbered cases of the digest."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.eagles_waterloo.oracle import combat, instants, morale, moves, room, terrain
from tests.eagles_waterloo.oracle.cards import Face, read_faces
from tests.eagles_waterloo.oracle.field import Card, Effect, Ground, Position

DATA = Path(__file__).parents[3] / "napoleon" / "rulesets" / "eagles_waterloo" / "data"
FACES = read_faces(DATA / "cards.csv")
HERE, THERE = "allied_centre", "french_centre"
NAPOLEON, SOULT, D_ERLON, WELLINGTON, UXBRIDGE, BULOW = 1, 3, 5, 111, 112, 206
HOUGOUMONT = 183


def infantry(place=HERE, nation="french", cv=3, fire=2, shock=3, morale="B", corps="I", **more):
    face = Face(0, nation, "infantry", corps, cv, morale, fire, shock)
    return Card(face, place, **more)


def cavalry(place=HERE, nation="french", cv=4, shock=3, lancer=False, **more):
    face = Face(0, nation, "cavalry", "I", cv, "B", 1, shock, lancer=lancer)
    return Card(face, place, **more)


def battery(place=HERE, nation="french", cv=2, long=1, short=3, horse=False, **more):
    face = Face(0, nation, "artillery", "I", cv, "B", fire_long=long, fire_short=short, horse=horse)
    return Card(face, place, **more)


def british(make, *args, **more):
    return make(*args, nation="british", **more)


def general(number, place=HERE, **more):
    return Card(FACES[number], place, **more)


def ground(type_, place=HERE, holder="allied", number=900, capacity=2):
    face = Face(number, "british", "terrain", terrain=type_, lane="centre", capacity=capacity)
    return {number: Ground(face, place, holder)}


def at(acting="french", grounds=None, battle="ligny", **cards):
    more = {key: cards.pop(key) for key in list(cards) if key in Position.__dataclass_fields__}
    return Position(battle, acting, cards, ground=grounds or {}, **more)


# -- fire and shock --------------------------------------------------------------------------------


@pytest.mark.parametrize(("fire", "scored"), [(2, 1), (3, 2)])
def test_oracle_case_05_line_infantry_hits_by_its_rating(fire, scored):
    position = at(a=infantry(fire=fire), e=british(infantry))
    attack = combat.fire(position, "a", "e", "fire")
    assert (attack.legal, attack.dice) == (True, 3)
    assert combat.outcome(position, "a", "e", attack, [2, 4, 5]).hits == scored


def test_oracle_case_06_a_battery_has_two_ratings():
    far = at(a=battery(THERE), e=british(infantry))
    near = at(a=battery(), e=british(infantry))
    assert combat.fire(far, "a", "e", "long").rating == 1
    assert combat.fire(near, "a", "e", "short").rating == 3


def test_oracle_case_07_a_column_at_guns_is_one_better():
    position = at(a=infantry(formation="column"), e=british(battery))
    assert combat.shock(position, "a", "e").rating == 4
    assert combat.fire(position, "a", "e", "fire").rating == 2


@pytest.mark.parametrize(
    ("formation", "printed", "rated"),
    [("column", (1, 3), (2, 4)), ("square", (2, 3), (3, 4)), ("line", (2, 3), (2, 3))],
)
def test_oracle_case_08_guns_at_columns_and_squares(formation, printed, rated):
    target = british(infantry, formation=formation)
    far = at(a=battery(THERE, long=printed[0], short=printed[1]), e=target)
    near = at(a=battery(long=printed[0], short=printed[1]), e=target)
    assert combat.fire(far, "a", "e", "long").rating == rated[0]
    assert combat.fire(near, "a", "e", "short").rating == rated[1]


def test_oracle_case_09_of_those_who_engage_only_horse_guns_fire():
    position = at(
        c=cavalry("french_centre"),
        h=battery("french_centre", horse=True),
        i=infantry("french_centre"),
        e=british(infantry),
    )
    for name in "cih":
        assert moves.move(position, name, HERE).legal
        position = moves.after_move(position, name, HERE)
    assert combat.fire(position, "h", "e", "short").legal
    for name in "ci":
        assert combat.fire(position, name, "e", "fire").reasons == {"already_acted"}
    assert "moved_this_turn" in combat.shock(position, "c", "e").reasons


def test_oracle_case_10_a_square_is_fired_at_but_not_shocked():
    position = at(c=cavalry(), s=british(infantry, formation="square"), e=british(infantry))
    assert combat.shock(position, "c", "s").reasons == {"square"}
    assert combat.fire(position, "c", "s", "fire").legal
    assert combat.shock(position, "c", "e").legal


def test_oracle_case_11_a_hit_card_is_closed_while_another_is_not_hit():
    position = at(
        a=battery(THERE),
        b=battery(THERE),
        x=british(infantry),
        y=british(infantry, face_up=False),
    )
    attack = combat.fire(position, "a", "x", "long")
    position = combat.after_attack(position, "a", "x", attack, [6, 2])
    assert combat.fire(position, "b", "x", "long").reasons == {"target_already_hit"}
    assert combat.fire(position, "b", "y", "long").legal
    position = position.with_card("y", hits=1, hit_this_turn=True)
    assert combat.fire(position, "b", "x", "long").legal
    position = replace(position, cards={**position.cards, "z": british(infantry)})
    assert combat.fire(position, "b", "x", "long").reasons == {"target_already_hit"}


def test_oracle_case_13_the_garrison_of_a_building():
    position = at(
        grounds=ground("building"),
        c=infantry(formation="column"),
        h=cavalry(),
        g=british(infantry, on_terrain=900),
        b=british(battery),
    )
    assert combat.shock(position, "c", "g").reasons == {"building"}
    assert combat.shock(position, "h", "g").reasons == {"building"}
    assert combat.fire(position, "h", "g", "fire").legal
    assert combat.shock(position, "c", "b").rating == 4
    defender = replace(position, acting="allied").with_card("g", formation="column")
    assert combat.shock(defender, "g", "c").reasons == {"inside_building"}


def test_oracle_case_15_a_hill_is_worth_one_die():
    position = at(
        "allied",
        ground("hill"),
        g=british(infantry, on_terrain=900),
        b=british(battery, on_terrain=900),
        e=infantry(THERE),
        f=infantry(),
    )
    assert combat.fire(position, "g", "f", "fire").dice == 4
    assert combat.fire(position, "b", "f", "short").dice == 3
    assert combat.fire(position, "b", "e", "long").dice == 3


def test_oracle_case_17_blown_cavalry_only_fires_till_it_has_been_in_reserve():
    position = at(c=cavalry("french_centre"), e=british(infantry, "french_centre"))
    attack = combat.shock(position, "c", "e")
    position = combat.after_attack(position, "c", "e", attack, [1, 1, 1, 1], shocking=True)
    fresh = {"fired": False, "moves_used": 0, "move_kinds": frozenset()}
    position = replace(position.with_card("c", **fresh), in_hand="")
    assert combat.shock(position, "c", "e").reasons == {"blown"}
    assert combat.fire(position, "c", "e", "fire").legal
    position = moves.after_move(position, "c", "french_reserve")
    assert not position.cards["c"].blown
    assert not position.cards["c"].face_up


def test_oracle_case_18_cavalry_shocks_only_blown_cavalry():
    position = at(
        c=cavalry(), i=infantry(formation="column"), e=british(cavalry), b=british(cavalry, blown=1)
    )
    assert combat.shock(position, "c", "e").reasons == {"cavalry_not_blown"}
    assert combat.shock(position, "c", "b").legal
    assert combat.shock(position, "i", "b").reasons == {"infantry_at_cavalry"}


def test_oracle_case_20_and_57_long_range_wants_both_positions_quiet():
    position = at(
        "allied",
        battle="waterloo",
        b=british(battery, "allied_left"),
        c=british(infantry, "allied_centre"),
        f=infantry("allied_centre"),
        e=infantry("french_right"),
    )
    assert combat.fire(position, "b", "e", "long").legal
    for place in ("allied_left", "french_right"):
        both = {
            **position.cards,
            "x": infantry(place),
            "y": british(infantry, place),
        }
        engaged = replace(position, cards=both)
        assert combat.fire(engaged, "b", "e", "long").reasons == {"position_engaged"}


def test_oracle_case_21_and_58_a_horse_battery_moves_once_and_then_fires():
    position = at(h=battery("french_reserve", horse=True), e=british(infantry))
    moved = moves.after_move(position, "h", "french_centre")
    assert combat.fire(moved, "h", "e", "long").legal
    assert "no_moves" in moves.move(moved, "h", "allied_centre").reasons
    attack = combat.fire(moved, "h", "e", "long")
    fired = combat.after_attack(moved, "h", "e", attack, [3, 3])
    assert "already_acted" in moves.move(fired, "h", "french_reserve").reasons
    other = replace(moved, in_hand="")
    assert combat.fire(other, "h", "e", "long").reasons == {"already_acted"}


def test_oracle_case_24_and_62_woods():
    wooded = ground("woods") | ground("hill", number=901)
    position = at(
        grounds=wooded,
        i=infantry(),
        h=infantry(on_terrain=901),
        c=cavalry(),
        g=battery(),
        w=british(infantry, on_terrain=900),
    )
    assert (combat.fire(position, "i", "w", "fire").dice) == 2
    assert (combat.fire(position, "h", "w", "fire").dice) == 3
    assert combat.fire(position, "c", "w", "fire").reasons == {"woods"}
    assert combat.fire(position, "g", "w", "short").reasons == {"woods"}
    weak = position.with_card("i", face=replace(position.cards["i"].face, cv=1))
    assert combat.fire(weak, "i", "w", "fire").reasons == {"no_dice"}


def test_oracle_case_28_natural_ones_hit_the_general():
    position = at(a=infantry(), e=british(infantry), w=general(WELLINGTON))
    attack = combat.fire(position, "a", "e", "fire")
    did = combat.outcome(position, "a", "e", attack, [1, 1, 6])
    assert (did.hits, did.general, did.general_hits) == (1, "w", 2)
    after = combat.after_attack(position, "a", "e", attack, [1, 1, 6])
    checking = replace(after, acting="allied", phase="morale")
    assert morale.generals_to_check(checking) == ["w"]
    assert morale.check_refused(checking, "e") == {"generals_first"}
    assert not morale.general_lives([3, 6])
    assert combat.fire(position, "a", "w", "fire").reasons == {"general_target"}


def test_oracle_case_54_cavalry_fires_or_shocks():
    position = at(c=cavalry(), e=british(infantry))
    fire = combat.fire(position, "c", "e", "fire")
    assert (fire.dice, fire.rating) == (4, 1)
    assert not combat.after_attack(position, "c", "e", fire, [6] * 4).cards["c"].blown
    shock = combat.shock(position, "c", "e")
    assert (shock.dice, shock.rating, combat.hits(3, [3, 4, 5, 6])) == (4, 3, 3)
    assert combat.after_attack(position, "c", "e", shock, [1] * 4, True).cards["c"].blown


def test_oracle_case_60_forming_square_costs_the_fire():
    position = at(i=infantry(), e=british(infantry))
    assert moves.change_formation_refused(position, "i") == set()
    formed = position.with_card("i", formation="square", acted_standing=True)
    assert combat.fire(formed, "i", "e", "fire").reasons == {"already_acted"}
    fresh = at(i=infantry("french_centre"), e=british(infantry))
    assert moves.move(fresh, "i", HERE, "square").legal
    assert moves.move(position, "i", "french_centre", "square").reasons == {"already_acted"}


def test_oracle_case_61_short_range_at_a_square_and_a_line():
    position = at(b=battery(), s=british(infantry, formation="square"), e=british(infantry))
    assert combat.fire(position, "b", "s", "short").rating == 4
    assert combat.fire(position, "b", "e", "short").rating == 3


def test_oracle_case_68_nobody_shocks_when_night_falls():
    position = at(c=cavalry(), e=british(infantry), effects=(Effect(299, "allied"),))
    assert combat.shock(position, "c", "e").reasons == {"clause:13.a"}


def test_oracle_case_69_a_rocket_may_fail():
    rockets = (Effect(199, "allied", "allied_centre", "h"),)
    position = at("allied", h=british(battery, horse=True), e=infantry(THERE), effects=rockets)
    attack = combat.fire(position, "h", "e", "long")
    assert (attack.rating, attack.dice) == (2, 2)
    after = combat.after_attack(position, "h", "e", attack, [5, 1])
    assert (after.cards["e"].hits, after.cards["h"].silenced) == (1, True)
    later = after.with_card("h", fired=False)
    assert combat.fire(later, "h", "e", "long").reasons >= {"clause:13.a"}


def test_oracle_g61_a_special_may_take_the_rating_away():
    slope = (Effect(193, "allied", HERE),)
    position = at(b=battery(THERE), e=british(infantry), effects=slope)
    assert combat.fire(position, "b", "e", "long").reasons == {"no_dice"}
    column = position.with_card("e", formation="column")
    assert combat.fire(column, "b", "e", "long").rating == 1


def test_oracle_13a_other_specials_of_fire_and_shock():
    position = at(
        i=infantry(),
        k=infantry(formation="column"),
        c=cavalry(shock=4, lancer=True),
        s=british(infantry, formation="square"),
        e=british(battery),
        u=infantry(morale="A"),
        effects=(
            Effect(104, "french", HERE),
            Effect(108, "french", HERE, "c"),
            Effect(192, "french", HERE),
            Effect(194, "french", HERE, "u"),
            Effect(195, "french", HERE, "c"),
        ),
    )
    assert combat.shock(position, "k", "e").rating == 5
    lance = combat.shock(position, "c", "s")
    assert (lance.legal, lance.parts) == (True, ((2, "13.a"), (1, "13.a")))
    assert combat.shock(position, "c", "e").rating == 5
    assert combat.fire(position, "i", "s", "fire").rating == 3
    assert combat.shock(position, "u", "e").parts[0] == (4, "13.a")
    assert combat.shock(position, "i", "e").reasons == {"not_column"}


def test_oracle_13a_skirmishers_and_grand_battery():
    position = at(
        i=infantry(THERE, formation="square"),
        j=infantry(THERE),
        b=battery(THERE),
        h=battery(THERE, horse=True),
        e=british(battery),
        effects=(Effect(107, "french", THERE, "i"), Effect(105, "french", THERE)),
    )
    attack = combat.fire(position, "i", "e", "long")
    assert (attack.legal, attack.rating) == (True, 1)
    assert combat.fire(position, "j", "e", "long").reasons >= {"not_engaged"}
    assert combat.fire(position, "b", "e", "long").rating == 2
    assert combat.fire(position, "h", "e", "long").rating == 1


def test_oracle_13a_vorwaerts_lets_columns_shock_that_have_entered():
    column = infantry("allied_left", "prussian", formation="column")
    position = at(
        "allied",
        p=column,
        e=infantry("french_right"),
        effects=(Effect(291, "allied", "french_right"),),
    )
    entered = moves.after_move(position, "p", "french_right", "column")
    assert combat.shock(entered, "p", "e").legal
    without = replace(entered, effects=())
    assert combat.shock(without, "p", "e").reasons == {"moved_this_turn", "already_acted"}


# -- morale ----------------------------------------------------------------------------------------


def checked(card, *others, effects=(), battle="ligny", **more):
    cards = {"u": card} | {f"o{number}": other for number, other in enumerate(others)}
    position = Position(battle, card.side, cards, phase="morale", effects=effects, **more)
    return position, morale.morale_check(position, "u")


@pytest.mark.parametrize(("dice", "stands"), [([4, 5], False), ([1, 4], True), ([6], False)])
def test_oracle_case_04_a_guard_card(dice, stands):
    _, check = checked(infantry(morale="A", hits=2))
    assert (check.dice, check.value) == (2, 4)
    assert morale.stands(check, dice) == stands


def test_oracle_case_16_natural_throws():
    leader = Card(replace(FACES[NAPOLEON]), HERE)
    _, check = checked(infantry(morale="D", hits=1, formation="square"), leader)
    assert check.target == 4
    assert not morale.die_passes(6, 9)
    assert morale.die_passes(1, 0)


@pytest.mark.parametrize(
    ("place", "corps", "target"),
    [(HERE, "I", 5), (THERE, "I", 4), (HERE, "II", 3)],
)
def test_oracle_case_27_a_general_supports_his_corps(place, corps, target):
    face = Face(99, "french", "general", "I", attack=2, defence=1)
    _, check = checked(infantry(place, corps=corps, hits=1), Card(face, place))
    assert check.target == target


def test_oracle_case_29_and_53_a_general_goes_before_and_alone_he_dies():
    position = at(
        "allied",
        phase="morale",
        u=british(infantry, "allied_centre", hits=1),
        w=general(WELLINGTON, "allied_centre", hits=2),
        f=infantry("allied_centre"),
    )
    assert morale.morale_check(position, "u").target == 6
    dead = morale.after_general(position, "w", [3, 6])
    assert morale.morale_check(dead, "u").target == 3
    then = instants.instants(morale.after_check(position.with_card("w", hits=0), "u", [6]))
    assert (then.dead, then.winner) == ({"w"}, "french")


def test_oracle_case_30_guns_hold_no_position():
    position = at(h=battery(horse=True))
    assert instants.winner(position) == ""
    assert instants.winner(replace(position, cards={**position.cards, "i": infantry()})) == "french"


def test_oracle_case_34_a_chief_of_staff_waits_in_reserve():
    position = at(
        battle="waterloo",
        s=general(SOULT, "french_reserve"),
        n=general(NAPOLEON, "french_reserve"),
    )
    assert moves.move(position, "s", "french_left").reasons == {"chief_of_staff"}
    alone = position.without({"n"})
    assert moves.move(alone, "s", "french_left").legal
    _, check = checked(infantry(corps="VI", hits=1), general(SOULT))
    assert check.target == 4
    _, check = checked(infantry(corps="VI", hits=1), general(SOULT), general(NAPOLEON, THERE))
    assert check.target == 3
    uxbridge = general(UXBRIDGE, "allied_centre")
    _, check = checked(british(infantry, corps="R", hits=1), uxbridge)
    assert check.target == 4
    wellington = general(WELLINGTON, "allied_reserve")
    _, check = checked(british(infantry, corps="R", hits=1), uxbridge, wellington)
    assert check.target == 3
    _, check = checked(infantry("allied_centre", "prussian", hits=1), general(WELLINGTON))
    assert check.target == 3


def test_oracle_case_52_support_and_natural_six():
    face = Face(99, "french", "general", "I", attack=1, defence=2)
    _, check = checked(infantry(THERE, hits=2), Card(face, THERE))
    assert check.target == 5
    assert morale.die_passes(5, 5)
    assert not morale.stands(check, [5, 6])


def test_oracle_13a_specials_of_morale():
    _, check = checked(infantry(hits=1), effects=(Effect(106, "french", HERE),))
    assert check.target == 4
    prussian = infantry(HERE, "prussian", morale="D", hits=1)
    effects = (Effect(292, "allied", HERE), Effect(294, "allied", card="u"))
    _, check = checked(prussian, effects=effects)
    assert (check.value, check.target) == (2, 3)
    effects = (Effect(198, "allied", HERE),)
    inside = british(infantry, hits=1, on_terrain=900)
    _, check = checked(inside, effects=effects, ground=ground("building"))
    assert check.target == 4
    _, check = checked(british(infantry, hits=1), effects=effects, ground=ground("building"))
    assert check.target == 3


# -- moves and terrain -----------------------------------------------------------------------------


def test_oracle_case_12_cavalry_engages_from_the_reserve():
    position = at(c=cavalry("french_reserve"), e=british(infantry, face_up=False))
    assert moves.within_reach(position, "c") >= {"french_centre", HERE}
    position = moves.after_move(position, "c", "french_centre")
    assert not position.cards["c"].face_up
    position = moves.after_move(position, "c", HERE)
    assert all(card.face_up for card in position.cards.values())
    assert moves.move(position, "c", "french_centre").reasons == {
        "engage_and_disengage",
        "no_moves",
        "already_acted",
    }
    spurred = position.with_card("c", extra_moves=1)
    assert moves.move(spurred, "c", "french_centre").reasons == {"engage_and_disengage"}


def test_oracle_case_14_reserve_infantry_leaves_in_any_formation():
    position = at(i=infantry("french_reserve", formation="square"))
    assert moves.move(position, "i", "french_centre", "column").legal
    assert moves.after_move(position, "i", "french_centre", "column").cards["i"].formation == (
        "column"
    )


def test_oracle_case_22_foot_artillery_does_not_engage():
    position = at(b=battery("french_centre"), e=british(infantry))
    assert moves.move(position, "b", HERE).reasons == {"foot_artillery_engage"}
    horse = at(b=battery("french_centre", horse=True), e=british(infantry))
    assert moves.move(horse, "b", HERE).legal


def test_oracle_case_23_and_66_the_end_of_combat():
    four = {f"c{number}": infantry(THERE) for number in range(4)}
    assert instants.stack_refused(at(**four, g=general(NAPOLEON, THERE))) == set()
    assert instants.stack_refused(at(**four, x=battery(THERE))) == {"stack_full"}
    two = at(g=general(NAPOLEON, THERE), d=general(D_ERLON, THERE))
    assert instants.stack_refused(two) == {"two_generals"}


def test_oracle_g66_whoever_cannot_leave_does_not_hold_up_the_end():
    five = {f"c{number}": infantry(THERE, fired=True) for number in range(5)}
    assert instants.stack_refused(at(**five)) == set()
    assert instants.stack_refused(at(**five).with_card("c0", fired=False)) == {"stack_full"}


def test_oracle_g26_the_end_waits_for_a_chief_of_staff():
    position = at(s=general(SOULT, THERE), n=general(NAPOLEON, "french_left"))
    assert instants.stack_refused(position) == {"chief_of_staff"}
    assert instants.stack_refused(position.without({"n"})) == set()
    assert instants.stack_refused(position.with_card("s", moves_used=2)) == set()


def test_oracle_case_25_the_river_lets_so_many_over():
    river = ground("river", capacity=1)
    position = at(
        grounds=river,
        a=infantry(THERE),
        b=infantry(THERE),
        g=general(NAPOLEON, THERE),
        e=british(infantry),
    )
    position = moves.after_move(position, "a", HERE)
    assert moves.move(position, "b", HERE).reasons == {"river_limit"}
    assert moves.move(position, "g", HERE).legal
    broken = replace(
        at(grounds=river, a=infantry(THERE)), effects=(Effect(297, "a", lane="middle"),)
    )
    assert moves.move(broken, "a", HERE).reasons == {"river_limit"}


def test_oracle_case_26_and_46_terrain_falls_when_its_last_defender_routs():
    position = at(
        "allied",
        ground("building"),
        phase="morale",
        g=british(infantry, hits=1, on_terrain=900),
        k=british(infantry),
        f=infantry(),
    )
    then = instants.instants(morale.after_check(position, "g", [6]))
    assert then.fallen == {900: "french"}
    assert then.winner == ""
    assert instants.captors_refused(then.position, 900, ["f"], "french") == set()
    assert instants.captors_refused(then.position, 900, ["k"], "french") == {"not_in_position"}
    last = position.without({"k"})
    assert instants.instants(morale.after_check(last, "g", [6])).winner == "french"


def test_oracle_case_32_64_and_65_the_prussians_at_waterloo():
    prussian = infantry("allied_reserve", "prussian")
    position = at("allied", battle="waterloo", p=prussian, b=general(BULOW, "allied_reserve"))
    assert moves.move(position, "p", "allied_left").reasons == {"prussian_not_arrived"}
    assert moves.show_general_refused(position, "b") == set()
    assert moves.show_general_refused(position, "p") == {"not_prussian_general"}
    come = replace(position, prussians_arrived=True)
    assert moves.move(come, "p", "allied_left").legal
    assert moves.move(come, "p", "allied_centre").reasons == {"prussian_lane"}
    far = come.with_card("p", place="french_right")
    assert moves.legal_moves(far, "p") == {"allied_left"}


def test_oracle_case_49_and_50_an_empty_position_is_taken():
    position = at(c=cavalry("french_reserve"))
    position = moves.after_move(position, "c", "french_left")
    assert instants.instants(position).winner == ""
    position = moves.after_move(position, "c", "allied_right")
    assert instants.instants(position).winner == "french"
    decoyed = at(i=infantry(THERE), g=general(WELLINGTON, face_up=False), decoys=True)
    then = instants.instants(moves.after_move(decoyed, "i", HERE))
    assert (then.decoys, then.winner) == ({"g"}, "french")


def test_oracle_case_35_a_decoy_dies_among_its_own():
    position = at(
        i=infantry(THERE),
        u=british(infantry),
        g=general(WELLINGTON, face_up=False),
        decoys=True,
    )
    then = instants.instants(moves.after_move(position, "i", HERE))
    assert (then.decoys, then.dead, then.winner) == ({"g"}, set(), "")


def test_oracle_case_55_blown_cavalry_without_enemies_stays_blown():
    position = at(c=cavalry(THERE, blown=True))
    assert position.cards["c"].blown
    home = moves.after_move(position, "c", "french_reserve").cards["c"]
    assert (home.blown, home.face_up) == (False, False)


def test_oracle_case_59_disengaging():
    position = at("allied", b=british(infantry, "allied_left"), f=infantry("allied_left"))
    assert moves.legal_moves(position, "b") == {"allied_reserve"}
    forward = at("allied", b=british(infantry, "french_right"), f=infantry("french_right"))
    assert moves.legal_moves(forward, "b") == {"allied_left"}
    cards = {**forward.cards, "x": infantry("allied_left"), "y": british(infantry, "allied_left")}
    blocked = replace(forward, cards=cards)
    assert moves.move(blocked, "b", "allied_left").reasons == {"disengage_blocked"}


def test_oracle_case_63_an_empty_building_is_taken_as_an_action():
    place = "allied_right"
    hougoumont = {HOUGOUMONT: Ground(FACES[HOUGOUMONT], place, "allied")}
    position = at(
        grounds=hougoumont,
        battle="waterloo",
        f=infantry(place, formation="column"),
        b=british(infantry, place),
        c=cavalry(place),
    )
    assert terrain.occupy_refused(position, "f", HOUGOUMONT) == set()
    assert "wrong_type" in terrain.occupy_refused(position, "c", HOUGOUMONT)
    after, captured = terrain.after_occupation(position, "f", HOUGOUMONT)
    assert captured
    assert combat.shock(after, "f", "b").reasons >= {"inside_building"}
    british_turn = replace(after, acting="allied").with_card("b", formation="column")
    assert combat.shock(british_turn, "b", "f").reasons == {"building"}
    assert terrain.occupy_refused(british_turn, "b", HOUGOUMONT) == {"held"}


def test_oracle_g51_terrain_played_in_battle():
    position = at("allied", battle="waterloo", f=infantry("allied_left"))
    face = FACES[HOUGOUMONT]
    assert terrain.play_refused(position, face, "allied_right") == set()
    assert terrain.play_refused(position, face, "allied_left") == {"wrong_lane", "enemy_present"}
    two = ground("hill", "allied_right") | ground("woods", "allied_right", number=901)
    full = replace(position, ground=two)
    assert terrain.play_refused(full, face, "allied_right") == {"two_terrains"}


def test_oracle_11_5_empty_terrain_falls_to_infantry_that_stands_on_none():
    house, hill = ground("building"), ground("hill", number=901)
    position = at(grounds=house | hill, f=infantry(), b=british(infantry, on_terrain=901))
    assert instants.instants(position).fallen == {900: "french"}
    assert instants.captors_refused(position, 900, [], "french") == {"capacity"}
    taken = instants.instants(position).position.with_card("f", on_terrain=900)
    assert instants.instants(taken.with_card("b", on_terrain=None)).fallen == {}
    assert instants.captors_refused(taken, 900, ["f"], "french") == {"not_infantry"}


def test_oracle_g23_a_hill_and_the_words_onto():
    hill = ground("hill", capacity=1)
    position = at(
        "allied",
        hill,
        c=british(cavalry, "allied_reserve"),
        b=british(battery, "allied_reserve"),
        u=british(infantry, HERE),
        g=general(WELLINGTON, "allied_reserve"),
    )
    for name in "cb":
        assert moves.move(position, name, HERE, onto=900).legal
    assert moves.move(position, "g", HERE, onto=900).reasons == {"wrong_type"}
    assert moves.move(position, "c", "allied_left", onto=900).reasons == {"clause:11.5"}
    on_it = moves.after_move(position, "c", HERE, onto=900)
    assert on_it.cards["c"].on_terrain == 900
    assert moves.move(on_it, "b", HERE, onto=900).reasons == {"capacity"}
    held = position.with_card("u", on_terrain=900)
    assert terrain.give_place_refused(held.with_card("b", place=HERE), "b", "u", 900) == set()
    enemy = replace(held, acting="french", cards={**held.cards, "x": cavalry()})
    assert terrain.occupy_refused(enemy, "x", 900) == {"held"}
    wet = replace(position, ground=ground("river"))
    assert terrain.occupy_refused(wet, "u", 900) == {"wrong_type"}


def test_oracle_g26_a_chief_of_staff_goes_back():
    position = at(s=general(SOULT, HERE), n=general(NAPOLEON, "french_left"), f=infantry())
    assert moves.move(position, "s", THERE).legal
    home = position.with_card("s", place=THERE)
    assert moves.legal_moves(home, "s") == {"french_reserve"}
    assert moves.move(home, "s", HERE).reasons == {"chief_of_staff"}


def test_oracle_14_0_decoys_come_and_go():
    hill = Card(FACES[96], "french_reserve", face_up=False)
    special = Card(FACES[103], "french_left", face_up=False)
    leader = general(NAPOLEON, "french_left", face_up=False)
    position = at(h=hill, s=special, g=leader, decoys=True)
    assert terrain.place_decoy_refused(position, "h", THERE) == set()
    assert terrain.place_decoy_refused(position, "h", "french_left") == {"wrong_lane"}
    assert terrain.place_decoy_refused(position, "s", THERE) == {"clause:14.0"}
    assert terrain.show_decoy_refused(position, "g") == set()
    assert terrain.show_decoy_refused(position, "s") == set()
    assert terrain.withdraw_decoy_refused(position, "g") == set()
    beside = replace(position, cards={**position.cards, "e": british(infantry, THERE)})
    assert terrain.place_decoy_refused(beside, "h", THERE) == {"enemy_present"}
    off = replace(position, decoys=False)
    assert terrain.place_decoy_refused(off, "h", THERE) == {"option_off"}
    laid = position.with_card("h", place=THERE)
    two = ground("hill", THERE) | ground("woods", THERE, number=901)
    assert terrain.show_decoy_refused(laid, "h") == set()
    assert terrain.show_decoy_refused(replace(laid, ground=two), "h") == {"two_terrains"}
    stacked = {f"c{number}": infantry("french_left") for number in range(3)}
    full = replace(position, cards={**position.cards, **stacked})
    assert instants.stack_refused(full) == {"stack_full"}


def test_oracle_g18_prussian_terrain_waits_with_the_rest():
    position = at("allied", battle="waterloo")
    wood = FACES[290]
    assert "prussian_not_arrived" in terrain.play_refused(position, wood, "allied_left")
    come = replace(position, prussians_arrived=True)
    assert terrain.play_refused(come, wood, "allied_left") == set()
    elsewhere = at("allied", battle="ligny")
    assert terrain.play_refused(elsewhere, wood, "allied_left") == {"wrong_battle"}


def test_oracle_case_69_only_the_rockets_are_silenced():
    position = at("allied", h=british(battery, horse=True), e=infantry(THERE))
    attack = combat.fire(position, "h", "e", "long")
    assert not combat.after_attack(position, "h", "e", attack, [1, 1]).cards["h"].silenced


def test_oracle_case_51_and_33_cards_wait_their_turn():
    position = at(i=infantry("french_reserve", arrived_this_turn=True))
    assert moves.move(position, "i", THERE).reasons == {"arrived_this_turn"}
    assert moves.move(position, "i", HERE).reasons >= {"sideways"}


def test_oracle_g54_ten_quiet_turns_draw():
    assert instants.quiet_draw(decks_empty=True, quiet_turns=10)
    assert not instants.quiet_draw(decks_empty=True, quiet_turns=9)
    assert not instants.quiet_draw(decks_empty=False, quiet_turns=12)


# -- room ------------------------------------------------------------------------------------------


def test_oracle_mended_a_fifth_card_needs_one_that_leaves():
    four = {f"c{number}": infantry(HERE) for number in range(4)}
    before = at(**four, h=battery("french_reserve", horse=True))
    after = before.with_card("h", place=HERE, moves_used=1)
    assert room.room_refused(before, after) == set()
    stuck = after
    for name in four:
        stuck = stuck.with_card(name, fired=True)
    assert room.stranded(stuck, room._stacked, room.UNITS) == 1
    assert room.room_refused(before, stuck) == {"stack_full"}
    assert room.room_refused(stuck, stuck) == set()
