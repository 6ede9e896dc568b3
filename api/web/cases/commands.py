"""Commands in a browser: a line as it may be sent by mail, and what comes of it."""

from __future__ import annotations

from flask import Response
from marshmallow import fields, validate

from api.commands.answers import Answer
from api.commands.grammar import LONGEST
from api.commands.speaker import Speaker
from api.commands.table import COMMANDS, run
from api.http.mail import office
from api.http.people import in_time, registry
from api.http.problems import Problem
from api.http.stores import stores
from api.mail.mailboxes import zone_of
from api.mail.stand_ins import StandInBook
from api.people.offices import with_invitations
from api.reading import Reading
from api.rest.outcomes import granted
from api.web.cases.frame import Form, sent, shown
from api.web.catalogue import language
from api.web.game.looking import Look, look
from api.web.pages import web
from napoleon.rules.events import SPECTATOR


class LineForm(Form):
    """A line."""

    line = fields.String(required=True, validate=validate.Length(min=1, max=LONGEST))


@web.get("/games/<game_id>/commands")
def commands_page(game_id: str) -> Response:
    """The commands, and a field for one of them."""
    return _page(look(game_id))


@web.post("/games/<game_id>/commands")
def send_command(game_id: str) -> Response:
    """Do what a line says, and show what came of it."""
    seen = look(game_id)
    try:
        line = sent(LineForm)["line"]
        if seen.who.actor == SPECTATOR:
            raise Problem("NOT_SEATED", "Only the holder of a token sends commands.")
        game, holder = seen.newest, seen.who.actor
        zone = zone_of(office(), game, holder)
        reading = Reading(stores().games, game, holder, language(), zone)
        addresses = StandInBook(with_invitations(office(), registry))
        speaker = Speaker(reading, addresses=addresses, in_time=in_time)
        answer: Answer = granted(run(speaker, line), game)
    except Problem as problem:
        return _page(look(game_id), problem)
    return _page(look(game_id), line=line, answer=answer)


def _page(
    seen: Look, problem: Problem | None = None, line: str = "", answer: Answer | None = None
) -> Response:
    return shown(
        "commands",
        seen,
        problem,
        commands=[it for it in COMMANDS if it.is_for(seen.who.actor)],
        line=line,
        answer=answer,
        longest=LONGEST,
        held=seen.who.actor != SPECTATOR,
    )
