"""Addresses of the service."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

from werkzeug.routing import Rule


class Address(Rule):
    """An address; the code that writes it is made when it is written for the first time.

    Werkzeug makes that of every address at once, which took a tenth of the time in which a process
    of the service loads.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compiled = cache(partial(super()._compile_builder, append_unknown))

        def write(address: Rule, /, **values: Any) -> tuple[str, str]:
            return compiled()(address, **values)

        return write
