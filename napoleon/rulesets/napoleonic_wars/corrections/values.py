"""Correcting single values, in the one shape that `napoleonic_wars.values` declares [R-135]."""

from __future__ import annotations

from napoleon.rules.kit.correcting import nothing_to_correct
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleonic_wars.corrections.checks import CLAUSE
from napoleon.rulesets.napoleonic_wars.corrections.kinds import SetMark, SetNumber
from napoleon.rulesets.napoleonic_wars.events.corrections_of_values import (
    MarkCorrected,
    NumberCorrected,
)
from napoleon.rulesets.napoleonic_wars.table import Wars
from napoleon.rulesets.napoleonic_wars.values import MARKS, NUMBERS, Value


def _refuse(table: Wars, value: Value, of: str, number: int) -> Refusal | None:
    """It is said of somebody now, is a possible one, and another one than now."""
    if of not in value.of(table.state, table.data):
        detail = "That is said of nothing by that name now."
        return refuse("NOT_SAID_OF_THAT", value.clause, detail, of=of)
    if not value.least <= number <= value.most:
        detail = f"It is a number from {value.least} to {value.most}."
        return refuse("OUT_OF_RANGE", value.clause, detail, least=value.least, most=value.most)
    if value.read(table.state, of) == number:
        return nothing_to_correct(CLAUSE, of=of, number=number)
    return None


def set_number(table: Wars, wanted: SetNumber, reason: str) -> Refusal | None:
    """A number is set that `values` declares."""
    value = NUMBERS[wanted.what]
    refusal = _refuse(table, value, wanted.of, wanted.number)
    if refusal is None:
        before = value.read(table.state, wanted.of)
        event = NumberCorrected(wanted.what, wanted.of, before, wanted.number, reason)
        table.record(event, CLAUSE, value.clause)
    return refusal


def set_mark(table: Wars, wanted: SetMark, reason: str) -> Refusal | None:
    """Something that `values` declares is so, or is not."""
    value = MARKS[wanted.mark]
    refusal = _refuse(table, value, wanted.of, int(wanted.holds))
    if refusal is None:
        event = MarkCorrected(wanted.mark, wanted.of, wanted.holds, reason)
        table.record(event, CLAUSE, value.clause)
    return refusal
