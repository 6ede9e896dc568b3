"""A person's own desk: who they are, where they are signed in, and their seats in all games.

The key of a device is the bearer token here; it opens no seat in any other call. What is the same
for the pages is at the end, or in `api.people`.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from flask import Response, url_for

from api.http.answers import answer
from api.http.mail import office
from api.http.parsing import Resources
from api.http.people import desk_caller, registry
from api.http.problems import Problem, bad_token, refusal_problem
from api.languages import LANGUAGES
from api.people import addresses, reliability
from api.people.erasing import erase
from api.people.rows import DeviceRow, PersonRow
from api.people.signing_in import (
    Entered,
    ask_for_link,
    begin,
    enter_by_link,
    enter_by_mail,
    renew_link,
    sign_out,
)
from api.rest.schemas.me import (
    DeskAddressSchema,
    DeskKeySchema,
    DeskLinkSchema,
    ErasedSchema,
    MailedSignInSchema,
    NewDeskSchema,
    NewPersonSchema,
    PersonChangeSchema,
    PersonSchema,
    SignInSchema,
)
from napoleon.log.times import SECOND

DESK = "#desk="
"""What a personal link has before its secret: behind the ``#``, which browsers send to nobody."""

PROGRAM = "API"
"""What a device is called that is a program."""

resources = Resources("me", __name__, description="A desk of one's own, and its seats in all games")


@resources.route("/me", methods=["POST"])
@resources.no_query
@resources.arguments(NewPersonSchema)
@resources.response(200, NewDeskSchema)
def new(body: dict[str, Any]) -> Response:
    """Begin a desk: no address and no password is needed.

    The answer has the key of this device, and the personal link. Each is shown this once.
    """
    language = body.get("language", LANGUAGES[0])
    entered, secret = begin(registry(), body["name"], language, PROGRAM)
    return answer({**_key(entered), "link": desk_link(secret)})


@resources.route("/me", methods=["GET"])
@resources.no_query
@resources.response(200, PersonSchema)
@resources.alt_response(401, "UNAUTHORIZED")
def own() -> Response:
    """Who is signed in, and on which devices."""
    who = desk_caller()
    return answer(_shown(who.person, who.device))


@resources.route("/me", methods=["PUT"])
@resources.no_query
@resources.arguments(PersonChangeSchema)
@resources.response(200, PersonSchema)
@resources.alt_response(401, "UNAUTHORIZED")
def change(body: dict[str, Any]) -> Response:
    """Go by another name on the desk, or be written to in another language."""
    who = desk_caller()
    registry().store.people.change(who.person.id, **body)
    person = registry().store.people.get(who.person.id)
    return answer(_shown(person or who.person, who.device))


@resources.route("/me", methods=["DELETE"])
@resources.no_query
@resources.response(200, ErasedSchema)
@resources.alt_response(401, "UNAUTHORIZED")
def forget() -> Response:
    """Erase the caller: all that is kept of them beside the logs goes, and the answer says what.

    Names that they go by in games are erased too, and addresses that they left for their seats. The
    seats go on: a token that is kept elsewhere opens its seat.
    """
    return answer(erase(registry(), office(), desk_caller().person.id)._asdict())


@resources.route("/me/addresses", methods=["POST"])
@resources.no_query
@resources.arguments(DeskAddressSchema)
@resources.response(202)
@resources.alt_response(401, "UNAUTHORIZED")
def leave_address(body: dict[str, Any]) -> Response:
    """Leave an address, which is asked whether it is theirs.

    The answer is the same whether the address is on another desk or not.
    """
    person = desk_caller().person
    refusal = addresses.ask(registry(), person, body["address"], person.language)
    if refusal is not None:
        raise refusal_problem(refusal)
    return Response(status=202)


@resources.route("/me/addresses/forget", methods=["POST"])
@resources.no_query
@resources.arguments(DeskAddressSchema)
@resources.response(204)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(404, "NOT_FOUND")
def forget_address(body: dict[str, Any]) -> Response:
    """Forget an address of the caller. It is no part of this call's own, as those are logged."""
    if not addresses.forget(registry(), desk_caller().person.id, body["address"]):
        raise Problem("UNKNOWN_ADDRESS", "You have no such address.")
    return Response(status=204)


@resources.route("/me/link", methods=["POST"])
@resources.no_query
@resources.response(200, DeskLinkSchema)
@resources.alt_response(401, "UNAUTHORIZED")
def renew() -> Response:
    """Make another personal link; the one before is dead. Devices stay signed in."""
    secret = renew_link(registry(), desk_caller().person.id)
    if secret is None:
        raise bad_token()
    return answer({"link": desk_link(secret)})


@resources.route("/me/devices/<int:device>", methods=["DELETE"])
@resources.no_query
@resources.response(204)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(404, "NOT_FOUND")
def sign_device_out(device: int) -> Response:
    """Sign a device out: its key opens nothing any more."""
    person = desk_caller().person.id
    if device >= 2**63 or not sign_out(registry(), person, device):
        raise Problem("UNKNOWN_DEVICE", "You are signed in on no such device.")
    return Response(status=204)


@resources.route("/sign-in", methods=["POST"])
@resources.no_query
@resources.arguments(SignInSchema)
@resources.response(200, DeskKeySchema)
@resources.alt_response(401, "UNAUTHORIZED")
def sign_in(body: dict[str, Any]) -> Response:
    """Sign in with a personal link, or with one from a mail, which dies with that.

    The confirmed addresses of the person are told of it.
    """
    secret = secret_in(body["link"])
    entered = enter_by_link(registry(), secret, PROGRAM)
    if entered is None:
        entered = enter_by_mail(registry(), secret, PROGRAM)
    if entered is None:
        raise bad_token("The link opens no desk, or no longer does.")
    return answer(_key(entered))


@resources.route("/sign-in/mail", methods=["POST"])
@resources.no_query
@resources.arguments(MailedSignInSchema)
@resources.response(202)
def mail_link(body: dict[str, Any]) -> Response:
    """Have a link sent to a confirmed address; it works once, and for half an hour.

    The answer is the same, and takes as long, whether the address is known or not.
    """
    ask_for_link(registry(), body["address"].strip(), body.get("language", LANGUAGES[0]))
    return Response(status=202)


def desk_link(secret: str) -> str:
    """The personal link with that secret."""
    return f"{url_for('web.sign_in_page', _external=True)}{DESK}{secret}"


def secret_in(link: str) -> str:
    """The secret in a personal link, or in one from a mail; or the secret itself."""
    return link.strip().rpartition(DESK)[2].rpartition("/")[2]


def _key(entered: Entered) -> dict[str, str]:
    return {"key": entered.secret, "name": entered.person.name}


def _shown(person: PersonRow, device: DeviceRow) -> dict[str, Any]:
    store = registry().store
    return {
        "name": person.name,
        "language": person.language,
        "reliability": {
            **reliability.told(reliability.of(registry(), person.id)),
            "shown": bool(person.shows_reliability),
        },
        "addresses": [it.address for it in store.addresses.of(person.id)],
        "devices": [
            {
                "id": it.id,
                "name": it.name,
                "since": _at(it.since).isoformat(),
                "seen": _at(it.seen).date().isoformat(),
                "own": it.id == device.id,
            }
            for it in store.devices.of(person.id)
        ],
    }


def _at(at: int) -> datetime:
    return datetime.fromtimestamp(at // SECOND, UTC)
