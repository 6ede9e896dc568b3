"""What pages are made from, made ahead, so that nobody waits for it.

Templates are compiled, rulesets, catalogues and texts of scripts are loaded, and the map of each
game is laid out, which is the same for all of its positions. A process does that between its first
answers, while nobody waits for one; whatever is asked for meanwhile is made as usual.
Before the first of all it answers a few requests that nobody has sent: an order must not wait for
what a process finds out once.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from threading import Lock, Thread, Timer
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask
from werkzeug.test import EnvironBuilder, run_wsgi_app
from werkzeug.wsgi import ClosingIterator

from api.http.stores import stores_of
from api.languages import LANGUAGES, language_of
from api.web.catalogue import translations
from api.web.mini_maps import first_views
from api.web.script_texts import texts
from napoleon.log.replayer import UNREADABLE
from napoleon.play.games import Games
from napoleon.rules.contract import Ruleset, installed
from napoleon.rules.picture import svg
from napoleon.rules.prose.storybook import words_of

PAUSE = 1.0
"""Seconds after its start that a process begins to prepare."""

QUIET = 0.1
"""Seconds after an answer in which the next one may be asked for: nothing is begun in them."""

PATIENCE = 5.0
"""Seconds after which something is made all the same where somebody is always answered."""

NEWEST = 200
"""In which of the last events a game has had one that is opened before the first request."""

OPENING = 0.2
"""Seconds after which no further one is opened."""

_LOOKING = 0.02

_REHEARSED = (
    {"path": "/api/v1/health"},
    {
        "path": "/api/v1/games/nowhere/orders",
        "method": "POST",
        "json": {"order": "pass"},
        "headers": {"Authorization": "Bearer nobody", "If-Match": '"1"'},
    },
)
"""Requests that go the way of an order, and change nothing."""

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


def rehearse(app: Flask) -> None:
    """Answer a few requests before the first one comes. They are not logged. Raises nothing.

    The games that were played last are opened, as orders for them come first.
    """
    for asked in _REHEARSED:
        try:
            environ = EnvironBuilder(**asked).get_environ()
            # What stands around the application is passed by: it would log and count them.
            run_wsgi_app(partial(Flask.wsgi_app, app), environ, buffered=True)
        except Exception:
            _log.warning("a request could not be rehearsed", exc_info=True)
    try:
        _open_newest(stores_of(app).games)
    except Exception:
        _log.warning("the newest games could not be opened", exc_info=True)


def _open_newest(games: Games) -> None:
    until = time.monotonic() + OPENING
    newest = games.recorder.max_notification_id() or 0
    for game_id in games.recorder.games_after(max(0, newest - NEWEST)):
        if time.monotonic() > until:
            return
        with suppress(*UNREADABLE):
            game = games.open(game_id)
            for decision in games.decisions(game):
                next(iter(games.rules(game).legal_orders(game.state, decision)), None)


def prepare_beside(app: Flask) -> Thread:
    """Prepare `app` in a thread of its own, while the first to ask need not wait for it."""
    traffic = Traffic(app.wsgi_app)
    app.wsgi_app = traffic  # type: ignore[method-assign]
    begun = Timer(PAUSE, prepare, (app, traffic.wait))
    begun.daemon = True
    begun.start()
    return begun


def at_once() -> None:
    """Nobody is kept waiting."""


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
