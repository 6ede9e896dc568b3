"""Setting up a game in a browser: choices, refusals, and invitations that are shown once."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from werkzeug.test import TestResponse

from api.app import create_app
from napoleon.chance import Chance
from napoleon.rules.events import Event
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import SetupRefused
from napoleon.rulesets.napoleon1815 import RULES as NAPOLEON_1815
from napoleon.rulesets.napoleonic_wars import RULES as NAPOLEONIC_WARS
from tests.api.desk import Desk
from tests.toy import Toy
from tests.web.browser import Browser, fields, links, parsed, path, told, words

FORM = "/new?ruleset=toy&scenario=short"


def invitations(answer: TestResponse) -> dict[str, str]:
    """The links of the page by whom they are for."""
    return {
        field.attrib["id"].removeprefix("link-"): field.attrib["value"]
        for field in parsed(answer).iter("input")
        if field.attrib.get("id", "").startswith("link-")
    }


def test_a_game_is_chosen_then_its_scenario_then_its_options(browser: Browser) -> None:
    first = browser.get("/new")
    assert "/new?ruleset=toy&scenario=wide" in links(first)
    form = browser.get(FORM)
    assert fields(form) == {
        "ruleset": "toy",
        "scenario": "short",
        "option-turns": "0",
        "answer": "48",
        "opens": "0",
        "closes": "1440",
        "zone": "UTC",
        "grace": "24",
        "then": "pass",
        "odd_mails": "",
        "in_time_percent": "90",
        "in_time_answers": "20",
    }
    assert "Turns to be played" in words(form)
    assert "/rules/toy#END" in links(form)


def test_the_invitations_open_the_seats(desk: Desk, browser: Browser) -> None:
    form = fields(browser.get(FORM)) | {"option-turns": "2"}
    made = browser.post("/new", form)
    assert made.status_code == 201
    assert made.headers["Cache-Control"] == "no-store"
    sent = invitations(made)
    assert list(sent) == ["red", "blue"]
    [game] = desk.get("/games").json["games"]
    assert desk.get(f"/games/{game['id']}").json["options"] == {"turns": 2}
    for seat, link in sent.items():
        address, _, token = link.partition("#token=")
        assert path(address) == f"/games/{game['id']}"
        opened = browser.post(f"{path(address)}/session", {"token": token})
        assert opened.headers["Location"] == f"/games/{game['id']}/join?seat={seat}"
        assert link in words(made) or link in made.text


def test_people_are_chosen_too(desk: Desk, browser: Browser) -> None:
    ticked = {"referee": "on", "awaits_seats": "on", "shares": "on"}
    made = browser.post("/new", fields(browser.get(FORM)) | ticked)
    sent = invitations(made)
    assert list(sent) == ["red", "blue", "britain", "prussia", "referee"]
    [game] = desk.get("/games").json["games"]
    now = desk.get(f"/games/{game['id']}").json
    assert (now["status"], now["referee"]) == ("waiting", True)
    given = {share["share"]: share["given"] for it in now["seats"] for share in it["shares"]}
    assert given == {"britain": True, "prussia": True}
    token = sent["prussia"].partition("#token=")[2]
    assert desk.get(f"/games/{game['id']}/hand", token).status_code == 200


def test_the_table_waits_for_the_seats_unless_that_is_taken_away(browser: Browser) -> None:
    """So nobody looks at a deal, and sets up another game."""

    def is_ticked(page: TestResponse) -> bool:
        [box] = [it for it in parsed(page).iter("input") if it.get("name") == "awaits_seats"]
        return "checked" in box.attrib

    form = browser.get(FORM)
    assert is_ticked(form)
    refused = fields(form) | {"clock": "on", "hours": "x"}
    assert not is_ticked(browser.post("/new", refused)), "what was chosen stays"


def test_the_invitations_tell_that_the_table_waits(browser: Browser) -> None:
    form = fields(browser.get(FORM))
    waits = "The table is laid when every seat is taken."
    assert waits in words(browser.post("/new", form | {"awaits_seats": "on"}))
    assert waits not in words(browser.post("/new", form))


def test_a_truth_value_stays_one(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(NAPOLEON_1815)
    browser = Browser(desk.app)
    form = fields(browser.get("/new?ruleset=napoleon1815&scenario=campaign"))
    made = browser.post("/new", form | {"option-farm_stop": "1"})
    assert made.status_code == 201
    [game] = desk.get("/games").json["games"]
    options = desk.get(f"/games/{game['id']}").json["options"]
    assert (options["farm_stop"], options["players"]) == (True, 2)


def test_the_form_tells_which_seats_there_are_under_which_options(
    make_desk: Callable[..., Desk],
) -> None:
    browser = Browser(make_desk(NAPOLEONIC_WARS).app)
    page = parsed(browser.get("/new?ruleset=napoleonic_wars&scenario=1805"))
    [told] = [it.text for it in page.iter("script") if it.get("id") == "seatings"]
    matter = ("players", "bid", "dice_for_sides")
    seats = {tuple(it["chosen"][name] for name in matter): it["seats"] for it in json.loads(told)}
    # The values are those of the lists: 0 is for two players, and for no.
    assert seats[0, 0, 0] == ["imperial", "coalition"]
    assert seats[2, 0, 0] == ["fr", "gb", "ru", "au"]
    assert len(seats[3, 0, 1]) == 5
    assert {it.get("value") for it in page.iter("input") if it.get("name") == "bot"} == {
        seat for those in seats.values() for seat in those
    }


class Picky(Toy):
    """A toy game that does not take all of its options together."""

    def setup(self, scenario: str, options: Mapping[str, Any], chance: Chance) -> list[Event]:
        if options["turns"] == 1:
            raise SetupRefused(Refusal("BAD_OPTION", "END", "One turn is no game."))
        return super().setup(scenario, options, chance)


def test_what_the_rules_refuse_is_said_above_the_form(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(Picky())
    browser = Browser(desk.app)
    form = fields(browser.get(FORM)) | {"option-turns": "1", "referee": "on"}
    refused = browser.post("/new", form)
    assert refused.status_code == 422
    assert "One turn is no game." in words(refused)
    assert "/rules/toy#END" in links(refused)
    assert fields(refused)["option-turns"] == "1"
    ticked = [it.get("name") for it in parsed(refused).iter("input") if "checked" in it.attrib]
    assert ticked == ["referee", *["days"] * 7]
    assert desk.recorded() == 0


def test_a_clock_is_set_if_it_is_asked_for(desk: Desk, browser: Browser) -> None:
    form = fields(browser.get(FORM)) | {"days": ["1", "2"], "answer": "36", "zone": "Europe/Paris"}
    assert browser.post("/new", form).status_code == 201
    assert browser.post("/new", {**form, "clock": "on"}).status_code == 201
    clocks = [
        desk.games.open(it["id"]).timekeeping.clock for it in desk.get("/games").json["games"]
    ]
    [clock] = [it for it in clocks if it is not None]
    assert (clock.answer, clock.days, clock.zone) == (36 * 60, (1, 2), "Europe/Paris")
    assert clocks.count(None) == 1


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"answer": "soon"}, "A number of hours is asked for"),
        ({"answer": "0"}, "minutes can be given here"),
        ({"zone": "Europe/Waterloo"}, "There is no such time zone"),
        ({"opens": "1320", "closes": "480"}, "The hours of a day begin before they end."),
        ({"days": []}, "At least one day of the week counts"),
        ({"then": "the firing squad"}, "After the grace comes one of"),
    ],
)
def test_a_clock_that_makes_no_sense_is_refused(
    desk: Desk, browser: Browser, wrong: dict[str, Any], told: str
) -> None:
    form = fields(browser.get(FORM)) | {"clock": "on", "days": ["1"], **wrong}
    refused = browser.post("/new", form)
    assert refused.status_code == 422
    assert told in words(refused)
    kept = {name: value for name, value in wrong.items() if name in ("answer", "zone", "opens")}
    assert not kept or fields(refused).items() >= kept.items(), "what was typed stays"
    assert desk.recorded() == 0


def test_what_makes_no_sense_is_refused(desk: Desk, browser: Browser) -> None:
    for wrong, code in (
        ({"ruleset": "chess"}, "UNKNOWN_RULESET"),
        ({"scenario": "long"}, "UNKNOWN_SCENARIO"),
        ({"option-turns": "5"}, "BAD_OPTION"),
        ({"option-turns": "-1"}, "BAD_OPTION"),
        ({"option-turns": "\N{ARABIC-INDIC DIGIT ONE}"}, "BAD_OPTION"),
    ):
        form = {"ruleset": "toy", "scenario": "short", **wrong}
        assert told(browser.post("/new", form)) == (422, code)
    assert told(browser.get("/new?ruleset=chess&scenario=short")) == (422, "UNKNOWN_RULESET")
    assert desk.recorded() == 0


def test_new_games_count_as_those_of_the_api(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk()
    limits = {"NAPOLEON_LIMITS": "create=2/hour"}
    browser = Browser(create_app(desk.games, desk.views, limits))
    form = {"ruleset": "toy", "scenario": "short"}
    far = {"environ_overrides": {"REMOTE_ADDR": "203.0.113.7"}}
    sent = {"Accept": "text/html", "Sec-Fetch-Site": "same-origin"}
    answers = [browser.client.post("/new", data=form, headers=sent, **far) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert int(answers[2].headers["Retry-After"]) > 0
    assert told(answers[2]) == (429, "TOO_MANY_REQUESTS")
