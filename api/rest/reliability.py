"""How reliable somebody is: for themselves, and beside the names of those who show it."""

from __future__ import annotations

from typing import Any

from flask import Response

from api.http.answers import answer
from api.http.parsing import Resources
from api.http.people import desk_caller, registry
from api.people import partners, reliability
from api.rest.schemas.reliability import (
    OwnReliabilitySchema,
    PartnersSchema,
    ShowReliabilitySchema,
)

resources = Resources("reliability", __name__, description="How reliable people are")


@resources.route("/me/reliability", methods=["GET"])
@resources.no_query
@resources.response(200, OwnReliabilitySchema)
@resources.alt_response(401, "UNAUTHORIZED")
def own() -> Response:
    """How reliable the caller is by the logs of their games, and on which seats that was counted.

    An answer counts if a clock has waited for it while the seat lay on a desk, and somebody else
    played in the game. A seat that was taken off the desk goes on counting.
    """
    person = desk_caller().person
    return answer(_told(person.id, shown=bool(person.shows_reliability)))


@resources.route("/me/reliability", methods=["PUT"])
@resources.no_query
@resources.arguments(ShowReliabilitySchema)
@resources.response(200, OwnReliabilitySchema)
@resources.alt_response(401, "UNAUTHORIZED")
def show(body: dict[str, Any]) -> Response:
    """Let others see how reliable the caller is beside their name, or no longer."""
    person = desk_caller().person.id
    registry().store.people.change(person, shows_reliability=int(body["shown"]))
    return answer(_told(person, shown=body["shown"]))


def _told(person: int, *, shown: bool) -> dict[str, Any]:
    sums = reliability.of(registry(), person)
    return {
        **reliability.told(sums),
        "shown": shown,
        "seats": reliability.counted_in(registry(), person),
    }


@resources.route("/me/partners", methods=["GET"])
@resources.no_query
@resources.response(200, PartnersSchema)
@resources.alt_response(401, "UNAUTHORIZED")
def with_whom() -> Response:
    """With whom the caller plays or has played, the last game first.

    Somebody who shows how reliable they are is told once, with all the seats that they have in
    these games. All others are told seat by seat: that two names are one person's is theirs.
    """
    found = partners.of(registry(), desk_caller().person.id)
    return answer({"partners": [partners.told(it) for it in found]})
