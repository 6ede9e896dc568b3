"""A message goes to the address that was checked, or nowhere; and it never takes long."""

from __future__ import annotations

import socket
from collections.abc import Iterator, Sequence
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any, NoReturn

import httpcore
import pytest

from projections.webhooks.addresses import Address
from projections.webhooks.sending import MOST_ADDRESSES, Unsent, post
from tests.webhooks.receiver import LOOPBACK, certified, receiver, talker

LOCAL = (ip_network("127.0.0.0/8"),)

BODY = b'{"type":"game.moved"}'

HEADERS = {"Content-Type": "application/json", "webhook-id": "msg_1"}


class Names:
    """A resolver that answers one thing after the other, and then the last one for ever."""

    def __init__(self, *answers: Sequence[str]) -> None:
        self._answers = list(answers)
        self.asked: list[str] = []

    def __call__(self, host: str) -> list[Address]:
        self.asked.append(host)
        answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        return [ip_address(address) for address in answer]


@pytest.fixture
def dialled(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Where connections were to be made to; none is made."""
    tried: list[tuple[str, int]] = []

    def connect(self: Any, host: str, port: int, **_: Any) -> NoReturn:
        tried.append((host, port))
        raise httpcore.ConnectError("not in a test")

    monkeypatch.setattr(httpcore.SyncBackend, "connect_tcp", connect)
    return tried


@pytest.fixture
def no_resolver(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Only addresses are understood, no names."""
    resolve = socket.getaddrinfo

    def strict(host: Any, *arguments: Any, **options: Any) -> Any:
        ip_address(host)
        return resolve(host, *arguments, **options)

    monkeypatch.setattr(socket, "getaddrinfo", strict)
    yield


def test_a_message_is_posted_as_it_is() -> None:
    with receiver(lambda _: 202) as there:
        assert post(there.url + "hook?a=1", HEADERS, BODY, allowed=LOCAL) == 202
        [message] = there.received
    assert (message.path, message.body) == ("/hook?a=1", BODY)
    assert message.headers == {
        "host": f"{LOOPBACK}:{there.port}",
        "content-type": "application/json",
        "webhook-id": "msg_1",
        "content-length": str(len(BODY)),
    }


@pytest.mark.parametrize("status", [301, 302, 307, 308, 400, 410, 500])
def test_whatever_is_answered_is_the_answer_and_nobody_is_sent_elsewhere(status: int) -> None:
    with receiver(lambda _: status) as there:
        assert post(there.url, HEADERS, BODY, allowed=LOCAL) == status
        assert [message.path for message in there.received] == ["/"]


def test_the_connection_goes_to_the_checked_address_under_the_name(
    tmp_path: Path, no_resolver: None
) -> None:
    name = "club.example.org"
    server, client = certified(tmp_path, name)
    names = Names([LOOPBACK], ["127.0.0.9"])
    with receiver(tls=server) as there:
        url = f"https://{name}:{there.port}/"
        assert post(url, HEADERS, BODY, allowed=LOCAL, resolve=names, tls=client) == 204
        [message] = there.received
    assert names.asked == [name], "asked once, so that nobody can answer otherwise later"
    assert there.names == [name]
    assert message.headers["host"] == f"{name}:{there.port}"


def test_a_certificate_of_another_name_is_not_taken(tmp_path: Path) -> None:
    server, client = certified(tmp_path, "other.example.org")
    with receiver(tls=server) as there:
        url = f"https://club.example.org:{there.port}/"
        with pytest.raises(Unsent, match="ConnectError"):
            post(url, HEADERS, BODY, allowed=LOCAL, resolve=Names([LOOPBACK]), tls=client)
    assert there.received == []


def test_a_certificate_that_nobody_trusts_is_not_taken(tmp_path: Path) -> None:
    server, _ = certified(tmp_path, "club.example.org")
    with receiver(tls=server) as there:
        url = f"https://club.example.org:{there.port}/"
        with pytest.raises(Unsent, match="ConnectError"):
            post(url, HEADERS, BODY, allowed=LOCAL, resolve=Names([LOOPBACK]))
    assert there.received == []


@pytest.mark.parametrize(
    "addresses",
    [
        ["127.0.0.1"],
        ["10.0.0.1"],
        ["169.254.169.254"],
        ["::1"],
        ["fe80::1%eth0"],
        ["::ffff:10.0.0.1"],
        ["64:ff9b::a00:1"],
        ["2002:a00:1::"],
        ["1.1.1.1", "127.0.0.1"],
        ["127.0.0.1", "1.1.1.1"],
        ["1.1.1.1", "1.0.0.1", "8.8.8.8", "8.8.4.4", "9.9.9.9", "10.0.0.1"],
    ],
    ids=" ".join,
)
def test_a_host_with_any_address_that_is_not_public_is_not_connected_to(
    addresses: list[str], dialled: list[tuple[str, int]]
) -> None:
    with pytest.raises(Unsent, match="not permitted"):
        post("https://club.example.org/", HEADERS, BODY, resolve=Names(addresses))
    assert dialled == []


def test_a_name_that_is_rebound_between_two_messages_is_checked_each_time(
    dialled: list[tuple[str, int]],
) -> None:
    names = Names(["1.1.1.1"], ["127.0.0.1"])
    with pytest.raises(Unsent, match="ConnectError"):
        post("https://club.example.org/", HEADERS, BODY, resolve=names)
    with pytest.raises(Unsent, match="not permitted"):
        post("https://club.example.org/", HEADERS, BODY, resolve=names)
    assert dialled == [("1.1.1.1", 443)]


def test_a_public_host_is_dialled_by_its_addresses_a_few_of_them(
    dialled: list[tuple[str, int]],
) -> None:
    addresses = [f"1.1.1.{number}" for number in range(1, 10)]
    with pytest.raises(Unsent, match="ConnectError"):
        post("https://club.example.org:8443/", HEADERS, BODY, resolve=Names(addresses))
    assert dialled == [(address, 8443) for address in addresses[:MOST_ADDRESSES]]


def test_http_is_spoken_in_allowed_networks_only(dialled: list[tuple[str, int]]) -> None:
    for addresses in (["1.1.1.1"], ["127.0.0.1", "1.1.1.1"], ["10.0.0.1"]):
        with pytest.raises(Unsent, match="not permitted"):
            post("http://club/", HEADERS, BODY, allowed=LOCAL, resolve=Names(addresses))
    with pytest.raises(Unsent, match="not permitted"):
        post("http://127.0.0.1/", HEADERS, BODY)
    assert dialled == []


def test_the_next_address_is_tried_if_the_first_takes_no_connection() -> None:
    with receiver() as there:
        url = f"http://club:{there.port}/"
        names = Names(["127.0.0.2", LOOPBACK])
        assert post(url, HEADERS, BODY, allowed=LOCAL, resolve=names) == 204


def test_a_host_that_cannot_be_found_is_not_sent_to() -> None:
    def unknown(_: str) -> NoReturn:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    for resolve in (unknown, Names([])):
        with pytest.raises(Unsent, match="no address"):
            post("https://club.example.org/", HEADERS, BODY, resolve=resolve)


def test_no_proxy_is_taken_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    with receiver() as proxy, receiver() as there:
        for name in ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy.url)
        monkeypatch.delenv("NO_PROXY", raising=False)
        assert post(there.url, HEADERS, BODY, allowed=LOCAL) == 204
        assert (len(there.received), proxy.received) == (1, [])


def test_who_answers_drop_by_drop_is_not_waited_for() -> None:
    drops = talker(b"HTTP/1.1 200 OK\r\nX: ", b"x", 0.02)
    with drops as port, pytest.raises(Unsent, match="ReadTimeout"):
        post(f"http://{LOOPBACK}:{port}/", HEADERS, BODY, allowed=LOCAL, seconds=0.3)


def test_who_says_nothing_is_not_waited_for() -> None:
    with talker(b"", b"", 0.02) as port, pytest.raises(Unsent, match="ReadTimeout"):
        post(f"http://{LOOPBACK}:{port}/", HEADERS, BODY, allowed=LOCAL, seconds=0.3)


@pytest.mark.parametrize("pause", [0.02, 0.0])
def test_an_answer_without_end_counts_by_its_status(pause: float) -> None:
    start = b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n"
    with talker(start, b"x", pause) as port:
        url = f"http://{LOOPBACK}:{port}/"
        assert post(url, HEADERS, BODY, allowed=LOCAL, seconds=1.0) == 200


@pytest.mark.parametrize("start", [b"HELLO\r\n\r\n", b"HTTP/1.1 999999 What\r\n\r\n"])
def test_an_answer_that_is_none_is_a_failure(start: bytes) -> None:
    with talker(start, b"x", 0.02) as port, pytest.raises(Unsent, match="RemoteProtocolError"):
        post(f"http://{LOOPBACK}:{port}/", HEADERS, BODY, allowed=LOCAL, seconds=5.0)


def test_nobody_there_is_a_failure_that_names_no_address() -> None:
    with socket.create_server((LOOPBACK, 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(Unsent) as failed:
        post(f"http://{LOOPBACK}:{port}/secret", HEADERS, BODY, allowed=LOCAL)
    assert str(failed.value) == "ConnectError"
