"""Bots that hold seats: a seat that was given to the bot of its ruleset answers by itself.

The bot is told only what its seat may see. What it chooses follows from the secret of
the game and from the position, so every process comes to the same order; and each order is meant
for one version of the game, so the second of two processes does nothing. As long as somebody
follows a lesson, it orders what the lesson says. Beside the table it is a good loser: it lets
others take back what they like, and goes along with newer rules.
"""

from __future__ import annotations

import hmac
from random import Random

import msgspec

from napoleon.log.game import Game
from napoleon.play.games import Games
from napoleon.play.referee import migration, takebacks
from napoleon.rules.bots import Unasked
from napoleon.rules.lessons import order_of
from napoleon.rules.orders import Order, OrderGiven, Refusal
from napoleon.rules.terms import Decision


class BotRefused(Exception):
    """A bot gave an order that was refused. The text says which game, seat and code."""


def answer_once(games: Games, game_id: str) -> bool:
    """Let one of the game's bots do the next thing that it is asked; whether one was asked.

    Raises UnknownGame, UnknownRuleset, BrokenLog, BotRefused, and whatever a bot raises.
    """
    game = games.open(game_id)
    bots = game.played_by_bots
    if not bots or game.over or game.state is None:
        return False
    for seat in bots:
        if _consent(games, game, seat) or _volunteer(games, game, seat):
            return True
    for decision in games.decisions(game):
        if decision.seat in bots:
            _give(games, game, decision)
            return True
    return False


def chosen(games: Games, game: Game, decision: Decision) -> Order:
    """What the bot that holds the seat answers to a decision: the same whenever it is asked."""
    return _taught(games, game, decision) or _judged(games, game, decision)


def _taught(games: Games, game: Game, decision: Decision) -> Order | None:
    """What the lesson of the game says, or else to pass; None where the bot decides by itself."""
    rules, facts = games.rules(game), game.created
    lesson = rules.lesson
    if lesson is None or (facts.prepared, facts.seed) != (lesson.label, lesson.seed):
        return None
    events = games.history(game.id, upto=game.version)
    left = lesson.replies_left([it for it in events if isinstance(it, OrderGiven)])
    if left is None:
        return None
    offers = rules.legal_orders(game.state, decision)
    order = order_of(left[0], offers) if left else None
    return order or rules.pass_order(game.state, decision)


def _judged(games: Games, game: Game, decision: Decision) -> Order:
    rules = games.rules(game)
    bot = rules.bot(_randomness(game, decision))
    legal_orders = rules.legal_orders(game.state, decision)
    return bot.choose(games.known(game, decision.seat), decision, legal_orders)


def _randomness(game: Game, decision: Decision) -> Random:
    """The randomness of one answer. Nobody can foresee it without the secret of the game."""
    secret = hmac.digest(bytes.fromhex(game.created.seed), b"napoleon/bot/1", "sha256")
    label = msgspec.json.encode([game.drawn_as, game.version, decision.id])
    return Random(hmac.digest(secret, label, "sha256"))  # noqa: S311  (seeded by a keyed hash)


def _give(games: Games, game: Game, decision: Decision) -> None:
    order = chosen(games, game, decision)
    outcome = games.submit_orders(
        game.id, decision.seat, [order], expected=game.version, decision=decision.id
    )
    # Stale is for another process that was first, or for a player who took something back.
    if isinstance(outcome, Refusal) and games.head(game.id) == game.version:
        raise BotRefused(f"{decision.seat} of game {game.id}: {outcome.code}")


def _volunteer(games: Games, game: Game, seat: str) -> bool:
    """Give the order that a bot wants to give without being asked; whether there was one."""
    bot = games.rules(game).bot(Random(0))  # noqa: S311  (nothing is left to chance here)
    order = bot.unasked(games.known(game, seat)) if isinstance(bot, Unasked) else None
    if order is None:
        return False
    outcome = games.submit_orders(game.id, seat, [order], expected=game.version)
    if isinstance(outcome, Refusal) and games.head(game.id) == game.version:
        raise BotRefused(f"{seat} of game {game.id}: {outcome.code}")
    return True


def _consent(games: Games, game: Game, seat: str) -> bool:
    """Agree to what the people at the table have asked for; whether there was anything."""
    now = games.clock()
    for case in game.takebacks.values():
        if case.awaits(seat, now):
            said = takebacks.answer(games, game.id, seat, case.id, "agree")
            return not isinstance(said, Refusal)
    people = [it for it in game.created.seats if it not in game.played_by_bots]
    rules = games.newest_rules(game)
    newer = (rules.version, rules.pack_hash)
    if game.agreed.get(seat) != newer and all(game.agreed.get(it) == newer for it in people):
        return not isinstance(migration.agree(games, game.id, seat), Refusal)
    return False
