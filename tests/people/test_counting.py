"""Counting who is reliable, on both databases: real games at random, against a slow recount."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Barrier
from typing import Any

import msgspec
import pytest

from api.people import reliability, seats
from api.people.counting import Counting, count_everybody_again
from api.people.registry import Registry
from api.people.rows import PersonRow, StintRow
from api.people.store import create_people
from api.people.store.stints import begin_stint
from napoleon.log.clocks import Clock
from napoleon.play.clock import absences, running, setting
from napoleon.play.clock.stand_ins import name as name_stand_in
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from napoleon.play.referee import takebacks
from napoleon.play.reliability import Tally, late
from napoleon.play.seats import hand_over, renew_token
from napoleon.rules.events import REFEREE
from napoleon.rules.orders import Refusal
from tests.clocks import MONDAY, Time
from tests.patience import PATIENCE
from tests.repetitions import ON_SERVERS
from tests.timekeeping.recount import recount
from tests.toy import Toy

pytestmark = ON_SERVERS

CLOCK = Clock(60, notice=30, grace=60, wait=120)

MAKERS = 4


@pytest.fixture
def time() -> Time:
    return Time(MONDAY)


@pytest.fixture
def registry(log_env: dict[str, str], time: Time) -> Iterator[Registry]:
    games = Games(log_env, rulesets={"toy": Toy()}, clock=time, entropy=Random(1815).randbytes)
    store = create_people(log_env)
    yield Registry(games, store)
    store.close()
    games.close()


class Table:
    """A game, and the tokens of its seats as they are now."""

    def __init__(self, registry: Registry, **options: Any) -> None:
        self.registry, self.games = registry, registry.games
        options = {"referee": True, "clock": CLOCK, **options}
        created = self.games.create("toy", "wide", {"turns": 3}, **options)
        self.id = created.game.id
        self.tokens = dict(created.tokens)

    def claim(self, seat: str, person: int | None = None) -> None:
        """Claim a seat, and lay it on somebody's desk."""
        self.tokens[seat] = self.games.claim(self.id, seat, token=self.tokens[seat])
        if person is not None:
            self.lay(seat, person)

    def lay(self, seat: str, person: int) -> None:
        game = self.games.open(self.id)
        assert seats.lay(self.registry, person, game, seat, self.tokens[seat])

    def answer(self, seat: str, by: str = "", chosen: Random | None = None) -> bool:
        """Give an order for a seat, if it is asked for one."""
        game = self.games.open(self.id)
        for decision in [] if game.over else self.games.decisions(game):
            if decision.seat == seat:
                orders = list(self.games.rules(game).legal_orders(game.state, decision))
                order = (chosen or Random(1)).choice(orders)
                given = self.games.submit_orders(self.id, seat, [order], by=by)
                return isinstance(given, Accepted)
        return False


def somebody(registry: Registry, name: str = "Ney") -> int:
    return registry.store.people.put(PersonRow(name, "en", "", 1)).id


def play_at_random(table: Table, time: Time, people: list[int], chosen: Random, steps: int) -> None:
    """Whatever may happen to a game with a clock, and to the seats of its people."""
    games, game_id = table.games, table.id
    for _ in range(steps):
        time.goes_on(minutes=chosen.choice([1, 5, 20, 45, 70]))
        running.run(games, game_id)
        seat = chosen.choice(["red", "blue"])
        match chosen.choice("aaaaaaaarrwwdhxntlsgo"):
            case "a":
                table.answer(seat, chosen=chosen)
            case "r":
                table.answer(seat, by=REFEREE, chosen=chosen)
            case "w":
                absences.wait(games, game_id, seat, games.clock() + 90 * 60 * 10**6)
            case "d":
                today = time.now.date()
                first = today.replace(day=today.day + 1)
                absences.declare(games, game_id, seat, first, first, "UTC")
            case "h":
                held = setting.hold(games, game_id, REFEREE, "")
                time.goes_on(minutes=chosen.choice([5, 100]))
                table.answer(seat, chosen=chosen)
                if not isinstance(held, Refusal):
                    setting.resume(games, game_id, REFEREE)
            case "x":
                setting.extend(games, game_id, REFEREE, seat, games.clock() + 7200 * 10**6, "")
            case "n":
                by = chosen.choice([seat, REFEREE])
                fresh = hand_over(games, game_id, seat, table.tokens[by])
                assert isinstance(fresh, str)
                table.tokens[seat] = fresh
                if chosen.random() < 0.8:
                    table.claim(seat, chosen.choice([None, *people]))
            case "t" if seat in games.open(game_id).claimed:
                before = table.tokens[seat]
                fresh = renew_token(games, game_id, seat, before)
                assert isinstance(fresh, str)
                table.tokens[seat] = fresh
            case "l":
                table.lay(seat, chosen.choice(people))
            case "s":
                name_stand_in(games, game_id, seat)
            case "g":
                version = games.head(game_id)
                takebacks.ask(games, game_id, seat, max(1, version - 3))
            case "o":
                for person in people:
                    seats.take_off(table.registry, person, game_id, seat)


def of_raw_events(registry: Registry, row: StintRow) -> tuple[int, int, set[str], int]:
    events = registry.games.history(row.game)
    own: dict[str, list[int]] = {}
    for it in registry.store.stints.of(row.person, row.game):
        own.setdefault(it.holder, []).append(it.since)
    slow = recount(events, row.holder, row.since, own)
    return slow.in_time, slow.late, {*slow.absences}, slow.ended


@pytest.mark.parametrize("seed", range(6))
def test_what_is_kept_is_what_a_recount_of_raw_events_comes_to(
    registry: Registry, time: Time, seed: int
) -> None:
    chosen, counting = Random(seed), Counting(registry)
    people = [somebody(registry, name) for name in ("Ney", "Soult", "Davout")]
    tables = [Table(registry) for _ in range(2)]
    for table in tables:
        table.claim("red", people[0])
        table.claim("blue", chosen.choice([None, people[0], people[1]]))
    for _ in range(6):
        for table in tables:
            play_at_random(table, time, people, chosen, 6)
        if chosen.random() < 0.5:
            counting.look()
    for person in people:
        sums = reliability.of(registry, person)
        rows = registry.store.stints.of(person)
        for row in rows:
            tally = msgspec.json.decode(row.tally, type=Tally)
            counted = (tally.in_time, late(tally), {it.days for it in tally.absences}, tally.ended)
            assert counted == of_raw_events(registry, row), (seed, row)
        assert reliability.count_again(registry, person) == sums
        again = [
            msgspec.structs.replace(it, counts=it.counts - 1)
            for it in registry.store.stints.of(person)
        ]
        assert again == rows, "counted again from the log it is the same to the byte"
        assert registry.store.stints.sum_of(person) == sums
    assert any(reliability.of(registry, it).answers for it in people), "there was something"


def test_it_is_counted_once_by_many_who_come_at_once(registry: Registry, time: Time) -> None:
    ney, table = somebody(registry), Table(registry)
    table.claim("red", ney)
    table.claim("blue")
    for _ in range(3):
        table.answer("red")
        table.answer("blue")
    begin = Barrier(MAKERS)

    def count(_: int) -> int:
        begin.wait(PATIENCE)
        return reliability.of(registry, ney).in_time

    with ThreadPoolExecutor(MAKERS) as pool:
        counted = set(pool.map(count, range(MAKERS)))
    own = [it for it in registry.games.history(table.id) if it.type == "order_given"]
    assert counted == {len([it for it in own if it.by == "red"])} != {0}
    assert registry.store.stints.sum_of(ney).in_time == counted.pop()


def test_the_worker_counts_what_is_new_and_goes_on_after_a_crash(
    registry: Registry, time: Time
) -> None:
    ney, table = somebody(registry), Table(registry)
    table.claim("red", ney)
    table.claim("blue")
    counting = Counting(registry)
    assert counting.look() == 1, "one that begins looks at everybody"
    assert counting.look() == 0
    assert table.answer("red")
    assert counting.look() == 1
    assert registry.store.stints.sum_of(ney).in_time == 1
    assert table.answer("blue") and table.answer("red")
    assert Counting(registry).look() == 1, "another one that begins finds what was left"
    assert registry.store.stints.sum_of(ney).in_time == 2


def test_nothing_is_kept_of_somebody_who_is_erased_meanwhile(
    registry: Registry, time: Time
) -> None:
    ney, table = somebody(registry), Table(registry)
    table.claim("red", ney)
    table.claim("blue")
    table.answer("red")
    before = registry.store.stints.of(ney)
    gone = registry.store.people.erase(ney)
    assert gone["people_stints"] == 1
    assert not registry.store.stints.move(ney, before, before)
    assert reliability.of(registry, ney).answers == 0
    game = registry.games.open(table.id)
    assert not seats.lay(registry, ney, game, "red", table.tokens["red"])
    assert registry.store.stints.of(ney) == []


def test_a_game_that_is_gone_or_put_back_is_counted_as_it_is(
    registry: Registry, time: Time
) -> None:
    ney, table = somebody(registry), Table(registry)
    table.claim("red", ney)
    table.claim("blue")
    table.answer("red")
    sums = reliability.of(registry, ney)
    [row] = registry.store.stints.of(ney)
    ahead = msgspec.structs.replace(row, version=row.version + 100, tally=row.tally)
    assert registry.store.stints.move(ney, [row], [ahead])
    assert reliability.of(registry, ney) == sums
    [again] = registry.store.stints.of(ney)
    assert again == row
    with registry.store.begin() as connection:
        begin_stint(connection, StintRow(ney, "gone", "red", 3), 1)
    assert reliability.of(registry, ney) == sums, "a game that is not known here says nothing"


def test_what_somebody_has_written_into_the_store_goes_when_all_is_counted_again(
    registry: Registry, time: Time
) -> None:
    ney, table = somebody(registry), Table(registry)
    table.claim("red", ney)
    table.claim("blue")
    table.answer("red")
    sums = reliability.of(registry, ney)
    [row] = registry.store.stints.of(ney)
    changed = msgspec.structs.replace(row, tally=row.tally.replace('"in_time":1', '"in_time":9'))
    assert registry.store.stints.move(ney, [row], [changed])
    assert reliability.of(registry, ney) != sums, "somebody has written into the store"
    assert count_everybody_again(registry) == 1
    assert registry.store.stints.sum_of(ney) == sums
