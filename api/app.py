"""The application: the addresses of the API and of the pages put together.

That of live processes is in `api.live.app`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from flask import Flask

from api.apart import making
from api.bundles import opening as bundles
from api.http import failures, mail, people, stores
from api.http.addresses import Address
from api.http.compression import answers as compression
from api.http.service import PREFIX, surround
from api.http.settings import settings
from api.live.capacity import web_capacity
from api.live.my_games import resources as my_live_resources
from api.live.resource import resources as live_resources
from api.live.streams import Streams
from api.live.streams import register as register_streams
from api.rest.absences import resources as absence_resources
from api.rest.audit import resources as audit_resources
from api.rest.bundle import resources as bundle_resources
from api.rest.calendar import resources as calendar_resources
from api.rest.clock import resources as clock_resources
from api.rest.commands import resources as command_resources
from api.rest.deadlines import SeatConverter
from api.rest.deadlines import resources as deadline_resources
from api.rest.dispatches import resources as dispatch_resources
from api.rest.disputes import resources as dispute_resources
from api.rest.docs import docs
from api.rest.documented import DocumentedApi
from api.rest.forks import resources as fork_resources
from api.rest.games import resources as game_resources
from api.rest.health import resources as health_resources
from api.rest.journal import resources as journal_resources
from api.rest.log import VersionConverter
from api.rest.log import resources as log_resources
from api.rest.mailbox import resources as mailbox_resources
from api.rest.me import resources as me_resources
from api.rest.my_absences import resources as my_absences_resources
from api.rest.my_notifications import resources as my_notifications_resources
from api.rest.my_people import resources as my_people_resources
from api.rest.my_seats import resources as my_seats_resources
from api.rest.observers import resources as observers_resources
from api.rest.operations import resources as operation_resources
from api.rest.orders import resources as order_resources
from api.rest.people import resources as people_resources
from api.rest.position import resources as position_resources
from api.rest.press import resources as press_resources
from api.rest.record import resources as record_resources
from api.rest.reliability import resources as reliability_resources
from api.rest.rules_change import resources as rules_change_resources
from api.rest.rulesets import resources as ruleset_resources
from api.rest.rulings import resources as ruling_resources
from api.rest.shares import resources as share_resources
from api.rest.standing_orders import resources as instruction_resources
from api.rest.suspicious_mail import resources as odd_mails_resources
from api.rest.takebacks import resources as takeback_resources
from api.rest.think_time import resources as think_time_resources
from api.rest.times import resources as times_resources
from api.rest.views import resources as view_resources
from api.rest.webhooks import resources as webhook_resources
from api.rest.window_forms import resources as windows_resources
from api.web import addresses as web_pages
from api.web import styleguide
from api.web.errors import told_on_a_page
from api.web.pages import VERSION
from napoleon.play.games import Games
from projections.store import ViewStore

RESOURCES = (
    ruleset_resources,
    game_resources,
    fork_resources,
    view_resources,
    position_resources,
    order_resources,
    instruction_resources,
    windows_resources,
    operation_resources,
    log_resources,
    journal_resources,
    live_resources,
    my_live_resources,
    takeback_resources,
    dispute_resources,
    ruling_resources,
    press_resources,
    dispatch_resources,
    people_resources,
    me_resources,
    my_seats_resources,
    reliability_resources,
    my_notifications_resources,
    my_absences_resources,
    my_people_resources,
    share_resources,
    think_time_resources,
    times_resources,
    clock_resources,
    deadline_resources,
    absence_resources,
    calendar_resources,
    record_resources,
    bundle_resources,
    audit_resources,
    rules_change_resources,
    webhook_resources,
    mailbox_resources,
    observers_resources,
    odd_mails_resources,
    command_resources,
    health_resources,
)

LARGEST_BODY = 256 * 1024
"""How many bytes a request may carry at most. An order takes a few hundred."""


def create_app(
    games: Games | None = None, views: ViewStore | None = None, env: Mapping[str, str] | None = None
) -> Flask:
    """The service as a WSGI application.

    It answers from `games` and `views` if they are given; otherwise each process opens the ones
    that `env` (by default the environment of the process) names when the first request comes.
    Raises BadSetting for a variable with which it cannot start.
    """
    chosen_from = os.environ if env is None else env
    chosen = settings(chosen_from)
    app = Flask("napoleon", static_folder=None)
    app.url_rule_class = Address
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
    app.url_map.converters["version"] = VersionConverter
    app.url_map.converters["seat"] = SeatConverter
    compression.register(app)
    stores.register(app, games, views, env)
    making.register(app, env, apart=games is None)
    bundles.register(app, chosen_from)
    mail.register(app, None)
    people.register(app)
    register_streams(app, Streams(web_capacity(chosen_from)))
    api = DocumentedApi(app, VERSION)
    failures.register(app, PREFIX, told_on_a_page)
    for resources in RESOURCES:
        api.register_blueprint(resources, url_prefix=PREFIX)
    app.register_blueprint(docs, url_prefix=PREFIX)
    web_pages.register(app)
    if chosen.styleguide:
        styleguide.register(app)
    surround(app, chosen)
    return app
