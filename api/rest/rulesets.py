"""The games that can be played here, and the clauses of their rules."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response

from api.http.answers import answer
from api.http.parsing import Resources
from api.http.problems import absent
from api.http.stores import stores
from api.rest.schemas.rulesets import ClauseSchema, RulesetSchema
from napoleon.rules.contract import Ruleset

resources = Resources("rulesets", __name__, description="The games that can be played here")


@resources.route("/rulesets")
@resources.no_query
@resources.response(200, RulesetSchema(many=True))
def every() -> Response:
    """The games that can be played here, with their scenarios and options."""
    return answer([_described(rules) for _, rules in sorted(stores().games.rulesets.items())])


@resources.route("/rulesets/<name>/clauses/<clause_id>")
@resources.no_query
@resources.response(200, ClauseSchema)
@resources.alt_response(404, "NOT_FOUND")
def clause(name: str, clause_id: str) -> Response:
    """The text of a clause that an event, a refusal or a breakdown cites."""
    rules = stores().games.rulesets.get(name)
    if rules is None:
        raise absent("UNKNOWN_RULESET", "No such ruleset is installed.")
    text = rules.clause(clause_id)
    if text is None:
        raise absent("UNKNOWN_CLAUSE", "The rules have no such clause.")
    return answer({"id": clause_id, "text": text})


def _described(rules: Ruleset) -> dict[str, Any]:
    chosen = rules.checked_options({})
    return {
        "name": rules.name,
        "title": rules.title,
        "version": rules.version,
        "scenarios": msgspec.to_builtins(rules.scenarios),
        "options": msgspec.to_builtins(rules.options),
        "seats": list(rules.seats(chosen)),
        "shares": msgspec.to_builtins(rules.shares(chosen)),
    }
