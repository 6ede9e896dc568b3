"""When somebody is away: said once, and put into each game on their desk."""

from __future__ import annotations

from typing import Any

from flask import Response

from api.http.answers import answer
from api.http.parsing import Resources
from api.http.people import desk_caller, registry
from api.http.problems import Problem, refusal_problem
from api.people import absences
from api.people.rows import AbsenceRow
from api.rest.schemas.notifications import (
    NewPersonAbsenceSchema,
    PersonAbsenceSchema,
    PersonAbsencesSchema,
)
from napoleon.rules.orders import Refusal

resources = Resources("my_absences", __name__, description="Being away, in all games of a desk")


@resources.route("/me/absences", methods=["GET"])
@resources.no_query
@resources.response(200, PersonAbsencesSchema)
@resources.alt_response(401, "UNAUTHORIZED")
def listed() -> Response:
    """When the caller is away, and what has become of that in each game."""
    return answer({"absences": [shown(it) for it in absences.of(registry(), desk_caller().person)]})


@resources.route("/me/absences", methods=["POST"])
@resources.no_query
@resources.arguments(NewPersonAbsenceSchema)
@resources.response(200, PersonAbsenceSchema)
@resources.alt_response(401, "UNAUTHORIZED")
def say(body: dict[str, Any]) -> Response:
    """Say that the caller is away, from the first day to the last.

    Each of their seats declares it in its game, as if its holder had done so there; nothing in a
    game says that they are away elsewhere. Seats that come to the desk meanwhile do so too. What a
    game does not allow is told.
    """
    person = desk_caller().person
    days = (body["first"], body["last"], body["time_zone"])
    said = absences.say(registry(), person.id, *days)
    if isinstance(said, Refusal):
        raise refusal_problem(said)
    return answer(shown(said))


@resources.route("/me/absences/<int:absence>", methods=["DELETE"])
@resources.no_query
@resources.response(204)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(404, "NOT_FOUND")
def call_off(absence: int) -> Response:
    """Say that the caller is not away after all: the days that are left count again."""
    call_absence_off(desk_caller().person.id, absence)
    return Response(status=204)


def call_absence_off(person: int, absence: int) -> None:
    """Call an absence of somebody off in all their games. Raises Problem 404."""
    if absence >= 2**63 or not absences.call_off(registry(), person, absence):
        raise Problem("UNKNOWN_ABSENCE", "You have said no such absence.")


def shown(it: AbsenceRow) -> dict[str, Any]:
    """An absence, as a PersonAbsenceSchema."""
    return {
        "id": it.id,
        "first": it.first,
        "last": it.last,
        "time_zone": it.zone,
        "games": [
            {
                "game": one.game,
                "seat": one.holder,
                "code": one.code or None,
                "detail": one.detail or None,
            }
            for one in registry().store.absences.become(it.id)
            if one.declared or one.code
        ],
    }
