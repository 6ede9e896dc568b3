"""Orders given by forms, as a browser without scripts sends them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Union
from xml.etree.ElementTree import Element

import msgspec
import pytest
from werkzeug.test import TestResponse

from api.web.game.confirm import needs_a_word
from napoleon.log.ids import guessable_order_id
from napoleon.rules.contract import installed
from tests.api.desk import Desk, Table
from tests.web.browser import Browser, parsed, path, told
from tests.web.markup import fragment
from tests.web.tables import desk_for, play, seated, table_of

GAMES = sorted(installed())


@pytest.fixture
def table(desk: Desk) -> Table:
    """A game of the toy ruleset; red is to go."""
    return desk.table(referee=True)


def section(answer: TestResponse) -> Element:
    found = parsed(answer).find(".//section[@id='orders']")
    assert found is not None
    return found


def orders_of(browser: Browser, table: Table) -> Element:
    """The section with the orders as a script puts it into the page."""
    return fragment(browser.get(f"/games/{table.id}/position").json["fragments"]["orders"])


def refused_for(answer: TestResponse) -> str | None:
    """The code of a refusal, which players do not read."""
    [box] = [it for it in section(answer).iter("div") if it.get("id") == "refusal"]
    return box.get("data-code")


def said(element: Element | None) -> str:
    assert element is not None
    return " ".join("".join(element.itertext()).split())


def hidden(form: Element) -> dict[str, str]:
    inputs = [it for it in form.iter("input") if it.get("type") == "hidden"]
    return {it.get("name", ""): it.get("value", "") for it in inputs}


def offered(browser: Browser, table: Table) -> list[dict[str, str]]:
    """What the buttons and the lists of the page send, each with its words as ``label``.

    ``written`` is the line of each.
    """
    return offered_in(orders_of(browser, table))


def offered_in(page: Element) -> list[dict[str, str]]:
    found = []
    for form in page.iter("form"):
        if form.get("class") == "offers":
            for it in (*form.iter("button"), *form.iter("option")):
                if it.get("value"):
                    order = {
                        "order": it.get("value", ""),
                        "label": it.get("aria-label") or said(it),
                    }
                    order["written"] = it.get("data-line", "")
                    found.append({**hidden(form), **order})
    return found


def marches_in(page: Element, decision: str) -> list[dict[str, Any]]:
    """The first orders of those who may march together, as the data for scripts has them.

    Each of them can be given by a box and a button, too.
    """
    [script] = page.iter("script")
    data = next(it for it in msgspec.json.decode(script.text or "") if it["decision"] == decision)
    found = []
    for party in data.get("parties", ()):
        [form] = [it for it in page.iter("form") if it.get("data-stand") == party["place"]]
        boxes = {it.get("value") for it in form.iter("input") if it.get("name") == "piece"}
        goals = {it.get("value") for it in form.iter("button") if it.get("name") == "goal"}
        assert boxes >= set(party["pieces"])
        assert goals >= {it["place"] for it in party["goals"]}
        found += [
            {**goal["order"], party["field"]: piece}
            for goal in party["goals"]
            if "after" not in goal
            for piece in party["pieces"]
        ]
    return found


def send(browser: Browser, table: Table, form: Mapping[str, Any]) -> TestResponse:
    sent = {name: value for name, value in form.items() if name not in ("label", "written")}
    return browser.post(f"/games/{table.id}/orders", sent)


def confirmed(answer: TestResponse) -> dict[str, str]:
    """What is sent to say yes to the question whether the order is meant."""
    box = parsed(answer).find(".//*[@id='confirm']")
    assert box is not None
    [form] = box.iter("form")
    return hidden(form)


def finals(page: Element) -> dict[str, bool]:
    """By verb of the orders that are offered whether the last one of it is final."""
    return {
        str(it.get("data-verb")): it.get("data-final") is not None
        for it in (*page.iter("button"), *page.iter("option"))
        if it.get("data-places") is not None
    }


def asked_about(table: Table) -> tuple[Browser, dict[str, str]]:
    """The first order that the page asks about before it is given, and who may give it."""
    for seed in range(1_000):
        decision = table.get("/decisions", "referee").json["decisions"][0]
        browser = seated(table, decision["seat"])
        page = orders_of(browser, table)
        known = finals(page)
        for form in offered_in(page):
            if known[msgspec.json.decode(form["order"])["order"]]:
                return browser, form
        play(table, 1, seed)
    raise AssertionError("The page asks about no order.")


def chosen(browser: Browser, table: Table, order: dict[str, Any]) -> dict[str, str]:
    return next(it for it in offered(browser, table) if msgspec.json.decode(it["order"]) == order)


def in_order(order: dict[str, Any]) -> bytes:
    """By what orders are sorted: the page lists those together that have the same heading."""
    return msgspec.json.encode(order, order="sorted")


# -- what is offered -------------------------------------------------------------------------------


def test_very_many_orders_stand_under_headings(tmp_path: Path) -> None:
    """Those that have none come first, and each heading comes once."""
    table = table_of(desk_for(tmp_path, installed()["eagles_waterloo"]))
    orders = orders_of(seated(table, "french"), table)
    form = next(it for it in orders.iter("form") if it.get("class") == "offers")
    lists = [it for it in form if it.tag in ("ul", "details")]
    assert [it.tag for it in lists] == ["ul"] + ["details"] * (len(lists) - 1)
    headings = [it.findtext("summary") for it in lists[1:]]
    assert len(set(headings)) == len(headings) > 5
    for group in lists[1:]:
        assert group.get("open") is None
        assert len(list(group.iter("button"))) > 1


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", GAMES)
def test_every_legal_order_can_be_chosen_and_no_other(tmp_path: Path, name: str) -> None:
    table = table_of(desk_for(tmp_path, installed()[name]))
    for seed in range(6):
        play(table, 7, seed)
        for decision in table.get("/decisions", "referee").json["decisions"]:
            browser = seated(table, decision["seat"])
            page = orders_of(browser, table)
            found = offered_in(page)
            orders = [msgspec.json.decode(it["order"]) for it in found]
            orders += marches_in(page, decision["id"])
            assert sorted(orders, key=in_order) == sorted(decision["offers"], key=in_order)
            assert len({it["label"] for it in found}) == len(found)
            assert {it["decision"] for it in found} == {decision["id"]}
            other = next(it for it in table.seats if it != decision["seat"])
            asked = {it["decision"] for it in offered(seated(table, other), table)}
            assert decision["id"] not in asked
            assert offered(seated(table, None), table) == []


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", GAMES)
def test_an_order_says_which_places_it_is_about(tmp_path: Path, name: str) -> None:
    table = table_of(desk_for(tmp_path, installed()[name]))
    play(table, 6, seed=3)
    areas = {it["id"] for it in table.get("/map").json["areas"]}
    browsers = {seat: seated(table, seat) for seat in table.seats}
    seen = set()
    for _ in range(30):
        play(table, 1, seed=5)
        for seat in browsers:
            page = orders_of(browsers[seat], table)
            for it in (*page.iter("button"), *page.iter("option")):
                places = it.get("data-places", "").split()
                assert set(places) <= areas
                seen |= set(places)
                if it.get("name") == "goal":
                    assert places == [it.get("value")]
                    continue
                data = str(msgspec.json.decode(it.get("value") or "{}"))
                assert {area for area in areas if f"'{area}'" in data} <= set(places)
    assert seen


def test_many_offers_are_data_for_choosing_step_by_step(tmp_path: Path) -> None:
    table = table_of(desk_for(tmp_path, installed()["napoleonic_empire"]))
    while True:
        [decision, *_] = table.get("/decisions", "referee").json["decisions"]
        if len(decision["offers"]) > 30:
            break
        play(table, 1, seed=2)
    page = orders_of(seated(table, decision["seat"]), table)
    [script] = page.iter("script")
    assert (script.get("type"), script.get("id")) == ("application/json", "offers-data")
    [data] = msgspec.json.decode(script.text or "")
    assert data["decision"] == decision["id"]
    listed = [it["order"] for it in offered_in(page)]
    assert [*map(msgspec.json.decode, listed)] == decision["offers"]
    assert len(data["offers"]) == len(listed), "what stands on the page is not told twice"
    assert not {"order", "line", "places"} & {name for it in data["offers"] for name in it}
    names = {it["id"]: it["short_name"] for it in table.get("/map").json["areas"]}
    for offer in decision["offers"]:
        for value in offer.values():
            if value in names:
                assert data["labels"][value] == names[value]


def columbia(tmp_path: Path) -> tuple[Table, Browser]:
    """Napoleon, 4th edition, when the French march for the first time."""
    table = table_of(desk_for(tmp_path, installed()["napoleon_columbia"]))
    while True:
        [decision] = table.get("/decisions", "referee").json["decisions"]
        if decision["kind"] == "march":
            return table, seated(table, decision["seat"])
        table.order(decision["seat"], decision["offers"][0])


def group_form(browser: Browser, table: Table, place: str) -> dict[str, Any]:
    """What the form of those who stand in a place sends anyway."""
    page = orders_of(browser, table)
    return hidden(next(it for it in page.iter("form") if it.get("data-stand") == place))


def towns(table: Table, *units: str) -> list[str]:
    state = table.desk.games.open(table.id).state
    return [state.blocks[it].town for it in units]


def test_one_form_marches_a_group(tmp_path: Path) -> None:
    table, browser = columbia(tmp_path)
    form = group_form(browser, table, "beaumont")
    two = {**form, "piece": ["f02", "f03"], "goal": "charleroi"}
    answer = send(browser, table, two)
    assert answer.status_code == 303, said(section(answer))
    assert towns(table, "f02", "f03") == ["charleroi", "charleroi"]
    # The same form again is the same orders.
    before = table.version
    assert send(browser, table, two).status_code == 303
    assert table.version == before


def test_a_group_of_which_one_cannot_go_there_does_not_march(tmp_path: Path) -> None:
    table, browser = columbia(tmp_path)
    form = group_form(browser, table, "beaumont")
    before = table.version
    for pieces in ([], ["f02", "f19"], ["f02", "nobody"]):
        # Cavalry may come as far as Namur, and infantry may not.
        answer = send(browser, table, {**form, "piece": pieces, "goal": "namur"})
        assert answer.status_code == 422
    assert table.version == before


def test_a_group_that_is_stopped_on_its_way_says_how_many_orders_were_carried_out(
    tmp_path: Path,
) -> None:
    table, browser = columbia(tmp_path)
    form = group_form(browser, table, "beaumont")
    # Six go along the road to Chimay.
    seven = ["f02", "f03", "f04", "f05", "f12", "f13", "f14"]
    answer = send(browser, table, {**form, "piece": seven, "goal": "chimay"})
    assert answer.status_code == 200, said(section(answer))
    assert towns(table, *seven).count("chimay") == 6
    told_ = said(parsed(answer).find(".//*[@id='refusal']"))
    assert "6 orders were carried out, the next was not." in told_ and "full" in told_


# -- giving one ------------------------------------------------------------------------------------


def test_an_order_that_cannot_be_withdrawn_is_asked_about_and_then_carried_out(
    table: Table,
) -> None:
    browser, before = seated(table, "red"), table.version
    form = chosen(browser, table, {"order": "draw"})
    asked = send(browser, table, form)
    assert asked.status_code == 200
    assert "Give this order? draw" in said(section(asked))
    assert table.version == before
    yes = confirmed(asked)
    assert yes["version"] == str(before)
    done = send(browser, table, yes)
    assert done.status_code == 303
    assert path(done.location) == f"/games/{table.id}?seat=red&since={before}"
    assert table.version > before
    page = parsed(browser.get(done.location))
    new = [it for it in page.iter("div") if it.get("class", "").startswith("paragraph new")]
    assert "Red draws" in " ".join(map(said, new))


def test_an_order_that_can_be_withdrawn_is_carried_out_at_once(table: Table) -> None:
    browser, before = seated(table, "red"), table.version
    assert finals(orders_of(browser, table)) == {"draw": True, "play": True, "pass": False}
    done = send(browser, table, chosen(browser, table, {"order": "pass"}))
    assert done.status_code == 303
    assert table.version > before
    taken_back = table.post("/takebacks", "red", {}, headers={"If-Match": f'"{table.version}"'})
    assert taken_back.json["takeback"] is None


def test_a_sealed_answer_is_asked_about(table: Table) -> None:
    for seat in ("red", "blue"):
        table.order(seat, {"order": "pass"})
    browser, before = seated(table, "red"), table.version
    assert finals(orders_of(browser, table)) == {"bet": True}
    asked = send(browser, table, chosen(browser, table, {"order": "bet", "value": 2}))
    assert "Give this order? bet 2" in said(section(asked))
    assert table.version == before


LEAST, POSITIONS = 40, 400
"""Positions that are looked at, and how many at most until orders of both kinds were seen."""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", GAMES)
def test_the_page_says_of_every_order_whether_it_is_asked_about(tmp_path: Path, name: str) -> None:
    rules = installed()[name]
    table = table_of(desk_for(tmp_path, rules))
    verbs: Any = Union[rules.verbs]  # noqa: UP007 - the members are only known at run time
    told: set[bool] = set()
    for seed in range(POSITIONS):
        if seed >= LEAST and told == {True, False}:
            break
        play(table, 1, seed)
        game = table.desk.games.open(table.id)
        for decision in table.desk.games.decisions(game):
            page = orders_of(seated(table, decision.seat), table)
            for march in marches_in(page, decision.id):
                given = msgspec.convert(march, type=verbs)
                assert not needs_a_word(rules, game.state, decision, given)
            for it in (*page.iter("button"), *page.iter("option")):
                if it.get("data-line") is not None:
                    order = msgspec.json.decode(it.get("value") or "", type=verbs)
                    final = it.get("data-final") is not None
                    assert final == needs_a_word(rules, game.state, decision, order)
                    past_recall = rules.is_irreversible(game.state, decision, order)
                    assert past_recall or not final
                    told.add(past_recall)
    assert told == {True, False}


def test_the_same_form_sent_twice_is_one_order(table: Table) -> None:
    browser = seated(table, "red")
    form = {**chosen(browser, table, {"order": "pass"}), "sure": "1"}
    assert [send(browser, table, form).status_code for _ in range(2)] == [303, 303]
    given = [it for it in table.get("/log").json["events"] if it["type"] == "order_given"]
    assert len(given) == 1


def test_who_is_sure_once_and_for_all_is_not_asked_again(table: Table) -> None:
    browser = seated(table, "red")
    form = {**chosen(browser, table, {"order": "draw"}), "sure": "1", "quiet": "1"}
    done = send(browser, table, form)
    [cookie] = done.headers.getlist("Set-Cookie")
    assert all(it in cookie for it in ("HttpOnly", "SameSite=Strict", f"Path=/games/{table.id}"))
    table.play_turn()
    page = orders_of(browser, table)
    sure = {said(it): it.get("data-sure") is not None for it in page.iter("button")}
    assert sure["draw"] and not sure["pass"]
    assert send(browser, table, chosen(browser, table, {"order": "draw"})).status_code == 303
    other = table.desk.table()
    browser.open_seat(other, "red")
    again = send(browser, other, chosen(browser, other, {"order": "draw"}))
    assert again.status_code == 200


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", GAMES)
def test_an_order_is_written_as_a_line(tmp_path: Path, name: str) -> None:
    table = table_of(desk_for(tmp_path, installed()[name]))
    browser, form = asked_about(table)
    line = {**form, "line": f"  {form['written'].upper()} "}
    line.pop("order")
    asked = send(browser, table, line)
    assert f"Give this order? {form['label']}" in said(section(asked))
    assert confirmed(asked)["order"] == form["order"]
    before = table.version
    assert send(browser, table, {**confirmed(asked), "sure": "1"}).status_code == 303
    assert table.version > before


# -- refused ---------------------------------------------------------------------------------------


def test_a_refusal_is_told_in_words_with_its_clause(table: Table) -> None:
    browser, before = seated(table, "red"), table.version
    form = {**offered(browser, table)[0], "sure": "1", "order": '{"order":"play","card":99}'}
    refused = send(browser, table, form)
    assert refused.status_code == 422
    box = parsed(refused).find(".//*[@id='refusal']")
    assert said(box) == "The order was not carried out. That is not possible now. rule"
    assert box is not None and box.get("data-code") == "NOT_OFFERED"
    assert [it.get("href") for it in box.iter("a")] == ["/rules/toy#GO"]
    assert table.version == before
    assert offered(browser, table)


def test_what_was_typed_stays(tmp_path: Path) -> None:
    table = table_of(desk_for(tmp_path, installed()["napoleonic_empire"]))
    decision = table.get("/decisions", "referee").json["decisions"][0]
    browser = seated(table, decision["seat"])
    form = {**offered(browser, table)[0], "line": "march to <b>Moscow"}
    form.pop("order")
    refused = send(browser, table, form)
    assert refused.status_code == 422
    assert refused_for(refused) == "BAD_LINE" and "BAD_LINE" not in said(section(refused))
    line = next(it for it in section(refused).iter("input") if it.get("name") == "line")
    assert line.get("value") == "march to <b>Moscow"
    assert line.get("aria-describedby") == "refusal"


def test_what_was_chosen_is_marked_when_it_is_refused(table: Table) -> None:
    browser = seated(table, "red")
    form = {**chosen(browser, table, {"order": "draw"}), "decision": "another", "sure": "1"}
    refused = section(send(browser, table, form))
    marked = [it for it in refused.iter("button") if it.get("aria-describedby") == "refusal"]
    assert [it.get("value") for it in marked] == ['{"order":"draw"}']


def test_that_others_acted_first_is_told_with_what_they_did(table: Table) -> None:
    browser = seated(table, "red")
    form = {**chosen(browser, table, {"order": "draw"}), "sure": "1"}
    for seat in ("red", "blue"):
        table.order(seat, {"order": "pass"})
    missed = send(browser, table, form)
    assert missed.status_code == 412
    box = said(parsed(missed).find(".//*[@id='missed']"))
    assert "Others acted first" in box
    assert "Red gave an order.Red has gone." in box


def test_the_answer_of_one_seat_does_not_make_the_others_too_late(table: Table) -> None:
    for seat in ("red", "blue"):
        table.order(seat, {"order": "pass"})
    browser = seated(table, "red")
    form = {**chosen(browser, table, {"order": "bet", "value": 2}), "sure": "1"}
    assert form["version"] == "*"
    table.order("blue", {"order": "bet", "value": 1})
    assert send(browser, table, form).status_code == 303


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"version": ""}, (422, "BAD_PAYLOAD")),
        ({"version": "x"}, (422, "BAD_PAYLOAD")),
        ({"seat": "blue"}, (403, "NOT_SEATED")),
        ({"seat": "nobody"}, (403, "NOT_SEATED")),
        ({"for": "blue"}, (403, "NOT_THE_REFEREE")),
    ],
)
def test_a_form_that_is_none_of_the_pages_is_refused(
    table: Table, changed: dict[str, str], problem: tuple[int, str]
) -> None:
    browser, before = seated(table, "red"), table.version
    form = {**chosen(browser, table, {"order": "pass"}), "sure": "1", **changed}
    assert told(send(browser, table, form)) == problem
    assert table.version == before


@pytest.mark.parametrize(
    "order", ["", "{", "[]", "3", '"pass"', '{"order":"sing"}', "{}", "[" * 50_000]
)
def test_what_is_no_order_is_refused_on_the_page(table: Table, order: str) -> None:
    browser = seated(table, "red")
    form = {**chosen(browser, table, {"order": "pass"}), "sure": "1", "order": order}
    refused = send(browser, table, form)
    assert refused.status_code == 422
    assert refused_for(refused) == "BAD_PAYLOAD"


@pytest.mark.parametrize("site", ["cross-site", "same-site", "none"])
def test_a_form_of_another_site_is_refused(table: Table, site: str) -> None:
    browser, before = seated(table, "red"), table.version
    form = {**chosen(browser, table, {"order": "pass"}), "sure": "1"}
    del form["label"], form["written"]
    refused = browser.post(f"/games/{table.id}/orders", form, Sec_Fetch_Site=site)
    assert told(refused) == (403, "FOREIGN_SITE")
    assert table.version == before


def test_a_game_that_is_over_takes_no_orders(table: Table) -> None:
    browser = seated(table, "red")
    form = {**chosen(browser, table, {"order": "pass"}), "sure": "1"}
    table.play_out()
    refused = send(browser, table, form)
    assert refused.status_code == 422
    assert refused_for(refused) == "GAME_OVER"


# -- others than players, and what nobody asks for ------------------------------------------------


def test_the_referee_gives_orders_in_place_of_a_seat(table: Table) -> None:
    browser = seated(table, "referee")
    form = chosen(browser, table, {"order": "draw"})
    assert form["for"] == "red"
    assert send(browser, table, confirmed(send(browser, table, form))).status_code == 303
    [given] = [it for it in table.get("/log").json["events"] if it["type"] == "order_given"]
    assert (given["by"], given["behalf"]) == ("referee", "red")


# -- the key of a form ---------------------------------------------------------------------------


def test_a_form_that_is_sent_twice_is_carried_out_once(table: Table) -> None:
    red = seated(table, "red")
    form = {**chosen(red, table, {"order": "pass"}), "sure": "1"}
    first, again = send(red, table, form), send(red, table, form)
    assert (first.status_code, again.status_code) == (303, 303)
    events = table.desk.games.history(table.id)
    assert sum(event.type == "order_given" for event in events) == 1


def test_the_id_of_an_order_by_form_cannot_be_found_by_trying(table: Table) -> None:
    red = seated(table, "red")
    form = {**chosen(red, table, {"order": "pass"}), "sure": "1"}
    assert len(form["key"]) >= 12
    blue = orders_of(seated(table, "referee"), table)
    assert form["key"] not in [hidden(it).get("key") for it in blue.iter("form")]
    before = table.version
    assert send(red, table, form).status_code == 303
    games = table.desk.games
    [event, *_] = games.history(table.id, after=before)
    for decision in (None, form["decision"]):
        for version in (None, before):
            said = [{"order": "pass"}, version, decision]
            digest = hashlib.sha256(msgspec.json.encode(said, order="sorted")).hexdigest()
            guessed = f"form-{digest[:32]}"
            assert event.order_id != guessable_order_id(table.id, "red", guessed)
            assert event.order_id != games.order_id_of(table.id, "red", guessed)


# -- one's own order, sent again -------------------------------------------------------------------


def orders_given(table: Table) -> int:
    events = table.desk.games.history(table.id)
    return sum(event.type == "order_given" for event in events)


def test_a_line_that_is_sent_twice_is_carried_out_once(tmp_path: Path) -> None:
    table = table_of(desk_for(tmp_path, installed()["napoleon1815"]))
    [decision, *_] = table.get("/decisions", "referee").json["decisions"]
    browser, before = seated(table, decision["seat"]), orders_given(table)
    form = offered(browser, table)[0]
    form = {**form, "sure": "1", "line": form["written"]}
    form.pop("order")
    answers = [send(browser, table, form).status_code for _ in range(3)]
    assert (answers, orders_given(table)) == ([303] * 3, before + 1)


def test_what_another_tab_has_ordered_already_is_answered_as_done(table: Table) -> None:
    """The tabs may have been opened at different times, so that their keys differ."""
    red = seated(table, "red")
    form = {**chosen(red, table, {"order": "pass"}), "sure": "1"}
    table.order("red", {"order": "pass"})
    assert (send(red, table, form).status_code, orders_given(table)) == (303, 1)


def test_a_sealed_answer_that_was_given_already_is_answered_as_done(table: Table) -> None:
    for seat in ("red", "blue"):
        table.order(seat, {"order": "pass"})
    red = seated(table, "red")
    form = {**chosen(red, table, {"order": "bet", "value": 2}), "sure": "1"}
    table.order("red", {"order": "bet", "value": 2})
    before = orders_given(table)
    assert (send(red, table, form).status_code, orders_given(table)) == (303, before)


def test_another_answer_to_what_one_has_answered_is_not_laid_to_others(table: Table) -> None:
    red = seated(table, "red")
    form = {**chosen(red, table, {"order": "draw"}), "sure": "1"}
    table.order("red", {"order": "pass"})
    missed = send(red, table, form)
    box = said(parsed(missed).find(".//*[@id='missed']"))
    assert (missed.status_code, orders_given(table)) == (412, 1)
    assert "You have answered this already" in box and "Others" not in box
