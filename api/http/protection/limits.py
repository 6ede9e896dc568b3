"""Limits: a client who asks for too much has to wait, so that something is left for the others.

A request counts under what it does: set up a game, change one, read, read what is expensive, open
a live stream; see `api.http.rates`. Players count by their token, so no limit tells one of them
what another does; clients without a token count by address. So do setting up games, streams, and
what is expensive. Besides, all requests of an address count together, and so do its tokens that
open nothing.

The counters are in Redis, and shared by all processes, where there is one; otherwise, and while it
is away, each process counts for itself. No request is refused because a counter cannot be reached.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from flask import Flask, Response, request

from api.http.people import PAGES
from api.http.problems import Problem
from api.http.protection import client
from api.http.protection.counters import Counted, Counters, ProcessCounters, RedisCounters
from api.http.rates import Rate, rate
from api.http.settings import Settings
from api.http.tokens import shows_token

CREATING = frozenset(
    {
        "games.create",
        "forks.fork",
        "games.take",
        "observers.leave",
        "web.challenge",
        "web.create_game",
        "web.first_game",
        "web.rematch",
        "web.take_seat",
        "web.watch_by_mail",
    }
)
COSTLY = frozenset({"audit.audit", "bundle.bundle", "web.bundle", "web.map_png"})
SIGNING_IN = frozenset(
    {
        "me.leave_address",
        "me.mail_link",
        "me.new",
        "me.sign_in",
        "my_notifications.try_out",
        "web.begin_desk",
        "web.leave_address",
        "web.mail_sign_in_link",
        "web.open_desk",
        "web.send_seat",
        "web.try_channel",
        "web.use_mailed_link",
    }
)
STREAMING = frozenset({"live.live", "my_games.live"})
"""Calls that count under a name of their own, as Flask names them."""

AUDITING = "web.record_page"
"""The page that makes an audit when asked to."""

LINKED = frozenset({"web.mailed_link", "web.use_mailed_link"})
"""Calls that look at a secret in the address: what opens nothing leads nowhere."""

OPENING = LINKED | {"me.sign_in", "my_seats.lay", "web.open_desk", "web.open_session"}
"""Calls that look at a token or a secret in the body or in the address."""

WHAT = {
    "create": "games were set up, open seats taken, or addresses left, from your address",
    "orders": "orders have come from you",
    "reads": "questions have come from you",
    "expensive": "audits, bundles and pictures were asked for by you",
    "streams": "live streams were opened from your address",
    "guesses": "tokens that open nothing have come from your address",
    "sign_ins": "desks were opened, or links asked for, from your address",
    "address": "requests have come from your address",
}
"""What the client is told there were too many of."""


def register(app: Flask, chosen: Settings) -> None:
    """Let the requests to `app` be limited."""
    rates = {name: rate(text) for name, text in chosen.limits.rates.items() if text}
    if not rates:
        return
    counters = _counters(chosen)

    def count() -> None:
        """Raise Problem 429 if the client has to wait."""
        if _is_free() or not (asked := [*_counted(rates)]):
            return
        if (exceeded := counters.exceeded(asked)) is not None:
            raise _problem(exceeded, counters)

    def count_guess(answer: Response) -> Response:
        """A token was looked at, and opened nothing."""
        found_nothing = answer.status_code == 401 or (
            answer.status_code == 404 and request.endpoint in LINKED
        )
        if found_nothing and "guesses" in rates and _may_be_guess() and not _is_free():
            counters.exceeded([_guess(rates["guesses"])])
        return answer

    app.before_request(count)
    app.after_request(count_guess)


def kind() -> str:
    """The name under which the request counts; empty if it only asks what it might ask."""
    endpoint = request.endpoint
    if request.method == "OPTIONS":
        return ""
    if endpoint in CREATING:
        return "create"
    if endpoint in SIGNING_IN:
        return "sign_ins"
    if endpoint in COSTLY or (endpoint == AUDITING and "audit" in request.args):
        return "expensive"
    if endpoint in STREAMING:
        return "streams"
    return "reads" if request.method in ("GET", "HEAD") else "orders"


def _is_free() -> bool:
    """Whether the request counts nowhere: it leads nowhere, or to a file, or is the owner's."""
    endpoint = request.endpoint
    return not endpoint or endpoint.rpartition(".")[2] == "static" or client.is_exempt()


def _counted(rates: Mapping[str, Rate]) -> Iterator[Counted]:
    """The names under which the request counts, each with its limit and its client."""
    if "guesses" in rates and _may_be_guess():
        yield _guess(rates["guesses"])._replace(cost=0)
    name = kind()
    if name in rates:
        yield Counted(name, rates[name], _counts_by(name))
    if "address" in rates:
        yield Counted("address", rates["address"], client.address())


def _may_be_guess() -> bool:
    return shows_token() or request.endpoint in OPENING


def _guess(rate: Rate) -> Counted:
    return Counted("guesses", rate, client.address())


def _counts_by(name: str) -> str:
    # By token where it is the seat's own business. Anybody gets any number of tokens by claiming
    # their own seat again; and pages do not look at a bearer token, so it may be made up.
    own = name not in ("create", "sign_ins", "streams", "expensive") and request.blueprint != PAGES
    return client.holder() if own else client.address()


def _counters(chosen: Settings) -> Counters:
    if not chosen.redis_url:
        return ProcessCounters()
    prefix = f"{chosen.redis_prefix}:limits"
    return RedisCounters(chosen.redis_url, prefix, cluster=chosen.redis_cluster)


def _problem(exceeded: Counted, counters: Counters) -> Problem:
    """Problem 429 ``TOO_MANY_REQUESTS``, which says when to come again."""
    wait = math.ceil(counters.wait(exceeded))
    what, limit = WHAT[exceeded.name], exceeded.rate
    detail = f"Too many {what}: at most {limit}."
    return Problem("TOO_MANY_REQUESTS", detail, headers={"Retry-After": str(max(1, wait))})
