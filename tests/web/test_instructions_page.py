"""Instructions in a browser: forms made from the structs of the game, and what is left."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import pytest

from napoleon.play.standing_orders import kept_by
from napoleon.rules.contract import installed
from tests.api.desk import Desk, Table
from tests.web.browser import Browser, fields, parsed, words
from tests.web.cases import FOREIGN, filled, form, forms
from tests.web.tables import desk_for, play, seated, table_of


@pytest.fixture
def table(desk: Desk) -> Table:
    return desk.table(referee=True, instant_answers=True)


def instructions(table: Table) -> str:
    return f"/games/{table.id}/instructions"


def leave(value: str) -> dict[str, str]:
    return {"seat": "red", "instruction": "bet_same", "field.value": value}


def test_a_standing_order_is_left_used_and_withdrawn(table: Table) -> None:
    red = seated(table, "red")
    page = words(red.get(instructions(table)))
    assert "Nothing is left" in page and "Bet this every time." in page
    assert red.post(instructions(table), leave("3")).status_code == 303
    assert "Bet same Value 3" in words(red.get(instructions(table)))
    [kept] = table.get("/instructions", "red").json["instructions"]
    assert kept["instruction"] == {"instruction": "bet_same", "value": 3}
    sent = form(red, instructions(table), "/withdraw")
    assert red.post(f"{instructions(table)}/{kept['id']}/withdraw", sent).status_code == 303
    assert table.get("/instructions", "red").json["instructions"] == []
    gone = red.post(f"{instructions(table)}/{kept['id']}/withdraw", sent)
    assert (gone.status_code, "Code UNKNOWN_INSTRUCTION" in words(gone)) == (404, True)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (leave("9"), "NO_SUCH_BET"),
        (leave("much"), "BAD_PAYLOAD"),
        (leave(""), "BAD_PAYLOAD"),
        ({"seat": "red", "instruction": "win"}, "BAD_PAYLOAD"),
        ({"seat": "red", "instruction": "play_later", "field.card": "99"}, "NOT_HELD"),
    ],
)
def test_what_the_game_refuses_is_told_and_kept_in_the_form(
    table: Table, sent: dict[str, str], code: str
) -> None:
    red = seated(table, "red")
    answer = red.post(instructions(table), sent)
    assert answer.status_code == 422
    assert f"Code {code}" in words(answer)
    written = [it.get("value") for it in parsed(answer).iter("input")]
    assert all(value in written for name, value in sent.items() if name.startswith("field."))
    assert table.get("/instructions", "red").json["instructions"] == []


def test_nobody_else_sees_them(table: Table) -> None:
    assert seated(table, "red").post(instructions(table), leave("3")).status_code == 303
    for reader in ("blue", "referee", None):
        browser = seated(table, reader)
        page = browser.get(instructions(table))
        assert "Bet same" not in words(page)
        answer = browser.post(instructions(table), leave("2"))
        assert (answer.status_code, "Code NOT_SEATED" in words(answer)) == (403, True)
    assert len(table.get("/instructions", "red").json["instructions"]) == 1
    assert seated(table, "red").get(instructions(table)).headers["Cache-Control"] == "no-store"


def test_no_other_site_leaves_any(table: Table) -> None:
    answer = seated(table, "red").post(instructions(table), leave("3"), **FOREIGN)
    assert answer.status_code == 403
    assert table.get("/instructions", "red").json["instructions"] == []


def test_before_the_table_is_laid_nothing_is_left(desk: Desk) -> None:
    table = desk.table(awaits_seats=True)
    red = seated(table, "red")
    assert forms(red, instructions(table)) == []
    assert "once the table is laid" in words(red.get(instructions(table)))


@pytest.mark.parametrize("name", sorted(installed()))
def test_every_kind_of_every_game_has_its_form(tmp_path: Path, name: str) -> None:
    rules = installed()[name]
    table = table_of(desk_for(tmp_path, rules))
    play(table, 6)
    seat = table.created["seats"][0]["seat"]
    browser = seated(table, seat)
    assert rules.standing is not None
    found = {
        sent["instruction"]: sent
        for sent in map(filled, parsed(browser.get(instructions(table))).iter("form"))
        if "instruction" in sent
    }
    for kind in rules.standing.kinds:
        sent = found[str(kind.__struct_config__.tag)]
        assert {f"field.{field}" for field in kind.__struct_fields__} <= sent.keys()


@pytest.mark.parametrize(
    ("name", "told", "french"),
    [
        ("napoleon_columbia", "Take hits and fights as they come", "Subir les pertes"),
        (
            "eagles_waterloo",
            "Play no special in the enemy's turn",
            "Ne jouer aucune carte spéciale",
        ),
    ],
)
def test_a_profile_is_left_and_withdrawn_as_one(
    tmp_path: Path, name: str, told: str, french: str
) -> None:
    table = table_of(desk_for(tmp_path, installed()[name]))
    play(table, 6)
    seat = table.created["seats"][0]["seat"]
    browser = seated(table, seat)
    assert told in words(browser.get(instructions(table)))
    assert french in words(browser.get(instructions(table) + "?lang=fr"))
    sent = {"seat": seat, "instruction": "quick_answers", "field.until": "turn"}
    assert browser.post(instructions(table), sent).status_code == 303
    [kept] = table.get("/instructions", seat).json["instructions"]
    assert kept["instruction"] == {"instruction": "quick_answers", "until": "turn"}
    assert table.delete(f"/instructions/{kept['id']}", seat).status_code == 204
    assert table.get("/instructions", seat).json["instructions"] == []


def test_fleets_are_told_in_advance_on_a_french_page(tmp_path: Path) -> None:
    table = table_of(desk_for(tmp_path, installed()["napoleonic_wars"]))
    play(table, 6)
    browser = seated(table, "imperial")
    page = words(browser.get(instructions(table) + "?lang=fr"))
    for told in (
        "Intercepter les flottes en mer",
        "Tenir et combattre",
        "Battre en retraite vers la première de ces cases",
    ):
        assert told.casefold() in page.casefold()
    sent = {"seat": "imperial", "instruction": "seek_fleets", "field.need": "7"}
    answer = browser.post(instructions(table), {**sent, "field.zones": "North Sea, kattegat"})
    assert answer.status_code == 303, words(answer)
    [kept] = table.get("/instructions", "imperial").json["instructions"]
    assert kept["instruction"] == {
        "instruction": "seek_fleets",
        "need": 7,
        "zones": ["north_sea", "kattegat"],
        "until": "withdrawn",
    }


def test_ids_may_be_written_by_their_names(tmp_path: Path) -> None:
    table = table_of(desk_for(tmp_path, installed()["napoleonic_empire"]))
    play(table, 6)
    french = Browser(table.desk.app)
    french.open_seat(table, "french")
    sent = {
        "seat": "french",
        "instruction": "retreat_to",
        "field.countries": "Italy, spain",
        "field.until": "turn",
    }
    answer = french.post(instructions(table), sent)
    assert answer.status_code == 303, words(answer)
    [kept] = table.get("/instructions", "french").json["instructions"]
    assert kept["instruction"]["countries"] == ["italy", "spain"]


def options(page: Element, kind: str, name: str) -> dict[str, str]:
    """What the list of a field offers: values, and what each is called."""
    for found in page.iter("form"):
        if filled(found).get("instruction") == kind:
            chosen = next(it for it in found.iter("select") if it.get("name") == f"field.{name}")
            return {it.attrib["value"]: it.text or "" for it in chosen.iter("option")}
    raise AssertionError(f"there is no form for {kind}")


def test_windows_cards_and_places_are_chosen_by_name(tmp_path: Path) -> None:
    rules = installed()["napoleon1815"]
    table = table_of(desk_for(tmp_path, rules))
    play(table, 6)
    french = seated(table, "french")
    page = parsed(french.get(instructions(table)))
    windows = options(page, "decline_window", "window")
    assert windows["W.OPSTART"] == "start of operation (when a stack has been activated)"
    assert "W.DRAW" not in windows, "red cards ask nobody"
    held = {str(it["number"]): it for it in hand(table, "french")}
    cards = options(page, "play_card", "card")
    assert cards
    assert cards.keys() - {""} <= held.keys(), "nobody else's cards"
    for number in cards.keys() - {""}:
        assert cards[number] == f"{number} {held[number]['name']}"
    areas = options(page, "play_card", "areas")
    assert areas[""] == "\N{EN DASH}" and "Charleroi" in areas.values()
    number = max(cards)
    sent = {"seat": "french", "instruction": "play_card", "field.card": number, "field.window": ""}
    answer = french.post(instructions(table), sent)
    assert answer.status_code == 303, words(answer)
    assert f"Card {cards[number]}" in words(french.get(instructions(table)))
    [kept] = table.get("/instructions", "french").json["instructions"]
    assert kept["instruction"]["card"] == int(number)


def test_every_window_and_card_that_is_offered_may_be_said(tmp_path: Path) -> None:
    for number, rules in enumerate(installed().values()):
        table = table_of(desk_for(tmp_path / str(number), rules))
        play(table, 6)
        state, standing = table.desk.games.open(table.id).state, rules.standing
        assert standing is not None
        kinds = {str(it.__struct_config__.tag): it for it in standing.kinds}
        play_card = kinds.get("play_card") or kinds.get("play_special_first")
        for seat in (it["seat"] for it in table.created["seats"]):
            choices = standing.choices(state, seat)
            for card in choices.get("card", ()):
                value = int(card) if rules.cards else card
                assert play_card is not None
                assert standing.refuse(state, seat, play_card(card=value)) is None
            for window in choices.get("window", ()):
                passing = kinds.get("decline_window") or kinds["pass_window"]
                word = passing(window=window)
                assert standing.refuse(state, seat, word) is None


def test_what_was_written_is_still_chosen_when_it_is_refused(tmp_path: Path) -> None:
    table = table_of(desk_for(tmp_path, installed()["napoleonic_empire"]))
    play(table, 6)
    french = seated(table, "french")
    sent = {"seat": "french", "instruction": "retreat_to", "field.countries": "england"}
    answer = french.post(instructions(table), sent)
    assert answer.status_code == 422
    chosen = [it.get("value") for it in parsed(answer).iter("option") if "selected" in it.attrib]
    assert "england" in chosen


def hand(table: Table, seat: str) -> list[dict[str, Any]]:
    """The cards that a seat holds."""
    hands = table.get("/hand", seat).json["hands"]
    return next(it["cards"] for it in hands if it["player"] == seat)


# -- profiles --------------------------------------------------------------------------------------


def test_a_profile_is_chosen_on_the_page_where_a_seat_is_taken(tmp_path: Path) -> None:
    desk = desk_for(tmp_path, installed()["napoleonic_empire"])
    table = desk.table(ruleset="napoleonic_empire", scenario="europe", awaits_seats=True)
    browser = Browser(desk.app)
    page = browser.get(browser.open_seat(table, "french").headers["Location"])
    text = words(page)
    assert "What shall be answered for you?" in text
    for told in ("Ask me everything", "Usual Retreats and reinforcements as usual", "Only what"):
        assert told in text
    sent = fields(page) | {"name": "Ney", "profile": "usual"}
    assert browser.post(f"/games/{table.id}/join", sent).status_code == 200
    [kept] = kept_by(desk.games, table.id, "french")
    assert type(kept.word).__name__ == "Usual"


def test_before_the_table_is_laid_the_page_offers_profiles_alone(tmp_path: Path) -> None:
    desk = desk_for(tmp_path, installed()["napoleonic_empire"])
    table = desk.table(ruleset="napoleonic_empire", scenario="europe", awaits_seats=True)
    french = seated(table, "french")
    text = words(french.get(instructions(table)))
    assert "The usual, and battles" in text and "Decline rebels" not in text
    sent = {"seat": "french", "instruction": "only_what_matters"}
    assert french.post(instructions(table), sent).status_code == 303
    assert "Only what matters" in words(french.get(instructions(table)))
    again = {"seat": "french", "instruction": "usual"}
    assert french.post(instructions(table), again).status_code == 303
    [kept] = kept_by(desk.games, table.id, "french")
    assert type(kept.word).__name__ == "Usual", "one profile is kept"
    other = {"seat": "french", "instruction": "pass_all"}
    assert french.post(instructions(table), other).status_code == 422


def test_the_referee_chooses_no_profile(tmp_path: Path) -> None:
    desk = desk_for(tmp_path, installed()["napoleonic_empire"])
    table = table_of(desk)
    browser = Browser(desk.app)
    page = browser.get(browser.open_seat(table, "referee").headers["Location"])
    assert "What shall be answered for you?" not in words(page)
