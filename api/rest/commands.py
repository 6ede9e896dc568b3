"""Commands: a line as it may be sent by mail, over REST."""

from __future__ import annotations

from typing import Any

from flask import Response

from api.commands.answers import Answer, in_plain_data
from api.commands.speaker import Speaker
from api.commands.table import run
from api.http.answers import answer
from api.http.languages import HEADER, spoken
from api.http.mail import office
from api.http.parsing import Resources
from api.http.people import in_time, registry
from api.http.stores import stores
from api.mail.mailboxes import zone_of
from api.mail.stand_ins import StandInBook
from api.people.offices import with_invitations
from api.reading import Reading
from api.rest.mailbox import holder_of
from api.rest.outcomes import granted
from api.rest.schemas.mail import CommandAnswerSchema, CommandSchema

resources = Resources("commands", __name__, description="Commands in a line of text")


@resources.route("/games/<game_id>/commands", methods=["POST"])
@resources.no_query
@resources.arguments(CommandSchema)
@resources.response(200, CommandAnswerSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def send(body: dict[str, Any], game_id: str) -> Response:
    """Do what a line says: a command, or an order in the game's notation.

    `help` lists the commands. They are the same by mail, on the command line and here.
    """
    game, holder = holder_of(game_id)
    zone = zone_of(office(), game, holder)
    reading = Reading(stores().games, game, holder, spoken(body.get("lang")), zone)
    outcome: Answer = granted(
        run(
            Speaker(
                reading,
                addresses=StandInBook(with_invitations(office(), registry)),
                in_time=in_time,
            ),
            body["line"],
        ),
        game,
    )
    data = in_plain_data(outcome)
    told = {
        "version": stores().games.head(game_id) if outcome.changed else game.version,
        **{name: data[name] for name in ("title", "paragraphs", "written", "lines", "listed")},
        "tables": [
            {name: it[name] for name in ("title", "columns", "rows", "note")}
            for it in data["tables"]
        ],
    }
    sent = answer(told)
    sent.vary.add(HEADER)
    return sent
