"""What the pages of this chapter share: how they are shown, and how their forms are read."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import marshmallow as ma
from flask import Response, redirect, request, url_for
from marshmallow import pre_load

from api.http.parsing import Resources
from api.http.problems import Problem
from api.http.stores import stores
from api.rest.cases import Desk
from api.rest.schemas.fields import Number, identifier
from api.web.form_words import lost_words
from api.web.game.looking import Look
from api.web.game.narration import in_a_sentence
from api.web.pages import headers, page
from napoleon.rules.events import JUDGES, SPECTATOR, Event

_parser = Resources.ARGUMENTS_PARSER


class DeskOfPages(Desk):
    """Cases as pages tell them: orders without the verbs of the log."""

    def present(self, event: Event) -> dict[str, Any]:
        """An event as the reader may see it."""
        return {**super().present(event), "text": in_a_sentence(self.tells, event).text}

    def explained(self, version: int) -> dict[str, Any]:
        """The event with that version with its sums and the texts of its clauses."""
        text = in_a_sentence(self.tells, self.event(version)).text
        return {**super().explained(version), "text": text}


class Form(ma.Schema):
    """A form of these pages. What was left empty is left out."""

    seat = identifier()
    """Who acts, see `api.web.session.seat_of_request`."""

    @pre_load
    def leave_out(self, sent: Any, **_: Any) -> dict[str, Any]:
        """What was filled in."""
        return {name: value for name, value in sent.items() if value not in ("", [])}


class ActForm(Form):
    """A form that acts upon the game as its page showed it."""

    expected = Number(required=True)
    """The newest version when the page was drawn."""


def sent(form: type[Form]) -> dict[str, Any]:
    """What a form says. Raises Problem 422."""
    found: dict[str, Any] = _parser.parse(form(), location="form")
    return found


def as_typed() -> dict[str, Any]:
    """What stands in the form that was sent, whatever is wrong with it, to be shown once more."""
    fields = {name: values[-1] for name, values in request.form.lists()}
    return {**fields, "to": request.form.getlist("to")}


def asked(query: type[ma.Schema]) -> dict[str, Any]:
    """What the address of the page asks for after the question mark, of what `query` knows.

    Fields that were left empty, as browsers send them, are left out. Raises Problem 422.
    """
    known = {name: request.args[name] for name in query().fields if request.args.get(name)}
    return _loaded(query, known, "query")


def checked(schema: type[ma.Schema], data: Mapping[str, Any]) -> dict[str, Any]:
    """`data` that were made of a form, as a schema of the API reads them. Raises Problem 422."""
    return _loaded(schema, data, "form")


def _loaded(schema: type[ma.Schema], data: Mapping[str, Any], where: str) -> dict[str, Any]:
    try:
        found: dict[str, Any] = schema().load(data)
    except ma.ValidationError as error:
        wrong = ma.ValidationError({where: error.messages})
        _parser.handle_error(wrong, request, schema())
    return found


def desk_of(seen: Look) -> Desk:
    """The cases of the newest position as its reader may see them, told in their language."""
    desk = DeskOfPages(stores().games, seen.newest, seen.who.viewer)
    desk.tells = desk.tells.speaking(seen.rules, seen.words)
    return desk


def shown(name: str, seen: Look, problem: Problem | None = None, **context: Any) -> Response:
    """The page `name` of this chapter, with the `problem` that a form on it has met."""
    status = 200 if problem is None else problem.status
    draw = partial(
        page,
        f"cases/{name}.html",
        status=status,
        public=seen.public,
        look=seen,
        game=seen.newest,
        rules=seen.rules,
        who=seen.who,
        seat=seen.who.actor,
        judges=seen.who.actor in JUDGES,
        problem=problem,
        to=partial(address, seen),
        **context,
    )
    drawn = draw()
    lost = None if problem is None else lost_words(drawn.get_data(as_text=True))
    return draw(typed=lost) if lost else drawn


def back(seen: Look, endpoint: str, **values: Any) -> Response:
    """On to a page when a form has succeeded, so that it is not sent again."""
    gone = redirect(address(seen, endpoint, **values), 303)
    gone.headers.update(headers())
    assert isinstance(gone, Response)
    return gone


def address(seen: Look, endpoint: str, **values: Any) -> str:
    """The address of a page of the game, for the reader of this one."""
    said = seen.who.actor != SPECTATOR or "seat" in request.args
    seat = seen.who.actor if said else None
    return url_for(f"web.{endpoint}", game_id=seen.newest.id, seat=seat, **values)
