"""What has become of all orders: lost, doubled, shown otherwise than recorded, and who was told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import NamedTuple

from napoleon.log.game import readers
from napoleon.play.games import Games
from napoleon.rules.orders import OrderGiven
from napoleon.rules.terms import VIEWS
from projections.projector import edition
from projections.reading import view_at
from projections.store import open_views
from tools.load.receiving import received

Accepted = Mapping[str, Collection[tuple[str, str]]]
"""By game, seat and key of each order that was answered with 201."""


class Audit(NamedTuple):
    """What was found."""

    lost: int
    """Orders that were answered with 201 and are not in the log."""
    doubled: int
    """Orders that are in the log more often than they were given, or that nobody gave."""
    different: int
    """Games of which the read models do not show what the log says."""
    compared: int
    """Games that were compared."""
    untold: int
    """Webhooks that have not been told of the newest version of their game."""
    messages: int
    """Messages that webhooks have got."""
    mails: int
    """Mails that have come."""
    twice: int
    """Messages and mails that came more often than once."""

    @property
    def is_clean(self) -> bool:
        """Whether nothing is lost, doubled, different or untold."""
        return not (self.lost or self.doubled or self.different or self.untold)


def audited(env: Mapping[str, str], accepted: Accepted, told: Path, every: int) -> Audit:
    """Look at all games; of each so many one is compared with its read models, view by view."""
    lost = doubled = different = compared = untold = 0
    views = open_views(env)
    with Games(env) as games:
        for number, (game_id, orders) in enumerate(accepted.items()):
            given = Counter(
                it.order_id for it in games.history(game_id) if isinstance(it, OrderGiven)
            )
            known = {games.order_id_of(game_id, *order) for order in orders}
            lost += len(known - given.keys())
            doubled += sum(given.values()) - len(given) + len(given.keys() - known)
            newest = games.head(game_id)
            shown = views.shown([game_id], edition=edition(games)).get(game_id)
            is_same = shown == newest
            if number % every == 0:
                compared += 1
                game = games.open(game_id)
                is_same = is_same and all(
                    views.drawn(game_id, reader, name, edition=edition(games))
                    == (newest, view_at(games, game, reader, name))
                    for reader in readers(game)
                    for name in VIEWS
                )
            different += not is_same
            untold += sum(it.sent < newest for it in games.recorder.webhooks(game_id))
    came = received(told)
    return Audit(
        lost=lost,
        doubled=doubled,
        different=different,
        compared=compared,
        untold=untold,
        messages=came["webhook"].total(),
        mails=came["mail"].total(),
        twice=sum(it.total() - len(it) for it in came.values()),
    )
