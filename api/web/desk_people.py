"""Muting, blocking and reporting others, and one's own data as a file: a part of the settings."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from flask import Response, request, url_for

from api.http.people import registry
from api.http.problems import Problem, refusal_problem
from api.http.stores import stores
from api.people import blocks
from api.people.signing_in import Present
from api.rest.my_people import own_file, reported, said_by, shown
from api.rest.schemas.fields import Number
from api.web.cases.frame import asked
from api.web.desk_parts import part, present_here
from api.web.pages import page, web
from api.web.sign_in import sent_on
from napoleon.log.game import Game
from napoleon.play.outcomes import UnknownSeat
from napoleon.play.referee.texts import LONGEST


class LetterSchema(ma.Schema):
    """Which letter a report is to point at."""

    letter = Number(validate=ma.validate.Range(min=1))


@part
def _people(who: Present) -> dict[str, Any]:
    return {"muted": [shown(it) for it in said_by(who.person.id)]}


@web.get("/desk/people/<game_id>/<holder>")
def other_person(game_id: str, holder: str) -> Response:
    """What can be done about who holds a seat of a game in which one has another."""
    return _other(present_here(), game_id, holder)


@web.post("/desk/people/<game_id>/<holder>")
def say_of_person(game_id: str, holder: str) -> Response:
    """Mute or block who holds a seat, or do so no more."""
    who, kind = present_here(), request.form.get("kind", "")
    game = _game(game_id, holder)
    if kind in blocks.KINDS:
        refusal = blocks.say(registry(), who.person.id, game, holder, kind)
        if refusal is not None:
            return _other(who, game_id, holder, refusal_problem(refusal))
    else:
        blocks.take_back(registry(), who.person.id, game_id, holder)
    return sent_on(url_for("web.desk_settings", _anchor="others"))


@web.post("/desk/people/<game_id>/<holder>/report")
def report_person(game_id: str, holder: str) -> Response:
    """Tell the operator about who holds a seat."""
    who, form = present_here(), request.form
    letter = form.get("letter", "")
    body = {"game": game_id, "seat": holder, "text": form.get("text", "")}
    if letter.isascii() and letter.isdigit() and len(letter) < 16:
        body["letter"] = int(letter)  # type: ignore[assignment]
    try:
        number = reported(who.person.id, body)
    except Problem as problem:
        return _other(who, game_id, holder, problem)
    return _other(who, game_id, holder, reported=number)


@web.get("/desk/data")
def save_own_data() -> Response:
    """All that the service keeps about who is signed in, as one file."""
    return own_file(present_here().person.id)


def _game(game_id: str, holder: str) -> Game:
    """The game, which has that seat. Raises UnknownGame, UnknownSeat."""
    game = stores().games.open(game_id)
    if holder not in game.tokens and not blocks.is_unsigned(game, holder):
        raise UnknownSeat(holder)
    return game


def _other(
    who: Present, game_id: str, holder: str, problem: Problem | None = None, **said: Any
) -> Response:
    _game(game_id, holder)
    mine = {(it.game, it.holder): it.kind for it in said_by(who.person.id)}
    letter = request.form.get("letter") or asked(LetterSchema).get("letter", "")
    return page(
        "desk_person.html",
        status=200 if problem is None else problem.status,
        game_id=game_id,
        holder=holder,
        kind=mine.get((game_id, holder)),
        letter=letter,
        typed=request.form.get("text", "") if problem else "",
        longest=LONGEST,
        problem=problem,
        said=said,
    )
