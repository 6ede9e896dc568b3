"""The pages that people read have no gaps that were to be filled in."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "page", [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")], ids=lambda it: it.name
)
def test_a_page_has_no_gaps(page: Path) -> None:
    assert not re.findall(r"@[A-Z0-9]+@|TODO|FIXME", page.read_text())
