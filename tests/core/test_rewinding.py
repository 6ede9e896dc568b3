"""Rewinding and forking, at every version of random games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from random import Random

import msgspec
import pytest
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import StoredEvent
from hypothesis import given
from hypothesis import strategies as st

from napoleon.log.branches import is_on, path
from napoleon.log.events.rewinds import ALL, NONE, REROLLS, RULING
from napoleon.log.events.service import ServiceEvent
from napoleon.log.game import Game
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted, Created
from napoleon.play.referee.takebacks import go_back
from napoleon.play.transactions import Transaction
from tests.core.play import digest, play
from tests.referee.law import refused
from tests.repetitions import IN_THE_HOUSE, ON_EACH

pytestmark = IN_THE_HOUSE


def table(game: Game) -> bytes:
    return msgspec.json.encode(game.state, order="sorted")


def rewind(games: Games, game_id: str, to: int, reroll: str = ALL) -> int:
    """Go back as a referee does; the version that was gone back to."""
    rest = games.end_of_order(game_id, to)
    games.transact(
        game_id, lambda act: go_back(games, act, rest, RULING, 0, "", reroll, by="referee")
    )
    return rest


def forked(games: Games, game_id: str, version: int) -> Game:
    created = games.fork(game_id, version)
    assert isinstance(created, Created), created
    return created.game


@given(st.data())
def test_a_path_leads_back_to_the_beginning(data: st.DataObject) -> None:
    rewinds, version = [], 1
    for _ in range(data.draw(st.integers(0, 8))):
        version += data.draw(st.integers(1, 20))
        rewinds.append((version, data.draw(st.integers(1, version - 1))))
    upto = data.draw(st.integers(1, version + 20))
    stretches = path(rewinds, upto)
    assert stretches[0][0] == 1
    assert stretches[-1][1] == upto
    targets = dict(rewinds)
    for (_, end), (start, _) in pairwise(stretches):
        assert targets[start] == end, (
            "a stretch begins with the rewind to the end of the one before"
        )
    assert all(first <= last for first, last in stretches)


def test_a_rewind_to_every_version_gives_the_position_that_was_there(
    games: Games, opened: Callable[[], Games]
) -> None:
    random = Random(4)
    game_id = games.create("toy", "wide", {"turns": 50}).game.id
    play(games, game_id, 60)
    head = games.head(game_id)
    then = {version: table(games.at(game_id, version)) for version in range(2, head + 1)}
    for version in random.sample(sorted(then), len(then)):
        rest = rewind(games, game_id, version)
        assert rest >= version
        assert table(games.open(game_id)) == then[rest]
        if random.random() < 0.3:
            play(games, game_id, 3, seed=version)
            there = games.open(game_id).version
            then[there] = table(games.open(game_id))
    for version, position in then.items():
        assert table(games.at(game_id, version)) == position, "and it is there for ever"
    assert opened().open(game_id) == games.open(game_id), "replay is the live state"


def test_a_fork_at_every_version_gives_the_position_that_was_there(games: Games) -> None:
    game_id = games.create("toy", "short", {}).game.id
    play(games, game_id, 7)
    rewind(games, game_id, 9)
    play(games, game_id, 5, seed=3)
    newest = games.open(game_id)
    assert not newest.over
    for version in range(1, newest.version + 1):
        fork = forked(games, game_id, version)
        end = fork.version - 1
        assert end == games.end_of_order(game_id, version)
        assert table(fork) == table(games.at(game_id, end))
        for earlier in range(2, end + 1):
            assert table(games.at(fork.id, earlier)) == table(games.at(game_id, earlier))
    assert games.open(game_id) == newest, "the game itself is left as it was"


def test_a_fork_is_a_game_of_its_own(games: Games) -> None:
    created = games.create("toy", "short", {}, referee=True)
    token = games.claim(created.game.id, "red", nonce="mine")
    play(games, created.game.id, 4)
    version = games.head(created.game.id)
    outcome = games.fork(created.game.id, version)
    assert isinstance(outcome, Created)
    fork = outcome.game
    assert fork.id != created.game.id
    assert fork.created.seed != created.game.created.seed
    assert fork.seat_of(token) is None
    assert all(fork.seat_of(created.tokens[seat]) is None for seat in created.tokens)
    assert {fork.seat_of(token) for token in outcome.tokens.values()} == {"red", "blue"}
    assert fork.claimed == []
    assert fork.nonces == fork.created.nonces, "what was known before its seed does not count"
    assert fork.links == {}
    assert fork.created.chains != created.game.created.chains
    play(games, fork.id, 6, seed=1)
    assert games.head(created.game.id) == version


def test_the_events_that_count_are_those_of_a_game_without_what_was_undone(games: Games) -> None:
    game_id = games.create("toy", "short", {}).game.id
    play(games, game_id, 3)
    kept = games.head(game_id)
    play(games, game_id, 4, seed=9)
    rewind(games, game_id, kept)
    play(games, game_id, 2, seed=5)
    game = games.open(game_id)
    on_path = path(game.rewinds, game.version)
    undone = [it for it in games.history(game_id) if not is_on(on_path, it.version)]
    assert undone
    assert {it.version for it in undone} == set(range(kept + 1, game.rewinds[0][0]))
    assert not any(isinstance(it, ServiceEvent) and it.begins for it in undone)


# -- chance after a rewind ------------------------------------------------------------------------


def draws(games: Games, game_id: str, after: int) -> list[tuple[int, int, int]]:
    """Number, link and repeated version of what was called for since a version."""
    return [
        (event.first, event.link, event.repeats)  # type: ignore[attr-defined]
        for event in games.history(game_id, after=after)
        if event.type == "secret_draws_called"
    ]


@pytest.mark.parametrize("reroll", REROLLS)
def test_what_is_drawn_again_is_drawn_anew_or_counts_again(games: Games, reroll: str) -> None:
    game_id = games.create("toy", "wide", {}).game.id
    start = games.head(game_id)
    assert isinstance(games.submit_orders(game_id, "red", [{"order": "draw"}]), Accepted)
    first = games.open(game_id)
    rewind(games, game_id, start, reroll)
    assert table(games.open(game_id)) == table(games.at(game_id, start))
    end = games.head(game_id)
    assert isinstance(games.submit_orders(game_id, "red", [{"order": "draw"}]), Accepted)
    again = games.open(game_id)
    [(number, link, repeats)] = draws(games, game_id, end)
    [(before, old_link, _)] = draws(games, game_id, start)[:1]
    assert number == before
    if reroll == NONE:
        assert again.state.hands == first.state.hands
        assert (link, repeats) == (0, start + 2)
    else:
        assert link > old_link, "its link is burnt"
        assert repeats == 0


def test_a_draw_counts_again_after_a_second_rewind_as_well(games: Games) -> None:
    game_id = games.create("toy", "wide", {}).game.id
    start = games.head(game_id)
    hands = []
    for _ in range(4):
        games.submit_orders(game_id, "red", [{"order": "draw"}])
        hands.append(games.open(game_id).state.hands)
        rewind(games, game_id, start, NONE)
    assert hands == [hands[0]] * 4


def test_another_draw_than_the_undone_one_is_drawn_anew(games: Games) -> None:
    game_id = games.create("toy", "wide", {}).game.id
    start = games.head(game_id)
    games.submit_orders(game_id, "red", [{"order": "draw"}])
    rewind(games, game_id, start, NONE)
    games.submit_orders(game_id, "red", [{"order": "pass"}])
    end = games.head(game_id)
    games.submit_orders(game_id, "blue", [{"order": "draw"}])
    assert [repeats for _, _, repeats in draws(games, game_id, end)] == [0]


def test_an_answer_to_a_question_that_was_undone_is_late(games: Games) -> None:
    game_id = games.create("toy", "short", {}).game.id
    start = games.head(game_id)
    [decision] = games.decisions(games.open(game_id))
    games.submit_orders(game_id, "red", [{"order": "pass"}])
    rewind(games, game_id, start)
    [again] = games.decisions(games.open(game_id))
    assert again.id != decision.id
    refusal = games.submit_orders(game_id, "red", [{"order": "pass"}], decision=decision.id)
    assert refused(refusal) == "DECISION_CLOSED"
    assert isinstance(
        games.submit_orders(game_id, "red", [{"order": "pass"}], decision=again.id), Accepted
    )


def test_snapshots_do_not_bring_back_what_was_undone(
    games: Games, opened: Callable[[], Games], env: Mapping[str, str]
) -> None:
    game_id = games.create("toy", "wide", {"turns": 2000}).game.id
    play(games, game_id, 400)
    assert games.take_snapshots(game_id)
    then = {v: table(games.at(game_id, v)) for v in (400, 499, 501, 700)}
    for version in (700, 499, 501, 400):
        rest = rewind(games, game_id, version)
        play(games, game_id, 5, seed=version)
        games.take_snapshots(game_id)
        assert table(opened().at(game_id, rest)) == table(games.at(game_id, rest))
    for version, position in then.items():
        assert table(opened().at(game_id, version)) == position
    assert opened().open(game_id) == games.open(game_id)


@ON_EACH
def test_another_process_sees_a_rewind(games: Games, opened: Callable[[], Games]) -> None:
    game_id = games.create("toy", "short", {}).game.id
    play(games, game_id, 3)
    other = opened()
    other.open(game_id)
    rewind(games, game_id, 8)
    assert other.open(game_id) == games.open(game_id)


def test_an_act_that_comes_second_is_carried_out_in_the_new_position(games: Games) -> None:
    game_id = games.create("toy", "short", {}).game.id
    seen = []

    def slow(act: Transaction) -> None:
        seen.append(act.before.version)
        if len(seen) == 1:
            games.submit_orders(game_id, "red", [{"order": "pass"}])
        go_back(games, act, act.before.version - 1, RULING, 0, "", ALL, by="referee")

    games.transact(game_id, slow)
    assert len(seen) == 2
    assert seen[1] > seen[0]


def test_a_later_position_is_the_same_from_whatever_position_it_is_told(games: Games) -> None:
    game_id = games.create("toy", "wide", {"turns": 50}).game.id
    play(games, game_id, 30)
    rewind(games, game_id, 20)
    play(games, game_id, 10)
    for version in range(2, games.head(game_id) + 1):
        at = games.at(game_id, version)
        for before in range(2, version + 1, 7):
            known = games.at(game_id, before)
            assert table(games.later(known, version)) == table(at)
            assert known.version == before, "it stays as it was"


def test_a_log_is_replayed_on_from_where_it_was_replayed_to(
    games: Games, opened: Callable[[], Games], monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = games.create("toy", "wide", {"turns": 50}).game.id
    reads = list[int]()
    read = games.mapper.to_domain_event

    def noted(row: StoredEvent) -> DomainEventProtocol[str]:
        reads.append(row.originator_version)
        return read(row)

    def replayed() -> Game:
        reads.clear()
        with monkeypatch.context() as patched:
            patched.setattr(games.mapper, "to_domain_event", noted)
            found, broken = games.replay_until_broken(game_id)
        assert broken is None
        from_the_first, _ = opened().replay_until_broken(game_id)
        assert digest(found) == digest(from_the_first)
        return found

    play(games, game_id, 20)
    before = replayed()
    known, said = before.version, digest(before)
    play(games, game_id, 5, seed=1)
    assert replayed().version == games.head(game_id)
    assert {*range(2, known + 1)}.isdisjoint(reads)
    assert digest(before) == said, "it stays as it was"
    rewind(games, game_id, known)
    replayed()
    assert {*range(1, games.head(game_id) + 1)} <= {*reads}, "what is gone back to is found again"
    play(games, game_id, 5, seed=2)
    replayed()
