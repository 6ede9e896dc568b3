"""Entries of the lobby as pages tell them: with titles and names, not ids."""

from __future__ import annotations

from typing import Any

from babel.lists import format_list

from api.clocks_told import span_in_words
from api.http.stores import stores
from api.web.catalogue import language
from api.web.game_names import NamesTold, of_game, reason_told
from napoleon.rules.contract import Ruleset
from napoleon.rules.picture.sides import Side


def listed(entry: dict[str, Any]) -> dict[str, Any]:
    """An entry of the lobby with titles instead of ids, as far as they are known.

    The names of its people are `people`, those of its seats and phases `names`, and how the seats
    are told apart `sides`. Whom it waits for is `waits_for`, how long an answer may take `pace`
    (None without a clock), and why it ended is `ended`.
    """
    rules = stores().games.rulesets.get(entry["ruleset"])
    reason = (entry["result"] or {}).get("reason", "")
    names = {} if rules is None else NamesTold(rules)
    awaited = [entry["names"].get(it) or names.get(it, it) for it in entry["waiting_for"]]
    minutes = entry["answer_minutes"]
    return {
        **entry,
        "people": entry["names"],
        "title": entry["ruleset"] if rules is None else rules.title,
        "scenario_title": _scenario_title(rules, entry["scenario"]),
        "names": names,
        "sides": {} if rules is None else sides_of(rules),
        "waits_for": format_list(awaited, locale=language()),
        "pace": None if minutes is None else span_in_words(minutes, language()),
        "ended": reason if rules is None else reason_told(reason, rules),
    }


def sides_of(rules: Ruleset) -> dict[str, Side]:
    """How the seats of a game are told apart, those that are a side of their own."""
    return {} if rules.pictures is None else {it.id: it for it in rules.pictures.sides}


def _scenario_title(rules: Ruleset | None, scenario: str) -> str:
    if rules is None:
        return scenario
    titles = {it.id: it.title for it in rules.scenarios}
    if scenario not in titles:
        return scenario
    # The game stands above it, so it is not named again.
    name, colon, told = of_game(titles[scenario], rules).partition(":")
    if not colon or name.strip() != rules.title:
        return name + colon + told
    return told.strip()[:1].upper() + told.strip()[1:]
