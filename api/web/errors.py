"""Errors in a browser: the same problems as everywhere, shown on a page instead of as data."""

from __future__ import annotations

from flask import Flask, Response, request

from api.http.problems import MEDIA_TYPE
from api.web.catalogue import gettext, noted
from api.web.pages import page, wants_html

KEPT = ("Allow", "Retry-After", "WWW-Authenticate")
"""Headers of a problem that a page has to carry too."""


TITLES = {
    400: noted("That request makes no sense"),
    401: noted("That token opens nothing"),
    403: noted("That is not for you to do"),
    404: noted("There is nothing here"),
    405: noted("That cannot be done here"),
    412: noted("Others acted first"),
    413: noted("That is too much at once"),
    422: noted("That was refused"),
    429: noted("Too many requests"),
    503: noted("Not just now"),
}
"""What a reader is told first, by status."""

OTHER = noted("Something went wrong")


def register(app: Flask, api: str) -> None:
    """Let errors outside `api` be shown on a page to whoever asks with a browser."""

    @app.after_request
    def told_on_a_page(answer: Response) -> Response:
        if answer.mimetype != MEDIA_TYPE or request.path.startswith(f"{api}/") or not wants_html():
            return answer
        told = page(
            "error.html",
            status=answer.status_code,
            problem=answer.get_json(force=True),
            title=gettext(TITLES.get(answer.status_code, OTHER)),
            game_id=(request.view_args or {}).get("game_id"),
        )
        for name in KEPT:
            if name in answer.headers:
                told.headers[name] = answer.headers[name]
        return told
