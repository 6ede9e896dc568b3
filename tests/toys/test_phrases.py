"""What rules note as phrases is recorded as it is, and told to each reader in their language."""

from __future__ import annotations

import ast
import inspect
import io
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from api.extraction import phrases
from api.languages import language_of, phrases_of
from api.reading import Reading
from napoleon.log import story
from napoleon.log.journal import narrator
from napoleon.rules.events import REFEREE, Line
from napoleon.rules.notation.codecs import result_of
from napoleon.rules.notation.names import Names
from napoleon.rules.phrases import PLAIN, Card, Phrase, Said, say, say_many, speaker, written
from napoleon.rules.prose.storybook import words_of
from napoleon.rules.terms import Result
from tests.api.desk import Table
from tests.toys import crowns
from tests.toys.crowns import RULES, Ended
from tests.toys.ruleset import Game
from tests.web.browser import Browser, words

FRENCH = language_of(RULES, "fr")

CATALOGUE = RULES.storybook.locale


@pytest.fixture
def over(table_for: Callable[[Game], Table]) -> Table:
    """A game that was played to its end."""
    table = table_for(RULES)
    while table.get().json["result"] is None:
        [decision, *_] = table.get("/decisions", "referee").json["decisions"]
        assert table.order(decision["seat"], decision["offers"][-1]).status_code == 201
    return table


def ended(table: Table) -> Ended:
    *_, last = (it for it in table.desk.games.history(table.id) if isinstance(it, Ended))
    return last


# -- a phrase by itself ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "phrase",
    [
        say("%(what)s of %(nation)s", what="men", nation="britain"),
        say_many("%(count)s man", "%(count)s men", 3),
        say("%(one)s; %(two)s", one=Card(7), two=("men", say("%(n)s more", n=2))),
        say("%(who)s wrote: %(text)s", who="paris", text=Said("britain")),
    ],
)
def test_what_was_recorded_is_read_back(phrase: Phrase) -> None:
    line = Line(2, "END", phrase)
    assert msgspec.json.decode(msgspec.json.encode(line), type=Line) == line
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(line), type=Line) == line


def test_it_is_recorded_as_text_and_values() -> None:
    line = Line(2, "END", say("%(what)s of %(nation)s", what="men", nation="britain"))
    assert msgspec.json.encode(line) == (
        b'[2,"END",{"say":"phrase","text":"%(what)s of %(nation)s",'
        b'"values":{"what":"men","nation":"britain"}}]'
    )
    assert msgspec.json.encode(Line(2, "END", "men")) == b'[2,"END","men"]'


def test_it_is_told_with_names_and_numbers_in_each_language() -> None:
    lead = say_many(
        "%(second)s has %(count)s point less.", "%(second)s has %(count)s points less.", 0,
        second="coalition",
    )  # fmt: skip
    of = say("%(what)s of %(nation)s", what="men", nation="britain")
    english, french = (
        speaker(words_of(RULES, it).names, {}, it) for it in (language_of(RULES, "en"), FRENCH)
    )
    assert english(of) == "men of Britain"
    assert french(of) == "hommes\N{NO-BREAK SPACE}: Grande-Bretagne"
    assert english(lead) == "Coalition has 0 points less."
    assert french(lead) == "Coalition a 0 point de moins.", "none is one in French"
    assert french(say("%(who)s", who=Said("men"))) == "men", "nobody's words are translated"
    assert french(say("%(all)s", all=("men", "money"))) == "hommes et argent"
    assert speaker({}, {7: "Courier"})(say("%(card)s", card=Card(7))) == "Courier (7)"


def test_a_game_of_finished_texts_has_no_phrases() -> None:
    assert written("dice") == "dice"
    with pytest.raises(TypeError):
        written(say("dice"))


@pytest.mark.parametrize("reason", ["The most points.", say("%(n)s points.", n=3)])
def test_a_position_in_words_keeps_how_a_game_ended(reason: str | Phrase) -> None:
    codec = result_of(Names({"france": "France"}))
    result = Result("france", reason, "END")
    assert codec.read(codec.write(result, None), None) == result


# -- a game ----------------------------------------------------------------------------------------


def test_the_log_holds_the_phrase(over: Table) -> None:
    it = ended(over)
    assert isinstance(it.reason, Phrase)
    assert it.reason.values["second"] == it.standings[1].who
    first = [line.note for line in it.standings[0].breakdown]
    assert say("%(what)s of %(nation)s", what="men", nation="russia") in first or (
        say("%(what)s of %(nation)s", what="men", nation="paris") in first
    )
    assert len({*first}) == len(first), "phrases of other values are others"


def test_programs_are_answered_in_english(over: Table) -> None:
    result = over.get().json["result"]
    second = result["standings"][1]["who"].title()
    lead = result["standings"][0]["points"] - result["standings"][1]["points"]
    said = f"{second} has {lead} points less."
    assert lead > 1 and result["reason"] == said
    note = result["standings"][0]["breakdown"][0][2]
    assert note.startswith("men of ")
    told = over.get(f"/log/{ended(over).version}", REFEREE).json
    assert told["data"]["reason"] == said
    assert told["text"] == f"{result['winner'].title()} wins. {said}"


def test_the_journal_is_told_in_the_language_of_its_reader(over: Table) -> None:
    games = over.desk.games
    game, event = games.open(over.id), ended(over)
    tells = narrator(game, REFEREE, RULES)
    french = tells.speaking(RULES, words_of(RULES, FRENCH))
    winner, second = (it.who.title() for it in event.standings)
    lead = event.standings[0].points - event.standings[1].points
    assert french.text(event) == f"{winner} gagne. {second} a {lead} points de moins."
    assert french.redacted(event)["data"]["reason"] == f"{second} a {lead} points de moins."
    assert tells.text(event) == f"{winner} wins. {second} has {lead} points less."


def test_mails_and_commands_ask_in_the_language_of_their_reader(
    table_for: Callable[[Game], Table],
) -> None:
    table = table_for(RULES)
    games = table.desk.games
    asked = {
        code: [it.text for it in Reading(games, games.open(table.id), "coalition", code).questions]
        for code in ("en", "fr")
    }
    assert asked == {
        "en": ["What does Britain play?"],
        "fr": ["Que joue la Grande-Bretagne\N{NARROW NO-BREAK SPACE}?"],
    }


def test_pages_are_told_in_the_language_of_their_reader(
    table_for: Callable[[Game], Table], over: Table
) -> None:
    table = table_for(RULES)
    french = Browser(table.desk.app, "fr")
    french.open_seat(table, "coalition")
    page = words(french.get(f"/games/{table.id}"))
    assert page.count("Que joue la Grande-Bretagne") == 2, (
        "beside the board, and where it is answered"
    )
    assert "What does" not in page
    page = words(Browser(over.desk.app, "fr").get(f"/games/{over.id}"))
    event = ended(over)
    lead = event.standings[0].points - event.standings[1].points
    assert f"a {lead} points de moins." in page
    assert "points less" not in page


def test_the_story_is_told_in_the_language_of_its_reader(over: Table) -> None:
    games = over.desk.games
    game = games.open(over.id)
    told = {
        code: story.story(games, game, game.viewer(REFEREE), RULES, language_of(RULES, code))[-1]
        for code in ("en", "fr")
    }
    assert "points less." in str(told["en"])
    assert "points de moins." in str(told["fr"])


# -- the catalogue ---------------------------------------------------------------------------------


def test_the_catalogue_has_every_phrase_that_the_rules_note() -> None:
    source = inspect.getsource(crowns)
    found: list[Any] = [*phrases(io.BytesIO(source.encode()), {}, (), {})]
    texts = {it[0] if isinstance(it, tuple) else it for _, _, it, _ in found}
    assert CATALOGUE is not None
    known = phrases_of(CATALOGUE / "fr" / "LC_MESSAGES" / "story.po")
    assert texts and texts <= {ast.literal_eval(it)[0] if it[:1] == "(" else it for it in known}
    assert {name for _, name, text, _ in found if isinstance(text, tuple)} == {"ngettext"}


def test_without_a_catalogue_ids_stay() -> None:
    assert PLAIN(say("%(what)s of %(nation)s", what="men", nation="britain")) == "men of britain"
