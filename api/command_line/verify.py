"""``napoleon verify``: checks an exported record with only the record."""

from __future__ import annotations

from pathlib import Path

import click

from api.command_line.confined import confined
from api.command_line.output import as_json, fail, print_json
from api.command_line.tables import print_table
from api.languages import LANGUAGES, language_of
from napoleon.audit.audit import audit
from napoleon.record import verifier
from napoleon.rules.contract import Ruleset, installed
from napoleon.rules.prose.language import Language

_OUTCOMES = {True: "ok", False: "FAIL", None: "not all"}
"""What stands beside a check; the last is for one that could not look at everything."""


@click.command()
@click.argument("file", type=click.Path(exists=True, path_type=Path))
@click.option(
    "--checkpoint",
    "checkpoints",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A turn mail or signed note that you kept: FILE must be the record it was signed for.",
)
@click.option(
    "--receipt",
    "receipts",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A header Napoleon-Receipt or the mail after an order that you kept, likewise.",
)
@click.option("--key", help="Key of the service that you trust; that of FILE by default.")
@as_json
def verify(
    file: Path,
    checkpoints: tuple[Path, ...],
    receipts: tuple[Path, ...],
    key: str | None,
    json: bool,
) -> None:
    """Check the record in FILE, a bundle or the folder of one.

    Hashes, signatures and openings, every draw, and every decision: the orders are decided again
    by the rules that the game was played by, if they are installed; it is said how many are not.
    Exit status 1 if anything in it does not hold, with the first event that is wrong.
    """
    kept = {str(path): _text(path) for path in (*checkpoints, *receipts)}
    with confined():
        found = audit(file, installed(), kept, key, _told_in)
    report = found.report
    answer = {
        **report.to_data(),
        "adjudication": found.adjudication,
        "not_decided": found.not_decided,
    }
    if not json:
        print_table(
            f"{file}: {len(report.checks)} checks",
            ("", "check", "event", "detail"),
            ((_OUTCOMES[it.ok], it.name, it.version, it.detail) for it in report.checks),
        )
    verdict = verifier.verdict(report, trusted=key is not None)
    if report.first_wrong is not None:
        fail(verdict, "DOES_NOT_HOLD", answer)
    if json:
        print_json(answer)
    else:
        click.echo(verdict)


def _told_in(rules: Ruleset, code: str) -> Language:
    """The language that a bundle names. Raises LookupError if there is none of that code."""
    if code not in LANGUAGES:
        raise LookupError(code)
    return language_of(rules, code)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise click.UsageError(f"{path} is not a text in UTF-8.") from None
