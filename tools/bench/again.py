"""Deciding again: every order of a game by the rules, as audits and re-adjudication do."""

from __future__ import annotations

from napoleon.audit.adjudication import decided_again
from napoleon.play.games import Games
from napoleon.rules.orders import OrderGiven
from tools.bench.rows import Row, best_of

GOAL = 10_000
"""Orders a second."""

REPEATS = 3


def deciding_again(games: Games, game: str, what: str) -> Row:
    """Orders a second that are decided again, against applying the events of the same game."""
    rules = games.rules(games.open(game))
    events = games.history(game)
    orders = sum(type(event) is OrderGiven for event in events)

    def decide() -> None:
        found = decided_again(events, rules)
        assert found.divergence is None, "the rules decide as they did"
        assert found.orders == orders, "they decide everything"

    def apply() -> None:
        state = None
        for event in events:
            if event.topic.startswith(f"{rules.name}.") or type(event) is OrderGiven:
                state = rules.apply(state, event)

    taken, bare = best_of(REPEATS, decide), best_of(REPEATS, apply)
    rate = orders / taken * 1000
    return Row(
        f"deciding {orders:,} orders of {what} again",
        f"{rate:,.0f} orders/s",
        f"applying their events {orders / bare * 1000:,.0f} orders/s",
        bare / taken,
        f"{GOAL:,} orders/s",
        rate >= GOAL,
    )
