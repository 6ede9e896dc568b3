"""Texts: the author of a text in a case may have it erased."""

from __future__ import annotations

from flask import Response

from api.rest.people import erased
from api.rest.schemas.fields import Number
from api.web.cases.frame import Form, back, sent
from api.web.game.looking import look
from api.web.pages import web


class EraseForm(Form):
    """The case with the text."""

    dispute = Number()
    """The dispute, if the text belongs to one."""
    press = Number()
    """The version at which it was written to others, if it was."""


@web.post("/games/<game_id>/texts/<text_id>/erase")
def erase_text(game_id: str, text_id: str) -> Response:
    """Erase what somebody has written."""
    seen, form = look(game_id), sent(EraseForm)
    erased(seen.newest, seen.who.actor, text_id)
    if "dispute" in form:
        return back(seen, "dispute_page", dispute=form["dispute"])
    if "press" in form:
        return back(seen, "press_page", before=form["press"] + 1)
    return back(seen, "takebacks_page")
