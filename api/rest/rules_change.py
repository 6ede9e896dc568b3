"""Rules that have changed: a running game goes over to newer ones when its people say so."""

from __future__ import annotations

from flask import Response

from api.http.answers import answer
from api.http.parsing import Resources
from api.http.stores import stores
from api.http.tokens import actor
from api.http.versions import etag
from api.rest.outcomes import granted
from api.rest.schemas.rulesets import RulesChangeSchema
from napoleon.play.referee.migration import agree

resources = Resources("rules-change", __name__, description="Going on under newer rules")


@resources.route("/games/<game_id>/rules", methods=["POST"])
@resources.no_query
@resources.response(201, RulesChangeSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def agree_to_rules(game_id: str) -> Response:
    """Agree that the game goes on under the rules of today.

    A referee's word is enough; without it every seat has to agree. The log up to there stays as
    it is.
    """
    games = stores().games
    game = games.open(game_id)
    after = granted(agree(games, game_id, actor(game), seen=game), game)
    body = {
        "version": after.version,
        "rules_version": after.pinned[0],
        "installed": games.newest_rules(after).version,
        "agreed": list(after.agreed),
    }
    return answer(body, 201, etag(after.version))
