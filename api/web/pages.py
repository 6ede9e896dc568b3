"""Pages: how the answers that people see in a browser are made, and the headers they carry."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from importlib.metadata import version
from typing import Any
from urllib.parse import urlencode

from babel.dates import format_date, format_datetime, format_timedelta
from flask import Blueprint, Response, render_template, request
from markupsafe import Markup

from api import refusals
from api.http.compression.answers import compress_part, compress_whole
from api.http.problems import Problem
from api.http.stores import stores
from api.web import catalogue
from api.web.forms_again import shown_again
from api.web.wrong_fields import by_field, facts_of
from napoleon.log.events.grey_press import UNSIGNED
from napoleon.log.times import SECOND
from napoleon.rules.events import DEPUTY, REFEREE, SPECTATOR

web = Blueprint("web", __name__, template_folder="templates")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
"""Content-Security-Policy of every page: nothing inline, nothing from anywhere else."""

REFERRER = "same-origin"
"""Referrer-Policy of every page. Without any referrer a form would not say where it comes from."""

VERSION = version("napoleon")

VARY = "Accept, Accept-Language, Cookie"

CHOICE_KEPT = 365 * 24 * 3600
"""Seconds for which a browser keeps the language that was chosen, and whether anything moves."""

MOTION = "motion"
"""The cookie, and the field of an address, that says whether anything on pages moves by itself."""

ON, OFF = "on", "off"

_NO_SEATS = {
    REFEREE: catalogue.noted("the referee"),
    DEPUTY: catalogue.noted("the deputy"),
    SPECTATOR: catalogue.noted("a spectator"),
    UNSIGNED: catalogue.noted("somebody unsigned"),
}

SECRET = "no-store"  # noqa: S105 - a directive, no password
"""Cache-Control of what only one reader may see."""

PUBLIC = "private, no-cache"
"""Cache-Control of what anybody may see: kept by the browser, but asked for again each time."""


def page(template: str, *, status: int = 200, public: bool = False, **context: Any) -> Response:
    """A page drawn from `template`; unless it is `public` nobody may keep it.

    A form on it that was refused, by a `problem`, shows what was sent and what is wrong with it.
    Every template knows `version`, `language`, `languages`, `is_still` and `cross_site` besides
    `context`.
    """
    if public:
        compress_whole()
    html = render_template(template, **context)
    problem = context.get("problem")
    if problem is not None and request.method == "POST":
        facts = facts_of(problem) if isinstance(problem, Problem) else problem
        html = shown_again(
            html, f"{request.script_root}{request.path}", request.form, by_field(facts)
        )
    return Response(html, status, headers(public=public), content_type="text/html; charset=utf-8")


def headers(*, public: bool = False) -> dict[str, str]:
    """What an answer to a browser carries, whether it is a page or a part of one."""
    return {
        "Content-Security-Policy": POLICY,
        "Referrer-Policy": REFERRER,
        "Cache-Control": PUBLIC if public else SECRET,
        "Vary": VARY,
    }


def wants_html() -> bool:
    """Whether the client would rather have a page than data, as browsers say they would."""
    best = request.accept_mimetypes.best_match(["application/json", "text/html"])
    return best == "text/html"


def in_language(code: str) -> str:
    """The address of this page in the language `code`."""
    return _chosen("lang", code)


def is_still() -> bool:
    """Whether the reader has said that nothing is to move; their system may say so, too."""
    asked = (request.args.get(MOTION), request.cookies.get(MOTION))
    return next((it for it in asked if it in (ON, OFF)), ON) == OFF


def other_motion() -> str:
    """The address of this page with the other choice of motion."""
    return _chosen(MOTION, ON if is_still() else OFF)


def _chosen(field: str, choice: str) -> str:
    there = f"{request.script_root}{request.path}"
    return f"{there}?{urlencode({**request.args.to_dict(), field: choice})}"


@web.app_template_filter()
def wordless(part: Markup) -> Markup:
    """A part of a page, with no words of anybody but the service: it is sent small to anybody."""
    compress_part(part.encode())
    return part


@web.app_template_filter("refused")
def in_the_readers_language(detail: str) -> str:
    """Why something was refused, in the language of the page."""
    return refusals.told(detail, catalogue.language())


@web.app_template_filter()
def holder_name(holder: str, names: Mapping[str, str]) -> str:
    """What a seat, a share, a judge or a spectator is called; `names` are those of the game."""
    words = _NO_SEATS.get(holder)
    return names.get(holder, holder) if words is None else catalogue.gettext(words)


@web.app_template_filter()
def instant(at: int) -> str:
    """A time in microseconds since 1970 UTC, for machines."""
    return datetime.fromtimestamp(at // SECOND, UTC).isoformat()


@web.app_template_filter()
def day(at: int) -> str:
    """A time in microseconds since 1970 UTC, as a reader writes the day and the minute."""
    return _day(at // SECOND, catalogue.language())


@web.app_template_filter()
def date_of(at: int) -> str:
    """A time in microseconds since 1970 UTC, as a reader writes its day."""
    told = datetime.fromtimestamp(at // SECOND, UTC).date()
    return format_date(told, "d MMM y", locale=catalogue.language())


@web.app_template_filter()
def iso_day(text: str) -> str:
    """A day that is written as ``2026-12-24``, as a reader writes it."""
    return format_date(date.fromisoformat(text), "d MMM y", locale=catalogue.language())


@lru_cache(maxsize=1024)
def _day(at: int, code: str) -> str:
    told = datetime.fromtimestamp(at, UTC)
    return format_datetime(told, "d MMM y, HH:mm 'UTC'", tzinfo=UTC, locale=code)


@web.app_template_filter()
def ago(at: int) -> str:
    """How long ago a time in microseconds since 1970 UTC was, in words."""
    passed = timedelta(seconds=(at - stores().games.clock()) // SECOND)
    return format_timedelta(passed, add_direction=True, locale=catalogue.language())


@web.app_template_filter()
def left(until: int) -> str:
    """How long it is until a time in microseconds since 1970 UTC, in words."""
    return lasting(max(0, until - stores().games.clock()) // SECOND)


@web.app_template_global()
def is_past(at: int) -> bool:
    """Whether a time in microseconds since 1970 UTC has come."""
    return at <= stores().games.clock()


@web.app_template_filter()
def lasting(seconds: int) -> str:
    """How long something took, in words."""
    return format_timedelta(timedelta(seconds=seconds), locale=catalogue.language())


@web.after_request
def keep_choices(answer: Response) -> Response:
    """`answer`, made to let the browser keep the language and the motion that it asks for."""
    choices = (("lang", catalogue.COOKIE, catalogue.LANGUAGES), (MOTION, MOTION, (ON, OFF)))
    for field, cookie, known in choices:
        asked = request.args.get(field, "")
        if asked in known and answer.mimetype == "text/html":
            answer.set_cookie(cookie, asked, max_age=CHOICE_KEPT, samesite="Lax")
    return answer


@web.app_context_processor
def _known_everywhere() -> dict[str, Any]:
    return {
        "version": VERSION,
        "language": catalogue.language(),
        "languages": catalogue.LANGUAGES,
        "in_language": in_language,
        "is_still": is_still(),
        "other_motion": other_motion,
        # Such a visit comes without cookies; see static/js/session.js.
        "cross_site": request.headers.get("Sec-Fetch-Site") == "cross-site",
    }
