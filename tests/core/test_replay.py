"""Whatever is done to a game, a replay of its log gives the positions that were played."""

from __future__ import annotations

import tempfile
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from napoleon.log import game_log as module
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted, KeyReused, Stale
from napoleon.rules.orders import Refusal, to_data
from tests.core.play import Clock, digest, stored
from tests.toy import RULES


class Log(RuleBasedStateMachine):
    """Two processes and all that may be asked of them, in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        env = {"NAPOLEON_HOME": self.folder.name, "CREATE_TABLE": "yes"}
        self.processes = [Games(env, rulesets={"toy": RULES}, clock=Clock()) for _ in range(2)]
        self.positions: dict[int, bytes] = {}
        self.answered: dict[str, tuple[str, str, list[dict[str, Any]], Accepted]] = {}

    def teardown(self) -> None:
        for games in self.processes:
            games.close()
        self.folder.cleanup()

    @initialize(turns=st.sampled_from([1, 2, 50]))
    def create(self, turns: int) -> None:
        game = self.processes[0].create("toy", "short", {"turns": turns}).game
        self.game_id = game.id
        self.positions[game.version] = digest(game)

    @property
    def running(self) -> bool:
        return not self.processes[0].open(self.game_id).over

    @precondition(lambda self: self.running)
    @rule(data=st.data(), process=st.sampled_from([0, 1]), keyed=st.booleans())
    def order(self, data: st.DataObject, process: int, keyed: bool) -> None:
        games = self.processes[process]
        game = games.open(self.game_id)
        decision = data.draw(st.sampled_from(games.decisions(game)))
        orders = data.draw(
            st.lists(
                st.sampled_from(list(map(to_data, RULES.legal_orders(game.state, decision)))),
                min_size=1,
                max_size=3,
            )
        )
        key = f"k{game.version}" if keyed else None
        answer = games.submit_orders(
            self.game_id,
            decision.seat,
            orders,
            expected=game.version,
            decision=decision.id,
            key=key,
        )
        assert isinstance(answer, Accepted)
        assert 1 <= answer.carried_out <= len(orders)
        self.positions[answer.version] = digest(games.open(self.game_id))
        if key:
            self.answered[key] = (decision.seat, decision.id, orders, answer)

    @rule(
        seat=st.sampled_from(["red", "blue"]),
        order=st.sampled_from(
            [{"order": "play", "card": 99}, {"order": "bet", "value": 7}, {"order": "charge"}, {}]
        ),
        process=st.sampled_from([0, 1]),
    )
    def illegal(self, seat: str, order: dict[str, Any], process: int) -> None:
        games = self.processes[process]
        before = stored(games)
        assert isinstance(games.submit_orders(self.game_id, seat, [order]), Refusal)
        assert stored(games) == before

    @rule(back=st.integers(1, 50), process=st.sampled_from([0, 1]))
    def stale(self, back: int, process: int) -> None:
        games = self.processes[process]
        before = stored(games)
        head = games.head(self.game_id)
        seen = max(0, head - back)
        answer = games.submit_orders(self.game_id, "red", [{"order": "pass"}], expected=seen)
        if games.open(self.game_id).over:
            assert isinstance(answer, Refusal) and answer.code == "GAME_OVER"
        else:
            assert answer == Stale(head, games.history(self.game_id, after=seen))
        assert stored(games) == before

    @precondition(lambda self: self.answered)
    @rule(data=st.data(), process=st.sampled_from([0, 1]), other=st.booleans())
    def resend(self, data: st.DataObject, process: int, other: bool) -> None:
        games = self.processes[process]
        before = stored(games)
        key = data.draw(st.sampled_from(sorted(self.answered)))
        seat, decision, orders, answer = self.answered[key]
        named: dict[str, Any] = {"decision": decision, "key": key}
        if other:
            again = games.submit_orders(self.game_id, seat, [*orders, {"order": "pass"}], **named)
            assert again == KeyReused(answer.version)
        else:
            assert games.submit_orders(self.game_id, seat, orders, **named) == answer
        assert stored(games) == before

    @rule(seat=st.sampled_from(["red", "blue"]), process=st.sampled_from([0, 1]))
    def claim(self, seat: str, process: int) -> None:
        games = self.processes[process]
        token = games.claim(self.game_id, seat)
        game = games.open(self.game_id)
        assert game.seat_of(token) == seat
        self.positions[game.version] = digest(game)

    @rule(process=st.sampled_from([0, 1]))
    def snapshots(self, process: int) -> None:
        self.processes[process].take_snapshots(self.game_id)

    @invariant()
    def the_log_is_whole(self) -> None:
        games = self.processes[0]
        events = games.history(self.game_id)
        assert [event.version for event in events] == list(range(1, len(events) + 1))
        assert max(self.positions) == len(events)

    @invariant()
    def both_processes_see_the_same(self) -> None:
        one, other = (games.open(self.game_id) for games in self.processes)
        assert digest(one) == digest(other) == self.positions[one.version]

    @invariant()
    def every_position_is_replayed(self) -> None:
        for version, position in self.positions.items():
            assert digest(self.processes[1].at(self.game_id, version)) == position

    @invariant()
    def a_replay_from_the_beginning_ends_there_too(self) -> None:
        for games in self.processes:
            found, broken = games.replay_until_broken(self.game_id)
            assert broken is None
            assert digest(found) == self.positions[found.version]


@pytest.fixture(autouse=True)
def interval(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "INTERVAL", 7)


def test_the_log_under_all_that_can_be_asked() -> None:
    run_state_machine_as_test(
        Log, settings=settings(max_examples=30, stateful_step_count=25, deadline=None)
    )
