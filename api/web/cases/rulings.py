"""Rulings: those of a game, where the referee gives one, and the precedents of all games."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from flask import Response, request

from api.http.problems import Problem
from api.http.stores import stores
from api.rest.rulings import given, precedents, ruled
from api.rest.schemas.disputes import NewRulingSchema, RulingsOfGameQuerySchema, RulingsQuerySchema
from api.rest.schemas.fields import Number
from api.web.cases.disputes import forms_of, kinds_of, one, orders_of
from api.web.cases.drafts import NOTHING_YET, Draft, body_of, draft_of
from api.web.cases.frame import asked, back, checked, shown
from api.web.catalogue import language
from api.web.game.looking import Look, look
from api.web.pages import page, web
from napoleon.log.cases import OUTCOMES, REWIND
from napoleon.log.events.rewinds import REROLLS
from projections.rulings import PAGE


class ExpectedSchema(ma.Schema):
    """The version upon which the referee acts."""

    expected = Number(required=True)


class OfGameSchema(RulingsOfGameQuerySchema):
    """Which page, the case that the referee is about to decide, and where the game goes back to."""

    case = Number(validate=ma.validate.Range(min=1))
    to = Number(validate=ma.validate.Range(min=1))


@web.get("/rulings")
def precedents_page() -> Response:
    """What was ruled in all games, by clause if one is asked for."""
    wanted = asked(RulingsQuerySchema)
    problem: Problem | None = None
    found: dict[str, Any] = {"rulings": [], "next": None}
    try:
        found = precedents(wanted)
    except Problem as refused:
        problem = refused
    rulesets = stores().games.rulesets
    return page(
        "cases/precedents.html",
        status=200 if problem is None else problem.status,
        public=True,
        problem=problem,
        found=found,
        per_page=PAGE,
        wanted=wanted,
        rulesets=rulesets,
        rules=rulesets.get(wanted.get("ruleset", "")),
    )


@web.get("/games/<game_id>/rulings")
def rulings_page(game_id: str) -> Response:
    """The rulings of a game, and where the referee gives one."""
    wanted = asked(OfGameSchema)
    to = wanted.pop("to", None)
    draft = NOTHING_YET._replace(
        case=wanted.pop("case", 0),
        outcome=REWIND if to else NOTHING_YET.outcome,
        to=str(to or ""),
    )
    return _page(look(game_id), draft, wanted)


@web.post("/games/<game_id>/rulings")
def give_ruling(game_id: str) -> Response:
    """Give the ruling that the form holds, or show it with one part more or one part less."""
    seen = look(game_id)
    draft = draft_of(request.form, forms_of(seen))
    if "add" in request.form or "drop" in request.form:
        return _again(seen, draft)
    try:
        body = checked(NewRulingSchema, body_of(draft, kinds_of(seen), seen.rules, language()))
        given(seen.newest, seen.who.actor, body, _expected())
    except Problem as problem:
        return _again(look(game_id), draft, problem)
    if draft.case in seen.newest.disputes:
        return back(seen, "dispute_page", dispute=draft.case, _anchor="ruling")
    return back(seen, "rulings_page")


def _expected() -> int:
    """The newest version when the page was drawn. Raises Problem 422."""
    given_with = {"expected": request.form.get("expected", "")}
    return int(checked(ExpectedSchema, given_with)["expected"])


def _again(seen: Look, draft: Draft, problem: Problem | None = None) -> Response:
    """The page that the draft was written on."""
    dispute = seen.newest.disputes.get(draft.case)
    if dispute is not None:
        return one(seen, dispute, problem, draft=draft)
    return _page(seen, draft, {}, problem)


def _page(
    seen: Look, draft: Draft, wanted: dict[str, Any], problem: Problem | None = None
) -> Response:
    return shown(
        "rulings",
        seen,
        problem,
        found=ruled(wanted, seen.newest.id),
        wanted=wanted,
        takeback=seen.newest.takebacks.get(draft.case),
        draft=draft,
        kinds=forms_of(seen),
        orders=orders_of(seen, draft),
        outcomes=OUTCOMES,
        rerolls=REROLLS,
    )
