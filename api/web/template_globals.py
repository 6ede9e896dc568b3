"""What every template knows is one plain dictionary.

Jinja lays a mapping for each template over it, and looks through both for every part of a page:
there are two dozen of them, and some seventy names.
"""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

from flask import Flask
from flask.templating import Environment


class _Environment(Environment):
    """An environment whose templates have no globals of their own."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """What a template knows: all that the environment does, and nothing else."""
        return super().make_globals(d) if d else self.globals


def register(app: Flask) -> None:
    """Let `app` draw its templates so; to be called before anything adds to what they know."""
    app.jinja_environment = _Environment
