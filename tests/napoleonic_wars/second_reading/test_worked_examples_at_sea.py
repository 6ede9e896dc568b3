"""The second implementation of sea, track, peace and score, held against the worked examples."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.napoleonic_wars.second_reading import finding, naval_battle, peace, sailing, track
from tests.napoleonic_wars.second_reading.naval_battle import Side
from tests.napoleonic_wars.second_reading.sailing import Fleet, Sea, Squadrons, pairs
from tests.napoleonic_wars.second_reading.track import Consul, Moment, Payer

DATA = Path(__file__).parents[3] / "napoleon" / "rulesets" / "napoleonic_wars" / "data"
CHART = sailing.read_chart(DATA)
COSTS = track.read_costs(DATA)
KEYS = peace.read_keys(DATA)
IMPERIAL, COALITION = ("fr", "sp"), ("gb", "au", "ru")


def sea(
    *squadrons: Squadrons, more_wars: frozenset[frozenset[str]] = frozenset(), **more: object
) -> Sea:
    """The camps of 1805 and these squadrons."""
    made = Sea(
        CHART,
        squadrons,
        wars=pairs(IMPERIAL, COALITION) | more_wars,
        alliances=pairs(IMPERIAL) | pairs(COALITION),
        pacts={"sp": "fr"},
    )
    return replace(made, **more)  # type: ignore[arg-type]


def go(position: Sea, active: str, fleet: Fleet, *way: str) -> int:
    """Sails a fleet and counts its maneuvers."""
    spent = 0
    for target in way:
        step = sailing.steps(position, active, fleet)[target]
        spent += step.maneuvers
        there = tuple(replace(x, place=target) for x in fleet)
        rest = tuple(x for x in position.squadrons if x not in fleet)
        position, fleet = replace(position, squadrons=rest + there), there
    return spent


# -- sailing -----------------------------------------------------------------------------------


def test_case_94_maneuvers() -> None:
    fleet = (Squadrons("gb", "cornwall", ready=1),)
    way = ("english_channel", "bay_of_biscay", "atlantic", "lisbon")
    assert go(sea(*fleet), "gb", fleet, *way) == 4 == 2 * sailing.MANEUVERS_PER_CP
    assert sailing.cp_for(4) == 2 and sailing.cp_for(3) == 2


def test_control_and_blockade() -> None:
    gb = Squadrons("gb", "english_channel", ready=2)
    alone = sea(gb)
    assert sailing.controllers(alone, "english_channel") == {"gb"}
    assert sailing.blockaded_towards(alone, "fr", "brittany") == ("english_channel",)
    assert not sailing.blockaded(alone, "fr", "brittany")  # R-46
    assert sailing.blockaded(alone, "fr", "calais")
    both = sea(gb, Squadrons("fr", "english_channel", ready=1))
    assert not sailing.controllers(both, "english_channel")  # R-02
    assert not sailing.blockaded(both, "fr", "calais")
    # a fleet in port controls nothing
    assert not sailing.controllers(sea(Squadrons("gb", "kent", ready=2)), "english_channel")


def test_case_52_regrouping_under_blockade() -> None:
    ports = sailing.regroup_ports(sea(Squadrons("fr", "english_channel", ready=1)), "gb")
    assert "kent" not in ports and "cornwall" in ports


def test_case_44_refit() -> None:
    laid = Squadrons("fr", "toulon", building=1)
    waits = Squadrons("fr", "toulon", refit=1)
    assert sailing.refit_maneuvers(laid) is None
    assert sailing.refit_maneuvers(waits) == 1
    assert sailing.crew_refusals(sea(laid), "fr", (laid,)) == ("7.3.a",)
    assert sailing.crew_refusals(sea(waits), "fr", (waits,)) == ("7.7.c",)
    ready = Squadrons("fr", "toulon", ready=1)
    assert "gulf_of_lion" in sailing.steps(sea(ready), "fr", (ready,))
    beaten = replace(ready, stays=True)
    assert sailing.crew_refusals(sea(beaten), "fr", (beaten,)) == ("13.41",)


def test_case_100_stacks() -> None:
    fr = Squadrons("fr", "bay_of_biscay", ready=1, stack="one", leads=True)
    sp = Squadrons("sp", "bay_of_biscay", ready=2, stack="one")
    position = sea(fr, sp)
    one = sailing.steps(position, "fr", (fr, sp))["atlantic"]
    apart = sailing.steps(position, "fr", (fr, sp), minors_apart=True)["atlantic"]
    assert (one.maneuvers, apart.maneuvers) == (1, 2)
    assert sailing.crew_refusals(position, "fr", (sp,)) == ("8.2.d",)
    assert sailing.crew_refusals(position, "sp", (fr, sp)) == ("R-16",)
    assert naval_battle.squadron_dice("sp", "fr") == 1  # only where lower
    assert naval_battle.squadron_dice("fr", "sp") == 1
    gb = Squadrons("gb", "atlantic", ready=1)
    ru = Squadrons("ru", "atlantic", ready=1)
    assert sailing.steps(sea(gb, ru), "gb", (gb, ru))["irish_sea"].maneuvers == 2  # 13.2.b


def test_case_101_convoys() -> None:
    found = sailing.convoy_costs(sea(), "gb", "london")
    assert found["lisbon"] == 4
    assert found["edinburgh"] == 2
    shut = sea(Squadrons("fr", "english_channel", ready=1))
    assert sailing.convoy_costs(shut, "gb", "london")["lisbon"] == 4  # by the Irish Sea
    assert "kent" not in sailing.convoy_costs(shut, "gb", "london")
    assert sailing.convoy_refusals(5) == ()
    assert sailing.convoy_refusals(6) == ("13.6.a",)
    assert sailing.convoy_refusals(5, sailed=True) == ("13.6.b",)
    assert sailing.convoy_refusals(5, moved=True) == ("13.6.a",)


def test_convoys_and_guards() -> None:
    found = sailing.convoy_costs(sea(), "gb", "lisbon")
    assert found["gibraltar"] == 3 and found["naples"] == 5
    lost = sea(flags={"gibraltar": "fr"})
    assert "naples" not in sailing.convoy_costs(lost, "gb", "lisbon")  # 13.6.c


def test_cases_102_154_landings() -> None:
    assert not sailing.landings(sea(), "gb", "naples")
    held = sea(Squadrons("gb", "tyrrhenian_sea", ready=1))
    found = sailing.landings(held, "gb", "naples")
    rome = found["rome", "tyrrhenian_sea"]
    assert (rome.cp, rome.dice, rome.invasion) == (2, 2, False)
    contested = sea(*held.squadrons, Squadrons("fr", "tyrrhenian_sea", ready=1))
    assert not sailing.landings(contested, "gb", "naples")
    by_ally = sea(Squadrons("ru", "tyrrhenian_sea", ready=1))
    assert ("rome", "tyrrhenian_sea") in sailing.landings(by_ally, "gb", "naples")
    defended = sea(*held.squadrons, Squadrons("fr", "rome", ready=1))
    assert ("rome", "tyrrhenian_sea") not in sailing.landings(defended, "gb", "naples")
    # case 154: the storm drives the fleet to Naples or Sicily
    assert naval_battle.refuges(held, "gb", "tyrrhenian_sea") == ("naples", "sicily")


def test_second_reading_p1() -> None:
    held = sea(Squadrons("fr", "english_channel", ready=2), Squadrons("gb", "cornwall", ready=2))
    found = sailing.landings(held, "fr", "calais")
    assert found["winchester", "english_channel"].dice == 2
    assert ("cornwall", "english_channel") not in found  # a fleet in port


def test_cases_68_104_straits() -> None:
    allies = pairs(("sw", "dk"))
    wars = pairs(("sw", "dk"), ("gb",))
    gb = Squadrons("gb", "kattegat", ready=1)
    north = sea(gb, alliances=allies, more_wars=wars)
    assert sailing.crossing(north, "sw", "scania", "copenhagen") == sailing.Crossing("closed")
    away = sea(replace(gb, place="gothenburg"), alliances=allies, more_wars=wars)
    assert sailing.crossing(away, "sw", "scania", "copenhagen") == sailing.Crossing("move")
    assert sailing.crossing(sea(), "gb", "naples", "sicily") == sailing.Crossing("move")
    taken = sea(flags={"sicily": "fr"})
    assert sailing.crossing(taken, "gb", "naples", "sicily") == sailing.Crossing("assault", 2)
    assert sailing.crossing(sea(), "gb", "naples", "rome") is None


def test_case_98_naval_strait() -> None:
    fr = (Squadrons("fr", "gulf_of_cadiz", ready=1),)
    gb = Squadrons("gb", "gibraltar", ready=1, refit=1)
    position = sea(*fr, gb)
    step = sailing.steps(position, "fr", fr)["western_mediterranean"]
    assert step.guard == sailing.Guard("gibraltar", 4, (gb,))
    (found,) = finding.strait_interceptors(position, fr, "western_mediterranean")
    assert found.automatic and found.succeeds(2)
    assert sailing.steps(position, "fr", fr)["atlantic"].guard is None
    dk = sea(*fr, more_wars=frozenset())
    there = (Squadrons("fr", "kattegat", ready=1),)
    assert sailing.guard(dk, ("fr",), "kattegat", "baltic_sea") is None  # neutral
    assert sailing.steps(sea(*there), "fr", there)["baltic_sea"].guard is None


# -- finding -----------------------------------------------------------------------------------


def test_cases_95_155_leaving_port() -> None:
    fr = (Squadrons("fr", "brittany", ready=1),)
    gb = Squadrons("gb", "english_channel", ready=2)
    position = sea(*fr, gb)
    (found,) = finding.interceptors(position, fr, "english_channel")
    assert found.lines == {"british": 2, "blockade": 1}
    assert found.needed == 6 and found.succeeds(6) and not found.succeeds(5)
    slip = finding.evasion(position, fr, found.by)
    assert slip is not None and slip.lines == {"french": 1}
    assert not slip.succeeds(7) and slip.succeeds(8)
    assert finding.failed_evasion_dice(1) == 1
    back = finding.after_evasion(position, fr, "english_channel", found.by, active=True)
    assert back == finding.Evaded("brittany")
    assert finding.interceptors(position, fr, "english_channel", unseen=True) == ()
    assert finding.interceptors(position, fr, "bay_of_biscay") == ()
    assert finding.evasion(position, fr, found.by, in_port=True) is None  # 13.32


def test_no_blockade_between_zones_or_in_a_contested_zone() -> None:
    gb = Squadrons("gb", "english_channel", ready=2)
    outside = (Squadrons("fr", "bay_of_biscay", ready=1),)
    (found,) = finding.interceptors(sea(*outside, gb), outside, "english_channel")
    assert found.lines == {"british": 2}
    evaded = finding.after_evasion(
        sea(*outside, gb), outside, "english_channel", (gb,), active=True
    )
    assert evaded == finding.Evaded("english_channel", new_zone=True)
    leaving = (Squadrons("fr", "brittany", ready=1),)
    friend = Squadrons("fr", "english_channel", ready=1)
    (found,) = finding.interceptors(sea(*leaving, friend, gb), leaving, "english_channel")
    assert found.lines == {"british": 2}


def test_entering_a_port() -> None:
    fr = (Squadrons("fr", "english_channel", ready=1),)
    gb = Squadrons("gb", "english_channel", ready=1)
    (found,) = finding.interceptors(sea(*fr, gb), fr, "brittany")
    assert found.lines == {"british": 2, "blockade": 1}  # the mover apart, GB controls
    far = Squadrons("gb", "bay_of_biscay", ready=1)
    assert finding.interceptors(sea(*fr, far), fr, "brittany") == ()


def test_patrols_seek_each_stack() -> None:
    gb = Squadrons("gb", "atlantic", ready=2)
    fr = Squadrons("fr", "atlantic", ready=1, stack="a")
    sp = Squadrons("sp", "atlantic", ready=1, stack="b")
    found = finding.patrols(sea(gb, fr, sp), "gb", (gb,))
    assert [x.against for x in found] == [(fr,), (sp,)]
    assert all(x.lines == {"british": 2} for x in found)
    assert finding.found_together(zip(found, (7, 6), strict=True)) == (fr,)
    passive = finding.after_evasion(sea(gb, fr, sp), (fr,), "atlantic", (gb,), active=False)
    assert passive == finding.Evaded("atlantic", sought_again=True)


def test_top_squadron_lowers() -> None:
    gb = Squadrons("gb", "atlantic", ready=2, stack="one")
    ru = Squadrons("ru", "atlantic", ready=1, stack="one", leads=True)
    position = sea(gb, ru)
    assert finding.modifiers(position, (gb, ru)) == {"british": 2, "top": -2}
    assert finding.top(position, (gb, replace(ru, leads=False))) == "gb"
    assert finding.most((replace(gb, ready=1), ru)) is None


def test_cases_99_156_port_taken() -> None:
    venice = Squadrons("fr", "venice", ready=1, refit=1)
    au = sea(venice, flags={"venice": "au"})
    out = naval_battle.port_taken(au, "venice", "au")
    assert out == naval_battle.Expulsion({}, {"fr": (1, 1)}, ("adriatic_sea",))
    assert naval_battle.dice(naval_battle.side_of((venice,))) == {"fr": 4, "refit": -1}
    kent = Squadrons("gb", "kent", ready=1, building=1)
    fr = Squadrons("fr", "english_channel", ready=1)
    taken = sea(kent, fr, flags={"kent": "fr"})
    assert naval_battle.port_taken(taken, "kent", "fr").lost == {"gb": 1}
    driven = (replace(kent, building=0),)
    (found,) = finding.expelled_interceptors(taken, ("fr",), driven, "english_channel")
    assert found.lines == {"french": 1, "blockade": 1}
    assert naval_battle.rolled(naval_battle.side_of(driven)) == 3


# -- naval battles -----------------------------------------------------------------------------


def test_case_96_battle_at_sea() -> None:
    gb, fr = Side({"gb": 2}), Side({"fr": 3})
    assert naval_battle.rolled(gb) == naval_battle.rolled(fr) == 6
    struck = naval_battle.hits(fr, (6, 6, 5, 1, 2, 3))
    assert struck == naval_battle.Hits(2, 1, 3)
    later = naval_battle.after(fr, struck, {"fr": 2})
    assert naval_battle.dice(later, first_round=False) == {"fr": 2, "fives": -1}
    assert naval_battle.winner((3, 1), (1, 2)) == "passive"
    assert naval_battle.refuges(sea(), "fr", "english_channel", left="brittany") == ("brittany",)
    gone = sea(flags={"brittany": "gb"})
    assert naval_battle.refuges(gone, "fr", "english_channel", left="brittany") == ()
    assert naval_battle.dice(replace(gb, failed_evasions=1)) == {"gb": 6, "evasions": 1}
    assert naval_battle.dice(replace(gb, failed_evasions=1), first_round=False) == {"gb": 6}


def test_case_97_port_stormed() -> None:
    gb = (Squadrons("gb", "kattegat", ready=3),)
    dk = Squadrons("dk", "copenhagen", ready=2, building=1)
    position = sea(*gb, dk, more_wars=pairs(("dk",), COALITION))
    step = sailing.steps(position, "gb", gb)["copenhagen"]
    assert step.entry == "storm"
    fleet, port, fire = naval_battle.storm(position, gb, "copenhagen")
    assert fire == 4
    first = naval_battle.hits(fleet, (5, 5, 1, 2))
    fleet = naval_battle.after(fleet, first, {})
    assert naval_battle.dice(fleet) == {"gb": 9, "fives": -2}
    assert naval_battle.dice(port) == {"dk": 4, "batteries": 4}
    second = naval_battle.hits(fleet, (6, 1, 1, 1, 1, 1, 1, 1))
    given = naval_battle.hits(port, (6, 6, 5, 5, 1, 1, 1))
    whole = first.suffered + second.suffered
    assert (whole, given.suffered) == (3, 4)
    assert naval_battle.winner((whole, 2), (given.suffered, 0)) == "active"
    assert naval_battle.eliminated_in_port(position, "copenhagen", ("gb",)) == {"dk": 3}
    assert naval_battle.winner_place("kattegat", stormed=True) == naval_battle.Place("kattegat")
    mixed = sea(
        Squadrons("fr", "toulon", ready=1),
        Squadrons("gb", "gulf_of_lion", ready=1, stack="one"),
        Squadrons("ru", "gulf_of_lion", ready=1, stack="one", leads=True),
    )
    stack, port_side, fire = naval_battle.storm(mixed, mixed.squadrons[1:], "toulon")
    assert naval_battle.dice(stack) == {"gb": 1, "ru": 1}
    assert naval_battle.dice(port_side) == {"fr": 2, "batteries": 4} and fire == 4
    # a tie means a second round with batteries, another one is lost by the fleet
    assert naval_battle.winner((3, 2), (3, 1)) == "again"
    tied = naval_battle.after(port, naval_battle.hits(port, (6, 5, 5)), {"dk": 1})
    assert naval_battle.dice(tied, first_round=False) == {"dk": 2, "batteries": 4, "fives": -2}
    assert naval_battle.winner((3, 2), (3, 1), final=True) == "passive"


def test_ends_of_battles() -> None:
    assert naval_battle.winner((4, 0), (4, 0)) == "nobody"  # R-58
    assert naval_battle.winner((1, 0), (4, 1)) == "passive"
    ru = naval_battle.side_of((Squadrons("ru", "reval", refit=2),))
    assert naval_battle.rolled(ru) == 0
    assert naval_battle.rolled(Side({"gb": 2, "ru": 2}, top="ru")) == 4
    assert naval_battle.rolled(Side({"gb": 1}, fives=9)) == 0
    shares = naval_battle.shares({"fr": 2, "sp": 2}, 3)
    assert shares == {(("fr", 2), ("sp", 1)), (("fr", 1), ("sp", 2))}


def test_nearest_ports() -> None:
    assert naval_battle.refuges(sea(), "fr", "english_channel") == (
        "brittany",
        "calais",
        "normandy",
    )
    assert "brittany" not in naval_battle.refuges(
        sea(), "fr", "english_channel", entering="brittany"
    )
    assert naval_battle.refuges(sea(), "ru", "adriatic_sea") == ("trieste", "venice")  # AU's
    # no friendly port in the Irish Sea: the three zones beside it are equally near
    beside = naval_battle.refuges(sea(), "sp", "irish_sea")
    assert {"amsterdam", "calais", "corunna", "brittany"} <= set(beside)
    assert not {"vendee", "cadiz", "toulon"} & set(beside)


def test_case_103_failed_landing() -> None:
    assert naval_battle.landing_refuges(sea(), "gb", ("tyrrhenian_sea",)) == ("naples", "sicily")
    assert naval_battle.landing_refuges(sea(), "gb", ("gulf_of_lion",)) == ()  # R-38
    assert naval_battle.landing_fire((6, 5), 4) == naval_battle.Fire(1, 1, 2)
    assert naval_battle.landing_fire((6, 5), 1) == naval_battle.Fire(1, 0, 2)


# -- the track ---------------------------------------------------------------------------------


def test_cases_5_55_125_who_pays() -> None:
    ot = Consul("ot", "gb", track.FRIEND)
    au = Payer("au")
    assert track.cp_refusals(ot, au, "gb", "right") == ("8.11",)
    assert track.cp_refusals(ot, au, "gb", "left") == ()
    dk = Consul("dk", "fr", track.AIDE)
    assert track.cp_refusals(dk, Payer("gb"), "fr", "left") == ()
    assert track.cp_refusals(dk, Payer("fr"), "fr", "left") == ("8.12",)
    assert track.event_refusals(dk, "fr", "left", ("fr",)) == ("8.12",)
    assert track.event_refusals(dk, "fr", "right", ("gb",)) == ()  # R-53
    on_pr = Consul("sw", "pr", track.FRIEND)
    assert track.cp_refusals(on_pr, Payer("gb"), "pr", "right") == ("8.11",)
    assert track.cp_refusals(on_pr, Payer("gb"), "pr", "left") == ()
    coalition = Payer("au", commands=frozenset(COALITION))
    assert track.cp_refusals(ot, coalition, "gb", "left") == ("8.12",)
    assert track.cp_refusals(ot, coalition, "gb", "right") == ("8.11",)


def test_cases_53_54_cost() -> None:
    sw = Consul("sw", "gb", track.AIDE)
    assert track.route_cost(COSTS, sw, "gb", track.PACT) == 2 + 3
    plus = track.flipped(sw, "gb")
    assert track.price(COSTS, plus, "gb", "right") == 1
    assert track.price(COSTS, plus, "gb", "left") == 2
    assert track.moved(plus, "gb", "right") == Consul("sw", "gb", track.PARTNER)
    assert track.alliance_change(sw, Consul("sw", "gb", track.PACT)) == (None, "gb")
    # R-52: from +1 in Unaligned to Friend for nothing
    unaligned = track.flipped(Consul("ot"), "fr")
    assert unaligned == Consul("ot", "fr", track.UNALIGNED, plus=True)
    assert unaligned.client_of is None
    assert track.price(COSTS, unaligned, "fr", "right") == 0
    assert track.cp_refusals(unaligned, Payer("ru"), "ru", "right") == ("8.1.f",)
    assert track.flip_refusals(unaligned, Payer("ru"), "fr") == ()
    assert track.flip_refusals(Consul("ot"), Payer("ru"), "fr") == ("8.11",)


def test_reach() -> None:
    found = track.reach(COSTS, Consul("sw", "gb", track.AIDE), Payer("gb"), 5)
    assert found[Consul("sw", "gb", track.PACT)] == 5
    found = track.reach(COSTS, Consul("dk", "fr", track.AIDE), Payer("gb"), 4)
    assert found[Consul("dk")] == 2
    assert found[Consul("dk", "gb", track.AIDE)] == 4
    assert Consul("dk", "fr", track.PARTNER) not in found


def test_cases_56_105_109_150_moments() -> None:
    sw = Consul("sw", "gb", track.PARTNER)
    first = Moment(first_round=True)
    assert track.cp_refusals(sw, Payer("gb"), "gb", "right", first) == ("8.1.a",)
    assert track.event_refusals(sw, "gb", "right", (), first) == ("8.1.a",)
    later = Moment(phase=track.REINFORCEMENT)
    assert track.cp_refusals(sw, Payer("gb"), "gb", "right", later) == ("14.2.c",)
    excess = Moment(phase=track.EXCESS)
    assert track.cp_refusals(sw, Payer("gb"), "gb", "right", excess) == ("14.33",)
    assert track.flip_refusals(sw, Payer("gb"), "gb", excess) == ()
    pact = Consul("sp", "fr", track.PACT)
    assert track.cp_refusals(pact, Payer("gb"), "fr", "left") == ("6.16",)
    frozen = track.conquered(pact)
    assert track.cp_refusals(frozen, Payer("gb"), "gb", "right") == ("15.22",)


def test_option_123_proxy_influence() -> None:
    dk = Consul("dk", "fr", track.AIDE)
    off = Payer("sp", power=False, pact="fr", commands=frozenset(("fr",)))
    assert "8.13" in track.cp_refusals(dk, off, "fr", "right")
    on = replace(off, proxy_influence=True)
    assert track.cp_refusals(dk, on, "fr", "right") == ()
    assert track.cp_refusals(dk, on, "fr", "left") == ("8.12",)
    neutral = Payer("ot", power=False, proxy_influence=True)
    assert "8.13" in track.cp_refusals(dk, neutral, "fr", "left")


def test_case_144_no_client_at_war() -> None:
    at_war = Moment(hostile=frozenset({("ru", "ot"), ("gb", "ot"), ("au", "ot")}))
    assert track.event_refusals(Consul("ot"), "gb", "right", (), at_war) == ("8.4",)
    assert track.event_refusals(Consul("ot"), "fr", "right", (), at_war) == ()


def test_cases_57_58_61_attacks() -> None:
    seats = peace.SEATS[4]
    wars = pairs(IMPERIAL, COALITION)
    keys = peace.at_start(KEYS)
    sw = track.attacked(Consul("sw", "gb", track.AIDE), "fr", ("sp",), seats, wars, keys)
    assert sw.pact == "gb" and sw.consul == Consul("sw", "gb", track.PACT)
    ot = track.attacked(Consul("ot"), "ru", ("gb", "au"), seats, wars, keys)
    assert (ot.pact, ot.caretaker) == (None, "fr")
    pr = track.attacked(Consul("pr"), "fr", ("sp",), seats, wars, keys)
    assert pr.caretaker == "ru" and keys["ru"] == 7
    by_ally = track.attacked(Consul("sw", "gb", track.AIDE), "ru", ("gb", "au"), seats, wars, keys)
    assert by_ally.caretaker == "fr" and by_ally.consul.column == track.AIDE
    two = track.attacked(Consul("pr"), "fr", ("sp",), peace.SEATS[2], wars, keys)
    assert two.caretaker == "coalition"
    tie = track.caretaker("fr", ("sp",), seats, wars, keys | {"ru": 8, "gb": 8, "au": 8})
    assert tie == "gb"
    nobody = track.caretaker("pr", (), peace.SEATS[5], frozenset(), keys)
    assert nobody == "ru"  # 7 keys, as PR itself is out of it


def test_case_59_broken_pact() -> None:
    pact = Consul("sp", "fr", track.PACT)
    broken = track.broken(pact)
    assert broken == Consul("sp", "fr", track.AIDE)
    assert track.alliance_change(pact, broken) == ("fr", None)
    assert track.route_cost(COSTS, broken, "fr", track.PACT) == 5


# -- peace and victory -------------------------------------------------------------------------


def test_cases_122_147_peace() -> None:
    keys = peace.at_start(KEYS) | {"gb": 4}
    seats = peace.SEATS[4]
    found = peace.asked("au", seats, keys)
    assert [seat for seat, _ in found] == ["au", "ru", "fr"]
    assert peace.ending(peace.total(5, (1,)), 1).over
    assert peace.total(4, (1, -1), (1,)) == 5
    assert not peace.ending(5, 1).over
    assert [seat for seat, _ in peace.asked("fr", seats, keys | {"gb": 8})][:2] == ["fr", "gb"]
    assert peace.draw("gb", 8) - 1 == 3
    assert "gb" not in dict(peace.asked("fr", seats, keys | {"gb": 5}))
    assert peace.ending(peace.total(4, (1,), (1,)), 1).over
    three = peace.asked("ru", peace.SEATS[3], keys | {"gb": 8})
    assert three == (("ru_au", ("ru", "au")), ("fr", ("fr",)), ("gb", ("gb",)))
    assert peace.asked("fr", seats, keys, out=("fr", "au", "ru")) == ()
    assert not peace.may_modify("fr", 9) and peace.may_modify("fr", 9, plus_key=True)


def test_cases_118_129_endings() -> None:
    assert peace.ending(1, 5).over
    assert not peace.ending(1, 4).over
    fallen = peace.ending(None, 2, france_fallen=True)
    assert fallen.over and not fallen.rolls


def test_starting_keys() -> None:
    start = peace.at_start(KEYS)
    assert [start[n] for n in peace.TRACK] == [13, 8, 8, 7, 7, 5, 5, 3, 2]
    held = peace.controlled(KEYS, {"venice": "fr"})
    assert (held["fr"], held["au"]) == (14, 7)
    wars = pairs(IMPERIAL, COALITION)
    negated = peace.controlled(KEYS, {}, {"venice": ("fr",), "prague": ("fr",)}, wars)
    assert negated["au"] == 7  # the fortress of Prague holds


def standing(**now: int) -> peace.Standing:
    start = peace.at_start(KEYS)
    return peace.Standing(start, start | now)


@pytest.mark.parametrize(("row", "column", "points"), [(None, 0, 0), ("fr", 1, -2), ("fr", 4, -1)])
def test_case_148_caretakers(row: str | None, column: int, points: int) -> None:
    end = replace(standing(ot=3), consuls={"ot": (row, column)})
    assert peace.points(peace.score(("fr",), end)) == points
    assert track.charged(Consul("ot", row, column), ("fr",)) == (column > 0)


def test_cases_2_127_score() -> None:
    assert peace.points(peace.score(("fr",), standing(fr=14))) == 1
    end = replace(
        standing(fr=15, dk=1),
        consuls={"dk": ("fr", track.AIDE), "sp": ("fr", track.PACT), "sw": ("gb", track.AIDE)},
        resources={"sp": 1, "fr": 1, "dk": 3},
    )
    lines = peace.score(("fr",), end)
    assert {(x.what, x.nation): x.points for x in lines} == {
        ("keys", "fr"): 2,
        ("client", "dk"): -1,
        ("pact", "sp"): 1,
        ("resources", "sp"): 1,
        ("resources", "fr"): 1,
    }
    assert peace.points(lines) == 4
    status = replace(standing(), plus_key=frozenset(("fr",)))
    assert peace.score(("fr",), status) == (peace.Line("status", "fr", 1),)  # case 149


def test_cases_123_128_winner() -> None:
    end = standing(fr=15, au=9, gb=7, ru=9)
    lines, best = peace.final(peace.SEATS[2], end)
    assert {seat: peace.points(x) for seat, x in lines.items()} == {"imperial": 2, "coalition": 2}
    assert best == "coalition"
    assert peace.winner(peace.SEATS[4], {"fr": 0, "gb": 3, "ru": 3, "au": 1}) == "ru"
