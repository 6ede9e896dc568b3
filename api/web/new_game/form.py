"""What was chosen for a new game, as its form says it: first what there is, then what it means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from werkzeug.datastructures import MultiDict

from api.http.people import shows_desk, signed_in
from api.http.problems import Problem
from api.http.stores import stores
from api.people.signing_in import Present
from napoleon.play.choices import Choices, Value, offered
from napoleon.rules.contract import Ruleset
from napoleon.rules.terms import Option, ScenarioTitle

OPTION = "option-"
"""What the name of an option's field begins with. Its value is the index of the choice among the
values of the option, so that a word, a number and a truth value stay what they are."""

SEAT = "seat-"
"""What the name of the field begins with that says who plays a seat."""

MAIL = "mail-"
"""How the name of the field begins that holds the address of a person invited to a seat."""

ME, FRIEND, ANYBODY, BOT = "me", "friend", "anybody", "bot"

GIVINGS = (ME, FRIEND, ANYBODY, BOT)
"""To whom a seat may be given."""

LATER = 1_000
"""Stands for the minutes of a lesson in games that have none: those that teach come first."""

Form = MultiDict[str, str]


class Chosen(NamedTuple):
    """What was chosen, in a game that is installed."""

    rules: Ruleset
    scenario: ScenarioTitle
    wanted: Mapping[str, Value]
    """The options that were said."""
    choices: Choices
    """What is offered by that, and chosen of it."""
    givings: Mapping[str, str]
    """To whom each seat is given: all seats that the options make, and no others."""
    strange: tuple[str, ...]
    """The seats that were said and do not exist, or exist and were not said where others were."""
    form: Form

    def given(self, *to: str) -> list[str]:
        """The seats that are given so, in the order of play."""
        return [seat for seat, giving in self.givings.items() if giving in to]

    def said(self, name: str) -> str:
        """What was typed into a field."""
        return self.form.get(name, "").strip()

    def ticks(self, name: str) -> bool:
        """Whether a box is ticked."""
        return name in self.form


def all_games() -> list[Ruleset]:
    """The games that are installed: those that teach themselves first, the shortest lesson first.

    Then by title.
    """

    def place(rules: Ruleset) -> tuple[int, str]:
        return LATER if rules.lesson is None else rules.lesson.minutes, rules.title

    return sorted(stores().games.rulesets.values(), key=place)


def founder() -> Present | None:
    """Who sets the game up, if they are signed in."""
    return signed_in() if shows_desk() else None


def first_choice(said: Form) -> Chosen:
    """What is chosen before anybody has: the first seat for the reader, the others for friends."""
    rules, scenario = _game(said)
    choices = offered(rules, scenario.id, {})
    seats = rules.seats(choices.options)
    givings = {seat: FRIEND if place else ME for place, seat in enumerate(seats)}
    return Chosen(rules, scenario, {}, choices, givings, (), said)


def chosen(form: Form) -> Chosen:
    """What a form says. Raises Problem 422.

    ``UNKNOWN_RULESET``, ``UNKNOWN_SCENARIO``, ``BAD_OPTION``, ``BAD_PAYLOAD``.
    """
    rules, scenario = _game(form)
    wanted = dict(_options(rules, form))
    choices = offered(rules, scenario.id, wanted)
    seats = rules.seats(choices.options)
    said = {
        name.removeprefix(SEAT): giving for name, giving in form.items() if name.startswith(SEAT)
    }
    for giving in said.values():
        if giving not in GIVINGS:
            raise Problem("BAD_PAYLOAD", f"A seat is given to one of {', '.join(GIVINGS)}.")
    # One that nobody has spoken of is somebody's to be invited: nothing is given away unasked.
    givings = {seat: said.get(seat, FRIEND) for seat in seats}
    if ME in said.values() and ME not in givings.values():
        # The player of a seat that is no more plays the first of the others.
        givings[next(it for it in seats if it not in said)] = ME
    strange = [it for it in said if it not in seats]
    missing = [it for it in seats if said and it not in said]
    return Chosen(rules, scenario, wanted, choices, givings, (*strange, *missing), form)


def _game(said: Form) -> tuple[Ruleset, ScenarioTitle]:
    """The game and the scenario that are said, or else the first ones. Raises Problem 422."""
    rulesets = stores().games.rulesets
    name = said.get("ruleset") or all_games()[0].name
    rules = rulesets.get(name)
    if rules is None:
        raise Problem("UNKNOWN_RULESET", "No such ruleset is installed.")
    wanted = said.get("scenario", rules.scenarios[0].id)
    for scenario in rules.scenarios:
        if scenario.id == wanted:
            return rules, scenario
    raise Problem("UNKNOWN_SCENARIO", "The game has no such scenario.")


def _options(rules: Ruleset, form: Form) -> Iterator[tuple[str, Value]]:
    for option in rules.options:
        if (said := form.get(OPTION + option.name)) is not None:
            yield option.name, _value(option, said)


def _value(option: Option, said: str) -> Value:
    places = [str(place) for place in range(len(option.values))]
    if said not in places:
        raise Problem("BAD_OPTION", f"{option.name} has no such value.", clause=option.clause)
    return option.values[places.index(said)]
