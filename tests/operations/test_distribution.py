"""What is installed: for running, for developing, and what goes with it when it is given away."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from functools import cache
from importlib.metadata import metadata, packages_distributions, requires
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.command_line.server import ROOT

PACKAGES = ("api", "napoleon", "projections")
FOR_DEVELOPING = ("tests", "tools")
LICENCES = ("LICENSE", "LICENSES/CC0-1.0.txt")
PACKS = sorted(
    folder.relative_to(ROOT).as_posix() for folder in ROOT.glob("napoleon/rulesets/*/data")
)

make = pytest.mark.skipif(not shutil.which("make"), reason="no make here")


def canonical(name: str) -> str:
    """The name of a distribution as names are compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


def declared(*extras: str) -> set[str]:
    """The distributions that are installed with this one, and with its `extras`."""
    found = set()
    for requirement in requires("napoleon") or []:
        of_extra = re.search(r"""extra == ['"](\w+)['"]""", requirement)
        if of_extra is None or of_extra[1] in extras:
            found.add(canonical(re.split(r"[^\w.-]", requirement)[0]))
    return found


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """All statements in a piece of code. Most of its nodes are expressions, and are left out."""
    for block in ("body", "orelse", "finalbody", "handlers", "cases"):
        for inner in getattr(node, block, ()):
            yield inner
            yield from statements(inner)


@cache
def imported(folder: str) -> frozenset[str]:
    """What the modules of a folder import from other distributions, wherever in them."""
    found: set[str] = set()
    for file in (ROOT / folder).rglob("*.py"):
        for node in statements(ast.parse(file.read_text())):
            match node:
                case ast.Import(names):
                    found.update(name.name.partition(".")[0] for name in names)
                case ast.ImportFrom(str(module), _, 0):
                    found.add(module.partition(".")[0])
    return frozenset(found - sys.stdlib_module_names - {*PACKAGES, *FOR_DEVELOPING, "__future__"})


def undeclared(folder: str, *extras: str) -> set[str]:
    """What is imported in a folder and comes with no distribution that is declared."""
    of = packages_distributions()
    known = declared(*extras)
    return {
        module
        for module in imported(folder)
        if not known & {canonical(name) for name in of.get(module, ())}
    }


# The demo runs on what running takes; see the Makefile.
@pytest.mark.parametrize("folder", [*PACKAGES, "tools/demo"])
def test_what_running_imports_is_declared(folder: str) -> None:
    assert imported(folder)
    assert undeclared(folder, "s3") == set()
    # What comes with an extra is imported where it was chosen, and nowhere else.
    beyond = undeclared(folder)
    assert beyond == ({"obstore"} if folder == "api" else set())


@pytest.mark.parametrize("folder", FOR_DEVELOPING)
def test_what_developing_imports_is_declared(folder: str) -> None:
    assert undeclared(folder, "dev") == set()


def test_what_is_for_developing_is_not_for_running() -> None:
    assert {"pytest", "mypy", "hypothesis", "playwright"} <= declared("dev") - declared()
    assert undeclared("tests"), "the tests take more"


# -- make ------------------------------------------------------------------------------------------


def would_do(folder: Path, target: str) -> list[str]:
    """The commands of ``make`` in a fresh clone."""
    for name in ("Makefile", "setup.cfg", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, folder)
    # As a newcomer calls it, and not as a part of `make test`.
    env = {name: it for name, it in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    command = ["make", "--dry-run", target]
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


@make
@pytest.mark.parametrize("target", ["run", "demo"])
def test_running_installs_what_running_takes(tmp_path: Path, target: str) -> None:
    told = would_do(tmp_path, target)
    assert re.fullmatch(r'echo "Installing .* MB\."', told[0])
    [install] = (line for line in told if "pip install" in line)
    assert install.endswith("--editable .")


@make
@pytest.mark.parametrize("target", ["test", "check", "soak", "bench", "load", "screenshots"])
def test_developing_installs_the_rest_as_well(tmp_path: Path, target: str) -> None:
    told = would_do(tmp_path, target)
    [base, more] = (number for number, line in enumerate(told) if "pip install" in line)
    assert told[base].endswith("--editable .")
    assert told[more].endswith("--editable '.[dev]'")
    # A line before each of them says what takes so long.
    assert "Installing" in "".join(told[:base])
    assert "Installing" in "".join(told[base:more])


# -- licences --------------------------------------------------------------------------------------


def test_the_licence_is_told() -> None:
    told = metadata("napoleon")
    assert told["License-Expression"] == "MIT AND CC0-1.0"
    assert told["Author"] == "The Napoleon developers"
    assert told.get_all("License-File") == [*LICENCES]
    assert not told.get_all("Project-URL"), "there is none to tell"
    assert "Copyright (c) 2026 The Napoleon developers" in (ROOT / LICENCES[0]).read_text()
    assert "CC0 1.0 Universal" in (ROOT / LICENCES[1]).read_text()


@pytest.mark.parametrize("pack", PACKS)
def test_each_data_pack_says_under_which_licence_it_is(pack: str) -> None:
    text = (ROOT / pack / "README.md").read_text().partition("## Licence")[2]
    [link] = re.findall(r"\[CC0 1\.0\]\((.*?)\)", text)
    assert (ROOT / pack / link).resolve() == ROOT / LICENCES[1]


BUILD = """
import sys
from setuptools import build_meta
_, folder = sys.argv
build_meta.build_sdist(folder)
build_meta.build_wheel(folder)
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what would be given away, built from what a clone has."""
    clone, built = tmp_path_factory.mktemp("clone"), tmp_path_factory.mktemp("built")
    for name in ("setup.cfg", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, clone)
    for name in (*PACKAGES, "LICENSES"):
        shutil.copytree(
            ROOT / name, clone / name, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info")
        )
    subprocess.run(
        [sys.executable, "-c", BUILD, str(built)], cwd=clone, check=True, capture_output=True
    )
    return built


def names(built: Path) -> Iterator[set[str]]:
    """What is in the wheel, and in the source distribution."""
    [wheel], [source] = built.glob("*.whl"), built.glob("*.tar.gz")
    with ZipFile(wheel) as archive:
        files = set(archive.namelist())
    yield files | {name.partition(".dist-info/licenses/")[2] for name in files}
    with tarfile.open(source) as archive:
        yield {name.partition("/")[2] for name in archive.getnames()}


def test_licences_and_data_go_with_the_code(built: Path) -> None:
    data = {
        file.relative_to(ROOT).as_posix()
        for pack in PACKS
        for file in (ROOT / pack).rglob("*")
        if file.is_file()
    }
    code = {
        file.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for file in (ROOT / package).rglob("*")
        if file.is_file() and file.suffix in (".py", ".lua", ".toml", ".html", ".js", ".css", ".po")
    }
    assert len(data) > 20
    for given in names(built):
        assert {*LICENCES, *data, *code} - given == set()
        assert not {name for name in given if name.startswith(("tests/", "tools/"))}


def test_an_installation_puts_its_packages_on_the_path_and_nothing_else(
    built: Path, tmp_path: Path
) -> None:
    [wheel] = built.glob("*.whl")
    pip = [sys.executable, "-m", "pip", "install", "--quiet"]
    alone = ["--no-deps", "--no-index", "--no-compile"]
    subprocess.run([*pip, *alone, "--target", str(tmp_path), str(wheel)], check=True)
    found = {it.name for it in tmp_path.iterdir() if it.suffix != ".dist-info"}
    assert found == {*PACKAGES, "bin"}
    assert [it.name for it in (tmp_path / "bin").iterdir()] == ["napoleon"]

    def said(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "api.command_line", *arguments],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(tmp_path), "COLUMNS": "200"},
            capture_output=True,
            text=True,
        )
        return done.stdout + done.stderr

    # Packages of others bring a folder of that name now and then.
    for foreign in (False, True):
        if foreign:
            (tmp_path / "tools").mkdir()
            (tmp_path / "tools" / "__init__.py").touch()
        commands = said("--help")
        assert re.search(r"^  serve ", commands, re.MULTILINE)
        assert not re.search(r"^  bench ", commands, re.MULTILINE)
        assert "Run `make bench` in the source: it is not installed." in said("bench")
