"""The round trip: a mail of the service to itself, which has to come back the way that replies do.

It goes to an address with a tag of its own, and what comes back shows who has signed it.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import dkim
import msgspec

from api.mail.checking.findings import Finding, good, not_known, to_change
from api.mail.checking.names import Names, Unanswered
from api.mail.checking.records import tags
from api.mail.office import Office
from api.mail.posting.sending import Refused, Unsent, sender_of
from api.mail.tokens import Purpose
from api.mail.trial import letter

TRIP, SIGNED = "round trip", "DKIM signature"

PAUSE = 0.5
"""Seconds between looks whether it has come."""


class Trip(msgspec.Struct, frozen=True):
    """How a round trip went."""

    finding: Finding
    raw: bytes | None = None
    """The mail as it came back; None if it did not."""


def round_trip(
    office: Office, seconds: float, pause: Callable[[float], object] = time.sleep
) -> Trip:
    """Send a mail to the service itself, and wait so long for it to come back.

    Raises PersistenceError.
    """
    at = office.games.clock()
    address = office.settings.tagged(office.signer.tag(Purpose.TRIP, at))
    text = "This mail was sent by 'napoleon mail check' to see whether replies come back.\n"
    before = office.store.inbox.newest()
    begun = time.monotonic()
    try:
        sender_of(office)(letter(office, address, "trip", text, at))
    except (Unsent, Refused) as error:
        said = f"A mail to the service itself could not be handed over: {error}."
        return Trip(to_change(TRIP, said, "Let your mail server take mails from the service."))
    while (passed := time.monotonic() - begun) < seconds:
        came = office.store.inbox.newest_to(address, before)
        if came is not None:
            said = f"A mail of the service to itself came back in {passed:.1f} s."
            return Trip(good(TRIP, said), came.raw)
        pause(PAUSE)
    local, _, domain = office.settings.address.partition("@")
    return Trip(
        to_change(
            TRIP,
            f"A mail of the service to itself did not come back within {seconds:.0f} s.",
            f"Look into the queue and the log of your mail server: it has to hand mails for "
            f"{local}+anything@{domain} to 'napoleon mail', which has to run.",
        )
    )


def signature_of(names: Names, office: Office, trip: Trip) -> Finding:
    """Whether a mail that came back bears a signature of our domain that holds."""
    cure = (
        "Let the service sign: 'napoleon mail key' makes a key, and MAIL_DKIM_KEY names it. Or let "
        "your mail server do it."
    )
    domain = office.settings.domain
    if trip.raw is None:
        if office.settings.dkim_key is None:
            said = "The service does not sign, and there is no mail that came back to look at."
            return not_known(SIGNED, said, cure)
        return not_known(SIGNED, "The service signs, but no mail came back to look at.")
    mail = dkim.DKIM(trip.raw)
    values = [value for name, value in mail.headers if name.lower() == b"dkim-signature"]
    domains = [tags(it.decode("ascii", "replace")).get("d", "").lower() for it in values]
    if domain not in domains:
        other = f", but {' and '.join(domains)} have" if domains else ""
        return to_change(SIGNED, f"Nobody has signed a mail for {domain}{other}.", cure)

    def found(name: bytes, timeout: float = 5) -> bytes:
        return "".join(names.texts(name.decode("ascii"))[:1]).encode()

    why = "it was changed on its way, or the DNS has another key"
    for number, it in enumerate(domains):
        try:
            if it == domain and dkim.DKIM(trip.raw).verify(number, dnsfunc=found):
                return good(
                    SIGNED, f"A mail that came back bears a signature of {domain} that holds."
                )
        except Unanswered as error:
            return not_known(SIGNED, f"The DNS did not answer: {error}.")
        except dkim.DKIMException as error:
            why = str(error)
    return to_change(
        SIGNED,
        f"The signature of {domain} on a mail that came back does not hold: {why}.",
        "Put the key into the DNS that 'DKIM key' or your mail server names, and let no server "
        "change a mail after it is signed.",
    )
