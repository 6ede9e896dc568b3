"""A seat by mail is a seat: who says from an address that it is theirs has taken it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from api.app import create_app
from api.http.mail import register
from api.mail import mailboxes
from api.mail.rows import MailboxRow
from api.mail.tokens import Purpose
from api.mail.trial import written
from napoleon.log.clocks import Clock as Timing
from napoleon.log.events.seats import SeatClaimed
from napoleon.log.game import HeldToken, token_hash
from napoleon.log.ids import new_token
from napoleon.play import seats
from tests.mail.tables import Post, body
from tests.repetitions import some_of
from tests.web.browser import Browser, fields, words

ANN = "ann@players.example"

Make = Callable[..., Post]


def invited(post: Post, **more: object) -> str:
    """A game with a clock, whose invitations nobody has used; its id."""
    created = post.games.create(
        "napoleon_columbia",
        "historical",
        {},
        clock=Timing(60, then="pass"),
        **more,  # type: ignore[arg-type]
    )
    post.id, post.tokens = created.game.id, dict(created.tokens)
    return created.game.id


def claims(post: Post) -> list[str]:
    return [it.seat for it in post.games.history(post.id) if isinstance(it, SeatClaimed)]


def confirmed(post: Post, holder: str = "french") -> MailboxRow:
    post.left(holder, ANN)
    post.run()
    post.mail(post.reply(holder, "yes"))
    post.run()
    box = mailboxes.of(post.office, post.games.open(post.id), holder)
    assert box is not None and box.confirmed
    return box


def test_confirming_an_address_claims_the_seat(make_post: Make) -> None:
    post = make_post()
    invited(post)
    confirmed(post)
    game = post.games.open(post.id)
    assert claims(post) == game.claimed == ["french"]
    assert game.tokens["french"] != token_hash(post.tokens["french"]), "the invitation is dead"
    post.mail(post.reply("french", "status"))
    post.run()
    assert "status" in body(post.newest("french")).lower()
    assert claims(post) == ["french"]


def test_a_clock_counts_for_it(make_post: Make) -> None:
    post = make_post()
    invited(post)
    for holder in post.games.open(post.id).created.seats:
        confirmed(post, holder)
    assert post.games.open(post.id).timekeeping.deadlines


def test_so_does_the_link(make_post: Make) -> None:
    post = make_post()
    invited(post)
    box = post.left("french", ANN)
    app = create_app(post.games, env={})
    register(app, post.office)
    tag = post.office.tag(Purpose.CONFIRM, box)
    assert app.test_client().post(f"/mail/confirm/{tag}").status_code == 200
    assert claims(post) == ["french"]


def test_the_first_mail_claims_a_seat_whose_address_is_known_already(make_post: Make) -> None:
    post = make_post()
    invited(post)
    post.leave("french", ANN)
    post.run()
    assert claims(post) == []
    post.mail(post.reply("french", "status"))
    post.run()
    assert claims(post) == ["french"]
    answer = post.newest("french")
    post.mail(post.reply("french", "clock", to=answer))
    before = len(post.to("french"))
    post.run()
    assert len(post.to("french")) > before, "what was answered is answered again"


def test_a_letter_from_before_the_claim_is_answered_after_it(make_post: Make) -> None:
    """Its player answers it twice; or a worker has sent it while the seat was being claimed."""
    post = make_post()
    invited(post)
    post.leave("french", ANN)
    post.run()
    first = post.newest("french")
    for text in ("status", "clock", "who"):
        before = len(post.to("french"))
        post.mail(post.reply("french", text, to=first))
        post.run()
        assert len(post.to("french")) > before
    assert claims(post) == ["french"]
    [unsubscribe] = re.findall(r"<mailto:([^>?]*)", str(first["List-Unsubscribe"]))
    post.mail(written(ANN, unsubscribe, "unsubscribe", post.clock()), recipient=unsubscribe)
    post.run()
    box = mailboxes.of(post.office, post.games.open(post.id), "french")
    assert box is not None and box.wish == mailboxes.OFF


def test_a_letter_to_somebody_else_is_none_from_before_the_claim(make_post: Make) -> None:
    post = make_post()
    invited(post)
    post.leave("french", ANN)
    post.run()
    first = post.newest("french")
    post.games.claim(
        post.id,
        "french",
        token=HeldToken(post.id, "french", token_hash(post.tokens["french"])),
        fresh=new_token(post.id, "french", bytes),
    )
    before = len(post.to("french"))
    post.mail(post.reply("french", "status", to=first))
    post.run()
    assert len(post.to("french")) == before


class Crash(Exception):
    pass


@pytest.mark.parametrize("log_env", some_of(["sqlite"], ["sqlite", "postgres"]), indirect=True)
@pytest.mark.parametrize("where", ["claim", "renew", "put"])
@pytest.mark.parametrize("first", ["yes", "status"])
def test_a_crash_on_the_way_loses_no_seat(
    log_env: dict[str, str], monkeypatch: pytest.MonkeyPatch, where: str, first: str
) -> None:
    post = Post(log_env, "1815")
    invited(post)
    if first == "yes":
        post.left("french", ANN)
    else:
        post.leave("french", ANN)
    post.run()
    targets = {
        "claim": type(post.games),
        "renew": post.office.store.mailboxes,
        "put": post.office.store.outbox,
    }
    target, left = targets[where], [1]
    whole = getattr(target, where)

    def dying(*arguments: object, **more: object) -> object:
        done = whole(*arguments, **more)
        if left:
            left.pop()
            raise Crash
        return done

    post.mail(post.reply("french", first))
    monkeypatch.setattr(target, where, dying)
    with pytest.raises(Crash):
        post.run()
    post.clock.move_on(60 * 1_000_000)
    post.run()
    game = post.games.open(post.id)
    box = mailboxes.of(post.office, game, "french")
    assert claims(post) == ["french"] and box is not None and box.confirmed
    before = len(post.to("french"))
    post.mail(post.reply("french", "clock"))
    post.run()
    assert len(post.to("french")) > before
    post.close()


def test_where_it_has_to_be_known_who_plays_no_mail_takes_a_seat(make_post: Make) -> None:
    post = make_post()
    invited(post, one_seat_each=True)
    post.left("french", ANN)
    post.run()
    post.mail(post.reply("french", "yes"))
    post.run()
    assert claims(post) == []


def test_who_watches_claims_nothing(make_post: Make) -> None:
    post = make_post()
    invited(post)
    assert post.games.open(post.id).claimed == []
    post.leave("french", ANN)
    post.run()
    assert claims(post) == []


@pytest.mark.parametrize("keeps", [True, False])
def test_claiming_on_a_page_keeps_the_address_that_it_shows(make_post: Make, keeps: bool) -> None:
    post = make_post()
    invited(post)
    post.left("french", ANN)
    app = create_app(post.games, env={})
    register(app, post.office)
    browser = Browser(app)
    browser.post(f"/games/{post.id}/session", {"token": post.tokens["french"]})
    shown = browser.get(f"/games/{post.id}/join?seat=french")
    assert f"Mails about the game go to {ANN}" in words(shown)
    form = {"seat": "french", "name": "Ann"} | ({"kept": ANN} if keeps else {})
    assert browser.post(f"/games/{post.id}/join", form).status_code == 200
    box = mailboxes.of(post.office, post.games.open(post.id), "french")
    assert (box is not None) is keeps
    if box is not None:
        assert not box.confirmed, "it was never asked whether that is theirs"
        post.run()
        post.mail(post.reply("french", "yes"))
        post.run()
        now = post.office.store.mailboxes.get(box.id)
        assert now is not None and now.confirmed
        assert claims(post) == ["french"]


def test_an_address_that_was_not_shown_is_not_kept(make_post: Make) -> None:
    """Who has made the invitation could have left their own."""
    post = make_post()
    invited(post)
    app = create_app(post.games, env={})
    register(app, post.office)
    browser = Browser(app)
    browser.post(f"/games/{post.id}/session", {"token": post.tokens["french"]})
    form = fields(browser.get(f"/games/{post.id}/join?seat=french")) | {"name": "Ann"}
    post.left("french", "founder@players.example")
    assert browser.post(f"/games/{post.id}/join", form).status_code == 200
    assert mailboxes.of(post.office, post.games.open(post.id), "french") is None


def test_a_handed_over_seat_is_claimed_by_who_gets_it(make_post: Make) -> None:
    post = make_post()
    invited(post)
    confirmed(post)
    game = post.games.open(post.id)
    lost = HeldToken(game.id, "french", game.tokens["french"])
    fresh = seats.hand_over(post.games, game.id, "french", lost)
    assert isinstance(fresh, str)
    post.tokens["french"] = fresh
    confirmed(post)
    assert claims(post) == ["french", "french"]
