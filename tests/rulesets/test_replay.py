"""Replay is live: the log alone gives the position that was played, at every version.

An event is stored with what came of it, and `apply` reads nothing but the position and the event.
So it does not matter whether a position was just played, is read from the log by another process,
starts from a snapshot, or is gone back to.
"""

from __future__ import annotations

import msgspec
import pytest

from napoleon.audit.adjudication import decided_again
from napoleon.log import game_log as games_module
from napoleon.log.events.rewinds import REROLLS
from napoleon.log.folding import fold
from napoleon.log.game import Game
from napoleon.play.outcomes import Created
from napoleon.play.referee.rulings import Judgement, rule
from napoleon.rules.difference import difference, pointer
from napoleon.rules.orders import Refusal
from tests.rulesets.entrants import Entrant, frozen
from tests.rulesets.playing import Played, digest

VERSIONS = 6
"""Versions of a game that are looked at."""

SNAPSHOT_EVERY = 40

REWINDS = 3
"""Rewinds of a game."""


def test_the_log_replays_to_the_position_that_was_played_at_every_version(played: Played) -> None:
    rules = played.entrant.rules
    rest = {step.version: step.before for step in played.steps}
    game: Game | None = None
    for event in played.events:
        game = fold(game, event, rules)
        live = played.live.get(event.version)
        if live is None or digest(game.state) == live:
            continue
        last = max((it for it in rest if it < event.version), default=0)
        raise AssertionError(
            f"{played}: the position after event {event.version} is not the one that was played.\n"
            f"{event}\nIs all of it in the event, and does apply read nothing else? Position before"
            f" the order, at version {last}: {differing(played.entrant, rest.get(last), game)}"
        )
    assert len(played.live) > len(played.steps), "nothing was watched"


def test_another_process_finds_the_game_as_it_was_at_any_version(played: Played) -> None:
    other = played.opened()
    try:
        assert frozen(other.open(played.id).state) == frozen(played.end.state), f"{played}: its end"
        for step in played.sample(VERSIONS, "versions"):
            then = other.at(played.id, step.version)
            assert frozen(then.state) == step.before, (
                f"{played}: version {step.version} is another position in another process: "
                f"{differing(played.entrant, step.before, then)}"
            )
    finally:
        other.close()


def test_a_snapshot_stands_for_the_position_it_was_taken_in(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games_module, "INTERVAL", SNAPSHOT_EVERY)
    other = played.opened()
    try:
        taken = other.take_snapshots(played.id)
        assert taken or played.end.version < SNAPSHOT_EVERY, f"{played}: no snapshot was taken"
        for step in played.sample(VERSIONS, "snapshots"):
            then = other.at(played.id, step.version)
            assert frozen(then.state) == step.before, (
                f"{played}: version {step.version}, replayed from a snapshot, is another position: "
                f"{differing(played.entrant, step.before, then)}"
            )
    finally:
        other.close()


def test_going_back_brings_the_position_as_it_was_then(played: Played) -> None:
    """Rewinds of a fork; after each of them the game goes on."""
    games, rules = played.games, played.entrant.rules
    middle = played.steps[len(played.steps) // 2]
    fork = games.fork(played.id, middle.version, referee=True)
    assert isinstance(fork, Created), f"{played} cannot be forked at {middle.version}: {fork}"
    fork_id = fork.game.id
    assert frozen(fork.game.state) == middle.before, f"{played}: the fork is another position"
    earlier = [it for it in played.steps if it.version < middle.version]
    for number, step in enumerate(
        played.random("rewinds").sample(earlier, min(REWINDS, len(earlier)))
    ):
        reroll, clause = REROLLS[number % len(REROLLS)], step.decision.clause
        judgement = Judgement("rewind", (clause,), "Once more.", to=step.version, reroll=reroll)
        ruling = rule(games, fork_id, "referee", judgement)
        assert not isinstance(ruling, Refusal), f"{played}, back to {step.version}: {ruling}"
        now = games.open(fork_id)
        assert frozen(now.state) == step.before, (
            f"{played}: going back to version {step.version} brings another position: "
            f"{differing(played.entrant, step.before, now)}"
        )
        games.submit_orders(fork_id, step.decision.seat, [step.order])
    again = decided_again(games.history(fork_id), rules)
    assert again.divergence is None, f"{played}: {again.divergence}"


def differing(entrant: Entrant, before: bytes | None, game: Game) -> str:
    """In what the position of `game` differs from an earlier one, in a few words."""
    if before is None:
        return "nothing was played yet"
    was = msgspec.to_builtins(entrant.thawed(before))
    changes = difference(was, msgspec.to_builtins(game.state))
    said = [f"{pointer(it.path)}: {it.before!r} / {it.after!r}" for it in changes[:5]]
    return "; ".join(said) or "only the order of entries"
