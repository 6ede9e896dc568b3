"""Games of the toy ruleset whose seats have webhooks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from napoleon.log.store.recorder import WebhookRow
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from projections.webhooks import keeping

URL = "https://club.example.org/napoleon"


@dataclass
class Table:
    """A game with its tokens."""

    games: Games
    id: str
    tokens: dict[str, str]

    def leave(self, seat: str, url: str = URL, token: str | None = None) -> WebhookRow:
        """Leave a webhook, with the token that the seat has got at first unless told otherwise."""
        row = keeping.leave(self.games, self.id, seat, token or self.tokens[seat], url)
        assert isinstance(row, WebhookRow), row
        return row

    def order(self, seat: str, order: Mapping[str, Any]) -> int:
        """Give an order; the version that it leads to."""
        accepted = self.games.submit_orders(self.id, seat, [order])
        assert isinstance(accepted, Accepted), accepted
        return accepted.version

    def move(self) -> int:
        """Let whoever is to go or to bet do so; the version that it leads to."""
        game = self.games.open(self.id)
        decision = self.games.decisions(game)[0]
        [*_, last] = self.games.rules(game).legal_orders(game.state, decision)
        accepted = self.games.submit_orders(self.id, decision.seat, [last])
        assert isinstance(accepted, Accepted), accepted
        return accepted.version

    def play_out(self) -> int:
        """Play to the end of the game; its last version."""
        while not (game := self.games.open(self.id)).over:
            self.move()
        return game.version

    def kept(self) -> list[WebhookRow]:
        return self.games.recorder.webhooks(self.id)


def table(games: Games, **options: Any) -> Table:
    """A new game."""
    created = games.create("toy", "short", {"turns": 2}, referee=True, **options)
    return Table(games, created.game.id, dict(created.tokens))
