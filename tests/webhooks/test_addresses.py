"""Which addresses a message may go to."""

from __future__ import annotations

from ipaddress import ip_address, ip_network

import pytest

from projections.webhooks.addresses import allowed_networks, is_allowed, is_public, resolved

PUBLIC = [
    "1.1.1.1",
    "93.184.215.14",
    "172.15.255.255",
    "172.32.0.1",
    "192.167.255.255",
    "223.255.255.254",
    "2606:4700:4700::1111",
    "2a00:1450:4001:80e::200e",
]

NOT_PUBLIC = {
    "this machine": ["0.0.0.0", "127.0.0.1", "127.255.255.254", "::", "::1"],
    "private": [
        "10.0.0.1",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.0.1",
        "fc00::1",
        "fd00:ec2::254",
    ],
    "shared by subscribers": ["100.64.0.1", "100.100.100.200", "100.127.255.255"],
    "link-local": ["169.254.0.1", "169.254.169.254", "fe80::1", "fe80::1%eth0"],
    "site-local": ["fec0::1"],
    "multicast": ["224.0.0.1", "239.255.255.255", "ff02::1", "ff0e::1"],
    "reserved": ["240.0.0.1", "255.255.255.255", "4000::1", "8000::1", "5f00::1", "100::1"],
    "protocols": ["192.0.0.1", "192.0.0.192", "192.0.0.171", "2001:20::1", "2001:2::1"],
    "documentation": [
        "192.0.2.1",
        "198.51.100.1",
        "203.0.113.1",
        "198.18.0.1",
        "2001:db8::1",
        "3fff::1",
    ],
    "a cloud's own": ["168.63.129.16"],
    "mapped": ["::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:1.1.1.1", "::127.0.0.1"],
    "6to4": ["2002:7f00:1::", "2002:a00:1::1", "2002:101:101::1", "192.88.99.1"],
    "NAT64": ["64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::a00:1"],
    "Teredo": ["2001:0:4136:e378:8000:63bf:80ff:fffe", "2001::1"],
}


@pytest.mark.parametrize("address", PUBLIC)
def test_what_anybody_can_reach_is_public(address: str) -> None:
    assert is_public(ip_address(address))


@pytest.mark.parametrize(
    "address", [it for kind in NOT_PUBLIC.values() for it in kind], ids=lambda it: it
)
def test_what_only_some_can_reach_is_not_public(address: str) -> None:
    assert not is_public(ip_address(address))


@pytest.mark.parametrize("env", [{}, {"WEBHOOK_ALLOW": ""}, {"WEBHOOK_ALLOW": " , "}])
def test_nothing_else_is_allowed_unless_it_is_said(env: dict[str, str]) -> None:
    assert allowed_networks(env) == ()


def test_networks_are_allowed_by_the_environment() -> None:
    allowed = allowed_networks({"WEBHOOK_ALLOW": "10.1.0.0/16, ::1"})
    assert allowed == (ip_network("10.1.0.0/16"), ip_network("::1/128"))
    assert is_allowed(ip_address("10.1.2.3"), allowed)
    assert is_allowed(ip_address("::1"), allowed)
    for other in ("10.2.0.1", "127.0.0.1", "::ffff:10.1.2.3", "::2"):
        assert not is_allowed(ip_address(other), allowed)


@pytest.mark.parametrize("text", ["localhost", "10.0.0.1/8", "10.0.0.0/8;::1", "*"])
def test_what_is_no_network_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match="WEBHOOK_ALLOW"):
        allowed_networks({"WEBHOOK_ALLOW": text})


@pytest.mark.parametrize("spelling", ["127.0.0.1", "0x7f.1", "2130706433", "0177.0.0.1", "127.1"])
def test_however_an_address_is_spelled_it_is_resolved_to_what_it_is(spelling: str) -> None:
    assert resolved(spelling) == [ip_address("127.0.0.1")]


@pytest.mark.parametrize("name", ["a" * 64 + ".example", "a..b", "\u0130" * 60])
def test_what_is_no_name_has_no_address(name: str) -> None:
    with pytest.raises(OSError, match="not the name of a host"):
        resolved(name)
