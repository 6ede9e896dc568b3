"""Setting up a game in a browser: choices, refusals, and invitations that are shown once."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from api.app import create_app
from napoleon.chance import Chance
from napoleon.play.games import Games
from napoleon.play.standing_orders import kept_by, tag_of
from napoleon.rules.contract import installed
from napoleon.rules.events import Event
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import SetupRefused
from napoleon.rulesets.napoleon1815 import RULES as NAPOLEON_1815
from napoleon.rulesets.napoleonic_wars import RULES as NAPOLEONIC_WARS
from projections.store import open_views
from tests.api.desk import Desk
from tests.stores import embedded
from tests.toy import Toy
from tests.web.browser import Browser, fields, links, parsed, path, told, words

FORM = "/new?ruleset=toy&scenario=short"

SVG = "http://www.w3.org/2000/svg"


def invitations(answer: TestResponse) -> dict[str, str]:
    """The links of the page by whom they are for."""
    return {
        field.attrib["id"].removeprefix("link-"): field.attrib["value"]
        for field in parsed(answer).iter("input")
        if field.attrib.get("id", "").startswith("link-")
    }


def founded(browser: Browser, address: str = FORM, **more: Any) -> TestResponse:
    """A game whose seats are all for friends, unless `more` says otherwise."""
    form = fields(browser.get(address))
    friends = {it: "friend" for it in form if it.startswith("seat-")}
    said = {it.replace("option_", "option-"): value for it, value in more.items()}
    return browser.post("/new", form | friends | said)


def test_the_screen_has_every_game_and_the_choices_of_one(make_desk: Callable[..., Desk]) -> None:
    browser = Browser(make_desk(NAPOLEON_1815).app)
    page = browser.get("/new")
    assert page.status_code == 200
    assert "/new?ruleset=napoleon1815" in links(page)
    form = fields(page)
    assert (
        form.items()
        >= {
            "ruleset": "napoleon1815",
            "scenario": "campaign",
            "option-players": "0",
            "option-rules": "0",
            "seat-french": "me",
            "seat-allied": "friend",
            "pace": "days",
            "questions": "ask_me_everything",
        }.items()
    )
    told = words(page)
    assert "2–3 players · 1–3 h · hidden strength" in told  # noqa: RUF001 - from to
    assert "With fog of war" in told
    for not_told in ("grognard", "conscript", "SETUP.1", "RULING.1", "clause"):
        assert not_told not in told


def test_the_page_of_all_games_is_light(tmp_path: Path) -> None:
    """Cold, with its styles and scripts, as it comes over the wire."""
    env = embedded(tmp_path)
    with Games(env, rulesets=dict(installed())) as games:
        browser = Browser(create_app(games, open_views(env)))
        page = browser.get("/new", Accept_Encoding="gzip")
        weight = len(page.data)
        html = gzip.decompress(page.data).decode()
        assert html.count('class="mini"') == len(installed()) + 1
        for file in re.findall(r'(?:href|src)="(/static/[^"]+\.(?:css|js))"', html):
            weight += len(browser.get(file, Accept_Encoding="gzip").data)
    assert weight < 30_000


def test_a_form_has_all_of_its_choices(browser: Browser) -> None:
    form = browser.get(FORM)
    assert fields(form) == {
        "asked": "on",
        "ruleset": "toy",
        "scenario": "short",
        "option-turns": "0",
        "seat-red": "me",
        "seat-blue": "friend",
        "pace": "days",
        "answer": "48",
        "opens": "0",
        "closes": "1440",
        "zone": "UTC",
        "grace": "24",
        "then": "pass",
        "odd_mails": "",
        "in_time_percent": "90",
        "in_time_answers": "20",
        "nonce": "",
        "name": "",
        "mail-red": "",
        "mail-blue": "",
    }
    assert "Turns to be played" in words(form)


def test_the_invitations_open_the_seats(desk: Desk, browser: Browser) -> None:
    made = founded(browser, option_turns="2")
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
    ticked = {"referee": "on", "shares": "on"}
    made = founded(browser, **ticked)
    sent = invitations(made)
    assert list(sent) == ["red", "blue", "britain", "prussia", "referee"]
    [game] = desk.get("/games").json["games"]
    now = desk.get(f"/games/{game['id']}").json
    assert (now["status"], now["referee"]) == ("running", True)
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
    refused = fields(form) | {"pace": "own", "answer": "x"}
    assert not is_ticked(browser.post("/new", refused)), "what was chosen stays"


def test_the_invitations_tell_that_the_table_waits(desk: Desk, browser: Browser) -> None:
    waits = "The table is laid when every seat is taken."
    friends = {"seat-red": "friend", "seat-blue": "friend"}
    form = fields(browser.get(FORM)) | friends
    assert waits in words(browser.post("/new", form | {"awaits_seats": "on"}))
    assert waits not in words(browser.post("/new", form))


def test_a_truth_value_stays_one(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(NAPOLEON_1815)
    browser = Browser(desk.app)
    made = founded(browser, "/new?ruleset=napoleon1815", **{"option-farm_stop": "1"})
    assert made.status_code == 201
    [game] = desk.get("/games").json["games"]
    options = desk.get(f"/games/{game['id']}").json["options"]
    assert (options["farm_stop"], options["players"]) == (True, 2)


def shown(browser: Browser, **chosen: str) -> set[str]:
    """The seats of the screen after things were chosen and its button was pressed."""
    form = {"asked": "on", **{name.replace("_", "-", 1): it for name, it in chosen.items()}}
    answer = browser.post("/new/choices", form)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store", "addresses may stand in it"
    return {it.removeprefix("seat-") for it in fields(answer) if it.startswith("seat-")}


def test_the_seats_are_those_of_what_was_chosen(make_desk: Callable[..., Desk]) -> None:
    browser = Browser(make_desk(NAPOLEONIC_WARS).app)
    # The values are those of the lists: 0 is for two players, and for no.
    assert shown(browser, option_players="0") == {"imperial", "coalition"}
    assert shown(browser, option_players="2") == {"fr", "gb", "ru", "au"}
    assert len(shown(browser, option_players="3", option_dice_for_sides="1")) == 5


def test_the_founder_keeps_a_seat_when_the_seats_are_others(make_desk: Callable[..., Desk]) -> None:
    browser = Browser(make_desk(NAPOLEONIC_WARS).app)
    form = fields(browser.get("/new")) | {"option-players": "3"}
    seats = fields(browser.post("/new/choices", form))
    assert {it: seats[it] for it in seats if it.startswith("seat-")} == {
        "seat-fr": "me",
        **dict.fromkeys(("seat-gb", "seat-ru", "seat-au", "seat-pr"), "friend"),
    }


def test_a_seat_has_the_emblem_of_its_side(make_desk: Callable[..., Desk]) -> None:
    browser = Browser(make_desk(NAPOLEON_1815).app)
    for chosen, emblems in ((0, ["F", "A"]), (1, ["F", "AD", "P"])):
        form = fields(browser.get("/new")) | {"option-players": str(chosen)}
        page = parsed(browser.post("/new/choices", form))
        seats = [it for it in page.iter("div") if "seat seat-" in it.get("class", "")]
        assert [text.text for it in seats for text in it.iter(f"{{{SVG}}}text")] == emblems


def test_what_was_typed_stays_when_the_choices_are_shown(desk: Desk, browser: Browser) -> None:
    typed = {"name": "Ney", "mail-blue": "wellesley@example.org", "seat-red": "me"}
    form = fields(browser.get(FORM)) | typed | {"scenario": "wide", "referee": "on"}
    answer = browser.post("/new/choices", form)
    assert fields(answer).items() >= (typed | {"scenario": "wide"}).items()
    assert "Fifty" in words(answer)
    ticked = [it.get("name") for it in parsed(answer).iter("input") if "checked" in it.attrib]
    assert "referee" in ticked
    assert desk.recorded() == 0


def test_a_form_for_other_seats_makes_no_game(make_desk: Callable[..., Desk]) -> None:
    """Three players were chosen without a script, and the seats of two were sent along."""
    desk = make_desk(NAPOLEON_1815)
    browser = Browser(desk.app)
    form = fields(browser.get("/new")) | {"option-players": "1", "name": "Ney"}
    refused = browser.post("/new", form)
    assert refused.status_code == 422
    assert "There is no seat allied" in words(refused)
    assert {it for it in fields(refused) if it.startswith("seat-")} == {
        "seat-french",
        "seat-anglo_dutch",
        "seat-prussian",
    }
    assert fields(refused)["name"] == "Ney"
    assert fields(refused)["seat-french"] == "me"
    assert desk.recorded() == 0
    assert browser.post("/new", fields(refused)).status_code == 201


class Picky(Toy):
    """A toy game that does not take all of its options together."""

    def setup(self, scenario: str, options: Mapping[str, Any], chance: Chance) -> list[Event]:
        if options["turns"] == 1:
            raise SetupRefused(Refusal("BAD_OPTION", "END", "One turn is no game."))
        return super().setup(scenario, options, chance)


def test_what_the_rules_refuse_is_said_above_the_form(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(Picky())
    browser = Browser(desk.app)
    refused = founded(browser, option_turns="1", referee="on")
    assert refused.status_code == 422
    assert "One turn is no game." in words(refused)
    assert fields(refused)["option-turns"] == "1"
    boxes = [it for it in parsed(refused).iter("input") if it.get("type") == "checkbox"]
    ticked = [it.get("name") for it in boxes if "checked" in it.attrib]
    assert ticked == [*["days"] * 7, "referee"]
    assert desk.recorded() == 0


@pytest.mark.parametrize(
    ("pace", "answer", "grace"), [("live", 10, 60), ("days", 2880, 1440), ("relaxed", 10080, 4320)]
)
def test_a_pace_is_a_clock(
    desk: Desk, browser: Browser, pace: str, answer: int, grace: int
) -> None:
    for referee, then in (({}, "pass"), ({"referee": "on"}, "referee")):
        assert founded(browser, pace=pace, **referee).status_code == 201
        made = desk.get("/games").json["games"][0]
        clock = desk.games.open(made["id"]).timekeeping.clock
        assert clock is not None
        assert (clock.answer, clock.grace, clock.then) == (answer, grace, then)


def test_a_clock_is_set_if_it_is_asked_for(desk: Desk, browser: Browser) -> None:
    own = {"days": ["1", "2"], "answer": "36", "zone": "Europe/Paris"}
    assert founded(browser, pace="none", **own).status_code == 201
    assert founded(browser, pace="own", **own).status_code == 201
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
    refused = founded(browser, **{"pace": "own", "days": ["1"], **wrong})
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
    for name, value in (("seat-red", "ghost"), ("seat-red", "")):
        form = {"ruleset": "toy", "scenario": "short", name: value}
        assert told(browser.post("/new", form)) == (422, "BAD_PAYLOAD")
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


# -- the founder's own seat ------------------------------------------------------------------------


def test_who_sets_a_game_up_sits_down_at_once(desk: Desk, browser: Browser) -> None:
    made = browser.post("/new", fields(browser.get(FORM)) | {"name": "Ney", "nonce": "d20"})
    assert made.status_code == 201
    assert list(invitations(made)) == ["blue"], "their own seat needs no invitation"
    [game] = desk.get("/games").json["games"]
    assert game["names"] == {"red": "Ney"}
    now = desk.games.open(game["id"])
    assert now.claimed == ["red"] and now.given_nonces == ["red"]
    assert f"/games/{game['id']}?seat=red" in links(made)
    assert 'data-seat="red"' in browser.get(f"/games/{game['id']}?seat=red").text


def test_against_the_bot_it_goes_straight_to_the_seat(desk: Desk, browser: Browser) -> None:
    form = fields(browser.get(FORM)) | {"name": "Ney", "seat-blue": "bot", "questions": ""}
    made = browser.post("/new", form)
    assert made.status_code == 303
    [game] = desk.get("/games").json["games"]
    assert path(made.headers["Location"]) == f"/games/{game['id']}?seat=red"
    assert (game["bots"], game["names"]["red"]) == (["blue"], "Ney")
    assert browser.get(made.headers["Location"]).status_code == 200


def test_a_seat_of_ones_own_asks_for_a_name(desk: Desk, browser: Browser) -> None:
    refused = browser.post("/new", fields(browser.get(FORM)) | {"mail-blue": "w@example.org"})
    assert refused.status_code == 422
    [name] = [it for it in parsed(refused).iter("input") if it.get("name") == "name"]
    [why] = [it for it in parsed(refused).iter("p") if it.get("id") == name.get("aria-describedby")]
    assert "Say what the others shall call you" in "".join(why.itertext())
    assert name.get("aria-invalid") == "true"
    assert fields(refused)["mail-blue"] == "w@example.org", "nothing that was typed is lost"
    assert desk.recorded() == 0


def test_the_questions_that_were_chosen_are_asked(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(NAPOLEON_1815)
    browser = Browser(desk.app)
    form = fields(browser.get("/new")) | {"name": "Ney", "questions": "only_what_matters"}
    assert browser.post("/new", form).status_code == 201
    [game] = desk.get("/games").json["games"]
    kept = kept_by(desk.games, game["id"], "french")
    assert [tag_of(type(it.word)) for it in kept] == ["only_what_matters"]
    wrong = browser.post("/new", form | {"questions": "none_at_all"})
    assert wrong.status_code == 422
    assert "There is no such way of being asked." in words(wrong)


def test_all_that_is_wrong_is_said_at_once_beside_it(desk: Desk, browser: Browser) -> None:
    wrong = {"pace": "own", "answer": "soon", "mail-blue": "wellesley", "nonce": "né", "days": "1"}
    refused = browser.post("/new", fields(browser.get(FORM)) | wrong)
    assert refused.status_code == 422
    beside = {
        field.get("name")
        for field in parsed(refused).iter("input")
        for it in parsed(refused).iter("p")
        if it.get("id") == field.get("aria-describedby") and it.get("class") == "why"
    }
    assert beside >= {"answer", "mail-blue", "nonce", "name"}
    del wrong["days"]  # a box
    assert fields(refused).items() >= wrong.items()


def test_it_is_all_in_french(make_desk: Callable[..., Desk]) -> None:
    for rules in (NAPOLEON_1815, NAPOLEONIC_WARS):
        french, english = (Browser(make_desk(rules).app, it) for it in ("fr", "en"))
        told = {words(it.get("/new")) for it in (french, english)}
        assert len(told) == 2
    page = words(Browser(make_desk(NAPOLEON_1815).app, "fr").get("/new"))
    assert "Avec brouillard de guerre" in page and "Tout le monde" in page
