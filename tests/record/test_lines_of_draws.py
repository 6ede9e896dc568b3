"""Lines of draws that were doubled or swapped in a bundle are found out."""

from __future__ import annotations

import io
from collections.abc import Callable
from zipfile import ZipFile

import pytest

from napoleon.record.verifier import verify
from tests.goldens.bundles import FOLDER

BUNDLES = sorted(it.name for it in FOLDER.glob("*-finished.zip"))

CHANGES: dict[str, Callable[[list[bytes]], list[bytes]]] = {
    "doubled": lambda lines: [*lines[:3], lines[2], *lines[3:]],
    "swapped": lambda lines: [lines[0], lines[-1], *lines[1:-1]],
    "turned": lambda lines: lines[::-1],
}


@pytest.mark.sampled(6)
@pytest.mark.parametrize("how", CHANGES)
@pytest.mark.parametrize("name", BUNDLES)
def test_lines_of_draws_stand_once_and_in_order(name: str, how: str) -> None:
    changed, told = io.BytesIO(), 0
    with ZipFile(FOLDER / name) as whole, ZipFile(changed, "w") as archive:
        for it in whole.infolist():
            data = whole.read(it)
            if it.filename == "draws.ndjson":
                lines = data.splitlines(keepends=True)
                told = len(lines)
                data = b"".join(CHANGES[how](lines))
            archive.writestr(it, data)
    assert told > 4
    assert verify(FOLDER / name).first_wrong is None
    changed.seek(0)
    report = verify(changed)
    assert report.first_wrong is not None
    assert "draws.ndjson" in report.first_wrong.detail
