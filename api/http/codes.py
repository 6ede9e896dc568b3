"""Codes of problems, and the HTTP status of each: they are declared only here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def _by_code(codes: Mapping[int, Iterable[str]]) -> dict[str, int]:
    return {code: status for status, some in codes.items() for code in some}


REFUSED = 422
"""The status of a refusal unless `REFUSALS` says otherwise, as of all those by a game's rules."""

REFUSALS = _by_code(
    {
        # Somebody else may do it, but not the caller.
        403: (
            "CLOSED",
            "FORK_NEEDS_TOKEN",
            "FORK_SHOWS_ALL",
            "LATE_TOO_OFTEN",
            "NOT_AFFECTED",
            "NOT_AN_OPPONENT",
            "NOT_CONFIRMED",
            "NOT_INVITED",
            "NOT_SEATED",
            "NOT_THE_REFEREE",
            "NOT_YOUR_CASE",
            "NOT_YOUR_SEAT",
            "NOT_YOUR_TEXT",
            "ONE_SEAT_EACH",
            "RELIABILITY_NOT_SHOWN",
            "TOO_NEW",
        ),
        # There is nothing under the address.
        404: (
            "NO_CLOCK",
            "NO_DEADLINE",
            "NO_DEPUTY",
            "NO_SHARE",
            "UNKNOWN_ABSENCE",
            "UNKNOWN_ADDRESS",
            "UNKNOWN_CASE",
            "UNKNOWN_DISPATCH",
            "UNKNOWN_TEXT",
        ),
        # Later.
        429: ("TOO_MANY_CHALLENGES", "TOO_MANY_INVITATIONS"),
        # Somebody else was first.
        409: ("DESK_FULL", "NAME_TAKEN", "NOT_CLAIMED", "OTHER_DESK", "SEAT_NOT_OPEN"),
    }
)
"""Codes of refusals with a status other than `REFUSED`."""

PROBLEMS = REFUSALS | _by_code(
    {
        400: ("BAD_IDEMPOTENCY_KEY", "BAD_IF_MATCH", "BAD_JSON", "BAD_LAST_EVENT_ID"),
        401: ("BAD_TOKEN", "TOKEN_REQUIRED"),
        403: ("FOREIGN_SITE", "NOT_VISIBLE"),
        404: (
            "NO_MAILBOX",
            "NO_NOTATION",
            "NO_PICTURE",
            "NO_SUCH_BATTLE",
            "NO_SUCH_BOARD",
            "UNKNOWN_ARMY",
            "UNKNOWN_BLOCK",
            "UNKNOWN_CALENDAR",
            "UNKNOWN_CHANNEL",
            "UNKNOWN_DEVICE",
            "UNKNOWN_GAME",
            "UNKNOWN_INSTRUCTION",
            "UNKNOWN_LINK",
            "UNKNOWN_TURN",
            "UNKNOWN_VERSION",
            "UNKNOWN_WEBHOOK",
        ),
        409: ("ALREADY_SENT", "NOT_OVER", "UNFINISHED_OPERATION"),
        411: ("LENGTH_REQUIRED",),
        412: ("VERSION_CONFLICT",),
        415: ("BAD_MEDIA_TYPE",),
        REFUSED: (
            "BAD_OPTION",
            "BAD_PAYLOAD",
            "BAD_QUERY",
            "KEY_REUSED",
            "NOT_STARTED",
            "UNKNOWN_CLAUSE",
            "UNKNOWN_FIELD",
            "UNKNOWN_RULESET",
            "UNKNOWN_SCENARIO",
            "UNKNOWN_SEAT",
        ),
        428: ("PRECONDITION_REQUIRED",),
        429: ("TOO_MANY_REQUESTS", "TOO_MANY_STREAMS"),
        500: ("BROKEN_LOG", "INTERNAL_ERROR"),
        503: ("BUSY", "CANNOT_SIGN", "EVENTS_LOST", "RULES_NOT_INSTALLED", "STORE_UNAVAILABLE"),
    }
)
"""Codes of what the service itself finds wrong."""

ABSENT = _by_code({404: ("UNKNOWN_CLAUSE", "UNKNOWN_RULESET", "UNKNOWN_SEAT")})
"""Codes of what does not exist, where the address names it and not the body or the query."""

FULL = _by_code({503: ("TOO_MANY_STREAMS",)})
"""Codes of what the process has no room for, where it is not the caller who takes up the room."""

OF_HTTP = {413: "BODY_TOO_LARGE", 415: "BAD_MEDIA_TYPE", 500: "INTERNAL_ERROR"}
"""Errors of HTTP, by status, whose codes are not their names in HTTP."""
