"""Change the code in small ways, one at a time, and say which changes no test notices.

The code is changed in a copy. An interrupt ends the run early, and what was tried is reported.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console

from tools.mutants.areas import areas
from tools.mutants.bench import Bench
from tools.mutants.drawing import sample
from tools.mutants.report import Tried, report

ROOT = Path(__file__).parents[2]

WIDTH = 120
"""Columns of a report that goes into a file."""


def main() -> int:
    """Try out a sample of mutants; 1 if none could be tried."""
    arguments = parser().parse_args()
    console = Console(width=None if sys.stdout.isatty() else WIDTH)
    area_of = {module: area for area in areas(arguments.root) for module in area.modules}
    drawn = sample(arguments.root, area_of, arguments.sample, arguments.seed)
    tried: list[Tried] = []
    with TemporaryDirectory() as folder:
        bench = Bench(arguments.root, Path(folder, "copy"), arguments.seed)
        for area in sorted({area_of[it.module] for it in drawn}, key=lambda it: it.name):
            console.print(f"the tests of {area.name} take {bench.time(area):.1f} s", markup=False)
        try:
            for number, mutant in enumerate(drawn, 1):
                outcome = bench.try_out(mutant, area_of[mutant.module])
                tried.append(Tried(mutant, outcome))
                said = f"{number} of {len(drawn)}: {outcome}: {mutant.module}"
                console.print(said, markup=False, highlight=False, soft_wrap=True)
        except KeyboardInterrupt:
            console.print(f"interrupted after {len(tried)} of {len(drawn)}")
    report(tried, console)
    return 0 if tried else 1


def parser() -> argparse.ArgumentParser:
    """What may be asked for."""
    asked = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    asked.add_argument("--sample", type=int, default=100, help="how many mutants to try at most")
    asked.add_argument("--seed", type=int, default=1, help="the same seed draws the same mutants")
    asked.add_argument("--root", type=Path, default=ROOT, help="folder of a project")
    return asked


sys.exit(main())
