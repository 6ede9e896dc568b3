"""The office: what everything that has to do with mail needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, Protocol

from api.commands.speaker import InTime, nobody_shown
from api.mail.rows import InboundRow, MailboxRow
from api.mail.settings import Settings, settings
from api.mail.tokens import Purpose, Signer, Tag
from api.reading import Reading
from napoleon.log.errors import UnknownGame
from napoleon.log.game import Game
from napoleon.log.replayer import UNREADABLE
from napoleon.play.games import Games
from napoleon.rules.events import SPECTATOR
from napoleon.rules.orders import Refusal

if TYPE_CHECKING:
    from api.mail.store import MailStore

OBSERVER = "observer-"
"""How ids of holders begin that have a mailbox, but no seat and no token."""


def is_observer(box: MailboxRow) -> bool:
    """Whether a mailbox is that of somebody who only watches."""
    return box.holder.startswith(OBSERVER)


Laid = Callable[[str, str, str, str], object]
"""Is told of a game, a holder, and the hashes of the token that opened the seat and of the one that
opens it now: its holder is the same."""


def nowhere(game: str, holder: str, before: str, token: str) -> None:
    """Nothing else is kept of seats."""


class Invites(Protocol):
    """Sends a mail to a person who is invited to a seat; see `api.people.inviting`."""

    def refuse(self, office: Office, game: Game, by: str) -> Refusal | None:
        """Why the judge `by` may invite nobody."""

    def __call__(
        self, office: Office, game: Game, by: str, seat: str, token: str, address: str,
        language: str,
    ) -> Refusal | None:  # fmt: skip
        """Invite them, on behalf of the judge `by`."""


class Office(NamedTuple):
    """The games, the store of mail, and what signs addresses."""

    games: Games
    store: MailStore
    settings: Settings
    signer: Signer
    laid: Laid = nowhere
    """What else keeps the tokens of seats, such as people's desks."""
    invites: Invites | None = None
    """Writes to somebody who is invited to a seat; None where nobody can be."""
    in_time: InTime = nobody_shown
    """How reliable people are, where the process that answers knows people."""

    def tag(self, purpose: Purpose, box: MailboxRow) -> str:
        """The tag of an address or a link that is about a mailbox."""
        return self.signer.tag(purpose, box.id, *_facts(box))

    def address(self, purpose: Purpose, box: MailboxRow) -> str:
        """An address of the service that is about a mailbox."""
        return self.settings.tagged(self.tag(purpose, box))

    def question_address(self, box: MailboxRow, asks: str) -> str:
        """The address at which a mailbox answers what is asked in one state, and nothing else."""
        return self.settings.tagged(self.signer.tag(Purpose.QUESTION, box.id, *_facts(box), asks))

    def asked_at(self, tag: Tag, box: MailboxRow) -> str:
        """The state whose questions an address is for, of those that were asked; "" for none."""
        states = self.store.outbox.asked(box.id)
        return next((it for it in states if self.signer.holds(tag, *_facts(box), it)), "")

    def tag_of_held(self, mail: InboundRow, box: MailboxRow) -> str:
        """The tag of an address or a link by which a player says whether a held mail is theirs."""
        return self.signer.tag(Purpose.HELD, mail.id, mail.digest, box.token)

    def link(self, page: str, tag: str) -> str:
        """The address of a page; empty where the service has no public address."""
        return f"{self.settings.public_url}/mail/{page}/{tag}" if self.settings.public_url else ""

    def mailbox(self, tag: Tag) -> MailboxRow | None:
        """The mailbox that a tag of ours is about; None if it is not ours, or dead."""
        box = self.store.mailboxes.get(tag.number)
        if box is None or self.game_of(box) is None:
            return None
        if tag.purpose is Purpose.QUESTION:
            return box if self.asked_at(tag, box) else None
        return box if self.signer.holds(tag, *_facts(box)) else None

    def has_signed(self, tag: Tag, box: MailboxRow) -> bool:
        """Whether a tag was made for a mailbox as it is, even if the seat has passed on."""
        if tag.purpose is Purpose.QUESTION:
            return bool(self.asked_at(tag, box))
        return self.signer.holds(tag, *_facts(box))

    def game_of(self, box: MailboxRow) -> Game | None:
        """The game of a mailbox; None if the seat has passed on, or the game cannot be read.

        None as well for an invitation where it has to be known who takes the seat.
        """
        try:
            game = self.games.open(box.game)
        except (UnknownGame, *UNREADABLE):
            return None
        lives = is_observer(box) or game.tokens.get(box.holder) == box.token
        # What an invitation does not open it does not open by mail either.
        lives = lives and not game.stands_empty(box.holder)
        return game if lives else None

    def reading(self, game: Game, box: MailboxRow) -> Reading:
        """The game as the owner of the mailbox knows it."""
        holder = SPECTATOR if is_observer(box) else box.holder
        return Reading(self.games, game, holder, box.language, box.zone)


def open_office(games: Games) -> Office:
    """The office of the service that `games` belong to; its store is closed with them.

    Raises BadSetting, KeyUnusable, MailStoreMissing, OperationalError.
    """
    # Only here, as most processes that may write mails never do; see `api.mail.rows`.
    from api.mail.store import open_mail

    store = open_mail(games.env)
    games.beside.callback(store.close)
    return Office(games, store, settings(games.env), Signer(games.env))


def _facts(box: MailboxRow) -> tuple[str, ...]:
    return box.game, box.holder, box.token, box.address
