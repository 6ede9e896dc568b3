"""The addresses of the style guide, which an application has only if its settings say so.

A reader may force the light or the dark: then it asks for the same sheets with the question for
what the system prefers answered.
"""

from __future__ import annotations

from flask import Blueprint, Flask, Response, abort, request

from api.http.stores import stores
from api.web.game.map_files import POLICY
from api.web.pages import headers, page
from api.web.static import FOLDER, SHEETS
from api.web.styleguide import specimens
from api.web.styleguide.tokens import tokens
from napoleon.rules.picture import svg
from napoleon.rules.picture.style import DARK, PARCHMENT, stylesheet

THEMES = {"light": PARCHMENT, "dark": DARK}

GUIDE = (
    *("screen", "strip", "notes", "orders", "boards", "cards", "time"),
    *("battle", "mini", "lobby", "cases", "styleguide"),
)
"""The files of its own sheet: what the pages with components on them have."""

_PREFERS = ("(prefers-color-scheme: dark)", "(prefers-color-scheme:dark)")

guide = Blueprint("styleguide", __name__)


@guide.get("/styleguide")
def shown() -> Response:
    """All components, as the system prefers or in the ``?theme=`` that is asked for."""
    theme = request.args.get("theme", "")
    return page(
        "styleguide.html",
        theme=theme if theme in THEMES else "",
        tokens=tokens(),
        states=specimens.states(),
        games=list(specimens.games()),
        **specimens.shown(),
    )


@guide.get("/styleguide/<theme>/<name>.css")
def sheet(theme: str, name: str) -> Response:
    """A sheet of the pages, ``guide`` or ``picture``, in a theme; of another one as it is."""
    names = GUIDE if name == "guide" else SHEETS.get(name, ())
    if not names and name != "picture":
        abort(404)
    parts = [(FOLDER / "css" / f"{it}.css").read_text(encoding="utf-8") for it in names]
    text = "\n".join(parts) if parts else stylesheet()
    if theme in THEMES:
        for it in _PREFERS:
            text = text.replace(it, "(min-width: 0)" if theme == "dark" else "(max-width: 0)")
        text = text.replace("color-scheme: light dark", f"color-scheme: {theme}")
    return Response(text, 200, headers(), content_type="text/css; charset=utf-8")


@guide.get("/styleguide/<theme>/<ruleset>.svg")
def map_of_game(theme: str, ruleset: str) -> Response:
    """The map of an installed game as it begins, in a theme."""
    rules = stores().games.rulesets.get(ruleset)
    picture = None if rules is None else specimens.first_picture(rules)
    if picture is None or theme not in THEMES:
        abort(404)
    sent = {**headers(), "Content-Security-Policy": POLICY}
    drawn = svg.document(picture, THEMES[theme])
    return Response(drawn, 200, sent, content_type="image/svg+xml")


def register(app: Flask) -> None:
    """Let `app` serve the style guide."""
    app.register_blueprint(guide)
