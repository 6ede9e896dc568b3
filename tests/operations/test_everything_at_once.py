"""All that the service does, on a divided log and a Redis Cluster, while its parts are killed.

In the end every order that was answered is in the log once, and no other; nobody was shown less
than their own order had come to; and readers, listeners, webhooks and mails tell what the log says.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest

from api.mail.rows import GIVEN_UP, SEEN
from napoleon.audit.audit import audit_of_game
from napoleon.log.events.clocks import DeadlinePassed, GraceEnded
from napoleon.log.events.mails import OrdersMailed
from napoleon.rules.orders import OrderGiven
from projections.store import open_views
from tests.mail.by_mail import doubled
from tests.mail.tables import ADDRESS
from tests.operations.formation import migrate
from tests.operations.whole import Whole, whole
from tests.projections.audit import agree_in_all, recorded_games
from tests.webhooks.receiver import LOOPBACK
from tools.servers import OwnPostgres, ValkeyCluster

pytestmark = [
    pytest.mark.soak,
    pytest.mark.drill,
    pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc"),
]

EVERY = 7.0
"""Seconds between two kills, give or take two thirds of it."""


@pytest.fixture
def env(
    own_postgres: OwnPostgres, own_cluster: ValkeyCluster, tmp_path: Path
) -> Iterator[dict[str, str]]:
    """A divided log, and a cluster for what is drawn of it."""
    own_cluster.flush()
    env = {
        "NAPOLEON_HOME": str(tmp_path / "home"),
        "NAPOLEON_SECRET": "correct horse battery staple",
        "NAPOLEON_LIMITS": "off",
        "DATABASE_URL": own_postgres.create_database(),
        "DATABASE_PARTITIONS": "4",
        "REDIS_URL": own_cluster.addresses,
        "REDIS_CLUSTER": "on",
        "WEBHOOK_ALLOW": f"{LOOPBACK}/32",
        "MAIL_ADDRESS": ADDRESS,
    }
    migrate(env)
    yield env
    own_postgres.drop_database(env["DATABASE_URL"])
    own_cluster.flush()


@pytest.mark.parametrize("kills", [8, 24])
def test_nothing_is_lost_doubled_or_stale_whatever_is_killed(
    env: dict[str, str], own_cluster: ValkeyCluster, tmp_path: Path, kills: int
) -> None:
    random, left = Random(1815), list[str]()
    with whole(env, own_cluster, tmp_path / "scratch") as house:
        house.begin()
        with house.formation.kept(lambda _: 1.0):
            for _ in range(kills):
                house.go_on(EVERY * random.uniform(1 / 3, 5 / 3))
                left = left or random.sample([*house.kills], len(house.kills))
                house.kill(left.pop())
            house.go_on(EVERY)
            house.settle()
        house.end()
        orders_are_in_the_log_once(house)
        everybody_was_told(house)
        mails_are_answered_once(house)
        clocks_have_run_once(house)
        views = open_views(env)
        assert agree_in_all(house.games, views) == {
            it: house.games.head(it) for it in recorded_games(house.games)
        }
        assert all(audit_of_game(house.games, it).holds for it in recorded_games(house.games))


def orders_are_in_the_log_once(house: Whole) -> None:
    """What was answered with 201 and nothing else, and its sender was never shown less."""
    for table in house.tables:
        assert not table.failed
        assert not table.refused
        assert not table.stale
        events = house.games.history(table.id)
        assert [it.version for it in events] == list(range(1, len(events) + 1))
        caused = defaultdict[str, list[int]](list)
        for event in events:
            caused[event.order_id].append(event.version)
        given = Counter(
            it.order_id for it in events if isinstance(it, OrderGiven) and it.player in table.tokens
        )
        answered = {
            house.games.order_id_of(table.id, seat, key): versions
            for (seat, key), versions in table.accepted.items()
        }
        assert given == Counter(answered.keys())
        assert {it: caused[it] for it in answered} == answered
        assert len(answered) > 5, "the game went on"


def everybody_was_told(house: Whole) -> None:
    """Listeners of each event once; webhooks of each, at least once, and it is marked."""
    for table, listener in zip(house.tables, house.listeners, strict=True):
        versions = listener.versions
        assert versions == sorted(set(versions))
        assert versions[-1] == house.games.head(table.id)
        rows = house.games.recorder.webhooks(table.id)
        over = house.games.open(table.id).over
        assert over or {it.sent for it in rows} == {house.games.head(table.id)}
        for seat in table.tokens:
            data = [
                msgspec.json.decode(it.body)["data"]
                for it in house.told.received
                if it.path == f"/{table.id}/{seat}"
            ]
            known = min(it["after"] for it in data)
            for it in sorted(data, key=lambda it: int(it["version"])):
                assert it["after"] <= known, "nothing is left out"
                known = it["version"]
            assert known == house.games.head(table.id)


def mails_are_answered_once(house: Whole) -> None:
    """Each that came is answered, none is carried out twice, and each letter is sent.

    A worker that dies between sending and noting it sends the same mail once more.
    """
    inbox, outbox = house.office.store.inbox, house.office.store.outbox
    kept = [it for it in map(inbox.get, range(1, inbox.newest() + 1)) if it]
    assert len(kept) == len(house.correspondents.replies) > 0
    assert {it.state for it in kept} == {SEEN}
    events = house.games.history(house.mailed)
    mailed = [it.mail for it in events if isinstance(it, OrdersMailed)]
    assert len({*mailed}) == len(mailed) > 0
    letters = [it for it in outbox.all(house.mailed) if it.message]
    assert GIVEN_UP not in {it.state for it in letters}
    assert len({(it.holder, it.about) for it in letters}) == len(letters)
    workers = house.killed["worker"] + house.killed["the other worker"]
    assert len(doubled(house.sink.mails)) <= workers


def clocks_have_run_once(house: Whole) -> None:
    """Each deadline was missed once, and what follows its grace came once."""
    for number, game_id in enumerate(house.timed):
        events = house.games.history(game_id)
        missed = [(it.seat, it.decision) for it in events if isinstance(it, DeadlinePassed)]
        ended = [(it.seat, it.decision) for it in events if isinstance(it, GraceEnded)]
        assert len({*missed}) == len(missed) > 0
        assert len({*ended}) == len(ended)
        assert bool(ended) == bool(number % 2)
