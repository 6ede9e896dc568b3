"""Failures: what is raised while a request is answered, turned into the problem that answers it."""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatch
from http import HTTPStatus

from eventsourcing.persistence import InterfaceError, OperationalError
from flask import Flask, Response, current_app, request
from werkzeug.exceptions import HTTPException

from api.http.codes import OF_HTTP
from api.http.problems import Problem, absent, bad_token, refusal_problem
from api.mail.errors import MailStoreMissing
from api.telemetry.metrics import ORDERS_CHANGED
from napoleon.log.errors import (
    BrokenLog,
    ChangedOrder,
    EventsLost,
    StoreClosed,
    UnknownGame,
    UnknownVersion,
)
from napoleon.log.store.key_files import KeyUnusable
from napoleon.log.store.recorder import StoreMissing, Unfit
from napoleon.play.outcomes import DeadToken, NameTaken, UnknownSeat
from napoleon.play.position_text import NoNotation, TableNotLaid
from napoleon.rules.contract import UnknownRuleset
from napoleon.rules.notation import UnfinishedOperation
from napoleon.rules.terms import SetupRefused
from projections.store import ViewsMissing
from projections.turns import UnknownTurn

RETRY_AFTER = 1
"""Seconds after which a caller may try again when the store could not be reached."""

RETRY_AFTER_MOVE = 5
"""Seconds after which a caller may try again when the service moves to another database."""

RETRY_AFTER_LOSS = 300
"""Seconds after which a caller may try again when a person has to see to the log first."""


def answered(error: Exception) -> Response:
    """The answer to a request during which `error` was raised."""
    return problem_of(error).answer()


def register(
    app: Flask, prefix: str = "", elsewhere: Callable[[Exception], Response] = answered
) -> None:
    """Let every error of `app` under `prefix` be answered as a problem, and all others `elsewhere`.

    The address decides, as one that leads nowhere belongs to no blueprint.
    """

    def handled(error: Exception) -> Response:
        under = request.path.startswith(f"{prefix}/")
        return answered(error) if under else elsewhere(error)

    app.register_error_handler(Exception, handled)
    # flask-smorest has a handler of its own for these.
    app.register_error_handler(HTTPException, handled)


@singledispatch
def problem_of(error: Exception) -> Problem:
    """The problem that `error` amounts to; what the operator has to know about it is logged."""
    current_app.logger.exception("unexpected error")
    return Problem("INTERNAL_ERROR", "The service failed. It has noted why.")


@problem_of.register
def _itself(error: Problem) -> Problem:
    return error


@problem_of.register
def _of_http(error: HTTPException) -> Problem:
    """An error of Flask or Werkzeug, such as a wrong method or too large a body."""
    status = error.code or 500
    code = OF_HTTP.get(status) or HTTPStatus(status).name
    kept = {name: value for name, value in error.get_headers() if name != "Content-Type"}
    return Problem(code, error.description or error.name, status=status, headers=kept)


@problem_of.register
def _setup_refused(error: SetupRefused) -> Problem:
    return refusal_problem(error.refusal)


@problem_of.register
def _unknown_game(_: UnknownGame) -> Problem:
    return Problem("UNKNOWN_GAME", "There is no such game.")


@problem_of.register
def _unknown_version(_: UnknownVersion) -> Problem:
    return Problem("UNKNOWN_VERSION", "The game has no such version.")


@problem_of.register
def _unknown_turn(error: UnknownTurn) -> Problem:
    return Problem("UNKNOWN_TURN", f"The game has no {error}.")


@problem_of.register
def _unknown_seat(_: UnknownSeat) -> Problem:
    return absent("UNKNOWN_SEAT", "The game has no such seat.")


@problem_of.register
def _no_notation(_: NoNotation) -> Problem:
    return Problem("NO_NOTATION", "This game has no notation to write its positions in.")


@problem_of.register
def _table_not_laid(_: TableNotLaid) -> Problem:
    return Problem("NOT_STARTED", "At this version the table is not laid yet.")


@problem_of.register
def _unfinished(error: UnfinishedOperation) -> Problem:
    return Problem("UNFINISHED_OPERATION", f"The position cannot be written: {error}.")


@problem_of.register
def name_taken(_: NameTaken) -> Problem:
    """Why somebody may not go by a name."""
    detail = "Somebody else in this game has that name, or one that reads like it. Choose another."
    return Problem("NAME_TAKEN", detail)


@problem_of.register
def _dead_token(_: DeadToken) -> Problem:
    return bad_token("The token has just been replaced, and opens nothing any more.")


@problem_of.register
def _rules_missing(error: UnknownRuleset) -> Problem:
    current_app.logger.error("ruleset of a recorded game is not installed: %s", error)
    detail = "The rules and data this game was begun with are not installed here."
    return Problem("RULES_NOT_INSTALLED", detail)


@problem_of.register
def _log_broken(error: BrokenLog) -> Problem:
    current_app.logger.error("a log cannot be replayed: %s", error)
    detail = f"The log of this game has been damaged or changed: event {error.version} is not good."
    if error.version > 1:
        detail += " Its bundle and its audit tell more."
    return Problem("BROKEN_LOG", detail, version=error.version)


@problem_of.register
def _order_changed(error: ChangedOrder) -> Problem:
    current_app.logger.error("what is kept of an order was changed: %s", error)
    ORDERS_CHANGED.inc()
    detail = (
        "What this service kept of that request has been changed, so its answer is not repeated, "
        "and it is not carried out again. Look at the game; what you want now needs a new key."
    )
    return Problem("BROKEN_LOG", detail, version=error.version)


@problem_of.register
def _key_unusable(error: KeyUnusable) -> Problem:
    current_app.logger.error("signing key unusable: %s", error)
    return Problem("CANNOT_SIGN", "The service has no key to sign the record with.")


@problem_of.register
def _events_lost(error: EventsLost) -> Problem:
    current_app.logger.error("nothing is recorded: %s", error)
    detail = (
        "The log of this service has lost events, so nothing is recorded until its operator has "
        "seen to it. What you sent was not recorded: please try again later."
    )
    return Problem("EVENTS_LOST", detail, headers={"Retry-After": str(RETRY_AFTER_LOSS)})


@problem_of.register
def _store_closed(error: StoreClosed) -> Problem:
    current_app.logger.warning("nothing is recorded: %s", error)
    detail = (
        "This service is moving to another database. What you sent was not recorded: please try "
        "again in a moment."
    )
    return Problem("STORE_UNAVAILABLE", detail, headers={"Retry-After": str(RETRY_AFTER_MOVE)})


@problem_of.register(OperationalError)
@problem_of.register(InterfaceError)
@problem_of.register(StoreMissing)
@problem_of.register(ViewsMissing)
@problem_of.register(MailStoreMissing)
def _store_unavailable(error: Exception) -> Problem:
    current_app.logger.error("store unavailable: %s", error)
    detail = "The store cannot be reached just now. Nothing is lost; please try again."
    return Problem("STORE_UNAVAILABLE", detail, headers={"Retry-After": str(RETRY_AFTER)})


@problem_of.register
def _unfit(error: Unfit) -> Problem:
    current_app.logger.error("no order can be recorded: %s", error)
    return Problem("STORE_UNAVAILABLE", str(error), headers={"Retry-After": str(RETRY_AFTER)})
