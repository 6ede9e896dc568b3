"""A proxy that cuts connections to PostgreSQL at the worst moment."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Lock, Thread
from typing import Self

from psycopg.conninfo import conninfo_to_dict

COMMITTED = b"COMMIT\x00"
"""How the server says that it has committed; the client asks with the same word."""


class Proxy:
    """Stands before a database on a Unix socket; `url` is the address behind it.

    `lose_answer` and `lose_request` say what is not passed on, and how often: the connection is
    cut there instead, on both sides. `cuts` counts how often that was done; `on_cut` is called
    then, after the server has lost the client and before the client has lost the server.
    """

    def __init__(self, url: str, folder: Path) -> None:
        at = conninfo_to_dict(url)
        port = at.get("port") or "5432"
        self._server = f"{at['host']}/.s.PGSQL.{port}"
        self.url = f"postgresql://{at['user']}@/{at['dbname']}?host={folder}&port={port}"
        self.cuts = 0
        self.on_cut: Callable[[], object] = lambda: None
        self._lock = Lock()
        self._cutting = Lock()
        self._answers: tuple[bytes, int] = (b"", 0)
        self._requests: tuple[bytes, int] = (b"", 0)
        self._open: list[socket.socket] = []
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(folder / f".s.PGSQL.{port}"))
        self._listener.listen()
        self._threads = [Thread(target=self._accept)]

    def lose_answer(self, word: bytes = COMMITTED, times: int = 1) -> None:
        """Lose the next answers of the server that hold `word`."""
        self._answers = (word, times)

    def lose_request(self, word: bytes = b"COMMIT", times: int = 1) -> None:
        """Lose the next requests of the client that hold `word`."""
        self._requests = (word, times)

    def __enter__(self) -> Self:
        self._threads[0].start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._threads[0].join()
        for side in self._open:
            _cut(side)
        for thread in self._threads[1:]:
            thread.join()
        for side in self._open:
            side.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.socket(socket.AF_UNIX)
                server.connect(self._server)
                self._open += [client, server]
                for source, sink in ((client, server), (server, client)):
                    pump = Thread(target=self._pump, args=(source, sink, source is server))
                    pump.start()
                    self._threads.append(pump)

    def _pump(self, source: socket.socket, sink: socket.socket, answers: bool) -> None:
        with suppress(OSError):
            while data := source.recv(1 << 16):
                if self._is_lost(data, answers=answers):
                    client, server = (sink, source) if answers else (source, sink)
                    # The client last: until then it does not know that it has to try again.
                    with self._cutting:
                        _cut(server)
                        self.on_cut()
                        _cut(client)
                    return
                sink.sendall(data)
        with self._cutting:
            _cut(source)
            _cut(sink)

    def _is_lost(self, data: bytes, *, answers: bool) -> bool:
        with self._lock:
            word, times = self._answers if answers else self._requests
            if not times or word not in data:
                return False
            if answers:
                self._answers = (word, times - 1)
            else:
                self._requests = (word, times - 1)
            self.cuts += 1
        return True


def _cut(side: socket.socket) -> None:
    with suppress(OSError):
        side.shutdown(socket.SHUT_RDWR)
