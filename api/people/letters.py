"""Letters to people: links that work once, and what has happened on their desk.

They are about no game, so nobody answers them: they lead to pages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, formataddr
from typing import NamedTuple

from api.languages import translations
from api.mail.letters.composing import GENERATED
from api.mail.letters.drawing import Drawn, drawn
from api.mail.office import Office
from api.mail.rows import LetterRow
from napoleon.log.times import SECOND

OF_NO_GAME = ""
"""What stands for the game of a letter that is about none."""

_PERSON = "person-"

_POLICY = SMTP.clone(cte_type="7bit", max_line_length=78)


class Told(NamedTuple):
    """What a letter says."""

    title: str
    paragraphs: Sequence[str]
    said: str = ""
    """What stands before the link."""
    secret: str = ""
    """What the link has in its address; "" for no such link."""
    leads: str = "/sign-in/"
    """What the link has before its secret, behind the address of the service."""
    pasted: str = ""
    """Where the secret is pasted in a service that has no public address; "" for where one signs
    in."""
    page: str = ""
    """The page that the link leads to, if it has no secret; "" for none."""
    leave: str = ""
    """The link by which mails of its kind end; "" for none."""


def holder_of(person: int) -> str:
    """What a person is called where mails are kept; nobody's seat is called so."""
    return f"{_PERSON}{person}"


def person_of(holder: str) -> int:
    """The recipient of mails that are kept for such a holder."""
    return int(holder.removeprefix(_PERSON))


def sign_in(code: str, minutes: int) -> Told:
    """Leads to somebody's desk."""
    gettext = translations(code).gettext
    return Told(
        gettext("Your desk at Napoleon"),
        [
            gettext("Somebody, most likely you, would like to open your desk here."),
            gettext("The link works once, and for %(minutes)s minutes.") % {"minutes": minutes},
            gettext("If that was not you, do nothing: nobody is let in by your silence."),
        ],
        gettext("To your desk:"),
    )


def confirm(code: str, hours: int) -> Told:
    """Asks whether an address belongs to the person who has left it on their desk."""
    gettext = translations(code).gettext
    return Told(
        gettext("Is this your address?"),
        [
            gettext("Somebody, most likely you, has left this address on their desk at Napoleon."),
            gettext(
                "If it is yours, follow the link: from then on a lost desk or seat is found again "
                "from here. The link works once, and for %(hours)s hours."
            )
            % {"hours": hours},
            gettext("If not, do nothing, and you will hear no more."),
        ],
        gettext("This is my address:"),
    )


def taken(code: str) -> Told:
    """Tells the owner of an address that it is on a desk already."""
    gettext = translations(code).gettext
    return Told(
        gettext("Your address is on a desk already"),
        [
            gettext("Somebody has left this address on a desk, and it is on another one already."),
            gettext(
                "Nothing was changed. If both desks are yours, take the address off the other one "
                "first."
            ),
        ],
    )


def seat(code: str, title: str, name: str, minutes: int) -> Told:
    """Restores a seat of somebody who has lost its link."""
    gettext = translations(code).gettext
    return Told(
        gettext("Your seat: %(game)s") % {"game": title},
        [
            gettext("Somebody, most likely you, has asked for your seat in %(game)s: %(seat)s.")
            % {"game": title, "seat": name},
            gettext(
                "The link makes another one for it, and the lost one dies with that. It works "
                "once, and for %(minutes)s minutes."
            )
            % {"minutes": minutes},
            gettext("If that was not you, do nothing: your seat stays as it is."),
        ],
        gettext("To your seat:"),
    )


def invitation(
    code: str, title: str, name: str, founder: str, game_id: str, token: str, leave: str
) -> Told:
    """Invites somebody to a seat whose `token` opens it.

    `founder` is "" for a name that is told to nobody, `leave` the link by which invitations end.
    """
    gettext = translations(code).gettext
    invited = (
        gettext("%(founder)s invites you to a game of %(game)s, as %(seat)s.")
        if founder
        else gettext("You are invited to a game of %(game)s, as %(seat)s.")
    )
    return Told(
        gettext("You are invited: %(game)s") % {"game": title},
        [
            invited % {"founder": founder, "game": title, "seat": name},
            gettext(
                "The link opens your seat; keep it to yourself. Once you have taken the seat it "
                "opens it no more, and who invited you cannot look into it."
            ),
            gettext(
                "Or play by mail: answer with the word “yes” alone on a line, and you are told "
                "there what is asked."
            ),
            gettext(
                "If you do not want to play, do nothing, and you will hear no more for a month. If "
                "nobody is ever to invite you from here again, answer “never again”."
            ),
            *([gettext("Or follow this link: %(link)s") % {"link": leave}] if leave else []),
        ],
        gettext("To your seat:"),
        secret=token,
        leads=f"/games/{game_id}#token=",
        pasted=gettext("Paste this into the page of the game where a seat is opened:"),
        leave=leave,
    )


def new_device(code: str, device: str) -> Told:
    """Tells somebody that their desk was opened on a device for the first time."""
    gettext = translations(code).gettext
    return Told(
        gettext("Your desk was opened on another device"),
        [
            gettext("Your desk at Napoleon was opened on another device: %(device)s.")
            % {"device": device},
            gettext(
                "If that was not you, sign that device out on your desk, and make a new "
                "personal link."
            ),
        ],
    )


def composed(
    office: Office,
    person: int,
    address: str,
    told: Told,
    code: str,
    about: str,
    *,
    reply_to: str = "",
) -> LetterRow:
    """A letter as a mail that is ready to be sent now; `about` is different for each."""
    public_url = office.settings.public_url
    paragraphs, page = list(told.paragraphs), told.page
    if told.secret and public_url:
        page = f"{public_url}{told.leads}{told.secret}"
    elif told.secret:
        gettext = translations(code).gettext
        paragraphs.append(told.pasted or gettext("Paste this into the page where you sign in:"))
    lines = (told.secret,) if told.secret and not page else ()
    made = drawn(
        "notice",
        code,
        title=told.title,
        paragraphs=paragraphs,
        lines=lines,
        shown=(),
        said=told.said,
        page=page,
    )
    more = {"Reply-To": reply_to} if reply_to else {}
    if told.leave:
        more["List-Unsubscribe"] = f"<{told.leave}>"
        more["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return mailed(office, person, address, told.title, made, about, more)


def mailed(
    office: Office,
    person: int,
    address: str,
    title: str,
    made: Drawn,
    about: str,
    more: Mapping[str, str],
) -> LetterRow:
    """What is drawn as a mail about no game, with `more` headers."""
    now = office.games.clock()
    mail = EmailMessage(policy=_POLICY)
    for name, value in {
        "From": formataddr(("Napoleon", office.settings.address)),
        "To": address,
        "Subject": " ".join(title.split()),
        "Date": format_datetime(datetime.fromtimestamp(now // SECOND, UTC)),
        "Message-ID": f"<person.{about}@{office.settings.domain}>",
        "Auto-Submitted": GENERATED,
        "X-Auto-Response-Suppress": "All",
        **more,
    }.items():
        mail[name] = value
    mail.set_content(made.text, cte="quoted-printable")
    mail.add_alternative(made.html, subtype="html", cte="quoted-printable")
    mail.set_boundary(f"={about}=")
    return LetterRow(
        mailbox=0,
        game=OF_NO_GAME,
        holder=holder_of(person),
        about=about,
        message_id=str(mail["Message-ID"]),
        version=0,
        asks="",
        sender=office.settings.address,
        recipient=address,
        message=mail.as_bytes(),
        made=now,
        due=now,
    )
