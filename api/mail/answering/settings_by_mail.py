"""Commands about one's own mails, which only mail itself knows: what is sent, when, and how."""

from __future__ import annotations

from api.commands.answers import Answer
from api.commands.command import Command
from api.commands.grammar import Grammar
from api.commands.speaker import Outcome, Speaker
from api.commands.table import SHARED, with_help
from api.languages import noted
from api.mail import mailboxes, observers
from api.mail.office import Office, is_observer
from api.mail.rows import MailboxRow

LOOKING = ("status", "map", "history", "explain", "hand", "orders")
"""What somebody may ask who only watches."""


class MailCommands:
    """All commands, and those about the mailbox that a mail has come from."""

    def __init__(self, office: Office, box: MailboxRow) -> None:
        self._office = office
        self._box = box
        own = (
            Command(
                "mail", ("NAME",), noted("What you are sent: instant, digest or off."), self._mail
            ),
            Command(
                "time zone",
                ("TEXT",),
                noted("The time zone that your times are told in, as Europe/Paris."),
                self._zone,
            ),
            Command("language", ("NAME",), noted("The language of your mails."), self._language),
            Command(
                "stop",
                (),
                noted("Get no more mails, except answers."),
                self._stop,
                leads=True,
            ),
            Command("unsubscribe", (), noted("The same."), self._stop, leads=True),
        )
        shared = [
            it
            for it in SHARED
            # Lines under “then:” are sorted by themselves.
            if (it.words in LOOKING if is_observer(box) else it.words != "then:")
        ]
        self.grammar = Grammar(with_help((*shared, *own)))

    def _mail(self, speaker: Speaker, wish: str) -> Outcome:
        return self._changed(speaker, {"mail": wish.lower()})

    def _zone(self, speaker: Speaker, zone: str) -> Outcome:
        return self._changed(speaker, {"time_zone": zone})

    def _language(self, speaker: Speaker, code: str) -> Outcome:
        return self._changed(speaker, {"language": code.lower()})

    def _stop(self, speaker: Speaker) -> Outcome:
        observers.unsubscribe(self._office, self._box)
        told = speaker.reading.gettext(
            "You get no more mails about this game, except answers to your own mails. The "
            "command “mail instant” changes that."
        )
        return Answer(title=speaker.reading.gettext("Your mails"), paragraphs=(told,))

    def _changed(self, speaker: Speaker, wanted: dict[str, str]) -> Outcome:
        changed = mailboxes.change(self._office, self._box, wanted)
        if not isinstance(changed, MailboxRow):
            return changed
        told = speaker.reading.gettext(
            "Mail: %(wish)s. Time zone: %(zone)s. Language: %(language)s.",
            wish=changed.wish,
            zone=changed.zone,
            language=changed.language,
        )
        return Answer(title=speaker.reading.gettext("Your mails"), paragraphs=(told,))
