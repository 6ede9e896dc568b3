# ruff: noqa: RUF001, E501 - words of many languages
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

BULK = "from a list or a robot"
"""What is odd about a mail that looks as if no person had sent it, though one may have."""

_BULK = ("Precedence", "X-Auto-Response-Suppress")
"""Headers that people's mails may have too; so do all that begin with ``List-``."""

_ROBOTS = (
    *("x-autoreply", "x-autorespond", "x-auto-reply", "x-mdautoresponder", "x-mail-autoreply"),
    *("x-ms-exchange-generated-message-source", "x-ms-exchange-inbox-rules-loop"),
)
"""What the names of headers begin with that robots alone write."""

_PREFIXES = (
    r"(?:(?:re|aw|sv|vs|antw|odp|ynt|tr|rif|fw|fwd|wg|res|回复|답장)\s*[:\uff1a]\s*|\[[^\]]*\]\s*)*"
)

_AWAY = re.compile(
    rf"\s*{_PREFIXES}(?:"
    + "|".join(
        (
            "out of (?:the )?office|auto(?:matic|mated)?[- ]?(?:reply|response|answer)|on (?:vacation|holiday)",
            "away from (?:the |my )?(?:office|mail)|undeliverable|delivery (?:status|failure)",
            "abwesen|automatische antwort|automatisch antwoord|außer haus|afwezig|niet aanwezig",
            "réponse automatique|absen(?:ce|t) d[ue]|en congé|respuesta automática|fuera de (?:la )?oficina",
            "risposta automatica|fuori (?:sede|ufficio)|resposta automática|fora do escritório|ausência",
            "autosvar|automatisk svar|automatiskt svar|frånvaro|fravær|ikke til stede|ute av kontoret",
            "automaattinen vastaus|poissa|sjálfvirkt svar|automaatvastus|automatine? atsakymas",
            "automātiska atbilde|automatyczna odpowiedź|odpowiedź automatyczna|autoodpowiedź|poza biurem",
            "nieobecność|automatická odpov[eě]ď|mimo kancelář|nepřítomnost|automatikus válasz|házon kívül",
            "răspuns automat|автоматический ответ|автоответ|вне офиса|автоматична відповідь|автовідповідь",
            "автоматичен отговор|аутоматски одговор|automatski odgovor|samodejni odgovor|odsutnost",
            "αυτόματη απάντηση|εκτός γραφείου|otomatik (?:yanıt|cevap)|ofis dışında|otomatis|balasan otomatis",
            "תשובה אוטומטית|מענה אוטומטי|رد تلقائي|پاسخ خودکار|स्वचालित उत्तर|trả lời tự động",
            "ตอบกลับอัตโนมัติ|การตอบกลับอัตโนมัติ|自動応答|自動返信|不在|自动(?:回复|答复)|自動回覆|外出|자동 ?(?:회신|응답)|부재중",
            "resposta automàtica|erantzun automatikoa|resposta fóra|jibu otomatiki|outomatiese antwoord",
        )
    )
    + ")",
    re.IGNORECASE,
)
"""How subjects of robots begin, in many languages."""


def is_robot(mail: InboundRow, read: Opened, settings: Settings) -> str:
    """Why a mail is not one that somebody has written, in a word; empty if it seems to be."""
    message = read.message
    local, _, domain = settings.address.partition("@")
    author_local, _, author_domain = read.author.rpartition("@")
    if author_domain == domain and author_local.partition("+")[0] == local:
        return "loop"
    null = header(message, "Return-Path") == "<>"
    if not mail.sender or null or message.get_content_type() == "multipart/report":
        return "bounce"
    if header(message, "Auto-Submitted").partition(";")[0].strip().lower() not in ("", "no"):
        return "robot"
    if any(name.lower().startswith(_ROBOTS) for name in message):
        return "robot"
    if header(message, "Precedence").lower() == "auto_reply" or _AWAY.match(read.subject):
        return "robot"
    return ""


def is_bulk(read: Opened) -> bool:
    """Whether a mail may be of a list or a robot, or of a person whose mails look like those."""
    message = read.message
    return any(name in message for name in _BULK) or any(
        name.lower().startswith("list-") for name in message
    )


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
    if found == FAIL:
        return "a forged sender"
    return BULK if is_bulk(read) else ""


def _results(message: EmailMessage) -> list[str]:
    values = message.get_all("Authentication-Results", [])
    return [" ".join(str(it).split()) for it in values[:3]]


def _domain(result: object) -> str:
    properties = getattr(result, "properties", ())
    return next((str(it.value).lower() for it in properties if it.name in ("d", "i")), "")


def _aligned(signer: str, domain: str) -> bool:
    signer = signer.rpartition("@")[2]
    return bool(signer) and (domain == signer or domain.endswith(f".{signer}"))
