"""What the services of the tests are made of, compiled once for all of them.

Most tests make a service of their own. Most of the time that took went into code that writes its
addresses and into code of its pages, which is the same for each.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from api import app
from api.http.addresses import Address


def compile_once() -> None:
    """Let every service of this process be made like that from now on."""
    app.Address = KeptAddress  # type: ignore[misc]
    Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": Pages()}


class KeptAddress(Address):
    """An address; the code that writes it hangs on nothing but its text, and is bound to it.

    So do its parts, by which it is recognised.
    """

    _compiled: dict[Any, Callable[..., tuple[str, str]]] = {}
    _read: dict[Any, tuple[list[Any], list[Any], dict[str, Any], set[str]]] = {}

    def compile(self) -> None:
        assert self.map is not None
        kinds = tuple(self.map.converters.items())
        where = (self.host, self.subdomain, self.map.host_matching)
        how = (self.is_leaf, self.merge_slashes, self.strict_slashes, self.websocket)
        text = (self.rule, repr(self.defaults), where, how, kinds)
        if text not in self._read:
            super().compile()
            self._read[text] = self._parts, self._trace, self._converters, {*self.arguments}
            return
        parts, trace, converters, arguments = self._read[text]
        self._parts, self._trace, self._converters = [*parts], [*trace], {**converters}
        self.arguments |= arguments
        self._build = self._compile_builder(False).__get__(self, None)
        self._build_unknown = self._compile_builder(True).__get__(self, None)

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        text = (append_unknown, self.rule, tuple(self._trace), repr(self.defaults))
        if text not in self._compiled:
            self._compiled[text] = super()._compile_builder(append_unknown)
        return self._compiled[text]


class Pages(BytecodeCache):
    """The templates, by names that change with their text."""

    def __init__(self) -> None:
        self._compiled: dict[tuple[str, str], Any] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give the code of a template if it is there."""
        bucket.code = self._compiled.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code of a template."""
        self._compiled[bucket.key, bucket.checksum] = bucket.code
