"""Errors in a browser: the same problems as everywhere, shown on a page instead of as data."""

from __future__ import annotations

from flask import Response, current_app, request

from api.http.failures import answered
from api.web.catalogue import gettext, noted
from api.web.form_words import typed_words
from api.web.pages import keep_choices, page, wants_html, web
from api.web.wrong_fields import words_of

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


def told_on_a_page(error: Exception) -> Response:
    """The answer to a request that raised `error`: a page for those who ask with a browser."""
    answer = answered(error)
    if not wants_html():
        return answer
    try:
        told = _page_of(answer)
    except Exception:
        # What went wrong is to be told, even where no page can be drawn.
        current_app.logger.exception("the page of an error cannot be drawn")
        return answer
    for name in KEPT:
        if name in answer.headers:
            told.headers[name] = answer.headers[name]
    # An address that leads nowhere is none of the pages' own.
    return told if request.blueprint == web.name else keep_choices(told)


def _page_of(answer: Response) -> Response:
    problem = answer.get_json(force=True)
    return page(
        "error.html",
        status=answer.status_code,
        problem=problem,
        told=words_of(problem),
        typed=typed_words(),
        title=gettext(TITLES.get(answer.status_code, OTHER)),
        game_id=(request.view_args or {}).get("game_id"),
    )
