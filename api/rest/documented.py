"""The OpenAPI document: what flask-smorest gathers from the addresses and their schemas."""

from __future__ import annotations

import http
import re
from collections.abc import Callable, Mapping
from copy import deepcopy
from threading import Lock
from typing import Any

import msgspec
from flask import Flask, Response, request
from flask_smorest import Api, Blueprint
from flask_smorest.spec.plugins import FlaskPlugin
from flask_smorest.utils import prepare_response
from werkzeug.exceptions import HTTPException

from api.http.compression.answers import compress_whole
from api.http.failures import answered
from api.http.problems import MEDIA_TYPE
from api.http.service import PREFIX
from api.http.stores import stores
from api.rest.game_document import join
from api.rest.log import VersionConverter
from api.rest.schemas.problems import ProblemSchema
from napoleon.rules.contract import Ruleset

DESCRIPTION = """\
Napoleonic board wargames as append-only logs. Every order causes events; any earlier position can
be looked at, and every number explained.

Without a token you are a spectator. A token (`Authorization: Bearer TOKEN`) opens one seat of one
game, a share of it, or the referee's chair. Errors are RFC 9457 problems with a `code` in
capitals and the `clause` of the rules behind them. A view's `ETag` is the version of the game that
it shows; orders name the version they act upon in `If-Match`. Names are not part of the log, so the
`ETag` of a game itself has a digest behind the version; `If-Match` takes it too.
"""

SETTINGS = {
    "API_TITLE": "Napoleon",
    "OPENAPI_VERSION": "3.1.0",
    "OPENAPI_URL_PREFIX": PREFIX,
    "OPENAPI_JSON_PATH": "openapi.json",
}


RETRY_AFTER = {
    "Retry-After": {
        "description": "Seconds after which the same request may succeed.",
        "schema": {"type": "integer", "minimum": 1},
    }
}
"""Documents that the caller is told when to come again."""


class DocumentedApi(Api):
    """The addresses of the service, whose errors are problems.

    The document is gathered when somebody asks for it: it would be half of what a process does
    to start.
    """

    ERROR_SCHEMA = ProblemSchema

    def __init__(self, app: Flask, version: str) -> None:
        self._undescribed: list[Callable[[], None]] = []
        self._written: tuple[Mapping[str, Ruleset], bytes] | None = None
        self._describing = Lock()
        app.config.update(SETTINGS, API_VERSION=version)
        super().__init__(
            app,
            spec_kwargs={
                "info": {"description": DESCRIPTION},
                "servers": [{"url": "/"}],
                "security": [{}, {"token": []}],
            },
        )
        self.register_converter(
            VersionConverter, lambda _: {"type": "integer", "minimum": 1, "maximum": 10**18 - 1}
        )
        self.spec.components.security_scheme(
            "token",
            {"type": "http", "scheme": "bearer", "description": "of a seat or of the referee"},
        )

    def register_blueprint(self, blp: Blueprint, **options: Any) -> None:
        """Let the service answer at the addresses of `blp`, and have them in the document."""
        self._app.extensions["flask-smorest"]["blp_name_to_api"][blp.name] = self
        self._app.register_blueprint(blp, **options)
        self._undescribed.append(lambda: self._describe(blp))

    def _describe(self, blp: Blueprint) -> None:
        blp.register_views_in_doc(self, self._app, self.spec, name=blp.name, parameters=None)
        self.spec.tag({"name": blp.name, "description": blp.description})

    def _openapi_json(self) -> Response:
        """The document of the rulesets that the service plays; it is written once."""
        rulesets = stores().rulesets
        with self._describing:
            while self._undescribed:
                self._undescribed.pop(0)()
            if self._written is None or self._written[0] is not rulesets:
                self._written = rulesets, self._with_games(rulesets)
        compress_whole()
        answer = Response(self._written[1], content_type="application/json")
        answer.add_etag()
        answer.cache_control.no_cache = True
        answer.make_conditional(request)
        return answer

    def _with_games(self, rulesets: Mapping[str, Ruleset]) -> bytes:
        document = deepcopy(self.spec.to_dict())
        self._name_operations(document)
        join(document, rulesets)
        return msgspec.json.encode(document)

    def _name_operations(self, document: dict[str, Any]) -> None:
        """Call each operation by its group and its function, such as ``orders_give``."""
        for rule in self._app.url_map.iter_rules():
            operations = document["paths"].get(FlaskPlugin.flaskpath2openapi(rule.rule), {})
            for method in rule.methods or ():
                if method.lower() in operations:
                    name = re.sub(r"\W", "_", rule.endpoint)
                    operations[method.lower()]["operationId"] = name

    def handle_http_exception(self, error: HTTPException) -> Response:
        """Errors of Flask and Werkzeug as problems."""
        return answered(error)

    def _register_responses(self) -> None:
        """Called by flask-smorest at once."""
        self._undescribed.append(self._describe_responses)

    def _describe_responses(self) -> None:
        for status in http.HTTPStatus:
            response: dict[str, Any] = {"description": status.phrase}
            if status >= 400:
                response["schema"] = self.ERROR_SCHEMA
            if status == http.HTTPStatus.TOO_MANY_REQUESTS:
                response["headers"] = RETRY_AFTER
            prepare_response(response, self.spec, MEDIA_TYPE)
            self.spec.components.response(status.name, response, lazy=True)
        response = {"description": "What is wrong with the request", "schema": self.ERROR_SCHEMA}
        prepare_response(response, self.spec, MEDIA_TYPE)
        self.spec.components.response(self.DEFAULT_ERROR_RESPONSE_NAME, response, lazy=True)
