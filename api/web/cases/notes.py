"""Private notes: a page for them, and the same form beside the board.

They are no part of a position. Two windows of one seat never overwrite each other unseen: a form
says over which version it was written, and is shown both texts if another one was kept since.
"""

from __future__ import annotations

from typing import NamedTuple

import marshmallow as ma
from eventsourcing.persistence import PersistenceError
from flask import Response, render_template, request

from api.http.people import desk_seats, registry, shows_desk, signed_in
from api.http.problems import Problem
from api.mail.errors import MailStoreMissing
from api.people import notes
from api.people.rows import NoteRow
from api.rest.schemas.fields import Number
from api.web.cases.frame import Form, back, sent, shown
from api.web.catalogue import gettext
from api.web.game.looking import Look, look
from api.web.pages import headers, web
from napoleon.log.store.recorder import StoreMissing

CONFLICT = 409
REFUSED = 422

ANSWER = "text/html; charset=utf-8"


class NotesForm(Form):
    """What somebody has written over a version of their notes."""

    version = Number(required=True, validate=ma.validate.Range(min=0))
    text = ma.fields.String(load_default="")
    from_ = ma.fields.String(data_key="from", validate=ma.validate.OneOf(["table"]))
    """Where it was written, if not on the page of the notes."""


class OwnNotes(NamedTuple):
    """What the form of the notes shows."""

    text: str
    """What stands in the field: what was kept, or what was just written and is not kept."""
    version: int = 0
    """The version over which the form writes."""
    changed: int = 0
    """When that was kept; 0 if it never was."""
    wrong: str = ""
    """Why what was written is not kept."""
    other: str | None = None
    """What another window has kept in the meantime."""
    unread: bool = False
    """Whether the notes cannot be read now, and so not be written either."""
    unclaimed: bool = False
    """Whether the seat has to be claimed first: its invitation may be in several hands."""
    on_page: bool = False
    """Whether the form stands on the page of the notes, and not beside the board."""
    longest: int = notes.LONGEST

    @property
    def status(self) -> int:
        """The status of an answer that shows it."""
        if self.other is not None:
            return CONFLICT
        return REFUSED if self.wrong else 200


@web.get("/games/<game_id>/notes")
def notes_page(game_id: str) -> Response:
    """One's private notes."""
    seen = look(game_id)
    return _page(seen, _shown(seen))


@web.post("/games/<game_id>/notes")
def keep_notes(game_id: str) -> Response:
    """Keep private notes, from their page or without a script from beside the board."""
    seen = look(game_id)
    told = _kept_by_form(seen)
    if told.status != 200:
        return _page(seen, told)
    if "from" in request.form:
        return back(seen, "game", _anchor="notes")
    return back(seen, "notes_page")


@web.post("/games/<game_id>/notes/beside")
def keep_notes_beside(game_id: str) -> Response:
    """Keep private notes beside the board; the form as it stands then."""
    seen = look(game_id)
    told = _kept_by_form(seen)
    html = render_template(
        "game/_own_notes.html", notes=told, game=seen.newest, seat=seen.who.actor
    )
    return Response(html, told.status, headers(), content_type=ANSWER)


@web.app_template_global("notes_beside_the_board")
def beside(seen: Look) -> OwnNotes | None:
    """What the form beside the board shows; None for a reader without a seat."""
    if seen.who.actor not in seen.newest.tokens:
        return None
    try:
        return _shown(seen)
    except (MailStoreMissing, StoreMissing, PersistenceError):
        # The game goes on without them.
        return OwnNotes("", unread=True)


def _shown(seen: Look) -> OwnNotes:
    """The notes as they are kept. Raises Problem, PersistenceError."""
    whose = _whose(seen)
    if whose is None:
        return OwnNotes("", unclaimed=True)
    return _as_kept(notes.kept(registry(), whose))


def _kept_by_form(seen: Look) -> OwnNotes:
    """The notes after the form of the request. Raises Problem, PersistenceError."""
    whose, form = _whose(seen), sent(NotesForm)
    if whose is None:
        raise Problem("NOT_SEATED", "Claim the seat first: others may have its invitation, too.")
    text, version = notes.as_kept(form["text"]), form["version"]
    if len(text) > notes.LONGEST:
        wrong = gettext(
            "Not kept: notes have at most %(most)s characters, and these have %(count)s.",
            most=notes.LONGEST,
            count=len(text),
        )
        return OwnNotes(text, version, wrong=wrong)
    live = seen.newest.tokens[seen.who.actor]
    is_kept = notes.keep(registry(), whose, text, version, live)
    found = notes.kept(registry(), whose)
    if is_kept:
        return _as_kept(found)
    wrong = gettext(
        "Not kept: another window has kept something else meanwhile. Make one text of both."
    )
    return OwnNotes(text, found.version, wrong=wrong, other=found.text)


def _whose(seen: Look) -> NoteRow | None:
    """The empty note of the reader; None if they are not known and have not claimed their seat.

    Raises Problem 403 ``NOT_SEATED``.
    """
    game, holder = seen.newest, seen.who.actor
    if holder not in game.tokens:
        raise Problem("NOT_SEATED", "Only the holder of a token has notes.")
    who = signed_in() if shows_desk() else None
    laid = desk_seats().get(game.id, {}).get(holder)
    if who is not None and laid is not None and game.seat_of(laid) == holder:
        return notes.of_person(who.person.id, game.id, holder)
    if holder not in game.claimed:
        return None
    return notes.of_token(game.id, holder, game.tokens[holder])


def _as_kept(row: NoteRow) -> OwnNotes:
    return OwnNotes(row.text, row.version, row.changed)


def _page(seen: Look, told: OwnNotes) -> Response:
    answer = shown("notes", seen, notes=told._replace(on_page=True))
    answer.status_code = told.status
    return answer
