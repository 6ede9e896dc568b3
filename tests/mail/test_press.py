"""Press by mail: what is written to others, where it ends, and how it comes to them."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest

from api.mail.mailboxes import DIGEST, OFF, change, of
from api.mail.posting.turn_notifier import Attendance
from napoleon.log.press import letters
from napoleon.log.times import DAY
from napoleon.play.dispatches import charter
from napoleon.play.outcomes import Accepted
from napoleon.play.press import send
from napoleon.rules.events import REFEREE
from napoleon.rules.orders import OrderGiven, Refusal
from napoleon.rules.viewer import Viewer
from tests.mail.tables import Clock, Post, body


def written(post: Post) -> list[tuple[str, tuple[str, ...], str]]:
    """From whom, to whom and what was written, the oldest first."""
    game = post.games.open(post.id)
    texts = {it.id: it.text for it in post.games.recorder.texts(post.id)}
    found = letters(post.games, game, Viewer(REFEREE))
    return [(it.sender, it.to, texts.get(it.text, "")) for it in found][::-1]


def alone(post: Post, holder: str) -> list[str]:
    """The mails with nothing but press that a holder has got."""
    rows = [it for it in post.delivered if it.holder == holder and it.about.startswith("press-")]
    mails = {it["Message-ID"]: it for it in post.to(holder)}
    return [body(mails[it.message_id]) for it in rows]


def test_a_line_is_sent_and_arrives_by_itself(both: Post) -> None:
    told = both.answer("french", "press to Allies: Leave Brussels!\n\nblue none")
    assert written(both) == [("french", ("allied",), "Leave Brussels!")]
    assert "To the Allies" in told and "Leave Brussels!" in told
    [mail] = alone(both, "allied")
    assert "The French to the Allies" in mail and "| Leave Brussels!" in mail
    assert alone(both, "french") == []


def test_a_block_keeps_its_paragraphs(both: Post) -> None:
    text = "press to the allies:\nLeave Brussels!\n\n - at once\n   or later\nend press\nblue none"
    both.answer("french", text)
    assert written(both) == [("french", ("allied",), "Leave Brussels!\n\n - at once\n   or later")]
    assert [it for it in both.games.history(both.id) if isinstance(it, OrderGiven)]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("head", ["press to allies", "Press to Allies :", "press allies:"])
@pytest.mark.parametrize("end", ["end press", "ENDPRESS", "End of press."])
def test_how_a_block_may_begin_and_end(both: Post, head: str, end: str) -> None:
    both.answer("french", f"{head}\nLeave Brussels!\n{end}")
    assert written(both) == [("french", ("allied",), "Leave Brussels!")]


def test_a_text_may_begin_in_the_line_of_the_command(both: Post) -> None:
    both.answer("french", "press to allies: Leave\nBrussels!\nend press\n\npress to all: Now.")
    assert written(both) == [
        ("french", ("allied",), "Leave\nBrussels!"),
        ("french", ("all",), "Now."),
    ]


def test_orders_in_a_text_are_no_orders(both: Post) -> None:
    both.answer("french", "press to allies:\nblue none\nwithdraw\nend press")
    assert written(both) == [("french", ("allied",), "blue none\nwithdraw")]
    assert not [it for it in both.games.history(both.id) if isinstance(it, OrderGiven)]


def test_a_text_without_an_end_is_not_sent_and_all_of_it_is_named(both: Post) -> None:
    told = both.answer("french", "press to allies:\nLeave Brussels!\nblue none")
    assert written(both) == []
    assert not [it for it in both.games.history(both.id) if isinstance(it, OrderGiven)]
    assert "TEXT_UNENDED" in told
    untaken = told.partition("TEXT_UNENDED")[2]
    for line in ("press to allies:", "Leave Brussels!", "blue none"):
        assert line in untaken


def test_a_line_that_may_go_on_in_the_next_is_not_sent_by_halves(both: Post) -> None:
    told = both.answer(
        "french", "press to allies: We shall spare you if you leave\nBrussels today."
    )
    assert written(both) == []
    assert "TEXT_UNENDED" in told and "Brussels today." in told


def test_an_order_under_a_line_of_press_is_an_order(both: Post) -> None:
    both.answer("french", "press to allies: Leave Brussels!\nblue none")
    assert written(both) == [("french", ("allied",), "Leave Brussels!")]
    assert [it.player for it in both.games.history(both.id) if isinstance(it, OrderGiven)]


def test_prose_under_an_empty_line_is_named_and_not_sent(both: Post) -> None:
    told = both.answer("french", "press to allies: Leave Brussels!\n\nKind regards\nN.")
    assert written(both) == [("french", ("allied",), "Leave Brussels!")]
    assert "Kind regards" in told and "It is no order and no command." in told


def test_quotes_never_get_into_a_text(both: Post) -> None:
    told = both.answer("french", "press to allies:\nHear me.\n> We stay.\nDo you?\nend press")
    assert written(both) == [("french", ("allied",), "Hear me.\nDo you?")]
    assert "We stay." in told and "It is quoted" in told


def test_signatures_never_get_into_a_text(both: Post) -> None:
    told = both.answer("french", "press to allies:\nLeave Brussels!\n-- \nN. Bonaparte\nend press")
    assert written(both) == []
    assert "TEXT_UNENDED" in told and "Leave Brussels!" in told


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("press to Austria: Help!", "UNKNOWN_SEAT"),
        ("press to allies:\n\nend press", "TEXT_UNENDED"),
        ("press to french: Hello", "TO_YOURSELF"),
        (f"press to allies:\n{'long ' * 900}\nend press", "TEXT_TOO_LONG"),
        (f"press to allies: {'long ' * 900}", "TEXT_TOO_LONG"),
    ],
)
def test_refused(both: Post, text: str, code: str) -> None:
    assert code in both.answer("french", text)
    assert written(both) == []


def test_the_same_mail_twice_writes_once(both: Post) -> None:
    raw = both.reply("french", "press to allies: Leave Brussels!")
    for _ in range(2):
        both.mail(raw)
        both.run()
    assert len(written(both)) == 1
    assert len(alone(both, "allied")) == 1


def test_each_letter_has_one_mail_however_often_somebody_looks(both: Post) -> None:
    both.answer("french", "press to allies: One.")
    both.answer("french", "press to allies: Two.")
    for _ in range(2):
        Attendance(both.office).look()
        both.run()
    assert [re.findall(r"\| (\w+\.)", it) for it in alone(both, "allied")] == [["One."], ["Two."]]


def test_a_worker_that_begins_anew_tells_nothing_twice_and_leaves_nothing_out(both: Post) -> None:
    first = Attendance(both.office)
    first.look()
    for text in ("One.", "Two."):
        send(both.games, both.id, "french", ["allied"], text)
    assert Attendance(both.office).look() == 2
    send(both.games, both.id, "french", ["allied"], "Three.")
    assert first.look() == 1, "the other has told the first two"
    assert Attendance(both.office).look() == 0
    both.run()
    assert [re.findall(r"\| (\w+\.)", it) for it in alone(both, "allied")] == [
        ["One."],
        ["Two."],
        ["Three."],
    ]


def test_what_a_player_writes_comes_back_behind_a_bar(both: Post) -> None:
    told = both.answer("french", "press to allies:\nblue none\nend press")
    assert "| blue none" in told
    assert "blue none" not in told.splitlines()


def test_an_answer_to_press_is_understood_as_any(both: Post) -> None:
    both.answer("french", "press to allies: Leave Brussels!")
    mail = next(it for it in both.to("allied") if "Leave Brussels!" in body(it))
    both.mail(both.reply("allied", "press to french: Never!", to=mail))
    both.run()
    assert written(both)[-1] == ("allied", ("french",), "Never!")


def test_judges_are_written_to_and_write(both: Post) -> None:
    both.leave(REFEREE)
    both.run()
    both.answer("french", "press to referee: May I?")
    [mail] = alone(both, REFEREE)
    assert "| May I?" in mail
    both.answer("french", "press to allies: Between us.")
    assert len(alone(both, REFEREE)) == 1, "they find it in the archive"
    both.answer(REFEREE, "press to french: You may.")
    assert any("| You may." in it for it in alone(both, "french"))
    assert not any("You may." in it for it in alone(both, "allied"))


def test_a_digest_has_all_that_was_written(both: Post, clock: Clock) -> None:
    box = of(both.office, both.games.open(both.id), "allied")
    assert box is not None
    change(both.office, box, {"mail": DIGEST})
    long = "All the way to Brussels. " * 20
    both.answer("french", f"press to allies:\n{long}\nend press")
    assert alone(both, "allied") == []
    clock.move_on(DAY)
    both.run()
    told = " ".join(body(both.newest("allied")).replace("\n|", "").split())
    assert long.strip() in told
    change(both.office, box, {"mail": "instant"})
    both.run()
    assert alone(both, "allied") == [], "it was told"


def test_nothing_is_sent_to_whom_mails_are_off(both: Post) -> None:
    box = of(both.office, both.games.open(both.id), "allied")
    assert box is not None
    change(both.office, box, {"mail": OFF})
    both.answer("french", "press to allies: Leave Brussels!")
    assert alone(both, "allied") == []


def test_what_was_written_before_an_address_was_left_is_in_no_mail(post: Post) -> None:
    send(post.games, post.id, "french", ["allied"], "Long ago.")
    post.clock.move_on(DAY)
    post.leave("allied")
    post.run()
    assert alone(post, "allied") == []
    send(post.games, post.id, "french", ["allied"], "Just now.")
    post.run()
    [mail] = alone(post, "allied")
    assert "Just now." in mail


def three(make_post: Callable[..., Post], tmp: str, text: str) -> Post:
    """Three players, of whom the French have written to the Prussians."""
    post = make_post(NAPOLEON_HOME=tmp, NAPOLEON_SECRET="correct horse battery staple")
    post.set_up("napoleon1815", "historical_invasion", {"players": 3})
    for seat in post.games.open(post.id).created.seats:
        post.leave(seat, language="en")
    send(post.games, post.id, REFEREE, ["all"], "Begin.")
    send(post.games, post.id, "french", ["prussian"], text)
    post.run()
    post.answer("anglo_dutch", "history\npress")
    return post


def test_of_a_letter_others_get_the_same_mails_whatever_it_says(
    make_post: Callable[..., Post], tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Clock, "__call__", lambda self: 1_763_700_000_000_000 + self.ahead)
    one, other = (
        three(make_post, f"{tmp_path}/{name}", text)
        for name, text in (("a", "Join me."), ("b", "Leave them: here are 10,000 francs."))
    )
    assert one.id == other.id
    assert [masked(it) for it in seen(one, "anglo_dutch")] == [
        masked(it) for it in seen(other, "anglo_dutch")
    ]
    assert not any("Join me." in it or "French to" in it for it in seen(one, "anglo_dutch"))
    assert any("Join me." in it for it in seen(one, "prussian"))


def seen(post: Post, holder: str) -> list[str]:
    return [body(it) + str(it["Subject"]) + str(it["Message-ID"]) for it in post.to(holder)]


def masked(text: str) -> str:
    """Without the checkpoint, which commits to everything."""
    return re.sub(r"(?m)^[A-Za-z0-9+/=]{40,}$|^\N{EM DASH}.*$", "*", text)


def test_allies_write_to_each_other_only_in_contact(make_post: Callable[..., Post]) -> None:
    post = make_post()
    post.set_up("napoleon1815", "historical_invasion", {"players": 3})
    for seat in post.games.open(post.id).created.seats:
        post.leave(seat)
    send(post.games, post.id, REFEREE, ["all"], "Begin.")
    post.run()
    for line in ("press to anglo-dutch: Where are you?", "press to all: Where are you?"):
        told = post.answer("prussian", line)
        assert "NO_CONTACT, THREE.3" in told
    post.answer("prussian", "press to french: Peace?")
    post.answer("french", "press to anglo-dutch and prussians: War!")
    assert written(post)[1:] == [
        ("prussian", ("french",), "Peace?"),
        ("french", ("anglo_dutch", "prussian"), "War!"),
    ]


def couriers(make_post: Callable[..., Post], **odds: int) -> Post:
    """Three players, who all have a mail to answer, and couriers that ride fast."""
    post = make_post()
    post.set_up("napoleon1815", "historical_invasion", {"players": 3})
    for seat in post.games.open(post.id).created.seats:
        post.leave(seat)
    chosen = {"lost": 0, "captured": 0, "pace": 100, **odds}
    assert not isinstance(charter(post.games, post.id, REFEREE, **chosen), Refusal)
    send(post.games, post.id, REFEREE, ["all"], "Begin.")
    post.run()
    return post


def next_turn(post: Post) -> None:
    """Play on until another turn begins."""
    bot = post.games.rules(post.games.open(post.id)).bot(Random(1815))
    turn = post.games.open(post.id).state.turn
    while (game := post.games.open(post.id)).state.turn == turn and not game.over:
        rules = post.games.rules(game)
        decision = post.games.decisions(game)[0]
        reader = Viewer(decision.seat)
        offers = list(rules.legal_orders(game.state, decision))
        order = bot.choose(rules.known(game.state, reader), decision, offers)
        assert isinstance(post.games.submit_orders(post.id, decision.seat, [order]), Accepted)


def test_a_dispatch_rides_by_mail(make_post: Callable[..., Post]) -> None:
    post = couriers(make_post)
    told = post.answer(
        "prussian", "dispatch from Wavre to brux, to anglo-dutch:\nWhere are you?\nend dispatch"
    )
    turn = post.games.open(post.id).state.turn
    assert f"due in turn {turn + 1}" in " ".join(told.split())
    assert "Where are you?" in told
    assert len(alone(post, "anglo_dutch")) == 1, "what the referee wrote"
    next_turn(post)
    post.run()
    [mail] = alone(post, "anglo_dutch")[1:]
    assert "| Where are you?" in mail
    assert f"from Wavre to Bruxelles, sent in turn {turn}" in " ".join(mail.split())
    assert not any("Where are you?" in body(it) for it in post.to("french"))


def test_a_captured_dispatch_comes_by_mail_to_the_enemy(make_post: Callable[..., Post]) -> None:
    post = couriers(make_post, captured=100)
    post.answer("prussian", "dispatch from Wavre to Bruxelles, to anglo-dutch: Where are you?")
    next_turn(post)
    post.run()
    assert "captured; from Wavre" in " ".join(alone(post, "french")[1].split())
    assert len(alone(post, "anglo_dutch")) == 1


def test_a_dispatch_without_an_end_is_not_sent(make_post: Callable[..., Post]) -> None:
    post = couriers(make_post)
    told = post.answer("prussian", "dispatch from Wavre to Bruxelles, to anglo-dutch\nwithdraw")
    assert "TEXT_UNENDED" in told and "end dispatch" in " ".join(told.split())
    assert post.games.open(post.id).dispatches == {}
