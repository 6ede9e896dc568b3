"""What the worker does for people: mails that were asked for are made, if there is anybody.

Nobody waits for that, so nobody can tell by the time it takes whether an address is known.
"""

from __future__ import annotations

from collections.abc import Iterator

from api.mail.office import Office, is_observer
from api.mail.posting.outbox import MOST_BOUNCES
from api.mail.rows import GIVEN_UP
from api.people import letters, strangers
from api.people.letters import OF_NO_GAME, Told, composed, person_of
from api.people.registry import Registry
from api.people.rows import CONFIRM, NEW_DEVICE, RESTORE, SIGN_IN, AskedRow, LinkRow
from api.people.secrets import hash_of
from api.people.signing_in import UNSEEN
from api.reading import Reading
from napoleon.log.errors import UnknownGame
from napoleon.log.game import Game
from napoleon.log.replayer import UNREADABLE
from napoleon.log.times import DAY, HOUR, MINUTE

LIVES = {SIGN_IN: 30 * MINUTE, CONFIRM: DAY, RESTORE: 30 * MINUTE}
"""How long a link lives, by what it does."""

MOST_SENT = {SIGN_IN: 3, CONFIRM: 2, RESTORE: 5}
"""How many links that were not used an address is sent in an hour, or of `CONFIRM` in a day."""

MOST_SEATS = 4
"""How many seats of a game are restored at once."""

UNCLAIMED = 7 * DAY
"""How long a mail is kept that speaks for no mailbox, and waits for its writer's word or is done
with."""

_TAKEN = 50
"""How many mails are made before the worker looks whether it is to end."""

_TIDYING = HOUR
"""How long after the last time what is dead is forgotten."""


class PeopleMail:
    """The mails to people, and what is forgotten with time."""

    def __init__(self, office: Office, registry: Registry) -> None:
        self._office = office
        self._registry = registry
        self._tidied = 0

    def look(self) -> int:
        """Make what was asked for; returns how many mails are made. Raises PersistenceError."""
        made = 0
        for row in self._registry.store.asked.all(_TAKEN):
            if self._registry.store.asked.take(row.id):
                made += sum(self._put(*it) for it in self._letters(row))
        self._note_gone()
        now = self._registry.now()
        if now - self._tidied >= _TIDYING:
            self._tidied = now
            self._registry.store.links.drop_dead(now - DAY)
            self._registry.store.devices.drop_unseen(now - UNSEEN)
            strangers.tidy(self._registry)
            self._office.store.inbox.forget_unclaimed(now - UNCLAIMED)
        return made

    def _note_gone(self) -> None:
        """Forget mails that wait no more: links stand in them.

        After several in a row that came back nobody is told at that address any more.
        """
        for it in self._office.store.outbox.take_gone(OF_NO_GAME):
            theirs = (person_of(it.holder), it.recipient.lower())
            if it.state == GIVEN_UP:
                self._registry.store.channels.came_back(*theirs, MOST_BOUNCES)
            else:
                self._registry.store.channels.arrived(*theirs)

    def _put(self, person: int, address: str, code: str, told: Told) -> bool:
        about = hash_of(self._registry.secret())[:32]
        letter = composed(self._office, person, address, told, code, about)
        return self._office.store.outbox.put(letter)

    def _letters(self, row: AskedRow) -> Iterator[tuple[int, str, str, Told]]:
        """A mail to be sent: a person, an address, a language, and what it says."""
        if row.purpose == SIGN_IN:
            yield from self._sign_in(row)
        elif row.purpose == CONFIRM:
            yield from self._confirm(row)
        elif row.purpose == RESTORE:
            yield from self._restore(row)
        elif row.purpose == NEW_DEVICE:
            for it in self._registry.store.addresses.of(row.person):
                yield (
                    row.person,
                    it.address,
                    row.language,
                    letters.new_device(row.language, row.told),
                )

    def _sign_in(self, row: AskedRow) -> Iterator[tuple[int, str, str, Told]]:
        kept = self._registry.store.addresses.get(row.folded)
        if kept is not None and (secret := self._linked(row, person=kept.person)):
            told = letters.sign_in(row.language, LIVES[SIGN_IN] // MINUTE)
            # To the address as its owner has typed it: theirs may tell capitals apart.
            yield kept.person, kept.address, row.language, told._replace(secret=secret)

    def _confirm(self, row: AskedRow) -> Iterator[tuple[int, str, str, Told]]:
        if self._registry.store.people.get(row.person) is None:
            return
        kept = self._registry.store.addresses.get(row.folded)
        if kept is not None and kept.person == row.person:
            return
        secret = self._linked(row, person=row.person)
        if not secret:
            return
        told = letters.confirm(row.language, LIVES[CONFIRM] // HOUR)._replace(secret=secret)
        if kept is not None:
            # Its link is in no mail, and counts all the same.
            told = letters.taken(row.language)
        yield row.person, row.address if kept is None else kept.address, row.language, told

    def _restore(self, row: AskedRow) -> Iterator[tuple[int, str, str, Told]]:
        try:
            game = self._registry.games.open(row.game)
        except (UnknownGame, *UNREADABLE):
            return
        for holder, (person, address) in [*self._lost(row, game).items()][:MOST_SEATS]:
            more = {"game": game.id, "holder": holder, "token": game.tokens[holder]}
            secret = self._linked(row, person=person, **more)
            if secret:
                reading = Reading(self._registry.games, game, holder, row.language, "UTC")
                name = reading.name(holder)
                told = letters.seat(row.language, reading.title, name, LIVES[RESTORE] // MINUTE)
                yield person, address, row.language, told._replace(secret=secret)

    def _lost(self, row: AskedRow, game: Game) -> dict[str, tuple[int, str]]:
        """The seats in a game of those who have an address, each with the person and the address.

        They are on a desk with that address, or told of by mail there.
        """
        found: dict[str, tuple[int, str]] = {}
        for box in self._office.store.mailboxes.confirmed([game.id]):
            theirs = box.address.lower() == row.folded and not is_observer(box)
            if theirs and game.tokens.get(box.holder) == box.token:
                found[box.holder] = (0, box.address)
        kept = self._registry.store.addresses.get(row.folded)
        if kept is not None:
            for it in self._registry.store.seats.in_game(game.id):
                if it.person == kept.person and game.tokens.get(it.holder) == it.token:
                    found[it.holder] = (it.person, kept.address)
        return {it: found[it] for it in game.tokens if it in found and it in game.claimed}

    def _linked(self, row: AskedRow, *, person: int, **more: str) -> str:
        """The secret of a link for what was asked; "" if the address has been sent enough."""
        now, links = self._registry.now(), self._registry.store.links
        since = now - (DAY if row.purpose == CONFIRM else HOUR)
        if links.sent(row.purpose, row.folded, since) >= MOST_SENT[row.purpose]:
            return ""
        secret = self._registry.secret()
        links.put(
            LinkRow(
                secret=hash_of(secret),
                purpose=row.purpose,
                folded=row.folded,
                address=row.address,
                made=now,
                until=now + LIVES[row.purpose],
                person=person,
                **more,
            )
        )
        return secret
