"""What the services of the tests are made of, compiled once for all of them.

Most tests make a service of their own. Most of the time that took went into its addresses and into
code of its pages, which are the same for each.
"""

from __future__ import annotations

from copy import copy
from operator import attrgetter
from typing import Any, ClassVar

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Map, Rule, RuleFactory

_OF_A_MAP = (
    "default_subdomain",
    "strict_slashes",
    "merge_slashes",
    "redirect_defaults",
    "sort_parameters",
    "sort_key",
    "host_matching",
)

_OF_A_RULE = attrgetter(
    "__class__",
    "rule",
    "endpoint",
    "subdomain",
    "host",
    "build_only",
    "alias",
    "websocket",
    "strict_slashes",
    "merge_slashes",
    "redirect_to",
)


def compile_once() -> None:
    """Let every service of this process be made like that from now on."""
    Flask.url_map_class = KeptMap
    Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": Pages()}


class KeptMap(Map):
    """The addresses of a service: of services that have the same ones they are put in order once.

    What answers at an address is kept by the service itself.
    """

    _made: ClassVar[dict[Any, Map]] = {}

    def __init__(self, *given: Any, **named: Any) -> None:
        self._added: list[Rule] = []
        super().__init__(*given, **named)

    def add(self, rulefactory: RuleFactory) -> None:
        self._added += rulefactory.get_rules(self)
        self._remap = True

    def update(self) -> None:
        if not self._remap:
            return
        with self._remap_lock:
            how = {name: getattr(self, name) for name in _OF_A_MAP}
            shown = tuple(self.converters.items()), *how.values(), *map(_shown, self._added)
            made = self._made.get(shown)
            if made is None:
                made = self._made[shown] = Map(
                    map(copy, self._added), converters=self.converters, **how
                )
                made.update()
            self._matcher, self._rules_by_endpoint = made._matcher, made._rules_by_endpoint
            self._remap = False


def _shown(rule: Rule) -> tuple[Any, ...]:
    """All that tells an address which is not yet bound to a map from another one."""
    options = getattr(rule, "provide_automatic_options", None)
    return *_OF_A_RULE(rule), frozenset(rule.methods or ()), repr(rule.defaults), options


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
