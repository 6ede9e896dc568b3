"""SPF (RFC 7208): whether the domain lets the machine that sends our mails do so."""

from __future__ import annotations

from typing import Any

import spf

from api.mail.checking.findings import Finding, good, not_known, to_change
from api.mail.checking.names import Names, Unanswered
from api.mail.posting.signing import text_record

SPF = "SPF"

_FIRST = "v=spf1"

_PASS, _AWAY, _BROKEN = "pass", "temperror", "permerror"
"""What the library finds; the rest is that the machine may not, or that nothing is said of it."""


class _Query(spf.query):
    """The question of the library, asked of our name server."""

    def __init__(self, names: Names, address: str, sender: str, helo: str) -> None:
        super().__init__(i=address, s=sender, h=helo)
        self._names = names

    def dns(
        self, name: str, qtype: str, cnames: object = None, ignore_void: bool = False
    ) -> list[Any]:
        try:
            rows = self._names.found(str(name), qtype)
        except Unanswered as error:
            raise spf.TempError(str(error)) from None
        if not rows and not ignore_void:
            self.void_lookups += 1
            if self.void_lookups > spf.MAX_VOID_LOOKUPS:
                raise spf.PermError("too many names in it do not exist")
        return [_as_known(it, qtype) for it in rows]


def _as_known(row: Any, kind: str) -> Any:
    match kind:
        case "MX":
            return row.preference, row.exchange.to_text(omit_final_dot=True)
        case "PTR":
            return row.target.to_text(omit_final_dot=True)
        case "TXT":
            return row.strings
        case _:
            return row.address


def spf_of(names: Names, sender: str, addresses: list[str], helo: str) -> Finding:
    """Whether a machine at these addresses may send for the domain of an envelope's sender."""
    domain = sender.partition("@")[2]
    if not addresses:
        return not_known(
            SPF,
            "It is not known from which address your mails are sent.",
            "Name the address of the machine that sends them with --ip.",
        )
    try:
        records = [it for it in names.texts(domain) if it.lower().split(" ")[0] == _FIRST]
    except Unanswered as error:
        return not_known(SPF, f"The DNS did not answer: {error}.")
    if not records:
        return to_change(
            SPF,
            f"The domain {domain} does not say who may send for it.",
            "Let the DNS say it:",
            text_record(domain, _with(f"{_FIRST} mx -all", _missing(names, domain, addresses))),
        )
    if len(records) > 1:
        return to_change(
            SPF,
            f"The domain {domain} has {len(records)} SPF records, so that none counts.",
            "Make one of them:",
            text_record(domain, _joined(records)),
        )
    for address in addresses:
        result, _, why = _Query(names, address, sender, helo).check()
        if result == _AWAY:
            return not_known(SPF, f"The DNS did not answer: {why}.")
        if result == _BROKEN:
            return to_change(
                SPF,
                f"The SPF record of {domain} has a fault, so that it does not count: {why}.",
                "Mend it; this one would do:",
                text_record(domain, _with(f"{_FIRST} mx -all", addresses)),
            )
        if result != _PASS:
            return to_change(
                SPF,
                f"The domain {domain} does not let {address} send for it (SPF says {result}).",
                "Add the address:",
                text_record(domain, _with(records[0], [address])),
            )
    return good(SPF, f"The domain {domain} lets {' and '.join(addresses)} send for it.")


def _joined(records: list[str]) -> str:
    """What several SPF records say, in one.

    >>> _joined(["v=spf1 mx -all", "v=spf1 include:mail.example ~all"])
    'v=spf1 mx include:mail.example ~all'
    """
    words = dict.fromkeys(word for it in records for word in it.split()[1:])
    ends = [it for it in words if it.endswith("all")]
    kept = [it for it in words if it not in ends]
    return " ".join([_FIRST, *kept, ends[-1] if ends else "-all"])


def _missing(names: Names, domain: str, addresses: list[str]) -> list[str]:
    """Those of the addresses that are not of the domain's own servers."""
    try:
        own = {it for host in names.exchanges(domain) for it in names.addresses(host)}
    except Unanswered:
        return addresses
    return [it for it in addresses if it not in own]


def _with(record: str, addresses: list[str]) -> str:
    """An SPF record that lets some more addresses send.

    >>> _with("v=spf1 mx -all", ["192.0.2.25", "2001:db8::25"])
    'v=spf1 ip4:192.0.2.25 ip6:2001:db8::25 mx -all'
    """
    first, _, rest = record.partition(" ")
    more = (f"ip6:{it}" if ":" in it else f"ip4:{it}" for it in addresses)
    return " ".join([first, *more, rest]).strip()
