"""Everything that reads a bundle, tried on some; what each took is a line of JSON.

    python -m tests.record.attempt HOME BUNDLE=PROGRAM,PROGRAM...

It is a program of its own, so that what it takes is not lost in what the tests take.
"""

from __future__ import annotations

import json
import os
import resource
import runpy
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path


def attempts(bundle: str) -> Iterator[tuple[str, Callable[[], object]]]:
    """What reads the bundle, the smallest program first."""
    verifier = Path(__file__).parents[2] / "napoleon" / "record" / "verifier.py"
    yield "verify.py", lambda: program(str(verifier), bundle)
    from api.command_line.main import main

    yield "verify", lambda: main(["verify", bundle])
    yield "import", lambda: main(["import", bundle])
    yield "import as json", lambda: main(["import", bundle, "--json"])


def program(path: str, argument: str) -> None:
    """Run a Python file as a program."""
    sys.argv = [path, argument]
    runpy.run_path(path, run_name="__main__")


def peak() -> int:
    """The most memory that this process has had, in MiB."""
    try:
        told = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    [line] = [it for it in told.splitlines() if it.startswith("VmHWM")]
    return int(line.split()[1]) // 1024


def main() -> None:
    os.environ["NAPOLEON_HOME"], *bundles = sys.argv[1:]
    for it in bundles:
        bundle, _, programs = it.rpartition("=")
        for name, attempt in attempts(bundle):
            if name not in programs.split(","):
                continue
            started, status, said = time.process_time(), None, StringIO()
            try:
                with redirect_stdout(said):
                    attempt()
            except SystemExit as end:
                status = end.code
            seconds = time.process_time() - started
            took = {"status": status, "seconds": seconds, "mebibytes": peak()}
            told = said.getvalue()[-2000:]
            facts = {"bundle": Path(bundle).stem, "program": name, **took, "told": told}
            print(json.dumps(facts), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
