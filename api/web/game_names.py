"""What the games call their seats, phases, scenarios and options, in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from api.http.stores import stores
from api.languages import SOURCE, language_of
from api.web.catalogue import gettext, language
from api.web.pages import web
from api.web.possible_seats import possible_seats
from napoleon.log.game import Game
from napoleon.play.referee.rulings import CONFLICTS
from napoleon.rules.contract import Ruleset, titled
from napoleon.rules.plain_views import label
from napoleon.rules.prose.storybook import Words, words_of

_HOLDER = re.compile("[a-z]+(_[a-z]+)*")
"""What may be the id of a seat."""


class NamesTold(Mapping[str, str]):
    """The names of a game by id, each translated when it is looked up."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        self._language = language_of(rules, language())

    def __getitem__(self, key: str) -> str:
        return self._language.gettext(self._rules.names[key])

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules.names)

    def __len__(self) -> int:
        return len(self._rules.names)


def reason_told(reason: str, rules: Ruleset) -> str:
    """Why a game is over, in the reader's language; empty for one that is not."""
    if not reason:
        return ""
    return rules.storybook.said(_words(rules), reason)


@web.app_template_global("scenario_of")
def scenario_of(rules: Ruleset, game: Game) -> str:
    """What the scenario of a game is called, in the reader's language."""
    titles = {it.id: it.title for it in rules.scenarios}
    return of_game(titles.get(game.created.scenario, rules.title), rules)


@web.app_template_global("titled")
def title_of(rules: Ruleset, scenario: str) -> str:
    """The title of a game with that of its scenario, as the reader's language prints it."""
    return language_of(rules, language()).polished(titled(rules, scenario))


@web.app_template_global("names_told")
def names_told(rules: Ruleset) -> NamesTold:
    """The names of a game for a template."""
    return NamesTold(rules)


@web.app_template_filter("phase_of")
def phase_of(phase: str, ruleset: str) -> str:
    """A phase of a game by the name of its ruleset."""
    rules = stores().games.rulesets.get(ruleset)
    return label(phase) if rules is None else rules.storybook.term(_words(rules), phase)


@web.app_template_filter("turn_of")
def turn_of(entry: Mapping[str, Any]) -> str:
    """The turn of a game or of a ruling as they are listed, by its name if it has one."""
    if not entry["turn_name"]:
        return gettext("Turn %(turn)s", turn=entry["turn"])
    rules = stores().games.rulesets.get(entry["ruleset"])
    name = str(entry["turn_name"])
    return name if rules is None else rules.storybook.asked.told(_words(rules).language, name)


@web.app_template_filter("seat_of")
def seat_of(seat: str, ruleset: str) -> str:
    """A seat of a game by the name of its ruleset; in English its id is a word as good as any."""
    rules = stores().games.rulesets.get(ruleset)
    if rules is None or language() == SOURCE:
        return label(seat)
    return NamesTold(rules).get(seat, label(seat))


@web.app_template_filter("conflict_of")
def conflict_of(conflict: str, ruleset: str) -> str:
    """What might make a judge partial, with seats by their names."""
    rules = stores().games.rulesets.get(ruleset)
    if rules is None:
        return conflict
    names, seats = NamesTold(rules), possible_seats(rules)
    named = _HOLDER.sub(lambda it: names[it[0]] if it[0] in seats else it[0], conflict)
    return CONFLICTS.told(language_of(rules, language()), named)


def _words(rules: Ruleset) -> Words:
    return words_of(rules, language_of(rules, language()))


@web.app_template_filter("of_game")
def of_game(text: str, rules: Ruleset) -> str:
    """A title that a game has given, as its catalogue translates it; otherwise as it is."""
    return language_of(rules, language()).gettext(text)
