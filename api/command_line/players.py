"""The bots that come with rulesets, as players of the local store."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterable, Sequence

import click

from napoleon.log.game import Game
from napoleon.play.games import Games
from napoleon.rules.bots import Bot
from napoleon.rules.contract import Ruleset
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision


def own_bots(
    rules: Ruleset, known: Sequence[str], seats: Iterable[str], seed: int | None = None
) -> dict[str, Bot]:
    """The own bot of a game for each of `seats`, all of which must be `known` in the game.

    With the same seed they play the same way. Raises click.UsageError.
    """
    bots: dict[str, Bot] = {}
    randomness = random.Random(secrets.randbits(32) if seed is None else seed)  # noqa: S311
    for seat in seats:
        if seat not in known:
            raise click.UsageError(f"There is no seat {seat}; the seats are {', '.join(known)}.")
        bots[seat] = rules.bot(randomness)
    return bots


def ask(games: Games, game: Game, decision: Decision, bot: Bot) -> Order:
    """What a bot answers to a decision, told only what its seat may see."""
    offers = games.rules(game).legal_orders(game.state, decision)
    return bot.choose(games.known(game, decision.seat), decision, offers)
