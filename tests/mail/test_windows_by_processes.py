"""Windows by form with a worker and a listener of their own, on both stores."""

from __future__ import annotations

import smtplib
import time
from collections.abc import Callable

from api.mail import mailboxes, trial
from api.mail.rows import MailboxRow
from napoleon.rules.orders import OrderGiven
from tests.mail.tables import asked, body, read
from tests.mail.test_first_question import House, house
from tests.patience import PATIENCE

__all__ = ["house"]


WINDOW = "window when a stack has been activated: pass"


def until(true: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline, "it does not come"
        time.sleep(0.05)


def test_no_mail_goes_out_for_what_a_form_answers(house: House) -> None:
    """Blue cards and the window of an operation are passed by the worker; each has one form."""
    games = house.games
    created = games.create(
        "napoleon1815", "historical_invasion", {}, windows="form", instant_answers=True
    )
    game_id = created.game.id
    addresses = {it: f"{it}.{game_id}@forms.example" for it in created.game.created.seats}
    for seat, address in addresses.items():
        token = str(games.claim(game_id, seat))
        box = mailboxes.leave(house.office, game_id, seat, token, {"address": address})
        assert isinstance(box, MailboxRow)
        mailboxes.confirm(house.office, box)

    def mails(seat: str) -> list[bytes]:
        return [it for it in house.sink.mails if str(read(it)["To"]) == addresses[seat]]

    def questions(seat: str) -> list[bytes]:
        return [it for it in mails(seat) if asked(read(it))]

    def given() -> list[tuple[str, str, bool]]:
        return [
            (it.player, str(it.order["order"]), it.instruction is None)
            for it in games.history(game_id)
            if isinstance(it, OrderGiven)
        ]

    until(lambda: [it for it in addresses if questions(it)])
    [active] = [it for it in addresses if questions(it)]
    [other] = [it for it in addresses if it != active]
    blue = {("french", "declare_blue", False), ("allied", "declare_blue", False)}
    assert {*given()} == blue, "nobody was asked for a blue card"
    question = questions(active)[0]
    offers = [line for line in body(read(question)).splitlines() if line.startswith("| activate")]
    until(lambda: WINDOW in body(read(mails(other)[-1])))

    line = offers[0].removeprefix("| ")
    raw, to = trial.reply(question, line, time.time_ns() // 1000)
    with smtplib.LMTP("127.0.0.1", house.service.port) as server:
        server.sendmail(addresses[active], [to], raw)
    # The window of the operation is passed, and its player goes on.
    until(lambda: (other, "decline_window", False) in given())
    until(lambda: any("| move" in body(read(it)) for it in mails(active)[1:]))
    assert questions(other) == []
    told = [it for it in mails(other) if WINDOW in body(read(it))]
    assert len(told) == 1, "the form is shown once, as no hand has changed"
    assert all(by_hand for seat, verb, by_hand in given() if verb == "activate_stack")
