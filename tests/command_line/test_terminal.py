"""Whatever others have written, a terminal neither obeys it nor is it left without an answer."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from hashlib import sha256
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from unicodedata import category

import click
import pytest
from rich.text import Text

from api.command_line.output import PlainStream
from api.command_line.tables import PlainConsole
from napoleon.record import verifier
from tests.command_line.conftest import Shell, every_command
from tests.goldens.bundles import FOLDER
from tests.record.bundling import Members, forged, members, rows, with_event, zipped

CONTROLS = "".join(map(chr, (*range(0x20), *range(0x7F, 0xA0)))).translate({9: None, 10: None})
UNSEEN = (
    "\u061c\u200b\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068"
    "\u2069\ufeff\U000e0041"
)
EVIL = (
    f"evil [red]\x1b]0;owned\x07[/red][link=https://evil.example]here[/link]{CONTROLS[1:]}{UNSEEN}"
)
"""What somebody has written, without the one character that no argument can have in it."""

TOLD, SAID = 75, 91
"""Versions of an event with a breakdown, and of a ruling with words."""


def evil_bundle() -> Members:
    """A record that holds by its own key, with something evil wherever people can write."""
    parts = members((FOLDER / "dice-finished.zip").read_bytes())
    log, texts = rows(parts), json.loads(parts["texts.json"])
    data = log[TOLD - 1]["data"]
    noted = [[amount, clause, EVIL] for amount, clause, _ in data["breakdown"]]
    parts = with_event(parts, TOLD, data=data | {"breakdown": noted})
    [text] = [it for it in texts if it["id"] in json.dumps(log[SAID - 1])]
    old, salt = text["id"], bytes.fromhex(text["salt"])
    text |= {"id": sha256(salt + EVIL.encode()).hexdigest()[:32], "text": EVIL}
    renamed = parts["log.ndjson"].replace(old.encode(), text["id"].encode())
    names = json.dumps({"french": EVIL}).encode()
    written = {"log.ndjson": renamed, "texts.json": json.dumps(texts).encode()}
    # The operator's bundle alone has names.
    manifest = json.dumps({**json.loads(parts["manifest.json"]), "reader": "operator"}).encode()
    return forged(parts | written | {"names.json": names, "manifest.json": manifest})


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record in a file whose name is as evil."""
    path = tmp_path_factory.mktemp("evil") / f"{EVIL.replace('/', '')[:60]}.zip"
    path.write_bytes(zipped(evil_bundle()).getvalue())
    return path


@pytest.fixture(scope="module")
def user(tmp_path_factory: pytest.TempPathFactory, bundle: Path) -> Shell:
    """Somebody who has imported it."""
    shell = Shell(tmp_path_factory.mktemp("store"))
    shell.run("migrate")
    shell.run("import", str(bundle))
    return shell


def commands(
    group: Mapping[str, click.Command] | None = None, *above: str
) -> Iterator[tuple[str, ...]]:
    """All commands, so that none is forgotten."""
    for name, command in (every_command() if group is None else group).items():
        if isinstance(command, click.Group):
            yield from commands(command.commands, *above, name)
        else:
            yield (*above, name)


WRONG = {
    "serve": ["--port", EVIL],
    "migrate": [EVIL],
    "move": [EVIL],
    "worker": ["--metrics-port", EVIL],
    "rebuild": ["--game", EVIL],
    "new": [EVIL],
    "play": [EVIL],
    "bot": [EVIL, EVIL],
    "show": [EVIL],
    "map": [EVIL, "--svg", "map.svg"],
    "log": [EVIL],
    "export": [EVIL],
    "admin games": [EVIL],
    "games migrate": [EVIL, "--why", EVIL],
    "health": [EVIL],
    "import": [EVIL],
    "keys list": [EVIL],
    "keys rotate": [EVIL],
    "keys export": [f"nowhere/{EVIL}"],
    "keys import": [EVIL],
    "backup": [f"nowhere/{EVIL}"],
    "invite": [EVIL, EVIL],
    "command": [EVIL, EVIL, "--seat", EVIL],
    "mail check": [EVIL],
    "mail deliver": [f"nowhere/{EVIL}"],
    "mail key": [f"nowhere/{EVIL}"],
    "mail leave": [EVIL, EVIL, "--seat", EVIL],
    "mail outbox": [EVIL, "--newest"],
    "mail post": [EVIL],
    "mail reply": [EVIL, EVIL, "--seat", EVIL],
    "mail test": [EVIL],
    "restore": [EVIL],
    "notation orders": [EVIL, "--seat", EVIL],
    "notation position": [EVIL],
    "notation game": [EVIL],
    "notation check": [EVIL],
    "pack check": [EVIL],
    "people done": [EVIL],
    "people reports": [EVIL],
    "bench": [EVIL],
    "verify": [EVIL],
}
"""What each command refuses, and says why."""


def unseen(text: str) -> set[str]:
    """The characters of a text that a terminal would obey or not show."""
    return {it for it in text if it not in "\n\t" and category(it) in ("Cc", "Cf", "Zl", "Zp")}


def test_the_list_of_commands_is_complete() -> None:
    assert set(map(" ".join, commands())) == set(WRONG)
    assert set(EVIL) >= set(UNSEEN) | set(CONTROLS[1:])


@pytest.mark.parametrize("arguments", [(), ("--json",)])
@pytest.mark.parametrize("command", WRONG)
def test_no_refusal_repeats_what_a_terminal_would_obey(
    user: Shell, command: str, arguments: tuple[str, ...]
) -> None:
    takes_json = command not in WITHOUT_JSON
    status = 1 if command in REFUSED and (takes_json or not arguments) else 2
    answer = user.run(*command.split(), *WRONG[command], *arguments, status=status)
    assert answer.stderr
    assert not unseen(answer.stdout + answer.stderr)
    if arguments:
        error = json.loads(answer.stdout)["error"]
        assert set(error) == {"code", "detail"}
        assert (error["code"] == "USAGE") is (status == 2)
    else:
        assert answer.stdout == ""


WITHOUT_JSON = {
    "worker",
    "notation position",
    "notation game",
    "mail deliver",
    "mail leave",
    "mail reply",
    "mail post",
    "mail test",
}
"""Those that print a text, or nothing that a program would want."""

REFUSED = {
    "command",
    "games migrate",
    "keys export",
    "mail check",
    "mail key",
    "mail leave",
    "mail outbox",
    "mail reply",
    "mail test",
    "rebuild",
    "bot",
    "invite",
    "show",
    "map",
    "log",
    "export",
    "backup",
    "notation orders",
    "notation position",
    "notation game",
}
"""Those that take any text, and find that there is nothing of that name."""


def test_nothing_that_tells_of_a_forged_game_lets_a_terminal_obey_it(
    user: Shell, bundle: Path, tmp_path: Path
) -> None:
    game = rows(evil_bundle())[0]["game"]
    told = {
        ("log", game),
        ("log", game, "--explain", str(TOLD)),
        ("log", game, "--explain", str(SAID)),
        ("show", game),
        ("show", game, "--since", "3"),
        ("export", game, "-o", str(tmp_path / "again.zip")),
        ("notation", "orders", game, "--seat", "french"),
        ("map", game, "--svg", str(tmp_path / "map.svg")),
        ("verify", str(bundle)),
        ("import", str(bundle)),
    }
    plain = {("notation", "position", game), ("notation", "game", game), ("map", game)}
    evil = 0
    for arguments in told | plain:
        answer = user.run(*arguments)
        assert not unseen(answer.stdout + answer.stderr), arguments
        evil += "evil" in answer.stdout
        if arguments in told:
            text = user.run(*arguments, "--json").stdout
            assert not unseen(text), arguments
            assert json.loads(text) is not None
    assert evil >= 3
    words = user.run("log", game, "--explain", str(SAID)).stdout.replace("\n", "")
    assert "[red]\ufffd]0;owned[/red][link=https://evil.example]here[/link]" in words
    exact = json.loads(user.run("log", game, "--explain", str(SAID), "--json").stdout)
    assert EVIL in exact["words"]


def test_the_one_file_verifier_prints_nothing_that_a_terminal_would_obey(
    bundle: Path, tmp_path: Path
) -> None:
    for arguments, status in (
        ([str(bundle)], 0),
        ([str(bundle), "--json"], 0),
        ([str(tmp_path / EVIL.replace("/", ""))], 2),
        ([EVIL, EVIL], 2),
    ):
        run = run_program([verifier.__file__, *arguments], {"PYTHONIOENCODING": "utf-8"})
        assert run.returncode == status, run.stderr
        assert not unseen((run.stdout + run.stderr).decode())
        assert "Traceback" not in run.stderr.decode()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_a_terminal_without_our_characters_is_told_as_well(
    user: Shell, bundle: Path, encoding: str
) -> None:
    game = rows(evil_bundle())[0]["game"]
    env = {**user.env, "PYTHONIOENCODING": encoding}
    for arguments in (["log", game], ["log", game, "--explain", str(SAID), "--json"]):
        run = run_program(["-m", "api.command_line", *arguments], env)
        assert (run.returncode, run.stderr) == (0, b"")
        assert not unseen(run.stdout.decode(encoding))
    answer = json.loads(run.stdout.decode(encoding))
    assert EVIL in answer["words"]
    run = run_program([verifier.__file__, str(bundle)], env)
    assert (run.returncode, run.stderr) == (0, b"")


def run_program(arguments: list[str], env: dict[str, str]) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, *arguments]
    return subprocess.run(command, env={**os.environ, **env}, capture_output=True, check=False)


def test_what_colours_the_output_is_obeyed_and_what_others_wrote_is_not() -> None:
    terminal = StringIO()
    terminal.isatty = lambda: True  # type: ignore[method-assign]
    console = PlainConsole(PlainStream(terminal))
    console._color_system = None
    console.print(Text(f"bold {EVIL}", style="bold"))
    console.print(EVIL)
    left = terminal.getvalue().replace("\x1b[1m", "").replace("\x1b[0m", "")
    assert "evil" in left
    assert not unseen(left)


def test_nothing_gets_around_the_stream() -> None:
    beneath = TextIOWrapper(BytesIO(), encoding="utf-8")
    stream = PlainStream(beneath)
    assert not hasattr(stream, "buffer")
    click.echo(EVIL, file=stream)
    print(EVIL, file=stream)
    stream.writelines([EVIL])
    beneath.seek(0)
    assert not unseen(beneath.read())
