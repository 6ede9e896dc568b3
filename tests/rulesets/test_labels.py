"""Labels: whoever is asked can tell every answer from the others, by its words alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from api.languages import LANGUAGES
from api.phrases import Phrases
from api.web.game.looking import words_in
from napoleon.rules.orders import Order, to_data, verb_of
from napoleon.rules.phrases import Note, Phrase
from napoleon.rules.terms import Decision
from napoleon.rules.viewer import Viewer
from napoleon.rules.wording import Words, say
from tests.rulesets.asking import drilled
from tests.rulesets.entrants import frozen
from tests.rulesets.playing import Played, Step

POSITIONS = 40
"""Positions of a game whose answers are read."""

MANY = 60
"""Positions of a game with few answers that are read besides, as they are read fast."""

CODE = re.compile(
    r"\b[a-z]+(?:_[a-z0-9]+)+\b"  # an id
    r"|\b[A-Z]+\.[0-9a-z]+\b|\b[A-Z]-[0-9]+\b"  # a clause
    r"|\b[0-9]+ [A-Z]\b(?!\w)"  # a kind of piece by its letter
    r"|[{}]|%\("
)
"""What nobody should have to know in order to answer."""

FEW = 60
"""So many answers are few."""


def test_no_two_answers_to_a_question_have_the_same_label(played: Played) -> None:
    for step, decision, legal_orders in asked(played):
        for language in LANGUAGES:
            labels = labels_of(played, step, decision, legal_orders, language)
            alike = [label for label, count in Counter(labels).items() if count > 1]
            assert not alike, f"{played}, {step}: {alike[:3]} can be answered to {decision.prompt}"


def test_no_question_and_no_label_has_a_code_in_it(played: Played) -> None:
    rules: Any = played.entrant.rules
    for step, decision, legal_orders in asked(played):
        state = played.entrant.thawed(step.before)
        for language in LANGUAGES:
            phrases = Phrases(rules, words_in(rules, language))
            put = rules.wording.asks(state, decision)
            asks = [decision.prompt] if put is None else [put.asks, *put.left]
            told = [it if isinstance(it, str) else phrases.told(it) for it in asks]
            told += labels_of(played, step, decision, legal_orders, language)
            codes = [text for text in told if CODE.search(text)]
            assert not codes, f"{played}, {step}: {codes[:3]}"


def test_whole_lists_are_ticked_and_what_is_suggested_can_be(played: Played) -> None:
    rules: Any = played.entrant.rules
    for step, decision, legal_orders in asked(played):
        state = played.entrant.thawed(step.before)
        for verb in (it for it in rules.verbs if verb_of(it) in decision.checked):
            sheet = rules.wording.sheet(state, decision, verb)
            listed = [value for it in sheet.choices for value, _ in it.ways]
            where = f"{played}, {step}: {verb_of(verb)}"
            for order in (it for it in legal_orders if type(it) is verb):
                missing = [it for it in to_data(order)[sheet.field] if it not in listed]
                assert not missing, f"{where} cannot list {missing[:3]}"
            names = Counter((it.name, it.notes) for it in sheet.choices)
            assert max(names.values()) == 1, f"{where} lists something twice"
            assert all(0 <= it.chosen <= len(it.ways) for it in sheet.choices), where


def test_no_seat_reads_the_same_question_over_the_same_boards(played: Played) -> None:
    rules: Any = played.entrant.rules
    read: dict[str, tuple[Any, ...]] = {}
    for step in played.steps:
        state, seat = played.entrant.thawed(step.before), step.decision.seat
        asks = put_of(rules, state, step.decision)
        reads = (asks, step.decision.kind, frozen(rules.view(state, Viewer(seat))))
        # What is asked in a row has one form.
        apart = rules.wording.series(state, step.decision) is not None
        assert reads != read.get(seat) or apart, f"{played}, {step}: {asks} is asked again"
        read[seat] = reads


def test_whatever_is_asked_is_a_question(played: Played) -> None:
    rules: Any = played.entrant.rules
    for step in played.steps:
        state = played.entrant.thawed(step.before)
        asked, left = put_of(rules, state, step.decision)
        for language in LANGUAGES:
            phrases = Phrases(rules, words_in(rules, language))
            told = asked if isinstance(asked, str) else phrases.told(asked)
            facts = [phrases.told(it) for it in left]
            assert told.endswith("?") and told.count("?") == 1, f"{played}, {step}: {told}"
            assert all(re.fullmatch(r"[^?]+\.", it) for it in facts), f"{played}, {step}: {facts}"


def put_of(rules: Any, state: Any, decision: Decision) -> tuple[Note, tuple[Phrase, ...]]:
    """A decision as its own seat reads it: what is asked, and what is left."""
    put = rules.wording.asks(state, decision)
    return (decision.prompt, ()) if put is None else (put.asks, put.left)


def asked(played: Played) -> Iterator[tuple[Step, Decision, list[Order]]]:
    """The questions of many positions, with all answers to them."""
    rules = played.entrant.rules
    steps = {it.version: it for it in played.sample(POSITIONS, "labels")}
    few = (it for it in played.steps if len(played.legal_orders(it, it.decision)) <= FEW)
    for step in few:
        if len(steps) >= POSITIONS + MANY:
            break
        steps[step.version] = step
    for step in steps.values():
        state = played.entrant.thawed(step.before)
        for decision in rules.decisions(state):
            yield step, decision, played.legal_orders(step, decision)


def labels_of(
    played: Played, step: Step, decision: Decision, legal_orders: Sequence[Order], language: str
) -> Iterator[str]:
    """What the buttons say, with the line below: what is read of each of them."""
    rules: Any = played.entrant.rules
    state, phrases = played.entrant.thawed(step.before), Phrases(rules, words_in(rules, language))
    for order in legal_orders:
        words = rules.wording.words(state, decision, order)
        follows = phrases.follows(words, rules.warns(state, decision, order))
        yield f"{phrases.does(words)}: {follows}"


# -- what breaks it --------------------------------------------------------------------------------


class Mumbling:
    """Words that are the same for every order."""

    def words(self, state: Any, decision: Decision, order: Order) -> Words:
        """The same for all."""
        return Words(say("Do it"))


def test_labels_that_are_alike_are_found() -> None:
    test_no_two_answers_to_a_question_have_the_same_label(drilled())
    with pytest.raises(AssertionError, match="can be answered to"):
        test_no_two_answers_to_a_question_have_the_same_label(drilled(wording=Mumbling()))
