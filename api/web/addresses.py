"""The addresses of the pages: every chapter of them, put into an application."""

from __future__ import annotations

from flask import Flask

from api.web import (
    catalogue,
    errors,
    static,
)
from api.web.pages import web


def register(app: Flask, api: str) -> None:
    """Let `app` serve the pages; its calls lie under `api`."""
    catalogue.register(app)
    static.register(app)
    errors.register(app, api)
    app.register_blueprint(web)
