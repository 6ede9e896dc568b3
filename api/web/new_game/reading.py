"""Reading the form of a new game: what the game is set up with, or what is wrong, field by field.

All that is wrong is told at once, each thing beside its field, and nothing that was typed is lost.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from api.http.mail import office
from api.http.people import registry
from api.http.problems import Problem, refusal_status
from api.mail.mailboxes import refuse_address
from api.people.inviting import refuse_inviter
from api.rest.schemas.games import ClaimSchema
from api.rest.schemas.me import NameSchema
from api.web.cases.frame import checked
from api.web.catalogue import gettext
from api.web.new_game.form import ANYBODY, BOT, FRIEND, MAIL, ME, Chosen, founder
from api.web.new_game.paces import clock_chosen
from napoleon.log.clocks import Clock
from napoleon.log.dispatches import USUAL, Charter
from napoleon.play.bounds import may_be_claimed, refuse_charter, refuse_clock
from napoleon.play.choices import is_among
from napoleon.play.creation import check_givings
from napoleon.play.standing_orders import tag_of
from napoleon.play.windows import usual_in
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import SetupRefused

CHARTER = {"lost": USUAL.lost, "captured": USUAL.captured, "couriers": USUAL.pace}
"""How dispatches usually fare: of a hundred, and in roads or borders a turn."""

SEATS = "seats"
"""Stands for the field of what is wrong with all seats together."""


class Ready(NamedTuple):
    """A game that can be set up."""

    name: str
    """By which the founder goes; empty if they play no seat."""
    profile: str
    """The standing orders that they begin with; empty for none."""
    nonce: str
    clock: Clock | None
    charter: Charter | None
    windows: str
    invited: Mapping[str, str]
    """By seat, the address of the person invited to it by mail."""


class Wrong(NamedTuple):
    """What is wrong."""

    fields: Mapping[str, str]
    """By field, why nothing can be made of it."""
    refusal: Refusal | None = None
    """Why the choices do not go together, if they do not."""

    @property
    def status(self) -> int:
        """The status of the answer."""
        return 422 if self.refusal is None else refusal_status(self.refusal.code)


def read(it: Chosen) -> Ready | Wrong:
    """What the game is set up with, or what is wrong."""
    refusal = _refuse_combination(it)
    wrong: dict[str, str] = {}
    charter, clock = _charter(it, wrong), _clock(it, wrong)
    ready = Ready(
        name=_name(it, wrong),
        profile=_profile(it, wrong),
        nonce=_nonce(it, wrong),
        clock=clock,
        charter=charter,
        windows=it.said("windows") or usual_in(it.rules, it.given(BOT), clock),
        invited=_invited(it, wrong),
    )
    _one_seat_each(it, wrong)
    if refusal is None:
        refusal = _refuse_seats(it)
        if refusal is not None:
            wrong[SEATS] = refusal.detail
    return Wrong(wrong, refusal) if wrong or refusal else ready


def _refuse_combination(it: Chosen) -> Refusal | None:
    """Why the game cannot be played with these choices."""
    if not it.choices.dropped:
        return None
    return it.rules.refuse_setup(it.scenario.id, it.rules.checked_options(it.wanted))


def _refuse_seats(it: Chosen) -> Refusal | None:
    """Why seats cannot be given so: some are not there, or nobody would play."""
    strangers = [seat for seat in it.strange if seat not in it.givings]
    try:
        check_givings(list(it.givings), [*strangers, *it.given(BOT)], it.given(ANYBODY))
    except SetupRefused as refused:
        return refused.refusal
    if it.strange:
        detail = "With these choices the game has other seats: say who plays them."
        return Refusal("UNKNOWN_SEAT", "", detail, {"seats": list(it.givings)})
    if it.ticks("shares") and not shared_seats(it):
        return Refusal("UNKNOWN_SHARE", "", "No seat of this game is shared.")
    return None


def shared_seats(it: Chosen) -> Mapping[str, tuple[str, ...]]:
    """By seat that a person is to be invited to, or plays, the shares that it may have."""
    shares = it.rules.shares(it.choices.options)
    return {seat: shares[seat] for seat in it.given(ME, FRIEND) if seat in shares}


def _name(it: Chosen, wrong: dict[str, str]) -> str:
    if not it.given(ME):
        return ""
    who = founder()
    name = it.said("name") or ("" if who is None else who.person.name)
    try:
        return str(checked(NameSchema, {"name": name})["name"])
    except Problem:
        wrong["name"] = gettext("Say what the others shall call you, in at most 80 letters.")
        return ""


def _profile(it: Chosen, wrong: dict[str, str]) -> str:
    profile, standing = it.said("questions"), it.rules.standing
    known = () if standing is None else tuple(map(tag_of, standing.profiles))
    if profile and not is_among(profile, known):
        wrong["questions"] = gettext("There is no such way of being asked.")
    return profile


def _nonce(it: Chosen, wrong: dict[str, str]) -> str:
    nonce = it.said("nonce")
    try:
        checked(ClaimSchema, {"name": "-", "nonce": nonce})
    except Problem:
        wrong["nonce"] = gettext("Letters, digits and signs of English only, at most 128.")
    return nonce


def _clock(it: Chosen, wrong: dict[str, str]) -> Clock | None:
    clock = clock_chosen(it.form, referee=it.ticks("referee"))
    if isinstance(clock, Clock):
        claimed = may_be_claimed(it.rules, list(it.givings), it.given(BOT))
        referee = it.ticks("referee")
        refusal = refuse_clock(clock, it.rules.kinds, referee=referee, claimed=claimed)
    else:
        refusal = clock
    if refusal is None:
        assert not isinstance(clock, Refusal)
        return clock
    where = {"time_zone": "zone", "hours": "opens"}
    named = str(refusal.facts.get("where", "answer"))
    wrong[where.get(named, named)] = refusal.detail
    return None


def _charter(it: Chosen, wrong: dict[str, str]) -> Charter | None:
    if not it.ticks("dispatches"):
        return None
    try:
        charter = Charter(*(int(it.said(name)) for name in CHARTER))
    except ValueError:
        wrong["dispatches"] = "A number is asked for."
        return None
    refusal = refuse_charter(charter, ridden=it.rules.couriers is not None)
    if refusal is not None:
        wrong["dispatches"] = refusal.detail
    return charter


def _invited(it: Chosen, wrong: dict[str, str]) -> Mapping[str, str]:
    invited = {seat: it.said(MAIL + seat) for seat in it.given(FRIEND) if it.said(MAIL + seat)}
    who = founder()
    kept_out = refuse_inviter(registry(), None if who is None else who.person) if invited else None
    for seat, address in invited.items():
        if "@" not in address:
            wrong[MAIL + seat] = gettext("There is no @ in this address.")
        elif (refusal := refuse_address(office().settings, address) or kept_out) is not None:
            wrong[MAIL + seat] = refusal.detail
    return invited


def _one_seat_each(it: Chosen, wrong: dict[str, str]) -> None:
    if not it.ticks("one_seat_each") or not it.given(ME):
        return
    if len(it.given(ME)) > 1:
        wrong["one_seat_each"] = gettext("Then you play one seat, and not several.")
    elif founder() is None:
        wrong["one_seat_each"] = gettext(
            "Then it has to be known who takes a seat, you too: sign in first, or begin a desk."
        )
