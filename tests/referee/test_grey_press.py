"""Press without a signature, answers to it, and diaries: who reads what, and who learns nothing."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random

import msgspec
import pytest

from napoleon.log.events.grey_press import UNSIGNED
from napoleon.log.events.press import LetterErased, LetterSent
from napoleon.log.events.texts import TextErased
from napoleon.log.journal import narrator
from napoleon.log.press import ALL, Letter, letters
from napoleon.log.story import story
from napoleon.play.games import Games
from napoleon.play.press import MOST_A_DAY, answer, note, send
from napoleon.play.referee import texts
from napoleon.record.bundle import write
from napoleon.record.imports import bring_in
from napoleon.rules.events import REFEREE, SPECTATOR, Event
from napoleon.rules.orders import Refusal
from napoleon.rules.redaction import redacted
from napoleon.rules.terms import SetupRefused
from napoleon.rules.viewer import Viewer
from tests.referee.law import PASS, ToyForThree, bet, give, refused
from tests.referee.test_press import Apart, bundle
from tests.stores import embedded

SECRET = "The left wing is tired."

READERS = ("red", "blue", "green", SPECTATOR)


@pytest.fixture
def games(opened: Callable[..., Games]) -> Games:
    return opened(ToyForThree())


@pytest.fixture
def game_id(games: Games) -> str:
    """A game for three in which letters may be unsigned."""
    created = games.create("toy", "wide", {"turns": 3}, referee=True, grey_press=True)
    return created.game.id


def written(outcome: Letter | Refusal) -> Letter:
    assert isinstance(outcome, Letter), outcome
    return outcome


def read_by(games: Games, game_id: str, reader: str) -> list[tuple[str, tuple[str, ...]]]:
    """From whom, and to whom, as a reader finds it in the archive, the oldest first."""
    game = games.open(game_id)
    return [(it.sender, it.to) for it in letters(games, game, game.viewer(reader))][::-1]


def told(games: Games, game_id: str, reader: str) -> str:
    game = games.open(game_id)
    entries = story(games, game, game.viewer(reader), games.rules(game))
    return " ".join(sentence for it in entries for sentence in it.sentences)


def test_nobody_but_judges_and_its_writer_learns_who_wrote(games: Games, game_id: str) -> None:
    mine = written(send(games, game_id, "red", ("blue",), SECRET, unsigned=True))
    assert (mine.sender, mine.to, mine.grey) == ("red", ("blue",), True)
    assert read_by(games, game_id, "red") == [("red", ("blue",))]
    assert read_by(games, game_id, "blue") == [(UNSIGNED, ("blue",))]
    assert read_by(games, game_id, "green") == read_by(games, game_id, SPECTATOR) == []
    assert read_by(games, game_id, REFEREE) == [("red", ("blue",))]
    assert SECRET in told(games, game_id, "blue")
    assert "Red wrote to Blue without a signature" in told(games, game_id, REFEREE)
    assert SECRET not in told(games, game_id, "green")


def test_what_is_written_to_all_has_no_name_either(games: Games, game_id: str) -> None:
    written(send(games, game_id, "red", (ALL,), SECRET, unsigned=True))
    for reader in ("blue", "green", SPECTATOR):
        assert read_by(games, game_id, reader) == [(UNSIGNED, (ALL,))]
        assert SECRET in told(games, game_id, reader)
        assert "Red wrote" not in told(games, game_id, reader)
    assert read_by(games, game_id, "red") == read_by(games, game_id, REFEREE) == [("red", (ALL,))]


def test_an_answer_goes_to_its_writer_who_stays_unknown(games: Games, game_id: str) -> None:
    grey = written(send(games, game_id, "red", ("blue", "green"), SECRET, unsigned=True))
    mine = written(answer(games, game_id, "blue", grey.version, "Who are you?"))
    assert mine.to == (UNSIGNED,)
    assert read_by(games, game_id, "blue")[-1] == ("blue", (UNSIGNED,))
    assert read_by(games, game_id, "red")[-1] == ("blue", ("red",))
    assert len(read_by(games, game_id, "green")) == 1, "it went to nobody else"
    # An answer to that answer must not give its writer away.
    again = written(answer(games, game_id, "red", mine.version, "A friend."))
    assert again.grey
    assert read_by(games, game_id, "blue")[-1] == (UNSIGNED, ("blue",))
    written(answer(games, game_id, "blue", again.version, "Prove it."))
    assert read_by(games, game_id, "red")[-1] == ("blue", ("red",))


def test_an_answer_to_a_letter_goes_to_its_writer_alone(games: Games, game_id: str) -> None:
    letter = written(send(games, game_id, "red", ("blue", "green"), SECRET))
    assert written(answer(games, game_id, "blue", letter.version, "No.")).to == ("red",)
    assert len(read_by(games, game_id, "green")) == 1
    assert refused(answer(games, game_id, "red", letter.version, "Me.")) == "TO_YOURSELF"
    assert refused(answer(games, game_id, SPECTATOR, letter.version, "Me.")) == "NOT_SEATED"
    hidden = written(send(games, game_id, "red", ("blue",), "Alone."))
    for version in (hidden.version, 3, 999):
        assert refused(answer(games, game_id, "green", version, "?")) == "UNKNOWN_LETTER"


@pytest.mark.parametrize("grey", [True, False])
def test_a_diary_is_read_by_its_writer_and_judges_until_the_end(
    opened: Callable[..., Games], *, grey: bool
) -> None:
    games = opened(ToyForThree())
    game = games.create("toy", "wide", {"turns": 1}, referee=True, grey_press=grey).game.id
    mine = written(note(games, game, "red", SECRET))
    assert mine.diary
    for reader in ("blue", "green", SPECTATOR):
        assert read_by(games, game, reader) == []
        assert SECRET not in told(games, game, reader)
    assert read_by(games, game, "red") == read_by(games, game, REFEREE) == [("red", ("red",))]
    assert "Red wrote in their diary." in told(games, game, "red")
    give(games, game, "red", PASS)
    give(games, game, "blue", PASS)
    for seat in ("red", "blue"):
        if not games.open(game).over:
            give(games, game, seat, bet(1))
    assert games.open(game).over
    for reader in ("blue", "green", SPECTATOR):
        assert read_by(games, game, reader) == [("red", ("red",))]
    assert refused(note(games, game, SPECTATOR, "Me.")) == "NOT_SEATED"
    assert refused(note(games, game, "red", " ")) == "TEXT_MISSING"


def test_it_is_refused_where_the_founder_has_not_allowed_it(games: Games) -> None:
    plain = games.create("toy", "wide", {"turns": 3}, referee=True).game.id
    assert refused(send(games, plain, "red", ("blue",), "A.", unsigned=True)) == "NO_GREY_PRESS"
    written(note(games, plain, "red", SECRET))
    written(send(games, plain, "red", ("blue",), "A."))
    kinds = [type(it) for it in games.history(plain)][-2:]
    assert kinds == [LetterSent, LetterSent], "a note is a letter like any other"


def test_rules_that_keep_seats_apart_have_none(opened: Callable[..., Games]) -> None:
    games = opened(Apart())
    with pytest.raises(SetupRefused) as why:
        games.create("toy", "wide", {"turns": 3}, grey_press=True)
    assert why.value.refusal.code == "NO_GREY_PRESS"


def test_limits_and_repeats_count_as_with_a_signature(games: Games, game_id: str) -> None:
    one = written(send(games, game_id, "red", ("blue",), SECRET, unsigned=True))
    same = written(send(games, game_id, "red", ("blue",), SECRET, unsigned=True))
    assert same.version == one.version
    assert written(send(games, game_id, "red", ("blue",), SECRET)).version > one.version
    for n in range(MOST_A_DAY - 2):
        written(send(games, game_id, "red", ("blue",), f"{n}", unsigned=bool(n % 2)))
    more = send(games, game_id, "red", ("blue",), "More.", unsigned=True)
    assert refused(more) == "TOO_MUCH_PRESS"
    assert refused(note(games, game_id, "red", "More.")) == "TOO_MUCH_PRESS"


@pytest.mark.parametrize("to", [("blue",), (ALL,)])
def test_who_erases_it_is_told_to_nobody_else(
    games: Games, game_id: str, to: tuple[str, ...]
) -> None:
    letter = written(send(games, game_id, "red", to, SECRET, unsigned=True))
    assert texts.erase(games, game_id, "blue", letter.text) is not None, "not theirs"
    assert texts.erase(games, game_id, "red", letter.text) is None
    [erased] = [it for it in games.history(game_id) if isinstance(it, LetterErased)]
    assert not [it for it in games.history(game_id) if isinstance(it, TextErased)]
    assert (erased.by, erased.parties) == ("", ("red",))
    for reader in ("blue", "green", SPECTATOR):
        assert redacted(erased, Viewer(reader))["data"] == dict.fromkeys(erased.payload)


def everything(games: Games, game_id: str, reader: str) -> list[object]:
    """All that a reader is shown of the events of a game, and of its story and archive."""
    game = games.open(game_id)
    viewer = game.viewer(reader)
    tells = narrator(game, reader, games.rules(game))
    archive = list(letters(games, game, viewer))
    events = list(games.history(game_id))
    return [
        *(redacted(it, viewer) for it in events),
        *(tells.entry(it).text for it in events),
        told(games, game_id, reader),
        archive,
    ]


def test_twins_that_differ_in_who_wrote_are_the_same_to_the_others(tmp_path: Path) -> None:
    """Two services alike, in which another seat writes the same: to the third they are one."""

    def played(home: Path, writer: str, other: str) -> tuple[Games, str]:
        ticks = count(1_763_700_000_000_000)
        games = Games(
            embedded(home), rulesets={"toy": ToyForThree()}, clock=lambda: next(ticks),
            entropy=Random(7).randbytes,
        )  # fmt: skip
        game = games.create("toy", "wide", {"turns": 3}, referee=True, grey_press=True).game.id
        one = written(send(games, game, writer, ("green",), SECRET, unsigned=True))
        written(send(games, game, writer, (ALL,), SECRET, unsigned=True))
        # A letter, a note and an answer of the two others are alike to the third as well.
        written(send(games, game, writer, (other,), "Between us.", unsigned=True))
        written(note(games, game, other, "For myself."))
        written(answer(games, game, "green", one.version, "Thank you."))
        texts.erase(games, game, writer, one.text)
        return games, game

    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    first = played(tmp_path / "one", "red", "blue")
    second = played(tmp_path / "two", "blue", "red")
    for reader in ("green", SPECTATOR):
        assert everything(*first, reader) == everything(*second, reader)
    assert everything(*first, REFEREE) != everything(*second, REFEREE)
    for games, _ in (first, second):
        games.close()


def test_bundles_have_what_their_readers_may_read(games: Games, game_id: str) -> None:
    letter = written(send(games, game_id, "red", ("blue",), SECRET, unsigned=True))
    own = written(note(games, game_id, "green", "For myself."))
    reads = {"red": (1, 0), "blue": (1, 0), "green": (0, 1), SPECTATOR: (0, 0), REFEREE: (1, 1)}
    for reader, (grey, diary) in reads.items():
        members = bundle(games, game_id, reader)
        whole = b"".join(members.values())
        assert (letter.text.encode() in whole, own.text.encode() in whole) == (grey, diary)
        opened = [msgspec.json.decode(it) for it in members["openings.ndjson"].splitlines()]
        names = {str(it["value"]) for it in opened if it["field"] == "writer"}
        assert names == {
            "red": {"red"}, "blue": set(), "green": {"green"}, SPECTATOR: set(),
            REFEREE: {"red", "green"},
        }[reader]  # fmt: skip


def test_such_a_game_is_brought_to_another_store(
    games: Games, game_id: str, tmp_path: Path
) -> None:
    written(send(games, game_id, "red", (ALL,), SECRET, unsigned=True))
    written(note(games, game_id, "green", "For myself."))
    file = tmp_path / "bundle.zip"
    with file.open("w+b") as target:
        write(games, game_id, "operator", target)
    there = tmp_path / "there"
    there.mkdir()
    other = Games(embedded(there), rulesets={"toy": ToyForThree()})
    try:
        assert bring_in(other, file).stop is None
        assert other.open(game_id).grey_press
        for reader in READERS:
            assert read_by(other, game_id, reader) == read_by(games, game_id, reader)
    finally:
        other.close()


def test_a_letter_with_a_signature_looks_like_one_without(games: Games, game_id: str) -> None:
    """And like a note: others do not learn that somebody does not sign."""

    def shown(events: list[Event]) -> list[tuple[str, object]]:
        return [(it.type, redacted(it, Viewer("green"))["data"]) for it in events]

    seen = []
    for act in (
        lambda: send(games, game_id, "red", ("blue",), "1"),
        lambda: send(games, game_id, "red", ("blue",), "2", unsigned=True),
        lambda: note(games, game_id, "red", "3"),
    ):
        before = games.open(game_id).version
        letter = written(act())
        seen.append(shown(list(games.history(game_id, after=before))))
        assert letter.version == before + 2
    assert seen[0] == seen[1] == seen[2]
