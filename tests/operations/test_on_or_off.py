"""What is on or off is read in one way: no process takes "no" for a yes."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from api.mail.errors import MailStoreMissing
from api.mail.store import open_mail
from api.server.processes import Processes
from napoleon.environment import BadSetting, read
from napoleon.log.store.recorder import StoreMissing
from napoleon.log.store.settings import may_create
from napoleon.play.games import Games
from projections.store import ViewsMissing, open_views
from tests.command_line.server import ROOT
from tests.operations.test_deploy import ASKS, Constants, is_environment
from tools.servers import PostgresServer

OFF = ["", "no", "No", "n", "false", "f", "off", "OFF", "0"]
ON = ["yes", "Y", "true", "on", "1"]

STORES: dict[str, Callable[[Mapping[str, str]], object]] = {
    "log": Games,
    "views": open_views,
    "mail": open_mail,
}

NAMED_AT_ALL = {"DATABASE_URL", "METRICS_PORT", "REDIS_URL"}
"""Variables of which it is only asked whether they are set: an address or a port is no "no"."""


@pytest.mark.parametrize("word", OFF)
@pytest.mark.parametrize("store", STORES)
def test_no_store_is_made_by_a_process_that_is_told_not_to(
    tmp_path: Path, store: str, word: str
) -> None:
    folder = tmp_path / "home"
    with pytest.raises((StoreMissing, ViewsMissing, MailStoreMissing)):
        STORES[store]({"NAPOLEON_HOME": str(folder), "CREATE_TABLE": word})
    assert not folder.exists()


@pytest.mark.parametrize("store", ["log", "mail"])
@pytest.mark.parametrize("word", ["", "no", "0"])
def test_nor_are_the_tables_of_a_database(
    postgres: PostgresServer, database_url: str, store: str, word: str
) -> None:
    env = {"DATABASE_URL": database_url, "NAPOLEON_SECRET": "correct horse battery staple"}
    with pytest.raises((StoreMissing, MailStoreMissing)):
        STORES[store]({**env, "CREATE_TABLE": word})


@pytest.mark.parametrize("name", ["CREATE_TABLE", "WEB_AHEAD"])
def test_all_words_are_understood_alike(name: str) -> None:
    def is_on(word: str) -> bool:
        env = {name: word}
        return may_create(env) if name == "CREATE_TABLE" else read(Processes, env).ahead

    assert {word: is_on(word) for word in ON} == dict.fromkeys(ON, True)
    assert {word: is_on(word) for word in filter(None, OFF)} == dict.fromkeys(
        filter(None, OFF), False
    )
    with pytest.raises(BadSetting, match=f"^{name} has to be on or off$"):
        is_on("perhaps")


@pytest.mark.parametrize("store", STORES)
def test_what_is_neither_is_refused_by_every_store(tmp_path: Path, store: str) -> None:
    with pytest.raises(BadSetting, match="CREATE_TABLE has to be on or off"):
        STORES[store]({"NAPOLEON_HOME": str(tmp_path / "home"), "CREATE_TABLE": "perhaps"})
    assert not (tmp_path / "home").exists()


def taken_for_true() -> Iterator[tuple[str, str]]:
    """Where a variable counts as true as soon as it is set to anything: the file and its name."""
    packages = ("api", "napoleon", "projections", "tools")
    files = [file for package in packages for file in (ROOT / package).rglob("*.py")]
    texts = {file: file.read_text() for file in files}
    modules = {file: ast.parse(text) for file, text in texts.items()}
    constants = Constants(list(modules.values()))
    for file, module in modules.items():
        if not ASKS.search(texts[file]):
            continue
        for asked in (it for node in ast.walk(module) for it in conditions(node)):
            match asked:
                case ast.Call(ast.Attribute(value=of), [name, *_]) if is_environment(of):
                    yield from ((file.name, variable) for variable in constants.named(name))


def conditions(node: ast.AST) -> Iterator[ast.expr]:
    """The expressions of which a node asks nothing but whether they are true."""
    match node:
        case ast.If(test) | ast.IfExp(test) | ast.While(test):
            yield from truths(test)
        case ast.Call(ast.Name("bool"), [argument]):
            yield from truths(argument)


def truths(test: ast.expr) -> Iterator[ast.expr]:
    match test:
        case ast.BoolOp(values=values):
            for value in values:
                yield from truths(value)
        case ast.UnaryOp(ast.Not(), operand):
            yield from truths(operand)
        case _:
            yield test


def test_nothing_is_on_because_a_variable_is_set() -> None:
    found = set(taken_for_true())
    assert ("opening.py", "DATABASE_URL") in found
    assert {name for _, name in found} <= NAMED_AT_ALL
