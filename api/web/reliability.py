"""How reliable people are, on pages: the switch in the settings, and what a founder asks of it."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from flask import Response, request, url_for

from api.http.people import registry, shows_desk, signed_in
from api.http.problems import Problem
from api.http.stores import stores
from api.people import partners, reliability
from api.people.rows import PersonRow
from api.web.pages import web
from api.web.sign_in import sent_on
from napoleon.log.clocks import USUAL_IN_TIME, InTime
from napoleon.log.errors import UnknownGame
from napoleon.log.replayer import UNREADABLE
from napoleon.play.creation import MOST_ANSWERS
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import SetupRefused

MOST_PARTNERS = 20
"""How many partners a desk lists: those of the last games. The API tells all."""


def reliability_of(person: PersonRow) -> dict[str, Any]:
    """What `_reliability_desk.html` shows to the owner of a desk."""
    sums = reliability.of(registry(), person.id)
    found = partners.of(registry(), person.id)
    others = [it.name for it in found if it.reliability is None and it.name is not None]
    return {
        "reliability": {**reliability.told(sums), "shown": bool(person.shows_reliability)},
        "partners": [
            {
                "name": it.name,
                "reliability": reliability.told(it.reliability),
                "games": _titled(seat.game for seat in it.seats),
            }
            for it in found
            if it.reliability is not None
        ][:MOST_PARTNERS],
        # Each name once: that says nothing of whether one person goes by it everywhere.
        "silent_partners": list(dict.fromkeys(others))[:MOST_PARTNERS],
    }


def _titled(games: Iterable[str]) -> list[dict[str, str]]:
    """Games with their titles, each once."""
    found = []
    for game_id in dict.fromkeys(games):
        with suppress(UnknownGame, *UNREADABLE):
            game = stores().games.open(game_id)
            found.append({"id": game_id, "title": stores().games.rules(game).title})
    return found


@web.post("/desk/reliability")
def show_reliability() -> Response:
    """Let others see how reliable who is signed in is, or no longer.

    Raises Problem 401 ``TOKEN_REQUIRED``.
    """
    who = signed_in() if shows_desk() else None
    if who is None:
        raise Problem("TOKEN_REQUIRED", "Only people who are signed in have a desk.")
    is_shown = int(request.form.get("shown") == "yes")
    registry().store.people.change(who.person.id, shows_reliability=is_shown)
    return sent_on(url_for("web.desk_settings", _anchor="in-time"))


def in_time_sent() -> InTime | None:
    """What a founder asks of takers of an open seat, by the form of a new game, if anything.

    Raises SetupRefused if a number cannot be read.
    """
    if "in_time" not in request.form:
        return None
    try:
        percent, answers = (
            int(request.form.get(name, "")) for name in ("in_time_percent", "in_time_answers")
        )
    except ValueError:
        raise SetupRefused(Refusal("BAD_PAYLOAD", "", "A number is asked for.")) from None
    return InTime(percent, answers, "in_time_newcomers" in request.form)


def in_time_fields() -> dict[str, Any]:
    """What stands in the fields of `_reliability_fields.html`: what was sent, or the usual."""
    form = request.form
    return {
        "percent": form.get("in_time_percent", USUAL_IN_TIME.percent),
        "answers": form.get("in_time_answers", USUAL_IN_TIME.answers),
        "newcomers": "in_time_newcomers" in form if form else USUAL_IN_TIME.newcomers,
        "most": MOST_ANSWERS,
    }
