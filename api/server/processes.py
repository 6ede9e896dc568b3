"""How many processes a web server has, and where it listens: the environment says."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, field

HOST = "HOST"

Count = Annotated[int, Meta(ge=1, le=512)]
Port = Annotated[int, Meta(ge=0, le=65535)]


class Processes(Struct, frozen=True):
    """The settings of the web server and of the live server."""

    web: Count = field(default=2, name="WEB_CONCURRENCY")
    """How many answer requests."""
    threads: Annotated[int, Meta(ge=1, le=1000)] = field(default=8, name="WEB_THREADS")
    """How many requests each of them answers at a time, on a database server."""
    ahead: bool = field(default=True, name="WEB_AHEAD")
    """Whether each rehearses before it answers, and prepares what pages are made from when it has
    started; see `api.web.ahead`. It holds for those of live streams too, which only rehearse."""
    live: Count = field(default=1, name="LIVE_CONCURRENCY")
    """How many serve live streams."""
    host: str = field(default="127.0.0.1", name=HOST)
    """Address that the servers listen at; only this machine reaches it unless it is set."""
    web_port: Port = field(default=8000, name="PORT")
    live_port: Port = field(default=8001, name="LIVE_PORT")

    @property
    def web_address(self) -> str:
        """Where the web server listens."""
        return f"{self._written_host}:{self.web_port}"

    @property
    def live_address(self) -> str:
        """Where the live server listens."""
        return f"{self._written_host}:{self.live_port}"

    @property
    def _written_host(self) -> str:
        return f"[{self.host}]" if ":" in self.host else self.host
