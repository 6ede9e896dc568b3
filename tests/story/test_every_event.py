"""Every event of a game is told in its story, or named as deliberately silent."""

from __future__ import annotations

import pytest

from napoleon.rules.contract import Ruleset, installed
from napoleon.rules.events import TOPICS, Event

RULESETS = [it for it in installed().values() if it.storybook.chapters]
"""Games with a story of their own."""


def topics(rules: Ruleset) -> dict[str, type[Event]]:
    return {topic: kind for topic, kind in TOPICS.items() if topic.startswith(f"{rules.name}.")}


@pytest.mark.parametrize("rules", RULESETS, ids=lambda it: it.name)
def test_every_event_is_told_or_deliberately_silent(rules: Ruleset) -> None:
    book = rules.storybook
    told = {kind for chapter in book.chapters.values() for kind in chapter}
    unheard_of = {topic for topic, kind in topics(rules).items() if kind not in told | book.silent}
    assert unheard_of == set()
    assert told | book.silent <= set(topics(rules).values())
    assert not told & book.silent


@pytest.mark.parametrize("rules", RULESETS, ids=lambda it: it.name)
def test_every_chapter_can_tell_what_any_other_can(rules: Ruleset) -> None:
    chapters = rules.storybook.chapters.values()
    told = {kind for chapter in chapters for kind in chapter}
    assert all(set(chapter) == told for chapter in chapters)
