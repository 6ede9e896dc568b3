"""A nation changes hands in a game of five: over REST sight follows, and never goes back [R-67]."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from napoleon.rulesets.napoleonic_wars import RULES
from tests.api.desk import Desk, Table, counting

SEATS = ("fr", "gb", "ru", "au", "pr", None)

QUIET = ("keep_hand", "let_go", "decline", "no_battle_card", "play_for_cp", "end_impulse")
"""What everybody does, if they may."""

ATTACK = ({"order": "invade", "to": "moldavia"}, {"order": "gather", "leader": "kutuzov"})
"""What Russia does before that: the Ottomans get a caretaker."""


@pytest.fixture
def table(make_desk: Callable[..., Desk], tmp_path: Path) -> Table:
    desk = make_desk(RULES, home=tmp_path, entropy=counting())
    return desk.table(ruleset=RULES.name, scenario="1805", options={"players": 5})


def hand(table: Table, seat: str | None, at: int | None = None) -> dict[str, Any]:
    """The hand of the Ottomans as a seat sees it."""
    hands = table.get("/hand" + (f"?at={at}" if at else ""), seat).json["hands"]
    [found] = [it for it in hands if it["player"] == "ot"]
    return dict(found)


def give(table: Table) -> None:
    """The order of somebody who is asked: Russia attacks, and nobody else does much."""
    seat = table.get().json["waiting_for"][0]
    offers = table.legal_orders(seat)
    verbs = [it["order"] for it in offers]
    quiet = [offers[verbs.index(verb)] for verb in QUIET if verb in verbs]
    attack = [it for it in ATTACK if it in offers and seat == "ru"]
    answer = table.order(seat, [*attack, *quiet, *offers][0])
    assert answer.status_code == 201, answer.text


def seen(table: Table) -> dict[tuple[str | None, int], bytes]:
    """The hands as every seat and a spectator see them now."""
    return {(seat, table.version): table.get("/hand", seat).data for seat in SEATS}


def told(table: Table, seat: str | None) -> list[dict[str, Any]]:
    """All events as a seat may see them."""
    page = table.get("/log?limit=1000", seat).json
    assert page["next"] is None
    return list(page["events"])


def drawn(events: list[dict[str, Any]]) -> list[str | None]:
    """The cards that the Ottomans drew, as far as they can be read."""
    data = [it["data"] for it in events if it["type"] == "card_drawn"]
    return [it["card"] for it in data if it["nation"] == "ot"]


def test_sight_follows_command_from_the_event_on_and_never_back(table: Table) -> None:
    while hand(table, None)["commander"] is None:
        neutral, kept = table.version, seen(table)
        give(table)
    kept |= seen(table)
    attacked, stories = table.version, {seat: told(table, seat) for seat in SEATS}
    cards = hand(table, "fr")["cards"]
    assert (hand(table, None)["commander"], len(cards)) == ("fr", 2)
    for seat in SEATS:
        assert hand(table, seat)["cards"] == (cards if seat == "fr" else None)
        assert hand(table, seat, neutral)["cards"] is None
        [looked] = [it for it in stories[seat] if it["type"] == "hand_looked_at"]
        names = sorted(it["id"] for it in cards) if seat == "fr" else None
        assert (looked["version"] > neutral, looked["data"]["cards"]) == (True, names)
        assert drawn(stories[seat]) == [None, None]

    assert table.order("fr", {"order": "resign"}).status_code == 201
    while hand(table, None)["commander"] == "fr":
        give(table)
    kept |= seen(table)
    other = hand(table, None)["commander"]
    fresh = hand(table, other)["cards"]
    assert other not in (None, "fr") and len(fresh) == 2, "another seat takes care of them [R-189]"
    for seat in SEATS:
        assert hand(table, seat)["cards"] == (fresh if seat == other else None)
        assert hand(table, seat, attacked)["cards"] == (cards if seat == "fr" else None)
        story = told(table, seat)
        assert story[: len(stories[seat])] == stories[seat]
        assert drawn(story) == [None] * 4, "nobody commands them when they are drawn"
        looked = [it["data"]["cards"] for it in story if it["type"] == "hand_looked_at"]
        assert looked[1] == (sorted(it["id"] for it in fresh) if seat == other else None)
    for (seat, version), content in kept.items():
        assert table.get(f"/hand?at={version}", seat).data == content
