"""Sentences of events: names and never ids, articles and plurals, and booleans as words.

How some events are told, each game says (see `sentences`), and what its ids are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from napoleon.rules.contract import Ruleset, installed
from napoleon.rules.events import REFEREE, SPECTATOR, Event
from napoleon.rules.narration import describe
from napoleon.rules.orders import OrderGiven
from napoleon.rules.viewer import Viewer
from tests.rulesets.playing import Played
from tests.rulesets.sentences import Sentences, Told, recorded, sentences


def told() -> Iterator[Any]:
    """What some events are told as."""
    for name, those in sentences().items():
        for it in those.told:
            id_ = "-".join((name, it.event.type, it.reader, it.language))
            yield pytest.param(installed()[name], it, id=id_)


@pytest.mark.parametrize(("rules", "it"), list(told()))
def test_a_sentence(rules: Ruleset, it: Told) -> None:
    assert it.in_words(rules) == it.sentence


@pytest.mark.parametrize("name", sentences())
def test_no_sentence_of_recorded_games_has_an_id_a_boolean_or_a_wrong_plural(name: str) -> None:
    assert _strange(installed()[name], recorded(name), sentences()[name]) == {}


def test_no_sentence_of_whole_games_has_an_id_a_boolean_or_a_wrong_plural(played: Played) -> None:
    rules = played.entrant.rules
    if rules.name not in sentences():
        pytest.skip("the game tells of no sentences")
    assert _strange(rules, played.events, sentences()[rules.name]) == {}, str(played)


def _strange(rules: Ruleset, events: Iterable[Event], those: Sentences) -> dict[str, str]:
    """What should not be said, and where it is.

    Orders are told as they were given, and scenarios by their ids.
    """
    found, own = {}, f"{rules.name}."
    scenarios = re.compile("|".join(rf"\b{it.id}\b" for it in rules.scenarios))
    for event in events:
        if event.topic.startswith(own) and not isinstance(event, OrderGiven):
            for reader in (REFEREE, SPECTATOR):
                text = describe(event, Viewer(reader), rules.names)
                if strange := those.strange_in(scenarios.sub("", text)):
                    found[strange] = text
    return found


@pytest.mark.parametrize(
    ("text", "strange"),
    [
        ("The French lost 1 armies.", "1 armies"),
        ("They stand in french_left.", "_"),
        ("Their cavalry: True.", "True"),
        ("f09 marched.", "f09"),
        ("The French lost 11 armies of True Blue's.", "True"),
        ("The French lost 1 army.", ""),
    ],
)
def test_what_is_strange_is_found(text: str, strange: str) -> None:
    assert Sentences(r"\bf\d\d\b|\b1 armies\b").strange_in(text) == strange
