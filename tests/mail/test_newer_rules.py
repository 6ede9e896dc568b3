"""Players by mail are told that a game waits for newer rules, and what the operator did."""

from __future__ import annotations

import dataclasses

import pytest

from napoleon.log.game import Game
from napoleon.play.games import Games
from napoleon.play.referee.migration import set_by_operator
from napoleon.rulesets.napoleon1815 import RULES
from tests.clocks import Clock
from tests.mail.tables import Post, body

STANDS = "The rules 2.0 of this game cannot be played here any more, so it stands still."


@pytest.fixture
def stuck(env: dict[str, str], clock: Clock) -> Post:
    """A game without a referee that was begun under rules which are only replayed here."""
    [pack] = [it for version, it in RULES.replays if version == "2.1"]
    playable = RULES.edition("2.1", pack)
    assert playable is not None, "it is played with the pack that 2.0 had as well"
    older = dataclasses.replace(playable, version="2.0", released=None)
    post = Post(env, "1815", clock)
    with Games(env, rulesets={older.name: older}, clock=clock) as games:
        post.id = games.create(older.name, "historical_invasion", {}).game.id
        post.tokens = {it: games.claim(post.id, it) for it in ("french", "allied")}
    post.leave("french")
    post.leave("allied")
    post.run()
    return post


def mails(post: Post, seat: str) -> list[str]:
    """What a seat was written, without line breaks."""
    return [" ".join(body(it).split()) for it in post.to(seat)]


def test_both_sides_are_told_and_one_line_of_each_lets_it_go_on(stuck: Post) -> None:
    for seat in ("french", "allied"):
        [*_, last] = mails(stuck, seat)
        assert STANDS in last
        assert "agree to newer rules" in last
    stuck.answer("french", "agree to newer rules")
    assert stuck.games.open(stuck.id).migrated is None
    stuck.answer("allied", "agree to newer rules")
    assert stuck.games.open(stuck.id).pinned == (RULES.version, RULES.pack_hash)
    assert STANDS not in mails(stuck, "french")[-1]


def test_both_sides_are_told_once_what_the_operator_did(stuck: Post) -> None:
    assert isinstance(set_by_operator(stuck.games, stuck.id, "The Allies are away."), Game)
    stuck.run()
    told = f"go on under the rules {RULES.version}. Reason: The Allies are away."
    for seat in ("french", "allied"):
        assert any(told in it for it in mails(stuck, seat))
    assert [it.holder for it in stuck.delivered if it.about.startswith("rules-")] == [
        "french",
        "allied",
    ]
    before = len(stuck.delivered)
    stuck.run()
    assert len(stuck.delivered) == before
