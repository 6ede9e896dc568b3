"""What is made of odd mails, as forms say it."""

from __future__ import annotations

from api.web.catalogue import noted
from napoleon.log.events.mails import HOLD, LOG, REFUSE

TREATMENTS_TOLD = {
    HOLD: noted("they wait until their player says that they are theirs"),
    REFUSE: noted("they are refused"),
    LOG: noted("they count, and what is odd is recorded"),
}
"""By treatment, the usual one first."""
