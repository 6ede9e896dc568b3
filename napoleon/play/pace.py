"""Pace: when an answer that a seat left in advance is given.

Readers who see that a question is answered see when. An answer by standing order that came at once
would tell that it was left in advance, and so what the seat had made up its mind about. It
therefore waits as long as a person at the table might take. How long is drawn from the secret seed,
so every process comes to the same moment, and nobody else can tell it from a person's.

The wait begins when the question is asked, is drawn once for each question, and whatever happens
meanwhile does not change it: nobody can put an answer off, or learn something by trying to.
"""

from __future__ import annotations

import hmac
from math import expm1, log1p

import msgspec

from napoleon.log.game import Game
from napoleon.log.times import SECOND

LEAST, MEAN, MOST = 2.0, 15.0, 60.0
"""Seconds: the shortest wait, about how much longer one is on average, and the longest."""

_WORDS = 2**64


def question(game: Game, decision: str) -> str:
    """What names the open `decision` (its id) for ever: after a rewind it is another question."""
    return f"{len(game.rewinds)}~{decision}"


def due(game: Game, question: str, asked: int) -> int:
    """When a standing order answers a `question` of `game` that was asked at the time `asked`.

    Both times are in microseconds since 1970 UTC. What has stood open for longer than `MOST` is
    answered as soon as the standing order is left; everything is, at 0, where `instant_answers`
    says so.
    """
    if game.created.instant_answers:
        return 0
    secret = hmac.digest(bytes.fromhex(game.created.seed), b"napoleon/pace/1", "sha256")
    label = msgspec.json.encode([game.id, question])
    word = int.from_bytes(hmac.digest(secret, label, "sha256")[:8], "big")
    return asked + round(SECOND * wait(word / _WORDS))


def wait(share: float) -> float:
    """The wait, in seconds, that a `share` (from 0 to below 1) of all waits are shorter than.

    >>> wait(0), round(wait(0.5), 1), round(wait(0.999999))
    (2.0, 12.1, 60)
    """
    return LEAST - MEAN * log1p(share * expm1((LEAST - MOST) / MEAN))
