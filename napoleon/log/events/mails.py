"""What the log records of mails: how odd ones are treated, and which mails orders came in."""

from __future__ import annotations

from typing import Annotated

from napoleon.log.events.service import ServiceEvent
from napoleon.log.game import Game
from napoleon.rules.events import HIDDEN, recorded
from napoleon.rules.prose.language import noted

_TREATED = (noted("log"), noted("hold"), noted("refuse"))
"""How odd mails are treated; it stands here to be translated."""

LOG, HOLD, REFUSE = "log", "hold", "refuse"
"""It counts, and what is odd is recorded; it waits for its player; it does not count."""
TREATMENTS = (LOG, HOLD, REFUSE)
"""From the laxest to the strictest."""


@recorded("odd_mails_treated/1", "Odd mails with orders are treated so: {treatment}.")
class OddMailsTreated(ServiceEvent, frozen=True):
    """What the game makes of a mail that opens a seat, but not as its player's mails do."""

    treatment: str
    """One of `TREATMENTS`."""

    def change(self, game: Game) -> None:
        """It holds from now on, unless the operator of the service is stricter."""
        game.odd_mails = self.treatment


def stricter(one: str, other: str) -> str:
    """The stricter of two treatments; an empty one says nothing.

    >>> stricter("log", "hold"), stricter("refuse", ""), stricter("", "")
    ('hold', 'refuse', '')
    """
    said = [it for it in (one, other) if it]
    return max(said, key=TREATMENTS.index) if said else ""


@recorded(
    "orders_mailed/1",
    "{seat} sent orders by mail.",
    owner="seat",
)
class OrdersMailed(ServiceEvent, frozen=True):
    """A mail with orders of a seat has come; what it caused has the same order id.

    The mail itself is kept beside the log, and may be erased. Its digest shows that a mail is the
    one that counted.
    """

    seat: str
    mail: Annotated[str, HIDDEN]
    """SHA-256 of the mail, as hexadecimal digits."""
    verdict: Annotated[str, HIDDEN]
    """What was found out about its sender."""
    number: Annotated[int, HIDDEN] = 0
    """Number of the set of orders that it is; 0 if it has none."""
    superseded: Annotated[bool, HIDDEN] = False
    """Whether nothing in it was carried out, as a set with a higher number had come before it."""
