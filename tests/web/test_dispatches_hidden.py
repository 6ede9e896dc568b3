"""What has become of a dispatch is on no page and in no answer of whoever has not got it.

Services play the same game with the same ids, tokens and times; the games differ only in the fate
that was drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest

from napoleon.log.dispatches import DELIVERED, LOST
from napoleon.play import couriers
from tests.api.desk import Desk, Table, counting
from tests.api.test_dispatches import SENT, chartered, next_turn
from tests.referee.test_dispatches import Carried
from tests.web.test_press_hidden import seen

CAPTURED = "red"


@pytest.fixture
def play(make_desk: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Table]:
    """Plays a game in which the dispatch of blue to green has a fate."""

    def played(fate: str) -> Table:
        monkeypatch.setattr(couriers, "fates", lambda *odds: [fate] * 100)
        ticks = count(1_000_000)
        desk = make_desk(Carried(), entropy=counting(), clock=lambda: next(ticks))
        table = desk.table(referee=True)
        assert chartered(table, lost=20, captured=20).status_code == 200
        sent = table.post("/dispatches", "blue", SENT)
        assert sent.status_code == 201
        other = table.post("/dispatches", "blue", {**SENT, "text": "And hurry."}).json
        path = f"/dispatches/{other['version']}"
        assert table.post(path, "referee", {"held": True, "reason": "Fog."}).status_code == 200
        next_turn(table)
        desk.catch_up()
        return table

    return played


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("seat", "fates"),
    [
        ("blue", (LOST, DELIVERED)),
        ("blue", (LOST, CAPTURED)),
        ("green", (LOST, CAPTURED)),
        ("red", (LOST, DELIVERED)),
        (None, (DELIVERED, CAPTURED)),
    ],
)
def test_whoever_has_not_got_it_cannot_tell_its_fates_apart(
    play: Callable[[str], Table], seat: str | None, fates: tuple[str, str]
) -> None:
    one, other = (dict(seen(play(fate), seat)) for fate in fates)
    assert one.keys() == other.keys()
    assert [it for it in one if one[it] != other[it]] == []


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("seat", "fate"), [("green", DELIVERED), ("red", CAPTURED)])
def test_whoever_has_got_it_can(play: Callable[[str], Table], seat: str, fate: str) -> None:
    one, other = (dict(seen(play(it), seat)) for it in (LOST, fate))
    assert one["press"] != other["press"]
    assert SENT["text"].encode() in other["press"]
