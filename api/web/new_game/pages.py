"""New games: the screen on which one is set up, and the invitations to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from flask import Response, redirect, request, url_for

from api.http.admission import refuse_founder
from api.http.mail import office
from api.http.people import note_founder, registry
from api.http.problems import Problem
from api.http.stores import stores
from api.people.inviting import invite
from api.rest.games import invitation
from api.rest.shares import given
from api.rest.taking import claimed
from api.web.catalogue import gettext, language
from api.web.game_names import NamesTold
from api.web.new_game.form import BOT, ME, Chosen, chosen, first_choice, founder
from api.web.new_game.reading import Ready, Wrong, read, shared_seats
from api.web.new_game.screen import screen
from api.web.pages import headers, page, web
from api.web.reliability import in_time_sent
from api.web.session import keep
from napoleon.log.game import Game
from napoleon.play.outcomes import Created
from napoleon.play.tokens import key_of_founder
from napoleon.rules.events import REFEREE
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import SetupRefused


class Seated(NamedTuple):
    """The seats that their founder plays, once they are taken."""

    tokens: dict[str, str]
    """By seat, the token that opens it now."""
    left: dict[str, str]
    """By seat, why it is not taken, and is left to be claimed by its link."""


@web.get("/new")
def new_game() -> Response:
    """The screen on which a game is set up: of the first game, or of ``?ruleset=&scenario=``."""
    return page("new_game.html", public=True, **screen(first_choice(request.args)))


@web.post("/new/choices")
def show_choices() -> Response:
    """The same after some things were chosen, with what goes together with them. Nothing is made.

    Raises Problem 422 for what no form of this service says.
    """
    return page("new_game.html", **screen(chosen(request.form)))


@web.post("/new")
def create_game() -> Response:
    """Set the game up, sit its founder down, and show its invitations, this once.

    What is wrong is said beside its field, and all that was typed stays. Where nobody is invited,
    it goes on to the founder's own seat. Raises Problem 422 for what no form of this service says.
    """
    it = chosen(request.form)
    try:
        refuse_founder()
    except Problem as closed:
        return page("new_game.html", status=closed.status, **screen(it, _closed(closed)))
    ready = read(it)
    if isinstance(ready, Wrong):
        return page("new_game.html", status=ready.status, **screen(it, ready))
    try:
        created = _created(it, ready)
    except SetupRefused as error:
        wrong = Wrong({}, error.refusal)
        return page("new_game.html", status=wrong.status, **screen(it, wrong))
    note_founder(created.game)
    seated = _sit_down(it, ready, created)
    mailed = _invite(ready, created)
    invitations = list(_invitations(it, created, seated))
    game = stores().games.open(created.game.id)
    shown = (
        _invited_page(it, game, invitations, seated, mailed)
        if invitations or not seated.tokens
        else _to_seat(game, next(iter(seated.tokens)))
    )
    for seat, token in seated.tokens.items():
        keep(shown, game, seat, token)
    return shown


def _closed(problem: Problem) -> Wrong:
    """What is wrong where the reader may set no game up."""
    return Wrong({}, Refusal(problem.code, "", problem.detail))


def _created(it: Chosen, ready: Ready) -> Created:
    return stores().games.create(
        it.rules.name,
        it.scenario.id,
        it.choices.options,
        referee=it.ticks("referee"),
        awaits_seats=it.ticks("awaits_seats"),
        instant_answers=it.ticks("instant_answers"),
        bots=it.given(BOT),
        open_seats=it.given("anybody"),
        clock=ready.clock,
        dispatches=ready.charter,
        odd_mails=it.said("odd_mails"),
        windows=ready.windows,
        unlisted=it.ticks("unlisted"),
        one_seat_each=it.ticks("one_seat_each"),
        grey_press=it.ticks("grey_press"),
        in_time=in_time_sent(),
    )


def _sit_down(it: Chosen, ready: Ready, created: Created) -> Seated:
    """Let the founder take the seats that they play. One that they cannot take has its link."""
    seated = Seated({}, {})
    said = {"name": ready.name, "nonce": ready.nonce, "profile": ready.profile}
    for seat in it.given(ME):
        body = {name: value for name, value in said.items() if value}
        if seated.tokens:
            del body["name"]  # no two seats have names alike
        game = stores().games.open(created.game.id)
        try:
            token = claimed(game, seat, body, created.tokens[seat], who=founder())
        except Problem as problem:
            seated.left[seat] = problem.detail
        else:
            seated.tokens[seat] = token
    return seated


def _invite(ready: Ready, created: Created) -> dict[str, str]:
    """Send mails to the addresses that were typed; returns by seat where one goes.

    After enough invitations today the founder sends the other links themselves.
    """
    who, mailed = founder(), dict[str, str]()
    for seat, address in ready.invited.items():
        refusal = invite(
            registry(),
            office(),
            created.game,
            seat,
            created.tokens[seat],
            address,
            language=language(),
            founder=None if who is None else who.person,
        )
        if refusal is None:
            mailed[seat] = address
    return mailed


def _invitations(it: Chosen, created: Created, seated: Seated) -> Iterator[dict[str, Any]]:
    """One invitation for each chair: the seats, if so chosen their shares, and the referee's."""
    game, tokens = created.game, created.tokens
    shares = shared_seats(it) if it.ticks("shares") else {}
    for seat in game.created.seats:
        if seat not in tokens:
            continue  # a bot's
        if seat not in seated.tokens:
            yield _invitation(created, seat, tokens[seat])
        for share in shares.get(seat, ()):
            token = seated.tokens.get(seat, tokens[seat])
            yield _invitation(created, share, given(game, seat, share, token))
    if game.created.referee:
        yield _invitation(created, REFEREE, tokens[REFEREE])


def _invitation(created: Created, holder: str, token: str) -> dict[str, Any]:
    rules = stores().games.rules(created.game)
    name = gettext("Referee") if holder == REFEREE else NamesTold(rules).get(holder, holder)
    return {"holder": holder, "name": name, **invitation(created.game, token)}


def _invited_page(
    it: Chosen,
    game: Game,
    invitations: list[dict[str, Any]],
    seated: Seated,
    mailed: dict[str, str],
) -> Response:
    names = NamesTold(it.rules)
    return page(
        "invitations.html",
        status=201,
        rules=it.rules,
        scenario=it.scenario,
        game=game,
        founder=key_of_founder(game),
        invitations=invitations,
        mailed=mailed,
        mine=list(seated.tokens),
        left=seated.left,
        bots=[names.get(seat, seat) for seat in game.played_by_bots],
        open_seats=[names.get(seat, seat) for seat in game.open_seats],
    )


def _to_seat(game: Game, seat: str) -> Response:
    sent = redirect(url_for("web.game", game_id=game.id, seat=seat), 303)
    assert isinstance(sent, Response)
    sent.headers.update(headers())
    return sent
