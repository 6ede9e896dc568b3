"""Blocks that show no commands are true: sources, the tree of folders, messages, scripts."""

from __future__ import annotations

import json
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from napoleon.play.games import Games
from napoleon.rules.bots import RandomBot
from napoleon.rulesets.napoleonic_empire import RULES
from projections.webhooks.messages import Message, signed
from tests.api.desk import Desk
from tests.command_line.server import PATIENCE, ROOT, Server
from tests.documents.test_make import targets
from tests.operations.conftest import Lines
from tests.toy import Toy
from tools.documents.page import Block, blocks
from tools.documents.running import console

README = ROOT / "README.md"
DOCS = ROOT / "docs"
MAKEFILE = (ROOT / "Makefile").read_text()
EMPIRE = ROOT / "napoleon" / "rulesets" / "napoleonic_empire"


def shown(page: Path, language: str) -> list[Block]:
    """The blocks of a page in a language; there are some."""
    found = [block for block in blocks(page) if block.language == language]
    assert found
    return found


@pytest.mark.parametrize(
    ("language", "number", "source"),
    [
        ("python", 6, ROOT / "tests" / "toys" / "drill.py"),
        ("python", 7, EMPIRE / "sequence.py"),
        ("python", 8, EMPIRE / "events" / "cards.py"),
        ("ini", 0, ROOT / "setup.cfg"),
    ],
    ids=str,
)
def test_a_source_is_shown_as_it_is(language: str, number: int, source: Path) -> None:
    """But for what stands for more (`...`): its lines are there, in their order."""
    rest = iter(source.read_text().splitlines())
    for line in shown(DOCS / "adding-a-game.md", language)[number].lines:
        if line.strip() not in ("", "...", "…"):
            assert line in rest, f"{line!r} is not in {source.name}, or not behind the line before"


def test_the_library_is_used_as_shown(tmp_path: Path) -> None:
    """On a store with a game, and with events of another one that is not there."""
    home = {"NAPOLEON_HOME": str(tmp_path)}
    with Games({**home, "CREATE_TABLE": "yes"}, rulesets={"toy": Toy()}) as games:
        game_id = games.create("toy", "short", {}).game.id
        events = [replace(it, game="another") for it in games.history(game_id)]
    [block] = shown(DOCS / "eventsourcing.md", "python")
    shown_home = '{"NAPOLEON_HOME": home}'
    assert shown_home in block.text
    opened = block.text.replace(f"Games({shown_home})", "Games(home, rulesets=rulesets)")
    names = {"home": home, "game_id": game_id, "events": events, "rulesets": {"toy": Toy()}}
    exec(opened, names)
    with Games(home, rulesets={"toy": Toy()}) as games:
        assert games.head(game_id) > names["earlier"].version == 3  # type: ignore[attr-defined]
        assert games.history("another") == events


def test_the_toy_is_shown_whole() -> None:
    """All of it, imports too, in its order, before what is shown of real games."""
    blocks = shown(DOCS / "adding-a-game.md", "python")
    walked = [line for place in range(6) for line in blocks[place].lines if line]
    whole = (ROOT / "tests" / "toys" / "twelve.py").read_text()
    assert walked == [line for line in whole[whole.index("from typing") :].splitlines() if line]


@pytest.mark.parametrize(
    "page", [README, ROOT / "CONTRIBUTING.md", DOCS / "testing.md"], ids=lambda it: it.name
)
def test_a_list_of_commands_has_targets_and_programs(page: Path) -> None:
    """Each is told of in a comment; the targets are run by `test_make`."""
    [block] = shown(page, "sh")
    for line in block.lines:
        command, _, comment = line.partition("#")
        assert comment
        match command.split():
            case ["make", target, *variables]:
                assert target in targets()
                for variable in variables:
                    name = variable.partition("=")[0]
                    assert re.search(rf"^{name} \?= ", MAKEFILE, re.MULTILINE), name
            case ["python", "-m", module, *options]:
                assert find_spec(module), module
                usage = subprocess.run(
                    [sys.executable, "-m", module, "--help"],
                    cwd=ROOT,
                    capture_output=True,
                    text=True,
                    check=True,
                )
                assert set(re.findall(r"--\w+", command)) <= set(usage.stdout.split()), options
            case _:
                raise AssertionError(line)


def test_the_tree_of_folders_is_the_one_that_there_is() -> None:
    [block] = shown(DOCS / "architecture.md", "text")
    folders: list[str] = []
    told = set()
    for line in block.lines:
        names, _, sentence = line.strip().partition("  " if "  " in line.strip() else "/ ")
        depth = (len(line) - len(line.lstrip())) // 4
        for name in names.split(", "):
            folders[depth:] = [name.strip("/")]
            told.add(folders[0])
            place = ROOT.joinpath(*folders)
            assert place.exists(), place
        # Others are told in the sentence beside a file.
        for other in re.findall(r"\b[a-z_]+(?:\.py\b|/(?=[,; ]|$))", sentence):
            assert (place / other).exists() or (place.parent / other).exists(), other
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests"}
    assert packages <= told


def test_the_standing_orders_of_the_empire_can_be_left(make_desk: Callable[..., Desk]) -> None:
    """By the Allies, while they hold the card that one of them is about."""
    desk = make_desk(RULES)
    game, token = next(it for seed in range(100) if (it := allies_with("wellington", desk, seed)))
    [block] = shown(DOCS / "tour.md", "json")
    for line in block.lines:
        at = f"/games/{game}/instructions"
        answer = desk.call("POST", at, token, body=json.loads(line))
        assert answer.status_code == 201, (line, answer.text)


def allies_with(card: str, desk: Desk, seed: int) -> tuple[str, str] | None:
    """Id and Allied token of the game of this seed when they draw `card`; None if they never do."""
    desk.games.entropy = random.Random(seed).randbytes
    created = desk.games.create(RULES.name, "europe", {})
    game, bot = created.game, RandomBot(seed)
    while card not in game.state.hands["allied"]:
        if game.over:
            return None
        decision = bot.choose(desk.games.decisions(game))
        order = bot.choose(list(RULES.legal_orders(game.state, decision)))
        desk.games.submit_orders(game.id, decision.seat, [order])
        game = desk.games.open(game.id)
    return game.id, created.tokens["allied"]


def test_a_line_of_the_log_says_what_is_shown(make_desk: Callable[..., Desk], lines: Lines) -> None:
    table = make_desk().table()
    seat = next(it["seat"] for it in table.created["seats"] if table.legal_orders(it["seat"]))
    with table.order(seat, table.legal_orders(seat)[0]) as answer:
        assert answer.status_code == 201
    # The line is written once the answer has gone out.
    [line] = lines.all("order accepted")
    [block] = shown(DOCS / "operations.md", "json")
    assert set(json.loads(block.text)) == set(line)


def test_a_build_of_python_tells_how_it_was_configured() -> None:
    """As docs/operations.md asks it, whose table goes by what this prints."""
    [step] = [it for it in console(DOCS / "operations.md") if "sysconfig" in it.command]
    own_python = shlex.quote(sys.executable)
    command = re.sub(r"^python\b", lambda _: own_python, step.command)
    ran = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == str(sysconfig.get_config_var("CONFIG_ARGS"))


def test_the_headers_of_a_webhook_are_those_that_are_sent() -> None:
    [block] = shown(DOCS / "webhooks.md", "http")
    named = {line.split(":")[0] for line in block.lines[1:] if re.match(r"[\w-]+: ", line)}
    assert named == {"Host", *signed(Message("msg_1_56", b"{}"), bytes(32), 0)}


def test_the_header_to_come_back_with_is_read(
    make_desk: Callable[..., Desk],
) -> None:
    document = make_desk().get("/openapi.json").json
    read = document["paths"]["/api/v1/games/{game_id}/live"]["parameters"]
    [block] = shown(DOCS / "live.md", "http")
    name, version = block.text.strip().split(": ")
    assert name in [it["name"] for it in read if it.get("in") == "header"]
    assert int(version) > 0


@pytest.mark.skipif(not shutil.which("node"), reason="no node here")
def test_the_script_follows_a_game(tmp_path: Path) -> None:
    [block] = shown(DOCS / "live.md", "js")
    server = Server({"NAPOLEON_HOME": str(tmp_path)})
    try:
        games = f"{server.listens().address}/api/v1/games"
        body = {"ruleset": "napoleon1815", "scenario": "historical_invasion"}
        game = (
            httpx.post(games, json=body, timeout=PATIENCE, verify=False).raise_for_status().json()
        )
        url, token = f"{games}/{game['id']}/live", game["seats"][0]["token"]
        stands = ["position", game["version"]]
        told = first_told(block.text, url, [token, "", f"{token}x"])
        assert told == [stands, stands, ["refused", "BAD_TOKEN"]]
        server.end(signal.SIGTERM)
    finally:
        server.clear_away()


def first_told(script: str, url: str, tokens: list[str]) -> list[list[Any]]:
    """What the script of the page tells first with each token: the kind, and version or code."""
    source = f"""{script}
const first = (token) => new Promise((tell) => follow({json.dumps(url)}, token,
    (kind, data) => tell([kind, data.version ?? data.code])));
Promise.all({json.dumps(tokens)}.map(first)).then((told) => {{
  console.log(JSON.stringify(told));
  process.exit(0);
}});"""
    found = subprocess.run(
        ["node", "--eval", source], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    told: list[list[Any]] = json.loads(found.stdout)
    return told
