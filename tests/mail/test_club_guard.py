"""The club's address is no use to those who abuse it, and tells strangers nothing."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest

from api.app import create_app
from api.http.mail import register
from api.mail.answering.taking import keep
from api.mail.tokens import Purpose
from api.people import seats
from api.people.store.tables import never
from napoleon.log.times import DAY, HOUR
from tests.mail.tables import ADDRESS, body
from tests.mail.visits import ANN, BOB, CARL, FOUND, House, flat

Make = Callable[..., House]


def test_a_stranger_gets_one_answer_a_day(house: House) -> None:
    assert house.write(ANN, "help")
    assert [house.write(ANN, it) for it in ("help", "list games", "register Ann")] == [""] * 3
    house.clock.move_on(DAY + 1)
    assert house.write(ANN, "list games")


def test_who_answers_our_mail_is_no_stranger(house: House) -> None:
    house.write(ANN, "help")
    assert "Welcome, Ann" in house.answer(ANN, "register Ann")
    assert house.write(ANN, "my games")


@pytest.mark.parametrize("said", ["", "none", "fail"])
def test_nobody_is_answered_for_whom_the_mail_server_does_not_vouch(
    house: House, said: str
) -> None:
    assert house.write(ANN, "help", said=said) == ""
    assert house.write(ANN, "register Ann", said=said) == ""


def test_without_a_mail_server_that_says_so_only_help_is_given(make_house: Make) -> None:
    house = make_house(MAIL_AUTHSERV_ID="")
    assert house.write(ANN, "list games") == ""
    assert "Help" in house.write(ANN, "help\nlist games\nregister Ann")
    assert "register Ann" not in body(house.to(ANN)[-1])
    assert house.write(ANN, "help") == ""
    assert "Welcome, Ann" in house.answer(ANN, "register Ann")


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto-Submitted": "auto-replied"},
        {"List-Id": "<all.lists.example>"},
        {"Precedence": "bulk"},
        {"Subject": "Automatic reply: help"},
        {"From": f"Napoleon <{ADDRESS}>"},
    ],
)
def test_robots_and_lists_get_no_answer(two: House, headers: dict[str, str]) -> None:
    before = len(two.delivered)
    two.write(ANN, "help", **headers)
    assert len(two.delivered) == before


def test_a_bounce_gets_no_answer(two: House) -> None:
    before = len(two.delivered)
    two.office.store.inbox  # noqa: B018
    keep(two.office, "", ADDRESS, two.raw(ANN, "help"))
    two.run()
    assert len(two.delivered) == before


def test_a_forged_sender_does_nothing(founded: House) -> None:
    for said in ("forget me", f"leave {founded.game()}", f"resign {founded.game()}"):
        assert founded.write(ANN, said, said="fail") == ""
    assert founded.games.open(founded.game()).claimed == ["french"]
    assert founded.registry.store.people.count() == 2


@pytest.mark.parametrize("policy", ["log", "hold", "refuse"])
def test_a_mail_that_nobody_vouches_for_is_treated_as_the_operator_says(
    make_house: Make, policy: str
) -> None:
    house = make_house(MAIL_POLICY=policy)
    house.register(ANN, "Ann")
    told = house.write(ANN, FOUND, said="none")
    assert len(house.ids()) == (policy == "log")
    assert ("> found" in flat(told)) is (policy == "hold")
    if policy == "hold":
        assert "You play the French" in house.answer(ANN, "yes")
    if policy == "refuse":
        assert "Nothing was done" in told
    assert "You have no seat" in house.write(ANN, "my games", said="none") or house.ids()


def test_somebody_else_cannot_say_yes(house: House) -> None:
    house.write(ANN, "register Ann")
    question = house.to(ANN)[-1]
    stolen = str(question["Reply-To"])
    house.hand_over(house.raw(BOB, "yes"), stolen)
    house.run()
    assert house.registry.store.people.count() == 0
    house.hand_over(house.raw(ANN, "yes"), stolen.replace("+p", "+p1"))
    house.run()
    assert house.registry.store.people.count() == 0


def test_a_link_says_yes_as_well(house: House) -> None:
    house.write(ANN, "register Ann")
    tag = str(house.to(ANN)[-1]["Reply-To"]).partition("+")[2].partition("@")[0]
    app = create_app(house.games, env={})
    register(app, house.office)
    client = app.test_client()
    assert client.get(f"/mail/club/{tag}").status_code == 200
    house.run()
    assert house.registry.store.people.count() == 0, "programs follow links"
    assert client.post(f"/mail/club/{tag}").status_code == 200
    assert client.post(f"/mail/club/{tag[:-1]}a").status_code == 404
    house.run()
    assert house.registry.store.people.count() == 1


def test_answers_count_for_the_hour(make_house: Make) -> None:
    house = make_house(MAIL_HOURLY="3")
    house.register(ANN, "Ann")
    house.clock.move_on(HOUR + 1)
    told = [house.write(ANN, "my games") for _ in range(5)]
    assert [bool(it) for it in told] == [True] * 4 + [False], "who waits is told so, once"
    said = flat(told[3])
    assert "You have sent 3 mails within an hour." in said
    assert re.search(r"are answered from \w+day \d+ \w+, \d\d:\d\d \(UTC\) on\.", said)
    assert house.to(ANN)[-1]["Subject"] == "Your mails wait"
    before = len(house.to(ANN))
    house.clock.move_on(HOUR + 1)
    house.run()
    assert len(house.to(ANN)) == before + 2, "nothing is lost"


def test_nobody_is_flooded_by_mails_that_somebody_else_has_sent(house: House) -> None:
    house.register(ANN, "Ann")
    told = [bool(house.write(ANN, "my games", said="none")) for _ in range(12)]
    assert sum(told) < 11 and not told[-1]
    assert house.write(ANN, "my games"), "their own are answered"


def test_a_hostile_mail_takes_no_time(two: House) -> None:
    hostile = ["found " + "players " * 9000, "join " + "as " * 9000, "take over " * 9000]
    hostile += ["help " * 12000, "invite " + "@" * 60000, " " * 60000 + "help", ":" * 60000]
    begun = time.perf_counter()
    for it in hostile:
        two.write(ANN, it)
    assert time.perf_counter() - begun < 10


def test_old_mails_and_what_is_kept_of_strangers_are_forgotten(house: House) -> None:
    house.write(ANN, "register Ann")
    house.write(BOB, "help")
    house.clock.move_on(8 * DAY)
    house.run()
    kept = [house.office.store.inbox.get(it) for it in (1, 2)]
    assert [it and (it.raw, it.sender) for it in kept] == [(None, "")] * 2
    hashes = house.registry.store.strangers
    assert hashes.drop_old(house.clock(), house.clock()) == 0


# -- invitations ------------------------------------------------------------------------------


def test_a_friend_is_invited_and_plays_by_mail_alone(founded: House) -> None:
    game = founded.game()
    told = founded.write(ANN, f"invite {CARL} to {game[:6]} as Allies")
    assert "An invitation goes to" in flat(told)
    [mail] = founded.to(CARL)
    assert "Ann invites you" in flat(body(mail)) and "Allies" in flat(body(mail))
    assert founded.games.open(game).open_seats == ()
    assert "NOT_YOUR_SEAT" not in founded.answer(CARL, "register Carl\nyes")
    assert founded.games.open(game).claimed == ["french", "allied"]
    assert founded.games.names(game)["allied"] == "Carl"


def test_a_friend_says_yes_without_a_name(founded: House) -> None:
    founded.write(ANN, f"invite {CARL} to {founded.game()}")
    assert "You play the Allies" in founded.answer(CARL, "yes")
    assert founded.games.open(founded.game()).claimed == ["french", "allied"]


def test_only_confirmed_people_invite(house: House) -> None:
    house.write(ANN, "help")
    assert "NOT_CONFIRMED" in house.answer(ANN, f"invite {CARL} to abcdef")
    assert house.to(CARL) == []


def test_five_a_day(two: House) -> None:
    for number in range(6):
        two.write(ANN, f"{FOUND}\ninvite c{number}@players.example to {number}")
    games = two.ids()
    told = [two.write(ANN, f"invite c{at}@players.example to {it}") for at, it in enumerate(games)]
    assert ["TOO_MANY_INVITATIONS" in it for it in told] == [False] * 5 + [True]
    assert [len(two.to(f"c{it}@players.example")) for it in range(6)] == [1] * 5 + [0]


def test_who_does_not_answer_gets_one_in_thirty_days_and_nobody_is_told(two: House) -> None:
    said = set()
    for _ in range(3):
        two.write(ANN, FOUND)
    for game in two.ids():
        said.add(flat(two.write(ANN, f"invite {CARL.upper()} to {game}")))
        two.clock.move_on(2 * DAY)
    assert len(said) == 1 and "An invitation goes to" in said.pop()
    assert len([it for it in two.delivered if it.recipient.lower() == CARL]) == 1
    two.clock.move_on(31 * DAY)
    two.write(ANN, FOUND)
    newest = max(two.ids(), key=lambda it: two.games.open(it).created.at)
    two.write(ANN, f"invite {CARL} to {newest}")
    assert len([it for it in two.delivered if it.recipient.lower() == CARL]) == 2


@pytest.mark.parametrize("how", ["word", "link", "mot"])
def test_never_again(founded: House, how: str) -> None:
    founded.write(ANN, f"invite {CARL} to {founded.game()}")
    if how == "link":
        app = create_app(founded.games, env={})
        register(app, founded.office)
        tag = str(founded.to(CARL)[0]["Reply-To"]).partition("+")[2].partition("@")[0]
        assert app.test_client().get(f"/mail/no-invitations/{tag}").status_code == 200
        assert app.test_client().post(f"/mail/no-invitations/{tag}").status_code == 200
    else:
        founded.answer(CARL, "never again" if how == "word" else "plus jamais")
    before = len(founded.to(CARL))
    founded.clock.move_on(31 * DAY)
    founded.run()
    founded.write(ANN, f"{FOUND}")
    for game in founded.ids():
        founded.write(ANN, f"invite {CARL} to {game}")
    assert len(founded.to(CARL)) == before
    kept = founded.registry.store.strangers
    with kept._look() as connection:
        [row] = connection.execute(never.select())
    assert CARL not in str(row) and "carl" not in str(row)


def test_an_invitation_has_no_words_of_its_sender(founded: House) -> None:
    founded.write(ANN, f"invite {CARL} to {founded.game()} as Allies buy at shop.example")
    assert founded.to(CARL) == []


def test_the_tag_of_an_invitation_is_only_for_its_address(founded: House) -> None:
    founded.write(ANN, f"invite {CARL} to {founded.game()}")
    tagged = str(founded.to(CARL)[0]["Reply-To"])
    founded.hand_over(founded.raw(BOB, "yes"), tagged)
    founded.run()
    assert founded.games.open(founded.game()).claimed == ["french"]


# -- doors ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("door", "code"), [("closed", "CLOSED"), ("invited", "NOT_INVITED")])
def test_who_may_found_is_the_operators_choice(make_house: Make, door: str, code: str) -> None:
    house = make_house(NAPOLEON_FOUNDING=door)
    house.register(ANN, "Ann")
    assert f"[{code}]" in house.write(ANN, FOUND)
    assert house.ids() == []


@pytest.mark.parametrize(("door", "code"), [("closed", "CLOSED"), ("invited", "NOT_INVITED")])
def test_who_may_join_is_the_operators_choice(make_house: Make, door: str, code: str) -> None:
    house = make_house(NAPOLEON_JOINING=door)
    house.register(ANN, "Ann")
    house.register(BOB, "Bob")
    house.write(ANN, FOUND)
    assert f"[{code}]" in house.write(BOB, f"join {house.game()}")
    house.write(ANN, f"invite {BOB} to {house.game()}")
    assert "You play the Allies" in house.write(BOB, f"join {house.game()}")


def test_who_has_a_seat_is_let_in_where_only_the_invited_are(make_house: Make) -> None:
    house = make_house(NAPOLEON_FOUNDING="invited", NAPOLEON_JOINING="invited")
    created = house.games.create(
        "napoleon1815", "historical_invasion", {}, open_seats=["french"], awaits_seats=True
    )
    house.register(ANN, "Ann")
    assert "NOT_INVITED" in house.write(ANN, f"join {created.game.id}")
    house.register(BOB, "Bob")
    seat = house.games.claim(created.game.id, "allied", token=created.tokens["allied"])
    seats.lay(house.registry, 2, house.games.open(created.game.id), "allied", seat)
    assert "You play the French" in house.write(BOB, f"join {created.game.id}")
    assert "You play the French" in house.write(BOB, FOUND)


def test_the_letter_of_a_tag_is_none_of_the_others() -> None:
    assert len({it.value for it in Purpose}) == len(Purpose)
