"""One round of what is compared with other engines, on games so small that figures mean nothing."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from napoleon.log.store.home import LOG
from tools.bench import compared, every_page, opponents, stores
from tools.bench.processes import running, spent_by_children

GAMES = (("napoleon1815", "historical_invasion"), ("napoleonic_empire", "europe"))


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is done, and little of it."""
    for module, name, value in (
        (compared, "EVENTS", 120),
        (compared, "REPEATS", 2),
        (every_page, "GAMES", GAMES),
        (every_page, "BEFORE", 30),
        (every_page, "ROUNDS", 3),
        (opponents, "ORDERS", 4),
    ):
        monkeypatch.setattr(module, name, value)


def printed(capsys: pytest.CaptureFixture[str], *names: str) -> dict[str, Any]:
    """What the program prints that is asked for these."""
    compared.main([*names])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert [*found] == [*names], "what is asked for, and nothing else"
    return found


def test_each_order_and_each_game_has_figures_of_its_own(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = printed(capsys, "between", "again", "page")
    orders = found["between"]
    assert [len(orders[it]) for it in ("told", "health", "processor")] == [4, 4, 4]
    for answered, told in zip(orders["answered"], orders["told"], strict=True):
        assert 0 < answered <= told
    assert sum(orders["processor"]) > 0
    for ruleset, _ in GAMES:
        again, page = found["again"][ruleset], found["page"][ruleset]
        assert again["orders"] > 10
        assert len(again["taken"]) == 2
        assert min(again["taken"]) > 0
        assert [len(page[it]) for it in ("first", "processor", "again")] == [3, 3, 3]


def test_bytes_are_those_of_the_files(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = list[int]()
    weigh = compared._tables

    def weighed(fresh: stores.Store, file: str) -> dict[str, int]:
        found = weigh(fresh, file)
        if file == LOG:
            assert sum(found.values()) == fresh.log_bytes(), "page for page"
            sizes.append(sum(found.values()))
        return found

    monkeypatch.setattr(compared, "_tables", weighed)
    found = printed(capsys, "stored")["stored"]
    for number, (ruleset, _) in enumerate(GAMES):
        game = found[ruleset]
        empty, full = sizes[2 * number : 2 * number + 2]
        assert game["empty"][0] == empty
        assert sum(game["log"].values()) == full > empty + game["json"] > empty
        assert sum(game["views"].values()) > game["empty"][1]
        assert game["events"] >= 120


def test_a_bot_game_is_rebuilt_as_a_whole_and_found_anywhere(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = printed(capsys, "rebuild")["rebuild"]
    assert found["events"] > 1000
    assert len(found["whole"]) == 2
    assert len(found["anywhere"]) >= 2 * 39
    assert max(found["whole"]) > sorted(found["anywhere"])[len(found["anywhere"]) // 2] > 0


def test_the_processor_of_all_children_is_counted_and_of_nobody_else(tmp_path: Path) -> None:
    nothing = spent_by_children()
    started = time.process_time()
    while time.process_time() - started < 0.2:
        pass
    assert spent_by_children() - nothing < 100, "what this process does is not theirs"
    # A shell that waits for another process, which is the one that works.
    work = "sh -c 'while :; do :; done' & wait"
    with running(["sh", "-c", f"trap 'kill $!' TERM; {work}"], os.environ, folder=tmp_path):
        deadline = time.monotonic() + 30
        while (spent := spent_by_children() - nothing) < 200 and time.monotonic() < deadline:
            time.sleep(0.05)
        assert spent >= 200


def test_all_work_has_a_name_to_ask_for_it_by() -> None:
    assert [*compared.WORK] == [
        "noise",
        "between",
        "again",
        "rebuild",
        "start",
        "stored",
        "page",
    ]
    with pytest.raises(SystemExit, match="There is no work march"):
        compared.main(["noise", "march"])
