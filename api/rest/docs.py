"""The documentation page: Swagger UI from a wheel, nothing fetched from anywhere else."""

from __future__ import annotations

from pathlib import Path

import flask_swagger_ui
from flask import Blueprint, Response, send_from_directory, url_for

from api.http.compression.answers import compress_whole

ASSETS = Path(flask_swagger_ui.__file__).parent / "dist"

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Content-Security-Policy of the page: its own scripts only; Swagger UI sets styles inline."""

PAGE = """<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>Napoleon API</title>
  <link rel="stylesheet" href="{assets}swagger-ui.css">
  <link rel="icon" type="image/png" href="{assets}favicon-32x32.png">
</head>
<body>
  <div id="swagger-ui"></div>
  <noscript>The description of the API itself is at <a href="{document}">{document}</a>.</noscript>
  <script src="{assets}swagger-ui-bundle.js"></script>
  <script src="{assets}start.js"></script>
</body>
</html>
"""

START = """SwaggerUIBundle({{
  url: "{document}",
  dom_id: "#swagger-ui",
  deepLinking: true,
  validatorUrl: null,
}});
"""

docs = Blueprint("docs", __name__)


@docs.get("/docs/")
def page() -> Response:
    """The page itself."""
    html = PAGE.format(assets=url_for("docs.page"), document=_document())
    return Response(html, content_type="text/html; charset=utf-8", headers=_policy())


@docs.get("/docs/start.js")
def start() -> Response:
    """The script that points the page to the document of this service."""
    return Response(
        START.format(document=_document()), content_type="text/javascript; charset=utf-8"
    )


@docs.get("/docs/<path:name>")
def asset(name: str) -> Response:
    """A file of Swagger UI."""
    compress_whole()
    return send_from_directory(ASSETS, name, max_age=86400)


def _document() -> str:
    return url_for("api-docs.openapi_json")


def _policy() -> dict[str, str]:
    return {"Content-Security-Policy": POLICY}
