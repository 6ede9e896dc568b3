"""The first game: in a small scenario against the bot, with prompts beside the orders.

Its chance is prepared, so that whoever follows the prompts of the lesson finds what they tell, each
time. Any other order will do as well: then the prompts follow what the player is asked and has done
already. They are shown to the browser that began the game, which keeps its id in a cookie.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from flask import Response, redirect, request, url_for

from api.http.problems import Problem
from api.http.stores import stores
from api.web.catalogue import gettext, noted
from api.web.game import lesson
from api.web.game.looking import Look, asked
from api.web.pages import headers, web
from api.web.session import KEPT, keep
from napoleon.rules.orders import OrderGiven
from napoleon.rules.windows import OPEN

RULESET, SCENARIO = "napoleon1815", "ligny_quatre_bras"
PLAYER, BOT = "french", "allied"

COOKIE = "lesson"

ENOUGH = 2
"""After how many operations somebody knows how to go on alone."""

WELCOME = noted(
    "You lead the French on 16 June 1815, and the bot leads the Allies. You win if the victory "
    "track stands at 12 or below when turn 6 is over. So beat the Prussians at Ligny, and take "
    "the crossroads of Quatre-Bras. If in doubt about a card, play none."
)

PREPARED = noted(
    "The chance of this game was prepared for the lesson: it runs alike each time you follow the "
    "prompts. In every other game nobody can foresee it."
)

FIRST = {
    "declare_blue": noted("A blue card may be played for the whole turn. If in doubt, play none."),
    "window": noted(
        "This is a window: a moment at which cards may be played. If none of your cards fits, play "
        "none. Most of the time that is right."
    ),
    "go": noted(
        "Now activate a stack: corps of one area that move and fight together. Those at Fleurus "
        "stand next to the Prussians at Ligny. Each corps is used once in a turn."
    ),
    "choose_action": noted(
        "The stack may move, fight where it stands, or do nothing. Move it, if the enemy is not "
        "there yet."
    ),
    "march": noted(
        "You march along roads, and each costs movement points. Go to where enemies stand: then "
        "you may attack them. Click an area on the map, or choose from the orders."
    ),
    "choose_attack": noted(
        "You have come upon the enemy. Attack if you are stronger there. What your own corps are "
        "worth is in the order of battle."
    ),
    "allocate_losses": noted(
        "Battles cost strength points. Spread the losses over your corps: one without points is "
        "gone."
    ),
    "recovery": noted(
        "The turn is ending, and corps recover. A card from your hand helps a spent corps to rest; "
        "if you would rather keep your cards, finish."
    ),
}
"""What is told when something is asked for the first time, by the kind of the decision."""

AGAIN = {
    "window": noted("A window again. Play none, unless one of your cards helps right now."),
    "go": noted(
        "That was an operation; the journal tells what came of it. Activate another stack: corps "
        "that stand idle win nothing."
    ),
    "march": noted("March on as far as your points carry you, or end the move here."),
    "allocate_losses": noted("Losses again. Spare the corps that stand where it matters."),
}
"""What is told from the second time on."""

ANSWERS = {
    "window": ("decline_window", "play_event"),
    "go": ("activate_stack", "pass"),
    "march": ("step_move", "end_move"),
    "allocate_losses": ("allocate_losses",),
}
"""The orders that answer these kinds of decisions."""

OTHERWISE = noted(
    "This is rarely asked. The clause beside the question leads to its rule, and any answer will "
    "do for now."
)

DONE = noted(
    "Now you know windows, operations, marches, attacks and losses: that is the game. Play on as "
    "you like, or pass for the rest of the turn. Every clause that is cited leads to the rules."
)

OVER = noted(
    "Your first game is over, and everything in it is open: go through it with the slider. Then "
    "set up a game against the bot, or take an open seat."
)

WAITING = noted("The bot decides. You will be asked in a moment.")


@web.post("/first-game")
def first_game() -> Response:
    """Set the first game up, and take its seat in this browser.

    Raises Problem 422 ``UNKNOWN_RULESET`` where its rules are not installed.
    """
    games = stores().games
    if RULESET not in games.rulesets:
        raise Problem("UNKNOWN_RULESET", "The game to learn with is not installed.")
    game, tokens = games.create(
        RULESET, SCENARIO, {}, bots=(BOT,), unlisted=True, prepared=lesson.CHANCE, windows=OPEN
    )
    token = games.claim(game.id, PLAYER, token=tokens[PLAYER])
    sent = redirect(url_for("web.game", game_id=game.id, seat=PLAYER), 303)
    assert isinstance(sent, Response)
    sent.headers.update(headers())
    sent.set_cookie(
        COOKIE, game.id, max_age=KEPT, secure=request.is_secure, httponly=True, samesite="Strict"
    )
    return keep(sent, games.open(game.id), PLAYER, token)


def prompt(seen: Look) -> str:
    """What the player of a first game is told beside the orders; empty for everybody else."""
    game = seen.newest
    if seen.past or request.cookies.get(COOKIE) != game.id or seen.who.seat != PLAYER:
        return ""
    if game.created.ruleset != RULESET or not game.created.unlisted:
        return ""
    given = [
        event
        for event in stores().games.history(game.id, upto=game.version)
        if isinstance(event, OrderGiven) and event.player == PLAYER
    ]
    orders = [event.order for event in given]
    told = _of_the_lesson(seen, orders) or gettext(_prompt(seen, orders))
    if not orders:
        return f"{told} {gettext(PREPARED)}"
    by_hand = max((at for at, it in enumerate(given, 1) if it.instruction is None), default=0)
    # What happened where the player was not asked, as none of their cards fitted.
    meanwhile = [gettext(step.text) for step in lesson.passed_over(orders, by_hand)]
    return " ".join([*meanwhile, told])


def _of_the_lesson(seen: Look, orders: Sequence[Mapping[str, Any]]) -> str:
    """The next step and the order to give; empty for who left the lesson, is done, or waits."""
    game, rules, step = seen.newest, seen.rules, lesson.reached(orders)
    for it in asked(game):
        if step is None or it.seat != PLAYER or rules.wording is None:
            continue
        order = lesson.order_of(step, rules.legal_orders(game.state, it))
        if order is not None:
            does = seen.phrases.does(rules.wording.words(game.state, it, order))
            now = gettext("Your order: “%(order)s”.", order=does)
            return f"{gettext(step.text)} {now}"
    return ""


def _prompt(seen: Look, orders: Sequence[Mapping[str, Any]]) -> str:
    game = seen.newest
    if game.over:
        return OVER
    given = Counter(order["order"] for order in orders)
    if not given:
        return WELCOME
    kinds = [it.kind for it in asked(game) if it.seat == PLAYER]
    if not kinds:
        return WAITING
    kind = kinds[0]
    if kind == "go" and given["activate_stack"] >= ENOUGH:
        return DONE
    has_answered = any(given[it] for it in ANSWERS.get(kind, ()))
    return AGAIN[kind] if has_answered and kind in AGAIN else FIRST.get(kind, OTHERWISE)
