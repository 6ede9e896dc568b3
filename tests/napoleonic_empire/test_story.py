"""The story of the Empire in few words: moves by where they went, losses of both sides together.

Whatever stands of a phase of which a rewind has undone a part is not told as undone.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from napoleon.log.game import Game
from napoleon.play.games import Games
from napoleon.record.imports import bring_in
from napoleon.record.story import event_by_event, facts, story, story_text
from napoleon.rules.events import REFEREE, SPECTATOR, Event
from napoleon.rulesets.napoleonic_empire import RULES
from napoleon.rulesets.napoleonic_empire.events.battle import BattleWon, LossesComputed
from napoleon.rulesets.napoleonic_empire.events.commanders import CommanderMoved
from napoleon.rulesets.napoleonic_empire.events.movement import ArmiesMoved
from napoleon.rulesets.napoleonic_empire.events.turn import ControlChanged, PhaseStarted
from tests.goldens.bundles import FOLDER
from tests.story.telling import lines_of

MOVES = (
    PhaseStarted("french", "move"),
    ArmiesMoved("french", "france", "italy", 9, "land"),
    CommanderMoved("napoleon", ("france", "italy")),
    ControlChanged("italy", "allied", "contested"),
    ArmiesMoved("french", "france", "spain", 1, "land"),
    ControlChanged("spain", "empty", "french"),
    ArmiesMoved("french", "switzerland", "italy", 2, "land"),
    ArmiesMoved("french", "france", "rhineland", 3, "land"),
    ControlChanged("rhineland", "allied", "contested"),
)


def told(*events: Event, code: str = "en") -> str:
    return " ".join(lines_of(RULES, events, REFEREE, code))


def test_moves_are_told_by_where_they_went() -> None:
    assert told(*MOVES) == (
        "French: Armies went to Italy (9 from France with Napoleon and 2 from Switzerland), to "
        "Spain (1 from France) and to the Rhineland (3 from France). Italy and the Rhineland are "
        "contested. The French now control Spain."
    )


def test_moves_are_told_so_in_french() -> None:
    text = told(*MOVES, code="fr").replace("\N{NO-BREAK SPACE}", " ")
    assert "On se dispute l’Italie et la Rhénanie." in text  # noqa: RUF001 - as it is printed
    assert "en Italie (9 de France avec Napoléon et 2 de Suisse)" in text


def test_losses_of_both_sides_are_one_sentence() -> None:
    events = (
        BattleWon("french", "spain"),
        LossesComputed("french", 2, 30, 0, 20, 0, ()),
        LossesComputed("allied", 10, 40, 4, 20, 4, ()),
    )
    text = told(*events)
    assert "Losses: the French none of 2 (die 3), the Allies 4 of 10 (dice 4)." in text


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Games, Game]]:
    home = tmp_path_factory.mktemp("recorded")
    games = Games({"NAPOLEON_HOME": str(home), "CREATE_TABLE": "yes"})
    yield games, games.open(bring_in(games, FOLDER / "empire-1.1-finished.zip").game)
    games.close()


@pytest.mark.parametrize("reader", [SPECTATOR, "allied"])
def test_what_stands_of_a_phase_is_not_told_as_undone(
    recorded: tuple[Games, Game], reader: str
) -> None:
    games, game = recorded
    undone = [
        sentence
        for it in story(games, game.id, reader)
        for sentence in it.sentences
        if sentence.startswith("This no longer stands")
    ]
    assert any("Armies went to Warsaw (1 from Prussia). The Allies now" in it for it in undone)
    assert any(it.endswith("Armies went to Kiev (3 from Minsk with Kutuzov). Nobody holds Minsk "
                           "any more.”") for it in undone)  # fmt: skip


def test_turns_are_headed_by_their_rounds(recorded: tuple[Games, Game]) -> None:
    games, game = recorded
    text = story_text(facts(games, game.id, SPECTATOR), story(games, game.id, SPECTATOR))
    heads = [line for line in text.splitlines() if line[:1].strip() and ":" not in line]
    assert heads[:5] == [
        "Before the first turn",
        "Round 1, French turn",
        "Round 1, Allied turn",
        "Round 1, Allied extra turn",
        "Round 2, French turn",
    ]
    assert not [it for it in heads if it.startswith("Turn ")]


def test_so_is_what_is_told_event_by_event(recorded: tuple[Games, Game]) -> None:
    games, game = recorded
    told_in = [(it.turn, it.turn_name) for it in event_by_event(games, game.id, SPECTATOR)]
    assert (0, "") in told_in
    assert {it for it in told_in if it[0] in (1, 3)} == {
        (1, "Round 1, French turn"),
        (3, "Round 1, Allied extra turn"),
    }
