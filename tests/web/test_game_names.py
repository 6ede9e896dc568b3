"""Games are listed and set up in the reader's language, and the lists tell why a game is over."""

from __future__ import annotations

from pathlib import Path

from napoleon.rules.contract import installed
from napoleon.rulesets.napoleonic_empire.orders import Resign
from tests.web.browser import Browser, words
from tests.web.tables import desk_for, table_of


def test_lists_and_forms_name_seats_and_scenarios_in_french(tmp_path: Path) -> None:
    desk = desk_for(tmp_path, installed()["napoleon1815"])
    table_of(desk)
    browser = Browser(desk.app, "fr")
    lobby = words(browser.get("/"))
    assert "Napoléon 1815, la campagne à partir du 14 juin" in lobby
    assert "the campaign" not in lobby
    archive = words(browser.get("/archive"))
    assert "Victoire : Français" in archive
    assert "Victoire : Alliés" in archive
    assert "Ligny et les Quatre-Bras" in archive
    assert "Ligny et les Quatre-Bras" in words(browser.get("/new"))
    form = words(browser.get("/new?ruleset=napoleon1815&scenario=campaign"))
    assert "Français" in form
    assert "Alliés" in form


def test_the_lists_tell_why_a_game_is_over(tmp_path: Path) -> None:
    desk = desk_for(tmp_path, installed()["napoleonic_empire"])
    table = table_of(desk)
    desk.games.submit_orders(table.id, "french", [Resign()])
    browser = Browser(desk.app)
    for address in ("/?status=over", "/archive"):
        listed = words(browser.get(address))
        assert "Winner: Allies" in listed
        assert "The French resigned." in listed
        assert "Turn 1, over" not in listed, "that it is over stands beside it"
