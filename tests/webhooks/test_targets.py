"""URLs are read strictly, and only what cannot be mistaken is taken."""

from __future__ import annotations

from ipaddress import ip_address, ip_network

import pytest

from napoleon.rules.orders import Refusal
from projections.webhooks.targets import LONGEST_URL, Target, permits, target

LOCAL = (ip_network("127.0.0.0/8"),)


def read(url: str) -> Target:
    found = target(url, ())
    assert isinstance(found, Target), found
    return found


def test_a_url_is_taken_apart() -> None:
    found = read("https://club.example.org:8443/hook?game=1&x=a%20b")
    assert (found.scheme, found.host, found.port) == ("https", "club.example.org", 8443)
    assert found.path == "/hook?game=1&x=a%20b"
    assert found.authority == "club.example.org:8443"
    assert read(found.url) == found


@pytest.mark.parametrize(
    ("url", "kept"),
    [
        ("HTTPS://Club.Example.ORG/A", "https://club.example.org/A"),
        ("https://club.example.org:443/", "https://club.example.org/"),
        ("https://club.example.org", "https://club.example.org"),
        ("https://b\u00fccher.example/\u00e4", "https://xn--bcher-kva.example/%C3%A4"),
        ("https://club\u3002example.org/", "https://club.example.org/"),
        ("https://1.1.1.1/", "https://1.1.1.1/"),
        ("https://[2606:4700::1111]/", "https://[2606:4700::1111]/"),
        ("https://my_club.example.org/", "https://my_club.example.org/"),
        ("https://xn--a.example/", "https://xn--a.example/"),
    ],
)
def test_a_url_is_kept_in_one_spelling(url: str, kept: str) -> None:
    found = read(url)
    assert (found.url, found.port) == (kept, 443)
    assert read(found.url) == found


def test_an_address_keeps_its_brackets_where_they_belong() -> None:
    found = read("https://[2606:4700::1111]:8443/")
    assert (found.host, found.authority) == ("2606:4700::1111", "[2606:4700::1111]:8443")


@pytest.mark.parametrize(
    "url",
    [
        "",
        "club.example.org",
        "//club.example.org/",
        "https:///hook",
        "https://",
        "ftp://club.example.org/",
        "file:///etc/passwd",
        "http://club.example.org/",
        "https://club.example.org:80/",
        "https://club.example.org:0/",
        "https://club.example.org:22/",
        "https://club.example.org:99999/",
        "https://user@club.example.org/",
        "https://user:password@club.example.org/",
        "https://club.example.org\\@10.0.0.1/",
        "https://club.example.org/#top",
        "https://club.example.org/#",
        "https://club.example.org./",
        "https://.club.example.org/",
        "https://club..example.org/",
        "https://-club.example.org/",
        "https://" + "a" * 64 + ".example.org/",
        "https://" + "a." * 127 + "example.org/",
        "https://club example.org/",
        "https://club\nexample.org/",
        "https://club.example.org/\x00",
        "https://club.example.org/\ud800",
        "https://localhost/",
        "https://intranet/",
        "https://127.0.0.1/",
        "https://10.0.0.1/",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/",
        "https://[::ffff:1.1.1.1]/",
        "https://[fe80::1%25eth0]/",
        "https://[::1",
        "https://127.1/",
        "https://2130706433/",
        "https://0x7f000001/",
        "https://0x7f.1/",
        "https://0177.0.0.1/",
        "https://1.1.1.1.1/",
        "https://1.1.1.1./",
        "https://club.example.0x1/",
        "https://127%2e0%2e0%2e1/",
        "https://\uff11\uff12\uff17.\uff10.\uff10.\uff11/",
        "https://\u2460\u2461\u2466.0.0.1/",
        "https://club.example.org/" + "a" * LONGEST_URL,
        "https://club.example.org/" + "\u00e4" * (LONGEST_URL // 2),
    ],
    ids=ascii,
)
def test_anything_else_is_refused(url: str) -> None:
    refusal = target(url, ())
    assert isinstance(refusal, Refusal), refusal
    assert refusal.code == "BAD_URL"


@pytest.mark.parametrize("url", ["http://127.0.0.1:8000/", "http://receiver:9000/", "https://a:1/"])
def test_a_closed_network_may_use_http_other_ports_and_short_names(url: str) -> None:
    assert isinstance(target(url, LOCAL), Target)
    assert isinstance(target(url, ()), Refusal)


@pytest.mark.parametrize("url", ["http://10.0.0.1/", "https://10.0.0.1/", "http://1.1.1.1/"])
def test_what_lies_outside_of_it_may_not(url: str) -> None:
    assert isinstance(target(url, LOCAL), Refusal)


@pytest.mark.parametrize(
    ("url", "address", "permitted"),
    [
        ("https://club.example.org/", "1.1.1.1", True),
        ("https://club.example.org/", "127.0.0.1", True),
        ("https://club.example.org/", "10.0.0.1", False),
        ("http://club.example.org/", "127.0.0.1", True),
        ("http://club.example.org/", "1.1.1.1", False),
        ("https://club.example.org:22/", "127.0.0.1", True),
        ("https://club.example.org:22/", "1.1.1.1", False),
    ],
)
def test_public_addresses_are_spoken_to_by_https_only(
    url: str, address: str, permitted: bool
) -> None:
    goes_to = target(url, LOCAL)
    assert isinstance(goes_to, Target)
    assert permits(goes_to, ip_address(address), LOCAL) is permitted
