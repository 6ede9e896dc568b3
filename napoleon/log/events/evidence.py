"""What the log records of the evidence for orders: the mails that they came in."""

from __future__ import annotations

from typing import Annotated

from napoleon.log.events.service import ServiceEvent
from napoleon.rules.events import HIDDEN, recorded


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
