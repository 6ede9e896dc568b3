"""Drafts: a ruling that is being written, with as many corrections as it needs.

Without a script a correction is added by sending the form, which comes back with one more part.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from werkzeug.datastructures import MultiDict

from api.fields import StructForm, Values, form_of, read
from api.typed_names import all_in_source, ids_by_name
from napoleon.log.cases import CORRECT, REROLL, REWIND, STAND
from napoleon.play.referee.rulings import MOST_CORRECTIONS
from napoleon.rules.contract import Ruleset

_NAME = re.compile(r"correction\.(?P<row>[0-9]{1,3})(\.(?P<field>[a-z_0-9]{1,64}))?", re.ASCII)

_ROW = re.compile("[0-9]{1,3}", re.ASCII)

_NUMBER = re.compile("[1-9][0-9]{0,15}", re.ASCII)

_ITS_OWN = {REWIND: ("to", "reroll"), REROLL: ("version",)}
"""What only a ruling of that outcome says."""


class Row(NamedTuple):
    """One correction: its kind, and what was written into its form."""

    form: StructForm
    written: Values


class Draft(NamedTuple):
    """What was written so far."""

    case: int = 0
    outcome: str = STAND
    clauses: tuple[str, ...] = ()
    reason: str = ""
    to: str = ""
    version: str = ""
    reroll: str = ""
    conflict: bool = False
    rows: tuple[Row, ...] = ()


NOTHING_YET = Draft()


def draft_of(form: MultiDict[str, str], kinds: Sequence[StructForm]) -> Draft:
    """The draft that a form holds, with the part that was added or without the removed one.

    Corrections that are not of the `kinds` of the game are passed over.
    """
    forms = {it.tag: it for it in kinds}
    rows: dict[int, dict[str, list[str]]] = {}
    for name in form:
        if found := _NAME.fullmatch(name):
            rows.setdefault(int(found["row"]), {})[found["field"] or ""] = form.getlist(name)
    rows.pop(int(form["drop"]) if _ROW.fullmatch(form.get("drop", "")) else -1, None)
    if "add" in form:
        rows[max(rows, default=0) + 1] = {"": [form.get("kind", "")]}
    known = [
        Row(forms[written[""][0]], written)
        for _, written in sorted(rows.items())
        if written.get("", [""])[0] in forms
    ]
    return Draft(
        case=int(form["case"]) if _NUMBER.fullmatch(form.get("case", "")) else 0,
        outcome=form.get("outcome", ""),
        clauses=tuple(it.strip() for it in form.getlist("clauses") if it.strip()),
        reason=form.get("reason", ""),
        to=form.get("to", "").strip(),
        version=form.get("version", "").strip(),
        reroll=form.get("reroll", ""),
        conflict="conflict" in form,
        rows=tuple(known[:MOST_CORRECTIONS]),
    )


def body_of(
    draft: Draft, kinds: Sequence[type[msgspec.Struct]], rules: Ruleset, code: str
) -> dict[str, Any]:
    """The draft as a ruling for the API; what belongs to another outcome is left out.

    Names may be written in the language `code`.
    """
    structs = {form_of(it).tag: it for it in kinds}
    body: dict[str, Any] = {
        "outcome": draft.outcome,
        "clauses": list(draft.clauses),
        "reason": draft.reason,
        "conflict": draft.conflict,
    }
    if draft.case:
        body["case"] = draft.case
    if draft.outcome == CORRECT and draft.rows:
        body["corrections"] = [
            read(structs[it.form.tag], all_in_source(rules, code, it.written), ids_by_name(rules))
            for it in draft.rows
        ]
    for name in _ITS_OWN.get(draft.outcome, ()):
        if said := getattr(draft, name):
            body[name] = int(said) if _NUMBER.fullmatch(said) else said
    return body
