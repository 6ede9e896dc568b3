"""What pages show is what comes out: every command of a block is run, every output compared."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.documents.databases import NONE, Databases, databases
from tests.documents.page import PAGES
from tests.documents.running import console, needs_databases, written_anew
from tests.repetitions import some_of

SHOWN = [*filter(console, PAGES)]

QUICK = [it for it in SHOWN if it.name in ("README.md", "webhooks.md")]
"""Those that ``make test`` runs, one of which needs a server."""


@pytest.fixture
def own(request: pytest.FixtureRequest, page: Path) -> Iterator[Databases]:
    """Databases for a page that needs some."""
    if not needs_databases(page):
        yield NONE
        return
    servers = (request.getfixturevalue(f"own_{name}") for name in ("postgres", "valkey"))
    with databases(*servers) as found:
        yield found


@pytest.mark.skipif(not shutil.which("curl"), reason="no curl here")
@pytest.mark.parametrize("page", some_of(QUICK, SHOWN), ids=lambda it: it.name)
def test_every_output_is_what_the_command_prints(
    page: Path, tmp_path: Path, own: Databases
) -> None:
    """If it is not, and should not be: ``make documents`` writes the outputs anew."""
    assert written_anew(page, tmp_path, own) == page.read_text()
