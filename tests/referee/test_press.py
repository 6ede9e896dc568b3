"""Press: who may write to whom, and who reads what was written."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from napoleon.log.events.press import LetterErased, LetterSent
from napoleon.log.events.texts import TextErased
from napoleon.log.game import Game
from napoleon.log.journal import narrator
from napoleon.log.press import ALL, Letter, letters
from napoleon.log.story import story
from napoleon.play import press
from napoleon.play.games import Games
from napoleon.play.press import MOST_A_DAY, send
from napoleon.play.referee import texts
from napoleon.play.seats import appoint_deputy, share_out
from napoleon.record.bundle import write
from napoleon.record.imports import bring_in
from napoleon.rules.events import DEPUTY, REFEREE, SPECTATOR, Event
from napoleon.rules.orders import Refusal
from napoleon.rules.viewer import Viewer
from tests.referee.law import PASS, Clock, ToyForThree, bet, give, refused
from tests.toy import Toy

SECRET = "Wellington waits at Mont-Saint-Jean."


class Apart(ToyForThree):
    """A third seat that may not talk to blue."""

    def refuse_talk(
        self, state: object, seat: str, other: str, *, private: bool = False
    ) -> Refusal | None:
        if {seat, other} == {"blue", "green"}:
            return Refusal("NO_CONTACT", "GO", "You are too far apart.")
        return None

    def keeps_apart(self, options: object) -> bool:
        return True


def sent(games: Games, game_id: str, by: str, *to: str, text: str = SECRET) -> Letter:
    letter = send(games, game_id, by, to, text)
    assert isinstance(letter, Letter), letter
    return letter


def viewer_for(games: Games, game_id: str, reader: str) -> list[int]:
    game = games.open(game_id)
    return [it.version for it in letters(games, game, game.viewer(reader))]


def told(games: Games, game_id: str, reader: str) -> str:
    game = games.open(game_id)
    return " ".join(
        sentence
        for entry in story(games, game, game.viewer(reader), games.rules(game))
        for sentence in entry.sentences
    )


def test_a_letter_is_read_by_its_parties_and_the_judges(games: Games, game_id: str) -> None:
    letter = sent(games, game_id, "red", "blue")
    public = sent(games, game_id, "blue", ALL, text="The war is over!")
    secret = sent(games, game_id, "blue", REFEREE, text="Is this legal?")
    assert viewer_for(games, game_id, "red") == [public.version, letter.version]
    assert viewer_for(games, game_id, "blue") == [secret.version, public.version, letter.version]
    assert viewer_for(games, game_id, REFEREE) == viewer_for(games, game_id, "blue")
    assert viewer_for(games, game_id, SPECTATOR) == [public.version]


def test_of_a_letter_others_learn_that_there_was_one_and_nothing_else(
    games: Games, game_id: str
) -> None:
    letter = sent(games, game_id, "red", "blue")
    game = games.open(game_id)
    [event] = games.history(game_id, after=letter.version - 1)
    for reader, reads in {"red": True, "blue": True, REFEREE: True, SPECTATOR: False}.items():
        tells = narrator(game, reader, games.rules(game))
        data = tells.redacted(event)
        assert (data["by"], data["behalf"]) == (None, None)
        assert (data["data"]["text"] == letter.text) is reads
        assert (data["data"]["sender"] == "red") is reads
        assert tells.text(event) == ("Red wrote to Blue." if reads else "A letter was sent.")
        assert tells.words(event, games.recorder.texts(game_id)) == ([SECRET] if reads else [])
        assert (SECRET in told(games, game_id, reader)) is reads
    assert "letter" not in told(games, game_id, SPECTATOR)
    assert "Red wrote to Blue: “" in told(games, game_id, "blue")


def test_what_is_written_to_all_is_told_to_everybody(games: Games, game_id: str) -> None:
    sent(games, game_id, "red", ALL, text="To arms!")
    assert "Red wrote to everybody: “To arms!”" in told(games, game_id, SPECTATOR)


def test_judges_write_and_are_written_to(games: Games, game_id: str) -> None:
    appoint_deputy(games, game_id, _token(games, game_id))
    from_deputy = sent(games, game_id, DEPUTY, "red", text="Ask me.")
    to_deputy = sent(games, game_id, "red", DEPUTY, text="May I pass?")
    among = sent(games, game_id, REFEREE, DEPUTY, text="They may.")
    assert viewer_for(games, game_id, "red") == [to_deputy.version, from_deputy.version]
    assert viewer_for(games, game_id, REFEREE)[0] == among.version
    assert "The deputy wrote to Red: “Ask me.”" in told(games, game_id, "red")


def _token(games: Games, game_id: str) -> str:
    return games.claim(game_id, REFEREE)


def test_a_share_writes_for_its_seat(games: Games, game_id: str) -> None:
    token = games.claim(game_id, "blue")
    assert isinstance(share_out(games, game_id, "blue", "prussia", token), str)
    letter = sent(games, game_id, "prussia", "red")
    public = sent(games, game_id, "prussia", ALL)
    for it in (letter, public):
        assert (it.sender, it.writer) == ("blue", "prussia")
    game = games.open(game_id)
    assert viewer_for(games, game_id, "blue") == [public.version, letter.version]
    assert press.readers_for(game, "prussia") == ("red", REFEREE)
    assert press.may_write(game, "prussia") and not press.may_write(game, SPECTATOR)


@pytest.mark.parametrize(
    ("by", "to", "text", "code"),
    [
        ("red", [], "Hello", "UNKNOWN_SEAT"),
        ("red", [DEPUTY], "Hello", "UNKNOWN_SEAT"),
        ("red", [SPECTATOR], "Hello", "UNKNOWN_SEAT"),
        (REFEREE, [REFEREE], "Hello", "TO_YOURSELF"),
        ("red", ["blue"], "", "TEXT_MISSING"),
        ("red", ["blue"], "\u3164", "TEXT_MISSING"),
        ("red", ["blue"], "x" * (texts.LONGEST + 1), "TEXT_TOO_LONG"),
        ("red", ["blue"], "\u202eHello", "BAD_TEXT"),
        ("red", ["blue"], "Hello\x07", "BAD_TEXT"),
    ],
)
def test_refused(games: Games, game_id: str, by: str, to: list[str], text: str, code: str) -> None:
    refusal = send(games, game_id, by, to, text)
    assert refused(refusal) == code
    assert games.open(game_id).press == []


def test_without_a_referee_nobody_writes_to_one(games: Games) -> None:
    game_id = games.create("toy", "wide", {"turns": 3}).game.id
    refusal = send(games, game_id, "red", [REFEREE], "Hello")
    assert refused(refusal) == "NO_REFEREE"


def test_a_seat_writes_so_often_in_a_day(games: Games, game_id: str, clock: Clock) -> None:
    for number in range(MOST_A_DAY):
        sent(games, game_id, "red", "blue", text=f"Letter {number}")
    refusal = send(games, game_id, "red", ["blue"], "One more")
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.facts) == ("TOO_MUCH_PRESS", {"most": MOST_A_DAY})
    sent(games, game_id, "blue", "red", text="You talk a lot.")
    clock.advance(24)
    sent(games, game_id, "red", "blue", text="A new day")


def test_the_same_letter_twice_in_a_row_counts_once(games: Games, game_id: str) -> None:
    first = sent(games, game_id, "red", "blue")
    assert sent(games, game_id, "red", "blue") == first
    assert sent(games, game_id, "red", "blue", text="And more.") != first
    assert sent(games, game_id, "red", "blue") != first
    assert len(games.open(game_id).press) == 3


def test_rules_that_keep_seats_from_talking(opened: Callable[..., Games]) -> None:
    games = opened(Apart())
    game_id = games.create("toy", "wide", {"turns": 3}, referee=True).game.id
    for by, to in (("blue", "green"), ("green", "blue"), ("blue", ALL)):
        refusal = send(games, game_id, by, [to], "Where are you?")
        assert isinstance(refusal, Refusal)
        assert (refusal.code, refusal.clause) == ("NO_CONTACT", "GO")
    assert isinstance(send(games, game_id, "blue", ["red", "green"], "Peace?"), Refusal)
    for by, to in (("blue", "red"), ("red", ALL), ("blue", REFEREE), (REFEREE, ALL)):
        sent(games, game_id, by, to)


def test_an_erased_letter_is_gone_and_others_do_not_learn_whose_it_was(
    games: Games, game_id: str
) -> None:
    letter = sent(games, game_id, "red", "blue")
    public = sent(games, game_id, "red", ALL)
    for by in ("blue", SPECTATOR):
        refusal = texts.erase(games, game_id, by, letter.text)
        assert refused(refusal) == "NOT_YOUR_TEXT"
    assert texts.erase(games, game_id, "red", letter.text) is None
    assert texts.erase(games, game_id, REFEREE, public.text) is None
    [quiet, loud] = games.history(game_id, after=public.version)
    assert isinstance(quiet, LetterErased) and isinstance(loud, TextErased)
    assert (quiet.by, quiet.eraser, loud.by) == ("", "red", REFEREE)
    game = games.open(game_id)
    for reader, reads in {"red": True, "blue": True, REFEREE: True, SPECTATOR: False}.items():
        data = narrator(game, reader, games.rules(game)).redacted(quiet)["data"]
        assert data == (
            {"text": letter.text, "eraser": "red", "parties": ("red", "blue")}
            if reads
            else {"text": None, "eraser": None, "parties": None}
        )
    assert "Red wrote to Blue." in told(games, game_id, "blue")
    assert SECRET not in told(games, game_id, "blue")
    assert told(games, game_id, SPECTATOR).count("erased") == 1, "of what was public"


def test_press_is_no_move_and_a_rewind_leaves_it(games: Games, game_id: str) -> None:
    before = games.open(game_id)
    letter = sent(games, game_id, "red", "blue")
    after = games.open(game_id)
    assert after.state == before.state
    assert games.decisions(after) == games.decisions(before)
    assert after.press == [letter.version]
    assert games.at(game_id, before.version).press == []


def test_when_the_game_is_over_all_letters_lie_open(games: Games, game_id: str) -> None:
    letter = sent(games, game_id, "red", "blue")
    event = next(it for it in games.history(game_id) if isinstance(it, LetterSent))
    assert Viewer(SPECTATOR, over=True).may_read(event)
    assert not Viewer(SPECTATOR).may_read(event)
    assert list(letters(games, games.open(game_id), Viewer(SPECTATOR, over=True))) == [letter]


def bundle(games: Games, game_id: str, reader: str) -> dict[str, bytes]:
    target = BytesIO()
    write(games, game_id, reader, target)
    with ZipFile(target) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_bundles_have_the_letters_that_their_readers_may_read(games: Games, game_id: str) -> None:
    letter = sent(games, game_id, "red", "blue")
    for reader, reads in {"red": True, "blue": True, REFEREE: True, SPECTATOR: False}.items():
        members = bundle(games, game_id, reader)
        assert (SECRET.encode() in members["texts.json"]) is reads
        assert (letter.text.encode() in b"".join(members.values())) is reads


def test_a_game_with_letters_is_brought_to_another_store(
    games: Games, game_id: str, tmp_path: Path
) -> None:
    kept = sent(games, game_id, "red", "blue")
    erased = sent(games, game_id, "blue", "red", text="Burn this.")
    file = tmp_path / "bundle.zip"
    assert texts.erase(games, game_id, "blue", erased.text) is None
    with file.open("w+b") as target:
        write(games, game_id, "operator", target)
    there = tmp_path / "there"
    there.mkdir()
    env = {"NAPOLEON_HOME": str(there), "CREATE_TABLE": "yes"}
    other = Games(env, rulesets={"toy": Toy()})
    try:
        assert bring_in(other, file).stop is None
        game: Game = other.open(game_id)
        assert game.press == [kept.version, erased.version]
        assert [it.text for it in other.recorder.texts(game_id)] == [SECRET]
    finally:
        other.close()


def test_the_archive_is_read_in_few_pieces(
    games: Games, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(press, "MOST_A_DAY", 300)
    written = [sent(games, game_id, "red", "blue", text=f"{number}") for number in range(150)]
    newest_first = [it.version for it in reversed(written)]
    game = games.open(game_id)
    read: list[int] = []
    history = games.history

    def counting(game_id: str, **span: int) -> list[Event]:
        found = history(game_id, **span)
        read.append(len(found))
        return found

    monkeypatch.setattr(games, "history", counting)
    assert viewer_for(games, game_id, "blue") == newest_first
    assert len(read) < 10
    read.clear()
    assert viewer_for(games, game_id, SPECTATOR) == []
    assert len(read) < 10
    read.clear()
    assert next(letters(games, game, game.viewer("blue"))) == written[-1]
    assert read == [1], "no more is read than is asked for"
    page = letters(games, game, game.viewer("blue"), newest_first[2], after=newest_first[9])
    assert [it.version for it in page] == newest_first[3:9]
    assert list(letters(games, game, game.viewer("blue"), after=game.version)) == []


def test_letters_far_apart_do_not_have_all_between_them_read(
    games: Games, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = sent(games, game_id, "red", "blue")
    for _ in range(10):
        decision = games.decisions(games.open(game_id))[0]
        give(games, game_id, decision.seat, PASS if decision.kind == "go" else bet(1))
    last = sent(games, game_id, "red", "blue", text="And now?")
    history, read = games.history, list[Event]()

    def counting(game_id: str, **span: int) -> list[Event]:
        found = history(game_id, **span)
        read.extend(found)
        return found

    monkeypatch.setattr(games, "history", counting)
    assert viewer_for(games, game_id, "blue") == [last.version, first.version]
    assert len(read) == 2
