"""The tests are compiled once, though several processes collect them.

Assertions are rewritten when a module of tests is compiled for the first time, which takes three
times as long as everything else about collecting them. All workers go through the modules in the
same order, so each of them would compile nearly every one: a third of the modules each is enough,
as what has been compiled is kept beside the sources.
"""

from __future__ import annotations

import os
from contextlib import suppress
from importlib import import_module
from pathlib import Path

TESTS = Path(__file__).parent


def compile_share() -> None:
    """Import this worker's share of all tests ahead of the collection, which imports the rest.

    Outside of a worker, and where bytecode is not kept, nothing is done. What cannot be imported
    is left to the collection, which says so.
    """
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    if not worker.startswith("gw"):
        return
    number, count = int(worker[2:]), int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
    # Those that are next to each other need about the same.
    for file in sorted(TESTS.rglob("test_*.py"))[number::count]:
        with suppress(Exception):
            import_module(".".join(file.relative_to(TESTS.parent).with_suffix("").parts))
