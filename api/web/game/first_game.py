"""The first game: a game that has a lesson, against the bot, with prompts beside the orders.

Its chance is prepared, and the bot orders what the lesson says, so that a player who follows the
prompts of the lesson finds what they tell, each time. Any other order will do as well: then the
prompts follow what the player is asked and has done already. They are shown to the browser that
began the game, which keeps its id in a cookie.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

import msgspec
from flask import Response, redirect, request, url_for

from api.http.problems import Problem
from api.http.stores import stores
from api.web.catalogue import gettext, noted
from api.web.game.looking import Look, asked, views
from api.web.game.narration import last_battle_of
from api.web.game.offers import places_by_name
from api.web.pages import headers, web
from api.web.session import KEPT, keep
from napoleon.play import standing_orders
from napoleon.play.creation import Prepared
from napoleon.play.windows import usual_in
from napoleon.rules.lessons import ENOUGH, Lesson, order_of
from napoleon.rules.orders import Order, OrderGiven, to_data
from napoleon.rules.phrases import Note
from napoleon.rules.terms import Decision

COOKIE = "lesson"

PREPARED = noted(
    "The chance of this game was prepared for the lesson: it runs alike each time you follow the "
    "prompts. In every other game nobody can foresee it."
)

OTHERWISE = noted(
    "This is rarely asked. The clause beside the question leads to its rule, and any answer will "
    "do for now."
)

OVER = noted(
    "Your first game is over, and everything in it is open: go through it with the slider. Then "
    "set up a game against the bot, or take an open seat."
)

WAITING = noted("The bot decides. You will be asked in a moment.")


class Told(NamedTuple):
    """What the player of a first game is told beside the orders."""

    text: str
    order: str = ""
    """The order that goes on with the lesson, as JSON; empty where there is none."""
    decision: str = ""
    """The id of the question that it answers."""
    battle: int | None = None
    """The version in which the last battle began, for a player who followed the lesson to its
    end."""
    remark: str = ""
    """What is to be known of the lesson itself; told once, when it begins."""
    followed: bool = False
    """Whether its steps are followed, so that each tells what came of the one before."""


@web.post("/first-game")
def first_game() -> Response:
    """Set the first game of a ruleset up, and take its seat in this browser.

    Raises Problem 422 ``UNKNOWN_RULESET`` for one that is not installed, or has no lesson.
    """
    games, ruleset = stores().games, request.form.get("ruleset", "")
    rules = games.rulesets.get(ruleset)
    if rules is None or rules.lesson is None:
        raise Problem("UNKNOWN_RULESET", "The game to learn with is not installed.")
    lesson = rules.lesson
    options = rules.checked_options(lesson.options)
    bots = [it for it in rules.seats(options) if it != lesson.player]
    game, tokens = games.create(
        ruleset,
        lesson.scenario,
        options,
        bots=bots,
        unlisted=True,
        prepared=Prepared(lesson.label, lesson.seed),
        windows=usual_in(rules, bots, None),
        instant_answers=bool(lesson.beforehand),
    )
    token = games.claim(game.id, lesson.player, token=tokens[lesson.player])
    for said in lesson.beforehand:
        standing_orders.leave(games, game.id, lesson.player, said)
    sent = redirect(url_for("web.game", game_id=game.id, seat=lesson.player), 303)
    assert isinstance(sent, Response)
    sent.headers.update(headers())
    sent.set_cookie(
        COOKIE, game.id, max_age=KEPT, secure=request.is_secure, httponly=True, samesite="Strict"
    )
    return keep(sent, games.open(game.id), lesson.player, token)


def prompt(seen: Look) -> Told | None:
    """What the player of a first game is told beside the orders; None for everybody else."""
    game, lesson = seen.newest, seen.rules.lesson
    if lesson is None or seen.past or request.cookies.get(COOKIE) != game.id:
        return None
    if seen.who.seat != lesson.player or not game.created.unlisted:
        return None
    given = [
        event
        for event in stores().games.history(game.id, upto=game.version)
        if isinstance(event, OrderGiven) and event.player == lesson.player
    ]
    found = _of_the_lesson(seen, lesson, given)
    if found is None:
        fought = last_battle_of(seen) if lesson.is_followed(given) and lesson.end else None
        said = _told(seen, _prompt(seen, lesson, given))
        found = Told(said, battle=None if fought is None else fought.version)
    by_hand = max((at for at, it in enumerate(given, 1) if it.instruction is None), default=0)
    # What happened where the player was not asked: no card fitted, or it was said beforehand.
    meanwhile = [seen.phrases.told(step.text) for step in lesson.passed_over(given, by_hand)]
    text = " ".join([*meanwhile, found.text])
    return found._replace(
        text=text,
        remark="" if by_hand else gettext(PREPARED),
        followed=lesson.is_followed(given) or lesson.reached(given) is not None,
    )


def _told(seen: Look, prompt: Note) -> str:
    return gettext(prompt) if isinstance(prompt, str) else seen.phrases.told(prompt)


def _of_the_lesson(seen: Look, lesson: Lesson, given: Sequence[OrderGiven]) -> Told | None:
    """The next step and the order to give; None if the player left the lesson, is done or waits."""
    game, rules, step = seen.newest, seen.rules, lesson.reached(given)
    for it in asked(game):
        if step is None or it.seat != lesson.player or rules.wording is None:
            continue
        order = order_of(step.order, rules.legal_orders(game.state, it))
        if order is not None:
            now = _ordered_so(seen, it, order)
            data = msgspec.json.encode(to_data(order)).decode()
            return Told(f"{seen.phrases.told(step.text)} {now}", data, it.id)
    return None


def _ordered_so(seen: Look, decision: Decision, order: Order) -> str:
    """An order in the words of what is clicked for it: a button, or a box and a button."""
    wording, state = seen.rules.wording, seen.newest.state
    assert wording is not None, "the game has a lesson"
    shown = views(seen)
    for party in wording.parties(state, [*seen.rules.legal_orders(state, decision)]):
        for goal, piece in product(party.goals, party.pieces):
            if shown is not None and party.orders(goal, piece) == (order,):
                return gettext(
                    "Your order: “%(piece)s”, then “%(place)s”.",
                    piece=seen.labelled(piece),
                    place=places_by_name(seen, shown.map)[goal.place],
                )
    does = seen.phrases.does(wording.words(state, decision, order))
    return gettext("Your order: “%(order)s”.", order=does)


def _prompt(seen: Look, lesson: Lesson, given: Sequence[OrderGiven]) -> Note:
    game, is_followed = seen.newest, lesson.is_followed(given)
    if game.over:
        return lesson.end if is_followed and lesson.end else OVER
    ordered = Counter(it.order["order"] for it in given)
    if not ordered:
        return lesson.welcome
    kinds = [it.kind for it in asked(game) if it.seat == lesson.player]
    if not kinds:
        return WAITING
    kind, (begins, counted) = kinds[0], lesson.operation
    if is_followed:
        return lesson.end or lesson.done
    if kind == begins and ordered[counted] >= ENOUGH:
        return lesson.done
    has_answered = any(ordered[it] for it in lesson.answers.get(kind, ()))
    if has_answered and kind in lesson.again:
        return lesson.again[kind]
    return lesson.first.get(kind, OTHERWISE)
