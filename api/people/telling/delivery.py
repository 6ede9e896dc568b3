"""Delivery: messages to people are sent, each by one of several workers.

See `projections.delivery`. A message is taken by putting off when it is due, and is gone when it
was sent. If a worker is killed in between, it is sent again under the same topic: a browser shows
it once. What has been answered meanwhile is not told.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterator
from enum import StrEnum

import msgspec

from api.languages import translations
from api.mail.office import Office
from api.mail.tokens import Purpose, read_tag
from api.people.letters import Told, composed
from api.people.measured import MESSAGES
from api.people.registry import Registry
from api.people.rows import DAILY, MAIL, PUSH, TRIAL, ChannelRow, MessageRow, PersonRow
from api.people.telling import moments, words
from api.people.telling.attending import to_be_told
from api.people.telling.push import sealed
from api.people.telling.words import Said
from napoleon.log.store.key_files import KeyUnusable
from projections.delivery import LEASE, PAUSES
from projections.webhooks.sending import Send, Unsent

GONE = (404, 410)
"""The answers by which a browser or a webhook says that it is there no more."""

_log = logging.getLogger(__name__)


class Outcome(StrEnum):
    """What became of an attempt."""

    SENT = "sent"
    FAILED = "failed"
    """It will be tried again."""
    MOOT = "moot"
    """Nothing waits any more."""
    DROPPED = "dropped"
    """It is given up, and its way too."""


class Messages:
    """The messages to all people, for `projections.delivery.deliver`."""

    kind = "messages"

    def __init__(self, registry: Registry, office: Office, send: Send) -> None:
        self._registry = registry
        self._office = office
        self._send = send

    def newest(self) -> object:
        """Id of the newest message."""
        return self._registry.store.messages.newest()

    def take(self, most: int) -> Iterator[MessageRow]:
        """At most `most` of the messages that are due."""
        store, now = self._registry.store.messages, self._registry.now()
        for row in store.due(now, most):
            if store.move(row, due=now + LEASE):
                yield msgspec.structs.replace(row, due=now + LEASE)

    def attempt(self, taken: MessageRow) -> None:
        """Send one of them, and count what became of it."""
        store = self._registry.store
        self._registry.games.recorder.check_held()
        channel, person = store.channels.get(taken.channel), store.people.get(taken.person)
        if channel is None or person is None:
            store.messages.drop(taken)
            return
        outcome = self._tell(taken, channel, person)
        MESSAGES.labels(channel.kind, outcome).inc()

    def _tell(self, taken: MessageRow, channel: ChannelRow, person: PersonRow) -> Outcome:
        said = self._said(taken, channel, person.language)
        if said is None:
            self._registry.store.messages.drop(taken)
            return Outcome.MOOT
        if taken.last:
            said = words.until_they_look(person.language, said)
        if channel.kind == MAIL:
            self._post(taken, channel, person, said)
            return Outcome.SENT
        try:
            status = (
                self._pushed(channel, said) if channel.kind == PUSH else self._hooked(channel, said)
            )
        except (Unsent, KeyUnusable) as why:
            return self._put_off(taken, channel, str(why))
        if status is None:
            return self._ended(channel, "its key is lost")
        if status in GONE:
            return self._ended(channel, f"status {status}")
        if not 200 <= status < 300:
            return self._put_off(taken, channel, f"status {status}")
        self._registry.store.messages.drop(taken)
        return Outcome.SENT

    def _said(self, taken: MessageRow, channel: ChannelRow, code: str) -> Said | None:
        """What a message says now; None if nothing of what it was about waits any more."""
        if taken.kind == TRIAL:
            return words.trial(code)
        if taken.kind == DAILY:
            waiting = to_be_told(self._registry, self._office, channel, code)
            called = [it.called for it in waiting]
            return words.daily(code, called) if called else None
        found = moments.of_person(self._registry, taken.person, taken.game, code)
        still = moments.read(taken.moments) & (found.moments if found else frozenset())
        if found is None or not still:
            return None
        return words.waits(code, found.called, taken.game, still)

    def _pushed(self, channel: ChannelRow, said: Said) -> int | None:
        """Send a message to a browser; the status of the answer, None if its key is lost."""
        sent = sealed(
            self._registry.games.env,
            channel,
            words.for_browser(said),
            _topic(said.subject),
            f"mailto:{self._office.settings.address}",
            self._registry.now(),
        )
        return None if sent is None else self._send(channel.target, sent.headers, sent.body)

    def _hooked(self, channel: ChannelRow, said: Said) -> int:
        headers = {"Content-Type": "application/json", "User-Agent": "napoleon"}
        body = words.for_webhook(channel.form, said, self._office.settings.public_url)
        return self._send(channel.target, headers, body)

    def _post(self, taken: MessageRow, channel: ChannelRow, person: PersonRow, said: Said) -> None:
        """Put a message into the outbox of mail, from which it is sent like any other."""
        public_url = self._office.settings.public_url
        told = Told(said.sentences[0], said.sentences)
        if public_url:
            there = translations(person.language).gettext("To the page:")
            leave = f"{public_url}/mail/telling/{tag_of(self._office, channel)}"
            told = told._replace(said=there, page=f"{public_url}/{said.path}", leave=leave)
        about = hashlib.sha256(f"{taken.id} {taken.made}".encode()).hexdigest()[:32]
        letter = composed(self._office, person.id, channel.name, told, person.language, about)
        self._registry.store.messages.post(taken, letter)

    def _put_off(self, taken: MessageRow, channel: ChannelRow, why: str) -> Outcome:
        failures = taken.failures + 1
        if failures > len(PAUSES):
            return self._ended(channel, f"it has failed for days, at last: {why}")
        _log.warning("message %d by %s: failure %d: %s", taken.id, channel.kind, failures, why)
        later = self._registry.now() + PAUSES[failures - 1]
        self._registry.store.messages.move(taken, failures=failures, due=later)
        return Outcome.FAILED

    def _ended(self, channel: ChannelRow, why: str) -> Outcome:
        """A way leads nowhere any more: it is forgotten, with all that was to go there."""
        _log.info("the way %d by %s is forgotten: %s", channel.id, channel.kind, why)
        self._registry.store.channels.drop(channel.id)
        return Outcome.DROPPED


def tag_of(office: Office, channel: ChannelRow) -> str:
    """The tag of the link by which mails on a way end."""
    return office.signer.tag(Purpose.UNSUBSCRIBE, channel.id, *_facts(channel))


def way_of(registry: Registry, office: Office, text: str) -> ChannelRow | None:
    """The way that a tag is about; None if it is not ours, or the way has ended."""
    tag = read_tag(text)
    if tag is None or tag.purpose is not Purpose.UNSUBSCRIBE:
        return None
    channel = registry.store.channels.get(tag.number)
    return channel if channel and office.signer.holds(tag, *_facts(channel)) else None


def _facts(channel: ChannelRow) -> tuple[str, str]:
    return "way of telling", channel.target


def _topic(subject: str) -> str:
    """A topic of at most 32 letters, which does not tell the push service of which game it is."""
    return hashlib.sha256(f"napoleon/topic/1/{subject}".encode()).hexdigest()[:32]
