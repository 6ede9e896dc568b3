"""The story of a game and the positions that it tells of, as a reader may have them."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from api.languages import LANGUAGES, language_of
from napoleon.log.branches import counts
from napoleon.log.errors import UnknownGame
from napoleon.log.events.rewinds import HistoryRewound
from napoleon.log.levels import BOOKKEEPING
from napoleon.log.story import story as prose
from napoleon.play.games import Games
from napoleon.record.story import event_by_event, facts, frames, story, story_text
from napoleon.rules.narration import describe
from napoleon.rules.prose.paragraphs import Entry as Paragraph
from napoleon.rules.viewer import Viewer
from tests.record.telling import campaign, plain, rewound, toy_games
from tests.toy import Toy

READERS = ("red", "blue", "spectator", "referee")


@pytest.fixture
def games(tmp_path: Path) -> Games:
    return toy_games(tmp_path)


@pytest.fixture
def game_id(games: Games) -> str:
    return rewound(games)


def shown(games: Games, game_id: str, version: int, reader: str) -> dict[str, object]:
    """What the service shows of a version now, without the version itself."""
    views = games.view(games.at(game_id, version), reader, newest=games.open(game_id))
    for view in views.values():
        del view["version"]
    return msgspec.json.decode(msgspec.json.encode(views), type=dict[str, object])


@pytest.mark.parametrize("reader", READERS)
def test_a_frame_is_what_the_service_shows_of_its_version(
    games: Games, game_id: str, reader: str
) -> None:
    found = list(frames(games, game_id, reader))
    assert len(found) > 12
    for frame in found:
        assert plain(frame) == shown(games, game_id, frame.version, reader)
        position = games.at(game_id, frame.version).state
        assert (frame.turn, frame.phase) == (position.turn, position.phase)


def test_cards_that_have_faded_are_in_no_frame_and_in_no_sentence(tmp_path: Path) -> None:
    games, game = campaign(tmp_path, {"strict_discards": True}, to_turn=2)
    assert game.fades
    for reader in (*game.created.seats, "spectator"):
        for frame in frames(games, game.id, reader):
            assert plain(frame) == shown(games, game.id, frame.version, reader)
        texts = {
            sentence.version: sentence.text for sentence in event_by_event(games, game.id, reader)
        }
        for event in games.history(game.id):
            if event.version in texts:
                names = games.rules(game).names
                assert texts[event.version] == describe(
                    event, Viewer(reader, faded=game.faded), names
                )


def test_there_is_a_frame_whenever_the_game_is_at_rest(games: Games, game_id: str) -> None:
    events = games.history(game_id)
    end_of_order = [
        event.version
        for event, following in zip(events, [*events[1:], None], strict=True)
        if following is None or following.begins
    ]
    found = [frame.version for frame in frames(games, game_id, "red")]
    assert found == [
        version for version in end_of_order if games.at(game_id, version).state is not None
    ]


def test_after_a_rewind_the_frame_is_the_one_that_was_gone_back_to(
    games: Games, game_id: str
) -> None:
    by_version = {frame.version: frame for frame in frames(games, game_id, "referee")}
    rewinds = [it for it in games.history(game_id) if isinstance(it, HistoryRewound)]
    assert len(rewinds) == 2
    for event in rewinds:
        assert plain(by_version[event.version]) == plain(by_version[event.to])


def test_what_was_undone_is_marked(games: Games, game_id: str) -> None:
    newest = games.open(game_id)
    (first, _), (second, to) = newest.rewinds
    assert {it.version for it in frames(games, game_id, "red") if not it.counts} == {
        it.version for it in frames(games, game_id, "red") if to < it.version < second
    }
    events = {event.version: event for event in games.history(game_id)}
    sentences = event_by_event(games, game_id, "red")
    assert [it.counts for it in sentences] == [
        counts(newest, events[it.version]) for it in sentences
    ]
    told_of = {it.version: it.counts for it in sentences}
    assert told_of[first] and told_of[second]
    assert not told_of[second - 1]


@pytest.mark.parametrize("reader", READERS)
def test_every_event_is_told_but_the_bookkeeping_of_chance(
    games: Games, game_id: str, reader: str
) -> None:
    names = games.rules(games.open(game_id)).names
    events = [it for it in games.history(game_id) if not isinstance(it, BOOKKEEPING)]
    sentences = event_by_event(games, game_id, reader)
    assert len(events) < games.head(game_id)
    assert [it.version for it in sentences] == [it.version for it in events]
    assert [it.text for it in sentences] == [describe(it, Viewer(reader), names) for it in events]
    for sentence, event in zip(sentences, events, strict=True):
        assert not event.phase or (sentence.turn, sentence.phase) == (event.turn, event.phase)


def test_the_story_is_the_one_that_pages_tell(tmp_path: Path) -> None:
    games, game = campaign(tmp_path, {"strict_discards": True}, to_turn=2)
    rules = games.rules(game)
    for reader in (*game.created.seats, "spectator", "referee"):
        for code in LANGUAGES:
            spoken = language_of(rules, code)
            told = story(games, game.id, reader, spoken)
            assert told == prose(games, game, game.viewer(reader), rules, spoken)
            assert len(told) < len(event_by_event(games, game.id, reader)) / 2


def test_a_story_leaves_out_what_was_undone_and_withdrawn(games: Games, game_id: str) -> None:
    newest = games.open(game_id)
    events = {event.version: event for event in games.history(game_id)}
    told = story(games, game_id, "red")
    assert all(counts(newest, events[it.first]) for it in told)
    assert newest.rewinds
    assert not {it for it, _ in newest.rewinds} & {it.first for it in told}


PARAGRAPHS = [
    Paragraph(1, 1, 0, "", "created", "", "", ("The game was created.",)),
    Paragraph(2, 5, 1, "go", "march", "red", "Red", ("Ney marched.", "Lobau stayed.")),
    Paragraph(6, 6, 0, "", "house", "", "", ("The position of version 2 counts again.",)),
    Paragraph(7, 9, 2, "go", "end", "", "", ("Red won the game.",)),
]


def test_the_text_tells_the_paragraphs_by_turns() -> None:
    assert (
        story_text({"Game": "abc", "Seen by": "Red"}, PARAGRAPHS)
        == """\
Game:    abc
Seen by: Red


Before the first turn

       1  The game was created.


Turn 1

       2  Red: Ney marched. Lobau stayed.

       6  The position of version 2 counts again.


Turn 2

       7  Red won the game.
"""
    )


def test_the_text_is_in_the_language_of_its_story() -> None:
    french = language_of(Toy(), "fr")
    text = story_text({"Seen by": "Rouge"}, PARAGRAPHS, french)
    assert text.startswith("Vu par")
    assert "Avant le premier tour" in text
    assert "Tour 2" in text


def test_the_facts_say_which_game_it_is_and_how_it_ended(games: Games) -> None:
    game_id = games.create("toy", "short", {"turns": 2}).game.id
    assert facts(games, game_id, "red") == {
        "Game": game_id,
        "Rules": "A toy game 1",
        "Data": "0" * 64,
        "Scenario": "A bag of ten cards",
        "Options": "Turns to be played: 2",
        "Seen by": "Red",
        "Version": str(games.head(game_id)),
        "Result": "the game is not over",
    }
    while not games.open(game_id).over:
        decision = games.decisions(games.open(game_id))[0]
        offer = next(iter(Toy().legal_orders(games.open(game_id).state, decision)))
        games.submit_orders(game_id, decision.seat, [offer])
    result = games.open(game_id).state.result
    winner = Toy.names[result.winner]
    assert facts(games, game_id, "red")["Result"] == f"{winner} won: {result.reason}"


def test_a_game_that_there_is_not(games: Games) -> None:
    with pytest.raises(UnknownGame):
        story(games, "0000000000", "red")
    with pytest.raises(UnknownGame):
        list(frames(games, "0000000000", "red"))
