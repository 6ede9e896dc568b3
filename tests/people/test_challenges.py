"""Challenges and rematches: between people who have played, without telling who exists."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from api.people import challenges
from napoleon.log.times import DAY, HOUR
from tests.api.desk import Desk, Table
from tests.clocks import Clock
from tests.people.walks import Worker, begun
from tests.web.browser import Browser, fields, links, path, told, words
from tests.web.test_new_game import founded

Make = Callable[..., Browser]


class Pair:
    """Ney and Blücher, who play a game, each signed in in a browser of their own."""

    def __init__(self, desk: Desk, make_browser: Make, **options: object) -> None:
        self.table = desk.table(**options)
        self.ney, self.blucher = make_browser(), make_browser()
        for browser, name, seat in ((self.ney, "Ney", "red"), (self.blucher, "Blücher", "blue")):
            begun(browser, name)
            browser.open_seat(self.table, seat)
            joined = browser.post(f"/games/{self.table.id}/join", {"seat": seat, "name": name})
            assert joined.status_code == 200


@pytest.fixture
def pair(desk: Desk, make_browser: Make) -> Pair:
    return Pair(desk, make_browser)


def listed(desk: Desk) -> list[str]:
    """Ids of the games on the public list."""
    return [it["id"] for it in desk.get("/games").json["games"]]


def challenged(browser: Browser, table: Table, whom: str = "blue", **changed: str) -> str:
    """Challenge a player of a game by its form; the id of the new game."""
    page = browser.get(f"/games/{table.id}/challenge?whom={whom}")
    assert page.status_code == 200, words(page)
    answer = browser.post(f"/games/{table.id}/challenge", {**fields(page), **changed})
    assert answer.status_code == 201, words(answer)
    return str(answer.text.split('data-game="')[1].split('"')[0])


def play_out(desk: Desk, table: Table) -> None:
    """Play a game whose seats have changed hands to its end."""
    game = desk.games.open(table.id)
    while not game.over:
        decision = desk.games.decisions(game)[0]
        order = next(iter(desk.games.rules(game).legal_orders(game.state, decision)))
        desk.games.submit_orders(table.id, decision.seat, [order])
        game = desk.games.open(table.id)


def accept_links(browser: Browser) -> list[str]:
    return [it for it in links(browser.get("/desk")) if it.startswith("/desk/challenges/")]


def test_a_challenge_is_found_on_the_desk_and_accepted(desk: Desk, pair: Pair) -> None:
    made = challenged(pair.ney, pair.table)
    assert "Ney challenges you" in words(pair.blucher.get("/desk"))
    assert "Ney challenges you" not in words(pair.ney.get("/desk"))
    [address] = accept_links(pair.blucher)
    page = pair.blucher.get(address)
    assert "You would play Red." in words(page)
    answer = pair.blucher.post(f"{address}/accept", fields(page) | {"name": "Gneisenau"})
    assert path(answer.location) == f"/games/{made}?seat=red"
    game = desk.games.open(made)
    assert desk.games.names(made) == {"blue": "Ney", "red": "Gneisenau"}
    assert set(game.claimed) == {"red", "blue"}
    for browser, seat in ((pair.ney, "blue"), (pair.blucher, "red")):
        assert f'data-seat="{seat}"' in browser.get(f"/games/{made}?seat={seat}").text
    assert accept_links(pair.blucher) == []
    again = pair.blucher.post(f"{address}/accept", {"name": "Gneisenau"})
    assert path(again.location) == "/desk", "sent twice it changes nothing"
    assert desk.games.head(made) == game.version


def test_names_in_ones_own_tiles_lead_to_a_challenge(
    pair: Pair, make_browser: Make, desk: Desk
) -> None:
    there = f"/games/{pair.table.id}/challenge?seat=red&whom=blue"
    assert there in links(pair.ney.get("/"))
    assert "Challenge Blücher" in words(pair.ney.get(there))
    assert "/challenge" not in make_browser().get("/").text
    without = make_browser()
    table = desk.table()
    without.open_seat(table, "red")
    assert "/challenge" not in without.get("/").text, "who has no desk challenges nobody"


def test_a_challenge_is_declined_and_its_challenger_is_told(pair: Pair) -> None:
    challenged(pair.ney, pair.table)
    assert "Challenges that you sent" in words(pair.ney.get("/desk"))
    assert "no answer yet" in words(pair.ney.get("/desk"))
    [address] = accept_links(pair.blucher)
    assert pair.blucher.post(f"{address}/decline", {}).status_code == 303
    assert accept_links(pair.blucher) == []
    assert "declined" in words(pair.ney.get("/desk"))
    assert path(pair.blucher.get(address).location) == "/desk"
    assert pair.ney.post(f"{address}/decline", {}).status_code == 303
    assert "Challenges that you sent" not in words(pair.ney.get("/desk"))


def test_the_link_of_the_seat_works_as_well_and_ends_the_challenge(
    pair: Pair, make_browser: Make
) -> None:
    page = pair.ney.get(f"/games/{pair.table.id}/challenge?whom=blue")
    answer = pair.ney.post(f"/games/{pair.table.id}/challenge", fields(page))
    token = answer.text.split("#token=")[1].split('"')[0]
    game = token.split(".")[0]
    other = make_browser()
    assert other.post(f"/games/{game}/session", {"token": token}).status_code == 303
    assert other.post(f"/games/{game}/join", {"seat": "red", "name": "Bülow"}).status_code == 200
    assert accept_links(pair.blucher) == []
    assert "Challenges that you sent" not in words(pair.ney.get("/desk"))


def test_nobody_is_told_whether_a_challenge_reached_anybody(
    desk: Desk, pair: Pair, make_browser: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player without a desk, one with a desk, and one who does not want to hear from them."""
    without = desk.table()
    pair.ney.open_seat(without, "red")
    pair.ney.post(f"/games/{without.id}/join", {"seat": "red", "name": "Ney"})
    stranger = make_browser()
    stranger.open_seat(without, "blue")
    stranger.post(f"/games/{without.id}/join", {"seat": "blue", "name": "Blücher"})

    def shown(table: Table) -> tuple[str, str]:
        page = pair.ney.get(f"/games/{table.id}/challenge?whom=blue")
        answer = pair.ney.post(f"/games/{table.id}/challenge", fields(page))
        assert answer.status_code == 201
        made = answer.text.split('data-game="')[1].split('"')[0]
        key = answer.text.split('id="founder"')[1].split('value="')[1].split('"')[0]
        token = answer.text.split("#token=")[1].split('"')[0]
        shown_here = answer.text.split("<main")[1].split("</main")[0]
        plain = shown_here.replace(token, "TOKEN").replace(key, "KEY").replace(made, "GAME")
        desk_page = words(pair.ney.get("/desk"))
        return plain, desk_page.split("Challenges that you sent")[1].split("Blücher")[1][:20]

    known, unknown = shown(pair.table), shown(without)
    monkeypatch.setattr(challenges, "_is_welcome", lambda *_: False)
    blocked = shown(pair.table)
    assert known == unknown == blocked
    assert len(accept_links(pair.blucher)) == 1


def test_only_who_shares_a_game_may_challenge(
    desk: Desk, pair: Pair, make_browser: Make, browser: Browser
) -> None:
    address = f"/games/{pair.table.id}/challenge?whom=blue"
    assert told(browser.get(address)) == (403, "NOT_YOUR_SEAT")
    signed_in = make_browser()
    begun(signed_in, "Grouchy")
    assert told(signed_in.get(address)) == (403, "NOT_YOUR_SEAT")
    form = {"whom": "blue", "mine": "red", "theirs": "blue", "key": "k" * 40, "name": "Grouchy"}
    posted = signed_in.post(f"/games/{pair.table.id}/challenge", form)
    assert told(posted) == (403, "NOT_YOUR_SEAT")
    for whom in ("red", "referee", "nobody", ""):
        there = f"/games/{pair.table.id}/challenge?whom={whom}"
        assert told(pair.ney.get(there)) == (422, "UNKNOWN_SEAT")
    recorded = desk.recorded()
    for answer in (
        pair.ney.post(f"/games/{pair.table.id}/challenge", form | {"theirs": "red"}),
        pair.ney.post(f"/games/{pair.table.id}/challenge", form | {"key": ""}),
        pair.ney.post(f"/games/{pair.table.id}/challenge", form | {"name": "\x00"}),
        pair.ney.post(f"/games/{pair.table.id}/challenge", form | {"scenario": "none"}),
    ):
        assert answer.status_code == 422
        assert 'value="' + "k" * 40 in answer.text or 'name="key"' in answer.text
    assert desk.recorded() == recorded
    unsigned = make_browser()
    unsigned.open_seat(pair.table, "red")
    assert unsigned.get(address).status_code == 403, "the token was used, and opens nothing"


def test_without_a_desk_the_way_leads_to_signing_in(desk: Desk, make_browser: Make) -> None:
    table, browser, other = desk.table(), make_browser(), make_browser()
    for it, seat in ((browser, "red"), (other, "blue")):
        it.open_seat(table, seat)
        it.post(f"/games/{table.id}/join", {"seat": seat, "name": seat})
    answer = browser.get(f"/games/{table.id}/challenge?whom=blue")
    assert path(answer.location) == "/sign-in"


def test_the_same_form_sent_twice_sets_up_one_game(desk: Desk, pair: Pair) -> None:
    page = pair.ney.get(f"/games/{pair.table.id}/challenge?whom=blue")
    first = pair.ney.post(f"/games/{pair.table.id}/challenge", fields(page))
    before = len(listed(desk))
    second = pair.ney.post(f"/games/{pair.table.id}/challenge", fields(page))
    assert second.status_code == 201
    assert len(listed(desk)) == before
    assert 'data-game="' + first.text.split('data-game="')[1].split('"')[0] in second.text
    assert len(accept_links(pair.blucher)) == 1
    [address] = accept_links(pair.blucher)
    answer = pair.blucher.post(f"{address}/accept", {"name": "Blücher"})
    assert "/games/" in answer.location, "the challenge follows the renewed invitation"


def test_challenges_are_limited_and_forgotten(
    desk: Desk, pair: Pair, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(challenges, "A_DAY", 2)
    for _ in range(2):
        challenged(pair.ney, pair.table)
    page = pair.ney.get(f"/games/{pair.table.id}/challenge?whom=blue")
    refused = pair.ney.post(f"/games/{pair.table.id}/challenge", fields(page))
    assert refused.status_code == 429
    assert "2 people a day" in words(refused)
    assert len(accept_links(pair.blucher)) == 2
    clock.move_on(DAY + HOUR)
    challenged(pair.ney, pair.table)
    assert len(accept_links(pair.blucher)) == 3
    clock.move_on(challenges.KEPT - HOUR)
    assert len(accept_links(pair.blucher)) == 1


def test_a_full_desk_takes_no_more(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(challenges, "MOST", 1)
    for _ in range(2):
        challenged(pair.ney, pair.table)
    assert len(accept_links(pair.blucher)) == 1


def test_a_challenge_of_somebody_else_is_nobodys_business(pair: Pair, make_browser: Make) -> None:
    challenged(pair.ney, pair.table)
    [address] = accept_links(pair.blucher)
    other = make_browser()
    begun(other, "Grouchy")
    for answer in (other.get(address), other.post(f"{address}/accept", {"name": "Grouchy"})):
        assert path(answer.location) == "/desk"
    other.post(f"{address}/decline", {})
    assert accept_links(pair.blucher) == [address]
    assert told(make_browser().get(address)) == (401, "TOKEN_REQUIRED")


def test_who_is_erased_leaves_no_challenge(
    desk: Desk, pair: Pair, worker: Worker, make_browser: Make
) -> None:
    challenged(pair.ney, pair.table)
    gone = pair.ney.post("/desk/erase", {"sure": "on"})
    assert "Challenges 1" in words(gone)
    assert accept_links(pair.blucher) == []
    other = Pair(desk, make_browser)
    challenged(other.ney, other.table)
    assert "Challenges 1" in words(other.blucher.post("/desk/erase", {"sure": "on"}))
    assert "Challenges that you sent" not in words(other.ney.get("/desk"))


# -- rematches -------------------------------------------------------------------------------------


def rematch_form(browser: Browser, table: Table, seat: str) -> dict[str, str]:
    return fields(browser.get(f"/games/{table.id}/course?seat={seat}"))


def test_a_rematch_changes_the_sides_and_asks_the_others(desk: Desk, pair: Pair) -> None:
    page = pair.ney.get(f"/games/{pair.table.id}/course?seat=red")
    assert "Rematch" not in words(page), "the game goes on"
    early = pair.ney.post(f"/games/{pair.table.id}/rematch", {"seat": "red", "key": "k" * 40})
    assert told(early) == (409, "NOT_OVER")
    play_out(desk, pair.table)
    form = rematch_form(pair.ney, pair.table, "red")
    answer = pair.ney.post(f"/games/{pair.table.id}/rematch", form)
    assert answer.status_code == 201
    made = answer.text.split('data-game="')[1].split('"')[0]
    game = desk.games.open(made)
    former = desk.games.open(pair.table.id)
    assert game.created.scenario == former.created.scenario
    assert game.created.options == former.created.options
    assert desk.games.names(made) == {"blue": "Ney"}
    assert 'data-seat="blue"' in pair.ney.get(f"/games/{made}?seat=blue").text
    assert "#token=" in answer.text, "and the link may be sent"
    [address] = accept_links(pair.blucher)
    pair.blucher.post(f"{address}/accept", {"name": "Blücher"})
    assert desk.games.names(made) == {"blue": "Ney", "red": "Blücher"}


def test_a_rematch_keeps_clock_bots_and_privacy(desk: Desk, make_browser: Make) -> None:
    table = desk.table(bots=["blue"], clock={"answer": 600}, unlisted=True, one_seat_each=True)
    browser = make_browser()
    begun(browser)
    browser.open_seat(table, "red")
    browser.post(f"/games/{table.id}/join", {"seat": "red", "name": "Ney"})
    play_out(desk, table)
    answer = browser.post(f"/games/{table.id}/rematch", rematch_form(browser, table, "red"))
    assert answer.status_code == 201
    made = desk.games.open(answer.text.split('data-game="')[1].split('"')[0])
    assert list(made.played_by_bots) == ["red"]
    assert made.timekeeping.clock is not None and made.timekeeping.clock.answer == 600
    assert made.created.unlisted and made.one_seat_each
    assert "The game is private" in words(answer)
    assert made.id not in listed(desk)


def test_a_rematch_without_a_desk_keeps_the_seat_in_the_browser(
    desk: Desk, make_browser: Make
) -> None:
    table, ney, blucher = desk.table(), make_browser(), make_browser()
    for browser, seat in ((ney, "red"), (blucher, "blue")):
        browser.open_seat(table, seat)
        browser.post(f"/games/{table.id}/join", {"seat": seat, "name": seat})
    play_out(desk, table)
    form = rematch_form(ney, table, "red")
    first = ney.post(f"/games/{table.id}/rematch", form)
    made = first.text.split('data-game="')[1].split('"')[0]
    assert f"napoleon-{made}-blue" in ney.cookies()
    # The answer is lost, and the phone sends the form again.
    lost = dict(ney.cookies())
    ney.client.delete_cookie(f"napoleon-{made}-blue")
    assert f"napoleon-{made}-blue" not in ney.cookies()
    second = ney.post(f"/games/{table.id}/rematch", form)
    assert second.status_code == 201
    assert ney.cookies()[f"napoleon-{made}-blue"] != lost[f"napoleon-{made}-blue"]
    assert 'data-seat="blue"' in ney.get(f"/games/{made}?seat=blue").text
    token = second.text.split("#token=")[1].split('"')[0]
    assert blucher.post(f"/games/{made}/session", {"token": token}).status_code == 303


def test_only_players_ask_for_a_rematch(desk: Desk, make_browser: Make, pair: Pair) -> None:
    play_out(desk, pair.table)
    other = make_browser()
    answer = other.post(f"/games/{pair.table.id}/rematch", {"seat": "red", "key": "k" * 40})
    assert told(answer) == (403, "NOT_YOUR_SEAT")
    page = other.get(f"/games/{pair.table.id}/course")
    assert "Rematch" not in words(page) and "Challenge" not in words(page)
    foreign = pair.ney.post(
        f"/games/{pair.table.id}/rematch", {"seat": "red"}, Sec_Fetch_Site="cross-site"
    )
    assert told(foreign) == (403, "FOREIGN_SITE")


def test_a_private_game_is_opened_by_its_link_and_on_no_list(
    desk: Desk, browser: Browser, make_browser: Make
) -> None:
    made = founded(browser, unlisted="on")
    assert made.status_code == 201
    assert "This game is private" in words(made)
    game = made.text.split('data-game="')[1].split('"')[0]
    stranger = make_browser()
    assert stranger.get(f"/games/{game}").status_code == 200
    desk.catch_up()
    for address in ("/", "/?status=running", "/archive"):
        assert game not in stranger.get(address).text
    assert game not in listed(desk)
    assert desk.get(f"/games/{game}").status_code == 200


def test_all_of_it_in_french(desk: Desk, pair: Pair) -> None:
    play_out(desk, pair.table)
    challenged(pair.ney, pair.table)
    pair.ney.language = pair.blucher.language = "fr"
    assert "Ney vous défie" in words(pair.blucher.get("/desk"))
    page = words(pair.ney.get(f"/games/{pair.table.id}/course?seat=red"))
    assert "Revanche, camps inversés" in page


def test_who_blocks_somebody_is_not_challenged_by_them(desk: Desk, pair: Pair) -> None:
    blocked = pair.blucher.post(f"/desk/people/{pair.table.id}/red", {"kind": "block"})
    assert blocked.status_code < 400, words(blocked)
    made = challenged(pair.ney, pair.table)
    assert accept_links(pair.blucher) == []
    assert "no answer yet" in words(pair.ney.get("/desk"))
    assert desk.games.open(made).state is not None
