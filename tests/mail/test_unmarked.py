# ruff: noqa: RUF001 - alphabets of many languages
"""Quotes without a mark: by how attributions and headers look, in languages that no list has."""

from __future__ import annotations

import time

import pytest

from api.mail.answering import quotes
from api.mail.answering.quotes import Kind

HEADERS = {
    "pl": ("Od:", "Wysłano:", "Do:", "Temat:"),
    "nl": ("Van:", "Verzonden:", "Aan:", "Onderwerp:"),
    "da": ("Fra:", "Sendt:", "Til:", "Emne:"),
    "sv": ("Från:", "Skickat:", "Till:", "Ämne:"),
    "no": ("Fra:", "Dato:", "Til:", "Emne:"),
    "fi": ("Lähettäjä:", "Lähetetty:", "Vastaanottaja:", "Aihe:"),
    "cs": ("Od:", "Odesláno:", "Komu:", "Předmět:"),
    "ru": ("От:", "Отправлено:", "Кому:", "Тема:"),
    "zh": ("发件人:", "发送时间:", "收件人:", "主题:"),
    "ko": ("보낸 사람:", "보낸 날짜:", "받는 사람:", "제목:"),
    "hu": ("Feladó:", "Elküldve:", "Címzett:", "Tárgy:"),
    "tr": ("Gönderen:", "Gönderildi:", "Kime:", "Konu:"),
    "el": ("Από:", "Στάλθηκε:", "Προς:", "Θέμα:"),
    "ro": ("De la:", "Trimis:", "Către:", "Subiect:"),
    "he": ("\u200fמאת:", "נשלח:", "אל:", "נושא:"),
    "uk": ("Від:", "Надіслано:", "Кому:", "Тема:"),
    "vi": ("Từ:", "Đã gửi:", "Tới:", "Chủ đề:"),
    "ar": ("من:", "تاريخ الإرسال:", "إلى:", "الموضوع:"),
    "pt": ("De:", "Enviada em:", "Para:", "Assunto:"),
    "th": ("จาก:", "ส่ง:", "ถึง:", "เรื่อง:"),
    "ja": ("差出人：", "送信日時：", "宛先：", "件名："),
}

ATTRIBUTIONS = [
    "W dniu pon., 23 lis 2026 o 10:15 Napoleon <napoleon@localhost> napisał(a):",
    "Op ma 23 nov 2026 om 10:15 schreef Napoleon <napoleon@localhost>:",
    "Den mån 23 nov. 2026 kl 10:15 skrev Napoleon <napoleon@localhost>:",
    "ma 23. marrask. 2026 klo 10.15 Napoleon (napoleon@localhost) kirjoitti:",
    "po 23. 11. 2026 v 10:15 odesílatel Napoleon <napoleon@localhost> napsal:",
    "пн, 23 нояб. 2026 г. в 10:15, Napoleon <napoleon@localhost>:",
    "Napoleon <napoleon@localhost> 于2026年11月23日周一 10:15写道：",
    "2026년 11월 23일 (월) 오전 10:15, Napoleon <napoleon@localhost>님이 작성:",
    "Napoleon <napoleon@localhost> ezt írta (időpont: 2026. nov. 23., H, 10:15):",
    "Napoleon <napoleon@localhost>, 23 Kas 2026 Pzt, 10:15 tarihinde şunu yazdı:",
    "Στις Δευ 23 Νοε 2026 στις 10:15, Napoleon <napoleon@localhost> έγραψε:",
    "‫בתאריך יום ב׳, 23 בנוב׳ 2026 ב-10:15 מאת ‪Napoleon‬‏ <‪napoleon@localhost‬‏>:‬",
    "În lun., 23 nov. 2026 la 10:15, Napoleon <napoleon@localhost> a scris:",
    "Vào Th 2, 23 thg 11, 2026 lúc 10:15 Napoleon <napoleon@localhost> đã viết:",
    "Em seg., 23 de nov. de 2026 às 10:15, Napoleon <napoleon@localhost> escreveu:",
    "On Mon, 23 Nov 2026 at 10:15, Napoleon wrote:",
]


def own(text: str) -> list[str]:
    return [it.text for it in quotes.lines(text) if it.kind is Kind.OWN and it.text]


@pytest.mark.parametrize("code", HEADERS)
@pytest.mark.parametrize("bold", ["", "*"])
def test_a_header_begins_a_quote_in_any_language(code: str, bold: str) -> None:
    values = ("Napoleon", "poniedziałek", "Ann", "[#abc] Napoléon 1815")
    head = [
        f"{bold}{label}{bold} {value}" for label, value in zip(HEADERS[code], values, strict=True)
    ]
    with_address = [f"{head[0]} <napoleon@localhost>", *head[1:]]
    assert own("\n".join(["scout Ligny", "", *with_address, "", "scout Avesnes"])) == [
        "scout Ligny"
    ]
    if all(" " not in label for label in HEADERS[code]):
        assert own("\n".join(["scout Ligny", "", *head, "", "scout Avesnes"])) == ["scout Ligny"]


@pytest.mark.parametrize("attribution", ATTRIBUTIONS)
@pytest.mark.parametrize("width", [200, 60, 40])
def test_an_attribution_begins_a_quote_in_any_language(attribution: str, width: int) -> None:
    at = attribution.rfind(" ", 20, width) if len(attribution) > width else -1
    told = attribution if at < 0 else f"{attribution[:at]}\n{attribution[at + 1 :]}"
    assert "blue none" not in own(f"Thanks, I shall think.\n\n{told}\n\nblue none")
    assert own(f"{told}\n> blue none\nblue 61") == ["blue 61"], "where it is marked, it ends"
    assert own(f"blue 61\n{told}\n\nblue none")[0] == "blue 61", "what stands above it is one's own"


def test_orders_with_colons_are_no_header() -> None:
    orders = ["activate Beaumont: Drouot", "activate Ligny: Vandamme", "activate Philippeville: X"]
    assert own("\n".join(orders)) == orders
    assert own("then:\nactivate Beaumont: Drouot\nblue none") == [
        "then:", "activate Beaumont: Drouot", "blue none",
    ]  # fmt: skip


@pytest.mark.parametrize("line", ["a", "You are asked", "blue none", "b a"])
def test_what_may_be_quoted_is_looked_for_in_time_that_grows_with_it(line: str) -> None:
    """Of 1,500 lines that our mail holds 900 times, each was searched with all before it."""
    ours = quotes.Answered("\n".join(["a"] * 4000 + [line] * 900), frozenset({"blue none"}))
    begun = time.thread_time()
    found = quotes.lines("\n".join([line] * 15_000), ours)
    assert time.thread_time() - begun < 2
    assert found[-1].kind is not Kind.OWN, "what was not looked for is doubtful"


def test_a_line_of_ones_own_is_not_doubted_in_a_long_mail() -> None:
    ours = quotes.Answered("\n".join(f"| scout {it}" for it in range(200)))
    found = quotes.lines("\n".join(["scout 7", *["Hello"] * 1000]), ours)
    assert {it.kind for it in found} == {Kind.OWN}
