"""What a story tells of time, in real games and in both languages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date

import pytest

from napoleon.log.clocks import FORFEIT, PASS, REFEREE_DECIDES, Clock
from napoleon.log.story import story, story_text
from napoleon.play.clock import absences, running, setting, stand_ins
from napoleon.play.games import Games
from napoleon.rules.events import REFEREE
from napoleon.rules.orders import Refusal
from tests.repetitions import IN_THE_HOUSE
from tests.timekeeping.conftest import Time, passes_by

pytestmark = IN_THE_HOUSE


@pytest.fixture
def games(env: Mapping[str, str], time: Time) -> Iterator[Games]:
    """A log of real games."""
    opened = Games(env, clock=time)
    yield opened
    opened.close()


def told_story(games: Games, game_id: str, reader: str = "spectator") -> str:
    """The story as plain text."""
    game = games.open(game_id)
    return story_text(story(games, game, game.viewer(reader), games.rules(game)))


def played(games: Games, time: Time, ruleset: str, scenario: str, clock: Clock) -> str:
    """A game in which a seat falls silent, after most of what a clock knows."""
    game_id = games.create(ruleset, scenario, {}, referee=True, clock=clock).game.id
    for seat in games.open(game_id).created.seats:
        games.claim(game_id, seat)
    silent = next(iter(games.open(game_id).timekeeping.deadlines.values())).set.seat
    absences.declare(games, game_id, silent, date(2026, 6, 2), date(2026, 6, 3), "Europe/Paris")
    setting.hold(games, game_id, REFEREE, "Everybody is at a convention.")
    time.goes_on(days=2)
    setting.resume(games, game_id, REFEREE)
    stand_ins.name(games, game_id, silent)
    for _ in range(5):
        passes_by(games, time, game_id, days=4)
    return game_id


def test_a_game_of_1815_that_is_claimed_tells_why(games: Games, time: Time) -> None:
    clock = Clock(24 * 60, then=FORFEIT)
    game_id = played(games, time, "napoleon1815", "historical_invasion", clock)
    [silent, *_] = [it.set.seat for it in games.open(game_id).timekeeping.deadlines.values()]
    [other] = [it for it in games.open(game_id).created.seats if it != silent]
    running.claim_game(games, game_id, other, silent)
    said = told_story(games, game_id)
    for sentence in (
        "The clock of the game was set.",
        "will be away from 2 June 2026 to 3 June 2026.",
        "The referee stopped the clock. The reason given: “Everybody is at a convention.”",
        "The referee let the clock run again.",
        "named a stand-in.",
        "let their time run out.",
        "was asked to take over.",
        "stayed silent: the other side could claim the game.",
        "claimed the game, which",
    ):
        assert sentence in said, said
    for machine in ("stand_in", "forfeit", "deadline", "french-stand-in", "decision"):
        assert machine not in said, said


def test_a_game_of_the_empire_in_which_a_side_passes_by_silence(games: Games, time: Time) -> None:
    clock = Clock(24 * 60, then=PASS)
    game_id = played(games, time, "napoleonic_empire", "europe", clock)
    said = told_story(games, game_id)
    assert "stayed silent, and passed by that." in said, said
    assert "(Time was up for" not in said, "the reason is told once"


@pytest.mark.parametrize("hours", [0, 100])
def test_that_the_referee_went_on_is_no_silence_of_the_seat(
    games: Games, time: Time, hours: int
) -> None:
    """Seconds after a question nobody was silent, whatever a referee may do."""
    clock = Clock(24 * 60, then=REFEREE_DECIDES)
    created = games.create("napoleonic_empire", "europe", {}, referee=True, clock=clock)
    game_id = created.game.id
    for seat in created.game.created.seats:
        games.claim(game_id, seat)
    passes_by(games, time, game_id, hours=hours)
    [due, *_] = [it.set for it in games.open(game_id).timekeeping.deadlines.values()]
    before = games.open(game_id).version
    assert not isinstance(running.process(games, game_id, REFEREE, due.decision), Refusal)
    said = told_story(games, game_id)
    assert "passed: the referee went on without waiting for an answer." in said
    assert "stayed silent" not in said
    since = [type(it).__name__ for it in games.history(game_id, after=before)]
    assert "WaitingEnded" in since and "GraceEnded" not in since
