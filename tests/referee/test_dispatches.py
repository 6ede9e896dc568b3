"""Dispatches: they ride, they may be lost or captured, and nobody but the referee knows which."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest

from napoleon.audit.audit import audit_of_game
from napoleon.log.dispatches import DELIVERED, LOST, fates
from napoleon.log.events.dispatches import DispatchDrawn, DispatchDue, DispatchSent
from napoleon.log.game import Game
from napoleon.log.journal import narrator
from napoleon.log.press import Letter, letters
from napoleon.log.story import story
from napoleon.play import couriers, dispatches, press
from napoleon.play.bounds import FASTEST
from napoleon.play.forks import fork
from napoleon.play.games import Games
from napoleon.play.outcomes import Created
from napoleon.play.press import MOST_A_DAY
from napoleon.play.referee import texts
from napoleon.record import verifier
from napoleon.record.bundle import write
from napoleon.rules.contract import installed
from napoleon.rules.couriers import Couriers
from napoleon.rules.events import REFEREE, SPECTATOR
from napoleon.rules.orders import Refusal
from napoleon.rules.viewer import Viewer
from tests.referee.law import DRAW, PASS, ToyForThree, bet, give, refused, rule, table
from tests.toy import State

WORDS = "March on Wavre."

WAYS = {("ligny", "wavre"): 5, ("ligny", "ligny"): 0}


class Carried(ToyForThree):
    """The toy game with three places; blue and green are enemies of red, and red of them."""

    couriers = Couriers[State](
        places=lambda state: ("ligny", "wavre", "elba"),
        distance=lambda state, a, b: WAYS.get((a, b)),
        enemies=lambda state, seat: ("blue", "green") if seat == "red" else ("red",),
    )


@pytest.fixture
def games(opened: Callable[..., Games]) -> Games:
    return opened(Carried())


@pytest.fixture
def game_id(games: Games) -> str:
    """A game with a referee, in which every dispatch arrives, four roads a turn."""
    made = games.create("toy", "wide", {"turns": 3}, referee=True, instant_answers=True).game.id
    chartered(games, made)
    return made


def chartered(games: Games, game_id: str, lost: int = 0, captured: int = 0, pace: int = 5) -> None:
    found = dispatches.charter(games, game_id, REFEREE, lost=lost, captured=captured, pace=pace)
    assert not isinstance(found, Refusal), found


def sent(games: Games, game_id: str, by: str = "blue", to: str = "green", **more: str) -> Letter:
    said = {"origin": "ligny", "destination": "wavre", "text": WORDS, **more}
    letter = dispatches.send(games, game_id, by, to, **said)
    assert isinstance(letter, Letter), letter
    return letter


def next_turn(games: Games, game_id: str) -> int:
    """Play a turn to its end; the version after the order that began the next one."""
    version = 0
    turn = games.open(game_id).state.turn
    while games.open(game_id).state.turn == turn:
        game = games.open(game_id)
        decision = games.decisions(game)[0]
        version = give(games, game_id, decision.seat, PASS if decision.kind == "go" else bet(1))
    return version


def archive(games: Games, game_id: str, reader: str) -> list[Letter]:
    game = games.open(game_id)
    return [it for it in letters(games, game, game.viewer(reader)) if it.way is not None]


def of(games: Games, game_id: str, kind: type) -> list[Any]:
    return [it for it in games.history(game_id) if type(it) is kind]


def told(games: Games, game_id: str, reader: str) -> str:
    game = games.open(game_id)
    entries = story(games, game, game.viewer(reader), games.rules(game))
    return " ".join(sentence for entry in entries for sentence in entry.sentences)


def test_it_comes_when_the_turn_begins_in_the_save_of_the_order_that_began_it(
    games: Games, game_id: str
) -> None:
    letter = sent(games, game_id)
    assert letter.way is not None and letter.way.due == 2
    assert archive(games, game_id, "green") == []
    version = next_turn(games, game_id)
    [due] = of(games, game_id, DispatchDue)
    assert due.version == version
    assert due.order_id == next(
        it.order_id for it in games.backwards(game_id, version - 1) if it.order_id
    )
    assert (due.turn, due.fate, due.reader) == (2, "delivered", "green")
    [come] = archive(games, game_id, "green")
    assert come.way is not None
    assert (come.sender, come.way.origin, come.way.sent, come.way.due) == ("blue", "ligny", 1, 2)
    assert games.open(game_id).dispatches == {}
    next_turn(games, game_id)
    assert len(of(games, game_id, DispatchDue)) == 1


def test_it_rides_as_long_as_the_way_is(games: Games, game_id: str) -> None:
    chartered(games, game_id, pace=4)
    assert sent(games, game_id).way.due == 3  # type: ignore[union-attr]
    assert sent(games, game_id, destination="ligny", text="At once.").way.due == 2  # type: ignore[union-attr]


def test_what_each_knows_of_one_that_arrives(games: Games, game_id: str) -> None:
    sent(games, game_id)
    assert WORDS in told(games, game_id, "blue")
    for reader in ("green", "red", SPECTATOR):
        assert WORDS not in told(games, game_id, reader)
    next_turn(games, game_id)
    assert told(games, game_id, "green").count(WORDS) == 1
    assert told(games, game_id, "blue").count(WORDS) == 1, "as it was sent"
    for reader in ("red", SPECTATOR):
        assert "ispatch" not in told(games, game_id, reader).replace("Dispatches may", "")
    assert told(games, game_id, REFEREE).count(WORDS) == 2


def test_a_lost_one_comes_to_nobody(games: Games, game_id: str) -> None:
    chartered(games, game_id, lost=100)
    sent(games, game_id)
    next_turn(games, game_id)
    for reader in ("green", "red"):
        assert archive(games, game_id, reader) == []
        assert WORDS not in told(games, game_id, reader)
    [due] = of(games, game_id, DispatchDue)
    assert (due.fate, due.reader) == ("lost", "")
    assert "A dispatch was lost" in told(games, game_id, REFEREE)


def test_a_captured_one_is_read_by_the_enemy_alone(games: Games, game_id: str) -> None:
    chartered(games, game_id, captured=100)
    sent(games, game_id)
    next_turn(games, game_id)
    assert archive(games, game_id, "green") == []
    [letter] = archive(games, game_id, "red")
    assert letter.captured
    assert "Red captured a dispatch" in told(games, game_id, "red")
    assert told(games, game_id, "blue").count(WORDS) == 1, "as it was sent"


def test_the_enemy_to_whom_it_is_written_does_not_capture_it(games: Games, game_id: str) -> None:
    chartered(games, game_id, captured=100)
    sent(games, game_id, "red", "blue")
    [drawn] = of(games, game_id, DispatchDrawn)
    assert (drawn.captors, drawn.fate) == (("green",), "green")
    sent(games, game_id, "blue", "red")
    assert of(games, game_id, DispatchDrawn)[1].fate == LOST


def test_no_place_in_the_log_tells_the_writer_of_its_fate(
    opened: Callable[..., Games], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games that differ in a fate alone are the same to all but who gets the dispatch."""
    seen: dict[str, dict[str, list[Any]]] = {}
    for fate in (DELIVERED, LOST, "red"):
        monkeypatch.setattr(couriers, "fates", lambda *odds, fate=fate: [fate] * 100)
        games = opened(Carried())
        made = games.create("toy", "wide", {"turns": 3}, referee=True).game.id
        chartered(games, made, 20, 20)
        sent(games, made)
        next_turn(games, made)
        game = games.open(made)
        seen[fate] = {reader: list(known(games, game, reader)) for reader in game.created.seats}
    everything = {it["blue"].__repr__() for it in seen.values()}
    assert len(everything) == 1
    assert len({repr(it["green"]) for it in (seen[LOST], seen["red"])}) == 1
    assert len({repr(it["red"]) for it in (seen[LOST], seen[DELIVERED])}) == 1
    assert seen["red"]["red"] != seen[LOST]["red"]


@pytest.mark.parametrize("fate", [DELIVERED, LOST, "red"])
def test_posting_the_same_words_tells_the_writer_nothing_of_its_fate(
    games: Games, game_id: str, monkeypatch: pytest.MonkeyPatch, fate: str
) -> None:
    monkeypatch.setattr(couriers, "fates", lambda *odds: [fate] * 100)
    chartered(games, game_id, 20, 20)
    sent(games, game_id)
    next_turn(games, game_id)
    before = games.head(game_id)
    letter = press.send(games, game_id, "blue", ["green"], WORDS)
    assert isinstance(letter, Letter)
    assert (letter.version, letter.way) == (before + 1, None)


@pytest.mark.parametrize("fate", [DELIVERED, LOST, "red"])
def test_the_limit_of_a_day_tells_the_writer_nothing_of_its_fate(
    games: Games, game_id: str, monkeypatch: pytest.MonkeyPatch, fate: str
) -> None:
    monkeypatch.setattr(couriers, "fates", lambda *odds: [fate] * 100)
    monkeypatch.setattr(press, "MOST_A_DAY", 3)
    chartered(games, game_id, 20, 20)
    sent(games, game_id)
    next_turn(games, game_id)
    for text in ("Where are you?", "Answer me."):
        assert isinstance(press.send(games, game_id, "blue", ["green"], text), Letter)
    refusal = press.send(games, game_id, "blue", ["green"], "Anybody?")
    assert refused(refusal) == "TOO_MUCH_PRESS"


def test_a_letter_in_the_words_of_a_dispatch_is_no_repetition_of_it(
    games: Games, game_id: str
) -> None:
    dispatch = sent(games, game_id)
    letter = press.send(games, game_id, "blue", ["green"], WORDS)
    assert isinstance(letter, Letter)
    assert letter.version > dispatch.version
    assert letter.way is None


def known(games: Games, game: Game, reader: str) -> Iterator[Any]:
    """What a reader is told of every event, without what is another in every game."""
    tells = narrator(game, reader, games.rules(game))
    for event in games.history(game.id):
        body = tells.redacted(event)
        if "dispatch" in body["type"]:
            texts_of = tells.words(event, games.recorder.texts(game.id))
            data = {name: it for name, it in body["data"].items() if name != "text"}
            yield body["type"], body["by"], body["behalf"], body["turn"], data, texts_of
            yield tells.text(event)


def test_the_draw_is_made_again_by_verifier_and_audit(games: Games, game_id: str) -> None:
    chartered(games, game_id, 30, 30)
    for number in range(24):
        sent(games, game_id, "red", "blue", text=f"Number {number}.")
    drawn = {it.fate for it in of(games, game_id, DispatchDrawn)}
    assert drawn == {LOST, DELIVERED, "green"}
    assert [it.link for it in of(games, game_id, DispatchDrawn)] == list(
        range(of(games, game_id, DispatchDrawn)[0].link, games.open(game_id).links["secret"] + 1)
    )
    next_turn(games, game_id)
    next_turn(games, game_id)
    found = audit_of_game(games, game_id)
    assert found.holds, found.report.first_wrong
    [draws] = [it.detail for it in found.report.checks if it.name == "draws"]
    assert "The fates of 24 dispatches were drawn when they were sent; 24 were" in draws
    running = BytesIO()
    write(games, game_id, "red", running)
    report = verifier.verify(running)
    assert report.first_wrong is None
    assert "24 dispatches were drawn when they were sent; 0 were" in str(report.checks)


@pytest.mark.parametrize("reroll", ["none", "tainted", "all"])
def test_fates_and_draws_of_the_table_do_not_disturb_each_other(
    games: Games, game_id: str, opened: Callable[..., Games], reroll: str
) -> None:
    chartered(games, game_id, 40, 20)
    start = games.open(game_id).version
    sent(games, game_id, "red", "blue", text="Before the draw.")
    give(games, game_id, "red", DRAW)
    sent(games, game_id, "red", "blue", text="After the draw.")
    give(games, game_id, "blue", PASS)
    rule(games, game_id, "rewind", to=start, reroll=reroll)
    sent(games, game_id, "red", "blue", text="After the rewind.")
    give(games, game_id, "red", DRAW)
    give(games, game_id, "blue", DRAW)
    next_turn(games, game_id)
    assert len(of(games, game_id, DispatchDue)) == 3, "a rewind calls no courier back"
    found = audit_of_game(games, game_id)
    assert found.holds, found.report.first_wrong
    assert "The fates of 3 dispatches" in str(found.report.checks)
    assert table(opened(Carried()).open(game_id)) == table(games.open(game_id))


def test_a_fork_has_no_press_of_the_other_game(games: Games, game_id: str) -> None:
    sent(games, game_id)
    made = fork(games, game_id, games.open(game_id).version)
    assert isinstance(made, Created)
    other = made.game
    assert (other.press, other.dispatches, other.charter) == ([], {}, None)
    chartered(games, other.id, 40, 20)
    sent(games, other.id)
    next_turn(games, other.id)
    assert audit_of_game(games, other.id).holds


def test_another_fate_than_the_drawn_one_is_found_out(
    games: Games, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    chartered(games, game_id, 50, 0)
    right = couriers.fates

    def wrong(lost: int, captured: int, captors: Sequence[str]) -> list[str]:
        return [DELIVERED if it == LOST else LOST for it in right(lost, captured, captors)]

    monkeypatch.setattr(couriers, "fates", wrong)
    sent(games, game_id)
    found = audit_of_game(games, game_id)
    assert not found.holds
    assert "that was not drawn" in str(found.report.first_wrong)


def test_the_referee_holds_one_and_lets_it_go_on(games: Games, game_id: str) -> None:
    letter = sent(games, game_id)
    held = dispatches.alter(games, game_id, REFEREE, letter.version, reason="Fog.", held=True)
    assert not isinstance(held, Refusal) and held.held
    next_turn(games, game_id)
    assert of(games, game_id, DispatchDue) == []
    gone = dispatches.alter(games, game_id, REFEREE, letter.version, reason="It clears.", due=2)
    assert not isinstance(gone, Refusal) and not gone.held
    decision = games.decisions(games.open(game_id))[0]
    give(games, game_id, decision.seat, PASS)
    assert len(of(games, game_id, DispatchDue)) == 1, "with the next order"
    for reader in ("blue", "green", SPECTATOR):
        assert "Fog." not in told(games, game_id, reader)


def test_the_referee_alters_when_one_is_due(games: Games, game_id: str) -> None:
    letter = sent(games, game_id)
    later = dispatches.alter(games, game_id, REFEREE, letter.version, reason="Mud.", due=3)
    assert not isinstance(later, Refusal) and later.due == 3
    next_turn(games, game_id)
    assert of(games, game_id, DispatchDue) == []
    next_turn(games, game_id)
    assert len(archive(games, game_id, "green")) == 1
    [mine] = archive(games, game_id, "blue")
    assert mine.way is not None and mine.way.due == 2, "the writer is not told"


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"by": "red"}, "NOT_THE_REFEREE"),
        ({"dispatch": 1}, "UNKNOWN_DISPATCH"),
        ({"due": 0}, "BAD_PAYLOAD"),
        ({"due": dispatches.LATEST + 1}, "BAD_PAYLOAD"),
        ({"reason": ""}, "TEXT_MISSING"),
    ],
)
def test_what_the_referee_may_not_do(
    games: Games, game_id: str, wanted: Mapping[str, Any], code: str
) -> None:
    letter = sent(games, game_id)
    said = {"by": REFEREE, "dispatch": letter.version, "reason": "Mud.", "held": True, **wanted}
    refusal = dispatches.alter(games, game_id, said.pop("by"), said.pop("dispatch"), **said)
    assert refused(refusal) == code


@pytest.mark.parametrize(
    ("by", "to", "more", "code"),
    [
        (SPECTATOR, "red", {}, "NOT_SEATED"),
        ("blue", "grey", {}, "UNKNOWN_SEAT"),
        ("blue", "green", {"destination": "paris"}, "UNKNOWN_PLACE"),
        ("blue", "green", {"text": "x" * (texts.LONGEST + 1)}, "TEXT_TOO_LONG"),
    ],
)
def test_refused(
    games: Games, game_id: str, by: str, to: str, more: dict[str, str], code: str
) -> None:
    said = {"origin": "ligny", "destination": "wavre", "text": WORDS, **more}
    refusal = dispatches.send(games, game_id, by, to, **said)
    assert refused(refusal) == code
    assert of(games, game_id, DispatchSent) == []


def test_dispatches_count_as_press_in_a_day(games: Games, game_id: str) -> None:
    for number in range(MOST_A_DAY):
        sent(games, game_id, text=f"{number}")
    said = {"origin": "ligny", "destination": "wavre", "text": WORDS}
    refusal = dispatches.send(games, game_id, "blue", "green", **said)
    assert refused(refusal) == "TOO_MUCH_PRESS"


def test_couriers_leave_links_of_chance_for_the_game(
    games: Games, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent(games, game_id, text="The last one.")
    used = games.open(game_id).links["secret"]
    monkeypatch.setattr(dispatches, "LINKS_FOR_COURIERS", used)
    said = {"origin": "ligny", "destination": "wavre", "text": WORDS}
    refusal = dispatches.send(games, game_id, "blue", "green", **said)
    assert refused(refusal) == "CHANCE_EXHAUSTED"
    assert next_turn(games, game_id), "it goes on"


def test_a_seat_leaves_couriers_to_the_others(
    games: Games, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    used = games.open(game_id).links.get("secret", 0)
    assert used < 2
    # Of the links for couriers each of three seats and the referee has two.
    monkeypatch.setattr(dispatches, "LINKS_FOR_COURIERS", 8)
    for text in ("First.", "Second."):
        sent(games, game_id, text=text)
    said = {"origin": "ligny", "destination": "wavre", "text": WORDS}
    refusal = dispatches.send(games, game_id, "blue", "green", **said)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.facts) == ("CHANCE_EXHAUSTED", {"most": 2})
    sent(games, game_id, "green", "blue")
    next_turn(games, game_id)
    sent(games, game_id, "green", "blue")
    refusal = dispatches.send(games, game_id, "green", "blue", **{**said, "text": "Again."})
    assert isinstance(refusal, Refusal), "what has come counts once"
    sent(games, game_id, "red", "blue")


def test_the_same_dispatch_twice_in_a_row_rides_once(games: Games, game_id: str) -> None:
    first = sent(games, game_id)
    used = games.open(game_id).links
    assert sent(games, game_id) == first
    assert games.open(game_id).links == used
    assert list(games.open(game_id).dispatches) == [first.version]
    for other in ({"destination": "ligny"}, {"to": "red"}, {"text": "At once."}, {}):
        again = sent(games, game_id, **other)
        assert again != first
        assert sent(games, game_id, **other) == again
    last = list(games.open(game_id).dispatches)
    assert len(last) == 5
    next_turn(games, game_id)
    assert sent(games, game_id).version > max(last), "whoever repeats it in another turn means it"


def test_the_last_dispatch_of_a_day_is_answered_when_it_is_sent_again(
    games: Games, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(press, "MOST_A_DAY", 1)
    assert sent(games, game_id) == sent(games, game_id)


@pytest.mark.parametrize(
    ("by", "odds", "code"),
    [
        (REFEREE, (-1, 0, 1), "BAD_PAYLOAD"),
        (REFEREE, (0, 0, FASTEST + 1), "BAD_PAYLOAD"),
    ],
)
def test_charters_that_are_refused(
    games: Games, game_id: str, by: str, odds: tuple[int, int, int], code: str
) -> None:
    lost, captured, pace = odds
    refusal = dispatches.charter(games, game_id, by, lost=lost, captured=captured, pace=pace)
    assert refused(refusal) == code


def test_a_game_without_couriers_has_no_charter(opened: Callable[..., Games]) -> None:
    games = opened(ToyForThree())
    made = games.create("toy", "wide", {"turns": 3}, referee=True).game.id
    refusal = dispatches.charter(games, made, REFEREE, lost=0, captured=0, pace=1)
    assert refused(refusal) == "NO_DISPATCHES"


def test_when_the_game_is_over_all_lies_open(games: Games, game_id: str) -> None:
    chartered(games, game_id, captured=100)
    sent(games, game_id)
    next_turn(games, game_id)
    [due] = of(games, game_id, DispatchDue)
    [drawn] = of(games, game_id, DispatchDrawn)
    for event in (due, drawn):
        assert Viewer(SPECTATOR, over=True).may_read(event)
        assert not Viewer("blue").may_read(event)


def test_erased_words_arrive_as_erased(games: Games, game_id: str) -> None:
    letter = sent(games, game_id)
    assert texts.erase(games, game_id, "blue", letter.text) is None
    next_turn(games, game_id)
    [come] = archive(games, game_id, "green")
    assert come.text not in {it.id for it in games.recorder.texts(game_id)}
    for reader in ("green", "red"):
        assert "were erased" not in told(games, game_id, reader)


def test_in_bundles_only_those_who_have_it_have_its_words(games: Games, game_id: str) -> None:
    sent(games, game_id)
    assert [has_words(games, game_id, it) for it in ("blue", "green", "red")] == [
        True,
        False,
        False,
    ]
    next_turn(games, game_id)
    assert [has_words(games, game_id, it) for it in ("blue", "green", "red")] == [True, True, False]


def has_words(games: Games, game_id: str, reader: str) -> bool:
    target = BytesIO()
    write(games, game_id, reader, target)
    with ZipFile(target) as archived:
        return any(WORDS.encode() in archived.read(it) for it in archived.namelist())


def test_the_odds_are_those_of_the_charter() -> None:
    some = fates(10, 20, ["a", "b", "c"])
    assert [some.count(it) / 300 for it in (LOST, "a", "b", "c", DELIVERED)] == [
        0.1, 20 / 300, 20 / 300, 20 / 300, 0.7,
    ]  # fmt: skip


@pytest.mark.parametrize("ruleset", ["napoleon1815", "napoleonic_empire"])
def test_the_ways_of_the_games(games: Games, ruleset: str) -> None:
    rules = installed()[ruleset]
    assert rules.couriers is not None
    options = rules.checked_options({})
    scenario = rules.scenarios[0].id
    played = Games(
        {"NAPOLEON_HOME": str(games.env["NAPOLEON_HOME"]) + "-other", "CREATE_TABLE": "yes"}
    )
    try:
        game = played.create(ruleset, scenario, options).game
        places = rules.couriers.places(game.state)
        for place in places:
            assert rules.couriers.distance(game.state, place, place) == 0
            assert rules.names.get(place), place
        ways = [rules.couriers.distance(game.state, places[0], it) for it in places]
        assert sum(it is None for it in ways) <= 1, "the Ottomans of the printed map"
        for seat in game.created.seats:
            assert seat not in rules.couriers.enemies(game.state, seat)
    finally:
        played.close()
