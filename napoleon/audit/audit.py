"""The audit of a record: hashes, signatures and proofs, every draw, and every decision.

The first two are the verifier's. The third needs the rules: the orders in the log are decided
again, and have to cause the same events.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO

import msgspec

from napoleon.audit.adjudication import Adjudication, decided_again
from napoleon.audit.claims import claimed
from napoleon.audit.retelling import LanguageOf, compared, english, written
from napoleon.log.game_log import GameLog
from napoleon.record import bundle, readback, verifier
from napoleon.record.readback import BundleRefused, ReadBack
from napoleon.record.verifier import Check, Record, Report
from napoleon.rules.contract import Ruleset, UnknownRuleset, replaying
from napoleon.rules.orders import OrderGiven

RULES = "rules"
"""The name of the check that decides everything again."""


_CHUNK = 2000
"""Events that are read from the store at a time."""


class Audit(msgspec.Struct, frozen=True):
    """What was found."""

    report: Report
    """Every check, including that of the rules."""
    adjudication: Adjudication | None
    """None if nothing could be decided again."""
    not_decided: int = 0
    """Orders that were not decided again."""

    @property
    def holds(self) -> bool:
        """Whether nothing in it is wrong."""
        return self.report.first_wrong is None


def audit(
    source: str | Path | BinaryIO,
    rulesets: Mapping[str, Ruleset],
    checkpoints: Mapping[str, str] | None = None,
    key: str | None = None,
    language_of: LanguageOf = english,
) -> Audit:
    """Check a bundle, and decide its orders and tell its story again as far as that is open.

    `checkpoints` are notes that somebody has kept, by the names they use for them; `key` is the one
    that they trust. A bundle whose rules are not among `rulesets` fails. A story is told again in
    the language in which it was written, if `language_of` has it.
    """
    report, record = verifier.examined(source, checkpoints or {}, key)
    if record is None:
        return Audit(report, None)
    is_good = report.first_wrong is None
    orders = _orders_under_seal(record) if report.counts.closed else None
    about = None
    if is_good:
        report.checks.append(claimed(record))
        is_sealed = any(it.name == "seal" and it.ok for it in report.checks)
        about = written(record, sealed=is_sealed)
    pinned = (record.manifest[it] for it in ("ruleset", "rules_version", "pack"))
    rules = _known(rulesets, *pinned)
    del record  # it is large, and is read once more
    found, good = _decided(source, rulesets, orders, report)
    if about is not None and report.first_wrong is None:
        told = compared(about, rulesets, rules, good, language_of)
        report.checks += [told] if told is not None else []
    return found


def _decided(
    source: str | Path | BinaryIO,
    rulesets: Mapping[str, Ruleset],
    orders: int | None,
    report: Report,
) -> tuple[Audit, ReadBack | None]:
    """Decide the orders of a record again, and add that to the report; what was read back."""
    if orders == 0:
        detail = "No order was given yet."
        report.checks.append(Check(RULES, True, None, detail))
        return Audit(report, None), None
    if orders is not None:
        detail = (
            f"{orders} orders were not decided again: they can be when the game is over and its "
            "secrets are open."
        )
        report.checks.append(Check(RULES, None, None, detail))
        return Audit(report, None, orders), None
    try:
        good = readback.read(source, rulesets)
    except BundleRefused as refused:
        report.checks.append(Check(RULES, False, None, str(refused)))
        return Audit(report, None), None
    found = decided_again(good.events, rulesets[good.rules.name])
    report.checks.append(_check(found))
    return Audit(report, found, found.other_rules), good


def audit_of_game(games: GameLog, game_id: str) -> Audit:
    """Check the record of a game as the store has it now, with all secrets open.

    What it finds may reveal hidden things. Raises UnknownGame, UnknownRuleset, KeyUnusable.
    """
    with TemporaryFile() as file:
        bundle.write_record(games, game_id, bundle.OPERATOR, file)
        file.seek(0)
        return audit(file, games.rulesets)


def what_is_read(games: GameLog, game_id: str, signed: int | None = None) -> bytes:
    """The digest of all rows of a game that `audit_of_game` reads, as the store has them now.

    It is read each time; nothing is remembered. What cannot be read as an event counts too. With
    `signed` checkpoints of more events are left out: an audit keeps one of what it has read.
    """
    recorder, digest = games.recorder, hashlib.sha256()
    after = 0
    while rows := recorder.remains(game_id, after=after, limit=_CHUNK):
        after = rows[-1].originator_version
        for row in rows:
            # On SQLite a state that was changed may be of any type.
            state = row.state if isinstance(row.state, bytes) else repr(row.state).encode()
            _add(digest, str(row.originator_version).encode(), row.topic.encode(), state)
    for kept in recorder.checkpoints(game_id):
        if signed is None or kept.size <= signed:
            _add(digest, str(kept.size).encode(), kept.note.encode(), kept.leaves)
    for beside in (*recorder.signing_keys(), *recorder.texts(game_id)):
        _add(digest, msgspec.json.encode(beside))
    return digest.digest()


def _add(digest: hashlib._Hash, *parts: bytes) -> None:
    """Add a row: with the length of each part, so that no other row comes to the same."""
    for part in parts:
        digest.update(len(part).to_bytes(8) + part)


def _orders_under_seal(record: Record) -> int | None:
    """How many orders a record holds whose seed is closed; None if the seed is open."""
    if any((row["version"], row["field"]) == (1, "seed") for row in record.openings):
        return None
    told = f'"type":"{OrderGiven.topic}"'.encode()
    return sum(told in line for line in record.lines)


def _known(rulesets: Mapping[str, Ruleset], name: str, version: str, pack: str) -> Ruleset | None:
    with suppress(UnknownRuleset):
        return replaying(rulesets, name, version, pack)
    return None


def _check(found: Adjudication) -> Check:
    wrong = found.divergence
    if wrong is not None:
        cited = f" [{wrong.clause}]" if wrong.clause else ""
        detail = f"Decided again by {found.rules}{cited}: {wrong.detail}"
        return Check(RULES, False, wrong.version, detail)
    detail = f"{found.orders} orders cause the same events by {found.rules}."
    if not found.other_rules:
        return Check(RULES, True, None, detail)
    detail = (
        f"{found.other_rules} orders were not decided again, as the rules that they were decided "
        f"by are not here; {found.orders} cause the same events by {found.rules}."
    )
    return Check(RULES, None, None, detail)
