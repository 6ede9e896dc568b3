"""The catalogue: every text of the pages in the reader's language, by gettext.

English is what the sources say. A translation is ``locale/LANGUAGE/LC_MESSAGES/messages.po``, read
when it is first needed; ``make messages`` brings it up to date with the sources. What the games
themselves say, their rules, cards and journals, is not in it.
"""

from __future__ import annotations

import gettext as standard
from functools import cache
from pathlib import Path
from typing import Any

from babel import negotiate_locale
from flask import Flask, g, has_request_context, request

from api.languages import catalogue

LOCALE = Path(__file__).parent / "locale"

LANGUAGES = {"en": "English", "fr": "Français"}
"""Every language by its code, under its own name; the first is that of the sources."""

SOURCE = "en"

COOKIE = "language"


def register(app: Flask) -> None:
    """Let the templates of `app` speak the reader's language."""
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        lambda text: translations(language()).gettext(text),
        lambda one, many, count: translations(language()).ngettext(one, many, count),
        newstyle=True,
    )


def gettext(text: str, **values: Any) -> str:
    """`text` in the reader's language, with `values` in place of ``%(name)s``."""
    told = translations(language()).gettext(text)
    return told % values if values else told


def ngettext(one: str, many: str, count: int, **values: Any) -> str:
    """`one` or `many`, as `count` asks for, in the reader's language; ``%(num)s`` is the count."""
    told = translations(language()).ngettext(one, many, count)
    return told % {"num": count, **values}


def noted(text: str) -> str:
    """`text` as it is, to be found by ``make messages`` and translated when it is shown."""
    return text


def language() -> str:
    """The reader's language: the one asked for, else chosen before, else the browser's."""
    if not has_request_context():
        return SOURCE
    if "language" not in g:
        asked = (request.args.get("lang"), request.cookies.get(COOKIE))
        chosen = next((code for code in asked if code in LANGUAGES), None)
        spoken = list(request.accept_languages.values())
        g.language = chosen or negotiate_locale(spoken, LANGUAGES, sep="-") or SOURCE
    found: str = g.language
    return found


@cache
def translations(code: str) -> standard.NullTranslations:
    """The texts in the language `code`, one of `LANGUAGES`."""
    if code == SOURCE:
        return standard.NullTranslations()
    return catalogue(LOCALE / code / "LC_MESSAGES" / "messages.po", code)
