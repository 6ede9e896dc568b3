"""Pages of EAGLES tell nothing of cards that lie face down, or wait in the Reserve of another.

Twin positions that differ in nothing but these give the same bytes: no card is told by its order,
its id, its size or its title.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from napoleon.rules.events import SPECTATOR
from napoleon.rulesets.eagles_waterloo import RULES
from napoleon.rulesets.eagles_waterloo.views import sight
from tests.eagles_waterloo.random_play import KINDS
from tests.eagles_waterloo.twins import BATTLE, DECKS, DEPLOYMENT, MADE, Cards
from tests.repetitions import repetitions
from tests.web.tables import desk_for, seated
from tests.web.test_hidden_pages import stand

PATHS = ("", "/position", "/position?since=2", "/battles/2", "/map.svg")


def parted(number: int, stage: str) -> Cards:
    """A pair of games in the middle of a stage, for which a reader is chosen."""
    pair = Cards(number, stage, length=0)
    pair.play()
    return pair


@pytest.mark.sampled(2)
@pytest.mark.parametrize("stage", [DECKS, DEPLOYMENT, BATTLE])
@pytest.mark.parametrize("number", repetitions(4, 14))
def test_boards_that_differ_in_cards_face_down_look_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, stage: str
) -> None:
    if stage == DECKS:
        number = number * len(KINDS) + MADE[number % len(MADE)]
    pair = parted(number, stage)
    assert pair.differed
    pages = dict(answered(tmp_path, monkeypatch, pair))
    assert [path for path, (one, other) in pages.items() if one != other] == []


def test_a_page_that_tells_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sight, "sees_card", lambda table, seat, battle, card: True)
    monkeypatch.setattr(sight, "sees_side", lambda table, seat, side: True)
    pages = dict(answered(tmp_path, monkeypatch, parted(2, BATTLE)))
    one, other = pages[""]
    assert b"card-strip" in one and one != other


def answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pair: Cards
) -> Iterator[tuple[str, tuple[bytes, bytes]]]:
    """What the reader of a pair is answered in both games, by the path that was asked for."""
    tables = []
    for folder, state in zip(("one", "other"), pair.twins.states, strict=True):
        desk = desk_for(tmp_path / folder, RULES)
        table = desk.table(ruleset=RULES.name, scenario=state.scenario, options=state.options)
        game = msgspec.structs.replace(desk.games.open(table.id), state=state)
        stand(monkeypatch, desk, game)
        tables.append(table)
    seat = None if pair.reader == SPECTATOR else pair.reader
    for path in PATHS:
        one, other = (
            seated(it, seat).get(f"/games/{it.id}{path}", X_Request_Id="0123456789abcdef")
            for it in tables
        )
        first, second = (repr(sorted(it.headers)).encode() + it.data for it in (one, other))
        yield path, (first, second)
