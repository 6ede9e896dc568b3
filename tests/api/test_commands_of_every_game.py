"""Every command is answered in every registered game, on each door that speaks JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from api.command_line.main import main
from api.commands.answers import Answer, in_plain_data
from api.commands.table import COMMANDS
from napoleon.rules.tables import Gauge, TextTable
from tests.api.conftest import desk_at
from tests.api.desk import Table
from tests.rulesets.entrants import entrants, every_form
from tests.stores import embedded

FORMS = dict(reversed(list(every_form())))

EXAMPLES = {"N": "1", "TEXT": "Why?", "NAME": "nothing", "DAY": "2030-01-01", "SEAT": "nobody"} | {
    "CARD": "nothing",
    "PLACE": "nowhere",
    "CLAUSE": "1.0",
}


def _lines() -> list[str]:
    lines = [
        f"{it.words} {' '.join(EXAMPLES.get(what, '') for what in it.takes)}".strip()
        for it in COMMANDS
    ]
    return [*lines, "map 1", "history 1 2", "press to all: Hold.", "nonsense"]  # fmt: skip


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", sorted(entrants()))
def test_every_command_is_answered(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = FORMS[name]
    desk = desk_at(tmp_path, entrants()[name].rules)
    body = {"ruleset": name, "scenario": form.scenario, "options": form.options}
    table = Table(desk, desk.call("POST", "/games", body=body).json)
    seat = table.created["seats"][0]["seat"]
    for key, value in embedded(tmp_path).items():
        monkeypatch.setenv(key, value)
    for line in _lines():
        answer = table.post("/commands", seat, {"line": line})
        assert answer.status_code < 500, line
        told = CliRunner().invoke(main, ["command", table.id, line, "--seat", seat, "--json"])
        assert told.exception is None or isinstance(told.exception, SystemExit), line
        if answer.status_code == 200 and line in ("status", "help", "hand", "orders"):
            assert json.loads(told.stdout)["tables"] is not None
            assert [it["rows"] for it in json.loads(told.stdout)["tables"]] == [
                it["rows"] for it in answer.json["tables"]
            ]
    told = CliRunner().invoke(main, ["show", table.id, "--json"])
    assert told.exit_code == 0, told.output


def test_a_gauge_is_sent_as_its_number() -> None:
    table = TextTable("Corps", ("strength",), ((Gauge(3, 5),), (2,), (None,), ("-",)))
    sent = in_plain_data(Answer(title="Status", tables=(table,)))
    assert [row[0] for row in sent["tables"][0]["rows"]] == [3, 2, None, "-"]
