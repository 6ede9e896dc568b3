"""The service for a WSGI server: ``gunicorn api.wsgi:app``."""

from __future__ import annotations

from api.app import create_app
from api.live.stopping import end_with_process
from api.live.streams import streams_of
from api.server.failing import worker_that_fails_in_a_line

with worker_that_fails_in_a_line():
    app = create_app()
end_with_process(streams_of(app))
