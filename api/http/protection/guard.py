"""The guard before an application: limits, headers, other web sites, and where a client is."""

from __future__ import annotations

from flask import Flask

from api.http.protection import client, cors, limits, places
from api.http.protection.headers import SecuredHeaders
from api.http.settings import Settings


def guard(app: Flask, prefix: str, chosen: Settings) -> None:
    """Guard `app`, whose calls lie under `prefix`, as the settings say."""
    app.config["TRUSTED_HOSTS"] = list(chosen.hosts) or None
    cors.register(app, prefix, chosen.origins)
    limits.register(app, chosen)
    places.register(app, chosen.limits.at_once)
    app.wsgi_app = SecuredHeaders(app.wsgi_app, chosen.hsts)  # type: ignore[method-assign]
    # Outside everything that asks where the client is.
    client.register(app, chosen.proxies)
