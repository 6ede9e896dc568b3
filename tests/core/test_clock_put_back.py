"""Times never go back in the log of a game, though the clock of the machine does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

import pytest

from napoleon.log.clocks import Clock
from napoleon.log.events.clocks import DeadlinePassed, DeadlinesSet
from napoleon.log.times import DAY, HOUR, MINUTE
from napoleon.play.bots import answer_once
from napoleon.play.clock.running import run
from napoleon.play.clock.setting import set_clock
from napoleon.play.forks import fork
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from napoleon.play.press import send
from napoleon.play.referee.disputes import open_dispute
from napoleon.play.referee.takebacks import ask
from napoleon.play.standing_orders import leave
from napoleon.rules.events import REFEREE
from napoleon.rules.orders import Refusal
from tests.core.play import play
from tests.repetitions import IN_THE_HOUSE
from tests.toy import Toy

pytestmark = IN_THE_HOUSE

PASS = {"order": "pass"}


class GoingBack:
    """A clock that is an hour earlier whenever somebody looks, unless it is told to go on."""

    def __init__(self) -> None:
        self.now = 1_763_700_000_000_000

    def __call__(self) -> int:
        self.now -= HOUR
        return self.now


@pytest.fixture
def clock() -> GoingBack:
    return GoingBack()


@pytest.fixture
def games(env: Mapping[str, str], clock: GoingBack) -> Iterator[Games]:
    with Games(env, rulesets={"toy": Toy()}, clock=clock) as games:
        yield games


def overdue(games: Games, game_id: str) -> object:
    """What comes of a deadline; then the clock is put back again."""
    clock = games._clock
    assert isinstance(clock, GoingBack)
    clock.now += 30 * DAY
    run(games, game_id)
    return any(isinstance(it, DeadlinePassed) for it in games.history(game_id)) or Refusal("", "")


WRITERS: dict[str, Callable[[Games, str], object]] = {
    "a seat": lambda games, it: games.claim(it, "red"),
    "an order": lambda games, it: play(games, it, 1),
    "an act": lambda games, it: send(games, it, "red", ["blue"], "Surrender."),
    "a clock": lambda games, it: set_clock(games, it, REFEREE, Clock(60, notice=0)),
    "a deadline": overdue,
    "an instruction": lambda games, it: leave(games, it, "blue", {"instruction": "pass_this_turn"}),
    "a bot": lambda games, it: answer_once(games, it) or Refusal("", ""),
    "a take-back": lambda games, it: ask(games, it, "red", None),
    "a dispute": lambda games, it: open_dispute(
        games, it, "blue", 3, clause="GO", claim="Wrong.", relief="rewind"
    ),
}


@pytest.mark.parametrize("writer", WRITERS)
def test_no_writer_records_a_time_before_that_of_the_event_before(
    games: Games, writer: str
) -> None:
    bots = ("blue",) if writer == "a bot" else ()
    options = {"turns": 50}
    made = games.create("toy", "short", options, referee=True, instant_answers=True, bots=bots)
    game_id = made.game.id
    if writer == "a deadline":
        games.claim(game_id, "red")
        WRITERS["a clock"](games, game_id)
    else:
        assert isinstance(games.submit_orders(game_id, "red", [PASS]), Accepted)
    before = games.head(game_id)
    outcome = WRITERS[writer](games, game_id)
    assert not isinstance(outcome, Refusal), outcome
    assert games.head(game_id) > before
    never_back(games, game_id)


def never_back(games: Games, game_id: str) -> None:
    times = [it.at for it in games.history(game_id)]
    # That of the creation is the only one that is told in microseconds.
    times[0] -= times[0] % 1_000_000
    assert all(one <= other for one, other in pairwise(times)), times


def test_a_fork_begins_no_earlier_than_what_it_goes_on_from(games: Games) -> None:
    game_id = games.create("toy", "short", {"turns": 50}).game.id
    games.submit_orders(game_id, "red", [PASS])
    made = fork(games, game_id, games.head(game_id))
    assert not isinstance(made, Refusal)
    [*_, last] = games.history(game_id)
    assert games.open(made.game.id).updated >= last.at


def test_a_deadline_that_is_set_meanwhile_leaves_the_whole_time(
    games: Games, clock: GoingBack
) -> None:
    game_id = games.create("toy", "short", {"turns": 50}, referee=True).game.id
    games.claim(game_id, "red")
    last = games.open(game_id).updated
    assert not isinstance(set_clock(games, game_id, REFEREE, Clock(60, notice=0)), Refusal)
    [event] = [it for it in games.history(game_id) if isinstance(it, DeadlinesSet)]
    assert [it.set.due for it in event.deadlines] == [last + 60 * MINUTE]
    assert clock.now < last
