"""The audit of a record: hashes, signatures and proofs, every draw, and every decision.

The first two are the verifier's. The third needs the rules: the orders in the log are decided
again, and have to cause the same events.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO

import msgspec

from napoleon.audit.adjudication import Adjudication, decided_again
from napoleon.log.game_log import GameLog
from napoleon.record import bundle, readback, verifier
from napoleon.record.readback import BundleRefused
from napoleon.record.verifier import Check, Report
from napoleon.rules.contract import Ruleset

RULES = "rules"
"""The name of the check that decides everything again."""


class Audit(msgspec.Struct, frozen=True):
    """What was found."""

    report: Report
    """Every check, including that of the rules."""
    adjudication: Adjudication | None
    """None if nothing could be decided again."""

    @property
    def holds(self) -> bool:
        """Whether all of it holds."""
        return self.report.first_wrong is None


def audit(
    source: str | Path | BinaryIO,
    rulesets: Mapping[str, Ruleset],
    checkpoints: Mapping[str, str] | None = None,
    key: str | None = None,
) -> Audit:
    """Check a bundle, and decide its orders again as far as they are sound and open.

    `checkpoints` are notes that somebody has kept, by the names they use for them; `key` is the one
    that they trust. A bundle whose rules are not among `rulesets` fails.
    """
    report = verifier.verify(source, checkpoints or {}, key)
    if not report.checks or not report.game:
        return Audit(report, None)
    if report.counts.closed and not _has_seed(source):
        detail = "The orders can be decided again when the game is over and its secrets are open."
        report.checks.append(Check(RULES, True, None, detail))
        return Audit(report, None)
    try:
        good = readback.read(source, rulesets)
    except BundleRefused as refused:
        report.checks.append(Check(RULES, False, None, str(refused)))
        return Audit(report, None)
    found = decided_again(good.events, good.rules)
    report.checks.append(_check(found))
    return Audit(report, found)


def audit_of_game(games: GameLog, game_id: str) -> Audit:
    """Check the record of a game as the store has it now, with all secrets open.

    What it finds may reveal hidden things. Raises UnknownGame, UnknownRuleset, KeyUnusable.
    """
    with TemporaryFile() as file:
        bundle.write_record(games, game_id, bundle.OPERATOR, file)
        file.seek(0)
        return audit(file, games.rulesets)


def _has_seed(source: str | Path | BinaryIO) -> bool:
    record = verifier.read_record(source, {}, None, verifier.Counts())
    return any((row["version"], row["field"]) == (1, "seed") for row in record.openings)


def _check(found: Adjudication) -> Check:
    wrong = found.divergence
    if wrong is not None:
        cited = f" [{wrong.clause}]" if wrong.clause else ""
        detail = f"Decided again by {found.rules}{cited}: {wrong.detail}"
        return Check(RULES, False, wrong.version, detail)
    others = f", {found.other_rules} were decided by other rules" if found.other_rules else ""
    detail = f"{found.orders} orders cause the same events by {found.rules}{others}"
    return Check(RULES, True, None, detail)
