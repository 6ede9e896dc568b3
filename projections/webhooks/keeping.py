"""Keeping webhooks: they are left with a token, listed and withdrawn with it, and die with it."""

from __future__ import annotations

from napoleon.log.game import token_hash
from napoleon.log.ids import new_webhook_id
from napoleon.log.store.recorder import WebhookRow
from napoleon.play.games import Games
from napoleon.rules.orders import Refusal
from projections.webhooks.addresses import allowed_networks
from projections.webhooks.targets import target

MOST_KEPT = 4
"""How many webhooks may be left with one token at a time."""

SECRET_BYTES = 32


def leave(games: Games, game_id: str, reader: str, token: str, url: str) -> WebhookRow | Refusal:
    """Keep a webhook of the holder of `token`, who reads as `reader`: a seat, or ``referee``.

    It is told what happens from now on. The same URL, left again with the same token, replaces the
    one that was kept, under a new secret. Refused: ``BAD_URL``, ``GAME_OVER``,
    ``TOO_MANY_WEBHOOKS``. Raises UnknownGame, UnknownRuleset, and ValueError if the allowed
    networks of the environment cannot be read.
    """
    game = games.open(game_id)
    if game.over:
        return Refusal("GAME_OVER", "", "The game is over.")
    goes_to = target(url, allowed_networks(games.env))
    if isinstance(goes_to, Refusal):
        return goes_to
    mine = kept_by(games, game_id, token)
    replaced = [row for row in mine if row.url == goes_to.url]
    if len(mine) - len(replaced) >= MOST_KEPT:
        detail = f"At most {MOST_KEPT} webhooks are kept for a seat; withdraw one first."
        return Refusal("TOO_MANY_WEBHOOKS", "", detail, {"most": MOST_KEPT})
    row = WebhookRow(
        game=game_id,
        id=new_webhook_id(games.entropy),
        reader=reader,
        token=token_hash(token),
        url=goes_to.url,
        secret=games.entropy(SECRET_BYTES),
        sent=game.version,
        due=games.clock(),
    )
    games.refuse_if_short()
    games.recorder.put_webhook(row)
    for old in replaced:
        games.recorder.drop_webhook(game_id, old.id)
    return row


def kept_by(games: Games, game_id: str, token: str) -> list[WebhookRow]:
    """The webhooks that were left with `token`, by id."""
    digest = token_hash(token)
    return [row for row in games.recorder.webhooks(game_id) if row.token == digest]


def withdraw(games: Games, game_id: str, token: str, webhook_id: str) -> bool:
    """Forget a webhook that was left with `token`; returns whether there was one."""
    mine = {row.id for row in kept_by(games, game_id, token)}
    return webhook_id in mine and games.recorder.drop_webhook(game_id, webhook_id)
