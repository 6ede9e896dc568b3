"""What is offered when a game is set up can be set up, and all else is refused with a clear code.

The screen of a new game, REST and the command line offer by the same choices; here they are asked
about for every combination of scenario and options of every game, and for every seat that one of
its forms has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from api.web.possible_seats import possible_seats
from napoleon.chance import SeededChance
from napoleon.play.choices import offered
from napoleon.play.windows import knows_windows
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import Event
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import SetupRefused
from tests.api.conftest import desk_at
from tests.api.desk import Desk
from tests.rulesets.entrants import Entrant, entrants
from tests.toy import Toy
from tests.web.browser import Browser, fields, parsed, words

PAGE_WALKS = 6
"""How many walks through the offers of the screen end in a game."""


def combinations(rules: Ruleset) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every scenario with every choice of its options."""
    names = [it.name for it in rules.options]
    for scenario in rules.scenarios:
        for values in product(*(it.values for it in rules.options)):
            yield scenario.id, dict(zip(names, values, strict=True))


def refused(rules: Ruleset, scenario: str, options: Mapping[str, Any]) -> Refusal | None:
    """Why a table is not laid."""
    try:
        rules.setup(scenario, options, SeededChance("00" * 32, "set up", drawn=0))
    except SetupRefused as error:
        return error.refusal
    return None


def examine(rules: Ruleset) -> tuple[int, int]:
    """How many combinations are offered, and how many are not; all of them are as they are told."""
    counts = [0, 0]
    for scenario, options in combinations(rules):
        choices = offered(rules, scenario, options)
        refusal = refused(rules, scenario, options)
        assert (refusal is None) == (not choices.dropped), (scenario, options, refusal)
        assert rules.refuse_setup(scenario, options) == refusal, (scenario, options)
        assert refused(rules, scenario, choices.options) is None, "what is left makes a game"
        counts[refusal is not None] += 1
        if refusal is not None:
            assert refusal.code.isupper() and refusal.detail.endswith("."), refusal
            assert rules.clause(refusal.clause), f"{refusal} cites no clause"
    return counts[0], counts[1]


def test_what_is_offered_makes_a_game_and_nothing_else_does(entrant: Entrant) -> None:
    made, _ = examine(entrant.rules)
    assert made


class Picky(Toy):
    """A toy that lays no table for choices that it offers."""

    def setup(self, scenario: str, options: Mapping[str, Any], chance: Any) -> list[Event]:
        if options["turns"] == 1:
            raise SetupRefused(Refusal("BAD_OPTION", "END", "One turn is no game."))
        return super().setup(scenario, options, chance)


def test_a_game_that_refuses_what_it_offers_is_found_out() -> None:
    examine(Toy())
    with pytest.raises(AssertionError, match="One turn is no game"):
        examine(Picky())


def test_what_excludes_each_other_is_not_offered_together() -> None:
    """The pairs that the five games know; a new one is found by the test above."""
    rules = {name: it.rules for name, it in entrants().items()}

    def offers(name: str, scenario: str, **chosen: Any) -> Mapping[str, Any]:
        return offered(rules[name], scenario, chosen).offers

    assert offers("napoleon_columbia", "historical", players=3)["bidding"] == (False,)
    assert offers("napoleonic_wars", "1805", players=2)["dice_for_sides"] == (False,)
    assert offers("napoleonic_wars", "1805", players=4)["bid"] == (False,)
    campaign = offers("eagles_waterloo", "campaign")
    assert {it: campaign[it] for it in ("decks", "historical", "scale")} == {
        "decks": ("random",),
        "historical": (False,),
        "scale": ("printed",),
    }
    battle = offers("eagles_waterloo", "quatre_bras", decks="random", historical=True)
    assert "double" not in battle["scale"]


# -- the doors -------------------------------------------------------------------------------------


@pytest.fixture
def desk(entrant: Entrant, tmp_path: Path) -> Desk:
    """A service with one of the games."""
    return desk_at(tmp_path, entrant.rules)


def seatings(rules: Ruleset) -> dict[tuple[str, ...], tuple[str, dict[str, Any]]]:
    """By the seats that a game may have, choices that make them."""
    return {
        rules.seats(options): (scenario, options)
        for scenario, options in combinations(rules)
        if rules.refuse_setup(scenario, options) is None
    }


def posted(desk: Desk, rules: Ruleset, scenario: str, options: Any, **more: Any) -> tuple[int, str]:
    """Status and code of what ``POST /games`` answers."""
    body = {"ruleset": rules.name, "scenario": scenario, "options": options, **more}
    answer = desk.call("POST", "/games", body=body)
    return answer.status_code, answer.json.get("code", "")


def test_no_seat_is_given_that_there_is_not(entrant: Entrant, desk: Desk) -> None:
    """A bot given to the Anglo-Dutch in a game of two was silently none."""
    rules, browser = entrant.rules, Browser(desk.app)
    for seats, (scenario, options) in seatings(rules).items():
        for seat in possible_seats(rules):
            expected = (201, "") if seat in seats else (422, "UNKNOWN_SEAT")
            for field in ("bots", "open_seats"):
                given = {field: [seat]}
                assert posted(desk, rules, scenario, options, **given) == expected, (seat, seats)
        strangers = [it for it in possible_seats(rules) if it not in seats]
        form = form_of(browser, rules, scenario, options)
        assert {it for it in form if it.startswith("seat-")} == {f"seat-{it}" for it in seats}
        for stranger in strangers[:1]:
            before = desk.recorded()
            answer = browser.post("/new", form | {f"seat-{stranger}": "bot"})
            assert answer.status_code == 422, "it is said, and nothing is made"
            assert "There is no seat" in words(answer)
            assert desk.recorded() == before


def form_of(
    browser: Browser, rules: Ruleset, scenario: str, options: Mapping[str, Any]
) -> dict[str, str]:
    """The fields of the screen once these choices are shown, for a founder called Ney."""
    said = {
        f"option-{it.name}": str(it.values.index(options[it.name]))
        for it in rules.options
        if len(it.values) > 1
    }
    form = {"ruleset": rules.name, "scenario": scenario, "asked": "on", **said}
    return fields(browser.post("/new/choices", form)) | {"name": "Ney"}


def test_what_the_screen_offers_is_set_up(entrant: Entrant, desk: Desk) -> None:
    """Walks along the choices that the screen shows, with any seats, paces and questions."""
    rules, browser, random = entrant.rules, Browser(desk.app), Random(1815)
    for walk in range(PAGE_WALKS):
        form = fields(browser.get(f"/new?ruleset={rules.name}")) | {"name": "Ney"}
        for _ in range(4):
            shown = parsed(browser.post("/new/choices", form))
            form = fields(browser.post("/new/choices", form)) | {"name": "Ney"}
            for name in {it.get("name") for it in shown.iter("input") if it.get("type") == "radio"}:
                assert name is not None
                values = [
                    it.get("value", "") for it in shown.iter("input") if it.get("name") == name
                ]
                if random.random() < 0.4 and not name.startswith("option-"):
                    form[name] = random.choice(values)
            options = [it for it in form if it.startswith("option-")]
            if options:
                name = random.choice(options)
                form[name] = random.choice(
                    [it.get("value", "") for it in shown.iter("input") if it.get("name") == name]
                )
            form = fields(browser.post("/new/choices", form)) | {"name": "Ney"}
        seats = [it for it in form if it.startswith("seat-")]
        if all(form[it] == "bot" for it in seats):
            form[seats[0]] = "friend"
        form["days"] = "1"  # a box, which a clock of one's own asks for
        before = desk.recorded()
        answer = browser.post("/new", form)
        assert answer.status_code in (201, 303), (walk, form, words(answer))
        assert desk.recorded() > before


def test_a_game_is_asked_for_nothing_that_it_does_not_know(entrant: Entrant, desk: Desk) -> None:
    """Windows, dispatches and a claim are refused where they mean nothing, and are not offered."""
    rules = entrant.rules
    scenario, options = rules.scenarios[0].id, rules.checked_options({})
    page = parsed(Browser(desk.app).get(f"/new?ruleset={rules.name}"))
    shown = {it.get("name") for it in page.iter() if it.get("name")}
    windows = (201, "") if knows_windows(rules) else (422, "NO_WINDOWS")
    for way in ("form", "open"):
        assert posted(desk, rules, scenario, options, windows=way) == windows
    assert ("windows" in shown) == knows_windows(rules)
    charter = {"lost": 10, "captured": 10, "pace": 4}
    rides = (201, "") if rules.couriers else (422, "NO_DISPATCHES")
    assert posted(desk, rules, scenario, options, dispatches=charter) == rides
    assert ("dispatches" in shown) == (rules.couriers is not None)
    assert ("shares" in shown) == bool(rules.shares(options))
    alone = {"bots": list(rules.seats(options))[1:], "clock": {"answer": 60, "then": "forfeit"}}
    assert posted(desk, rules, scenario, options, **alone) == (422, "BAD_CLOCK")


@pytest.mark.parametrize(
    "clock",
    [
        {"answer": 4},
        {"answer": 60, "grace": 59},
        {"answer": 60, "days": []},
        {"answer": 60, "opens": "20:00", "closes": "08:00"},
        {"answer": 60, "time_zone": "Europe/Waterloo"},
        {"answer": 60, "kinds": {"no_such_kind": 60}},
        {"answer": 60, "then": "referee"},
    ],
    ids=lambda it: "-".join(map(str, it)),
)
def test_a_clock_of_nonsense_is_refused(entrant: Entrant, desk: Desk, clock: Any) -> None:
    rules = entrant.rules
    status, code = posted(
        desk, rules, rules.scenarios[0].id, rules.checked_options({}), clock=clock
    )
    assert (status, code) in ((422, "BAD_CLOCK"), (422, "BAD_PAYLOAD"))
    assert desk.recorded() == 0


def test_every_choice_has_words(entrant: Entrant) -> None:
    """No id is read where a game is set up, and the game says what it is like."""
    rules, about = entrant.rules, entrant.rules.introduction
    assert about is not None, "the screen of a new game has nothing to say of it"
    least, most = about.hours
    assert 0 < least <= most and about.like
    assert [*about.scenarios] == [it.id for it in rules.scenarios]
    assert len({*about.scenarios.values()}) == len(rules.scenarios), "two scenarios read alike"
    for option in rules.options:
        if option.name != "players":
            said = about.options[option.name]
            assert len({*said.values}) == len(option.values), option.name
    assert {*about.options} <= {it.name for it in rules.options}
