"""The story: battles that are understood from their telling alone, by whoever is told them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest

from napoleon.rules.events import REFEREE, SPECTATOR, Event
from napoleon.rules.orders import Order
from napoleon.rulesets.eagles_waterloo.events.campaign import (
    BattleClosed,
    ReinforcementsSent,
    RetreatOrdered,
    StageStarted,
)
from napoleon.rulesets.eagles_waterloo.events.ends import BattleWon, GameDrawn, GameWon
from napoleon.rulesets.eagles_waterloo.events.turn import TurnStarted
from napoleon.rulesets.eagles_waterloo.orders import (
    ChangeFormation,
    CheckTheRest,
    EndCombat,
    EndDeployment,
    Fire,
    Move,
    Place,
    PlaceDecoy,
    PlaySpecial,
    Shock,
    ShowGeneral,
)
from tests.eagles_waterloo.fields import (
    ALLIED,
    FRENCH,
    RULES,
    Played,
    deploying,
    fighting,
    fresh,
    play,
)
from tests.story.telling import lines_of
from tests.story.test_never_again import met

OTHERS = {
    "french_centre": "f_gauthier_brigade",
    "french_right": "f_campi_brigade",
    "allied_left": "b_kempt_8th_br",
    "allied_centre": "b_pack_9th_br",
}
BATTERY = "f_ii_corps_foot_a"


class Story:
    """What came of orders that were given one after the other, to be told."""

    def __init__(self, given: Played, begun: Sequence[Event] = ()) -> None:
        self.now = given
        self.events: list[Event] = [*begun, *given.events]

    def give(
        self, seat: str, *given: Order, dice: Iterable[int] = (), drawn: Iterable[str] = ()
    ) -> Story:
        """Orders of one seat."""
        self.now = play(self.now, seat, *given, dice=dice, drawn=drawn)
        assert self.now.refused is None
        self.events += self.now.events
        return self

    def told(self, reader: str, code: str = "en") -> str:
        """All of it in words."""
        return "\n".join(lines_of(RULES, self.events, reader, code))


def turn(
    lines: dict[str, str], *, seat: str = FRENCH, battle: str = "waterloo", **given: object
) -> Story:
    """A player turn that has just begun."""
    return Story(
        fighting(battle, {**OTHERS, **lines}, active=seat, **given),  # type: ignore[arg-type]
        [TurnStarted(battle, seat, 3)],
    )


# -- fire and shock -------------------------------------------------------------------------------


def test_a_volley_is_told_with_its_dice_and_why_they_hit() -> None:
    story = turn({"french_left": f"{BATTERY} b_bylandt:square"})
    story.give(FRENCH, Fire(BATTERY, "b_bylandt"), dice=[1, 4, 6])
    told = (
        "The French II Corps foot battery A fired at Bylandt's brigade on the French left with 3 "
        "dice, 3 or more hitting (at a square +1): 1, 4 and 6, 2 hits."
    )
    assert f"French: Turn 3 at Waterloo. {told}" in story.told(SPECTATOR)
    french = "qui touchent dès 3 (sur un carré +1)\N{NO-BREAK SPACE}: 1, 4 et 6, 2 touches."
    assert french in story.told(SPECTATOR, "fr")


def test_a_hill_gives_a_die_and_says_so() -> None:
    story = turn(
        {"allied_right": "b_byng_2nd_guards f_soye_brigade"},
        seat=ALLIED,
        sites={"b_mont_st_jean_ridge_r": "allied_right"},
        on={"b_byng_2nd_guards": "b_mont_st_jean_ridge_r"},
    )
    story.give(ALLIED, Fire("b_byng_2nd_guards", "f_soye_brigade"), dice=[1, 1, 2, 4])
    assert "with 4 dice (on a hill +1), 4 or more hitting: 1, 1, 2 and 4, 1 hit." in story.told(
        ALLIED
    )


def test_a_miss_tells_nobody_what_a_face_down_card_is_worth_as_a_target() -> None:
    given = {"french_left": BATTERY, "allied_right": "b_bylandt:square"}
    story = turn(given)
    token = story.now.token("b_bylandt")
    story.give(FRENCH, Fire(BATTERY, token), dice=[1, 2, 3])
    number = token.rpartition("-")[2]
    for reader in (FRENCH, SPECTATOR):
        assert story.told(reader).endswith(
            "The French II Corps foot battery A fired at the face-down British card "
            f"{number} on the Allied right without a hit."
        )
    assert "square" not in story.told(FRENCH) and "Bylandt" not in story.told(FRENCH)


def test_a_hit_tells_which_card_lay_there() -> None:
    story = turn({"french_left": BATTERY, "allied_right": "b_bylandt"})
    story.give(FRENCH, Fire(BATTERY, story.now.token("b_bylandt")), dice=[6, 6, 1])
    assert "6, 6 and 1, 2 hits on Bylandt's brigade." in story.told(SPECTATOR)


def test_further_hits_are_told_with_all_of_them_and_ones_with_the_general() -> None:
    story = turn({"french_left": f"{BATTERY} b_bylandt:hits1 b_picton"})
    story.give(FRENCH, Fire(BATTERY, "b_bylandt"), dice=[4, 1, 1])
    told = story.told(SPECTATOR)
    assert "4, 1 and 1, 1 hit, 2 in all. Each 1 was a hit on Picton." in told


def test_a_charge_leaves_the_cavalry_blown() -> None:
    story = turn({"french_left": "f_pire_2nd_cav b_bylandt"})
    story.give(FRENCH, Shock("f_pire_2nd_cav", "b_bylandt"), dice=[1] * 4)
    assert (
        "Piré's 2nd Cavalry charged Bylandt's brigade on the French left without a hit; now it is "
        "blown."
    ) in story.told(SPECTATOR)
    story = turn({"french_left": "f_pire_2nd_cav b_bylandt"})
    story.give(FRENCH, Shock("f_pire_2nd_cav", "b_bylandt"), dice=[1, 1, 1, 6])
    assert "with 4 dice, 4 or more hitting: 1, 1, 1 and 6, 1 hit; now it is blown." in (
        story.told(SPECTATOR)
    )


# -- moves ----------------------------------------------------------------------------------------


def test_moves_of_the_same_way_are_told_together() -> None:
    story = turn({"french_reserve": "f_husson_brigade f_soye_brigade f_pire_2nd_cav"})
    for card in ("f_husson_brigade", "f_soye_brigade", "f_pire_2nd_cav"):
        story.give(FRENCH, Move(card, "french_left"))
    assert (
        "The Husson brigade, the Soye brigade and Piré's 2nd Cavalry moved from the French Reserve "
        "to the French left."
    ) in story.told(FRENCH)
    assert "3 French cards moved from the French Reserve to the French left." in story.told(ALLIED)


def test_two_moves_of_a_card_are_one_way_and_turn_up_whom_they_meet() -> None:
    story = turn({"french_reserve": "f_pire_2nd_cav", "allied_right": "b_bylandt:square b_picton"})
    story.give(
        FRENCH, Move("f_pire_2nd_cav", "french_left"), Move("f_pire_2nd_cav", "allied_right")
    )
    for reader in (FRENCH, ALLIED, SPECTATOR):
        assert (
            "Piré's 2nd Cavalry moved from the French Reserve and engaged the enemy on the Allied "
            "right. That turned up Bylandt's brigade (in square)."
        ) in story.told(reader)


def test_breaking_off_is_told_as_that() -> None:
    story = turn({"allied_right": "f_soye_brigade b_bylandt"})
    story.give(FRENCH, Move("f_soye_brigade", "french_left"))
    assert (
        "The Soye brigade broke off on the Allied right and went back to the French left."
        in story.told(ALLIED)
    )


def test_a_formation_that_nobody_sees_is_told_to_its_owner_alone() -> None:
    story = turn({"french_left": "f_soye_brigade"})
    story.give(FRENCH, ChangeFormation("f_soye_brigade", "square"))
    assert "The Soye brigade formed square." in story.told(FRENCH)
    hidden = "The French changed the formation of a card that lies face down."
    assert hidden in story.told(ALLIED) and "square" not in story.told(ALLIED)


def test_a_decoy_is_told_to_others_as_any_card_that_moves_up() -> None:
    story = turn({"french_reserve": "f_ney"}, decoys=True)
    story.give(FRENCH, PlaceDecoy("f_ney", "french_left"))
    assert "Ney was laid face down on the French left, as a decoy." in story.told(FRENCH)
    for reader in (ALLIED, SPECTATOR):
        told = story.told(reader)
        assert "A French card moved from the French Reserve to the French left." in told
        assert "decoy" not in told and "Ney" not in told


def test_shots_in_a_row_that_hit_nobody_are_told_in_one_sentence() -> None:
    story = turn({"french_left": f"{BATTERY} f_soye_brigade f_bauduin_brigade b_bylandt"})
    story.give(FRENCH, Fire(BATTERY, "b_bylandt"), dice=[2, 2, 2])
    story.give(FRENCH, Fire("f_soye_brigade", "b_bylandt"), dice=[2, 2, 2, 2, 2])
    story.give(FRENCH, Fire("f_bauduin_brigade", "b_bylandt"), dice=[2, 2, 2, 2, 6])
    told = story.told(SPECTATOR)
    assert (
        "The French II Corps foot battery A and the Soye brigade fired on the French left without "
        "a hit. The Bauduin brigade fired at Bylandt's brigade"
    ) in told
    assert "no hit" not in told
    assert told.count("without a hit") == 1


def test_a_lone_miss_is_told_without_its_dice() -> None:
    story = turn({"french_left": f"{BATTERY} b_bylandt"})
    story.give(FRENCH, Fire(BATTERY, "b_bylandt"), dice=[2, 2, 2])
    assert story.told(SPECTATOR).endswith(
        "The French II Corps foot battery A fired at Bylandt's brigade on the French left without "
        "a hit."
    )
    assert story.told(SPECTATOR, "fr").endswith("à la gauche française sans toucher.")


def test_misses_at_several_positions_are_one_sentence_with_the_ones_of_each_general() -> None:
    other = "f_ii_corps_12_pdr_foot_b"
    story = turn(
        {
            "french_left": f"{BATTERY} b_bylandt b_picton",
            "french_centre": f"{other} b_byng_2nd_guards b_cooke",
        }
    )
    story.give(FRENCH, Fire(BATTERY, "b_bylandt"), dice=[1, 2, 1])
    story.give(FRENCH, Fire(other, "b_byng_2nd_guards"), dice=[1, 2])
    told = story.told(SPECTATOR)
    assert "12-pdr/foot battery B fired without a hit. 2 of the dice were 1s, each a hit" in told
    assert told.endswith("on Picton. One of the dice was a 1, a hit on Cooke.")
    assert "ont donné 1 et ont touché Picton." in story.told(SPECTATOR, "fr")


def test_a_hit_on_a_general_is_called_a_hit() -> None:
    """“Each 1 came near Gérard” was what a hit on him was called once."""
    story = turn({"allied_left": "f_soye_brigade f_gerard b_bylandt"}, seat=ALLIED)
    story.give(ALLIED, Fire("b_bylandt", "f_soye_brigade"), dice=[6, 1, 1, 2])
    told = story.told(SPECTATOR)
    assert "Each 1 was a hit on Gérard." in told and "came near" not in told


def test_what_a_formation_takes_away_is_told_after_what_is_printed() -> None:
    """“a 6 hitting (in square \N{MINUS SIGN}2)” did not say from what."""
    story = turn({"allied_right": "b_byng_2nd_guards:square f_soye_brigade"}, seat=ALLIED)
    story.give(ALLIED, Fire("b_byng_2nd_guards", "f_soye_brigade"), dice=[6, 1, 1])
    told = story.told(SPECTATOR)
    assert "a 6 hitting (3 printed, in square \N{MINUS SIGN}2): 6, 1 and 1, 1 hit" in told


def test_the_losses_of_a_battle_are_told_where_there_are_any() -> None:
    story = turn({"french_left": "f_pire_2nd_cav:up"})
    story.now.battle.routed = ["f_corsin_brigade", "b_bylandt", "b_picton"]
    story.give(FRENCH, Move("f_pire_2nd_cav", "allied_right"))
    assert "Losses at Waterloo: 1 card of the French, 2 cards of the Allies." in story.told(
        "french"
    )
    french = story.told(SPECTATOR, "fr")
    assert "Pertes à Waterloo : 1 carte des Français, 2 cartes des Alliés." in french.replace(
        "\N{NO-BREAK SPACE}", " "
    )


def test_a_position_that_is_won_ends_the_battle() -> None:
    story = turn({"french_left": "f_pire_2nd_cav:up"})
    story.give(FRENCH, Move("f_pire_2nd_cav", "allied_right"))
    assert (
        "Piré's 2nd Cavalry advanced from the French left to the Allied right, where no enemy "
        "stood. The French now held the Allied right alone, and so won the battle of Waterloo.\n"
        "The French won the game: they held an Allied position alone."
    ) in story.told(SPECTATOR)


# -- morale ---------------------------------------------------------------------------------------


def test_morale_is_told_with_who_supported_and_who_routed() -> None:
    story = turn(
        {
            "allied_right": "b_bylandt:hits1:square b_byng_2nd_guards:hits2 b_wellington "
            "f_soye_brigade"
        },
        seat=ALLIED,
        phase="morale",
    )
    story.give(ALLIED, CheckTheRest(), dice=[1, 6, 4])
    told = story.told(SPECTATOR)
    assert "Allies: Turn 3 at Waterloo. Morale: Bylandt's brigade rolled 1 against a morale of" in (
        told
    )
    assert "(Wellington +3, in square +1) and stood firm" in told
    assert "Byng's 2nd Guards brigade rolled 6 and 4 against a morale of" in told
    assert "and routed on the Allied right." in told


def test_those_whose_checks_come_to_nothing_are_told_together() -> None:
    lines = "b_bylandt:hits1 b_byng_2nd_guards:hits1 b_maitland_1st_guards:hits2 f_soye_brigade"
    story = turn({"allied_right": lines}, seat=ALLIED, phase="morale")
    story.give(ALLIED, CheckTheRest(), dice=[6, 1, 1, 2])
    assert (
        "Morale: Bylandt's brigade rolled 6 against a morale of 2 and routed on the Allied right; "
        "Byng's 2nd Guards brigade and Maitland's 1st Guards brigade stood firm."
    ) in story.told(SPECTATOR)
    assert "ont tenu bon." in story.told(SPECTATOR, "fr")


def test_hits_that_a_special_removes_are_told_by_their_number() -> None:
    """“was rid of it without a die” did not say of what."""
    story = turn(
        {
            "french_reserve": "f_la_garde_au_feu",
            "french_left": "f_1st_2nd_chasseurs:hits1 b_bylandt",
        },
        phase="morale",
    )
    story.give(FRENCH, PlaySpecial("f_la_garde_au_feu", "french_left"), CheckTheRest())
    told = story.told(SPECTATOR)
    assert "Morale: the 1st/2nd Chasseurs was rid of its hit without a die" in told


def test_a_paragraph_may_end_between_a_check_and_its_rout() -> None:
    given = {"allied_right": "b_bylandt:hits1 b_byng_2nd_guards f_soye_brigade"}
    story = turn(given, seat=ALLIED, phase="morale")
    story.give(ALLIED, CheckTheRest(), dice=[6])
    at = next(n for n, it in enumerate(story.events) if it.type == "morale_checked")
    story.events = story.events[: at + 1]
    assert "Bylandt's brigade rolled 6 against a morale of 2 and routed." in story.told(ALLIED)


def test_a_general_who_falls_is_told_first() -> None:
    lines = {"allied_right": "b_bylandt:hits1 b_picton:hits1 f_soye_brigade"}
    story = turn(lines, seat=ALLIED, phase="morale")
    story.give(ALLIED, CheckTheRest(), dice=[6, 1])
    assert (
        "Morale: Picton rolled 6 and was killed; Bylandt's brigade rolled 1 against a morale of 2 "
        "and stood firm."
    ) in story.told(FRENCH)


# -- cards ----------------------------------------------------------------------------------------


def test_a_special_for_one_card_says_one() -> None:
    """It said “more cards are drawn” of a single one."""
    story = turn(
        {"allied_reserve": "p_reserve_brigade", "allied_left": "p_31st_rgt"},
        seat=ALLIED,
        battle="ligny",
        phase="reinforcement",
    )
    story.give(ALLIED, PlaySpecial("p_reserve_brigade"))
    told = story.told(SPECTATOR)
    assert "one more card is drawn" in told and "more cards are drawn" not in told


def test_a_special_is_told_with_what_it_does() -> None:
    story = turn({"french_reserve": "f_grand_battery", "french_left": BATTERY})
    story.give(FRENCH, PlaySpecial("f_grand_battery", "french_left"))
    assert (
        "The French played “Grand Battery”: foot batteries on the French left fire better by 1 at "
        "long range."
    ) in story.told(ALLIED)


def test_reinforcements_are_named_to_their_owner_alone() -> None:
    decks = {"french": "f_husson_brigade f_soye_brigade f_bauduin_brigade"}
    story = turn({"french_left": BATTERY}, decks=decks)
    story.give(FRENCH, EndCombat(), drawn=["f_husson_brigade", "f_soye_brigade"])
    assert (
        "The French drew the Husson brigade and the Soye brigade into the Reserve; 1 is still to "
        "come."
    ) in story.told(FRENCH)
    assert "The French drew 2 cards into the Reserve; 1 is still to come." in story.told(ALLIED)


def test_the_arrival_of_the_prussians_is_told() -> None:
    story = turn({"allied_right": "b_bylandt", "allied_reserve": "p_bulow"}, seat=ALLIED)
    story.give(ALLIED, ShowGeneral("p_bulow"))
    assert "Bülow arrived: from now on the Prussians leave the Reserve." in story.told(FRENCH)


def test_what_does_not_matter_is_not_told() -> None:
    story = turn({"french_left": BATTERY, "allied_right": "b_bylandt"}, battle="quatre_bras")
    story.give(FRENCH, EndCombat())
    assert story.told(SPECTATOR).splitlines()[0] == "French: Turn 3 at Quatre Bras."


# -- before the battle ----------------------------------------------------------------------------


def test_a_game_begins_with_how_it_is_won_and_with_the_musters() -> None:
    story = Story(fresh("quatre_bras"))
    told = story.told(SPECTATOR)
    assert told.startswith("The battle of Quatre Bras, June 1815. Each side has three positions")
    assert "14 cards of the French and 18 cards of the British." in told
    assert "The French mustered 10 cards at Quatre Bras; 4 are still to come." in told
    own = story.told(FRENCH)
    assert "The French mustered 10 cards at Quatre Bras: " in own
    assert "The British mustered 9 cards at Quatre Bras; 9 are still to come." in own


LAID = (
    Place("f_husson_brigade", "french_left", "column"),
    Place("f_soye_brigade", "french_centre"),
    Place("f_ney", "french_left"),
    Place("f_pire_2nd_cav", "french_right"),
)


@pytest.fixture
def laid() -> Story:
    """The French have ended their deployment, the Allies are at it."""
    given = deploying(
        "quatre_bras",
        french="f_husson_brigade f_soye_brigade f_pire_2nd_cav f_ney",
        allied="b_bylandt b_pack_9th_br b_kempt_8th_br",
    )
    return Story(given).give(FRENCH, *LAID, EndDeployment())


def test_nothing_of_a_layout_is_told_before_it_is_shown(laid: Story) -> None:
    for reader in (ALLIED, SPECTATOR, FRENCH):
        assert laid.told(reader) == "The French have laid their cards."


def test_layouts_are_told_as_each_reader_sees_them(laid: Story) -> None:
    laid.give(ALLIED, Place("b_bylandt", "allied_left"), Place("b_pack_9th_br", "allied_centre"))
    laid.give(ALLIED, Place("b_kempt_8th_br", "allied_right"), EndDeployment())
    assert (
        "The French drew up at Quatre Bras: on the French right Piré's 2nd Cavalry; in the French "
        "centre the Soye brigade; on the French left Ney and the Husson brigade (in column). The "
        "Allies drew up at Quatre Bras: on the Allied left a British card; in the Allied centre a "
        "British card; on the Allied right a British card."
    ) in laid.told(FRENCH)
    assert "on the French left Ney and a French card." in laid.told(ALLIED)
    assert "on the Allied left Bylandt's brigade; " in laid.told(ALLIED)
    assert "Husson" not in laid.told(SPECTATOR)
    laid.give(FRENCH, EndDeployment())
    assert "The French left their layout at Quatre Bras as it was." in laid.told(ALLIED)


# -- the campaign and the ends --------------------------------------------------------------------


def test_the_end_of_a_battle_of_the_campaign_is_told_with_what_it_cost() -> None:
    nobody: dict[str, tuple[str, ...]] = {"french": (), "british": (), "prussian": ()}
    events: list[Event] = [
        BattleWon("quatre_bras", FRENCH, "", "withdrawn"),
        RetreatOrdered("quatre_bras", ALLIED, ()),
        ReinforcementsSent(
            FRENCH, "quatre_bras", "ligny", "french", ("f_ney", "f_soye_brigade"), 2
        ),
        BattleClosed(
            "quatre_bras",
            FRENCH,
            {**nobody, "british": ("b_bylandt", "b_picton")},
            {**nobody, "british": ("b_hill",)},
            {"french": 0, "british": 1, "prussian": 0},
        ),
    ]
    told = "\n".join(lines_of(RULES, events, FRENCH))
    assert "The Allies left the field: the French won the battle of Quatre Bras." in told
    assert "The Allies retreated from Quatre Bras." in told
    assert "sent Ney and the Soye brigade from Quatre Bras to Ligny, to be drawn there." in told
    assert "Quatre Bras has cost 2 British cards." in told
    others = "\n".join(lines_of(RULES, events, SPECTATOR))
    assert "sent 2 French cards from Quatre Bras to Ligny, to be drawn there." in others
    assert "Ney" not in others


@pytest.mark.parametrize(
    ("stage", "battles", "told"),
    [
        (
            "wavre_waterloo",
            ("wavre", "waterloo"),
            "The French have won both battles: the campaign goes on at Wavre and Waterloo.",
        ),
        (
            "charleroi",
            ("charleroi",),
            "Each side has won a battle: the campaign is decided at Charleroi, with all that is "
            "left.",
        ),
    ],
)
def test_stages_of_the_campaign_are_told_with_why(
    stage: str, battles: tuple[str, ...], told: str
) -> None:
    event = StageStarted(stage, {battle: {"french": 2} for battle in battles}, {})
    assert lines_of(RULES, [event], ALLIED) == [told]


WON = (
    "The French held an Allied position alone.",
    "The Allies held a French position alone.",
    "The French won the battle that decided the campaign.",
    "The Allies won the battle that decided the campaign.",
    "The French won neither Quatre Bras nor Ligny.",
    "The French gave up.",
    "The Allies gave up.",
)


@pytest.mark.parametrize("reason", WON)
def test_every_reason_to_win_has_words_of_its_own(reason: str) -> None:
    [line] = lines_of(RULES, [GameWon(FRENCH, reason, "4.3")], SPECTATOR)
    assert line.startswith("The French won the game: t")
    [line] = lines_of(RULES, [GameWon(FRENCH, reason, "4.3")], SPECTATOR, "fr")
    assert line.startswith("Les Français ont gagné la partie\N{NO-BREAK SPACE}: ")
    assert " the " not in line


def test_a_draw_is_told_with_its_reason() -> None:
    drawn = GameDrawn("Neither side had infantry or cavalry left.", "G-09")
    assert lines_of(RULES, [drawn], SPECTATOR) == [
        "The game ended without a winner: neither side had infantry or cavalry left."
    ]


def test_nothing_is_told_that_players_are_not_to_meet() -> None:
    story = turn({"french_left": f"{BATTERY} b_bylandt:hits1 b_picton"})
    story.give(FRENCH, Fire(BATTERY, "b_bylandt"), dice=[4, 1, 1])
    for reader in (FRENCH, ALLIED, SPECTATOR, REFEREE):
        assert met(story.told(reader)) == []
