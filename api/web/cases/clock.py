"""The clock of a game: who has to answer by when, who is away, and what a seat does about it.

What the referee does about it is in `api.web.cases.clock_of_judges`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from flask import Response, request
from marshmallow import fields, validate

from api.clocks_told import clock_in_words
from api.http.mail import office
from api.http.problems import Problem
from api.http.stores import stores
from api.mail.mailboxes import LONGEST
from api.mail.stand_ins import StandInBook
from api.rest.calendar import address
from api.rest.outcomes import granted
from api.rest.schemas.fields import Number, identifier
from api.rest.times import lateness_of
from api.web.cases.frame import Form, back, desk_of, sent, shown
from api.web.cases.local_times import day_field, end_of, zone_field, zone_of_mailbox
from api.web.cases.open_deadlines import Standing, standing
from api.web.catalogue import language
from api.web.clock_fields import ClockFields, fields_of
from api.web.game.looking import Look, look
from api.web.pages import web
from napoleon.log.clocks import Absence
from napoleon.log.events.clocks import ClockHeld
from napoleon.play import counting
from napoleon.play.clock import absences, running, stand_ins
from napoleon.play.lateness import Kept

_SURE = validate.Equal("on")


class AbsenceForm(Form):
    """From when to when somebody is away."""

    first = day_field()
    last = day_field()
    zone = zone_field()


class AbsenceEndForm(Form):
    """An absence that is called off."""

    absence = Number(required=True)


class WaitForm(Form):
    """The day up to whose end somebody asks the others to wait."""

    until = day_field()
    zone = zone_field()


class HolderForm(Form):
    """A seat that something is done about."""

    holder = identifier(required=True)


class StandInForm(Form):
    """Who is asked to take over."""

    address = fields.String(required=True, validate=validate.Length(max=LONGEST))


class ClaimForm(HolderForm):
    """The seat from which the game is claimed."""

    sure = fields.String(required=True, validate=_SURE)
    """That it is meant."""


class SeatTimes(NamedTuple):
    """A seat, and how it stands with the clock."""

    seat: str
    deadlines: Sequence[Standing]
    away: Sequence[Absence]
    """The absences that are not over."""
    stand_in: str | None
    """The share that its stand-in has, "" while it is not needed; None if the seat has none."""
    late: Kept
    can_be_claimed_from: bool
    """Whether the reader may claim the game from it."""


@web.get("/games/<game_id>/clock")
def clock_page(game_id: str) -> Response:
    """The clock, and how everybody stands with it."""
    return clock_told(look(game_id))


@web.post("/games/<game_id>/clock/absences")
def declare_absence(game_id: str) -> Response:
    """Say from when to when one is away."""
    seen = look(game_id)
    try:
        form = sent(AbsenceForm)
        games, game = stores().games, seen.newest
        by, days = seen.who.actor, (form["first"], form["last"])
        granted(absences.declare(games, game.id, by, *days, form["zone"], seen=game), game)
    except Problem as problem:
        return clock_told(look(game_id), problem)
    return back(seen, "clock_page")


@web.post("/games/<game_id>/clock/absences/end")
def call_absence_off(game_id: str) -> Response:
    """Say that one is not away after all."""
    seen = look(game_id)
    try:
        form = sent(AbsenceEndForm)
        games, game = stores().games, seen.newest
        by = seen.who.actor
        granted(absences.call_off(games, game.id, by, form["absence"], seen=game), game)
    except Problem as problem:
        return clock_told(look(game_id), problem)
    return back(seen, "clock_page")


@web.post("/games/<game_id>/clock/wait")
def ask_for_time(game_id: str) -> Response:
    """Ask for more time, to the end of a day."""
    seen = look(game_id)
    try:
        form = sent(WaitForm)
        until = end_of(form["until"], form["zone"])
        games, game = stores().games, seen.newest
        granted(absences.wait(games, game.id, seen.who.actor, until, seen=game), game)
    except Problem as problem:
        return clock_told(look(game_id), problem)
    return back(seen, "clock_page")


@web.post("/games/<game_id>/clock/stand-in")
def name_stand_in(game_id: str) -> Response:
    """Have somebody asked to take over if one falls silent."""
    seen = look(game_id)
    try:
        address = sent(StandInForm)["address"].strip()
        game, by = seen.newest, seen.who.actor
        granted(StandInBook(office()).name_stand_in(game, by, address, language()), game)
    except Problem as problem:
        return clock_told(look(game_id), problem)
    return back(seen, "clock_page")


@web.post("/games/<game_id>/clock/stand-in/dismiss")
def dismiss_stand_in(game_id: str) -> Response:
    """Have no stand-in any more."""
    seen = look(game_id)
    try:
        form = sent(HolderForm)
        games, game = stores().games, seen.newest
        granted(stand_ins.dismiss(games, game.id, seen.who.actor, form["holder"], seen=game), game)
        StandInBook(office()).forget_stand_in(game, form["holder"])
    except Problem as problem:
        return clock_told(look(game_id), problem)
    return back(seen, "clock_page")


@web.post("/games/<game_id>/clock/claim")
def claim_game(game_id: str) -> Response:
    """Claim the game from an opponent who has left it."""
    seen = look(game_id)
    try:
        form = sent(ClaimForm)
        games, game = stores().games, seen.newest
        granted(running.claim_game(games, game.id, seen.who.actor, form["holder"], seen=game), game)
    except Problem as problem:
        return clock_told(look(game_id), problem)
    return back(seen, "clock_page")


def clock_told(
    seen: Look, problem: Problem | None = None, filled: ClockFields | None = None
) -> Response:
    """The page of the clock, with the `problem` that a form has met.

    `filled` is what stands in the fields of the clock; by default the clock as it is.
    """
    keeping = seen.newest.timekeeping
    clock = keeping.clock
    zone = zone_of_mailbox(seen)
    return shown(
        "clock",
        seen,
        problem,
        kept=request.form if problem is not None else {},
        keeping=keeping,
        clock_told=None if clock is None else _sentence(seen),
        why_held=why_held(seen),
        seats=list(_seats(seen)),
        zone=zone or "UTC",
        own_zone=zone is None,
        today=counting.moment(stores().games.clock()).date().isoformat(),
        filled=filled or (ClockFields() if clock is None else fields_of(clock)),
        kinds={it: seen.phrases.kind(it) for it in seen.rules.kinds},
        calendar=_calendar(seen),
    )


def _calendar(seen: Look) -> str | None:
    """The address under which a calendar program finds the reader's deadlines; None for others."""
    if seen.who.seat not in seen.newest.created.seats or seen.newest.over:
        return None
    return address(seen.newest, seen.who.actor, language())


def why_held(seen: Look) -> str | None:
    """Why the clock is stopped; None if it is not, nobody has said why, or it was erased."""
    held = seen.newest.timekeeping.held
    if not held:
        return None
    holds = stores().games.recent(seen.newest).of({ClockHeld.topic})
    stopped = (it for it in holds if isinstance(it, ClockHeld) and it.at == held)
    event = next(stopped, None)
    return None if event is None else desk_of(seen).texts.get(event.reason)


def _sentence(seen: Look) -> str:
    clock = seen.newest.timekeeping.clock
    assert clock is not None, "it is asked for where there is one"
    told = clock_in_words(clock, language(), seen.phrases.kind)
    return f"{told[:1].upper()}{told[1:]}."


def _seats(seen: Look) -> Iterator[SeatTimes]:
    game, now = seen.newest, stores().games.clock()
    keeping = game.timekeeping
    stands = standing(seen)
    late = lateness_of(stores().games, game)
    for seat in game.created.seats:
        yield SeatTimes(
            seat,
            [it for it in stands if it.seat == seat],
            sorted((it for it in keeping.away(seat) if it.ends > now), key=lambda it: it.starts),
            keeping.stand_ins.get(seat),
            late[seat],
            running.refuse_claim(game, seen.rules, seen.who.actor, seat) is None,
        )
