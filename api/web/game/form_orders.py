"""Orders given by a form, as a browser without a script sends it.

They go the same way as those sent to the API. What cannot be withdrawn is not carried out before
the player has said that they are sure, unless they have said so for orders of that kind once and
for all.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

import msgspec
from flask import Response, redirect, request, url_for

from api.http.problems import Problem, refusal_status
from api.http.stores import stores
from api.rest import orders
from api.typed_names import in_source
from api.web.catalogue import gettext, language
from api.web.game import confirm, following
from api.web.game.free_orders import free_order
from api.web.game.journal import sentences
from api.web.game.looking import Look, asked, look
from api.web.game.offers import words_of
from api.web.game.page import game_page
from api.web.game.parties import marched
from api.web.game.sheets import LIST, STEP, Listed, listed, was_listed
from api.web.pages import headers, web
from napoleon.log.journal import Entry
from napoleon.play.execution import read_line
from napoleon.play.outcomes import Accepted, KeyReused, Stale
from napoleon.play.requests import parsed
from napoleon.rules.orders import Order, OrderGiven, Refusal, to_data, verb_of
from napoleon.rules.wording import Party

LONGEST_LINE = 2000

LONGEST_KEY = 64

MOST = 40
"""How many sentences tell what has happened meanwhile, and how many orders are looked through."""

CLOSED = "DECISION_CLOSED"
"""What is refused because the question was answered."""

ASKED_FIRST = "DECISION_PENDING"
"""The refusal that says that something else is asked first."""

_VERSION = re.compile("[1-9][0-9]{0,17}")

_FIELD = "field."
"""What the names of inputs begin with that are fields of an order."""


class Given(NamedTuple):
    """What the form says."""

    orders: tuple[Mapping[str, Any], ...]
    """One, or several that are given one after the other."""
    words: str
    """The orders in words; empty if nobody is asked whether they are meant."""
    typed: str
    """What was typed for it; empty if it was chosen."""
    version: int | None
    """The version acted upon; None if others may answer questions of their own meanwhile."""
    decision: str | None
    behalf: str | None
    """The seat that a judge acts for."""
    final: bool
    """Whether one of the orders cannot be withdrawn."""
    always: bool
    """Whether its player is asked each time whether they are sure."""
    page: str
    """The random key of the page; empty in a form that has none."""
    then: tuple[str, ...] = ()
    """What is to follow, as lines of the notation."""

    @property
    def key(self) -> str | None:
        """The same whenever the same form is sent again, so that it is carried out once.

        Nobody can guess it without the page. None in a form without such a key.
        """
        if not self.page:
            return None
        said = self.typed or (self.orders if len(self.orders) > 1 else self.orders[0])
        return _key_of(self.page, said, self.version, self.decision, self.then)


class Refused(NamedTuple):
    """An order that is not carried out, as the page shows it."""

    refusal: Refusal
    typed: str
    listed: Listed
    """What was put on the list of a verb that takes one."""
    chosen: Mapping[str, Any]
    """The order that was chosen from the offers; empty if none was."""
    decision: str | None
    then: str = ""
    """What was typed that was to follow."""
    carried_out: int = 0
    """How many orders before it were carried out."""


class Missed(NamedTuple):
    """An order that came too late, as the page shows it."""

    typed: str
    sentences: list[Entry]
    """What has happened meanwhile."""
    own: bool
    """Whether it was the seat itself that acted, say in another tab."""
    then: str = ""
    """What was typed that was to follow."""


@web.post("/games/<game_id>/orders")
def give_order(game_id: str) -> Response:
    """Give the order that the form holds; if it is final, ask first whether the player is sure.

    Then the page is shown again with what is new on it. The page says if an order was refused (422)
    or others acted first (412); what was typed stays. An order that the seat has given already, by
    a second tap, from a page that it came back to or in another tab, is answered as done.
    """
    seen = look(game_id)
    behalf = request.form.get("for") or None
    seat, by = orders.acting(seen.newest, seen.who.actor, behalf)
    given = _given(seen, seat, behalf)
    if isinstance(given, Refusal):
        # What was carried out may not even be readable any more.
        return (
            _back(seen, (), always=True) if _was_sent(seen, by or seat) else _refused(seen, given)
        )
    verbs = {str(it["order"]) for it in given.orders}
    quiet = not given.always and verbs <= confirm.kinds(seen.newest)
    if given.final and "sure" not in request.form and not quiet:
        return game_page(seen, asking=given)
    outcome = orders.given(
        seen.newest,
        seat,
        by,
        given.orders,
        expected=given.version,
        decision=given.decision,
        key=given.key,
        then=given.then,
    )
    match outcome:
        case Accepted(refused=Refusal() as stopped) if stopped.code != ASKED_FIRST:
            return _refused(look(game_id), stopped, outcome.carried_out)
        case Accepted():
            return _back(seen, verbs, always=given.always)
        case KeyReused():
            raise Problem("KEY_REUSED", "This order was sent before with another content.")
        case Refusal() if outcome.code != CLOSED:
            return _refused(look(game_id), outcome)
    newest = look(game_id)
    if _is_done(newest, seat, given):
        return _back(seen, verbs, always=given.always)
    if isinstance(outcome, Stale):
        return _missed(newest, seat, outcome)
    return _refused(newest, outcome)


def _given(seen: Look, seat: str, behalf: str | None) -> Given | Refusal:
    """What the form says. Raises Problem 422 for a form that is not the page's."""
    version = _version()
    decision = request.form.get("decision") or None
    typed = _typed_text()
    orders = _typed(seen, seat, decision, typed) if typed else _chosen(seen, seat, decision)
    if isinstance(orders, Refusal):
        return orders
    final = confirm.is_irreversible(seen.newest, seen.rules, seat, orders)
    return Given(
        tuple(map(to_data, orders)),
        "; ".join(words_of(seen, it, decision, seat) for it in orders) if final else "",
        typed,
        version,
        decision,
        behalf,
        final,
        any(confirm.is_always_asked(seen.newest, seen.rules, seat, it) for it in orders),
        request.form.get("key", "")[:LONGEST_KEY],
        following.lines(seen),
    )


def _is_done(seen: Look, seat: str, given: Given) -> bool:
    """Whether the last order of `seat` since the page was drawn was the last of these."""
    orders_given = seen.recent.of((OrderGiven.topic,), after=given.version or 0)
    own = (it for it in orders_given if isinstance(it, OrderGiven) and it.player == seat)
    return any(it.order == given.orders[-1] for it in islice(own, 1))


def _was_sent(seen: Look, sender: str) -> bool:
    """Whether a line of this very form was carried out before."""
    page, typed = request.form.get("key", "")[:LONGEST_KEY], _typed_text()
    if not page or not typed:
        return False
    version = _version()
    key = _key_of(page, typed, version, request.form.get("decision") or None, following.lines(seen))
    order_id = stores().games.order_id_of(seen.newest.id, sender, key)
    orders_given = seen.recent.of((OrderGiven.topic,), after=version or 0)
    return any(it.order_id == order_id for it in islice(orders_given, MOST))


def _key_of(
    page: str,
    said: Mapping[str, Any] | Sequence[Mapping[str, Any]] | str,
    version: int | None,
    decision: str | None,
    then: tuple[str, ...],
) -> str:
    all_of_it = [page, said, version, decision, *then]
    digest = hashlib.sha256(msgspec.json.encode(all_of_it, order="sorted")).hexdigest()
    return f"form-{digest[:32]}"


def _version() -> int | None:
    """The version that the form acts upon; None for any. Raises Problem 422 if it says none."""
    version = request.form.get("version", "")
    if version != "*" and not _VERSION.fullmatch(version):
        raise Problem("BAD_PAYLOAD", "The form does not say which version it acts upon.")
    return None if version == "*" else int(version)


def _typed(seen: Look, seat: str, decision: str | None, line: str) -> list[Order] | Refusal:
    """The order that a line means."""
    notation = seen.rules.notation
    if notation is None or seen.newest.state is None:
        return Refusal("BAD_LINE", "", gettext("Orders of this game cannot be written as lines."))
    asked = stores().games.decisions(seen.newest)
    named = [it for it in asked if it.id == decision] or asked
    typed = in_source(seen.rules, language(), line)
    read = read_line(notation, seen.newest.state, named, seat, typed)
    return read if isinstance(read, Refusal) else [read]


def _chosen(seen: Look, seat: str, decision: str | None) -> Sequence[Order] | Refusal:
    """What was chosen from the offers, or a verb with what was typed into its fields."""
    verb, goal, several = map(request.form.get, ("verb", "goal", "orders"))
    if goal is not None:
        return _marched(seen, seat, decision, goal)
    if STEP in request.form:
        return _in_a_row(seen, request.form.getlist(STEP))
    if verb is not None:
        return _read(seen, [{"order": verb, **_written(seen, verb), **listed(request.form)}])
    said = request.form.get("order", "") if several is None else several
    try:
        data = msgspec.json.decode(said)
    except (msgspec.DecodeError, RecursionError):
        return _nothing_chosen()
    if several is None:
        return _read(seen, [data])
    return _read(seen, data) if isinstance(data, list) and data else _nothing_chosen()


def _read(seen: Look, data: Sequence[Any]) -> Sequence[Order] | Refusal:
    """Orders as they were sent."""
    understood = parsed(data, seen.rules)
    if isinstance(understood, Refusal):
        return understood
    orders = [it for it in understood if not isinstance(it, str)]
    return orders if len(orders) == len(data) else _nothing_chosen()


def _in_a_row(seen: Look, steps: Sequence[str]) -> Sequence[Order] | Refusal:
    """Orders of which each was chosen by itself."""
    if not all(steps):
        return Refusal("BAD_PAYLOAD", "", gettext("Choose one of each first."))
    try:
        return _read(seen, [msgspec.json.decode(it) for it in steps])
    except (msgspec.DecodeError, RecursionError):
        return _nothing_chosen()


def _marched(seen: Look, seat: str, decision: str | None, goal: str) -> Sequence[Order] | Refusal:
    """The orders by which the pieces that were ticked go to a place.

    They are those of the position that the form was shown for: sent again, it means the same.
    """
    wording, game = seen.rules.wording, seen.newest
    version = _version()
    if version is not None and version < game.version:
        game = stores().games.at(game.id, version)
    pieces = request.form.getlist("piece")
    parties: list[Party] = []
    for it in asked(game):
        if wording is not None and it.seat == seat and decision in (None, it.id):
            parties += wording.parties(game.state, [*seen.rules.legal_orders(game.state, it)])
    orders = marched(parties, pieces, goal)
    if not pieces:
        return Refusal("BAD_PAYLOAD", "", gettext("Tick who goes there first."))
    if orders is None:
        return Refusal("BAD_PAYLOAD", "", gettext("Not all of them can go there."))
    return orders


def _nothing_chosen() -> Refusal:
    return Refusal("BAD_PAYLOAD", "", gettext("Choose an order first."))


def _written(seen: Look, verb: str) -> dict[str, Any]:
    """What was written into the fields of a verb, or chosen in them."""
    written = {
        name.removeprefix(_FIELD): request.form.getlist(name)
        for name in request.form
        if name.startswith(_FIELD)
    }
    if LIST in request.form:
        return {}
    known = {verb_of(it): it for it in seen.rules.verbs}.get(verb)
    return dict(written) if known is None else free_order(known, written)


def _back(seen: Look, verbs: Iterable[str], *, always: bool) -> Response:
    """To the page, with the outcome of the orders; those `always` asked about are so again."""
    address = url_for(
        "web.game",
        game_id=seen.newest.id,
        seat=seen.who.actor,
        since=seen.newest.version,
        level=request.args.get("level"),
        _anchor="now",
    )
    sent = redirect(address, 303)
    sent.headers.update(headers())
    assert isinstance(sent, Response)
    if "quiet" in request.form and not always:
        confirm.remember(sent, seen.newest, verbs)
    return sent


def _refused(seen: Look, refusal: Refusal, carried_out: int = 0) -> Response:
    """The page with the reason for not carrying out the order, or any after so many."""
    status = 200 if carried_out else refusal_status(refusal.code)
    told = Refused(
        refusal,
        _typed_text(),
        was_listed(request.form),
        _offered(),
        request.form.get("decision") or None,
        following.typed(),
        carried_out,
    )
    return game_page(seen, status=status, refused=told)


def _offered() -> Mapping[str, Any]:
    """The offer that the form sends, to be marked again; empty if it sends none."""
    try:
        found = msgspec.json.decode(request.form.get("order", ""))
    except (msgspec.DecodeError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _missed(seen: Look, seat: str, stale: Stale) -> Response:
    """The page with what has happened meanwhile."""
    who = {it.player for it in stale.missed if isinstance(it, OrderGiven)}
    what = sentences(seen, stale.missed)[-MOST:]
    told = Missed(_typed_text(), what, who == {seat}, following.typed())
    return game_page(seen, status=412, missed=told)


def _typed_text() -> str:
    return request.form.get("line", "").strip()[:LONGEST_LINE]
