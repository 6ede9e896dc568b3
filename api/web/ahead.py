"""What pages are made from, made ahead, so that nobody waits for it.

Templates are compiled, rulesets, catalogues and texts of scripts are loaded, the map of each game
is laid out, which is the same for all of its positions, and events are made ready to be read. A
process does that between its first answers, while nobody waits for one; whatever is asked for
meanwhile is made as usual.
What comes before the first answer of all is in `api.web.rehearsal`.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from threading import Lock, Thread, Timer
from typing import cast
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask
from werkzeug.wsgi import ClosingIterator

from api.http.stores import stores_of
from api.languages import LANGUAGES, language_of
from api.web.catalogue import translations
from api.web.game.land import kept_of
from api.web.mini_maps import first_views
from api.web.script_texts import scripts, texts_of
from napoleon.log.store.mapper import EventMapper
from napoleon.rules.contract import Ruleset, installed
from napoleon.rules.events import TOPICS
from napoleon.rules.picture import svg
from napoleon.rules.prose.storybook import words_of

PAUSE = 1.0
"""Seconds after its start that a process begins to prepare."""

QUIET = 0.1
"""Seconds after an answer in which the next one may be asked for: nothing is begun in them."""

PATIENCE = 0.5
"""Seconds after which something is made all the same where somebody is always answered."""

_LOOKING = 0.02

_AT_ONCE = 20
"""Kinds of events that are learnt to be read at once, which takes some milliseconds."""

_log = logging.getLogger(__name__)


class Traffic:
    """A WSGI application that knows when it is answering somebody."""

    def __init__(self, inner: WSGIApplication) -> None:
        self._inner = inner
        self._lock = Lock()
        self._answering = 0
        self._ended = -QUIET

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """The answer of the inner application."""
        self._count(1)
        try:
            return ClosingIterator(self._inner(environ, start_response), lambda: self._count(-1))
        except BaseException:
            self._count(-1)
            raise

    def _count(self, begun: int) -> None:
        with self._lock:
            self._answering += begun
            self._ended = time.monotonic()

    @property
    def is_quiet(self) -> bool:
        """Whether nobody is being answered, and nobody was just now."""
        return not self._answering and time.monotonic() - self._ended >= QUIET

    def wait(self) -> None:
        """Return once it is quiet, or after `PATIENCE`."""
        until = time.monotonic() + PATIENCE
        while not self.is_quiet and time.monotonic() < until:
            time.sleep(_LOOKING)


def at_once() -> None:
    """Nobody is kept waiting."""


def prepare_beside(app: Flask, then: Callable[[], object] = at_once) -> Thread:
    """Prepare `app` in a thread of its own, while the first to ask need not wait for it.

    `then` is called when all is made.
    """
    traffic = Traffic(app.wsgi_app)
    app.wsgi_app = traffic  # type: ignore[method-assign]
    begun = Timer(PAUSE, _prepare_and, (then, app, traffic.wait))
    begun.daemon = True
    begun.start()
    return begun


def _prepare_and(then: Callable[[], object], app: Flask, wait: Callable[[], None]) -> None:
    prepare(app, wait)
    wait()
    then()


def prepare(app: Flask, wait: Callable[[], None] = at_once) -> None:
    """Make all of it for `app`, each when `wait` returns.

    Raises nothing: what cannot be made is told where it is needed.
    """
    for make in _all(app):
        wait()
        try:
            make()
        except Exception:
            _log.warning("something could not be made ahead", exc_info=True)


def _all(app: Flask) -> Iterator[Callable[[], object]]:
    """All that is made, in steps of some milliseconds once templates have been compiled."""
    for template in app.jinja_env.list_templates(extensions=("html",)):
        yield partial(app.jinja_env.get_template, template)
    for script in scripts():
        yield partial(texts_of, script)
    for code in LANGUAGES:
        yield partial(translations, code)
    for rules in installed().values():
        for code in LANGUAGES:
            yield partial(language_of, rules, code)
            yield partial(_drawn, rules, code)
        yield partial(kept_of, rules)
    mapper = cast("EventMapper", stores_of(app).games.mapper)
    for some in _some(TOPICS, _AT_ONCE):
        yield partial(mapper.learn, some)


def _some(topics: Iterable[str], size: int) -> Iterator[list[str]]:
    """The topics, some at a time."""
    rest = iter(list(topics))
    while some := [*islice(rest, size)]:
        yield some


def _drawn(rules: Ruleset, code: str) -> None:
    """The map of a game as it is told in a language, in the first position that it can have."""
    if rules.pictures is not None and (views := first_views(rules)) is not None:
        words = words_of(rules, language_of(rules, code))
        svg.draw(rules.pictures.map(views, (), words), keyed=True)
