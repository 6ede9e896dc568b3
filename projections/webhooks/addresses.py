"""Addresses on the network, and which of them a message may go to.

The owner of a webhook chooses where this service connects to. It must not become their door to
what only this machine can reach: its own ports, its neighbours, the metadata of its cloud.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Mapping, Sequence
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)

VARIABLE = "WEBHOOK_ALLOW"
"""Names networks that are not public but are allowed all the same, separated by commas."""

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

Resolve = Callable[[str], Sequence[Address]]
"""Finds all addresses of a host. Raises OSError if there are none or they cannot be found out."""

_UNICAST = IPv6Network("2000::/3")
"""All IPv6 addresses that are given out. Those that wrap an IPv4 address lie outside
(``::ffff:0:0/96``, and ``64:ff9b::/96`` of NAT64) or are named below."""

_SPECIAL: tuple[Network, ...] = (
    IPv4Network("192.0.0.0/24"),  # protocol assignments; the metadata of one cloud
    IPv4Network("192.88.99.0/24"),  # relays of 6to4
    IPv4Network("168.63.129.16/32"),  # the host agent of one cloud, under a public number
    IPv6Network("2001::/23"),  # protocol assignments, Teredo among them
    IPv6Network("2002::/16"),  # 6to4
    IPv6Network("3fff::/20"),  # documentation
)
"""What `ipaddress` takes for public, at least in some release of Python, but is not."""


def is_public(address: Address) -> bool:
    """Whether `address` is one that anybody on the internet can reach.

    >>> is_public(ip_address("93.184.215.14")), is_public(ip_address("10.0.0.1"))
    (True, False)
    """
    if address.version == 6 and address not in _UNICAST:
        return False
    special = any(address in network for network in _SPECIAL)
    return address.is_global and not address.is_multicast and not special


def is_allowed(address: Address, allowed: Sequence[Network]) -> bool:
    """Whether `address` lies in one of the networks `allowed` by the operator."""
    return any(address in network for network in allowed)


def allowed_networks(env: Mapping[str, str]) -> tuple[Network, ...]:
    """The networks that `env` allows; none unless it says so. Raises ValueError.

    >>> allowed_networks({"WEBHOOK_ALLOW": "127.0.0.1/32, fd00::/8"})
    (IPv4Network('127.0.0.1/32'), IPv6Network('fd00::/8'))
    """
    named = (part.strip() for part in env.get(VARIABLE, "").split(","))
    try:
        return tuple(ip_network(part) for part in named if part)
    except ValueError as error:
        raise ValueError(f"{VARIABLE}: {error}") from None


def resolved(host: str) -> Sequence[Address]:
    """All addresses of `host`, the one to be tried first at the front. Raises OSError."""
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except UnicodeError as error:
        raise OSError(f"not the name of a host: {error}") from None
    return [ip_address(sockaddr[0]) for *_, sockaddr in found]
