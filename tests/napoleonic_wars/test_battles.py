"""Battles: dice, hits, rounds, the winner, rout, retreat, overrun, flags [11]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from napoleon.rules.events import Line, total
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars import battles
from napoleon.rulesets.napoleonic_wars.battles import dice_lines
from napoleon.rulesets.napoleonic_wars.events.battles import other_than, side_of
from napoleon.rulesets.napoleonic_wars.events.outcomes import NextRoundBegan
from napoleon.rulesets.napoleonic_wars.frames.battles import Battle
from napoleon.rulesets.napoleonic_wars.frames.forces import March
from napoleon.rulesets.napoleonic_wars.hits import spread
from napoleon.rulesets.napoleonic_wars.orders.battles import (
    Claim,
    GiveHit,
    HitLeader,
    Retreat,
)
from napoleon.rulesets.napoleonic_wars.orders.marches import (
    Gather,
    Go,
    LoseLeader,
    LoseUnits,
    Stand,
)
from napoleon.rulesets.napoleonic_wars.state import Squadrons, State
from tests.napoleonic_wars.fighting import appeared, go_on, met, strength
from tests.napoleonic_wars.playing import (
    Played,
    amounts,
    copied,
    emptied,
    legal_orders,
    play,
    refused,
    stand,
    table_of,
    told,
)

MISS = 1


def rolls(*sides: tuple[int, Sequence[int]]) -> list[int]:
    """Dice of sides one after the other: so many, of which these hit."""
    return [it for number, hits in sides for it in (*hits, *[MISS] * (number - len(hits)))]


def linz(*, came: str = "ratisbon", mack: bool = False, failed: int = 0) -> State:
    """Napoleon with Murat and 6 SP before Ferdinand, Mack and 7 SP in Linz."""
    state = emptied("fr")
    stand(state, "linz", "fr", 6, "napoleon", "murat")
    stand(state, "linz", "au", 7, "mack", "ferdinand")
    return met(state, "linz", came, failed=failed)


def one_on_one(attackers: int, defenders: int, *, space: str = "linz", came: str = "munich",
               attacker: str = "fr", defender: str = "au") -> State:  # fmt: skip
    """A battle of strength points without leaders."""
    state = emptied(attacker)
    stand(state, space, attacker, attackers)
    stand(state, space, defender, defenders)
    return met(state, space, came)


def begun(state: State) -> Battle:
    """The battle, as it is asked about or has just begun."""
    return next(it for it in reversed(state.stack) if isinstance(it, Battle))


def go_until_dice(state: State) -> State:
    """The battle has begun, and nobody has rolled."""
    table = table_of(copied(state))
    battles.begin(table)
    return table.state


def begun_with(state: State) -> Battle:
    """The battle to which a meeting comes."""
    return begun(go_until_dice(state))


def only(played: Played, kind: str) -> Any:
    [event] = told(played, kind)
    return event


def dice_of(played: Played, side: str) -> list[Any]:
    return [it for it in told(played, "battle_dice_rolled") if it.side == side]


# -- dice ------------------------------------------------------------------------------------------


def test_case_79_a_named_commander_leads_with_their_own_rating() -> None:
    state = go_on(linz()).state
    battle = Battle("linz", "ratisbon", *_sides(linz()))
    battle.defender.commander = "mack"
    state = linz()
    state.stack[-1:] = [battle]
    assert total(dice_lines(table_of(state), battle, "defender")) == 10
    assert total(dice_lines(table_of(state), battle, "attacker")) == 13


def _sides(state: State) -> Any:
    battle = begun_with(state)
    return battle.attacker, battle.defender


def test_case_80_a_pass_helps_the_defender_in_the_first_round_alone() -> None:
    played = go_on(linz(came="prague"))
    first, second = dice_of(played, "defender")
    assert amounts(first)["11.22.b"] == 2
    assert (first.number, second.number) == (13, 11)
    failed = go_on(linz(came="prague", failed=1))
    assert "11.22.b" not in amounts(dice_of(failed, "defender")[0])
    assert amounts(dice_of(failed, "attacker")[0])["10.2.e"] == 1
    assert "10.2.e" not in amounts(dice_of(failed, "attacker")[1])


def test_terrain_does_not_help_who_does_not_control_the_space() -> None:
    state = emptied("fr")
    state.spaces["linz"].flag = "fr"
    stand(state, "linz", "fr", 2)
    stand(state, "linz", "au", 2)
    assert begun_with(met(state, "linz", "prague")).terrain == 0
    state.spaces["linz"].flag = ""
    assert begun_with(met(state, "linz", "prague")).terrain == 2
    assert begun_with(met(state, "linz", "tyrol")).terrain == 1
    assert begun_with(met(state, "linz", "munich")).terrain == 0


def test_a_strait_gives_no_dice() -> None:
    """[R-57]"""
    state = one_on_one(2, 2, space="sicily", came="naples", defender="gb")
    assert begun_with(state).terrain == 0


@pytest.mark.parametrize(("spanish", "french", "bonus"), [(3, 1, 0), (3, 3, 0), (3, 4, 2)])
def test_case_83_minors_of_half_the_units_take_the_bonus_away(
    spanish: int, french: int, bonus: int
) -> None:
    state = emptied("fr")
    stand(state, "linz", "fr", french)
    stand(state, "linz", "sp", spanish)
    stand(state, "linz", "au", 9)
    [first, *_] = dice_of(go_on(met(state, "linz", "munich")), "attacker")
    assert amounts(first).get("11.21.a", 0) == bonus


def test_leaders_count_as_units_for_the_bonus_and_powers_of_one_camp_have_one() -> None:
    state = emptied("fr")
    stand(state, "linz", "fr", 1, "napoleon")
    stand(state, "linz", "sp", 1)
    stand(state, "linz", "au", 3)
    stand(state, "linz", "ru", 3)
    played = go_on(met(state, "linz", "munich"))
    assert amounts(dice_of(played, "attacker")[0])["11.21.a"] == 2
    assert amounts(dice_of(played, "defender")[0]) == {"11.2.a": 6, "11.21.a": 1}


# -- hits ------------------------------------------------------------------------------------------


def test_disruptions_beyond_all_units_take_dice_of_the_next_round() -> None:
    """[11.3.e]"""
    state = one_on_one(4, 2)
    dice = rolls((6, [6, 5, 5]), (3, [5, 5, 5]))
    played = go_on(state, dice)
    austrian = dice_of(played, "defender")[1]
    assert [(it.amount, it.clause) for it in austrian.breakdown] == [(1, "11.21.a"), (-1, "11.3.e")]
    assert austrian.number == 0 and austrian.dice == ()
    assert dice_of(played, "attacker")[1].number == 1 + 2


def test_hits_are_spread_over_nations_and_the_commander_gives_the_odd_one() -> None:
    state = emptied("fr")
    stand(state, "linz", "fr", 6)
    stand(state, "linz", "au", 4)
    stand(state, "linz", "ru", 4, "kutuzov")
    dice = rolls((8, [6, 6, 6, 5]), (12, []))
    asked = go_on(met(state, "linz", "munich"), dice)
    assert asked.asked == [("coalition", "odd_hits")]
    assert legal_orders(asked.state) == [GiveHit("au"), GiveHit("ru")]
    assert refused(asked.state, GiveHit("gb")) == ("SPREAD_EVENLY", "11.3.b")
    given = play(asked.state, GiveHit("au"))
    assert {it.nation: it.sp for it in told(given, "units_removed")} == {"au": 2, "ru": 1}
    # The five goes to the nation that has fewer hits in this round.
    assert only(given, "units_disrupted").nation == "ru"


def test_a_nation_without_strength_points_left_gives_its_leader_inside_its_share() -> None:
    """[R-79]"""
    assert spread(5, {"au": 1, "ru": 6}, {}).shares == {"au": 1, "ru": 4}
    state = emptied("fr")
    stand(state, "linz", "fr", 9, "napoleon", "davout")
    stand(state, "linz", "au", 1, "mack")
    stand(state, "linz", "ru", 4, "kutuzov")
    # 10 + 4 + 2 dice; of four removals two are Austria's share.
    dice = rolls((16, [6, 6, 6, 6]), (10, []))
    played = go_on(met(state, "linz", "munich"), dice)
    assert {it.nation: it.sp for it in told(played, "units_removed")} == {"au": 1, "ru": 2}
    assert [(it.leader, it.removed) for it in told(played, "leader_hit")] == [("mack", True)]


def test_leaders_of_nations_without_strength_points_come_after_all_of_these() -> None:
    state = emptied("fr")
    stand(state, "linz", "fr", 9, "napoleon")
    stand(state, "linz", "au", 0, "mack")
    stand(state, "linz", "ru", 3, "kutuzov")
    state = met(state, "linz", "munich")
    few = go_on(state, rolls((15, [6, 6, 6]), (8, [])))
    assert not told(few, "leader_hit")
    more = go_on(state, rolls((15, [6, 6, 6, 6, 5]), (8, [])))
    assert [(it.leader, it.removed) for it in told(more, "leader_hit")] == [
        ("mack", True),
        ("kutuzov", False),
    ]


def test_disrupted_strength_points_are_removed_first_in_a_later_round() -> None:
    state = one_on_one(4, 4)
    dice = rolls((6, [5, 5]), (5, [5, 5]), (4, [6]), (3, []))
    played = go_on(state, dice)
    removed = only(played, "units_removed")
    assert (removed.sp, removed.disrupted) == (1, 1)


# -- rounds ----------------------------------------------------------------------------------------


# -- rout, retreat, overrun ------------------------------------------------------------------------


def enemies_all_around(state: State) -> State:
    """All ways out of Linz lead to spaces of the French, with French forces in them."""
    for space in ("vienna", "prague", "tyrol", "graz", "ratisbon", "munich"):
        state.spaces[space].flag = "fr"
        if space != "munich":
            stand(state, space, "fr", 1)
    return state


def test_without_a_friendly_space_the_defender_takes_attrition() -> None:
    """[11.4.b]"""
    state = enemies_all_around(one_on_one(6, 6))
    state.spaces["vienna"].lots = []
    played = go_on(state, rolls((8, [6]), (7, [])))
    assert only(played, "force_retreated").space == "vienna"
    rolled = only(played, "attrition_rolled")
    assert [(it.amount, it.clause) for it in rolled.rolled] == [(5, "9.44.a")]


def test_case_86_without_a_way_out_the_loser_is_overrun_and_the_attacker_may_go_on() -> None:
    state = enemies_all_around(one_on_one(6, 6))
    played = go_on(state, rolls((8, [6]), (7, [])))
    assert only(played, "force_eliminated").sp == {"au": 5}
    ended = only(played, "battle_ended")
    assert (ended.overrun, ended.goes_on) == (True, True)
    march = played.state.stack[-1]
    assert isinstance(march, March)
    assert march.force.units == strength(played.state, "linz", "fr") == 6
    assert Go("vienna") in legal_orders(played.state)


def test_a_winner_who_has_lost_units_goes_on_with_what_is_left() -> None:
    state = enemies_all_around(one_on_one(6, 3))
    played = go_on(state, rolls((8, [6, 6, 6]), (4, [6, 5])))
    march = played.state.stack[-1]
    assert isinstance(march, March)
    assert march.force.units == 5
    assert not any(it.fought for it in played.state.spaces["linz"].lots)


def prague(*, defenders: int = 3) -> State:
    """A battle in a fortress space of the Austrians."""
    state = emptied("fr")
    stand(state, "prague", "fr", 9, "davout")
    stand(state, "prague", "au", defenders)
    return met(state, "prague", "ratisbon")


def test_an_overrun_in_a_fortress_space_ends_the_march_and_allows_a_siege() -> None:
    played = go_on(prague(), rolls((14, [6, 6, 6]), (6, [])))
    ended = only(played, "battle_ended")
    assert (ended.overrun, ended.goes_on, ended.tired) == (True, False, ())
    assert not any(it.fought for it in played.state.spaces["prague"].lots)
    assert [type(it).__name__ for it in played.state.stack] == ["Impulse"]


def test_who_relieves_a_fortress_of_their_own_by_an_overrun_stays_there() -> None:
    state = emptied("fr")
    stand(state, "mantua", "fr", 9)
    stand(state, "mantua", "au", 1)
    played = go_on(met(state, "mantua", "milan"), rolls((11, [6]), (2, [])))
    assert only(played, "battle_ended").tired == ("fr",)


def test_beaten_attackers_go_back_and_pay_for_an_enemy_space() -> None:
    state = one_on_one(6, 9, came="tyrol")
    dice = [*rolls((8, []), (11, [6])), *[MISS] * 20]
    played = go_on(state, dice)
    back = only(played, "force_retreated")
    assert (back.start, back.space) == ("linz", "tyrol")
    assert only(played, "attrition_rolled").rolled[0].clause == "9.44.a"
    state.spaces["tyrol"].flag = "fr"
    assert not told(go_on(state, dice), "attrition_rolled")


def test_case_93_out_of_an_enemy_fortress_space_nobody_retreats_to_an_enemy_one() -> None:
    state = emptied("fr")
    stand(state, "prague", "fr", 2)
    stand(state, "prague", "au", 9)
    dice = rolls((4, []), (12, [6]))
    into = met(state, "prague", "saxony")
    into.wars.append("fr-pr")
    lost = go_on(into, dice)
    assert only(lost, "force_eliminated").sp == {"fr": 1}
    into.spaces["saxony"].flag = "fr"
    assert only(go_on(into, dice), "force_retreated").space == "saxony"


def test_a_closed_strait_bars_the_retreat() -> None:
    state = one_on_one(2, 9, space="sicily", came="naples", defender="gb")
    state.spaces["naples"].flag = "fr"
    dice = rolls((4, []), (10, [6]))
    assert only(go_on(state, dice), "force_retreated").space == "naples"
    assert told(go_on(state, dice), "attrition_rolled")[0].rolled[0].clause == "9.44.a"
    state.squadrons.append(Squadrons("gb", "tyrrhenian_sea", ready=1))
    assert only(go_on(state, dice), "force_eliminated").sp == {"fr": 1}


def test_attackers_that_appeared_retreat_like_defenders() -> None:
    """[R-131]"""
    state = emptied("fr")
    stand(state, "munich", "fr", 2)
    stand(state, "munich", "au", 9, "ferdinand")
    asked = go_on(appeared(state, "munich"), rolls((4, []), (12, [6])))
    assert only(asked, "battle_began").came == ""
    assert asked.asked == [("imperial", "retreat")]
    assert {it.to for it in legal_orders(asked.state) if isinstance(it, Retreat)} == {
        "wurtemberg",
        "ratisbon",
    }
    assert only(play(asked.state, Retreat("ratisbon")), "battle_ended").goes_on is False


# -- flags -----------------------------------------------------------------------------------------


def test_who_wins_on_their_own_ground_takes_the_enemys_flag_off() -> None:
    state = one_on_one(12, 1)
    state.spaces["linz"].flag = "fr"
    state.spaces["vienna"].flag = "fr"
    mirrored = emptied("au")
    mirrored.spaces["linz"].flag = "fr"
    stand(mirrored, "linz", "au", 12)
    stand(mirrored, "linz", "fr", 1)
    asked = go_on(met(mirrored, "linz", "vienna"), rolls((13, [6, 6]), (3, [])))
    assert asked.asked == [("coalition", "flag")]
    won = play(asked.state, Claim())
    assert only(won, "flag_removed").flag == "fr"
    assert won.state.spaces["linz"].flag == ""


def test_nobody_flags_an_allys_duchy_and_none_that_is_friendly() -> None:
    """[8.22.b]"""
    # Amsterdam is associated with Britain and France: Austrians raise no flag of theirs there.
    allied = one_on_one(12, 1, space="amsterdam", came="arnhem", attacker="au", defender="fr")
    assert go_on(allied, rolls((13, [6, 6]), (3, []))).asked[0][1] != "flag"
    own = one_on_one(1, 12, space="linz")
    assert not told(go_on(own, rolls((3, []), (13, [6, 6]))), "flag_overrun")


# -- second reading --------------------------------------------------------------------------------


def test_case_138_a_besieger_has_no_terrain_and_the_enemy_a_die_for_a_failed_evasion() -> None:
    state = emptied("fr")
    stand(state, "mantua", "au", 4, "charles")
    stand(state, "mantua", "fr", 6, "massena")
    battle = begun_with(met(state, "mantua", "tuscany", failed=1))
    assert (battle.terrain, battle.failed_evasions) == (0, 1)
    battle = begun_with(met(state, "mantua", "tuscany"))
    assert battle.terrain == 0


def test_case_139_who_left_an_enemy_fortress_goes_back_only_to_their_own_forces() -> None:
    state = emptied("fr")
    stand(state, "moravia", "fr", 3)
    stand(state, "moravia", "au", 9)
    dice = rolls((5, []), (10, [6]))
    alone = go_on(met(state, "moravia", "prague"), dice)
    assert only(alone, "force_eliminated").sp == {"fr": 2}
    assert only(alone, "battle_ended").overrun
    stand(state, "prague", "fr", 1)
    back = go_on(met(state, "moravia", "prague"), dice)
    assert only(back, "force_retreated").space == "prague"
    assert not told(back, "attrition_rolled")


def test_case_140_a_force_lost_on_its_retreat_is_overrun_though_a_card_saves_it_from_rout() -> None:
    state = one_on_one(9, 6, space="sicily", came="naples", attacker="fr", defender="gb")
    # The British attack, and are beaten by four hits more.
    state = one_on_one(6, 9, space="sicily", came="naples", attacker="gb", defender="fr")
    begun_ = go_until_dice(state)
    battle = begun(begun_)
    battle.attacker.no_rout = True
    played = go_on(begun_, [*rolls((7, [5, 5]), (11, [6, 6, 5, 5, 5, 5])), 6, 6, 6, 6])
    assert not told(played, "force_routed")
    assert only(played, "force_retreated").overrun
    assert only(played, "battle_ended").overrun
    assert strength(played.state, "naples", "gb") == 0
    battle.attacker.no_rout = False
    routed = go_on(begun_, [*rolls((7, [5, 5]), (11, [6, 6, 5, 5, 5, 5])), 6, 6, 6, 6])
    assert only(routed, "force_routed").sp == {"gb": 4}


def test_losses_of_a_retreat_are_named_by_who_commands() -> None:
    state = emptied("gb")
    stand(state, "sicily", "gb", 6, "moore")
    stand(state, "sicily", "fr", 9)
    state = met(state, "sicily", "naples")
    asked = go_on(state, [*rolls((9, []), (11, [5])), 6])
    assert asked.asked == [("coalition", "losses")]
    assert {type(it) for it in legal_orders(asked.state)} == {LoseUnits, LoseLeader}
    ended = play(asked.state, LoseUnits("gb", 1))
    assert only(ended, "battle_ended").overrun is False
    assert strength(ended.state, "naples", "gb") == 5


# -- who decides, and what comes before and after --------------------------------------------------


def test_the_side_commander_gives_odd_hits_and_each_nation_its_own() -> None:
    state = emptied("fr")
    state.powers = {it: it for it in ("fr", "gb", "au", "ru")}
    stand(state, "linz", "fr", 12, "napoleon")
    stand(state, "linz", "au", 4, "mack")
    stand(state, "linz", "ru", 4, "kutuzov")
    state = met(state, "linz", "munich")
    asked = go_on(state, rolls((18, [6, 6, 6]), (13, [])))
    assert asked.asked == [("ru", "odd_hits")]
    given = play(asked.state, GiveHit("ru"))
    assert given.asked == [("au", "hits")]
    taken = play(given.state, HitLeader("mack"))
    assert {it.nation: it.sp for it in told(taken, "units_removed")} == {"ru": 2}
    # The Russians, who have the commander, retreat for both.
    assert taken.asked == [("ru", "retreat")]


def test_nobody_is_asked_for_forces_that_nobody_commands() -> None:
    state = emptied("fr")
    state.wars.append("fr-pr")
    stand(state, "berlin", "fr", 9)
    stand(state, "berlin", "pr", 6, "brunswick", "hohenlohe")
    played = go_on(met(state, "berlin", "magdeburg"), rolls((11, [6, 5]), (9, [])))
    assert played.types[-1] == "battle_ended"
    assert only(played, "force_retreated").side == "defender"
    assert sum(it.sp for it in told(played, "units_removed")) == 1


def test_case_71_a_march_comes_to_a_battle_and_goes_on_after_an_overrun_alone() -> None:
    state = emptied("fr", cp=4)
    stand(state, "munich", "fr", 6, "murat")
    stand(state, "linz", "au", 1)
    marching = play(state, Gather("murat"), Go("linz"))
    assert marching.asked == [("coalition", "evade")]
    # Four SP with Murat: 4 + 2 + 2 dice.
    overrun = play(marching.state, Stand(), dice=[*rolls((8, [6]), (2, [])), *[MISS] * 9])
    assert only(overrun, "battle_ended").goes_on
    assert Go("vienna") in legal_orders(overrun.state)
    stand(marching.state, "linz", "au", 5)
    won = play(marching.state, Stand(), dice=[*rolls((8, [6]), (7, [])), *[MISS] * 9])
    ended = play(won.state, Retreat("vienna"))
    assert refused(ended.state, Gather("murat")) == ("HAS_FOUGHT", "9.51.a")


# -- what cards will do ----------------------------------------------------------------------------


def test_case_87_cards_let_both_fight_on_though_one_has_more_hits() -> None:
    begun_ = go_until_dice(one_on_one(9, 9))
    battle = begun(begun_)
    battle.more_rounds = 1
    dice = [*rolls((11, [6, 5]), (10, [5]))]
    played = go_on(begun_, dice)
    assert [it.by_card for it in told(played, "next_round_began")] == [True]
    battle.more_rounds = 2
    assert [it.which for it in told(go_on(begun_, dice), "next_round_began")] == [2, 3]


def test_cards_change_dice_and_hits_of_a_round() -> None:
    begun_ = go_until_dice(linz(came="prague"))
    battle = begun(begun_)
    battle.flat = True
    battle.attacker.lines = [Line(-3, "11.2.a", say("the card"))]
    battle.attacker.calm = 3
    played = go_on(begun_, rolls((10, []), (11, [5, 5, 5, 5, 6])))
    first = dice_of(played, "attacker")[0]
    assert (first.number, total(first.breakdown)) == (10, 10)
    austrian = dice_of(played, "defender")[0]
    assert amounts(austrian)["11.22.b"] == 0
    assert (austrian.fives, austrian.sixes, austrian.hits) == (1, 1, 2)
    assert total(austrian.counted) == 2
    assert begun(played.state).attacker.suffered == 2


@pytest.mark.parametrize(
    ("die", "standing", "chief"), [(5, "map", "ferdinand"), (6, "pool", "mack")]
)
def test_a_card_hits_a_commander(die: int, standing: str, chief: str) -> None:
    """[R-114]"""
    begun_ = go_until_dice(linz())
    begun(begun_).defender.hurt = die
    played = go_on(begun_, rolls((13, []), (8, [])))
    hurt = only(played, "leader_hit")
    assert (hurt.leader, hurt.by_card, hurt.successor) == ("ferdinand", True, chief)
    assert played.state.leaders["ferdinand"].standing == standing
    assert only(played, "battle_decided").defender_suffered == 1
    # No battle rating counts in this round; the new commander is no unit any more.
    assert amounts(dice_of(played, "defender")[0])["11.2.a"] == (8 if die == 5 else 7)


def test_sides_are_told_apart_by_their_names() -> None:
    battle = begun_with(linz())
    assert side_of(battle, "attacker").nations == ["fr"]
    assert side_of(battle, other_than("attacker")).nations == ["au"]
    assert NextRoundBegan.topic.endswith("/1")
