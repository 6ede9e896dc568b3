# ruff: noqa: RUF001 - alphabets of many languages
"""Replies: how they are understood, carried out and answered."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from random import Random

import pytest

from api.mail.office import open_office
from api.mail.rows import SEEN
from napoleon.log.events.mails import OrdersMailed
from napoleon.play.referee.rulings import Judgement, rule
from napoleon.record.key_rotation import rotate
from napoleon.rules.bots import RandomPlayer
from napoleon.rules.events import REFEREE
from napoleon.rules.orders import OrderGiven, Refusal
from napoleon.rules.redaction import redacted
from napoleon.rules.viewer import Viewer
from tests.mail.tables import Post, asked, body, read


def orders(post: Post) -> list[str]:
    """Who has given orders, the oldest first."""
    events = post.games.history(post.id)
    return [it.player for it in events if isinstance(it, OrderGiven)]


def mailed(post: Post) -> list[OrdersMailed]:
    return [it for it in post.games.history(post.id) if isinstance(it, OrdersMailed)]


def begun(post: Post) -> None:
    """The blue cards are out of the way: the French are to activate a stack."""
    post.answer("french", "blue none")
    post.answer("allied", "blue none")


def activated(post: Post) -> None:
    """The French have activated a stack, and are to say what it does."""
    begun(post)
    post.answer("french", "activate Beaumont: Drouot")
    post.answer("allied", "decline")


def test_an_order_is_carried_out_and_told_in_words(both: Post) -> None:
    told = both.answer("french", "blue none")
    assert orders(both) == ["french"]
    assert "One line was carried out. It waits for the Allies." in told
    assert "Play no blue card" in told


def test_the_echo_answers_its_mail_and_is_no_question_for_robots(both: Post) -> None:
    raw = both.reply("french", "blue none")
    both.mail(raw)
    both.run()
    echo = both.newest("french")
    assert echo["In-Reply-To"] == read(raw)["Message-ID"]
    assert echo["References"].split() == [f"<{both.id}@club.example>", read(raw)["Message-ID"]]
    assert echo["Auto-Submitted"] == "auto-replied"


def test_what_is_asked_next_is_in_the_echo_and_in_no_mail_beside_it(both: Post) -> None:
    activated(both)
    before = len(both.to("french"))
    told = both.answer("french", "nothing")
    assert len(both.to("french")) == before + 1
    assert "You are asked" in told
    assert asked(both.newest("french")) == ["decline"]


def test_several_orders_are_carried_out_until_somebody_else_has_to_decide(both: Post) -> None:
    activated(both)
    told = both.answer("french", "nothing\ndecline\nactivate Beaumont: Vandamme")
    assert orders(both)[4:] == ["french", "french"]
    assert "2 lines were carried out. It waits for the Allies." in told
    assert "| activate Beaumont: Vandamme" in told.partition("Left over")[2]


def test_a_refused_order_stops_those_after_it_and_names_what_is_legal(both: Post) -> None:
    begun(both)
    told = both.answer("french", "activate Beaumont: Reille\nnothing")
    assert orders(both)[2:] == []
    assert "Refused: activate Beaumont: Reille" in told
    assert "[" in told.partition("Refused")[2].partition("Legal now")[0], "code and clause"
    nearest = told.partition("Legal now, and nearest to it:")[2].partition("Left over")[0]
    assert "| activate Beaumont:" in nearest
    assert "| nothing" in told.partition("Left over")[2]


def test_a_misspelt_order_stops_those_after_it(both: Post) -> None:
    begun(both)
    told = both.answer("french", "activte Beaumont: Drouot\npass")
    assert orders(both)[2:] == []
    assert "Refused: activte Beaumont: Drouot" in told


def test_prose_is_named_and_stops_nothing(both: Post) -> None:
    told = both.answer("french", "Bonjour Tom!\nI think I shall wait.\nblue none\nBest, Ann")
    assert orders(both) == ["french"]
    untaken = told.partition("Not carried out")[2]
    for line in ("Bonjour Tom!", "I think I shall wait.", "Best, Ann"):
        assert f"> {line}" in untaken


def test_quoted_lines_are_not_carried_out_and_are_named(both: Post) -> None:
    told = both.answer("french", "status\n\nOn Monday, Bob wrote:\n> blue none\n")
    assert orders(both) == []
    assert "> blue none" in told.partition("Not carried out")[2]


def test_what_our_own_mail_said_is_not_named(both: Post) -> None:
    told = both.answer("french", "blue none")
    assert "Not carried out" not in told


@pytest.mark.parametrize(
    "copied",
    [
        "| blue none",
        "| blue none\n    Play no blue card",
        "blue none \N{EN DASH} Play no blue card",
        "| blue none \N{EN DASH} Play no blue card",
    ],
)
def test_an_offer_that_was_copied_as_it_is_shown_is_an_order(both: Post, copied: str) -> None:
    told = both.answer("french", copied)
    assert orders(both) == ["french"]
    assert "Not carried out" not in told
    # But only where the mail that is answered offers it: else it may be anybody's.
    told = both.answer("allied", "| no such order\n| blue 99")
    assert orders(both) == ["french"]
    assert "Not carried out" in told


def test_a_mail_that_is_quoted_without_marks_orders_nothing(both: Post) -> None:
    """All of ours, and all of it from any line on: an order of one's own stands above it."""
    said = body(both.newest("french"))
    told = both.answer("french", f"Thanks, I shall think about it.\n\n{said}")
    assert orders(both) == []
    assert "> blue none" in told.partition("Not carried out")[2], "it is named"
    asking = both.newest("french")
    both.answer("french", f"blue none\n\n{body(asking)}", to=asking)
    assert orders(both) == ["french"]


def test_the_same_mail_twice_does_nothing_and_says_so(both: Post) -> None:
    begun(both)
    raw = both.reply("french", "activate Beaumont: Drouot")
    both.mail(raw)
    both.run()
    after = both.games.open(both.id).version
    both.mail(raw)
    both.run()
    assert both.games.open(both.id).version == after
    # Some servers add a header on the way: then it is another mail with the same Message-ID.
    both.mail(b"X-Way: long\r\n" + raw)
    both.run()
    assert both.games.open(both.id).version == after
    assert "has come before" in body(both.newest("french"))


def test_a_later_set_number_wins_and_not_a_later_arrival(both: Post) -> None:
    """users.md 2.1: v2 arrives first, v1 six hours late. v2 stands, v1 is logged as superseded."""
    question = both.newest("french")
    first = both.reply("french", "set 1\nblue 61 Reconnaissance", to=question)
    second = both.reply("french", "set 2\nblue none", to=question)
    both.mail(second)
    both.run()
    both.mail(first)
    both.run()
    assert len(orders(both)) == 1
    told = body(both.newest("french"))
    assert "Your set 1 came after your set 2, which counts" in told
    assert [(it.number, it.superseded) for it in mailed(both)] == [(2, False), (1, True)]


def test_a_higher_set_takes_the_place_of_one_that_nothing_has_sealed(both: Post) -> None:
    activated(both)
    question = both.newest("french")
    both.mail(both.reply("french", "set 1\nnothing", to=question))
    both.run()
    both.mail(both.reply("french", "set 2\nnothing\ndecline", to=question))
    both.run()
    assert "Withdrawn" in body(both.newest("french"))
    assert [it.number for it in mailed(both)][4:] == [1, 2]
    assert len(both.games.open(both.id).rewinds) == 1
    assert orders(both)[4:] == ["french", "french", "french"]


def test_orders_for_a_position_that_has_moved_on_are_answered_with_the_news(both: Post) -> None:
    begun(both)
    old = both.newest("french")
    both.answer("french", "activate Beaumont: Drouot")
    both.answer("allied", "decline")
    before = orders(both)
    told = both.answer("french", "nothing", to=old)
    assert orders(both) == before
    assert "The game has gone on since the mail that you answer" in told
    assert "was activated at Beaumont" in told.partition("What has happened")[2]
    assert "| nothing" in told.partition("You are asked")[2]


def test_orders_after_then_wait_until_they_are_legal(both: Post) -> None:
    told = both.answer("french", "blue none\nthen:\nactivate Beaumont: Drouot\nnothing")
    assert orders(both) == ["french"]
    assert "Orders that wait" in told
    both.answer("allied", "blue none")
    assert orders(both) == ["french", "allied"], "nobody can tell it from an answer by hand"
    both.later()
    assert orders(both) == ["french", "allied", "french"]
    both.answer("allied", "decline")
    both.later()
    assert orders(both) == ["french", "allied", "french", "allied", "french"]
    assert both.waits("french") == []


def test_nobody_is_written_to_about_what_their_orders_answer(both: Post) -> None:
    both.answer("french", "blue none\nthen:\nactivate Beaumont: Drouot\nnothing")
    before = len(both.to("french"))
    both.answer("allied", "blue none")
    both.later()
    both.answer("allied", "decline")
    both.later()
    assert orders(both) == ["french", "allied", "french", "allied", "french"]
    told = [body(it).partition("You are asked")[2] for it in both.to("french")[before:]]
    assert not any("| activate Beaumont: Drouot\n" in it for it in told)


def test_nothing_waits_after_a_refusal(both: Post) -> None:
    begun(both)
    told = both.answer("french", "activate Beaumont: Reille\nthen: move")
    assert "Orders that wait" not in told
    assert "| move" in told.partition("Left over")[2]
    assert both.waits("french") == []


def test_a_mail_that_was_interrupted_is_found_done(both: Post) -> None:
    """Its orders were recorded, others have acted since, and it had not been answered."""
    raw = both.reply("french", "status\nblue none")
    digest = hashlib.sha256(raw).hexdigest()
    evidence = OrdersMailed("french", digest, "none")
    both.games.submit_orders(
        both.id, "french", ["blue none"], key=f"mail-{digest}-1", evidence=evidence
    )
    both.games.submit_orders(both.id, "allied", ["blue none"])
    both.mail(raw)
    both.run()
    told = [body(it) for it in both.to("french")]
    assert any("One line was carried out." in it and "Play no blue card" in it for it in told)
    assert orders(both) == ["french", "allied"]


def test_nobody_else_sees_what_waits_and_one_line_forgets_it(both: Post) -> None:
    both.answer("french", "blue none\nthen: activate Beaumont: Drouot")
    assert "Drouot" not in body(both.newest("allied")).partition("You are asked")[2][:400]
    told = both.answer("french", "drop then")
    assert "No orders of yours wait any more" in told
    both.answer("allied", "blue none")
    both.later()
    assert orders(both) == ["french", "allied"]


def test_what_is_not_legal_when_its_time_comes_is_dropped_and_told(both: Post) -> None:
    both.answer("french", "blue none\nthen: activate Beaumont: Reille\nthen: nothing")
    both.answer("allied", "blue none")
    both.later()
    assert orders(both) == ["french", "allied"]
    told = [" ".join(body(it).split()) for it in both.to("french")]
    [tells] = [it for it in told if "were not given when their time came" in it]
    assert "| activate Beaumont: Reille | nothing" in tells
    assert "You are asked" in tells and tells == told[-1], "one mail tells it and asks"
    assert both.waits("french") == ["activate Beaumont: Reille", "nothing"]


RETYPED = "activate Beaumont: Drouot, Reille and the Guard"


@pytest.mark.parametrize("above", ["", "Once more:\n\n"])
def test_a_line_that_was_refused_is_read_when_it_is_written_again(both: Post, above: str) -> None:
    """Also where it stands in the mail that is answered, and as the writer's own."""
    begun(both)
    for _ in range(3):
        told = both.answer("french", f"{above}{RETYPED}")
        assert f"Refused: {RETYPED}" in told
        assert "It is quoted" not in told
    both.answer("french", "activate Beaumont: Drouot\nactivate Beaumont: Drouot, Napoleon")
    told = both.answer("french", "activate Beaumont: Drouot, Napoleon")
    assert "It is quoted" not in told and "Refused: activate Beaumont: Drouot, Napoleon" in told


def test_and_is_not_where_all_of_that_mail_is_quoted_without_marks(both: Post) -> None:
    begun(both)
    both.answer("french", RETYPED)
    before = orders(both)
    quoted = body(both.newest("french")).replace(RETYPED, "activate Beaumont: Drouot", 1)
    told = both.answer("french", f"Well.\n\n{quoted}")
    assert orders(both) == before and "Refused" not in told.partition("\n\n")[0]


def test_withdraw_takes_the_last_order_back_while_nothing_has_sealed_it(both: Post) -> None:
    activated(both)
    both.answer("french", "nothing")
    told = both.answer("french", "withdraw")
    assert "It is withdrawn" in told
    assert asked(both.newest("french")) == ["move", "nothing"]
    assert "SEALED" in both.answer("french", "withdraw"), "the Allies have declined since"


def test_a_take_back_is_asked_for_and_answered_by_mail(both: Post) -> None:
    activated(both)
    assert "The others are asked" in both.answer("french", "take back I took the wrong one")
    told = body(both.newest("allied"))
    case = both.games.open(both.id).takebacks
    [number] = case
    assert f"| agree {number}" in told
    assert "You agree." in both.answer("allied", f"agree {number}")
    assert "activate Beaumont: Drouot" in asked(both.newest("french"))


def test_what_a_take_back_would_undo_of_a_ruling_is_told_by_mail_and_the_referee_is_asked(
    both: Post,
) -> None:
    both.leave(REFEREE, language="fr")
    activated(both)
    track = both.games.open(both.id).state.track
    put_right = {"correct": "set_track", "value": track - 1, "reason": "A point too many."}
    ruling = Judgement("correct", ("VICTORY.2",), "Counted twice.", corrections=(put_right,))
    assert not isinstance(rule(both.games, both.id, REFEREE, ruling), Refusal)
    both.run()
    both.answer("french", "take back I took the wrong one")
    [case] = both.games.open(both.id).takebacks
    for holder, would in (("allied", "It would undo a ruling of the referee"),
                          (REFEREE, "Cela annulerait une décision de l’arbitre")):  # fmt: skip
        told = " ".join(body(both.newest(holder)).split())
        assert f"agree {case}" in told
        assert would in told
        assert f"{track - 1}" in told.partition(would)[2]
    both.answer("allied", f"agree {case}")
    assert both.games.open(both.id).state.track == track - 1
    both.answer(REFEREE, f"agree {case}")
    assert both.games.open(both.id).state.track == track
    assert f"agree {case}" not in body(both.newest("allied"))


def test_an_event_is_explained_and_disputed_by_mail(both: Post) -> None:
    begun(both)
    [flipped] = [it for it in both.games.history(both.id) if it.type == "initiative_decided"]
    told = both.answer("french", f"explain {flipped.version}")
    assert flipped.clauses[0] in told
    said = both.answer("french", f"dispute {flipped.version} for reroll The card was bent.")
    assert "is disputed under" in said
    [case] = both.games.open(both.id).disputes
    assert f"statement {case}" in body(both.newest("allied"))
    assert "on record" in both.answer("allied", f"statement {case} It was not.")


def test_a_standing_order_is_left_and_forgotten_by_mail(both: Post) -> None:
    told = both.answer("french", "instruct decline_all")
    assert "forget" in told
    name = next(
        line.removeprefix("| forget ") for line in told.splitlines() if line.startswith("| forget ")
    )
    assert name in both.answer("french", "instructions")
    assert "It is forgotten." in both.answer("french", f"forget {name}")


def test_a_profile_is_left_and_forgotten_by_mail(make_post: Callable[..., Post]) -> None:
    post = make_post()
    post.set_up("eagles_waterloo", "waterloo")
    post.leave("french")
    post.run()
    assert "instruct quick_answers [until=withdrawn]" in post.answer("french", "instructions")
    told = post.answer("french", "instruct quick_answers until=turn")
    assert "quick answers; until turn" in told
    name = next(
        line.removeprefix("| forget ") for line in told.splitlines() if line.startswith("| forget ")
    )
    assert "It is forgotten." in post.answer("french", f"forget {name}")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("standing losses: spread", "losses; how spread"),
        ("Standing losses : weakest first", "losses; how weakest first"),
        ("standing losses: spread; first=cavalry", "first cavalry"),
        ("standing losses: how=spread; first=cavalry", "first cavalry"),
        ("standing retreats: Genappe, Nivelles", "towards Genappe, Nivelles"),
        ("standing only what matters", "only what matters"),
        ("standing ask me everything", "ask me everything"),
        ("standing usual", "usual"),
        ("standing ask me window=W.COMBAT; until=turn", "until turn"),
        ("instruct usual", "usual"),
    ],
)
def test_standing_orders_are_written_as_people_write(both: Post, line: str, told: str) -> None:
    answer = both.answer("french", line)
    assert "It is left" in answer
    assert told in " ".join(answer.split())


def test_standing_orders_of_the_napoleonic_wars(make_post: Callable[..., Post]) -> None:
    """What its issue asks for: intercept, evade, stand, preempt, lose, retreat to, and at sea."""
    post = make_post()
    post.set_up("napoleonic_wars", "1805")
    post.leave("imperial")
    post.run()
    for line, told in {
        "standing intercept if: Napoleon, Davout; need=6": "leaders Napoleon, Davout; need 6",
        "standing evade to: Vienna, Linz; need=7": "to Vienna, Linz",
        "standing stand fast: Munich; when=stronger": "when stronger",
        "standing preempt before: Austria": "before Austria",
        "standing no preemption: whom=no enemy": "whom no enemy",
        "standing lose units first": "lose units first",
        "standing retreat to: Paris": "to Paris",
        "standing seek fleets: need=7; zones=North Sea": "zones North Sea",
        "standing elude fleets: 8": "need 8",
        "standing make for ports: Brittany, Toulon": "ports Brittany, Toulon",
        "standing end phases": "end phases",
    }.items():
        answer = " ".join(post.answer("imperial", line).split())
        assert "It is left" in answer, (line, answer)
        assert told in answer, (line, answer)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("standing valour: great", "There is no such instruction"),
        ("standing by", "There is no such instruction"),
        ("standing losses: bravely", "This is no instruction of the game"),
        ("standing usual: yes", "It is written: instruct usual."),
        ("standing losses: spread; colour=red", "It is written: instruct losses"),
    ],
)
def test_a_standing_order_that_is_none_is_refused_with_its_words(
    both: Post, line: str, why: str
) -> None:
    assert why in both.answer("french", line)


def test_every_looking_command_is_answered(both: Post) -> None:
    begun(both)
    for command, expected in {
        "status": "Victory track: 12",
        "map": "The map at version",
        "map 9": "UNKNOWN_TURN",
        "history": "For the initiative",
        "hand": "Cards",
        "orders": "activate Beaumont: Drouot",
        "help": "take back [TEXT]",
        "instructions": "instruct decline_all",
    }.items():
        assert expected in both.answer("french", command), command
    pictures = [it for it in both.to("french") if len(list(it.walk())) > 4]
    assert pictures, "the map is sent as a picture"


def test_ones_own_mails_are_changed_by_mail(both: Post) -> None:
    assert "Time zone: Europe/Paris" in both.answer("french", "time zone Europe/Paris")
    assert "BAD_PAYLOAD" in both.answer("french", "mail never")
    assert "Mail: digest" in both.answer("french", "mail digest")
    both.answer("french", "language fr")
    assert "Aide" in both.answer("french", "help")


def test_the_log_tells_which_mail_ordered_what_to_its_sender_alone(both: Post) -> None:
    """users.md 2.2: raw mail hash, verdict, token used, echo sent, time."""
    raw = both.reply("french", "set 3\nblue none")
    both.mail(raw)
    both.run()
    [event] = mailed(both)
    game = both.games.open(both.id)
    kept = both.office.store.inbox.with_digest(event.mail)
    assert kept is not None
    assert (kept.raw, kept.state, kept.finding) == (raw, SEEN, "answered")
    assert (event.verdict, event.number) == ("none", 3)
    given = [it for it in both.games.history(both.id) if it.order_id == event.order_id]
    assert isinstance(given[0], OrderGiven)
    assert redacted(event, game.viewer("french"))["data"]["mail"] == event.mail
    for other in ("allied", "spectator"):
        told = redacted(event, game.viewer(other))
        assert (told["data"]["mail"], told["data"]["number"]) == (None, None)
    assert isinstance(game.viewer("french"), Viewer)


ROBOTS = [
    ("Auto-Submitted", "auto-replied"),
    ("Auto-Submitted", "auto-generated; owner"),
    ("X-Autoreply", "yes"),
    ("X-Autoreply-From", "a@b"),
    ("X-MDAutoresponder", "1"),
    ("X-MS-Exchange-Generated-Message-Source", "Mailbox Rules Agent"),
    ("Return-Path", "<>"),
    ("Precedence", "auto_reply"),
    *(
        ("Subject", f"{said} Re: your turn")
        for said in (
            *(
                "Out of office:",
                "Autosvar:",
                "SV: Autosvar:",
                "Automatisch antwoord:",
                "Automatisk svar",
            ),
            *(
                "Automatyczna odpowiedź:",
                "Автоматический ответ:",
                "Автоответ:",
                "自动回复:",
                "자동 회신:",
            ),
            *("Automatikus válasz:", "Otomatik yanıt:", "Αυτόματη απάντηση:", "Răspuns automat:"),
            *("Automatická odpověď:", "Automaattinen vastaus:", "תשובה אוטומטית:", "رد تلقائي:"),
            *("Resposta automática:", "Fora do escritório:", "Auto-Reply", "Abwesenheitsnotiz:"),
        )
    ),
]


@pytest.mark.sampled(8)
@pytest.mark.parametrize(("name", "value"), ROBOTS)
def test_a_robot_orders_nothing_and_gets_no_answer(both: Post, name: str, value: str) -> None:
    """users.md 2.9: an out-of-office robot answers the turn mail: no order, no loop."""
    before = len(both.delivered)
    both.mail(both.reply("french", "blue none", **{name: value}))
    both.run()
    assert orders(both) == []
    assert len(both.delivered) == before
    assert [*both.office.store.inbox.findings()] in (["robot"], ["bounce"]), "it is counted"


BULK = [
    ("List-Id", "<friends.example>"),
    ("List-Unsubscribe", "<mailto:x@y.example>"),
    ("Precedence", "bulk"),
    ("X-Auto-Response-Suppress", "All"),
]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("name", "value"), BULK)
def test_what_may_be_a_robot_or_a_person_is_held_and_its_player_asked(
    both: Post, name: str, value: str
) -> None:
    both.mail(both.reply("french", "blue none", **{name: value}))
    both.run()
    assert orders(both) == []
    question = both.newest("french")
    assert "is held" in body(question)
    for _ in range(2):
        both.mail(both.reply("french", "yes", to=question, **{name: value}))
        both.run()
    assert orders(both) == [], "a robot confirms nothing"
    told = ["Follow the link" in " ".join(body(it).split()) for it in both.to("french")]
    assert told.count(True) == 1, "and a person is told what to do"
    both.mail(both.reply("french", "yes", to=question))
    both.run()
    assert orders(both) == ["french"]


def test_our_own_mail_that_comes_back_is_not_answered(both: Post) -> None:
    before = len(both.delivered)
    mail = both.newest("french")
    both.mail(mail.as_bytes(), recipient=mail["Reply-To"])
    both.run()
    assert len(both.delivered) == before


def test_a_game_that_is_over_is_answered(both: Post) -> None:
    game = both.games.open(both.id)
    rules = both.games.rules(game)
    player = RandomPlayer(Random(1815))
    while decisions := both.games.decisions(game := both.games.open(both.id)):
        offers = rules.legal_orders(game.state, decisions[0])
        both.games.submit_orders(
            both.id, decisions[0].seat, [player.choose(None, decisions[0], offers)]
        )
    both.run()
    assert "is over" in body(both.newest("french"))
    assert "GAME_OVER" in both.answer("french", "pass")


def test_a_mail_from_before_a_rotation_is_answered_after_it(both: Post) -> None:
    """By the processes that run, and by those that are started again; but not once it is gone."""
    before = both.reply("french", "blue none")
    rotate(both.games)
    both.mail(before)
    both.run()
    assert orders(both) == ["french"]
    both.office = open_office(both.games)
    earlier = both.reply("allied", "blue none")
    assert read_tag_of(earlier) != read_tag_of(before)
    rotate(both.games, destroy=True)
    both.office = open_office(both.games)
    both.mail(earlier)
    both.run()
    assert orders(both) == ["french", "allied"], "its address was made with the first key"


def read_tag_of(raw: bytes) -> str:
    return str(read(raw)["To"])
