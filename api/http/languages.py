"""Languages of answers: the one that a caller asks for, else one that their client speaks."""

from __future__ import annotations

from babel import negotiate_locale
from flask import request

from api.languages import LANGUAGES, SOURCE

HEADER = "Accept-Language"

ACCEPT_LANGUAGE = {
    "in": "header",
    "name": HEADER,
    "description": "Languages that the story may be told in, the best first, unless `lang` says.",
    "schema": {"type": "string"},
}
"""Documents that an answer is told in the caller's language."""


def spoken(asked: str | None) -> str:
    """The code of the language `asked` for, one of `LANGUAGES`; if none is, of the best one."""
    if asked is not None:
        return asked
    wanted = list(request.accept_languages.values())
    return negotiate_locale(wanted, LANGUAGES, sep="-") or SOURCE
