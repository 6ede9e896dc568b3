"""What a reader may not know is in no byte of the pages of a game.

Twin games that differ only in what he may not know give him the same bytes, and in a game that is
played to the end nobody finds on his pages what only others hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from html import unescape
from pathlib import Path
from typing import Any

import msgspec
import pytest

from napoleon.log.game import Game
from napoleon.log.journal import narrator
from napoleon.rules.contract import installed
from napoleon.rules.events import SPECTATOR, Event
from napoleon.rules.redaction import redacted
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon1815 import RULES
from tests.api.desk import Desk, Table, ToyWithArmies
from tests.api.test_hidden import OtherCard
from tests.napoleon1815.published import SecretOut
from tests.napoleon1815.twins import Twins
from tests.repetitions import repetitions
from tests.web.browser import OWN_SITE
from tests.web.tables import desk_for, play, readers, rests, seated, table_of


def visited(table: Table, seat: str | None) -> Iterator[tuple[str, bytes]]:
    """Every page of a game and every part of one, as `seat` is answered."""
    browser = seated(table, seat)
    here, versions = f"/games/{table.id}", list(rests(table))
    asked = ["", "?level=play", "/marks", "/position", "/title", "/clock"]
    asked += [f"/position?since={at}" for at in versions]
    asked += [f"/position?at={at}" for at in range(1, table.version)]
    asked += [f"?at={at}&since={versions[0]}" for at in versions]
    asked += [f"/log/{at}{part}" for at in range(1, table.version + 1) for part in ("", "?part=1")]
    asked += [f"/journal?before={at}" for at in versions]
    for path in asked:
        answer = browser.get(here + path, X_Request_Id="0123456789abcdef")
        yield path, repr(sorted(answer.headers)).encode() + answer.data


def ordered(table: Table, seat: str | None) -> Iterator[tuple[str, bytes]]:
    """What `seat` is answered to orders that he may not give now, or not any more."""
    browser = seated(table, seat)
    for version in (str(table.version), "2", "*"):
        for said in (
            {"order": '{"order":"play","card":3}'},
            {"order": '{"order":"bet","value":9}'},
            {"order": '{"order":"draw"}', "decision": "1.go.blue"},
            {"line": "play 3"},
        ):
            form = {"version": version, "sure": "1", "seat": seat or "", **said}
            sent = {**OWN_SITE, "X-Request-Id": "0123456789abcdef", "Accept": "text/html"}
            answer = browser.client.post(f"/games/{table.id}/orders", data=form, headers=sent)
            yield f"{version} {said}", answer.data


# -- twins of the toy -----------------------------------------------------------------------------


@pytest.fixture
def twins(tmp_path: Path) -> tuple[Desk, Desk]:
    """Two services that come to the same ids, tokens and times; blue begins with another card."""
    return desk_for(tmp_path / "one", ToyWithArmies()), desk_for(tmp_path / "other", OtherCard())


def answers(
    desk: Desk, bet: int, seat: str | None, *, orders: bool = True
) -> Iterator[tuple[str, bytes]]:
    """All that a reader is answered in a game in which blue draws, and bets `bet`."""
    table = table_of(desk)
    for when, who, order in (
        ("laid", "red", {"order": "pass"}),
        ("red has gone", "blue", {"order": "draw"}),
        ("blue has gone", "blue", {"order": "bet", "value": bet}),
    ):
        yield from ((f"{when}: {path}", body) for path, body in visited(table, seat))
        if orders:
            yield from ((f"{when}: {said}", body) for said, body in ordered(table, seat))
        assert table.order(who, order).status_code == 201
    yield from visited(table, seat)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("reader", ["red", None])
def test_twins_give_the_same_pages(twins: tuple[Desk, Desk], reader: str | None) -> None:
    one, other = (dict(answers(desk, bet, reader)) for desk, bet in zip(twins, (1, 3), strict=True))
    assert one.keys() == other.keys()
    assert [asked for asked in one if one[asked] != other[asked]] == []


@pytest.mark.sampled(1)
@pytest.mark.parametrize("reader", ["blue", "referee"])
def test_who_may_know_sees_that_they_differ(twins: tuple[Desk, Desk], reader: str) -> None:
    one, other = (
        dict(answers(desk, bet, reader, orders=False))
        for desk, bet in zip(twins, (1, 3), strict=True)
    )
    differing = {asked for asked in one if one[asked] != other[asked]}
    assert {"laid: ", "laid: /position", "laid: /log/6", "/position?at=7"} <= differing


# -- twins of Napoléon 1815 -----------------------------------------------------------------------


def parted(number: int) -> Twins:
    """Twins where they part. Those whose secret is out at once are skipped."""
    found = Twins(number)
    try:
        found.part()
    except SecretOut:
        pytest.skip("the secret is out at once")
    return found


@pytest.mark.sampled(2)
@pytest.mark.parametrize("number", repetitions(4, 14))
def test_positions_that_differ_in_what_is_hidden_look_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """The pages of any position of any kind of game: with three players, by dice, in fog."""
    found = parted(number)
    tables = []
    for folder, state in zip(("one", "other"), found.states, strict=True):
        desk = desk_for(tmp_path / folder, RULES)
        kind = found.kind
        table = desk.table(ruleset=RULES.name, scenario=kind.scenario, options=kind.options)
        game = msgspec.structs.replace(desk.games.open(table.id), state=state)
        stand(monkeypatch, desk, game)
        tables.append(table)
    for reader in found.readers:
        seat = None if reader == SPECTATOR else reader
        for path in ("", "/position", "/position?since=2", "/position.txt"):
            one, other = (
                seated(it, seat).get(f"/games/{it.id}{path}", X_Request_Id="0123456789abcdef")
                for it in tables
            )
            assert one.status_code == 200, one.text
            assert (sorted(one.headers), one.data) == (sorted(other.headers), other.data), reader
    own = [seated(it, found.secretive[0]).get(f"/games/{it.id}").data for it in tables]
    assert own[0] != own[1]


def stand(monkeypatch: pytest.MonkeyPatch, desk: Desk, game: Game) -> None:
    """Let the newest position of a game be this one."""
    monkeypatch.setattr(desk.games, "open", lambda game_id: game)


# -- a game to its end ----------------------------------------------------------------------------


def held(table: Table, version: int) -> dict[str, list[dict[str, Any]]]:
    """The cards that each player holds at a version."""
    view = table.get(f"/hand?at={version}", "referee").json
    return {hand["player"]: hand["cards"] for hand in view["hands"]}


def without_headings(table: Table, version: int, page: str) -> str:
    """A page without the words that begin the lines of a position: one is called like a card."""
    for line in table.get(f"/position?at={version}").text.splitlines():
        heading, colon, _ = line.partition(":")
        page = page.replace(f"\n{heading}{colon}", "\n") if colon else page
    return page


WITH_CARDS = sorted(installed().keys() - {"napoleon_columbia"})
"""In the fourth edition of Napoleon nobody holds cards; its blocks are looked at by the twins."""


UNITS_ARE_CARDS = ("eagles_waterloo",)
"""Games in which nobody knows the units of others: they are among the cards that players hold."""

ORDERS = {"eagles_waterloo": 60}
"""Orders after which a game that is played at random still runs, where it is over early."""


def shown_to_all(heard: Iterable[Event], names: Mapping[str, str]) -> str:
    """The names of all that events tell everybody of, and that they may remember.

    The first event of a game lists all cards that there are, whoever has them.
    """
    later = (it for it in heard if not hasattr(it, "begin"))
    data = msgspec.json.encode([redacted(it, Viewer(SPECTATOR)) for it in later]).decode()
    return " ".join(names[it] for it in re.findall(r'"(\w+)"', data) if it in names)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", WITH_CARDS)
def test_nobody_finds_the_cards_of_another(tmp_path: Path, name: str) -> None:
    table = table_of(desk_for(tmp_path, installed()[name]))
    play(table, ORDERS.get(name, 160), seed=6)
    assert table.get().json["status"] == "running"
    units = msgspec.json.encode(table.get("/order-of-battle", "referee").json).decode()
    if name in UNITS_ARE_CARDS:
        units = " ".join(it.title for it in installed()[name].scenarios)
    game = table.desk.games.open(table.id)
    rules = installed()[name]
    tells = narrator(game, SPECTATOR, rules).naming(rules.cards)
    looked = 0
    for version in list(rests(table))[::20]:
        hands = held(table, version)
        heard = list(table.desk.games.history(table.id, upto=version))
        public = units + " ".join(tells.text(it) for it in heard)
        if name in UNITS_ARE_CARDS:
            public += shown_to_all(heard, rules.names)
        for seat in readers(table):
            if seat == "referee":
                continue
            page = unescape(seated(table, seat).get(f"/games/{table.id}?at={version}&since=5").text)
            page = without_headings(table, version, page)
            own = {card["name"] for card in hands.get(seat or "", [])}
            # A clause for all units of a kind tells nothing of any of them.
            kinds = ("7.", "11.", "12.") if name in UNITS_ARE_CARDS else ()
            for player, cards in hands.items():
                for card in cards if player != seat else ():
                    if card["name"] not in own and card["name"] not in public:
                        looked += 1
                        assert card["name"] not in page, (version, seat, card["name"])
                        if not card["clause"].startswith(kinds):
                            assert f"#{card['clause']}" not in page
            if seat is not None:
                shown = [card["name"] for card in hands[seat] if card["name"] in page]
                assert len(shown) == len(hands[seat])
    assert looked > 20
