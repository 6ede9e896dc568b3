"""The club's address: what people who have nothing but mail ask for, line by line."""

from __future__ import annotations

import pytest

from api.club.table import ROWS, understood
from napoleon.log import dispatches
from napoleon.log.clocks import FORFEIT, REFEREE_DECIDES, USUAL_IN_TIME, InTime
from napoleon.log.clocks import Clock as Limits
from napoleon.log.dispatches import Charter
from napoleon.log.times import DAY, HOUR
from napoleon.play.clock import running
from napoleon.play.seats import leave_open
from napoleon.rules.events import REFEREE
from tests.clocks import Clock
from tests.mail.tables import body
from tests.mail.visits import ANN, BOB, CARL, FOUND, House, flat
from tests.repetitions import some_of

both_stores = pytest.mark.parametrize(
    "log_env", some_of(["sqlite"], ["sqlite", "postgres"]), indirect=True
)


def test_help_names_every_command(house: House) -> None:
    told = flat(house.write(ANN, "help"))
    assert all(f"* {it.words}" in told for it in ROWS)


def test_help_in_french(house: House) -> None:
    told = flat(house.write(ANN, "aide"))
    assert "Cette liste" in told and "Aide" in told


@pytest.mark.parametrize("line", ["  HELP! ", "*help*", "> help\n\nhelp", "help\n-- \nAnn"])
def test_a_command_is_found_in_what_programs_make_of_it(house: House, line: str) -> None:
    assert "Help" in house.write(ANN, line)


def test_a_quote_and_a_signature_are_no_commands(two: House) -> None:
    told = two.write(ANN, "my games\n\nOn Monday, Bob wrote:\n> list games\n-- \nforget me")
    assert "You have no seat in any game here." in told and "There is no game yet" not in told
    assert two.registry.store.people.count() == 2


def test_registering_is_confirmed_by_a_word(house: House) -> None:
    asked = house.write(ANN, "register Ann")
    assert "> register Ann" in asked
    assert house.registry.store.people.count() == 0
    assert "Welcome, Ann" in house.answer(ANN, "yes")
    assert house.registry.store.addresses.get(ANN) is not None
    house.answer(ANN, "yes")
    assert house.registry.store.people.count() == 1


def test_registering_in_french_makes_a_desk_in_french(house: House) -> None:
    house.write(ANN, "inscrire Anne")
    assert "Bienvenue, Anne" in flat(house.answer(ANN, "oui"))
    [row] = house.registry.store.addresses.of(1)
    person = house.registry.store.people.get(row.person)
    assert person is not None and person.language == "fr"


def test_who_says_no_is_not_registered(house: House) -> None:
    house.write(ANN, "register Ann")
    question = house.to(ANN)[-1]
    assert house.answer(ANN, "no") == ""
    assert house.answer(ANN, "yes", to=question) == ""
    assert house.registry.store.people.count() == 0


@pytest.mark.parametrize("name", ["", "x" * 81, "\u200b"])
def test_no_desk_without_a_name_that_can_be_read(house: House, name: str) -> None:
    house.write(ANN, "help")
    assert "BAD_NAME" in house.answer(ANN, f"register {name}")
    assert house.registry.store.people.count() == 0


def test_who_registers_again_goes_by_another_name(two: House) -> None:
    assert "Marshal Ann" in flat(two.answer(ANN, "register Marshal Ann"))
    person = two.registry.store.people.get(1)
    assert person is not None and person.name == "Marshal Ann"


def test_a_game_is_founded_and_joined_and_asks_by_mail(founded: House) -> None:
    game = founded.games.open(founded.game())
    assert game.created.scenario == "historical_invasion"
    assert game.timekeeping.clock is not None
    assert game.timekeeping.clock.answer == 3 * 24 * 60
    assert (game.claimed, game.open_seats, game.state) == (["french"], ("allied",), None)
    listed = founded.write(BOB, "list games")
    assert game.id[:6] in listed and "3 days" in listed and "Allies" in listed
    assert "English" in listed
    told = founded.write(BOB, f"join {game.id[:4]} as the Allies")
    assert "You play the Allies" in told
    begun = founded.games.open(game.id)
    assert begun.state is not None and begun.claimed == ["french", "allied"]
    assert founded.games.names(game.id) == {"french": "Ann", "allied": "Bob"}
    founded.later(game.id)
    begun = founded.games.open(game.id)
    asked = {it.set.seat for it in begun.timekeeping.deadlines.values()}
    assert asked, "a clock counts for those who play by mail"
    subjects = [str(it["Subject"]) for who in (ANN, BOB) for it in founded.to(who)]
    assert any(f"#{game.id[:4]}]" in it for it in subjects), (
        "somebody is asked by a mail of the game"
    )
    assert game.id[:6] in founded.write(ANN, "my games")


def test_who_joins_is_told_how_to_be_asked_less(founded: House) -> None:
    told = flat(founded.write(BOB, f"join {founded.game()} as the Allies"))
    assert "standing usual / standing only what matters" in told
    assert "standing usual" not in flat(founded.write(ANN, f"{FOUND} private")), "she has said so"


def test_my_games_are_headed_once(founded: House) -> None:
    told = founded.write(ANN, "my games")
    assert told.count("Your games") == 1 and "What waits for you" in told


def test_founding_and_joining_in_french(house: House) -> None:
    house.write(ANN, "inscrire Anne")
    house.answer(ANN, "oui")
    told = house.write(ANN, "fonder Napoléon 1815 comme Français pendule 2 jours")
    assert "Vous jouez" in told
    game = house.games.open(house.game())
    assert game.claimed == ["french"]
    assert game.timekeeping.clock is not None
    assert game.timekeeping.clock.answer == 2 * 24 * 60


@pytest.mark.parametrize(
    ("said", "options", "seat"),
    [
        (
            "napoleon1815 3 players dice as prussians",
            {"players": 3, "resolver": "dice"},
            "prussian",
        ),
        ("Napoleon 1815: players 2, grognard", {"players": 2, "rules": "grognard"}, "french"),
        ("the Napoleonic Wars players=4 letters", {"players": 4, "letters": True}, "fr"),
        ("EAGLES: Waterloo wavre half decoys", {"scale": "half", "decoys": True}, "french"),
        ("napoleonic empire commanders no clock bot allies", {"commanders": True}, "french"),
    ],
)
def test_options_as_people_say_them(two: House, said: str, options: object, seat: str) -> None:
    told = two.write(ANN, f"found {said}")
    assert "You play" in told, told
    game = two.games.open(two.game())
    assert {**game.created.options, **options} == game.created.options  # type: ignore[dict-item]
    assert game.claimed[-1] == seat
    assert ("no clock" in said) is (game.timekeeping.clock is None)
    assert ("bot" in said) is bool(game.played_by_bots)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("", "UNKNOWN_RULESET"),
        ("chess", "UNKNOWN_RULESET"),
        ("napoleon1815 with elephants", "UNKNOWN_WORDS"),
        ("napoleon1815 players 2 as prussian", "UNKNOWN_SEAT"),
        ("napoleon1815 bot french bot allies", "SEAT_GIVEN_TWICE"),
        ("napoleon1815 as french bot french", "SEAT_GIVEN_TWICE"),
        ("napoleon1815 clock 99999 weeks", "BAD_CLOCK"),
        ("napoleon1815 dispatches 90 lost 20 captured", "BAD_PAYLOAD"),
        ("napoleon1815 120 percent in time", "BAD_PAYLOAD"),
        ("napoleon1815 private no newcomers", "BAD_PAYLOAD"),
        ("napoleonic wars dispatches", "NO_DISPATCHES"),
        ("napoleon1815 french", "UNKNOWN_WORDS"),
    ],
)
def test_what_cannot_be_set_up_is_refused_with_words(two: House, said: str, code: str) -> None:
    told = two.write(ANN, f"found {said}")
    assert f"[{code}" in flat(told), told
    assert two.ids() == []


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("referee", {"referee": True}),
        ("referee dispatches", {"charter": dispatches.USUAL}),
        (
            "referee, dispatches, 5 lost, 20 captured, 3 roads a turn",
            {"charter": Charter(5, 20, 3)},
        ),
        ("windows open", {"windows": "open"}),
        ("windows by form, no clock", {"windows": "form"}),
        ("reliable players", {"in_time": USUAL_IN_TIME}),
        ("95 percent in time, 30 answers", {"in_time": InTime(95, 30)}),
        ("reliable players, no newcomers", {"in_time": InTime(90, 20, newcomers=False)}),
        ("no newcomers", {"in_time": InTime(90, 20, newcomers=False)}),
        ("grey press", {"grey_press": True}),
        ("letters without a signature", {"grey_press": True}),
        ("one seat each", {"one_seat_each": True}),
        ("private referee", {"referee": True}),
        ("", {"referee": False, "charter": None, "in_time": None, "grey_press": False}),
    ],
)
def test_a_game_is_founded_with_all_that_the_page_offers(
    two: House, said: str, wanted: dict[str, object]
) -> None:
    told = flat(two.write(ANN, f"found Napoléon 1815, historical invasion, as French, {said}"))
    game = two.games.open(two.game())
    found = {
        "referee": game.created.referee,
        "charter": game.charter,
        "windows": game.created.windows,
        "in_time": game.in_time,
        "grey_press": game.grey_press,
        "one_seat_each": game.one_seat_each,
    }
    assert {**found, **wanted} == found
    assert ("invite somebody to it" in told) is game.created.referee
    if game.created.referee and not game.created.unlisted:
        begins = next(it for it in two.to(ANN) if "as the referee" in body(it))
        [line] = [it for it in body(begins).splitlines() if it.endswith("as the referee")]
        line = line.removeprefix("| ").replace("friend@example.org", CARL)
        assert "An invitation goes to" in flat(two.write(ANN, line))
        assert game.timekeeping.clock is not None and game.timekeeping.clock.then != "pass"


def test_a_private_game_is_on_no_list_and_nobody_learns_of_it(two: House) -> None:
    two.write(ANN, f"{FOUND} private")
    game = two.games.open(two.game())
    assert game.created.unlisted and game.open_seats == ()
    assert game.id[:6] not in two.write(BOB, "list games")
    nowhere = flat(two.write(BOB, f"join {game.id[:6]}")).partition("Refused")[2]
    never = flat(two.write(BOB, "join 0a1b2c")).partition("Refused")[2]
    assert nowhere.replace(game.id[:6], "") == never.replace("0a1b2c", "")
    assert "SEAT_NOT_OPEN" in two.write(BOB, f"join {game.id}"), "who knows it is told more"


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("join", "UNKNOWN_GAME"),
        ("join zz", "UNKNOWN_GAME"),
        ("join ../../etc as x", "UNKNOWN_GAME"),
        ("join {id} as Russians", "UNKNOWN_SEAT"),
        ("join {id} as French", "SEAT_NOT_OPEN"),
        ("take over {id} French", "SEAT_NOT_OPEN"),
        ("take over {id} nobody", "UNKNOWN_SEAT"),
        ("leave {id}", "NOT_YOUR_SEAT"),
        ("resign {id}", "NOT_YOUR_SEAT"),
        ("invite carl@players.example to {id} as Allies", "NOT_YOUR_SEAT"),
        ("watch zzzzzz", "UNKNOWN_GAME"),
        ("send me my seat {id}", "NOT_YOUR_SEAT"),
    ],
)
def test_what_is_not_theirs_is_refused(founded: House, said: str, code: str) -> None:
    told = flat(founded.write(BOB, said.format(id=founded.game())))
    assert f"[{code}]" in told


def test_nobody_plays_without_a_name(house: House) -> None:
    house.write(ANN, "help")
    assert "NOT_REGISTERED" in house.answer(ANN, "found napoleon1815")
    assert house.ids() == []


def test_a_name_that_is_taken_is_refused(founded: House) -> None:
    founded.answer(BOB, "register Ann")
    told = founded.write(BOB, f"join {founded.game()}")
    assert "NAME_TAKEN" in told
    assert founded.games.open(founded.game()).open_seats == ("allied",)


def test_a_game_is_named_by_the_subject_of_the_mail(founded: House) -> None:
    game = founded.game()
    told = founded.write(BOB, "join", Subject=f"Re: [#{game}] Napoléon 1815")
    assert "You play the Allies" in told


def test_who_watches_is_told_of_turns(founded: House) -> None:
    game = founded.game()
    assert "told of each turn" in flat(founded.write(CARL, f"watch {game}"))
    boxes = founded.office.store.mailboxes.at(CARL)
    assert [it.game for it in boxes] == [game] and boxes[0].confirmed
    assert founded.games.open(game).claimed == ["french"]


def test_a_seat_that_was_left_is_taken_over(founded: House) -> None:
    game = founded.game()
    founded.write(BOB, f"join {game}")
    founded.register(CARL, "Carl")
    assert "SEAT_NOT_OPEN" in founded.write(CARL, f"take over {game} Allies")
    assert "You have left the seat" in flat(founded.write(BOB, f"leave {game}"))
    assert founded.games.open(game).open_seats == ("allied",)
    assert "You play the Allies" in founded.write(CARL, f"take over {game} Allies")
    assert founded.games.names(game)["allied"] == "Carl"
    assert [it.address for it in founded.office.store.mailboxes.confirmed([game])] == [ANN, CARL]


@pytest.mark.parametrize(
    ("then", "rule"),
    [
        (REFEREE_DECIDES, "the referee decides then, who may take the seat from them"),
        (FORFEIT, "an opponent may claim the game then, and nobody takes the seat"),
    ],
)
def test_a_seat_whose_player_is_silent_is_refused_with_the_rule(
    two: House, then: str, rule: str
) -> None:
    clock = Limits(60, grace=60, then=then)
    made = two.games.create("napoleon1815", "historical_invasion", {}, referee=True, clock=clock)
    for it in made.game.created.seats:
        two.games.claim(made.game.id, it)
    # Who is asked first, and then is silent, is drawn.
    [asked] = {it.seat for it in two.games.decisions(two.games.open(made.game.id))}
    silent = {"french": "French", "allied": "Allies"}[asked]
    for line in ("join {} as {}", "take over {} {}"):
        told = flat(two.write(BOB, line.format(made.game.id, silent)))
        assert "has its player" in told or "is not open" in told, told
    for _ in range(4):
        two.clock.move_on(2 * HOUR)
        running.run(two.games, made.game.id)
    for line in ("join {} as {}", "take over {} {}"):
        told = flat(two.write(BOB, line.format(made.game.id, silent)))
        assert f"has been silent beyond the grace. By the clock of this game {rule}." in told


def test_a_judge_opens_a_seat_too(founded: House) -> None:
    created = founded.games.create("napoleon1815", "historical_invasion", {}, referee=True)
    founded.games.claim(created.game.id, "allied", token=created.tokens["allied"])
    token = created.tokens[REFEREE]
    assert leave_open(founded.games, created.game.id, "allied", token) is None
    assert "You play the Allies" in founded.write(BOB, f"take over {created.game.id} Allies")


def test_resigning_is_what_the_rules_of_the_game_say(founded: House) -> None:
    game = founded.game()
    founded.write(BOB, f"join {game}")
    founded.write(BOB, f"resign {game}")
    over = founded.games.open(game)
    assert over.over and over.result is not None and over.result.winner == "french"


def test_a_seat_is_sent_as_a_link(founded: House) -> None:
    told = founded.write(ANN, "send me my seat")
    assert "a link that works once" in flat(told)
    assert str(founded.to(ANN)[-1]["Subject"]).startswith("Your seat")


def test_forgetting_asks_first_and_tells_what_was_erased(founded: House) -> None:
    assert "> forget me" in founded.write(ANN, "forget me")
    assert founded.registry.store.people.count() == 2
    told = founded.answer(ANN, "yes")
    assert "Names in games: 1" in told and "Addresses left for a seat: 1" in told
    assert founded.registry.store.people.count() == 1
    assert founded.office.store.mailboxes.at(ANN) == []
    assert "Nothing is kept of you." in founded.answer(ANN, "forget me") + founded.answer(
        ANN, "yes"
    )


def test_several_commands_stand_in_one_mail(house: House) -> None:
    house.write(ANN, f"register Ann\n{FOUND}\nmy games\nno command at all")
    told = house.answer(ANN, "yes")
    assert "Welcome, Ann" in told and "You play the French" in told and house.game()[:6] in told
    assert "> no command at all" in told


def test_too_many_lines_are_named_and_not_carried_out(two: House) -> None:
    told = two.write(ANN, "my games\n" * 25)
    assert told.count("You have no seat in any game here.") == 20
    assert "Left over" in told


@pytest.mark.parametrize("again", ["copy", "other"])
def test_the_same_mail_twice_does_nothing_twice(two: House, again: str) -> None:
    raw = two.raw(ANN, FOUND)
    two.hand_over(raw)
    two.run()
    two.hand_over(raw if again == "copy" else b"X-Came-By: another way\r\n" + raw)
    two.run()
    assert len(two.ids()) == 1
    assert two.findings().get("again", 0) == (again == "other")


class Crash(Exception):
    pass


@both_stores
@pytest.mark.parametrize("where", ["claim", "transact", "put"])
def test_after_a_crash_each_line_is_done_once(
    log_env: dict[str, str], clock: Clock, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """The process dies after each thing that it does, again and again."""
    house = House(log_env, clock)
    house.register(ANN, "Ann")
    house.register(BOB, "Bob")
    house.hand_over(house.raw(ANN, f"{FOUND}\n{FOUND} private"))
    target = house.office.store.outbox if where == "put" else type(house.games)
    whole = getattr(target, where)
    left = [1, 2, 1, 3]

    def dying(*arguments: object, **more: object) -> object:
        done = whole(*arguments, **more)
        if left:
            left[0] -= 1
            if left[0] <= 0:
                left.pop(0)
                raise Crash
        return done

    monkeypatch.setattr(target, where, dying)
    for _ in range(8):
        for mail in list(house.received.take(10)):
            try:
                house.received.attempt(mail)
            except Crash:
                house.clock.move_on(DAY // 24)
    monkeypatch.undo()
    house.run()
    assert len(house.ids()) == 2
    assert all(house.games.open(it).claimed == ["french"] for it in house.ids())
    assert sum("Its short name" in it for it in map(body, house.to(ANN)[2:])) == 1
    house.close()


@pytest.mark.parametrize("line", ["help me please", "helpful", "", "x" * 5000, "join" * 2000, "\0"])
def test_prose_is_no_command(line: str) -> None:
    assert understood(line) is None


def test_a_seat_that_there_is_not_is_answered_with_those_there_are(two: House) -> None:
    told = flat(two.write(ANN, "found napoleonic wars, 5 players, as Spain"))
    assert "No seat is called “spain”. There are: " in told
    assert "Great Britain" in told and "Prussia" in told
