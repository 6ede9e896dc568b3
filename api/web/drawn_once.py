"""What is in a template between ``{% once KEY %}`` and ``{% endonce %}`` is drawn once for a key.

It may hang on nothing that is not in the key, which has to tell apart what Python takes for the
same, such as 1 and True. As it hangs on no log either, all logs of a process share what is kept, in
contrast to `api.lru_by_log`.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

from cachetools import LRUCache, cached
from flask import Flask
from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from markupsafe import Markup

MOST = 3_000_000
"""Characters of parts that are kept in a process."""


class Once(Extension):
    """The tag of templates."""

    tags = {"once"}

    def parse(self, parser: Parser) -> nodes.Node:
        """What the tag and all up to its end are compiled to."""
        line = next(parser.stream).lineno
        key = parser.parse_expression()
        body = parser.parse_statements(("name:endonce",), drop_needle=True)
        drawn = self.call_method("drawn", [key])
        return nodes.CallBlock(drawn, [], [], body).set_lineno(line)

    @staticmethod
    @cached(LRUCache(MOST, getsizeof=len), key=lambda key, caller: key, lock=Lock())
    def drawn(key: tuple[object, ...], caller: Callable[[], Markup]) -> Markup:
        """The part with that key, drawn by `caller` if it was not kept."""
        return caller()


def register(app: Flask) -> None:
    """Let the templates of `app` use it."""
    app.jinja_env.add_extension(Once)
