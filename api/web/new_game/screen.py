"""What the screen of a new game shows: what is offered by what was chosen, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from api.fields import form_of
from api.web.catalogue import gettext, ngettext, noted
from api.web.clock_fields import ClockFields, fields_sent
from api.web.game_names import NamesTold, of_game
from api.web.listed import sides_of
from api.web.new_game.form import (
    ANYBODY,
    BOT,
    FRIEND,
    MAIL,
    ME,
    OPTION,
    SEAT,
    Chosen,
    all_games,
    founder,
)
from api.web.new_game.paces import OWN, PACES, pace_of
from api.web.new_game.reading import CHARTER, SEATS, Wrong, shared_seats
from api.web.possible_seats import seatings
from api.web.reliability import in_time_fields
from api.web.treatments import TREATMENTS_TOLD
from napoleon.log.clocks import PASS
from napoleon.play.bounds import FASTEST
from napoleon.play.choices import Value
from napoleon.play.windows import knows_windows
from napoleon.rules.contract import Ruleset
from napoleon.rules.introduction import Words
from napoleon.rules.picture.sides import Side
from napoleon.rules.terms import Option, ScenarioTitle

PLAYERS = "players"
"""The option that says how many play, of a game that has it."""

GIVINGS_TOLD = {
    ME: noted("Me"),
    FRIEND: noted("A friend"),
    ANYBODY: noted("Anybody"),
    BOT: noted("Bot"),
}
"""By who may be given a seat, as the form says it."""

ASKED = "asked"
"""The field that tells a form that was sent from one that nobody has seen yet."""


class Choice(NamedTuple):
    """One of several things that are offered."""

    value: str
    title: str
    note: str
    chosen: bool


class Row(NamedTuple):
    """A choice among several things."""

    field: str
    title: str
    note: str
    choices: list[Choice]
    redraws: bool = False
    """Whether other things are offered by it."""
    side: Side | None = None
    """The side that is chosen for; None where it is no seat, or a seat without a sign."""


class Tile(NamedTuple):
    """A game in a line."""

    name: str
    title: str
    facts: str
    chosen: bool


def screen(it: Chosen, wrong: Wrong | None = None) -> dict[str, Any]:
    """What the template is drawn from."""
    wrong = wrong or Wrong({})
    own = pace_of(it.form) == OWN and ASKED in it.form
    rows = list(_options(it))
    folded = [row for row, usual in rows if not usual]
    return {
        "it": it,
        "rules": it.rules,
        "names": NamesTold(it.rules),
        "games": [tile(rules, chosen=rules is it.rules) for rules in all_games()],
        "scenarios": _scenarios(it),
        "options": [row for row, usual in rows if usual],
        "folded": folded,
        "seats": [_seat(it, seat, giving) for seat, giving in it.givings.items()],
        "mails": [
            (seat, MAIL + seat, it.said(MAIL + seat), giving == FRIEND)
            for seat, giving in it.givings.items()
        ],
        "paces": _paces(it),
        "questions": _questions(it),
        "filled": fields_sent(it.form) if own else ClockFields(then=PASS),
        "own_zone": not own,
        "charter": CHARTER,
        "fastest": FASTEST,
        "treatments": TREATMENTS_TOLD,
        "windows": knows_windows(it.rules),
        "shares": shared_seats(it),
        "signed_in": founder() is not None,
        "asked": ASKED in it.form,
        "summary": list(_summary(it, rows)),
        "wrong": wrong.fields,
        "clock_wrong": wrong.fields,
        "wrong_seats": wrong.fields.get(SEATS),
        "refusal": None if SEATS in wrong.fields else wrong.refusal,
        "unfolded": _unfolded(it, wrong, folded),
        "in_time": in_time_fields(),
        "ticked": it.form,
    }


def tile(rules: Ruleset, *, chosen: bool = False) -> Tile:
    """A game with how many play it, how long, and what it is like."""
    facts = [_players(rules)]
    about = rules.introduction
    if about is not None:
        least, most = about.hours
        facts += [
            gettext("%(least)s–%(most)s h", least=least, most=most),  # noqa: RUF001 - from to
            of_game(about.like, rules),
        ]
    return Tile(rules.name, rules.title, " · ".join(facts), chosen)


def _players(rules: Ruleset) -> str:
    counts = {len(it.seats) for it in seatings(rules)} - {0}
    least, most = min(counts), max(counts)
    if least == most:
        return ngettext("%(num)s player", "%(num)s players", most)
    return gettext("%(least)s–%(most)s players", least=least, most=most)  # noqa: RUF001 - from to


def _scenarios(it: Chosen) -> list[Choice]:
    return [
        Choice(scenario.id, *opening_told(it.rules, scenario), scenario == it.scenario)
        for scenario in it.rules.scenarios
    ]


def opening_told(rules: Ruleset, scenario: ScenarioTitle) -> tuple[str, str]:
    """What a scenario is called where the game is named already, and how long it is."""
    about = rules.introduction
    if about is None or scenario.id not in about.scenarios:
        return of_game(scenario.title, rules), ""
    opening = about.scenarios[scenario.id]
    return of_game(opening.title, rules), of_game(opening.length, rules)


def _options(it: Chosen) -> Iterator[tuple[Row, bool]]:
    """The options among whose values there is a choice, each with whether most look at it."""
    for option in it.rules.options:
        offers = it.choices.offers[option.name]
        if len(offers) < 2:
            continue
        words = _words(it.rules, option)
        choices = [
            Choice(
                str(place),
                of_game(words.values[place], it.rules),
                "",
                _is_same(value, it.choices.options[option.name]),
            )
            for place, value in enumerate(option.values)
            if any(_is_same(value, offer) for offer in offers)
        ]
        title, note = of_game(words.title, it.rules), of_game(words.note, it.rules)
        yield Row(OPTION + option.name, title, note, choices, redraws=True), words.usual


def _is_same(one: Value, other: Value) -> bool:
    return one == other and type(one) is type(other)


def _words(rules: Ruleset, option: Option) -> Words:
    """The option in words: those of the game, or else its title and its values as they are."""
    if option.name == PLAYERS:
        return Words(gettext("Players"), [str(it) for it in option.values], usual=True)
    about = rules.introduction
    if about is not None and option.name in about.options:
        return about.options[option.name]
    return Words(option.title, [_told(rules, it) for it in option.values])


def _told(rules: Ruleset, value: Value) -> str:
    if isinstance(value, bool):
        return gettext("Yes") if value else gettext("No")
    return rules.names.get(str(value), str(value)).replace("_", " ")


def _seat(it: Chosen, seat: str, giving: str) -> Row:
    choices = [
        Choice(value, gettext(title), "", value == giving) for value, title in GIVINGS_TOLD.items()
    ]
    title = NamesTold(it.rules).get(seat, seat)
    return Row(SEAT + seat, title, "", choices, side=sides_of(it.rules).get(seat))


def _paces(it: Chosen) -> list[Choice]:
    chosen = pace_of(it.form)
    return [
        Choice(id_, gettext(pace.title), gettext(pace.note) if pace.note else "", id_ == chosen)
        for id_, pace in PACES.items()
    ]


def _questions(it: Chosen) -> list[Choice]:
    standing = it.rules.standing
    forms = [] if standing is None else [form_of(kind) for kind in standing.profiles]
    said = it.said("questions") or (forms[0].tag if forms else "")
    return [
        Choice(
            form.tag,
            of_game(form.label, it.rules).capitalize(),
            of_game(form.explanation, it.rules),
            form.tag == said,
        )
        for form in forms
    ]


def _summary(it: Chosen, rows: list[tuple[Row, bool]]) -> Iterator[tuple[str, str]]:
    """What was chosen, in pairs of what it is about and what it says."""
    yield gettext("Scenario"), ", ".join(filter(None, opening_told(it.rules, it.scenario)))
    names = NamesTold(it.rules)
    for giving, title in GIVINGS_TOLD.items():
        if seats := [names.get(seat, seat) for seat in it.given(giving)]:
            yield gettext(title), ", ".join(seats)
    changed = [
        choice.title
        for row, usual in rows
        for choice in row.choices
        if choice.chosen and row.field != OPTION + PLAYERS and (usual or choice.value != "0")
    ]
    if changed:
        yield gettext("Rules"), ", ".join(changed)
    yield gettext("Pace"), gettext(PACES[pace_of(it.form)].told)


def _unfolded(it: Chosen, wrong: Wrong, folded: list[Row]) -> bool:
    """Whether what is folded away is shown: something there is not as usual, or wrong."""
    if ASKED not in it.form:
        return False
    ticks = (
        "referee",
        "unlisted",
        "one_seat_each",
        "grey_press",
        "instant_answers",
        "shares",
        "dispatches",
        "in_time",
    )
    said = any(it.ticks(name) for name in ticks) or not it.ticks("awaits_seats")
    said = said or bool(it.said("windows") or it.said("odd_mails"))
    other = any(row.choices[0].chosen is False for row in folded)
    return said or other or any(name in wrong.fields for name in (*ticks, "nonce"))
