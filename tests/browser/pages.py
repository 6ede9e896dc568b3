"""The main pages, each with who looks at it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count
from typing import NamedTuple

from playwright.sync_api import Page

from napoleon.rules.battles import begun_in
from tests.browser.chair import keep_token
from tests.browser.house import House, Table
from tests.browser.shelf import (
    blocks_fought,
    campaign,
    cards_dealt,
    cards_laid,
    columbia,
    deck_begun,
    disputed,
    europe,
    over,
    scouts,
    timed,
    wars,
)

_numbers = count(1)


class Shown(NamedTuple):
    """An address under that of the service, for whoever holds a seat of `table`, or for anybody."""

    path: str
    table: Table | None = None
    seat: str = "french"

    def open(self, page: Page, address: str) -> None:
        """Let `page` show it."""
        if self.table is not None:
            keep_token(page, self.table, self.seat)
        page.goto(address + self.path)
        if page.locator("#live").count():
            page.locator("#live[data-state]").wait_for()


class Unknown(NamedTuple):
    """An address for somebody who has no seat, and whom nobody knows."""

    path: str

    def open(self, page: Page, address: str) -> None:
        """Let `page` show it."""
        page.context.clear_cookies()
        page.goto(address + self.path)


class Signed(NamedTuple):
    """An address for somebody who has just begun a desk, and laid seats on it."""

    path: str
    seats: tuple[tuple[Table, str], ...]

    def open(self, page: Page, address: str) -> None:
        """Let `page` show it."""
        # Somebody else may be signed in here.
        page.context.clear_cookies()
        for table, seat in self.seats:
            keep_token(page, table, seat)
        page.goto(f"{address}/sign-in")
        page.get_by_label("Your name").fill("Bonaparte")
        page.get_by_role("button", name="Begin my desk").click()
        page.get_by_role("heading", name="Your desk").wait_for()
        page.goto(address + self.path)


class Challenged(NamedTuple):
    """Where Bonaparte accepts a challenge of who plays against him in a game."""

    house: House

    def open(self, page: Page, address: str) -> None:
        """Let `page` show it, for a game of its own: a seat may lie on several desks."""
        table = self.house.table(
            f"a game of the challenged, number {next(_numbers)}",
            "napoleonic_empire",
            "europe",
            players={"french": "Bonaparte", "allied": "Pitt"},
        )
        Signed("/desk", ((table, "french"),)).open(page, address)
        cookies = page.context.cookies()
        there = f"/games/{table.id}/challenge?seat=allied&whom=french"
        Signed(there, ((table, "allied"),)).open(page, address)
        page.get_by_role("button", name="Challenge them").click()
        page.context.clear_cookies()
        page.context.add_cookies(cookies)  # type: ignore[arg-type]
        page.goto(f"{address}/desk")
        page.get_by_role("link", name="Accept").click()
        page.get_by_role("button", name="Accept and sit down").wait_for()


def own_desk(house: House) -> Signed:
    """The desk of somebody with four games, one of them as its referee."""
    seats = (
        (campaign(house), "french"),
        (europe(house), "french"),
        (timed(house), "referee"),
        (wars(house), "fr"),
    )
    return Signed("/desk", seats)


def desk_settings(house: House) -> Signed:
    """The settings of such a desk."""
    return own_desk(house)._replace(path="/desk/settings")


def challenge(house: House) -> Signed:
    """Where somebody is challenged with whom one plays."""
    table = campaign(house)
    address = f"/games/{table.id}/challenge?seat=french&whom=allied"
    return Signed(address, ((table, "french"),))


def challenged(house: House) -> Challenged:
    """Where a challenge is accepted."""
    return Challenged(house)


def other_person(house: House) -> Signed:
    """What can be done about another player."""
    table = campaign(house)
    return Signed(f"/desk/people/{table.id}/allied", ((table, "french"),))


def noting(house: House, path: str) -> Signed:
    """Where somebody keeps private notes of a game that lies on their desk."""
    table = campaign(house)
    return Signed(f"/games/{table.id}{path}", ((table, "french"),))


def lobby(house: House) -> Shown:
    """The lobby of somebody who plays a game, among others."""
    europe(house)
    disputed(house)
    return Shown("/", campaign(house))


def archive(house: House) -> Shown:
    """The archive, with a game that is over."""
    over(house)
    return Shown("/archive")


def course(make: Callable[[House], Table]) -> Callable[[House], Shown]:
    """The course of a game turn by turn, for who has played it."""

    def shown(house: House) -> Shown:
        table = make(house)
        return Shown(f"/games/{table.id}/course?seat=french", table)

    return shown


def joining(house: House) -> Shown:
    """Where the seat of an invitation is taken."""
    table = house.table("a seat to be taken", "napoleon1815", "campaign")
    return Shown(f"/games/{table.id}/join?seat=french", table)


def game(
    make: Callable[[House], Table], query: str = "", seat: str = "french"
) -> Callable[[House], Shown]:
    """The page of a game."""

    def shown(house: House) -> Shown:
        table = make(house)
        return Shown(f"/games/{table.id}?seat={seat}{query}", table, seat)

    return shown


def earlier(make: Callable[[House], Table]) -> Callable[[House], Shown]:
    """The page of a game at its second turn."""

    def shown(house: House) -> Shown:
        table = make(house)
        events = house.games.history(table.id)
        at = next(one.version for one in events if one.turn == 2 and one.begins) - 1
        return game(make, f"&at={at}")(house)

    return shown


def battle(make: Callable[[House], Table], number: int = 0) -> Callable[[House], Shown]:
    """The board of a battle by its number: 0 is the first of the game, and -1 the last."""

    def shown(house: House) -> Shown:
        table = make(house)
        rules = house.games.rules(house.games.open(table.id))
        assert rules.pictures is not None and rules.pictures.battles is not None
        declared = rules.pictures.battles
        able = (it for it in reversed(house.games.history(table.id)) if it.topic in declared.begins)
        begun = sorted(it.version for it in begun_in(declared, able))[number]
        return Shown(f"/games/{table.id}/battles/{begun}?seat=french", table)

    return shown


def battles(make: Callable[[House], Table]) -> Callable[[House], Shown]:
    """The battles of a game."""

    def shown(house: House) -> Shown:
        table = make(house)
        return Shown(f"/games/{table.id}/battles?seat=french", table)

    return shown


def of_case(path: str) -> Callable[[House], Shown]:
    """A page beside the table of a game in which there is a dispute."""

    def shown(house: House) -> Shown:
        table, dispute = disputed(house)
        return Shown(f"/games/{table.id}/{path.format(dispute=dispute)}?seat=french", table)

    return shown


def of_clock(path: str, seat: str) -> Callable[[House], Shown]:
    """A page of a game with a clock, as a seat or the referee has it."""

    def shown(house: House) -> Shown:
        table = timed(house)
        return Shown(f"/games/{table.id}{path}?seat={seat}", table, seat)

    return shown


def first_visit(house: House) -> Unknown:
    """What somebody sees who comes for the first time, while there is a game to watch."""
    campaign(house)
    return Unknown("/")


PAGES: Mapping[str, Callable[[House], Shown | Signed | Unknown | Challenged]] = {
    "lobby": lobby,
    "first-visit": first_visit,
    "how-it-works": lambda house: Shown("/how-it-works"),
    "own-desk": own_desk,
    "desk-settings": desk_settings,
    "challenge": challenge,
    "challenged": challenged,
    "other-person": other_person,
    "sign-in": lambda house: Shown("/sign-in"),
    "lobby-list": lambda house: Shown("/?status=running", campaign(house)),
    "archive": archive,
    "course-empire": course(europe),
    "course-over": course(over),
    "new-game": lambda house: Shown("/new"),
    "options-1815": lambda house: Shown("/new?ruleset=napoleon1815&scenario=campaign"),
    "options-empire": lambda house: Shown("/new?ruleset=napoleonic_empire&scenario=europe"),
    "options-wars": lambda house: Shown("/new?ruleset=napoleonic_wars&scenario=1805"),
    "join": joining,
    "game-1815": game(campaign),
    "game-notes": lambda house: noting(house, "?seat=french#notes"),
    "notes": lambda house: noting(house, "/notes?seat=french"),
    "game-1815-moves": game(campaign, "&moves=1"),
    "game-1815-scouts": game(scouts),
    "game-empire": game(europe),
    "game-wars": game(wars, seat="fr"),
    "game-columbia": game(columbia),
    "game-eagles": game(cards_laid),
    "game-eagles-dealt": game(cards_dealt),
    "game-eagles-deck": game(deck_begun),
    "game-1815-earlier": earlier(campaign),
    "game-empire-earlier": earlier(europe),
    "battle-empire": battle(europe),
    "battle-columbia": battle(blocks_fought),
    "battle-eagles": battle(over),
    "battles-eagles": battles(over),
    "styleguide": lambda house: Shown("/styleguide"),
    "rules": lambda house: Shown("/rules"),
    "rules-1815": lambda house: Shown("/rules/napoleon1815"),
    "rules-empire": lambda house: Shown("/rules/napoleonic_empire"),
    "rules-wars": lambda house: Shown("/rules/napoleonic_wars"),
    "aid-1815": lambda house: Shown("/rules/napoleon1815/aid"),
    "aid-empire": lambda house: Shown("/rules/napoleonic_empire/aid"),
    "aid-columbia": lambda house: Shown("/rules/napoleon_columbia/aid"),
    "aid-eagles": lambda house: Shown("/rules/eagles_waterloo/aid"),
    "aid-wars": lambda house: Shown("/rules/napoleonic_wars/aid"),
    "disputes": of_case("disputes"),
    "dispute": of_case("disputes/{dispute}"),
    "take-backs": of_case("takebacks"),
    "rulings": of_case("rulings"),
    "press": of_case("press"),
    "instructions": of_case("instructions"),
    "people": of_case("people"),
    "record": of_case("record"),
    "clock": of_clock("/clock", "french"),
    "clock-referee": of_clock("/clock", "referee"),
    "desk": of_clock("/desk", "referee"),
    "game-clock": of_clock("", "allied"),
}
"""Every page by a name of its own, and what makes a game for it where one is needed."""
