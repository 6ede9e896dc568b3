"""Replies as mail programs write them, in six languages, written for this project.

Each has orders of its writer's own, and lines that look like orders and are somebody else's: those
are quoted, forwarded or under a signature.
"""

from __future__ import annotations

import base64
import quopri
from collections.abc import Callable, Iterator
from typing import NamedTuple

OWN = "activate Beaumont: Drouot"
OTHERS = "activate Beaumont: Vandamme"
"""What the quoted mail says; no reply may order it."""


class Words(NamedTuple):
    """What mail programs say in a language."""

    code: str
    wrote: str
    """Above a quote, by Gmail, Apple Mail and mutt."""
    header: tuple[str, str, str, str]
    """From, sent, to and subject, by Outlook."""
    original: str
    phone: str
    greeting: str
    farewell: str


LANGUAGES = (
    Words(
        "en",
        "On Mon, 23 Nov 2026 at 10:15, Napoleon <napoleon@club.example> wrote:",
        ("From:", "Sent:", "To:", "Subject:"),
        "-----Original Message-----",
        "Sent from my iPhone",
        "Hello Bob,",
        "Best wishes",
    ),
    Words(
        "de",
        "Am Mo., 23. Nov. 2026 um 10:15 Uhr schrieb Napoleon <napoleon@club.example>:",
        ("Von:", "Gesendet:", "An:", "Betreff:"),
        "-----Ursprüngliche Nachricht-----",
        "Von meinem iPhone gesendet",
        "Hallo Bob,",
        "Viele Grüße",
    ),
    Words(
        "fr",
        "Le lun. 23 nov. 2026 à 10:15, Napoleon <napoleon@club.example> a écrit :",
        ("De :", "Envoyé :", "À :", "Objet :"),
        "-----Message d'origine-----",
        "Envoyé de mon iPhone",
        "Bonjour Bob,",
        "Amicalement",
    ),
    Words(
        "es",
        "El lun, 23 nov 2026 a las 10:15, Napoleon (<napoleon@club.example>) escribió:",
        ("De:", "Enviado:", "Para:", "Asunto:"),
        "-----Mensaje original-----",
        "Enviado desde mi iPhone",
        "Hola Bob:",
        "Un saludo",
    ),
    Words(
        "it",
        "Il giorno lun 23 nov 2026 alle ore 10:15 Napoleon <napoleon@club.example> ha scritto:",
        ("Da:", "Inviato:", "A:", "Oggetto:"),
        "-----Messaggio originale-----",
        "Inviato da iPhone",
        "Ciao Bob,",
        "Cordiali saluti",
    ),
    Words(
        "ja",
        "2026年11月23日(月) 10:15 Napoleon <napoleon@club.example>:",
        ("差出人:", "送信日時:", "宛先:", "件名:"),
        "-----元のメッセージ-----",
        "iPhoneから送信",
        "ボブさん",
        "よろしくお願いします",
    ),
)

QUOTED = ["It is for you to decide.", "", OTHERS, "pass", "The bridge of Charleroi"]


class Reply(NamedTuple):
    """A mail, what it orders, and what has to be named as not carried out."""

    name: str
    body: bytes
    headers: dict[str, str]
    orders: list[str]
    named: list[str]


def marked(lines: list[str], sign: str = "> ") -> list[str]:
    return [f"{sign}{it}".rstrip() for it in lines]


def plain(text: str, charset: str = "utf-8", **params: str) -> tuple[bytes, dict[str, str]]:
    told = "".join(f"; {name}={value}" for name, value in params.items())
    raw = text.replace("\n", "\r\n").encode(charset)
    return base64.encodebytes(raw), {
        "Content-Type": f"text/plain; charset={charset}{told}",
        "Content-Transfer-Encoding": "base64",
    }


def html(text: str) -> tuple[bytes, dict[str, str]]:
    return quopri.encodestring(text.encode()), {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Transfer-Encoding": "quoted-printable",
    }


def gmail(words: Words) -> str:
    return "\n".join([OWN, "", words.wrote, "", *marked(QUOTED)])


def gmail_wrapped(words: Words) -> str:
    """The line above the quote is wrapped, as it is longer than a line may be."""
    at = words.wrote.rfind(" ", 0, 62)
    return "\n".join([OWN, "", words.wrote[:at], words.wrote[at + 1 :], "", *marked(QUOTED)])


def outlook(words: Words) -> str:
    """Outlook marks nothing that it quotes."""
    head = outlook_header(words)
    return "\n".join([OWN, "", words.farewell, "", words.original, *head, "", *QUOTED])


def outlook_new(words: Words) -> str:
    """Newer ones draw a line, or none at all, above the header."""
    return "\n".join([OWN, "", "_" * 32, *outlook_header(words), "", *QUOTED])


def outlook_header(words: Words) -> list[str]:
    """What Outlook says of the mail that it quotes."""
    sender, sent, to, subject = words.header
    return [
        f"{sender} Napoleon <napoleon@club.example>",
        f"{sent} 23.11.2026 10:15",
        f"{to} ann@players.example",
        f"{subject} [#abc] Napoléon 1815",
    ]


def apple(words: Words) -> str:
    return "\n".join(
        [words.greeting, "", OWN, "", words.phone, "", words.wrote, "", *marked(QUOTED)]
    )


def mutt_bottom(words: Words) -> str:
    """The answer stands under the quote, and the signature under that."""
    return "\n".join([words.wrote, *marked(QUOTED), "", OWN, "", "-- ", "Ann", OTHERS])


def mutt_inline(words: Words) -> str:
    return "\n".join(
        [words.wrote, *marked(QUOTED[:1]), "", words.greeting, *marked(QUOTED[2:]), OWN, ""]
    )


def k9(words: Words) -> str:
    return "\n".join([OWN, "-- ", words.phone, OTHERS, "", words.wrote, *marked(QUOTED, ">")])


def gmail_html(words: Words) -> str:
    quoted, wrote = "<br>".join(QUOTED), words.wrote.replace("<", "&lt;")
    return (
        f"<div dir=ltr>{OWN}<div><br></div><div>{words.farewell}</div></div><br>"
        f'<div class="gmail_quote"><div class=gmail_attr>{wrote}<br></div>'
        f"<blockquote>{quoted}</blockquote></div>"
    )


def outlook_html(words: Words) -> str:
    sender, sent, _, subject = words.header
    quoted = "".join(f"<p>{it}</p>" for it in QUOTED)
    return (
        f"<html><head><style>p {{ margin: 0 }}</style></head><body><p>{OWN}</p><p>&nbsp;</p>"
        '<div id="divRplyFwdMsg">'
        f"<b>{sender}</b> Napoleon<br><b>{sent}</b> 23.11.2026<br><b>{subject}</b> Napoléon</div>"
        f"<div>{quoted}</div></body></html>"
    )


TEXTS: tuple[tuple[Callable[[Words], str], list[str]], ...] = (
    (gmail, [OTHERS, "pass"]),
    (gmail_wrapped, [OTHERS, "pass"]),
    (outlook, [OTHERS, "pass"]),
    (outlook_new, [OTHERS, "pass"]),
    (apple, [OTHERS, "pass"]),
    (mutt_bottom, [OTHERS, "pass"]),
    (mutt_inline, [OTHERS, "pass"]),
    (k9, [OTHERS, "pass"]),
)

HTML: tuple[tuple[Callable[[Words], str], list[str]], ...] = (
    (gmail_html, [OTHERS, "pass"]),
    (outlook_html, [OTHERS, "pass"]),
)


def replies() -> Iterator[Reply]:
    """The whole corpus."""
    for words in LANGUAGES:
        for write, named in TEXTS:
            body, headers = plain(write(words))
            yield Reply(f"{write.__name__} {words.code}", body, headers, [OWN], named)
        for write, named in HTML:
            body, headers = html(write(words))
            yield Reply(f"{write.__name__} {words.code}", body, headers, [OWN], named)
    yield from _charsets()
    yield from _shapes()


def _charsets() -> Iterator[Reply]:
    """The same in other characters, some of them not those that the mail says."""
    by_code = {it.code: it for it in LANGUAGES}
    for code, charset in (
        ("de", "iso-8859-1"),
        ("fr", "windows-1252"),
        ("ja", "iso-2022-jp"),
        ("ja", "shift_jis"),
        ("en", "us-ascii"),
    ):
        body, headers = plain(gmail(by_code[code]), charset)
        yield Reply(f"gmail {code} {charset}", body, headers, [OWN], [OTHERS, "pass"])
    raw = f"{OWN}\r\n\r\nGrüße\r\n".encode("iso-8859-1")
    for said in ("utf-8", "us-ascii", "x-unknown"):
        headers = {"Content-Type": f"text/plain; charset={said}"}
        yield Reply(f"latin that says it is {said}", raw, headers, [OWN], [])


def _shapes() -> Iterator[Reply]:
    """Wrapped, flowed, forwarded and empty ones."""
    english = LANGUAGES[0]
    long = "activate Beaumont: Drouot, Napoleon"
    wrapped = long.replace(": ", ":\n")
    body, headers = plain(f"{wrapped}\n\n{english.wrote}\n> x\n")
    yield Reply("a wrapped line", body, headers, [long], [])
    flowed = long.replace(": ", ": \n")
    body, headers = plain(f"{flowed}\n\n-- \nAnn\n", format="flowed")
    yield Reply("a flowed line", body, headers, [long], [])
    cut = long.replace("Napoleon", "Napo \nleon")
    body, headers = plain(f"{cut}\n", format="flowed", delsp="yes")
    yield Reply("a flowed line cut in a word", body, headers, [long], [])
    for bullet in ("- ", "* ", "1. ", "\N{BULLET} "):
        body, headers = plain(f"{bullet}{OWN}\n")
        yield Reply(f"with the bullet {bullet.strip()}", body, headers, [OWN], [])
    for title in ("---------- Forwarded message ---------", "Begin forwarded message:"):
        body, headers = plain(f"{OWN}\n\n{title}\n{OTHERS}\n")
        yield Reply(f"forwarded: {title[:5]}", body, headers, [OWN], [OTHERS])
    body, headers = plain(f"\N{NO-BREAK SPACE}{OWN}\N{NO-BREAK SPACE}\N{ZERO WIDTH SPACE}\n")
    yield Reply("blanks that are none", body, headers, [OWN], [])
    body, headers = plain(f"ACTIVATE  beaumont :  DROUOT\n\n{english.wrote}\n> {OTHERS}\n")
    yield Reply("capitals and blanks", body, headers, ["ACTIVATE beaumont : DROUOT"], [OTHERS])
    body, headers = plain("\n\n" + english.wrote + "\n" + "\n".join(marked(QUOTED)))
    yield Reply("nothing of its own", body, headers, [], [OTHERS, "pass"])
    body, headers = plain(f"> > {OTHERS}\n> | pass\n>> pass\n{OWN}\n")
    yield Reply("quotes in quotes", body, headers, [OWN], [OTHERS, "pass"])
    body, headers = plain(f"Hi,\nlet us see. I'd rather {OWN}.\n{OWN}\n")
    yield Reply("prose around it", body, headers, [OWN], [f"let us see. I'd rather {OWN}."])
    body, headers = html(f"<p>{OWN}</p><script>{OTHERS}</script><p style='display:none'>pass</p>")
    yield Reply("what is not seen", body, headers, [OWN], [])
    body, headers = html(f"{OWN}<br><div class='gmail_signature'>Ann<br>{OTHERS}</div>")
    yield Reply("a signature in HTML", body, headers, [OWN], [OTHERS])
    mixed = (
        f"--b\r\nContent-Type: text/html\r\n\r\n<p>{OTHERS}</p>\r\n"
        f"--b\r\nContent-Type: text/plain\r\n\r\n{OWN}\r\n"
        f"--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment\r\n\r\npass\r\n--b--"
    )
    headers = {"Content-Type": 'multipart/mixed; boundary="b"'}
    yield Reply("text beside HTML", mixed.encode(), headers, [OWN], [])
