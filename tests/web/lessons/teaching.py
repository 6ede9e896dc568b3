"""The games that are learnt, and how a first game of theirs is begun and followed."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

import pytest

from napoleon.play import bots
from napoleon.rules.contract import Ruleset
from napoleon.rules.lessons import Lesson
from napoleon.rulesets.eagles_waterloo import RULES as EAGLES_WATERLOO
from napoleon.rulesets.napoleon1815 import RULES as NAPOLEON_1815
from napoleon.rulesets.napoleon_columbia import RULES as NAPOLEON_COLUMBIA
from napoleon.rulesets.napoleonic_empire import RULES as NAPOLEONIC_EMPIRE
from napoleon.rulesets.napoleonic_wars import RULES as NAPOLEONIC_WARS
from tests.api.desk import Desk
from tests.web.browser import Browser, parsed, words


class Taught(NamedTuple):
    """A game that is learnt, and how its lesson begins and passes."""

    rules: Ruleset
    lesson: Lesson
    begins: str
    en_francais: str
    passes: tuple[str, ...]
    """The orders of who holds no card that fits."""
    at_least: int
    """How often they are given in the lesson."""
    tells_of_passes: bool = True
    """Whether each of them is a step."""
    hears: int = 6
    """How many different prompts who left the lesson is told in some turns."""


def _taught(rules: Ruleset, *told: Any) -> Taught:
    assert rules.lesson is not None
    return Taught(rules, rules.lesson, *told)


TAUGHT = {
    "napoleon1815": _taught(
        NAPOLEON_1815, "You lead the French", "Vous menez", ("decline_window", "declare_blue"), 8
    ),
    "napoleonic_wars": _taught(
        NAPOLEONIC_WARS, "It is 1805.", "Nous sommes en 1805", ("decline", "play_no_battle_card"), 3
    ),
    "napoleonic_empire": _taught(
        NAPOLEONIC_EMPIRE, "You lead the French", "Vous menez les Français", ("pass",), 8, False
    ),
    "napoleon_columbia": _taught(
        NAPOLEON_COLUMBIA, "It is 15 June 1815", "Nous sommes le 15 juin 1815", (), 0, False
    ),
    "eagles_waterloo": _taught(
        EAGLES_WATERLOO, "You lead the French at", "Vous menez les Français aux", (), 0, False, 4
    ),
}


def only(name: str) -> Any:
    """For the test of one of the games that have a lesson."""
    return pytest.mark.parametrize("learnt", [TAUGHT[name]], indirect=True, ids=[name])


FIRST, ONLY_EUROPE = only("napoleon1815"), only("napoleonic_wars")


class Followed(NamedTuple):
    """A first game that was played over the API as its prompts say."""

    desk: Desk
    game: str
    told: list[str]


def begun(browser: Browser, learnt: Taught) -> str:
    """The page of a first game that has just begun."""
    sent = browser.post("/first-game", {"ruleset": learnt.rules.name})
    assert sent.status_code == 303
    return str(sent.headers["Location"])


def bots_are_done(desk: Desk, game_id: str) -> None:
    """Let the bots answer until the player is asked."""
    while bots.answer_once(desk.games, game_id):
        pass


def lesson(browser: Browser, address: str) -> str:
    return lesson_on(parsed(browser.get(address)))


def lesson_on(page: Element) -> str:
    found = [it for it in page.iter("aside") if "lesson" in it.get("class", "")]
    return " ".join("".join(found[0].itertext()).split()) if found else ""


def offered(page: Element, words: str) -> tuple[Any, dict[str, str]]:
    """The order that is offered in these words, and what its form sends beside it."""
    for form in page.iter("form"):
        for button in form.iter("button"):
            does = [it for it in button.iter("span") if it.get("class") == "does"]
            # Where only a number is chosen, that is all that can be read on the button.
            said = button.get("aria-label", "").split(": ")[0] or "".join(
                text for it in does for text in it.itertext()
            )
            if " ".join(said.split()) == words:
                return json.loads(button.attrib["value"]), _hidden(form)
        # Very many orders are listed to be chosen from.
        for option in form.iter("option"):
            if " ".join("".join(option.itertext()).split()).split(": ")[0] == words:
                return json.loads(option.attrib["value"]), _hidden(form)
    return _of_a_party(page, *words.split("”, then “"))


def _of_a_party(page: Element, piece: str, place: str = "") -> tuple[Any, dict[str, str]]:
    """The order that a box and a button give, which the button of the lesson has as well."""
    [given] = [it for panel in page.iter("aside") for it in panel.iter("button")]
    for form in page.iter("form"):
        boxes = [it for it in form.iter("label") if _said(it) == piece]
        goals = [it for it in form.iter("button") if _said(it.find("span")) == place]
        if form.get("class") == "party" and boxes and goals:
            [box], [goal] = (it.iter("input") for it in boxes), goals
            sent = {"piece": next(box).attrib["value"], "goal": goal.attrib["value"]}
            return json.loads(given.attrib["value"]), {**_hidden(form), **sent}
    raise AssertionError(f"there is no button {piece!r} {place!r}")


def _said(element: Element | None) -> str:
    return "" if element is None else " ".join("".join(element.itertext()).split())


def _hidden(form: Any) -> dict[str, str]:
    """What a form sends beside what is chosen in it."""
    return {
        it.attrib["name"]: it.get("value", "")
        for it in form.iter("input")
        if it.get("name") and it.get("type") == "hidden"
    }


def followed(
    desk: Desk, browser: Browser, learnt: Taught, *, by_api: bool
) -> tuple[str, list[str]]:
    """The id of a first game in which the prompts were followed to the end, and the prompts."""
    address, seat, told = begun(browser, learnt), learnt.lesson.player, []
    game_id = address.rpartition("/")[2].partition("?")[0]
    [token] = [it for it in browser.cookies().values() if it.startswith(f"{game_id}.{seat}.")]
    while True:
        bots_are_done(desk, game_id)
        page = parsed(browser.get(address))
        told.append(lesson_on(page))
        wanted = re.search("Your order: “(.+)”", told[-1])
        if wanted is None:
            return game_id, told
        order, sent = offered(page, wanted[1])
        if by_api:
            answer = desk.call(
                "POST",
                f"/games/{game_id}/orders",
                token,
                body=order,
                headers={"If-Match": "*"},
            )
            assert answer.status_code == 201
        else:
            said = {} if "goal" in sent else {"order": json.dumps(order)}
            given = browser.post(
                f"/games/{game_id}/orders?seat={seat}", {**sent, **said, "sure": "yes"}
            )
            assert given.status_code in (200, 303), words(given)


def happened(desk: Desk, game_id: str) -> list[Any]:
    """What the log says of the table, without what makes each game another one."""
    left_out = {"game", "at", "order_id", "token", "tokens"}
    return [
        (
            it.type,
            {name: getattr(it, name) for name in it.__struct_fields__ if name not in left_out},
        )
        for it in desk.games.history(game_id)
    ]


def of_kind(told: list[Any], kind: str, *names: str) -> list[tuple[Any, ...]]:
    """What events of a kind say."""
    return [tuple(data[it] for it in names) for name, data in told if name == kind]
