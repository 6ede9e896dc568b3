"""While a bundle of a long game is made others play on, though one process answers them all."""

from __future__ import annotations

import os
import signal
import time
import zipfile
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from statistics import median

import httpx
import pytest

from tests.browser.house import House, Table, running_house
from tests.command_line.server import living_processes, wait_until
from tests.patience import PATIENCE

CAMPAIGN = ("napoleon1815", "historical_invasion")

MAKER = "api.apart.maker"

LONGER, MORE = 10, 0.05
"""How many times as long as usual most requests may take, and how many seconds more than that.

Beside a process of its own they take twice as long where there is a core for each.
"""

LEAST = 0.3
"""Seconds that a bundle or an audit computes at least."""

MOST = 0.05
"""Seconds that the process which answers everybody computes for one."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WEB_CONCURRENCY", "1")
        with running_house(tmp_path_factory.mktemp("house")) as running:
            yield running


@pytest.fixture(scope="module")
def long(house: House) -> Table:
    return house.table("long", *CAMPAIGN, to_turn=7)


@pytest.fixture(scope="module")
def other(house: House) -> Table:
    return house.table("other", *CAMPAIGN, to_turn=2)


def asked(table: Table, path: str) -> httpx.Response:
    holder = next(iter(table.tokens))
    return httpx.get(
        f"{table.address}/api/v1/games/{table.id}{path}",
        headers={"Authorization": f"Bearer {table.tokens[holder]}"},
        timeout=PATIENCE,
        verify=False,
    ).raise_for_status()


def png(table: Table) -> httpx.Response:
    """The map of a game in pixels."""
    address = f"{table.page}/map.png"
    return httpx.get(address, timeout=PATIENCE, verify=False).raise_for_status()


def makers(house: House) -> list[int]:
    """Ids of the processes of the service that make what takes long."""
    own = house.server.process.pid
    return [it.id for it in living_processes() if it.group == own and MAKER in it.arguments]


def seconds(process: int) -> float:
    """How long a process has computed so far."""
    user, system = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def computed(process: int) -> float:
    """The same in nanoseconds' detail: what the threads that it has now have computed."""
    threads = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(it.read_text().split()[0]) for it in threads) / 1e9


def web_worker(house: House) -> int:
    server = house.server.children()["web"]
    return next(it.id for it in living_processes() if it.parent == server)


def waits(table: Table, made: Future[httpx.Response] | None) -> list[float]:
    """How long each of many requests takes, one after the other, at least until that is made."""
    found: list[float] = []
    while len(found) < 20 or (made is not None and not made.done()):
        began = time.monotonic()
        asked(table, "/map")
        found.append(time.monotonic() - began)
    return found


@pytest.mark.parametrize("path", ["/bundle", "/audit"])
def test_no_request_waits_for_what_another_one_has_made(
    house: House, long: Table, other: Table, path: str
) -> None:
    asked(other, "/map")
    usual = median(waits(other, None))
    with ThreadPoolExecutor(1) as pool:
        made = pool.submit(asked, long, path)
        found = waits(other, made)
        answer = made.result()
    assert median(found) < LONGER * usual + MORE, (usual, median(found), max(found))
    [maker] = makers(house)
    assert os.getpriority(os.PRIO_PROCESS, maker) > 0
    assert seconds(maker) > LEAST
    if path == "/audit":
        assert answer.json()["ok"]
    else:
        assert "replay.html" in zipfile.ZipFile(BytesIO(answer.content)).namelist()


@pytest.mark.parametrize("path", ["/bundle", "/audit"])
def test_it_takes_less_than_50_ms_of_the_process_that_answers_everybody(
    house: House, other: Table, path: str
) -> None:
    """So nobody waits longer for it, however busy the machine is."""
    unseen = house.table(f"unseen{path.replace('/', '-')}", *CAMPAIGN, to_turn=6)
    asked(other, path)
    asked(unseen, "/map")
    [maker], [web] = makers(house), [web_worker(house)]
    elsewhere, here = computed(maker), computed(web)
    asked(unseen, path)
    here = computed(web) - here
    assert here < MOST
    assert computed(maker) - elsewhere > 2 * MOST


def test_a_map_is_drawn_in_pixels_there_too(house: House, other: Table) -> None:
    asked(other, "/bundle")
    [maker], [web] = makers(house), [web_worker(house)]
    before, computed = seconds(maker), seconds(web)
    assert png(other).content.startswith(b"\x89PNG")
    assert seconds(maker) - before > seconds(web) - computed


def test_a_process_that_was_killed_is_begun_again(house: House, other: Table) -> None:
    asked(other, "/bundle")
    [maker] = makers(house)
    os.kill(maker, 9)
    wait_until(lambda: not makers(house), "the process to be gone")
    assert asked(other, "/audit").json()["ok"]
    assert len(makers(house)) == 1


def test_the_process_ends_with_the_service_though_that_was_killed(tmp_path: Path) -> None:
    with running_house(tmp_path) as house:
        asked(house.table("short", *CAMPAIGN, to_turn=2), "/bundle")
        assert len(makers(house)) == 1
        os.kill(house.server.process.pid, signal.SIGKILL)
        wait_until(house.server.is_gone, "all processes of the service to end")
