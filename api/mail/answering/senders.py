"""Senders: whether a mail is from a robot, and whether its author is whom it speaks for."""

from __future__ import annotations

import re
from email.message import EmailMessage

from authres import AuthenticationResultsHeader
from authres.core import AuthResError

from api.mail.answering.opening import Opened, header
from api.mail.rows import InboundRow, MailboxRow
from api.mail.settings import Settings

PASS, NONE, FAIL = "pass", "none", "fail"

_BULK = ("bulk", "junk", "list", "auto_reply")

_AWAY = re.compile(
    r"\s*(?:(?:re|aw|sv|antw|tr|rif):\s*)*(?:out of (?:the )?office|automatic reply|auto.?reply"
    r"|auto.?response|abwesen|automatische antwort|réponse automatique|absence du bureau"
    r"|respuesta automática|fuera de (?:la )?oficina|risposta automatica|fuori sede"
    r"|自動応答|自動返信|不在)",
    re.IGNORECASE,
)


def is_robot(mail: InboundRow, read: Opened, settings: Settings) -> str:
    """Why a mail is not one that somebody has written, in a word; empty if it seems to be."""
    message = read.message
    local, _, domain = settings.address.partition("@")
    author_local, _, author_domain = read.author.rpartition("@")
    if author_domain == domain and author_local.partition("+")[0] == local:
        return "loop"
    if not mail.sender or message.get_content_type() == "multipart/report":
        return "bounce"
    if header(message, "Auto-Submitted").lower() not in ("", "no"):
        return "robot"
    if header(message, "Precedence").lower() in _BULK:
        return "robot"
    if any(name in message for name in ("X-Autoreply", "X-Autorespond", "X-Auto-Reply")):
        return "robot"
    if _AWAY.match(read.subject):
        return "robot"
    if "List-Id" in message or "List-Post" in message:
        return "list"
    return ""


def verdict(read: Opened, settings: Settings) -> str:
    """What the operator's mail server found out about the author: `PASS`, `FAIL` or `NONE`.

    Only the topmost header of the server that is trusted counts: anybody can write others.
    """
    if not settings.authserv_id:
        return NONE
    for value in _results(read.message):
        try:
            found = AuthenticationResultsHeader.parse(f"Authentication-Results: {value}")
        except AuthResError:
            continue
        if str(found.authserv_id).lower() != settings.authserv_id.lower():
            continue
        domain = read.author.rpartition("@")[2]
        results = [(it.method, it.result, _domain(it)) for it in found.results]
        if any(method == "dmarc" and said == "fail" for method, said, _ in results):
            return FAIL
        if any(method == "dmarc" and said == "pass" for method, said, _ in results):
            return PASS
        aligned = any(
            method == "dkim" and said == "pass" and _aligned(of, domain)
            for method, said, of in results
        )
        return PASS if aligned else NONE
    return NONE


def oddity(read: Opened, box: MailboxRow, found: str) -> str:
    """What is odd about a mail that speaks for a mailbox, in a word; empty if nothing is."""
    if read.author != box.address.lower():
        return "another sender"
    return "a forged sender" if found == FAIL else ""


def _results(message: EmailMessage) -> list[str]:
    values = message.get_all("Authentication-Results", [])
    return [" ".join(str(it).split()) for it in values[:3]]


def _domain(result: object) -> str:
    properties = getattr(result, "properties", ())
    return next((str(it.value).lower() for it in properties if it.name in ("d", "i")), "")


def _aligned(signer: str, domain: str) -> bool:
    signer = signer.rpartition("@")[2]
    return bool(signer) and (domain == signer or domain.endswith(f".{signer}"))
