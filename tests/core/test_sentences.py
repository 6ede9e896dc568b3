"""Sentences declared as data: which of them tells an event, in what words, and with what forms."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from napoleon.rules.events import TOPICS, Event, recorded
from napoleon.rules.prose.forms import Called, Forms, terms
from napoleon.rules.prose.language import ENGLISH
from napoleon.rules.prose.paragraphs import Heading, Paragraph
from napoleon.rules.prose.sentences import (
    Manner,
    Sentence,
    alone,
    by,
    numbered,
    tellings,
    together,
)
from napoleon.rules.prose.storybook import Form, NoMemory, Words

SIDES = Forms(
    {
        "red": Called(the="the Reds", of="of the Reds", seat="the red seat"),
        "blue": Called(the="the Blues"),
    }
)

WORDS = Words(ENGLISH, {"red": "Red", "blue": "Blue", "hill": "the Hill"}, {}, NoMemory())

PLAINLY = Manner()

Told = dict[type[Event], Sentence | tuple[Sentence, ...]]


@pytest.fixture
def moved() -> Iterator[type[Event]]:
    @recorded("sentences.moved/1", "{side} moved.")
    class Moved(Event, frozen=True):
        side: str
        to: str = "hill"
        men: int = 2
        lost: bool = False

    yield Moved
    del TOPICS["sentences.moved/1"]


@pytest.fixture
def over() -> Iterator[type[Event]]:
    @recorded("sentences.over/1", "It is over.")
    class Over(Event, frozen=True):
        pass

    yield Over
    del TOPICS["sentences.over/1"]


def tell(told: Told, *events: Event, manner: Manner = PLAINLY) -> list[str]:
    paragraph = Paragraph(Heading("turn"), [*events])
    chapter = tellings(told, manner)
    return [
        sentence
        for it in events
        if type(it) in chapter
        for sentence in chapter[type(it)](WORDS, paragraph, it)
    ]


def test_a_place_is_told_by_form_by_name_or_as_it_is(moved: type[Event]) -> None:
    it = moved(side="red")
    plain: Told = {moved: alone("%(side)s went to %(to)s with %(men)s.")}
    assert tell(plain, it) == ["Red went to the Hill with 2."]
    formed: Told = {moved: alone("%(who)s went.", who=by(SIDES.the, "player", "side"))}
    assert tell(formed, it) == ["the Reds went."]
    of_manner: Told = {moved: alone("%(who)s went; %(there)s is taken.", there="to")}
    manner = Manner(forms={"who": by(SIDES.of, "side")})
    assert tell(of_manner, it, manner=manner) == ["of the Reds went; the Hill is taken."]


def test_a_number_decides_between_one_and_many(moved: type[Event]) -> None:
    told: Told = {moved: numbered("%(num)s man went.", "%(num)s men went.", "men")}
    assert tell(told, moved(side="red", men=1), moved(side="red", men=3)) == [
        "1 man went.",
        "3 men went.",
    ]


def test_the_first_sentence_that_fits_tells_it(moved: type[Event]) -> None:
    told: Told = {
        moved: (
            alone("%(side)s was lost.").when(lambda it: it.lost),
            alone("%(side)s went."),
        )
    }
    assert tell(told, moved(side="red", lost=True), moved(side="blue")) == [
        "Red was lost.",
        "Blue went.",
    ]


def test_nothing_is_told_where_no_sentence_fits(moved: type[Event], over: type[Event]) -> None:
    told: Told = {moved: alone("%(side)s went.").unless(over)}
    assert tell(told, moved(side="red")) == ["Red went."]
    assert tell(told, moved(side="red"), over()) == []
    one: Told = {moved: (alone("%(side)s was lost.").when(lambda it: it.lost),)}
    assert tell(one, moved(side="red")) == []


def test_a_run_is_told_together_by_what_is_the_same(moved: type[Event], over: type[Event]) -> None:
    told: Told = {moved: together("%(who)s went to %(to)s.", "%(who)s went to %(to)s.", "to")}
    manner = Manner(
        several=lambda words, paragraph, events: (
            words.listed(it.side for it in events),
            len(events),
        )
    )
    events = (moved(side="red"), moved(side="blue"), moved(side="red", to="mill"), over())
    assert tell(told, *events, moved(side="blue"), manner=manner) == [
        "Red and Blue went to the Hill.",
        "Red went to mill.",
        "Blue went to the Hill.",
    ]


LOST = together("%(who)s was lost.", "%(who)s were lost.").when(lambda it: it.lost)


@pytest.mark.parametrize(
    ("others", "said"),
    [
        ((), ["Red was lost.", "Red and Blue were lost."]),
        (
            (together("%(who)s went.", "%(who)s went."),),
            ["Red was lost.", "Blue went.", "Red and Blue were lost."],
        ),
    ],
)
def test_a_run_has_no_event_that_another_sentence_tells(
    others: tuple[Sentence, ...], said: list[str], moved: type[Event]
) -> None:
    manner = Manner(
        several=lambda words, paragraph, events: (
            words.listed(it.side for it in events),
            len(events),
        )
    )
    events = (
        moved(side="red", lost=True),
        moved(side="blue"),
        moved(side="red", lost=True),
        moved(side="blue", lost=True),
    )
    assert tell({moved: (LOST, *others)}, *events, manner=manner) == said
    if not others:
        assert tell({moved: LOST}, *events, manner=manner) == said


def test_what_has_no_form_is_called_by_its_name() -> None:
    assert SIDES.called(WORDS, "red", Form.SEAT) == "the red seat"
    assert SIDES.called(WORDS, "blue", Form.SEAT) == "Blue"
    assert SIDES.to(WORDS, "hill") == "the Hill"
    assert [*SIDES] == ["red", "blue"]
    assert [terms({"move": "march"})(WORDS, it) for it in ("move", "turn_end")] == [
        "march",
        "turn end",
    ]
