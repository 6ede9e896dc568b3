"""Those who are told by the service: a mail server and a web server that note what they are sent.

``python -m tools.load.receiving SMTP_PORT HTTP_PORT FILE`` writes a line for each mail and each
message of a webhook into a file, with what it is known by, until it is ended.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from email import message_from_bytes
from pathlib import Path

from aiosmtpd.smtp import SMTP, Envelope, Session


class Sink:
    """Takes everything in."""

    def __init__(self, file: Path) -> None:
        self._file = file.open("w")

    def note(self, kind: str, name: str) -> None:
        """Write down what has come."""
        print(kind, name, file=self._file, flush=True)

    async def handle_DATA(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        """Called for each mail."""
        assert isinstance(envelope.content, bytes)
        self.note("mail", str(message_from_bytes(envelope.content)["Message-ID"]))
        return "250 OK"

    async def post(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Called for each connection of a webhook."""
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        except asyncio.IncompleteReadError:
            # Somebody has only looked whether anybody listens.
            writer.close()
            return
        lines = (it.partition(": ") for it in head.split("\r\n")[1:])
        fields = {name.lower(): value for name, _, value in lines}
        await reader.readexactly(int(fields["content-length"]))
        self.note("webhook", f"{head.split()[1]} {fields['webhook-id']}")
        writer.write(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
        await writer.drain()
        writer.close()


def received(file: Path) -> dict[str, Counter[str]]:
    """How often each mail and each message came, by its kind."""
    found: dict[str, Counter[str]] = {"mail": Counter(), "webhook": Counter()}
    for line in file.read_text().splitlines():
        kind, _, name = line.partition(" ")
        found[kind][name] += 1
    return found


async def _receive(mail: int, web: int, file: Path) -> None:
    sink, loop = Sink(file), asyncio.get_running_loop()
    await loop.create_server(lambda: SMTP(sink), "127.0.0.1", mail)
    server = await asyncio.start_server(sink.post, "127.0.0.1", web)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(_receive(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])))
