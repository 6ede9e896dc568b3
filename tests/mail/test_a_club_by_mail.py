"""Five people who have only mail find each other, play a game of three and one of five."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import ExitStack, closing

import pytest

from api.mail.office import open_office
from api.mail.rows import GIVEN_UP, SEEN
from napoleon.audit.audit import audit_of_game
from napoleon.log.events.mails import OrdersMailed
from napoleon.play.games import Games
from tests.mail.by_mail import KINDS, Service, Sink, doubled
from tests.mail.members import TRUSTED, Members, Wish
from tests.mail.tables import ADDRESS
from tests.mail.test_by_mail_alone import due
from tests.patience import PATIENCE

OF_THREE, OF_FIVE = "Napoléon 1815", "The Napoleonic Wars"

WISHES = {
    "Ann": (
        Wish(OF_THREE, f"found {OF_THREE}, Ligny and Quatre Bras, 3 players, as French, usual"),
        Wish(OF_FIVE),
    ),
    "Bob": (Wish(OF_THREE), Wish(OF_FIVE)),
    "Carl": (Wish(OF_THREE), Wish(OF_FIVE)),
    "Dora": (Wish(OF_FIVE, f"found {OF_FIVE}, 5 players, as Great Britain, clock 3 days, usual"),),
    "Emil": (Wish(OF_FIVE),),
}


def played(env: Mapping[str, str], kills: int, replies: int | None) -> None:
    """Play until all are seated and so many replies are answered, by default to the last letter.

    Worker and listener are each killed so many times.
    """
    chosen = {**env, "MAIL_ADDRESS": ADDRESS, "MAIL_AUTHSERV_ID": TRUSTED}
    with ExitStack() as held:
        games = held.enter_context(Games(chosen))
        office = open_office(games)
        held.enter_context(closing(office.store))
        sink = Sink()
        held.callback(sink.stop)
        service = Service(chosen, sink)
        held.callback(service.end)
        members = Members(sink, service.port, 1815, WISHES)
        waiting, last = due(kills, [*KINDS]), time.monotonic()
        members.begin()
        while True:
            if members.read_mails():
                last = time.monotonic()
            while waiting and len(members.replies) >= waiting[0][1]:
                service.kill(waiting.pop(0)[0])
            if replies is None:
                ended = members.are_seated and len(members.ended) == sum(map(len, WISHES.values()))
            else:
                ended = members.are_seated and len(members.answered) >= replies
            if ended and not waiting:
                break
            assert time.monotonic() < last + PATIENCE, "nobody is asked any more"
            time.sleep(0.02)
        while office.store.inbox.due(2**62, 9) or office.store.outbox.due(2**62, 9):
            assert time.monotonic() < last + PATIENCE, "a mail is not answered"
            time.sleep(0.1)
        assert {name: len(those) for name, those in members.seats.items()} == {
            name: len(those) for name, those in WISHES.items()
        }
        found = {it.created.ruleset: it for it in map(games.open, games.recorder.every_game())}
        assert {ruleset: len(it.claimed) for ruleset, it in found.items()} == {
            "napoleon1815": 3,
            "napoleonic_wars": 5,
        }
        for game in found.values():
            assert {*games.names(game.id).values()} <= {*WISHES}
            assert audit_of_game(games, game.id).holds
            mailed = [it.mail for it in games.history(game.id) if isinstance(it, OrdersMailed)]
            assert len({*mailed}) == len(mailed), "no order is doubled"
            assert game.over or replies is not None
        kept = [office.store.inbox.get(n) for n in range(1, office.store.inbox.newest() + 1)]
        assert len([it for it in kept if it]) == len(members.replies), "no mail is lost"
        assert {it.state for it in kept if it} == {SEEN}
        assert GIVEN_UP not in {it.state for it in office.store.outbox.all("")}
        assert len(doubled(sink.mails)) <= 2 * kills


@pytest.mark.sampled(1)
def test_five_who_have_only_mail_find_each_other(log_env: dict[str, str]) -> None:
    played(log_env, 1, 4)


@pytest.mark.soak
def test_five_who_have_only_mail_play_to_the_last_letter(log_env: dict[str, str]) -> None:
    played(log_env, 4, None)
