"""``napoleon pack``: look at data packs."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from api.command_line.output import as_json, fail, print_json
from api.command_line.tables import print_table
from napoleon.rules.contract import installed


@click.group()
def pack() -> None:
    """Look at data packs."""


@pack.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--ruleset", default="napoleon1815", show_default=True, help="Whose pack it is.")
@as_json
def check(folder: Path, ruleset: str, json: bool) -> None:
    """Check the data pack in FOLDER; exit status 1 if it cannot be played with."""
    if ruleset not in installed():
        raise click.UsageError(f"There is no ruleset {ruleset} with data packs.")
    findings = installed()[ruleset].check_pack(folder)
    failed = sum(not finding.ok for finding in findings)
    answer = {"ok": not failed, "findings": [msgspec.to_builtins(f) for f in findings]}
    if not json:
        print_table(
            f"{folder.name}: {len(findings)} checks, {failed} failed",
            ("", "check", "detail"),
            (("ok" if f.ok else "FAIL", f.name, f.detail) for f in findings),
        )
    if failed:
        fail("The pack failed.", "PACK_FAILED", answer)
    if json:
        print_json(answer)
