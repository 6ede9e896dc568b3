"""Challenges on the desk: those that wait for an answer, and those that were sent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flask import Response, request, url_for

from api.clocks_told import span_in_words
from api.http.people import registry, shows_desk, signed_in
from api.http.problems import Problem
from api.http.stores import stores
from api.people import challenges
from api.people.rows import ChallengeRow
from api.people.signing_in import Present
from api.rest.schemas.me import NameSchema
from api.rest.taking import claimed
from api.web.cases.frame import checked
from api.web.catalogue import gettext, language
from api.web.game_names import NamesTold, scenario_of
from api.web.pages import page, web
from api.web.session import keep
from api.web.sign_in import sent_on
from napoleon.log.errors import UnknownGame
from napoleon.log.replayer import UNREADABLE


@web.app_template_global()
def challenges_waiting() -> list[dict[str, Any]]:
    """The challenges to the signed-in person, each with its game, seat and challenger in words."""
    who = signed_in() if shows_desk() else None
    if who is None:
        return []
    return list(_told(challenges.waiting(registry(), who.person.id)))


@web.app_template_global()
def challenges_sent() -> list[dict[str, Any]]:
    """Those that they have sent, and nobody has accepted yet."""
    who = signed_in() if shows_desk() else None
    return [] if who is None else list(_told(challenges.sent(registry(), who.person.id)))


def _told(rows: list[ChallengeRow]) -> Iterator[dict[str, Any]]:
    games = stores().games
    for row in rows:
        try:
            game = games.open(row.game)
            rules = games.rules(game)
        except (UnknownGame, *UNREADABLE):
            continue
        names, clock = NamesTold(rules), game.timekeeping.clock
        yield {
            "row": row,
            "game": game,
            "rules": rules,
            "scenario": scenario_of(rules, game),
            "seat": names.get(row.holder, row.holder),
            "pace": None if clock is None else span_in_words(clock.answer, language()),
            "whom": _named(row.former, row.whom) or names.get(row.whom, row.whom),
            "entry": {
                "id": game.id,
                "version": game.version,
                "ruleset": game.created.ruleset,
                "scenario": game.created.scenario,
                "status": "waiting" if game.state is None else "running",
            },
        }


def _named(game_id: str, seat: str) -> str | None:
    """What the player of a seat goes by in a game that both have played."""
    return stores().games.names(game_id).get(seat)


@web.get("/desk/challenges/<int:number>")
def accept_page(number: int) -> Response:
    """Where a challenge is accepted, under a name; one that waits no more leads to the desk."""
    return _page(_mine(), number)


@web.post("/desk/challenges/<int:number>/accept")
def accept(number: int) -> Response:
    """Accept a challenge: its seat comes to lie on the desk. Sent twice it leads to the game.

    What is wrong is said above the form.
    """
    who = _mine()
    row = challenges.accepted_by(registry(), who.person.id, number)
    if row is None:
        return sent_on(url_for("web.own_desk"))
    games = stores().games
    game = games.open(row.game)
    try:
        sent = {"name": request.form.get("name", "").strip()}
        name = checked(NameSchema, sent)["name"]
        token = claimed(game, row.holder, {"name": name}, challenges.invitation(row), who=who)
    except Problem as problem:
        return _page(who, number, problem)
    there = sent_on(url_for("web.game", game_id=game.id, seat=row.holder))
    return keep(there, games.open(game.id), row.holder, token)


@web.post("/desk/challenges/<int:number>/decline")
def decline(number: int) -> Response:
    """Decline a challenge, or take back one that was sent."""
    who = _mine().person.id
    if not challenges.decline(registry(), who, number):
        challenges.withdraw(registry(), who, number)
    return sent_on(url_for("web.own_desk"))


def _page(who: Present, number: int, problem: Problem | None = None) -> Response:
    row = challenges.accepted_by(registry(), who.person.id, number)
    found = [] if row is None else list(_told([row]))
    if not found:
        return sent_on(url_for("web.own_desk"))
    former = _named(found[0]["row"].former, found[0]["row"].whom)
    return page(
        "challenge_accept.html",
        status=200 if problem is None else problem.status,
        it=found[0],
        game=found[0]["game"],
        rules=found[0]["rules"],
        name=request.form.get("name", former or who.person.name),
        problem=problem,
    )


def _mine() -> Present:
    """Who is signed in. Raises Problem 401 ``TOKEN_REQUIRED``."""
    who = signed_in() if shows_desk() else None
    if who is None:
        raise Problem("TOKEN_REQUIRED", gettext("Only people who are signed in have a desk."))
    return who
