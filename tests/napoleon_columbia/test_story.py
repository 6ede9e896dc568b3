"""The story: who marched where, and battles that are understood from their telling alone."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from napoleon.rules.events import SPECTATOR, Event
from napoleon.rules.orders import Order
from napoleon.rulesets.napoleon_columbia import RULES
from napoleon.rulesets.napoleon_columbia.events.turn import ArmyDefeated, GameWon, VictoryChecked
from napoleon.rulesets.napoleon_columbia.orders import PlaceTerrain
from tests.napoleon_columbia.kit import (
    ALLIED,
    END_COMBAT,
    END_MARCH,
    FRENCH,
    KEEP_HIDDEN,
    Played,
    drawn_up,
    fire,
    marching,
    move,
    play,
    retreat,
    road,
    roads,
    until,
)
from tests.story.telling import lines_of


class Story:
    """What came of orders that were given one after the other, to be told."""

    def __init__(self, given: Played) -> None:
        self.now = given
        self.events: list[Event] = []

    def give(
        self, seat: str, *given: Order, dice: Iterable[int] = (), drawn: Iterable[str] = ()
    ) -> Story:
        """Orders of one seat."""
        return self._goes_on(play(self.now, seat, *given, dice=dice, drawn=drawn))

    def until(self, kind: str, seat: str = "", **chance: Iterable[int]) -> Story:
        """Everybody does as little as may be until that is asked."""
        return self._goes_on(until(self.now, kind, seat, **chance))  # type: ignore[arg-type]

    def _goes_on(self, played: Played) -> Story:
        assert played.refused is None
        self.events += played.events
        self.now = played
        return self

    def told(self, reader: str, code: str = "en") -> str:
        """All of it in words."""
        return "\n".join(lines_of(RULES, self.events, reader, code))


def test_others_are_told_how_many_blocks_marched_and_their_owner_which() -> None:
    story = Story(marching({"ligny": "p02 p03 p04", "beaumont": "f09"}, active=ALLIED))
    story.give(ALLIED, *roads("p02 p03", "ligny", "quatre_bras"), END_MARCH)
    assert "From Ligny 2 Prussian blocks marched to Quatre Bras." in story.told(FRENCH)
    assert (
        "From Ligny the Prussian I Corps infantry A and the Prussian I Corps infantry B marched "
        "to Quatre Bras."
    ) in story.told(ALLIED)
    assert "2 blocs prussiens ont marché sur Quatre-Bras" in story.told(SPECTATOR, "fr")


def test_a_forced_march_is_told_with_its_dice() -> None:
    story = Story(marching({"beaumont": "f01 f09 f15", "ligny": "p02"}))
    way = road("f09", "beaumont", "thuin", "charleroi", forced=True)
    story.give(FRENCH, *way, END_MARCH)
    story.give(FRENCH, KEEP_HIDDEN, dice=[2])
    told = story.told(FRENCH)
    assert "marched by way of Thuin to Charleroi, by a forced march." in told
    assert "the French II Corps infantry A rolled 2 and lost a step." in told
    assert "a French block rolled 2 and lost a step." in story.told(ALLIED)


def test_a_skirmish_is_told_shot_by_shot() -> None:
    story = Story(marching({"charleroi": "f09:3 f15:4", "ligny": "p02:1"}))
    marches = roads("f09 f15", "charleroi", "ligny")
    story.give(FRENCH, *marches, END_MARCH, dice=[1, 1, 6, 6])
    story.until("march", ALLIED)
    told = story.told(SPECTATOR)
    assert "Skirmish at Ligny: " in told
    assert "against the Prussian I Corps infantry A (1)." in told
    assert "The Prussian I Corps infantry A fired with F1: the die showed 1, 1 hit: " in told
    assert "lost a step and has 3 left" in told
    assert "was eliminated (Prussian losses: 1, limit 9)" in told
    assert "The French held Ligny." in told


@pytest.fixture(scope="module")
def battle() -> Story:
    """Four French units attack three Prussian ones at Ligny, engage, and are routed."""
    story = Story(
        marching({"charleroi": "f09 f15 f22 f11", "ligny": "p02 p05 p06", "namur": "p03"})
    )
    story.give(
        FRENCH,
        *roads("f09 f15 f22 f11", "charleroi", "ligny"),
        END_MARCH,
        drawn=["hill", "farm", "woods"],
    )
    story.give(FRENCH, PlaceTerrain("hill", "a"))
    story.give(ALLIED, PlaceTerrain("farm", "a"), PlaceTerrain("woods", "c"))
    story.give(ALLIED, *drawn_up("defender", "p02", "p06", "p05"))
    story.give(FRENCH, *drawn_up("attacker", "f11", "f09", "f22"))
    story.give(FRENCH, fire("f11"), dice=[1, 6, 6])
    story.give(FRENCH, move("f22", "defender_c"), END_COMBAT)
    story.give(ALLIED, fire("p05"), dice=[1, 6])
    story.give(ALLIED, retreat("p06", "namur"))
    return story


def test_a_battle_is_told_with_its_ground_and_its_lines(battle: Story) -> None:
    told = battle.told(SPECTATOR)
    assert "Battle of Ligny: 4 French units attacked 3 Allied units." in told
    assert "a Hill on the French left" in told
    assert "a tract of Woods on the Allied left" in told
    assert "The Allies drew up the Prussian I Corps infantry A (" in told
    assert "1 in Reserve." in told


def test_a_combat_turn_is_told_with_who_engaged_and_what_was_lost(battle: Story) -> None:
    told = battle.told(SPECTATOR)
    assert (
        "French: Combat turn 1 at Ligny. The French II Corps artillery fired at long range at "
        "the Allied right with F1: the dice showed 1, 6 and 6, 1 hit: the Prussian I Corps "
        "infantry A lost a step and has 3 left."
    ) in told
    assert (
        "Milhaud's 4th Cavalry Corps moved from the French right and engaged the enemy on the "
        "Allied left."
    ) in told
    assert "That showed the Prussian I Corps cavalry (" in told
    assert "Allies: Combat turn 2 at Ligny." in told


def test_the_end_of_a_battle_is_told_with_why_and_where_to() -> None:
    story = Story(marching({"charleroi": "f09 f15 f22", "ligny": "p02 p03 p04"}))
    story.give(
        FRENCH,
        *roads("f09 f15 f22", "charleroi", "ligny"),
        END_MARCH,
        drawn=["hill", "farm", "hill"],
    )
    story.until("deploy", ALLIED)
    story.give(ALLIED, *drawn_up("defender", "p02", "p03", "p04"))
    story.give(FRENCH, *drawn_up("attacker", "f09", "f15", "f22"))
    story.give(FRENCH, END_COMBAT)
    story.until("combat", ALLIED)
    story.give(ALLIED, retreat("p02", "namur"))
    assert "retreated from Ligny to Namur." in story.told(SPECTATOR)
    story.until("combat", FRENCH)
    story.give(FRENCH, move("f09", "defender_a"))
    told = story.told(SPECTATOR)
    assert (
        "advanced from the French left to the Allied right, where no enemy stood. Only French "
        "units stood on the Allied right now, and so the Allies were routed."
    ) in told
    assert "In the flight the Prussian I Corps infantry B lost a step" in told
    story.until("march")
    told = story.told(SPECTATOR)
    assert "The French won the battle of Ligny." in told


def test_that_blocks_cannot_be_told_apart_is_said_once() -> None:
    story = Story(marching({"charleroi": "f09 f15", "ligny": "p02"}))
    story.give(FRENCH, *roads("f09 f15", "charleroi", "ligny"), END_MARCH, dice=[6] * 12)
    story.until("march", ALLIED)
    said = "can no longer be told apart"
    assert story.told(ALLIED).count(said) == 1
    assert said not in story.told(FRENCH)
    story.events += story.events
    assert story.told(ALLIED).count(said) == 1


def test_losses_are_told_against_their_limits_and_why_a_game_was_won() -> None:
    lost = {"french": 12, "anglo": 2, "prussian": 0}
    limits = {"french": 12, "anglo": 8, "prussian": 9}
    events = [
        ArmyDefeated("french", 12, 12, 5),
        VictoryChecked(lost, limits, (), ALLIED),
        GameWon(ALLIED, "The French army was defeated.", "11.2"),
    ]
    told = "\n".join(lines_of(RULES, events, SPECTATOR))
    assert "The French were defeated, with 12 units lost against a limit of 12" in told
    assert (
        "the French 12 (limit 12), the Anglo-Dutch 2 (limit 8) and the Prussians 0 (limit 9)"
        in told
    )
    assert "The Allies won the game: the French army was defeated." in told


def test_every_reason_to_win_has_words_of_its_own() -> None:
    for reason in (
        "All three armies were defeated at once.",
        "Both Allied armies were defeated.",
        "On the last day the French held two of Brussels, Ghent and Liege.",
        "Time ran out before the French had won.",
        "The Allies gave up.",
    ):
        [line] = lines_of(RULES, [GameWon(FRENCH, reason, "11.1")], SPECTATOR)
        assert line.startswith("The French won the game: ")
        assert line[len("The French won the game: ")].islower()


def test_nothing_is_told_that_does_not_matter() -> None:
    story = Story(marching({"beaumont": "f09 f15", "ligny": "p02"}))
    story.give(FRENCH, END_MARCH)
    assert story.told(SPECTATOR) == "15 June 1815, the turn of the Allies."
