"""Instructions: what a seat has left to be answered in its place, and where it leaves some."""

from __future__ import annotations

from typing import Any, NamedTuple

from flask import Response, request

from api.fields import Input, StructForm, Values, form_of, read
from api.http.problems import Problem
from api.rest.standing_orders import kept_by, left, withdrawn
from api.rest.window_forms import submitted
from api.typed_names import all_in_source, ids_by_name
from api.web.cases.frame import Form, back, sent, shown
from api.web.cases.window_forms import Panel, as_typed, panel, written_in
from api.web.catalogue import language
from api.web.game.looking import Look, look
from api.web.pages import web
from napoleon.rules.plain_views import in_words
from napoleon.rules.standing_orders import Choices, Kept, StandingOrder

_FIELD = "field."
"""What the names of inputs begin with that are fields of a standing order."""


class Left(NamedTuple):
    """A standing order as it is told to its seat."""

    id: str
    kind: str
    facts: tuple[tuple[str, str], ...]
    """What else it says, in words."""
    by: str
    """The share that has left it; empty if the holder of the seat has."""


@web.get("/games/<game_id>/instructions")
def instructions_page(game_id: str) -> Response:
    """What the reader's seat has left, and nobody else's."""
    return _page(look(game_id))


@web.post("/games/<game_id>/instructions")
def leave_instruction(game_id: str) -> Response:
    """Leave a standing order."""
    seen = look(game_id)
    tag = request.form.get("instruction", "")
    written = {
        name.removeprefix(_FIELD): request.form.getlist(name)
        for name in request.form
        if name.startswith(_FIELD)
    }
    kind = next((it for it in _kinds(seen) if form_of(it).tag == tag), None)
    try:
        if kind is None:
            raise Problem("BAD_PAYLOAD", "The game knows no such instruction.")
        named = all_in_source(seen.rules, language(), written)
        left(seen.newest, seen.who.actor, read(kind, named, ids_by_name(seen.rules)))
    except Problem as problem:
        return _page(look(game_id), problem, tag, written)
    return back(seen, "game" if request.form.get("then") == "game" else "instructions_page")


@web.post("/games/<game_id>/instructions/<instruction>/withdraw")
def withdraw_instruction(game_id: str, instruction: str) -> Response:
    """Forget a standing order."""
    seen = look(game_id)
    sent(Form)
    try:
        withdrawn(seen.newest, seen.who.viewer, instruction)
    except Problem as problem:
        return _page(look(game_id), problem)
    return back(seen, "instructions_page")


@web.post("/games/<game_id>/windows")
def submit_windows(game_id: str) -> Response:
    """Say what the reader's seat does in windows of cards, in one act."""
    seen = look(game_id)
    try:
        asks, plays = written_in(seen)
        submitted(seen.newest, seen.who.actor, asks, plays)
    except Problem as problem:
        now = look(game_id)
        return _page(now, problem, windows=as_typed(panel(now)))
    return back(seen, "instructions_page")


def _page(
    seen: Look,
    problem: Problem | None = None,
    tag: str = "",
    written: Values | None = None,
    windows: Panel | None = None,
) -> Response:
    seated = seen.who.seat is not None
    choices = _choices(seen)
    forms = [_named(form_of(it, choices), seen) for it in _kinds(seen)] if seated else []
    form = windows or panel(seen)
    return shown(
        "instructions",
        seen,
        problem,
        kept=[_left(it, seen, choices) for it in _kept(seen, form)] if seated else [],
        kinds=[] if seen.newest.over else forms,
        windows=form,
        tag=tag,
        written=written or {},
    )


def _kept(seen: Look, form: Panel | None) -> list[Kept]:
    """What the reader's seat has left, without what the form for windows shows already."""
    kept, standing = kept_by(seen.newest, seen.who.viewer), seen.rules.standing
    if form is None or standing is None or standing.windows is None:
        return kept
    return [it for it in kept if not standing.windows.is_said_by_form(it.word)]


def _named(form: StructForm, seen: Look) -> StructForm:
    """A form in which kinds of questions are chosen by what they are about."""
    kinds = () if seen.rules.wording is None else seen.rules.wording.kinds
    inputs = (
        it._replace(
            choices={
                value: told or (seen.phrases.kind(value) if value in kinds else "")
                for value, told in it.choices.items()
            }
        )
        if it.name == "question"
        else it
        for it in form.inputs
    )
    return form._replace(inputs=tuple(inputs))


def _kinds(seen: Look) -> tuple[type[StandingOrder], ...]:
    """What may be left: before the table is laid out one of the profiles."""
    standing = seen.rules.standing
    if standing is None:
        return ()
    return standing.kinds if seen.laid else standing.profiles


def _choices(seen: Look) -> Choices:
    """What the reader's seat may choose in the fields of its standing orders."""
    standing, seat = seen.rules.standing, seen.who.seat
    if standing is None or seat is None or not seen.laid or seen.newest.over:
        return {}
    return standing.choices(seen.newest.state, seat)


def _left(it: Kept, seen: Look, choices: Choices) -> Left:
    form = form_of(type(it.word), choices)
    values = ((field, getattr(it.word, field.name)) for field in form.inputs)
    facts = tuple(
        (field.label, _chosen(field, value, seen))
        for field, value in values
        if value not in ("", ())
    )
    return Left(it.id, form.label, facts, it.by)


def _chosen(field: Input, value: Any, seen: Look) -> str:
    known = field.choices.get(str(value))
    return _told(value, seen) if known is None else seen.choice(str(value), known)


def _told(value: Any, seen: Look) -> str:
    if isinstance(value, tuple):
        return ", ".join(_told(it, seen) for it in value)
    return seen.labelled(value) if isinstance(value, str) else in_words(value)
