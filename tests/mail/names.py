"""A name server on loopback, over UDP, that says what a test tells it to."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import dns.flags
import dns.message
import dns.name
import dns.rcode
import dns.rdatatype
import dns.rrset


class Names:
    """The records, by name and kind; what is not there does not exist."""

    def __init__(self) -> None:
        self.records: dict[tuple[str, str], list[str]] = {}
        self.away: set[str] = set()
        """Names for which it fails."""
        self.asked: list[str] = []
        self.port = 0

    @property
    def address(self) -> str:
        """Where it is, as ``--dns`` takes it."""
        return f"127.0.0.1:{self.port}"

    def say(self, name: str, kind: str, *values: str) -> None:
        """Let a name have these records of a kind, and no others; texts as a zone has them."""
        self.records[name.rstrip(".").lower(), kind] = list(values)

    def say_line(self, line: str) -> None:
        """Let the DNS say what a line of a zone file says."""
        name, _, kind, value = line.split(" ", 3)
        self.say(name, kind, value)

    def answered(self, wire: bytes) -> bytes:
        """The answer to a question."""
        query = dns.message.from_wire(wire)
        [asked] = query.question
        name, kind = asked.name.to_text(omit_final_dot=True).lower(), asked.rdtype
        self.asked.append(f"{name} {dns.rdatatype.to_text(kind)}")
        answer = dns.message.make_response(query)
        answer.flags |= dns.flags.RA | dns.flags.AA
        values = self.records.get((name, dns.rdatatype.to_text(kind)), [])
        if name in self.away:
            answer.set_rcode(dns.rcode.SERVFAIL)
        elif values:
            answer.answer.append(dns.rrset.from_text_list(asked.name, 60, "IN", kind, values))
        elif not any(it == name for it, _ in self.records):
            answer.set_rcode(dns.rcode.NXDOMAIN)
        return answer.to_wire()


@contextmanager
def serving() -> Iterator[Names]:
    """A name server without any records, while it runs."""
    names = Names()

    class Asked(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            wire, where = self.request
            where.sendto(names.answered(wire), self.client_address)

    with socketserver.ThreadingUDPServer(("127.0.0.1", 0), Asked) as server:
        names.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield names
        finally:
            server.shutdown()
            thread.join()
