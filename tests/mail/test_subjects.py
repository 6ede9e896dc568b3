"""Subjects: a list of mails tells what each of them asks, in every game and language."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest

from api.languages import LANGUAGES, language_of
from api.mail.letters.subjects import LONGEST, asked, room_of, subject
from api.phrases import Phrases
from api.reading import Reading
from napoleon.play.games import Games
from napoleon.rules.contract import installed
from napoleon.rules.prose.storybook import words_of
from tests.stores import embedded

TURN = "16 June, French turn: "


class Reads(Protocol):
    """Somebody who is asked a question, as a mail of a new game reads it to them."""

    def __call__(self, ruleset: str, question: str, code: str = "en") -> Reading: ...


@pytest.fixture
def reads(tmp_path: Path) -> Iterator[Reads]:
    games = Games(embedded(tmp_path))

    def reading(ruleset: str, question: str, code: str = "en") -> Reading:
        scenario = installed()[ruleset].scenarios[0].id
        made = games.create(ruleset, scenario, {}, referee=True).game
        found = Reading(games, made, games.decisions(made)[0].seat, code)
        found.questions = [it._replace(text=question) for it in found.questions]
        return found

    yield reading
    games.close()


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", sorted(installed()))
def test_what_questions_of_a_kind_are_about_has_room_in_a_subject(name: str, code: str) -> None:
    rules = installed()[name]
    words = words_of(rules, language_of(rules, code))
    head = f"[{words.language.gettext(rules.title)} #0000] "
    by = {"en": ", by Wed 12:00", "fr": ", avant mer. 12:00"}[code]
    told = [Phrases(rules, words).kind(it) for it in rules.kinds]
    assert [it for it in told if len(head + it + by) > LONGEST] == []


def test_a_question_is_told_whole_before_the_turn_is(reads: Reads) -> None:
    short = reads("napoleon_columbia", "Which unit marches, and where?")
    assert asked(short, room_of(short), TURN) == f"{TURN}which unit marches?"
    long = reads("napoleon_columbia", "Which unit retreats from Mons, and where?")
    assert asked(long, room_of(long), TURN) == "which unit retreats from Mons?"


def test_a_question_that_has_no_room_is_told_by_its_kind(reads: Reads) -> None:
    question = "Where do all of your units stand in the great battle of Sombreffe?"
    reading = reads("napoleon_columbia", question)
    assert asked(reading, room_of(reading), TURN) == f"{TURN}setting up"


def test_a_name_at_the_beginning_stays_a_name(reads: Reads) -> None:
    for name in ("France", "Grande-Bretagne"):
        told = asked(reads("napoleonic_wars", f"{name} : que jouer ?", "fr"))
        assert told.startswith(name)
    assert asked(reads("napoleonic_wars", "Francis stands?")) == "francis stands?"


def test_what_has_to_be_cut_is_cut_between_words(reads: Reads) -> None:
    title = subject(reads("napoleon_columbia", "Who?"), "The French have won the battle " * 4)
    assert title.endswith((" the…", " French…", " have…", " won…", " battle…", " The…"))
    assert len(title) <= LONGEST
    assert len(subject(reads("napoleon_columbia", "Who?"), "x" * 200)) == LONGEST
