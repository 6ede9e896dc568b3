"""What pages are made from, made ahead, so that nobody waits for it.

Templates are compiled, rulesets, catalogues and texts of scripts are loaded, and the map of each
game is laid out, which is the same for all of its positions. A process does that beside its first
answers; whatever is asked for meanwhile is made as if nothing were.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from threading import Thread, Timer

from flask import Flask

from api.languages import LANGUAGES, language_of
from api.web.catalogue import translations
from api.web.mini_maps import first_views
from api.web.script_texts import texts
from napoleon.rules.contract import Ruleset, installed
from napoleon.rules.picture import svg
from napoleon.rules.prose.storybook import words_of

PAUSE = 1.0
"""Seconds after its start that a process begins to prepare."""

_log = logging.getLogger(__name__)


def prepare_beside(app: Flask) -> Thread:
    """Prepare `app` in a thread of its own, once the first answers need not wait for it."""
    begun = Timer(PAUSE, prepare, (app,))
    begun.daemon = True
    begun.start()
    return begun


def prepare(app: Flask) -> None:
    """Make all of it for `app`. Raises nothing: what cannot be made is told where it is needed."""
    for make in _all(app):
        try:
            make()
        except Exception:
            _log.warning("something could not be made ahead", exc_info=True)


def _all(app: Flask) -> Iterator[Callable[[], object]]:
    for template in app.jinja_env.list_templates(extensions=("html",)):
        yield lambda template=template: app.jinja_env.get_template(template)  # type: ignore[misc]
    yield texts
    for code in LANGUAGES:
        yield lambda code=code: translations(code)  # type: ignore[misc]
    for name in installed():
        yield lambda name=name: _drawn(installed()[name])  # type: ignore[misc]


def _drawn(rules: Ruleset) -> None:
    """The map of a game as it is told in each language, in the first position that it can have."""
    if rules.pictures is None or (views := first_views(rules)) is None:
        return
    for code in LANGUAGES:
        words = words_of(rules, language_of(rules, code))
        svg.draw(rules.pictures.map(views, (), words), keyed=True)
