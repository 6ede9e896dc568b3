"""The addresses of the pages: every chapter of them, put into an application."""

from __future__ import annotations

from flask import Flask

from api.web import (  # noqa: F401 - each puts its addresses into `web`
    again,
    aid_page,
    archive,
    catalogue,
    challenges,
    course,
    desk_absence,
    desk_notifications,
    desk_people,
    desk_settings,
    drawn_once,
    first_visit,
    form_words,
    founder,
    join,
    links,
    lobby,
    mail_links,
    mailed_links,
    manifest,
    mini_maps,
    own_desk,
    reliability,
    rules_page,
    script_texts,
    session,
    sign_in,
    sitting,
    static,
    template_globals,
    times_told,
)
from api.web.cases import (  # noqa: F401
    clock,
    clock_of_judges,
    commands,
    desk,
    disputes,
    notes,
    people,
    press,
    press_beside,
    record,
    rules_change,
    rulings,
    standing_orders,
    takebacks,
    texts,
    window_forms,
)
from api.web.game import (  # noqa: F401
    battles,
    first_game,
    following,
    form_orders,
    land,
    legend,
    linking,
    map_files,
    marks,
    page,
    paragraph_view,
    position,
    style,
    text,
    why,
    words,
)
from api.web.new_game import pages as new_game  # noqa: F401
from api.web.pages import web


def register(app: Flask) -> None:
    """Let `app` serve the pages."""
    template_globals.register(app)
    catalogue.register(app)
    drawn_once.register(app)
    static.register(app)
    links.register(app)
    app.register_blueprint(web)
