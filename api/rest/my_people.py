"""People whom somebody has muted or blocked, reports to the operator, and their data as a file."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from flask import Response

from api.http.answers import answer
from api.http.mail import office
from api.http.parsing import Resources
from api.http.people import desk_caller, registry
from api.http.problems import Problem, refusal_problem
from api.http.stores import stores
from api.people import blocks, reports
from api.people.rows import BlockRow
from api.rest.schemas.blocks import (
    BlocksSchema,
    NewBlockSchema,
    NewReportSchema,
    ReportSchema,
)
from api.rest.schemas.me import OwnDataSchema
from napoleon.log.times import SECOND
from napoleon.rules.orders import Refusal

resources = Resources(
    "my_people", __name__, description="Muting, blocking and reporting others, and one's own data"
)

FILE = "napoleon-my-data.json"
"""What the file with somebody's data is called."""


@resources.route("/me/people", methods=["GET"])
@resources.no_query
@resources.response(200, BlocksSchema)
@resources.alt_response(401, "UNAUTHORIZED")
def said() -> Response:
    """Whom the caller has muted or blocked, by the seats by which they know them."""
    return answer({"people": [shown(it) for it in said_by(desk_caller().person.id)]})


@resources.route("/me/people/<game_id>/<seat>", methods=["PUT"])
@resources.no_query
@resources.arguments(NewBlockSchema)
@resources.response(204)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(404, "NOT_FOUND")
def say(body: dict[str, Any], game_id: str, seat: str) -> Response:
    """Mute or block who holds a seat of a game in which the caller has one.

    They are not told. What they write is folded for the caller, in all games, and no mail brings
    it; in the API it stands as before. Judges are not muted.
    """
    game = stores().games.open(game_id)
    refusal = blocks.say(registry(), desk_caller().person.id, game, seat, body["kind"])
    if refusal is not None:
        raise refusal_problem(refusal)
    return Response(status=204)


@resources.route("/me/people/<game_id>/<seat>", methods=["DELETE"])
@resources.no_query
@resources.response(204)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(404, "NOT_FOUND")
def take_back(game_id: str, seat: str) -> Response:
    """Mute and block no more who held a seat."""
    if not blocks.take_back(registry(), desk_caller().person.id, game_id, seat):
        raise Problem("UNKNOWN_BLOCK", "You have muted or blocked nobody there.")
    return Response(status=204)


@resources.route("/me/reports", methods=["POST"])
@resources.no_query
@resources.arguments(NewReportSchema)
@resources.response(200, ReportSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(404, "NOT_FOUND")
def report(body: dict[str, Any]) -> Response:
    """Tell the operator about who holds a seat of a game in which the caller has one."""
    return answer({"id": reported(desk_caller().person.id, body)})


def reported(person: int, body: dict[str, Any]) -> int:
    """The id of a report that somebody makes, as a NewReportSchema says. Raises Problem."""
    game = stores().games.open(body["game"])
    letter = body.get("letter", 0)
    made = reports.report(registry(), person, game, body["seat"], body["text"], letter)
    if isinstance(made, Refusal):
        raise refusal_problem(made)
    return made


@resources.route("/me/data", methods=["GET"])
@resources.no_query
@resources.response(200, OwnDataSchema)
@resources.alt_response(401, "UNAUTHORIZED")
def data() -> Response:
    """All that the service keeps about the caller beside the logs, as one file.

    It leaves out what the finder of a lost file could use, and what says something of others; the
    file says what that is.
    """
    return own_file(desk_caller().person.id)


def own_file(person: int) -> Response:
    """The file with somebody's data, for them to save."""
    # Only here, as few ask for it; its library takes long to load.
    from api.people.own_data import own_data

    made = answer(own_data(registry(), office(), person))
    made.headers["Content-Disposition"] = f'attachment; filename="{FILE}"'
    made.headers["Cache-Control"] = "no-store"
    return made


def said_by(person: int) -> list[BlockRow]:
    """Whom somebody has muted or blocked, each seat once."""
    rows = registry().store.blocks.of(person)
    return list({(it.game, it.holder): it for it in rows}.values())


def shown(it: BlockRow) -> dict[str, Any]:
    """A seat whose holder is muted or blocked, as a BlockSchema."""
    since = datetime.fromtimestamp(it.made // SECOND, UTC).isoformat()
    return {"game": it.game, "seat": it.holder, "kind": it.kind, "since": since}
