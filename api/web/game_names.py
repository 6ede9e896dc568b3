"""What the games call their seats, phases, scenarios and options, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from api.languages import language_of
from api.web.catalogue import language
from api.web.pages import web
from napoleon.rules.contract import Ruleset


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


@web.app_template_filter("of_game")
def of_game(text: str, rules: Ruleset) -> str:
    """A title that a game has given, as its catalogue translates it; otherwise as it is."""
    return language_of(rules, language()).gettext(text)
