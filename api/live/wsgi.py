"""The live stream for a server of greenlets: ``gunicorn -k gevent api.live.wsgi:app``."""

# ruff: noqa: E402
from __future__ import annotations

from api.live.greenlets import give_back_queues

give_back_queues()

from api.live.app import create_live_app
from api.live.stopping import end_with_process
from api.live.streams import streams_of
from api.server.failing import worker_that_fails_in_a_line

with worker_that_fails_in_a_line():
    app = create_live_app()
end_with_process(streams_of(app))
