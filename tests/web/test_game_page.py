"""The page of a game: all of its sections, drawn on the server, now and as they were."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree.ElementTree import Element, tostring

import pytest

from api.web.game.position import WITHOUT_WORDS
from napoleon.rules.contract import installed
from napoleon.rules.tables import Gauge
from tests.api.desk import Desk, Table
from tests.web.browser import Browser, links, parsed, told
from tests.web.tables import SECTIONS, desk_for, play, reader, rests, seated, table_of

GAMES = sorted(installed())

WITH_CARDS = [name for name in GAMES if name != "napoleon_columbia"]
"""In the fourth edition of Napoleon nobody holds cards, but terrain for a moment."""

WITHOUT_TRACK = ("eagles_waterloo", "napoleonic_wars")
"""Games whose victory is no way on which one side is ahead: one has points of each seat."""

IN_FRENCH = {"napoleonic_wars": "La France pioche"}
"""What a story says where its sides are no French and Allies."""

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module", params=GAMES)
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A game of each kind that has been played for a while, to be looked at."""
    home = tmp_path_factory.mktemp(request.param)
    table = table_of(desk_for(home, installed()[request.param]))
    play(table, 40)
    return table


@pytest.fixture
def table(desk: Desk) -> Table:
    return desk.table(referee=True)


def section(page: Element, name: str) -> Element:
    found = page.find(f".//section[@id='{name}']")
    assert found is not None, f"there is no section {name}"
    return found


def said(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())


# -- what is on it -----------------------------------------------------------------------------


@pytest.mark.parametrize("who", [0, "referee", None])
def test_every_section_is_drawn_in_order_without_a_script(
    played: Table, who: int | str | None
) -> None:
    seat = reader(played, who)
    answer = seated(played, seat).get(f"/games/{played.id}")
    assert answer.status_code == 200, answer.text
    page = parsed(answer)
    found = [it.get("id") for it in page.iter("section")]
    assert [name for name in found if name in (*SECTIONS, "time")] == [*SECTIONS, "time"]
    body = page.find("body")
    assert body is not None
    assert (body.get("data-game"), body.get("data-seat")) == (played.id, seat or "")
    assert body.get("data-at") == body.get("data-head") == str(played.version)
    for name in SECTIONS:
        assert section(page, name).get("aria-labelledby") == f"{name}-title"
        assert page.find(f".//*[@id='{name}-title']") is not None
    ids = [it.get("id") for it in page.iter() if it.get("id")]
    assert len(set(ids)) == len(ids)
    assert section(page, "map").find(f".//{SVG}svg") is not None
    has_track = played.get().json["ruleset"] not in WITHOUT_TRACK
    assert (section(page, "track").find(f".//{SVG}svg") is not None) == has_track


def test_the_table_of_areas_is_linked_with_the_map(played: Table) -> None:
    page = parsed(seated(played, None).get(f"/games/{played.id}"))
    rows = {it.get("id"): it for it in section(page, "areas").iter("tr") if it.get("id")}
    assert rows
    drawn = section(page, "map")
    if places := {it.get("data-place"): it for it in drawn.iter(f"{SVG}a")}:
        assert {f"area-{it}" for it in places} == set(rows)
        fans = {it.get("data-fan") for it in drawn.iter(f"{SVG}g") if len(it)}
        for name, place in places.items():
            folded = f"/games/{played.id}?stack={name}#map"
            assert place.get("href") == (folded if name in fans else f"#area-{name}")
    else:
        # A board that the page lays out has headings in place of signs.
        headings = [it.get("href") for it in drawn.iter("a") if it.get("class") == "name"]
        assert set(headings) == {f"#{row}" for row in rows}
    areas = {area["id"]: area for area in played.get("/map").json["areas"]}
    for name, row in rows.items():
        area = areas[str(name).removeprefix("area-")]
        assert said(row).startswith(area.get("short_name", area["name"]))


def test_who_decides_is_told_with_the_question_and_its_clause(played: Table) -> None:
    decision = played.get("/decisions").json["decisions"][0]
    for seat in played.seats[:2]:
        page = parsed(seated(played, seat).get(f"/games/{played.id}"))
        now, people = section(page, "now"), section(page, "people")
        [asked] = [it for it in now.iter("li") if "asked" in it.get("class", "")]
        assert decision["text"] in asked.get("title", "")
        assert decision["text"] in said(people)
        cited = {it.get("href") for it in people.iter("a")}
        ruleset = played.get().json["ruleset"]
        assert f"/rules/{ruleset}#{decision['clause']}" in cited
        assert ("your decision" in said(now)) == (seat == decision["seat"])


def test_the_players_are_called_by_their_names(table: Table, browser: Browser) -> None:
    table.post("/seats/red/claim", "red", {"name": "Marie"})
    now = section(parsed(browser.get(f"/games/{table.id}")), "now")
    assert "Red: Marie" in said(now)
    assert "Blue: not claimed yet" in said(now)
    past = section(parsed(browser.get(f"/games/{table.id}?at=3")), "now")
    assert "Marie" not in said(past)


def test_no_part_with_secrets_has_a_name_that_a_player_chose(played: Table) -> None:
    """Who chooses it again and again could tell from the size of an answer what else is in it."""
    for number, seat in enumerate(played.seats):
        path, token = f"/games/{played.id}/seats/{seat}/name", played.token(seat)
        named = played.desk.call("PUT", path, token, body={"name": f"Zosimus the {number}th"})
        assert named.status_code == 204
    for looker in (*played.seats, None):
        page = parsed(seated(played, looker).get(f"/games/{played.id}"))
        assert "Zosimus" in said(section(page, "people"))
        there = [it for it in WITHOUT_WORDS if page.find(f".//section[@id='{it}']") is not None]
        assert "orders" in there
        for name in there:
            assert b"Zosimus" not in tostring(section(page, name)), f"{looker}: {name}"


def test_points_of_several_players_stand_by_their_emblems(tmp_path: Path) -> None:
    table = table_of(desk_for(tmp_path, installed()["napoleonic_wars"]))
    play(table, 5)
    page = parsed(seated(table, None).get(f"/games/{table.id}"))
    race = next(it for it in page.iter("div") if "race" in it.get("class", "").split())
    counted = race.findall("ul/li")
    letters = ["".join(it.text or "" for it in one.iter(f"{SVG}text")) for one in counted]
    assert len(letters) == len({*letters}) > 1
    assert all(re.fullmatch("[A-Z]{1,2}", it) for it in letters)
    assert all(
        one.get("title") and said(one).startswith(letter + " " + one.get("title", ""))
        for one, letter in zip(counted, letters, strict=True)
    )


def test_strength_and_fatigue_are_drawn_as_tracks(tmp_path: Path) -> None:
    table = table_of(desk_for(tmp_path, installed()["napoleon1815"]))
    page = parsed(seated(table, table.seats[0]).get(f"/games/{table.id}"))
    gauges = [it for it in section(page, "battle").iter("span") if it.get("class") == "gauge"]
    assert gauges
    for gauge in gauges:
        value, most = int(gauge.get("data-value", "")), int(gauge.get("data-most", ""))
        assert said(gauge) == f"{'■' * value}{'□' * (most - value)} {value} of {most}"
    assert Gauge(2, 5) == 2 and Gauge(2, 5).most == 5
    public = parsed(seated(table, None).get(f"/games/{table.id}"))
    assert not [it for it in section(public, "battle").iter() if it.get("class") == "gauge"]


@pytest.mark.parametrize("played", WITH_CARDS, indirect=True)
def test_a_hand_is_told_card_by_card_with_its_clause(played: Table) -> None:
    page = parsed(seated(played, played.seats[0]).get(f"/games/{played.id}"))
    hands = played.get("/hand", played.seats[0]).json["hands"]
    held = [card for hand in hands for card in hand["cards"] or ()]
    cards = [it for it in section(page, "hand").iter("li") if it.get("data-card")]
    assert len(cards) == len(held) > 0
    for card, shown in zip(held, cards, strict=True):
        assert card["name"] in said(shown)
        clause = next(it for it in shown.iter("a") if it.get("class") == "clause")
        assert played.desk.get(f"/rulesets/{played.get().json['ruleset']}/clauses/{clause.text}")
    public = section(parsed(seated(played, None).get(f"/games/{played.id}")), "hand")
    assert not [it for it in public.iter() if it.get("data-card")]


def test_no_other_site_is_asked_and_nothing_is_inline(played: Table) -> None:
    answer = seated(played, played.seats[0]).get(f"/games/{played.id}")
    page = parsed(answer)
    for it in page.iter():
        for attribute in ("src", "href", "action"):
            there = it.get(attribute, "")
            assert not there.startswith(("http:", "https:", "//")), there
        assert it.get("style") is None, it.attrib
        assert not [name for name in it.attrib if name.startswith("on")]
        assert it.tag != "style"
        if it.tag == "script":
            assert it.get("src") or it.get("type") == "application/json"


# -- before, after and in between ----------------------------------------------------------------


def test_before_the_table_is_laid_it_says_who_is_waited_for(desk: Desk) -> None:
    table = desk.table(awaits_seats=True)
    table.post("/seats/red/claim", "red", {"name": "Marie"})
    answer = Browser(desk.app).get(f"/games/{table.id}")
    page = parsed(answer)
    assert "Still waited for: Blue" in said(section(page, "news"))
    assert [it.get("id") for it in page.iter("section") if it.get("hidden") is not None] == [
        "hand",
        "battle",
        "areas",
        "track",
        "text",
        "map",
    ]


def test_who_holds_an_invitation_is_sent_to_claim_it(table: Table) -> None:
    browser = seated(table, "red")
    assert f"/games/{table.id}/join?seat=red" in links(browser.get(f"/games/{table.id}"))
    table.post("/seats/red/claim", "red", {"name": "Marie"})


def test_a_game_that_is_over_says_who_won(table: Table) -> None:
    table.play_out()
    page = parsed(seated(table, "red").get(f"/games/{table.id}"))
    result = page.find(".//*[@id='result']")
    assert result is not None
    assert " won: " in said(result)
    assert "The game is over." in said(section(page, "orders"))
    earlier = parsed(seated(table, "red").get(f"/games/{table.id}?at=5"))
    assert earlier.find(".//*[@id='result']") is None


def test_a_drawn_game_has_no_winner(tmp_path: Path) -> None:
    table = table_of(desk_for(tmp_path, installed()["napoleonic_empire"]))
    for seat in ("french", "allied"):
        assert table.order(seat, {"order": "agree_to_end"}).status_code == 201
    page = parsed(seated(table, None).get(f"/games/{table.id}"))
    result = page.find(".//*[@id='result']")
    assert result is not None
    assert said(result).startswith("The game was drawn: Both sides agreed")


def test_an_earlier_position_says_so_and_leads_on(played: Table) -> None:
    browser = seated(played, played.seats[0])
    found = list(rests(played))
    for index in (2, len(found) // 2, len(found) - 2):
        page = parsed(browser.get(f"/games/{played.id}?at={found[index]}"))
        past = page.find(".//*[@id='past']")
        assert past is not None
        here = f"/games/{played.id}?seat={played.seats[0]}"
        assert [it.get("href") for it in past.iter("a")] == [f"{here}#now"]
        steps = [it.get("href") for it in section(page, "time").iter("a") if it.get("rel")]
        assert steps[:2] == [
            f"{here}&at={found[index - 1]}#now",
            f"{here}&at={found[index + 1]}#now",
        ]
        assert section(page, "orders").find(".//form") is None


@pytest.mark.parametrize("name", GAMES)
def test_an_earlier_position_is_the_one_of_then(tmp_path: Path, name: str) -> None:
    table = table_of(desk_for(tmp_path, installed()[name]))
    play(table, 10)
    browser = seated(table, table.seats[1])
    then, newest = table.version, parsed(browser.get(f"/games/{table.id}"))
    play(table, 10, seed=7)
    page = parsed(browser.get(f"/games/{table.id}?at={then}"))
    for told_alike in ("areas", "hand", "battle", "track", "journal"):
        assert said(section(page, told_alike)) == said(section(newest, told_alike))


def test_what_is_new_is_told_and_marked(played: Table) -> None:
    browser = seated(played, played.seats[0])
    since = list(rests(played))[-12]
    page = parsed(browser.get(f"/games/{played.id}?since={since}"))
    story = played.get("/log?level=story&form=entries&limit=1000", played.seats[0]).json["entries"]
    new = [it for it in story if it["last"] > since]
    marked = [it for it in paragraphs(section(page, "journal")) if "new" in it.get("class", "")]
    assert [it.get("id") for it in marked] == [f"entry-{it['first']}" for it in new][-10:]
    assert f"{len(new)} new" in said(section(page, "news"))
    assert page.find(".//*[@id='changes']") is not None
    plain = parsed(browser.get(f"/games/{played.id}"))
    assert plain.find(".//*[@id='changes']") is None
    assert " new" not in said(section(plain, "news"))


@pytest.mark.parametrize(
    ("query", "problem"),
    [
        ("at=99999", (404, "UNKNOWN_VERSION")),
        ("at=0", (422, "BAD_QUERY")),
        ("at=x", (422, "BAD_QUERY")),
        ("since=99999", (404, "UNKNOWN_VERSION")),
        ("at=3&since=4", (422, "BAD_QUERY")),
        ("before=-1", (422, "BAD_QUERY")),
    ],
)
def test_what_there_is_not_is_told(
    table: Table, browser: Browser, query: str, problem: tuple[int, str]
) -> None:
    assert told(browser.get(f"/games/{table.id}?{query}")) == problem


def test_there_is_no_such_game(browser: Browser) -> None:
    assert told(browser.get("/games/nosuchgame")) == (404, "UNKNOWN_GAME")


def test_a_seat_that_is_not_his_own_makes_nobody_more_than_a_spectator(table: Table) -> None:
    browser = seated(table, "red")
    page = parsed(browser.get(f"/games/{table.id}?seat=blue"))
    body = page.find("body")
    assert body is not None
    assert body.get("data-seat") == ""
    assert "You look as a spectator." in said(page)


def test_two_seats_of_one_game_are_open_in_two_windows(table: Table) -> None:
    browser = seated(table, "red")
    browser.open_seat(table, "blue")
    for seat in ("red", "blue"):
        page = parsed(browser.get(f"/games/{table.id}?seat={seat}"))
        body = page.find("body")
        assert body is not None
        assert body.get("data-seat") == seat
    assert f"/games/{table.id}?seat=blue" in links(browser.get(f"/games/{table.id}?seat=red"))


# -- the journal ---------------------------------------------------------------------------------


def test_older_sentences_are_led_to(played: Table) -> None:
    browser = seated(played, played.seats[0])
    address, found = f"/games/{played.id}?level=counts", []
    while address:
        journal = section(parsed(browser.get(address)), "journal")
        entries = [int(it.get("value", "")) for it in journal.iter("li") if it.get("value")]
        assert 0 < len(entries) <= 40
        found = entries + found
        older = [it.get("href", "") for it in journal.iter("a") if it.get("rel") == "prev"]
        address = older[0] if older else ""
    log = played.get("/journal?level=story&limit=1000", played.seats[0]).json["entries"]
    assert found == [it["version"] for it in log]


def paragraphs(journal: Element) -> list[Element]:
    return [it for it in journal.iter("div") if it.get("class", "").startswith("paragraph")]


def test_the_story_is_told_first_and_its_older_paragraphs_are_led_to(played: Table) -> None:
    browser = seated(played, played.seats[0])
    address, found = f"/games/{played.id}", []
    while address:
        journal = section(parsed(browser.get(address)), "journal")
        page = paragraphs(journal)
        assert 0 < len(page) <= 10
        found = [(it.get("id"), it.get("data-last")) for it in page] + found
        older = [it.get("href", "") for it in journal.iter("a") if it.get("rel") == "prev"]
        address = older[0] if older else ""
    story = played.get("/log?level=story&form=entries&limit=1000", played.seats[0]).json["entries"]
    assert found == [(f"entry-{it['first']}", str(it["last"])) for it in story]
    told = browser.get(f"/games/{played.id}?lang=fr").text
    assert IN_FRENCH.get(played.get().json["ruleset"], "Les Français ont") in told


def test_a_paragraph_opens_to_its_events(played: Table) -> None:
    browser = seated(played, played.seats[0])
    *_, last = paragraphs(section(parsed(browser.get(f"/games/{played.id}")), "journal"))
    first, upto = int((last.get("id") or "").partition("-")[2]), int(last.get("data-last") or 0)
    [details] = list(last.iter("details"))
    log = played.get("/journal?level=story&limit=1000", played.seats[0]).json["entries"]
    part = browser.get(details.get("data-part") or "").text
    told = [int(it) for it in re.findall(r'<li id="entry-\d+" value="(\d+)"', part)]
    assert told == [it["version"] for it in log if first <= it["version"] <= upto]
    [link] = list(details.iter("a"))
    there = section(parsed(browser.get(link.get("href") or "")), "journal")
    assert there.find(f".//*[@id='entry-{told[-1]}']") is not None


def test_an_earlier_position_is_told_as_far_as_it_goes(played: Table) -> None:
    browser = seated(played, played.seats[0])
    story = played.get("/log?level=story&form=entries&limit=1000", played.seats[0]).json["entries"]
    long = max(story, key=lambda it: it["last"] - it["first"])
    for at in (long["last"], (long["first"] + long["last"]) // 2):
        journal = section(parsed(browser.get(f"/games/{played.id}?at={at}")), "journal")
        *_, last = paragraphs(journal)
        assert last.get("id") == f"entry-{long['first']}"
        assert int(last.get("data-last") or 0) <= at


def test_what_was_undone_is_struck_through(table: Table) -> None:
    browser = seated(table, "red")
    table.order("red", {"order": "pass"})
    undone = table.version
    table.post("/takebacks", "red", {})
    story = browser.get(f"/games/{table.id}")
    assert parsed(story).find(".//s") is None
    page = parsed(browser.get(f"/games/{table.id}?level=play"))
    entry = page.find(f".//*[@id='entry-{undone}']")
    assert entry is not None
    assert entry.find("s") is not None
    assert "undone" in said(entry)


def test_how_much_is_told_stays_with_every_step(table: Table) -> None:
    browser = seated(table, "red")
    table.order("red", {"order": "pass"})
    for level in ("counts", "play"):
        page = parsed(browser.get(f"/games/{table.id}?level={level}&at={table.version - 1}"))
        for rel in ("prev", "next"):
            steps = [it.get("href", "") for it in page.iter("a") if it.get("rel") == rel]
            steps = [it for it in steps if "before=" not in it]
            assert all(f"level={level}" in it for it in steps), steps
        newest = next(it for it in page.iter("a") if it.get("id") == "newest")
        assert f"level={level}" in newest.get("href", "")
        slider = next(it for it in page.iter("form") if it.find(".//*[@id='slider']") is not None)
        chosen = {it.get("name"): it.get("value") for it in slider.iter("input")}
        assert chosen["level"] == level
        page = parsed(browser.get(newest.get("href", "")))
        levels = page.find(".//nav[@class='levels']")
        assert levels is not None
        [here] = [it for it in levels.iter("a") if it.get("aria-current") == "true"]
        assert f"level={level}" in here.get("href", "")
    assert "level=" not in browser.get(f"/games/{table.id}").text.split('id="time"')[1]


def test_why_is_answered_with_numbers_and_clauses(table: Table) -> None:
    drawn = table.get("/hand", "red").json["cards"][0]
    table.order("red", {"order": "play", "card": drawn})
    [event] = [it for it in table.get("/log").json["events"] if it["type"] == "card_played"]
    browser = seated(table, "red")
    page = parsed(browser.get(f"/games/{table.id}?level=counts"))
    entry = page.find(f".//*[@id='entry-{event['version']}']")
    assert entry is not None
    details = entry.find("details")
    assert details is not None
    for there in (details.get("data-part", ""), details.find("a").get("href", "")):  # type: ignore[union-attr]
        answer = browser.get(there)
        assert answer.status_code == 200
        assert "<td>value of the card</td>" in answer.text
        assert f">{drawn:+d}</td>" in answer.text
        assert "In your go draw a card, play a card for its value, or pass." in answer.text
    part = browser.get(details.get("data-part", ""))
    assert "<html" not in part.text
    assert part.headers["Cache-Control"] == "no-store"


def test_there_is_no_reason_of_what_has_not_happened(table: Table, browser: Browser) -> None:
    assert told(browser.get(f"/games/{table.id}/log/999")) == (404, "UNKNOWN_VERSION")


def test_pages_of_seats_are_kept_nowhere(table: Table) -> None:
    assert seated(table, "red").get(f"/games/{table.id}").headers["Cache-Control"] == "no-store"
    public = seated(table, None).get(f"/games/{table.id}")
    assert public.headers["Cache-Control"] == "private, no-cache"
    assert "Cookie" in public.headers["Vary"]


def test_the_page_is_told_in_french(table: Table) -> None:
    page = parsed(Browser(table.desk.app, language="fr").get(f"/games/{table.id}"))
    assert page.get("lang") == "fr"
    assert said(section(page, "journal")).startswith("Journal")
    assert "Seuls les joueurs donnent des ordres." in said(section(page, "orders"))
