"""The pack of The Napoleonic Wars: what is mended in it, and what it cannot be read with.

What its checks find is in `wrong_packs`.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest

from napoleon.rules.kit.findings import READABLE
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.packs.check import check, reconstructed
from napoleon.rulesets.napoleonic_wars.packs.loader import load_pack
from tests.broken_packs import Break, copied
from tests.napoleonic_wars.wrong_packs import PROGRAMS, TABLES

SHIPPED = files("napoleon.rulesets.napoleonic_wars") / "data"


@cache
def pack() -> Pack:
    return load_pack(SHIPPED)


@pytest.mark.parametrize(("change", "words"), [*PROGRAMS, *TABLES])
def test_what_cannot_be_read_is_told(change: Break, words: str, tmp_path: Path) -> None:
    folder = copied(SHIPPED, tmp_path / "pack")
    change(folder)
    [found] = check(folder)
    assert found.name == READABLE
    assert words in found.detail


def test_some_british_squadrons_start_at_sea() -> None:
    """Else France, which plays first, would control any zone that it sails into [R-124]."""
    at_sea = {it.space: it.squadrons for it in pack().forces if it.space in pack().zones}
    assert at_sea == {"english_channel": 2, "north_sea": 1, "gulf_of_cadiz": 1}
    in_port = {it.space: it.squadrons for it in pack().forces if it.nation == "gb" and it.sp}
    assert (in_port["london"], in_port["gibraltar"]) == (0, 1)


def test_the_continental_system_asks_for_more_ports_than_france_holds_at_first() -> None:
    ports = [it for it in pack().spaces.values() if it.ports]
    held = sum(it.start in ("fr", "sp", "dk") for it in ports)
    card = pack().cards["continental_system"]
    assert held == 20
    assert "ports_held(fr) >= 22" in card.program
    assert "at least 22 ports" in card.effect


def test_who_plays_a_foreign_war_is_not_whom_it_aims_at() -> None:
    wars = [it for it in pack().cards.values() if it.type == "foreign_war"]
    assert len(wars) == 9
    assert all(it.plays == ("any",) and it.targets for it in wars)
    assert pack().cards["turkish_war_1"].targets == ("ru", "au")
    assert pack().cards["subsidies_1"].plays == ("gb",)
    assert pack().cards["subsidies_1"].targets == ()


def test_the_one_fog_of_war_does_not_say_that_it_answers_another() -> None:
    fog = [it for it in pack().cards.values() if it.event == "fog_of_war"]
    assert [it.effect.count("Fog of War") for it in fog] == [0]
    assert "siege" not in fog[0].effect


def test_what_a_card_waits_for_stands_on_it() -> None:
    cards = pack().cards
    assert "With two players RU is never alone" in cards["tilsit"].effect
    for name in ("landwehr", "the_sublime_porte", "baltic_navy", "gallant_danes"):
        assert "Only while" in cards[name].effect or "only while" in cards[name].effect, name


def test_every_card_has_a_program_of_its_own() -> None:
    programs = {it.event: it.program for it in pack().cards.values()}
    assert len(programs) == 83
    assert all(programs.values())


def test_it_says_which_values_are_a_reconstruction() -> None:
    """Nearly all: but for nations in numbers, of which each row is printed."""
    told = reconstructed(pack())
    assert "nations" not in told
    assert told["spaces"] == len(pack().spaces)
    assert told["cards of the deck"] == len(pack().deck)


def test_what_follows_from_the_tables() -> None:
    it = pack()
    assert it.powers == ("fr", "gb", "au", "ru", "pr")
    assert it.capitals["ru"] == ("st_petersburg", "moscow")
    assert it.spaces["warsaw"].colour == "pr"
    assert it.spaces["warsaw"].builders == ("fr", "pr")
    link = it.link("prague", "linz")
    assert link is not None
    assert (link.kind, link.other("linz")) == ("pass", "prague")
    assert it.link("paris", "moscow") is None
    assert it.strait("aegean_sea", "black_sea") == "constantinople"
    assert it.strait("atlantic", "gulf_of_cadiz") == ""
    assert (it.year(1), it.year(5), it.year(6)) == (1805, 1813, 1813)
    assert it.costs["fr"] == (1, 1, 1, 2, 3)
    assert it.cards["parliament"].number == 102
    assert it.cards["papal_bull"].is_played_by("sw")
    assert not it.cards["subsidies_1"].is_played_by("fr")
