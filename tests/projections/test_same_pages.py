"""The file and Redis give the same pages: the same rows in the same order."""

from __future__ import annotations

from itertools import product
from random import Random

import msgspec
import pytest
from eventsourcing.persistence import Tracking

from projections.lobby import STATUSES, is_wanted, tags
from projections.lobby import Wanted as WantedGames
from projections.rows import Changes, Cited, LobbyRow, RulingRow, Step
from projections.rulings import Wanted as WantedRulings
from projections.store import ViewStore, open_views

IDS = ("0", "00", "0z", "1", "Z", "a", "a0", "aa", "ab", "b", "z", "zz")
RULESETS = ("chess", "go")
CLAUSES = ("1", "1.1", "GO", "8.2 b")
NOTHING = None


@pytest.fixture
def stores(file_env: dict[str, str], redis_url: str) -> tuple[ViewStore, ViewStore]:
    """The read models in a file, and those in Redis, with the same rows."""
    env = {**file_env, "NAPOLEON_SECRET": "correct horse battery staple"}
    made = open_views(env), open_views({**env, "REDIS_URL": redis_url})
    for views in made:
        random = Random(1769)
        views.begin("log")
        for position in range(1, 61):
            changes = changed(random, views)
            views.record(changes, after=position - 1, tracking=Tracking("log", position))
    return made


def changed(random: Random, views: ViewStore) -> Changes:
    """A game that was created when others were, and rulings in it that were given when others were.

    It changes its status every time.
    """
    game = random.choice(IDS)
    facts = Random(game)
    created, ruleset, listed = facts.randrange(3), facts.choice(RULESETS), facts.random() < 0.8
    status = random.choice(STATUSES)
    shown = views.shown([game], edition="log").get(game, 0)
    scenario, won = facts.choice(("one", "two")), facts.choice((None, "red", "blue"))
    entry = {
        "id": game,
        "created": created,
        "ruleset": ruleset,
        "status": status,
        "scenario": scenario,
        "result": {"winner": won} if status == "over" else None,
        "open_seats": random.choice(([], ["blue"])),
    }
    said = f" {' '.join(tags(entry))} "
    version = shown + random.randrange(1, 4)
    place = {"game": game, "version": version, "at": random.randrange(4), "ruleset": ruleset}
    clauses = random.sample(CLAUSES, random.randrange(len(CLAUSES) + 1))
    ruling = {**place, "clauses": clauses, "case": None}
    return Changes(
        steps=[Step(game, shown, version)],
        lobby=[LobbyRow(game, version, created, ruleset, status, encoded(entry), listed, said)],
        rulings=[RulingRow(game, version, int(place["at"]), ruleset, encoded(ruling))],
        cited=[Cited(clause, game, version) for clause in clauses],
    )


def encoded(value: object) -> bytes:
    return msgspec.json.encode(value)


def test_the_lobby_has_the_same_pages(stores: tuple[ViewStore, ViewStore]) -> None:
    pages = set()
    ends = (NOTHING, (0, "a"), (1, "0z"), (1, "a"), (2, "zz"), (3, ""))
    left_out = ((), ("a", "0", "zz"), IDS)
    for status, ruleset, game, limit, before, besides in product(
        (NOTHING, *STATUSES), (NOTHING, *RULESETS), (NOTHING, "a", "zz", "other"), (1, 3, 20),
        ends, left_out,
    ):  # fmt: skip
        wanted = WantedGames(status=status, ruleset=ruleset, game=game, limit=limit)
        one, other = (
            it.lobby(wanted, edition="log", reached=(60,), before=before, besides=besides)
            for it in stores
        )
        assert one == other, (wanted, before, besides)
        pages.add(tuple(one or ()))
    assert len(pages) > 30


def test_searches_have_the_same_pages(stores: tuple[ViewStore, ViewStore]) -> None:
    pages = set()
    for status, scenario, winner, year, is_open, games, before in product(
        (NOTHING, "over"), (NOTHING, "one", "no"), (NOTHING, "red", "drawn"), (NOTHING, 1970, 1971),
        (False, True), (NOTHING, (), ("a", "zz", "other"), tuple(IDS)), (NOTHING, (1, "a")),
    ):  # fmt: skip
        wanted = WantedGames(
            status=status,
            scenario=scenario,
            winner=winner,
            year=year,
            is_open=is_open,
            games=None if games is None else frozenset(games),
            limit=5,
        )
        one, other = (
            it.lobby(wanted, edition="log", reached=(60,), before=before) for it in stores
        )
        assert one == other, wanted
        found = [msgspec.json.decode(it) for _, it in one or ()]
        assert all(is_wanted(it, wanted, before) for it in found)
        pages.add(tuple(one or ()))
    assert len(pages) > 10


def test_rulings_have_the_same_pages(stores: tuple[ViewStore, ViewStore]) -> None:
    pages = set()
    ends = (NOTHING, (0, "a", 3), (1, "0z", 1), (2, "a", 9), (2, "a0", 1), (4, "", 0))
    left_out = ((), ("a", "0", "zz"), IDS)
    for clause, ruleset, game, limit, after, besides in product(
        (NOTHING, *CLAUSES, "9"), (NOTHING, *RULESETS), (NOTHING, "a", "other"), (1, 5, 100),
        ends, left_out,
    ):  # fmt: skip
        wanted = WantedRulings(clause, ruleset, game, after, limit)
        one, other = (
            it.rulings(wanted, edition="log", reached=(60,), besides=besides) for it in stores
        )
        assert one == other, (wanted, besides)
        pages.add(tuple(one or ()))
    assert len(pages) > 100
