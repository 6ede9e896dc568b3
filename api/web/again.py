"""A game set up again: a rematch with the sides changed, or a challenge to one of its players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from flask import Response, request, url_for

from api.http.admission import refuse_founder
from api.http.people import note_founder, registry, shows_desk, signed_in
from api.http.problems import Problem, refusal_problem
from api.http.stores import stores
from api.people import challenges
from api.people.rows import NOBODY
from api.people.secrets import hash_of, new_secret
from api.rest.games import invitation
from api.rest.people import renewed
from api.rest.schemas.me import NameSchema
from api.rest.taking import claimed
from api.web.cases.frame import checked
from api.web.catalogue import gettext
from api.web.game.looking import Look, look
from api.web.game_names import NamesTold, of_game
from api.web.pages import page, web
from api.web.session import keep
from api.web.sign_in import sent_on
from napoleon.log.game import Game, HeldToken
from napoleon.log.times import HOUR
from napoleon.play.outcomes import Created
from napoleon.play.seats import renew_token
from napoleon.play.tokens import key_of_founder
from napoleon.rules.events import REFEREE
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import SetupRefused

KEPT = 24 * HOUR
"""For how long a form that was sent twice is known."""


class Plan(NamedTuple):
    """A game that is to be set up like another one."""

    former: Look
    scenario: str
    seat: str
    """The new seat of the founder."""
    bots: tuple[str, ...]
    called: Mapping[str, str]
    """The new seats of those who are challenged, each with their seat in the former game."""
    name: str | None
    """What the founder goes by."""


def form_key() -> str:
    """What a form carries, so that it may be sent twice."""
    return new_secret(stores().games.entropy)


def plays(seen: Look) -> bool:
    """Whether the reader holds a seat of the game, which is none for learning."""
    created = seen.newest.created
    return seen.who.actor in created.seats and not created.prepared


def rotated(game: Game) -> dict[str, str]:
    """The seat that the player of each seat has in a rematch: the next one of the table."""
    seats = game.created.seats
    return dict(zip(seats, (*seats[1:], seats[0]), strict=True))


@web.post("/games/<game_id>/rematch")
def rematch(game_id: str) -> Response:
    """Set a game that is over up again, with the sides changed, and ask its players.

    Raises Problem 403 ``NOT_YOUR_SEAT``, 409 ``NOT_OVER``, and what `set_up` raises.
    """
    seen = _of_player(game_id)
    game = seen.newest
    if not game.over:
        raise Problem("NOT_OVER", gettext("The game goes on: a rematch comes after it."))
    seats, bots = rotated(game), game.played_by_bots
    plan = Plan(
        seen,
        game.created.scenario,
        seats[seen.who.actor],
        tuple(seats[it] for it in bots),
        {
            seats[it]: it
            for it in game.created.seats
            if it != seen.who.actor and it not in bots and it in game.claimed
        },
        stores().games.names(game.id).get(seen.who.actor),
    )
    return _answered(plan)


@web.get("/games/<game_id>/challenge")
def challenge_page(game_id: str) -> Response:
    """Where a player of this game, named by ``?whom=``, is challenged to another one.

    Leads a reader who is not signed in to the sign-in. Raises Problem 403 ``NOT_YOUR_SEAT``, 422
    ``UNKNOWN_SEAT`` for a seat that nobody else has.
    """
    seen = _of_player(game_id)
    if not shows_desk() or signed_in() is None:
        return sent_on(url_for("web.sign_in_page"))
    return _challenge(seen, _whom(seen, request.args.get("whom", "")))


@web.post("/games/<game_id>/challenge")
def challenge(game_id: str) -> Response:
    """Set a game up, and keep a seat of it for them.

    What is refused is said above the form, which keeps what was chosen. Raises as the page does.
    """
    seen = _of_player(game_id)
    who = signed_in() if shows_desk() else None
    if who is None:
        raise Problem("TOKEN_REQUIRED", gettext("Sign in to challenge somebody."))
    whom, form = _whom(seen, request.form.get("whom", "")), request.form
    seats = seen.newest.created.seats
    mine, theirs = form.get("mine", ""), form.get("theirs", "")
    if mine not in seats or theirs not in seats or mine == theirs:
        detail = gettext("Choose two different seats, one for you and one for them.")
        return _challenge(seen, whom, Problem("BAD_PAYLOAD", detail))
    try:
        name = checked(NameSchema, {"name": form.get("name", "").strip()})["name"]
        plan = Plan(seen, form.get("scenario", ""), mine, (), {theirs: whom}, name)
        return _answered(plan)
    except Problem as problem:
        return _challenge(seen, whom, problem)


def _of_player(game_id: str) -> Look:
    """What somebody looks at who has a seat there. Raises Problem 403 ``NOT_YOUR_SEAT``."""
    seen = look(game_id)
    if not plays(seen):
        raise Problem("NOT_YOUR_SEAT", gettext("Only the players of a game do that."))
    return seen


def _whom(seen: Look, whom: str) -> str:
    """The seat of another person. Raises Problem 422 ``UNKNOWN_SEAT``."""
    if whom not in challenged_from(seen):
        raise Problem("UNKNOWN_SEAT", gettext("Nobody whom you could challenge plays that seat."))
    return whom


def challenged_from(seen: Look) -> list[str]:
    """The seats of those whom a player of this game may challenge: that people have claimed."""
    game = seen.newest
    if game.state is None or not plays(seen):
        return []
    others = (it for it in game.created.seats if it != seen.who.actor)
    return [it for it in others if it in game.claimed and it not in game.played_by_bots]


def _challenge(seen: Look, whom: str, problem: Problem | None = None) -> Response:
    game, form = seen.newest, request.form
    names, seats = stores().games.names(game.id), rotated(game)
    return page(
        "challenge.html",
        status=200 if problem is None else problem.status,
        look=seen,
        game=game,
        rules=seen.rules,
        seat=seen.who.actor,
        whom=whom,
        called=names.get(whom) or seen.name(whom),
        name=form.get("name", names.get(seen.who.actor, "")),
        mine=form.get("mine", seats[seen.who.actor]),
        theirs=form.get("theirs", seen.who.actor),
        scenario=form.get("scenario", game.created.scenario),
        scenarios=[(it.id, of_game(it.title, seen.rules)) for it in seen.rules.scenarios],
        key=form.get("key") or form_key(),
        problem=problem,
    )


def _answered(plan: Plan) -> Response:
    """The game of the plan is set up, or was by the same form; its invitations are shown.

    Raises Problem 409 ``ALREADY_SENT`` while the same form is being answered, 422 for a form
    without a key, and what `_set_up` raises.
    """
    refuse_founder()
    key = request.form.get("key", "")
    if len(key) < len(form_key()):
        raise Problem("BAD_PAYLOAD", "That is no form of this page.")
    forms, now = registry().store.made, registry().now()
    label = hash_of(f"{plan.former.newest.id}/{plan.former.who.actor}/{key}")
    before = forms.begin(label, now, now - KEPT)
    if before is not None:
        return _answered_again(plan, before.game, before.holder)
    made = ""
    try:
        created = _set_up(plan)
        made = created.game.id
    finally:
        # What came to nothing may be tried again.
        forms.end(label, made, plan.seat)
    note_founder(created.game)
    _call(plan, created.game)
    named = {} if plan.name is None else {"name": plan.name}
    who = signed_in() if shows_desk() else None
    token = claimed(created.game, plan.seat, named, created.tokens[plan.seat], who=who)
    return _shown(plan, created.game, plan.seat, token, created.tokens)


def _set_up(plan: Plan) -> Created:
    """A game as the former one was, by today's rules. Raises Problem.

    That is what the rules refuse, and 429 ``TOO_MANY_CHALLENGES``.
    """
    refusal = challenges.refuse(registry(), _challenger(), len(plan.called))
    if refusal is not None:
        raise refusal_problem(refusal)
    former = plan.former.newest
    facts = former.created
    try:
        return stores().games.create(
            facts.ruleset,
            plan.scenario,
            facts.options,
            referee=facts.referee,
            awaits_seats=facts.awaits_seats,
            instant_answers=facts.instant_answers,
            bots=plan.bots,
            unlisted=facts.unlisted,
            clock=former.timekeeping.clock,
            dispatches=former.charter,
            odd_mails=former.odd_mails,
            windows=facts.windows,
            one_seat_each=former.one_seat_each,
            grey_press=former.grey_press,
        )
    except SetupRefused as error:
        raise refusal_problem(error.refusal) from None


def _call(plan: Plan, game: Game) -> None:
    """Challenge those whom the plan names."""
    for seat, whom in plan.called.items():
        challenges.challenge(
            registry(), _challenger(), plan.former.newest, whom, game, seat, plan.name or ""
        )


def _challenger() -> int:
    who = signed_in() if shows_desk() else None
    return NOBODY if who is None else who.person.id


def _answered_again(plan: Plan, game_id: str, seat: str) -> Response:
    """The same form was sent before: its answer is lost, so what it showed is made again."""
    if not game_id:
        detail = "The form is just being answered. Look at your games in a moment."
        raise Problem("ALREADY_SENT", detail)
    games = stores().games
    game = games.open(game_id)
    token = renew_token(games, game_id, seat, HeldToken(game_id, seat, game.tokens[seat]))
    if isinstance(token, Refusal):
        raise refusal_problem(token)
    founder, tokens = key_of_founder(game), dict[str, str]()
    for it in game.tokens:
        if founder is not None and it not in game.claimed and it not in game.played_by_bots:
            tokens[it] = renewed(game, it, founder)
    _call_again(game, games.open(game_id))
    return _shown(plan, game, seat, token, tokens)


def _call_again(before: Game, now: Game) -> None:
    """Challenges follow the invitations that were renewed."""
    for holder, token in now.tokens.items():
        if before.tokens.get(holder) != token:
            registry().store.challenges.renew(now.id, holder, before.tokens[holder], token)


def _shown(plan: Plan, game: Game, seat: str, token: str, tokens: Mapping[str, str]) -> Response:
    """What came of it; the new seat is kept in this browser, or on its reader's desk."""
    answer = page(
        "again.html",
        status=201,
        game=game,
        rules=plan.former.rules,
        former=plan.former.newest,
        seat=seat,
        called=plan.called,
        invitations=list(_invitations(plan, game, tokens)),
        founder=key_of_founder(game),
    )
    return keep(answer, stores().games.open(game.id), seat, token)


def _invitations(plan: Plan, game: Game, tokens: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """The links for all others, whether they are challenged or not."""
    names, people = NamesTold(plan.former.rules), stores().games.names(plan.former.newest.id)
    for holder in (*game.created.seats, REFEREE):
        if holder != plan.seat and holder in tokens:
            name = gettext("Referee") if holder == REFEREE else names.get(holder, holder)
            whom = people.get(plan.called.get(holder, ""), "")
            yield {
                "holder": holder,
                "name": name,
                "whom": whom,
                "is_called": holder in plan.called,
                **invitation(game, tokens[holder]),
            }
