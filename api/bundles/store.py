"""The object store: bundles by their game and name, each under the seal of the service.

What the store does with a request costs its reader a few seconds at most, and then nobody waits for
it for a while. What it says of itself is not logged, as that holds its address and names of games.
"""

from __future__ import annotations

import hashlib
import logging
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from tempfile import TemporaryFile
from threading import Lock
from typing import IO, TYPE_CHECKING

import obstore
from obstore.exceptions import BaseError
from obstore.store import S3Store

from api.bundles.settings import BundleSettings
from api.telemetry.metrics import BUNDLE_READS, BUNDLE_WRITES
from napoleon.log.store.keys import bundles_key
from napoleon.log.store.seals import BrokenSeal, Seals

if TYPE_CHECKING:
    from obstore.store import S3Credential

TIMEOUT = timedelta(seconds=3)
"""How long an answer of the store may take, to its last byte."""

CONNECTING = timedelta(seconds=1)

PAUSE = 30.0
"""Seconds for which the store is left alone after it has failed."""

LARGEST = 256 * 1024 * 1024
"""Bytes of an object that are fetched at most; a bundle has a hundredth of it."""

_CHUNK = 2**16

_SEAL = "seal"
"""Names the seal among what the store keeps with an object."""

_PURPOSE = "napoleon/bundles/1"

_BUNDLE = "bundle"

_NOTED = "noted.json"
"""What the worker has noted in the store; no game has such an id."""

FAILURES = (BaseError, OSError)
"""What the client raises, of the store or of the network."""

OK = "ok"
AWAY = "away"

_log = logging.getLogger(__name__)


class StoreAway(Exception):
    """The store does not do what it was asked; the text is the kind of its error."""


class _Answers:
    """Whether the store does one kind of thing for us; it is left alone after it has failed."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._lock = Lock()
        self._until = 0.0
        self._failed = False

    @property
    def have_failed(self) -> bool:
        return self._failed

    @property
    def are_awaited(self) -> bool:
        """Whether it is asked now."""
        return time.monotonic() >= self._until

    def succeed(self) -> None:
        if self._failed:
            _log.info("the store of bundles answers again: %s", self._what)
        self._failed = False

    def fail(self, kind: str) -> None:
        with self._lock:
            if not self._failed:
                _log.warning("the store of bundles failed at %s: %s", self._what, kind)
            self._failed, self._until = True, time.monotonic() + PAUSE


class BundleStore:
    """Bundles in the bucket that `settings` name, sealed with the key that `env` configures."""

    def __init__(self, settings: BundleSettings, env: Mapping[str, str]) -> None:
        endpoint = settings.endpoint or f"https://s3.{settings.region}.amazonaws.com"

        def keys() -> S3Credential:
            return {
                "access_key_id": settings.access_key,
                "secret_access_key": settings.secret_key,
                "token": None,
                "expires_at": None,
            }

        self._store = S3Store.from_url(
            settings.url,
            # All that is left open the client takes from variables that are meant for others.
            config={
                "endpoint": endpoint,
                "region": settings.region,
                "virtual_hosted_style_request": False,
                "skip_signature": False,
                "unsigned_payload": False,
                "request_payer": False,
            },
            credential_provider=keys,
            client_options={
                "allow_http": endpoint.startswith("http://"),
                "timeout": TIMEOUT,
                "connect_timeout": CONNECTING,
            },
            retry_config={"max_retries": 0, "retry_timeout": TIMEOUT},
        )
        without = "no bundle is kept or believed"
        self._seals = Seals(env, bundles_key, _PURPOSE, without)
        self._reading, self._writing = _Answers("reading"), _Answers("writing")

    @property
    def state(self) -> str:
        """What is known of it: ``ok``, or ``away`` if it failed when it was last asked."""
        return AWAY if self._reading.have_failed or self._writing.have_failed else OK

    @property
    def is_asked(self) -> bool:
        """Whether it would be asked for a bundle now."""
        return self._reading.are_awaited

    # -- for readers: they never fail --------------------------------------------------------------

    def fetched(self, game_id: str, name: str) -> IO[bytes] | None:
        """A file with the bundle of that name, at its beginning, which the caller closes.

        None if there is none, if it is not as it was kept, or if the store is away.
        """
        if not self._reading.are_awaited:
            BUNDLE_READS.labels("skipped").inc()
            return None
        file, outcome = TemporaryFile(), "failed"  # noqa: SIM115 - the caller closes it
        try:
            outcome = "hit" if self._fetch(game_id, name, file) else "miss"
        except BrokenSeal:
            outcome = "damaged"
            _log.error("a bundle of game %s in the store is not as it was kept", game_id)
        except FAILURES as error:
            self._reading.fail(type(error).__name__)
        finally:
            if outcome != "hit":
                file.close()
        if outcome != "failed":
            self._reading.succeed()
        BUNDLE_READS.labels(outcome).inc()
        return file if outcome == "hit" else None

    def _fetch(self, game_id: str, name: str, file: IO[bytes]) -> bool:
        """Write a bundle to `file`; whether there is one. Raises BrokenSeal, and FAILURES."""
        try:
            found = obstore.get(self._store, f"{game_id}/{name}")
        except FileNotFoundError:
            return False
        if found.meta["size"] > LARGEST:
            raise BrokenSeal
        digest = hashlib.sha256()
        for chunk in found.stream(min_chunk_size=_CHUNK):
            digest.update(chunk)
            file.write(chunk)
        try:
            seal = bytes.fromhex(found.attributes.get(_SEAL, ""))
        except ValueError:
            raise BrokenSeal from None
        self._seals.check(seal, _BUNDLE, (game_id, name), digest.digest())
        file.seek(0)
        return True

    @contextmanager
    def writing(self) -> Iterator[bool]:
        """Whether something may be written now; what fails meanwhile is noted, and passed over.

        A store that did not say what it holds is not asked to hold more: readers wait once.
        """
        are_awaited = self._reading.are_awaited and self._writing.are_awaited
        if not (are_awaited and self._seals.are_usable):
            BUNDLE_WRITES.labels("skipped").inc()
            yield False
            return
        try:
            yield True
        except StoreAway as error:
            BUNDLE_WRITES.labels("failed").inc()
            self._writing.fail(str(error))
        else:
            self._writing.succeed()

    # -- what is asked for may fail ----------------------------------------------------------------

    def put(self, game_id: str, name: str, file: IO[bytes]) -> None:
        """Keep the bundle in `file`, which is at its beginning then. Raises StoreAway."""
        file.seek(0)
        digest = hashlib.sha256()
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
        seal = self._seals.seal(_BUNDLE, (game_id, name), digest.digest()).hex()
        kept = {"Content-Type": "application/zip", _SEAL: seal}
        file.seek(0)
        with _told():
            obstore.put(
                self._store, f"{game_id}/{name}", file, attributes=kept, use_multipart=False
            )
        file.seek(0)
        BUNDLE_WRITES.labels("kept").inc()

    def clear(self, game_id: str, *, but: str | None = None) -> int:
        """Delete the bundles of a game; returns how many. Raises StoreAway.

        Those stay whose names begin with `but`.
        """
        with _told():
            listed = obstore.list(self._store, f"{game_id}/")
            paths = [it["path"] for some in listed for it in some]
            gone = [it for it in paths if but is None or not it.startswith(f"{game_id}/{but}")]
            if gone:
                obstore.delete(self._store, gone)
        return len(gone)

    def note(self, content: bytes) -> None:
        """Keep what the worker notes. Raises StoreAway."""
        seal = self._seals.seal(_NOTED, (), content).hex()
        with _told():
            obstore.put(self._store, _NOTED, content, attributes={_SEAL: seal}, use_multipart=False)

    def noted(self) -> bytes | None:
        """What the worker has noted last; None if nothing, or something else. Raises StoreAway."""
        with _told():
            try:
                found = obstore.get(self._store, _NOTED)
            except FileNotFoundError:
                return None
            content = bytes(found.bytes())
        try:
            seal = bytes.fromhex(found.attributes.get(_SEAL, ""))
            self._seals.check(seal, _NOTED, (), content)
        except (ValueError, BrokenSeal):
            return None
        return content


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except FAILURES as error:
        raise StoreAway(_kind(error)) from None


def _kind(error: Exception) -> str:
    """What an error is called: its text would tell addresses."""
    is_no_bucket = isinstance(error, FileNotFoundError)
    return "there is no such bucket" if is_no_bucket else type(error).__name__
