"""Who loses a share of a seat or the deputy's chair by somebody else's act is told so once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from napoleon.log.times import HOUR
from napoleon.play import seats
from napoleon.rules.contract import installed
from napoleon.rules.events import DEPUTY, REFEREE
from tests.mail.tables import Post, body

EMPIRE = installed()["napoleonic_empire"]
SHARE = EMPIRE.shares({})["allied"][0]


@pytest.fixture
def shared(make_post: Callable[..., Post]) -> Post:
    """A game by mail in which somebody shares the seat of the Allies, and one with a deputy."""
    post = make_post()
    post.set_up("napoleonic_empire", EMPIRE.scenarios[0].id)
    given = seats.share_out(post.games, post.id, "allied", SHARE, post.tokens["allied"])
    chair = seats.appoint_deputy(post.games, post.id, post.tokens[REFEREE])
    for holder, token in ((SHARE, given), (DEPUTY, chair)):
        assert isinstance(token, str)
        post.tokens[holder] = seats.claim(post.games, post.id, holder, token=token)
    for holder in ("french", "allied", REFEREE, SHARE, DEPUTY):
        post.leave(holder)
    post.run()
    return post


def last_of(post: Post, holder: str, before: int) -> tuple[str, str]:
    """Subject and text of the only mail that came after so many, which asks nothing."""
    [mail] = post.to(holder)[before:]
    assert str(mail["Reply-To"]) == post.office.settings.address, "they have no part any more"
    newest = [it for it in post.delivered if it.holder == holder][-1]
    assert newest.asks == ""
    return str(mail["Subject"]), " ".join(body(mail).split())


@pytest.mark.parametrize(
    ("by", "who"), [("allied", "the holder of the seat"), (REFEREE, "the referee")]
)
@pytest.mark.parametrize("act", ["end", "give to another"])
def test_whose_share_is_ended_is_told_once(shared: Post, by: str, who: str, act: str) -> None:
    before = len(shared.to(SHARE))
    given = seats.end_share if act == "end" else seats.share_out
    given(shared.games, shared.id, "allied", SHARE, shared.tokens[by])
    shared.run()
    subject, said = last_of(shared, SHARE, before)
    assert subject.endswith("you no longer play the Allies")
    assert f"Your part in playing the Allies is over: {who} has ended it." in said
    assert "You see and order nothing there any more. What you have done" in said
    assert f"| watch {shared.id}" in said
    shared.answer("french", "pass")
    shared.answer("allied", "status")
    assert len(shared.to(SHARE)) == before + 1


def test_who_gives_their_share_up_is_told_nothing(shared: Post) -> None:
    before = len(shared.to(SHARE))
    seats.end_share(shared.games, shared.id, "allied", SHARE, shared.tokens[SHARE])
    shared.run()
    assert len(shared.to(SHARE)) == before


@pytest.mark.parametrize("act", [seats.dismiss_deputy, seats.appoint_deputy])
def test_a_deputy_who_is_dismissed_is_told_once(shared: Post, act: Callable[..., object]) -> None:
    before = len(shared.to(DEPUTY))
    act(shared.games, shared.id, shared.tokens[REFEREE])
    shared.run()
    subject, said = last_of(shared, DEPUTY, before)
    assert subject.endswith("you are no longer the deputy of the referee")
    assert "The referee has dismissed you: you are no longer the deputy of the referee." in said
    shared.answer("french", "pass")
    assert len(shared.to(DEPUTY)) == before + 1


def test_it_is_no_news_a_day_later(shared: Post) -> None:
    counts = {it: len(shared.to(it)) for it in (SHARE, DEPUTY)}
    seats.dismiss_deputy(shared.games, shared.id, shared.tokens[REFEREE])
    seats.end_share(shared.games, shared.id, "allied", SHARE, shared.tokens["allied"])
    shared.clock.move_on(25 * HOUR)
    shared.run()
    assert counts == {it: len(shared.to(it)) for it in (SHARE, DEPUTY)}
