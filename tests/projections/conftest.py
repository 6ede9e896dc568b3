"""A log and a store of read models of their own, with the toy game; the views on each database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from zlib import crc32

import pytest

from napoleon.play.games import Games
from projections.store import ViewStore, open_views
from tests.core.play import Clock, logs
from tests.seeds import FEW
from tests.stores import embedded
from tests.toy import Toy


@pytest.fixture
def file_env(tmp_path: Path) -> dict[str, str]:
    """The environment of an embedded store that may be created."""
    return embedded(tmp_path)


@pytest.fixture(params=["sqlite", "redis", "cluster"])
def views_env(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, str]:
    """The environment of a store of read models that may be created, once on each database."""
    env = {"NAPOLEON_HOME": str(tmp_path), "CREATE_TABLE": "yes"}
    if request.param == "redis":
        env["REDIS_URL"] = request.getfixturevalue("redis_url")
    if request.param == "cluster":
        env |= {"REDIS_URL": request.getfixturevalue("cluster_url"), "REDIS_CLUSTER": "on"}
    return env


@pytest.fixture
def env(file_env: dict[str, str], views_env: dict[str, str]) -> dict[str, str]:
    """The environment of an embedded log, and of read models on each database."""
    return {**file_env, **views_env}


@pytest.fixture
def opened(env: dict[str, str], request: pytest.FixtureRequest) -> Iterator[Callable[..., Games]]:
    """Opens the same log as another process would, by default with the toy game only.

    Chance is one of a few, and the same whenever the test is run.
    """
    # Chains of few seeds are kept: see tests.seeds.
    entropy = Random(crc32(request.node.nodeid.encode()) % FEW).randbytes

    def open_log(*rulesets: Toy) -> Games:
        installed = {rules.name: rules for rules in rulesets or (Toy(),)}
        return Games(env, rulesets=installed, clock=Clock(), entropy=entropy)

    with logs(open_log) as them:
        yield them


@pytest.fixture
def games(opened: Callable[..., Games]) -> Games:
    """A log without any game."""
    return opened()


@pytest.fixture
def views(env: dict[str, str]) -> ViewStore:
    """A store in which nothing was drawn."""
    return open_views(env)
