"""Parsing: what a request says, checked against a schema before anything else sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, NoReturn, TypeVar

import marshmallow as ma
import msgspec
from flask import Request
from flask_smorest import Blueprint
from webargs.flaskparser import FlaskParser, is_json_request

from api.http.problems import Problem

View = TypeVar("View", bound=Callable[..., Any])

UNKNOWN = "Unknown field."
"""What marshmallow says of a field that a schema does not have."""

MISSING = "Missing data for required field."
"""What marshmallow says of a required field that is not there."""

MOST_ERRORS = 50
"""How many things wrong with one request are told: nobody reads more, and one short field may be
wrong many thousands of times in a body."""


@cache
def _made(schema: type[ma.Schema]) -> ma.Schema:
    """The one instance of a schema: to make one copies all its fields, and none keeps anything."""
    return schema()


class Parser(FlaskParser):
    """Reads bodies and query strings; whatever a schema does not name is refused."""

    DEFAULT_UNKNOWN_BY_LOCATION: dict[str, str | None] = {}

    def parse(self, argmap: Any, req: Any = None, *, location: Any = None, **options: Any) -> Any:
        """The arguments in `location` of the request; an empty query string costs nothing."""
        request = req or self.get_default_request()
        if location == "query" and not request.query_string:
            return {}
        schema = _made(argmap) if isinstance(argmap, type) else argmap
        return super().parse(schema, request, location=location, **options)

    def load_querystring(self, req: Request, schema: ma.Schema) -> Any:
        """The parameters after the question mark, each at most once."""
        repeated = sorted(name for name, values in req.args.lists() if len(values) > 1)
        if repeated:
            raise ma.ValidationError({name: ["Given more than once."] for name in repeated})
        return super().load_querystring(req, schema)

    def load_json(self, req: Request, schema: ma.Schema) -> Any:
        """The body, which has to be JSON and has to say so."""
        if "Transfer-Encoding" in req.headers:
            raise Problem("LENGTH_REQUIRED", "A body has to say its length: Content-Length.")
        if not is_json_request(req):
            raise Problem(
                "BAD_MEDIA_TYPE", "The body has to be JSON: Content-Type: application/json."
            )
        try:
            return msgspec.json.decode(req.get_data())
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Problem("BAD_JSON", f"The body is not JSON: {error}.") from None

    def handle_error(
        self, error: ma.ValidationError, req: Any, schema: ma.Schema, **_: Any
    ) -> NoReturn:
        """Answer 422 with one entry for each thing that is wrong, or for the first of many."""
        [(location, messages)] = error.messages_dict.items()
        where = "body" if location in ("json", "form") else location
        errors = [
            {"code": _code(message), "where": where, "pointer": pointer, "detail": message}
            for pointer, message in sorted(_flattened(messages))[:MOST_ERRORS]
        ]
        unknown = all(entry["code"] == "UNKNOWN_FIELD" for entry in errors)
        default = "BAD_QUERY" if where == "query" else "BAD_PAYLOAD"
        raise Problem(
            "UNKNOWN_FIELD" if unknown else default,
            "; ".join(f"{entry['pointer'] or where}: {entry['detail']}" for entry in errors),
            errors=errors,
        )


def _code(message: str) -> str:
    return {UNKNOWN: "UNKNOWN_FIELD", MISSING: "MISSING_FIELD"}.get(message, "BAD_VALUE")


def _flattened(messages: Any, pointer: str = "") -> Iterator[tuple[str, str]]:
    """Every message with the JSON pointer to what it is about."""
    if isinstance(messages, Mapping):
        for key, inner in messages.items():
            step = str(key).replace("~", "~0").replace("/", "~1")
            yield from _flattened(inner, pointer if key == "_schema" else f"{pointer}/{step}")
    elif isinstance(messages, list):
        for inner in messages:
            yield from _flattened(inner, pointer)
    else:
        yield pointer, str(messages)


class Resources(Blueprint):
    """A group of addresses, each documented by its schemas and docstring."""

    ARGUMENTS_PARSER = Parser()

    @staticmethod
    def _prepare_response_doc(doc: Any, doc_info: Any, **options: Any) -> Any:
        """The answer to any call may be that there were too many."""
        responses = doc_info.setdefault("response", {}).setdefault("responses", {})
        responses.setdefault(429, []).append("TOO_MANY_REQUESTS")
        return Blueprint._prepare_response_doc(doc, doc_info, **options)

    def no_query(self, function: View) -> View:
        """Refuse whatever follows a question mark: this address takes no parameters."""
        bare: View = self.arguments(ma.Schema, location="query", as_kwargs=True)(function)
        return bare
