"""Games played by mail alone while worker and listener are killed: nothing is lost or doubled."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from api.mail import mailboxes
from api.mail.office import Office, open_office
from api.mail.rows import GIVEN_UP, SEEN, MailboxRow
from napoleon.audit.audit import audit_of_game
from napoleon.log.events.mails import OrdersMailed
from napoleon.play import seats
from napoleon.play.games import Games
from napoleon.rules.orders import OrderGiven
from tests.command_line.conftest import Shell
from tests.mail.by_mail import KINDS, Players, Service, Sink, doubled
from tests.mail.tables import ADDRESS
from tests.patience import PATIENCE

SHARED = {"napoleonic_empire": ("allied", ("britain", "russia", "prussia", "austria"))}
"""Who shares a seat, each with a mailbox of their own; the seat has none."""

FORMS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "fog": ("napoleon1815", "ligny_quatre_bras", {"players": 3, "rules": "grognard"}),
    "empire": ("napoleonic_empire", "europe", {}),
    "wars": ("napoleonic_wars", "1805", {"players": 5}),
}


def played(
    env: Mapping[str, str], form: str, kills: int, replies: int | None, *killed: str
) -> None:
    """Play until so many replies are answered, by default to the end.

    Each of the kinds of processes that are `killed` is killed so many times.
    """
    ruleset, scenario, options = FORMS[form]
    everybody: set[str] = set()
    with ExitStack() as held:
        games = held.enter_context(Games({**env, "MAIL_ADDRESS": ADDRESS}))
        created = games.create(ruleset, scenario, options)
        game_id = created.game.id
        office = held.enter_context(_closing(games))
        shared, partners = SHARED.get(ruleset, ("", ()))
        for seat in created.game.created.seats:
            token = games.claim(game_id, seat)
            for holder in partners if seat == shared else (seat,):
                given = token if holder == seat else _share(games, game_id, seat, holder, token)
                box = mailboxes.leave(office, game_id, holder, given, {"address": _at(holder)})
                assert isinstance(box, MailboxRow)
                mailboxes.confirm(office, box)
                everybody.add(_at(holder))
        sink = Sink()
        service = Service(env, sink)
        players = Players(sink, service.port, 1815, [*map(_at, partners)])
        try:
            _play(service, players, due(kills, killed), everybody, replies)
            _settled(office, players)
            if replies is None:
                assert not players.read_mails(), "nobody is asked after the end"
                assert set(players.signed) == everybody
        finally:
            service.end()
            sink.stop()
        late = _nothing_is_lost(games, office, game_id, players)
        assert not late or partners, "each of them is an order that was legal"
        _mails_fit_the_record(env, game_id, players)
        # A mail may be sent twice if a worker dies between sending and noting it: it is the same
        # mail, by its Message-ID, and every mail program shows it once.
        assert len(doubled(sink.mails)) <= kills
        letters = [it for it in office.store.outbox.all(game_id) if it.message]
        assert GIVEN_UP not in {it.state for it in letters}
        assert len({(it.holder, it.about) for it in letters}) == len(letters)


def _at(holder: str) -> str:
    return f"{holder}@players.example"


def _share(games: Games, game_id: str, seat: str, share: str, token: str) -> str:
    """The token of somebody who has taken a share of a seat."""
    invitation = seats.share_out(games, game_id, seat, share, token)
    assert isinstance(invitation, str)
    claimed = games.claim(game_id, share, token=invitation)
    assert isinstance(claimed, str)
    return claimed


@contextmanager
def _closing(games: Games) -> Iterator[Office]:
    office = open_office(games)
    try:
        yield office
    finally:
        office.store.close()


def due(kills: int, kinds: Sequence[str]) -> list[tuple[str, int]]:
    """Which process is killed after how many replies."""
    return [(kind, 3 + 4 * number) for number in range(kills) for kind in kinds]


def _play(
    service: Service,
    players: Players,
    due: list[tuple[str, int]],
    everybody: set[str],
    replies: int | None,
) -> None:
    """Play until so many replies were sent, or else until everybody is told of the end."""
    last = time.monotonic()
    while True:
        if players.read_mails():
            last = time.monotonic()
        while due and len(players.replies) >= due[0][1]:
            service.kill(due.pop(0)[0])
        over = players.over == everybody and replies is None
        if not due and (over or (replies is not None and len(players.replies) >= replies)):
            return
        assert time.monotonic() < last + PATIENCE, "nobody is asked any more"
        time.sleep(0.02)


def _settled(office: Office, players: Players) -> None:
    """Wait until every mail has been answered."""
    deadline = time.monotonic() + PATIENCE
    while office.store.inbox.due(2**62, 9) or office.store.outbox.due(2**62, 9):
        assert time.monotonic() < deadline, "a mail is not answered"
        time.sleep(0.1)


def _nothing_is_lost(games: Games, office: Office, game_id: str, players: Players) -> set[str]:
    """Each mail with an order is in the log at most once, and those that are not were answered.

    These are returned: of partners who answer the same question one comes too late.
    """
    events = games.history(game_id)
    mailed = [it.mail for it in events if isinstance(it, OrdersMailed)]
    assert len(set(mailed)) == len(mailed), "no order is doubled"
    orders = [it.order_id for it in events if isinstance(it, OrderGiven)]
    assert len(set(orders)) == len(orders)
    inbox = office.store.inbox
    kept = {it.digest: it for it in map(inbox.get, range(1, inbox.newest() + 1)) if it}
    assert len(kept) == len(players.replies), "no reply is lost"
    assert {it.state for it in kept.values()} == {SEEN}
    assert set(mailed) <= set(kept)
    assert {it.finding for it in kept.values()} == {"answered"}
    assert audit_of_game(games, game_id).holds
    return set(kept) - set(mailed)


def _mails_fit_the_record(env: Mapping[str, str], game_id: str, players: Players) -> None:
    """The record holds, and it is the one that the newest mails to each player were signed for."""
    shell = Shell(Path(env["NAPOLEON_HOME"]))
    shell.env = dict(env)
    bundle = shell.home / "game.zip"
    shell.run("export", game_id, "-o", str(bundle))
    kept = [shell.home / f"{address}.txt" for address in players.signed]
    for file, text in zip(kept, players.signed.values(), strict=True):
        file.write_text(text, encoding="utf-8")
    report = shell.json("verify", str(bundle), *(f"--checkpoint={file}" for file in kept))
    assert report["ok"] and not report["not_decided"], report


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("log_env", "form", "killed"),
    [("postgres", "fog", "worker"), ("sqlite", "empire", "mail"), ("sqlite", "wars", "mail")],
    indirect=["log_env"],
)
def test_mails_and_orders_survive_kills(log_env: dict[str, str], form: str, killed: str) -> None:
    """Each form is played on one store here, and one process is killed; by ``make soak`` both."""
    played(log_env, form, 1, 5, killed)


@pytest.mark.soak
@pytest.mark.parametrize("form", FORMS)
def test_a_whole_game_is_played_by_mail_alone(log_env: dict[str, str], form: str) -> None:
    played(log_env, form, 4, None, *KINDS)
