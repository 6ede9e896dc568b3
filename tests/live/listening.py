"""Clients of the live stream: what they are sent, taken apart as the standard says."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from flask import Flask

from tests.api.desk import V1, Table
from tests.patience import PATIENCE

"""Seconds in which anything that is waited for has to come."""


class Message(NamedTuple):
    """A message; a heartbeat has neither name nor data."""

    name: str
    id: int | None
    data: str

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.data)


def parsed(block: str) -> Message:
    """The message in a block of lines."""
    fields: dict[str, list[str]] = {}
    for line in block.split("\n"):
        name, _, value = line.partition(":")
        fields.setdefault(name, []).append(value.removeprefix(" "))
    assert fields.keys() <= {"", "id", "event", "data", "retry"}
    assert all(len(values) == 1 for values in fields.values())
    number = fields.get("id")
    return Message(
        "".join(fields.get("event", [])),
        int(number[0]) if number else None,
        "".join(fields.get("data", [])),
    )


class Parser:
    """Takes messages out of the bytes of a stream, wherever these are cut."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, part: bytes) -> list[Message]:
        """The messages that `part` completes."""
        *blocks, self._rest = (self._rest + part).split(b"\n\n")
        return [parsed(block.decode()) for block in blocks]


class Listener:
    """A client of an application in this process, which asks for the next message and waits."""

    def __init__(
        self,
        app: Flask,
        game_id: str | None,
        token: str | None = None,
        *,
        last: int | str | None = None,
        query: str = "",
    ) -> None:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        if last is not None:
            headers["Last-Event-ID"] = str(last)
        followed = f"games/{game_id}" if game_id else "me"
        self.answer = app.test_client().get(f"{V1}/{followed}/live{query}", headers=headers)
        self.received = b""
        self._chunks: Iterator[bytes] = self.answer.iter_encoded()
        self._parser = Parser()
        self._messages: list[Message] = []

    def __enter__(self) -> Listener:
        return self

    def __exit__(self, *_: object) -> None:
        self.answer.close()

    def anything(self) -> Message | None:
        """The next message or heartbeat; None at the end of the stream."""
        while not self._messages:
            chunk = next(self._chunks, None)
            if chunk is None:
                return None
            self.received += chunk
            self._messages += self._parser.feed(chunk)
        return self._messages.pop(0)

    def next(self) -> Message:
        """The next message that is no heartbeat."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            message = self.anything()
            assert message is not None, "the stream has ended"
            if message.name:
                return message
        raise AssertionError("no message came")

    def upto(self, version: int) -> list[Message]:
        """The messages up to the event of that version."""
        messages = []
        while not messages or messages[-1].id != version:
            messages.append(self.next())
        return messages

    def rest(self) -> list[Message]:
        """All messages up to the end of the stream."""
        messages = list(iter(self.anything, None))
        return [message for message in messages if message.name]


def listen(table: Table, seat: str | None = None, **options: Any) -> Listener:
    """A client who follows `table` as `seat`."""
    return Listener(table.desk.app, table.id, table.token(seat), **options)


def log(table: Table, seat: str | None, after: int = 0) -> list[str]:
    """The events after version `after` as the log's page shows them to `seat`, each as its JSON."""
    page = table.get(f"/log?limit=1000&after={after}", seat).data
    events = msgspec.json.decode(page, type=dict[str, msgspec.Raw])["events"]
    return [bytes(event).decode() for event in msgspec.json.decode(events, type=list[msgspec.Raw])]
