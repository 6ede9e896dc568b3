"""The texts of the scripts, which are in them in English and travel with the page."""

from __future__ import annotations

from functools import cache

from babel.messages.extract import extract_javascript

from api.web.catalogue import language, translations
from api.web.pages import web
from api.web.static import FOLDER

CALLED = "_"
"""The call through which the scripts pass a text; see ``static/js/texts.js``."""


@cache
def texts() -> tuple[str, ...]:
    """Every text of the scripts in English, in alphabetical order."""
    found = set()
    for script in FOLDER.glob("js/*.js"):
        with script.open("rb") as file:
            for _, _, text, _ in extract_javascript(file, {CALLED: None}, [], {}):
                found.add(text if isinstance(text, str) else text[0])
    return tuple(sorted(found))


@web.app_template_global()
def script_texts() -> dict[str, str]:
    """The texts of the scripts as the reader's language has them, by what they are in English."""
    known = translations(language())
    return {text: known.gettext(text) for text in texts()}
