"""Receiving: a mail to the service itself, from its sender to the answer.

Unknown senders are told only what anybody may know, and mails with a doubtful sender wait for that
person's word. All of it is safe to repeat after a crash.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from api.club import guard, joining, letters
from api.club.guard import Let
from api.club.scene import Scene
from api.club.table import HELP, Needs, Understood, understood
from api.club.visitor import Visitor, visitor
from api.languages import LANGUAGES
from api.mail.answering import quotes
from api.mail.answering.consenting import Consent, consent
from api.mail.answering.opening import Opened, Unreadable, opened
from api.mail.answering.quarantine import release
from api.mail.answering.quotes import Kind
from api.mail.answering.senders import FAIL, is_bulk, verdict
from api.mail.answering.taking import Taken, put_off
from api.mail.office import Office
from api.mail.rows import HELD, NEW, SEEN, InboundRow
from api.mail.settings import Policy
from api.mail.tokens import Purpose, Tag
from api.people import inviting, strangers
from api.people.registry import Registry
from projections.store import ViewStore

MOST = 20
"""How many commands of a mail are carried out."""

MOST_LINES = 400
"""How many lines of it are looked at."""


PLAIN = "command"
"""Stands for a command where it is found out what of a mail is quoted."""


class Asked(NamedTuple):
    """What a mail asks for."""

    commands: tuple[Understood, ...]
    untaken: tuple[str, ...]
    """Its writer's own lines that are no commands, and commands that may be quoted."""
    left: tuple[str, ...]
    """Commands that are too many."""

    @property
    def code(self) -> str:
        """The language of its commands, as far as that is known; "" if it is not."""
        return next((it.code for it in self.commands if it.code), "")


class Club:
    """The service itself, as the writer of a mail to its address knows it."""

    def __init__(self, office: Office, registry: Registry, views: Callable[[], ViewStore]) -> None:
        self._office = office
        self._registry = registry
        self._views = views

    def see_to(self, taken: Taken, read: Opened, tag: Tag | None) -> tuple[str, str]:
        """See to a mail; what was made of it, and its state by now. Raises Lost, PersistenceError.

        Its `tag` is that of an answer to a mail of ours; None if it is none.
        """
        office, mail = self._office, taken.row
        if is_bulk(read) or not read.author:
            return "robot", SEEN
        if verdict(read, office.settings) == FAIL:
            return "forged", SEEN
        asked = asked_in(read)
        proven = False
        if tag is not None:
            proven = self._proves(tag, read)
            if not proven:
                return "dead token", SEEN
            if tag.number and tag.purpose is Purpose.CLUB:
                self._agree(tag, read)
                if not asked.commands:
                    return "consent", SEEN
        who = visitor(office, self._registry, read, proven=proven, agreed=mail.approved)
        if who.sure:
            hashes = strangers.hashes_of(self._registry, who.address)
            self._registry.store.strangers.answer(hashes, self._registry.now())
        helps = any(it.row is HELP for it in asked.commands)
        decided = guard.decide(office, self._registry, mail, read, who, asks_for_help=helps)
        if decided.let is Let.OUT:
            return "not answered", SEEN
        code = who.code or asked.code or LANGUAGES[0]
        if decided.let is Let.LATER:
            if guard.tell_to_wait(self._registry, mail, who):
                letters.waits(office, mail, read, code, until=decided.until, zone=who.zone)
            put_off(taken, decided.until)
            return "put off", NEW
        guard.note(self._registry, mail, read, who)
        scene = Scene(office, self._registry, self._views, who, read, code, mail.digest)
        if decided.let is Let.AGAIN:
            told = scene.gettext("This mail has come before. Nothing was done a second time.")
            letters.answer(office, mail, read, code, [letters.Section(told)])
            return "again", SEEN
        if decided.let is Let.HELPED:
            only = tuple(it for it in asked.commands if it.row is HELP)[:1]
            asked = Asked(only, (), ())
        accepts = tag is not None and tag.purpose is Purpose.INVITED and _says_yes(read)
        waits = self._waits(scene, asked)
        if waits is not None:
            return waits(mail, read, asked)
        self._carry_out(taken, scene, asked, accepts=accepts)
        return "answered", SEEN

    def _proves(self, tag: Tag, read: Opened) -> bool:
        """Whether a tag was sent to the address that a mail comes from."""
        office, registry = self._office, self._registry
        if tag.purpose is Purpose.INVITED:
            whom = inviting.whom_of(office, tag)
            return bool(whom) and whom in strangers.hashes_of(registry, read.author)
        if not tag.number:
            return office.signer.holds(tag, read.author)
        kept = office.store.inbox.get(tag.number)
        if kept is None or not office.signer.holds(tag, kept.digest):
            return False
        return kept.raw is None or _author(kept) == read.author

    def _agree(self, tag: Tag, read: Opened) -> None:
        """Carry a mail out that is held, or never, as its writer says."""
        kept = self._office.store.inbox.get(tag.number)
        said = consent(read.text)
        if kept is None or kept.state != HELD:
            return
        if said is Consent.YES:
            release(self._office, kept)
        elif said is Consent.NO:
            erased = {"raw": None, "sender": "", "message_id": ""}
            self._office.store.inbox.move(kept, state=SEEN, finding="disowned", **erased)

    def _waits(
        self, scene: Scene, asked: Asked
    ) -> Callable[[InboundRow, Opened, Asked], tuple[str, str]] | None:
        """What is done with a mail whose writer has to be asked first; None if it is carried out.

        So it is with all of it, as its lines may build on each other.
        """
        who, policy = scene.who, self._office.settings.policy
        needed = max((it.row.needs for it in asked.commands), key=_rank, default=Needs.NOTHING)
        has = _has(who)
        if policy is Policy.LOG and who.known and has is Needs.NOTHING:
            has = Needs.VOUCHED
        if _rank(needed) <= _rank(has):
            return None

        def hold(mail: InboundRow, read: Opened, asked: Asked) -> tuple[str, str]:
            lines = [it.line for it in asked.commands]
            letters.ask(self._office, mail, read, scene.code, lines, sure=who.sure)
            return "held: club", HELD

        def refuse(mail: InboundRow, read: Opened, asked: Asked) -> tuple[str, str]:
            told = scene.gettext(
                "Nothing was done: nobody can tell whether your mail is from you. Answer this one "
                "with what you want."
            )
            letters.answer(self._office, mail, read, scene.code, [letters.Section(told)])
            return "refused: club", SEEN

        return refuse if policy is Policy.REFUSE and not who.sure else hold

    def _carry_out(self, taken: Taken, scene: Scene, asked: Asked, *, accepts: bool) -> None:
        """Do what a mail asks for, line by line, and answer it. Raises Lost."""
        sections, left = list[letters.Section](), list(asked.left)
        commands = list(asked.commands)
        if accepts:
            names = [it for it in commands if it.row.needs is Needs.PROVEN]
            for it in names:
                # A registration in the same mail comes first, whatever stands above.
                commands.remove(it)
                commands.insert(0, it)
            sections += self._done(scene, names)
            commands = commands[len(names) :]
            scene.number += 1
            outcome = joining.accept(scene)
            sections.append(letters.section(scene.code, scene.gettext("yes"), outcome))
        for at, it in enumerate(commands):
            if sections and not taken.goes_on():
                left = [*(each.line for each in commands[at:]), *left]
                break
            sections += self._done(scene, [it])
        if not sections and not left:
            scene.number += 1
            sections.append(letters.section(scene.code, "", HELP.run(scene, "")))
        untaken = [it for it in asked.untaken if not _is_word(it)]
        letters.answer(
            self._office, taken.row, scene.read, scene.code, sections, untaken=untaken, left=left
        )

    def _done(self, scene: Scene, commands: list[Understood]) -> list[letters.Section]:
        found = []
        for it in commands:
            scene.number += 1
            found.append(letters.section(scene.code, it.line, it.row.run(scene, it.said)))
        return found


def asked_in(read: Opened) -> Asked:
    """What a mail asks for, line by line."""
    commands, untaken, left = list[Understood](), list[str](), list[str]()
    if read.cut:
        return Asked((), (), ())
    texts = read.text.splitlines()[:MOST_LINES]
    meant = [understood(it) for it in texts]
    # An address and a number in a command look like what stands above a quote.
    told = "\n".join(PLAIN if each else it for each, it in zip(meant, texts, strict=True))
    for kind, text, found in zip(
        [it.kind for it in quotes.lines(told)], texts, meant, strict=False
    ):
        if not kind.is_written:
            continue
        if found is None or kind is Kind.DOUBTFUL:
            untaken += [text.strip()] if text.strip() else []
        elif len(commands) < MOST:
            commands.append(found)
        else:
            left.append(found.line)
    if not commands and not read.text.strip():
        # A subject is all that some write.
        found = understood(read.subject)
        commands += [found] if found else []
    return Asked(tuple(commands), tuple(untaken), tuple(left))


def _says_yes(read: Opened) -> bool:
    return consent(read.text) is Consent.YES


def _is_word(line: str) -> bool:
    """Whether a line is one of the words that agree or refuse."""
    return consent(line) is not Consent.UNCLEAR


def _author(kept: InboundRow) -> str:
    try:
        return opened(kept.raw or b"").author
    except Unreadable:
        return ""


def _has(who: Visitor) -> Needs:
    """How sure it is that a visitor has sent a mail."""
    if who.agreed:
        return Needs.AGREED
    if who.proven:
        return Needs.PROVEN
    return Needs.VOUCHED if who.vouched else Needs.NOTHING


def _rank(needs: Needs) -> int:
    return needs.value
