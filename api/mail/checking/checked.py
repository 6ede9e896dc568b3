"""Everything that is looked at, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import ip_address

from api.mail.checking.findings import Finding, State, good, to_change
from api.mail.checking.names import Names, Unanswered
from api.mail.checking.reaching import IN, exchange_of, listener_of, server_of
from api.mail.checking.records import dmarc_of, exchanges_of, key_of, pointers_of
from api.mail.checking.round_trip import Trip, round_trip, signature_of
from api.mail.checking.spf import spf_of
from api.mail.office import Office
from api.mail.posting.signing import loaded
from api.mail.settings import LARGEST, Settings

ADDRESS = "MAIL_ADDRESS"


def checked(
    office: Office, names: Names, *, sending: Sequence[str], port: int, seconds: float
) -> list[Finding]:
    """What is good about the mail of a service, and what is to be changed.

    Mails are sent from the addresses `sending`, or from where it seems. `port` is where other
    servers hand mails over. A round trip is waited for as long as that; 0: none is made.
    Raises PersistenceError, BadSetting.
    """
    chosen = office.settings
    if "." not in chosen.domain:
        return [
            to_change(
                ADDRESS,
                f"The address of the service is {chosen.address}, which nobody can answer to.",
                "Set MAIL_ADDRESS to an address of your domain, such as napoleon@club.example.",
            )
        ]
    exchanges, hosts = exchanges_of(names, chosen.domain)
    addresses = list(sending) or _addresses(names, chosen, hosts)
    found = [
        spf_of(names, chosen.address, addresses, hosts[0] if hosts else chosen.domain),
        *_key(names, chosen),
        dmarc_of(names, chosen.domain),
        exchanges,
        pointers_of(names, addresses, chosen.domain),
    ]
    encrypted, taken_in = exchange_of(names, hosts, port)
    if chosen.polled is not None:
        said = f"Of mails above {LARGEST} bytes in the mailbox only the headers are read."
        taken_in = good(IN, f"{said} Their writers are told.")
    handed, sent = server_of(chosen)
    listening = listener_of(chosen)
    found += [it for it in (encrypted, handed, sent, taken_in, listening) if it is not None]
    if seconds and all(it.state is State.GOOD for it in (handed, listening)):
        trip = round_trip(office, seconds)
        found.append(trip.finding)
    else:
        trip = Trip(handed)
    return [*found, signature_of(names, office, trip)]


def _key(names: Names, chosen: Settings) -> list[Finding]:
    if chosen.dkim_key is None:
        return []
    return [key_of(names, loaded(chosen.dkim_key), chosen.dkim_selector, chosen.domain)]


def _addresses(names: Names, chosen: Settings, hosts: Sequence[str]) -> list[str]:
    """Where mails seem to be sent from: the server of SMTP_URL, if others see it, or the MX."""
    try:
        if chosen.server is not None and not chosen.server.host.startswith("/"):
            own = _of_host(names, chosen.server.host)
            seen = [it for it in own if ip_address(it).is_global]
            if seen:
                return seen
        return [address for host in hosts for address in names.addresses(host)]
    except Unanswered:
        return []


def _of_host(names: Names, host: str) -> list[str]:
    try:
        return [str(ip_address(host))]
    except ValueError:
        return names.addresses(host)
