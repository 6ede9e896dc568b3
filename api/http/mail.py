"""The office of mail, opened once in each process when it is first needed."""

from __future__ import annotations

from threading import Lock

from flask import Flask, current_app

from api.http.people import registry
from api.http.stores import stores
from api.mail.office import Office, open_office

_EXTENSION = "napoleon-mail"


class _Opened:
    """The office of an application, or None before it is opened."""

    def __init__(self, office: Office | None) -> None:
        self.office = office
        self.lock = Lock()


def register(app: Flask, office: Office | None) -> None:
    """Give `app` its office: the one given, or else one of its own games."""
    app.extensions[_EXTENSION] = _Opened(office)


def _laid(game: str, holder: str, before: str, token: str) -> None:
    """Seats that are claimed by mail stay on the desks on which they lie."""
    registry().store.seats.renew(game, holder, before, token)


def office() -> Office:
    """The office of the application that answers the current request.

    Raises MailStoreMissing, KeyUnusable, OperationalError.
    """
    opened: _Opened = current_app.extensions[_EXTENSION]
    if opened.office is None:
        with opened.lock:
            opened.office = opened.office or open_office(stores().games)._replace(laid=_laid)
    return opened.office
