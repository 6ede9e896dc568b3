"""Names: what the DNS says, asked of the machine's name servers or of one that was named."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Any

import dns.exception
import dns.resolver
import dns.reversename

SECONDS = 10.0
"""How long an answer may take."""

_PORT = 53


class Unanswered(Exception):
    """The DNS could not be asked, which says nothing of what it would have answered."""


class Names:
    """What the DNS says. All of it raises Unanswered; a name that is not there has nothing."""

    def __init__(self, resolver: dns.resolver.Resolver) -> None:
        self._resolver = resolver

    def found(self, name: str, kind: str) -> list[Any]:
        """The records of a kind that a name has, as the library gives them."""
        try:
            answer = self._resolver.resolve(
                f"{name.rstrip('.')}.", kind, lifetime=SECONDS, raise_on_no_answer=False
            )
        except dns.resolver.NXDOMAIN:
            return []
        except (dns.exception.DNSException, OSError, ValueError) as error:
            raise Unanswered(f"{kind} of {name}: {type(error).__name__}") from None
        return list(answer)

    def texts(self, name: str) -> list[str]:
        """The texts of a name, each in one piece, in an order of their own: the DNS has none."""
        return sorted(
            b"".join(it.strings).decode("utf-8", "replace") for it in self.found(name, "TXT")
        )

    def exchanges(self, domain: str) -> list[str]:
        """The servers that take mails for a domain in, the first to be tried first.

        "" stands for none at all (RFC 7505).
        """
        rows = sorted(self.found(domain, "MX"), key=lambda it: (int(it.preference), it.exchange))
        return [_plain(it.exchange) for it in rows]

    def addresses(self, host: str) -> list[str]:
        """The addresses of a machine, of both kinds."""
        return [str(it.address) for kind in ("A", "AAAA") for it in self.found(host, kind)]

    def names_of(self, address: str) -> list[str]:
        """The names that an address has backwards."""
        backwards = dns.reversename.from_address(address).to_text()
        return [_plain(it.target) for it in self.found(backwards, "PTR")]


def names(server: str = "") -> Names:
    """What asks a name server, as ``192.0.2.53`` or ``192.0.2.53:5353``, or the machine's own.

    Raises ValueError if that is no address of one, Unanswered if the machine knows none.
    """
    if not server:
        try:
            return Names(dns.resolver.Resolver())
        except dns.resolver.NoResolverConfiguration:
            raise Unanswered("this machine knows no name server") from None
    host, port = server, str(_PORT)
    if server.count(":") == 1 or server.startswith("["):
        host, _, port = server.rpartition(":")
    resolver = dns.resolver.Resolver(configure=False)
    resolver.nameservers = [str(ip_address(host.strip("[]")))]
    resolver.port = int(port)
    return Names(resolver)


def backwards(address: str) -> str:
    """The name in the DNS at which the name of an address is.

    >>> backwards("192.0.2.25")
    '25.2.0.192.in-addr.arpa'
    """
    return _plain(dns.reversename.from_address(address))


def _plain(name: Any) -> str:
    return str(name.to_text()).rstrip(".").lower()
