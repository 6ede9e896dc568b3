"""Receivers of webhooks on this machine: real servers that note what they are sent."""

from __future__ import annotations

import datetime
import socket
import ssl
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Condition, Thread
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.patience import PATIENCE

LOOPBACK = "127.0.0.1"


class Received:
    """A message as it came in."""

    def __init__(self, path: str, headers: Mapping[str, str], body: bytes) -> None:
        self.path = path
        self.headers = {name.lower(): value for name, value in headers.items()}
        self.body = body

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]


Answer = Callable[[Received], int]
"""Says with which status a message is answered; it may take its time."""


class Receiver:
    """What a receiver was sent, and how it answers."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.received: list[Received] = []
        self.url = ""
        self.port = 0
        self.names: list[str | None] = []
        """The names that clients asked for when they began to encrypt."""
        self._changed = Condition()

    def note(self, message: Received) -> int:
        with self._changed:
            self.received.append(message)
            self._changed.notify_all()
        return self.answer(message)

    def wait(self, number: int) -> list[Received]:
        """The messages, as soon as there are so many."""
        with self._changed:
            came = self._changed.wait_for(lambda: len(self.received) >= number, PATIENCE)
            assert came, f"{len(self.received)} messages instead of {number}"
            return list(self.received)


class _Server(ThreadingHTTPServer):
    receiver: Receiver
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Who hangs up in the middle is no concern of the receiver."""


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        status = self.server.receiver.note(Received(self.path, dict(self.headers), body))
        self.send_response(status)
        if 300 <= status < 400:
            self.send_header("Location", self.server.receiver.url + "elsewhere")
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"ok")

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def receiver(
    answer: Answer = lambda _: 204, tls: ssl.SSLContext | None = None
) -> Iterator[Receiver]:
    """A receiver on this machine."""
    server = _Server((LOOPBACK, 0), _Handler)
    server.receiver = found = Receiver(answer)
    found.port = server.server_port
    found.url = f"http://{LOOPBACK}:{found.port}/"
    if tls is not None:
        tls.sni_callback = lambda _socket, name, _context: found.names.append(name)
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield found
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def certified(folder: Path, name: str) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """For server and client: a certificate of `name`, and the trust in it."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = certificate.public_bytes(serialization.Encoding.PEM)
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    file = folder / f"{name}.pem"
    file.write_bytes(private + pem)
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(file)
    return server, ssl.create_default_context(cadata=pem.decode())


@contextmanager
def talker(start: bytes, chunk: bytes, pause: float) -> Iterator[int]:
    """The port of a server that answers `start`, and then `chunk` again and again.

    Without a `chunk` it says nothing more. It stops when nobody listens any more, or after
    `PATIENCE`.
    """
    with socket.create_server((LOOPBACK, 0)) as listener:

        def talk() -> None:
            with suppress(OSError):
                connection, _ = listener.accept()
                with connection:
                    connection.settimeout(PATIENCE)
                    connection.recv(65536)
                    connection.sendall(start)
                    if not chunk:
                        # The body may come after the headers; who gives up closes the connection.
                        while connection.recv(65536):
                            pass
                        return
                    end = time.monotonic() + PATIENCE
                    while time.monotonic() < end:
                        connection.sendall(chunk)
                        time.sleep(pause)

        thread = Thread(target=talk)
        thread.start()
        yield int(listener.getsockname()[1])
        thread.join()
