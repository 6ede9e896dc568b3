"""Disputes: those of a game, where one is opened, and one page for each of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any, NamedTuple

import marshmallow as ma
from flask import Response

from api.fields import StructForm, form_of
from api.http.problems import Problem
from api.http.stores import stores
from api.rest.cases import Desk
from api.rest.disputes import dispute_of, opened, said, withdrawn
from api.rest.schemas.disputes import NewDisputeSchema, NewStatementSchema
from api.rest.schemas.fields import Number
from api.web.cases.drafts import NOTHING_YET, Draft
from api.web.cases.frame import Form, asked, back, desk_of, sent, shown
from api.web.game.changes import changes
from api.web.game.looking import Look, boards, look
from api.web.game.moments import moment_after_of, moment_of, positions
from api.web.pages import web
from napoleon.log.cases import OUTCOMES, Dispute
from napoleon.log.events.rewinds import REROLLS
from napoleon.log.levels import STORY, told_at
from napoleon.play.referee.disputes import TIME_TO_DISPUTE
from napoleon.rules.events import JUDGES
from napoleon.rules.orders import Answered
from napoleon.rules.standing_orders import Choices

MOST_EVENTS = 60
"""Events that are offered to be disputed; an earlier one is named by its version."""


MOST_ORDERS = 120
"""How many orders a ruling is offered; an earlier one is asked for by its version."""


class EventSchema(ma.Schema):
    """Which event somebody is thinking of disputing."""

    version = Number(validate=ma.validate.Range(min=1))


class DisputeForm(NewDisputeSchema, Form):
    """An event that is wrong."""

    # A form sends the digits of a number and not the number.
    version = Number(required=True, validate=ma.validate.Range(min=1))  # type: ignore[assignment]


class StatementForm(NewStatementSchema, Form):
    """What somebody has to say."""


@web.get("/games/<game_id>/disputes")
def disputes_page(game_id: str) -> Response:
    """The disputes of a game, and where one is opened."""
    return _every(look(game_id), asked(EventSchema).get("version"))


@web.post("/games/<game_id>/disputes")
def open_dispute(game_id: str) -> Response:
    """Dispute an event."""
    seen, form = look(game_id), sent(DisputeForm)
    try:
        case = opened(seen.newest, seen.who.actor, form)
    except Problem as problem:
        return _every(look(game_id), form["version"], problem, form)
    return back(seen, "dispute_page", dispute=case.id)


@web.get("/games/<game_id>/disputes/<version:dispute>")
def dispute_page(game_id: str, dispute: int) -> Response:
    """All that a dispute is settled by."""
    seen = look(game_id)
    return one(seen, dispute_of(seen.newest, dispute))


@web.post("/games/<game_id>/disputes/<version:dispute>/statements")
def make_statement(game_id: str, dispute: int) -> Response:
    """Say something about a dispute."""
    seen, form = look(game_id), sent(StatementForm)
    case = dispute_of(seen.newest, dispute)
    try:
        said(seen.newest, seen.who.actor, dispute, form["text"])
    except Problem as problem:
        return one(look(game_id), case, problem, text=form["text"])
    return back(seen, "dispute_page", dispute=dispute, _anchor="statements")


@web.post("/games/<game_id>/disputes/<version:dispute>/withdraw")
def withdraw_dispute(game_id: str, dispute: int) -> Response:
    """Let the event stand after all."""
    seen = look(game_id)
    sent(Form)
    case = dispute_of(seen.newest, dispute)
    try:
        withdrawn(seen.newest, seen.who.actor, dispute)
    except Problem as problem:
        return one(look(game_id), case, problem)
    return back(seen, "dispute_page", dispute=dispute)


def one(
    seen: Look,
    case: Dispute,
    problem: Problem | None = None,
    *,
    text: str = "",
    draft: Draft = NOTHING_YET,
) -> Response:
    """The page of a dispute, with the statement or the ruling that is being written on it."""
    games = stores().games
    desk = desk_of(seen)
    told, (before, after) = desk.dispute_file(case), desk.span(case)
    laid = before and games.at(seen.newest.id, before).state is not None
    later = replace(seen, shown=games.seen_at(seen.newest.id, after, seen.who.viewer))
    return shown(
        "dispute",
        seen,
        problem,
        dispute=told,
        before=before if laid else None,
        after=after,
        pictured=seen.rules.pictures is not None,
        differences=changes(later, boards(later), before) if laid else None,
        text=text,
        draft=draft if draft.case else draft._replace(case=case.id, clauses=(case.clause,)),
        kinds=forms_of(seen),
        orders=orders_of(seen, draft),
        outcomes=OUTCOMES,
        rerolls=REROLLS,
    )


def kinds_of(seen: Look) -> tuple[type, ...]:
    """Every kind of correction of the game."""
    return () if seen.rules.corrections is None else seen.rules.corrections.kinds


def forms_of(seen: Look) -> list[StructForm]:
    """The form of every kind of correction, with what the newest position lets be chosen."""
    rules, newest = seen.rules, seen.newest
    choices: Choices = {}
    if rules.corrections is not None and newest.state is not None:
        choices = rules.corrections.choices(newest.state)
    return [form_of(kind, choices) for kind in kinds_of(seen)]


class Orders(NamedTuple):
    """Orders of a game that a ruling may be about, by the versions that its form sends."""

    given: Mapping[str, str]
    """The moment of each by the version of the order."""
    before: Mapping[str, str]
    """The same by the version before it."""


def orders_of(seen: Look, draft: Draft) -> Orders:
    """The newest orders, and those that the draft names."""
    if seen.who.actor not in JUDGES:
        return Orders({}, {})
    found = positions(seen, None, MOST_ORDERS)
    return Orders(
        _with({str(it.version + 1): it.text for it in found}, draft.version, moment_of, seen),
        _with({str(it.version): it.text for it in found}, draft.to, moment_after_of, seen),
    )


def _with(
    listed: dict[str, str], said: str, told: Callable[[Look, int], str], seen: Look
) -> dict[str, str]:
    """What is listed, after what a draft says that is not; what is no version stays as it is."""
    if not said or said in listed:
        return listed
    is_version = said.isdecimal() and 1 <= int(said) <= seen.newest.version
    return {said: told(seen, int(said)) if is_version else said, **listed}


def _every(
    seen: Look,
    version: int | None,
    problem: Problem | None = None,
    form: dict[str, Any] | None = None,
) -> Response:
    desk = desk_of(seen)
    may_open = seen.who.seat is not None and seen.newest.created.referee
    event = None
    if may_open and version is not None and version <= seen.newest.version:
        event = desk.explained(version)
    return shown(
        "disputes",
        seen,
        problem,
        disputes=[
            {**desk.dispute(it), "event": desk.explained(it.version)}
            for it in reversed(seen.newest.disputes.values())
        ],
        may_open=may_open,
        events=_events(desk) if may_open else [],
        event=event,
        version_asked=version,
        form=form or {},
        outcomes=OUTCOMES,
    )


def _events(desk: Desk) -> list[dict[str, Any]]:
    """The newest events of the story that are not too old to be disputed, the newest first.

    The result of an order is disputed, not the order.
    """
    game, since, tells = desk.game, desk.games.clock() - TIME_TO_DISPUTE, told_at(STORY, desk.game)
    events = desk.games.backwards(game.id, game.version)
    found = (it for it in events if tells(it) and not isinstance(it, Answered))
    return [desk.present(it) for it in islice(found, MOST_EVENTS) if it.at > since]
