"""The application of the processes that only follow games."""

from __future__ import annotations

import os
from collections.abc import Mapping

from flask import Flask

from api.http import failures, people, stores
from api.http.service import PREFIX, surround
from api.http.settings import settings
from api.live.capacity import live_capacity
from api.live.my_games import resources as my_live_resources
from api.live.resource import resources as live_resources
from api.live.streams import Streams
from api.live.streams import register as register_streams
from api.rest.health import resources as health_resources
from napoleon.play.games import Games


def create_live_app(games: Games | None = None, env: Mapping[str, str] | None = None) -> Flask:
    """The live stream and the health of the service alone, at the same addresses.

    For a process of greenlets, where a request that computes would keep all others waiting. The
    arguments are those of `api.app.create_app`.
    """
    chosen_from = os.environ if env is None else env
    app = Flask("napoleon", static_folder=None)
    stores.register(app, games, None, env)
    people.register(app)
    register_streams(app, Streams(live_capacity(chosen_from)))
    failures.register(app)
    for resources in (live_resources, my_live_resources, health_resources):
        app.register_blueprint(resources, url_prefix=PREFIX)
    surround(app, settings(chosen_from))
    return app
