"""Every event of the land war is once played, and once refused; the others say why they wait."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

import pytest

from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse
from napoleon.rulesets.napoleonic_wars.orders.cards import PlayForEvent
from napoleon.rulesets.napoleonic_wars.orders.impulses import PlayForCP
from napoleon.rulesets.napoleonic_wars.pieces import put
from napoleon.rulesets.napoleonic_wars.state import Squadrons, State, pair
from tests.napoleonic_wars.playing import (
    Played,
    at_play,
    going_on,
    legal_orders,
    pack,
    play,
    refused,
    tallied,
)

Change = Callable[[State], None]

OTHER = "war_in_the_colonies"
"""A card that is not marked +, which takes the place of another."""


def no_ships(state: State) -> None:
    """Nothing is driven out of a port that is lost."""
    state.squadrons = []


def as_it_is(state: State) -> None:
    """The set-up of 1805."""


def stand_in(nation: str, *spaces: str) -> Change:
    def change(state: State) -> None:
        for space in spaces:
            put(state, space, nation, 2)

    return change


def flags(nation: str, spaces: Iterable[str]) -> Change:
    def change(state: State) -> None:
        for space in spaces:
            state.spaces[space].flag = nation

    return change


def home_flags(own: str, by: str) -> Change:
    return lambda state: flags(by, pack().home_duchies[own])(state)


def several(*changes: Change) -> Change:
    def change(state: State) -> None:
        for it in changes:
            it(state)

    return change


def nobody_on_the_map(state: State) -> None:
    for space in state.spaces.values():
        space.lots = []
    for leader in state.leaders.values():
        leader.standing, leader.where = "pool", ""


def no_cards_of_enemies(state: State) -> None:
    for nation in ("gb", "au", "ru"):
        state.bag += state.nations[nation].hand
        state.nations[nation].hand = []


def peace(state: State) -> None:
    state.wars = []


def conquered(nation: str) -> Change:
    def change(state: State) -> None:
        state.nations[nation].conquered = "fr"

    return change


def row(nation: str, power: str, box: int) -> Change:
    def change(state: State) -> None:
        state.nations[nation].row, state.nations[nation].box = power, box

    return change


def caretaker(nation: str, seat: str) -> Change:
    """A nation was attacked by Russia, and is run by a seat that is not its enemy."""

    def change(state: State) -> None:
        state.nations[nation].caretaker = seat
        state.wars.append(pair(nation, "ru"))

    return change


def frozen(state: State) -> None:
    for nation in state.nations.values():
        nation.frozen = 9


def fleets(state: State) -> None:
    for zone in ("irish_sea", "bay_of_biscay", "atlantic"):
        if zone in pack().zones:
            state.squadrons.append(Squadrons("gb", zone, 1))
    for zone in pack().zones:
        if not any(it.at == zone for it in state.squadrons):
            state.squadrons.append(Squadrons("gb", zone, 1))


def alone(state: State) -> None:
    for nation in ("au", "ru"):
        state.nations[nation].camp = ""


def has_status(state: State) -> None:
    state.nations["fr"].plus_key = True
    state.leaders["napoleon"].standing = "pool"


class Tried(NamedTuple):
    """A card, who plays it where, and where it is refused."""

    card: str
    nation: str
    given: Change
    code: str
    refused_to: str = ""
    but: Change = as_it_is
    turn: int = 2
    players: int = 2


PAPAL = (*pack().home_duchies["sp"], "piedmont", "milan", "mantua", "tuscany", "rome", "naples",
         "sicily", "venice")  # fmt: skip

NO = "NO_EFFECT"
YEAR = "NOT_IN_1805"
OWN = "NOT_ITS_EVENT"
ONE = "ONE_CARD"

TRIED = (
    Tried("tilsit", "fr", as_it_is, NO, but=peace, players=4),
    Tried("europe_exhausted", "ru", as_it_is, ONE),
    Tried("papal_bull", "gb", as_it_is, NO, but=stand_in("fr", *PAPAL)),
    Tried("turkish_war_1", "fr", as_it_is, NO, but=row("ot", "gb", 1)),
    Tried("russo_persian_war", "fr", as_it_is, ONE),
    Tried("anglo_american_war", "fr", as_it_is, YEAR),
    Tried("war_in_the_colonies", "fr", as_it_is, ONE),
    Tried("haitian_revolt", "gb", as_it_is, ONE),
    Tried("serbian_rising", "gb", as_it_is, ONE),
    Tried("barbary_war", "fr", as_it_is, ONE),
    Tried("finnish_war", "fr", row("sw", "", 0), NO),
    Tried("bernadotte", "fr", as_it_is, OWN, "gb"),
    Tried("poniatowski", "fr", flags("fr", ["warsaw"]), NO),
    Tried("polish_uprising", "fr", as_it_is, NO, "gb"),
    Tried("armistice", "gb", as_it_is, NO, but=peace),
    Tried("emigres_and_exiles", "fr", as_it_is, NO, but=no_cards_of_enemies),
    Tried("conscripts_1", "gb", as_it_is, NO, but=home_flags("gb", "fr")),
    Tried("forced_march_1", "gb", as_it_is, NO, but=nobody_on_the_map),
    Tried("la_manoeuvre_sur_les_derrieres", "fr", as_it_is, OWN, "gb"),
    Tried("grand_strategy_1", "fr", as_it_is, NO, but=nobody_on_the_map),
    Tried("interior_lines_1", "au", as_it_is, NO, but=nobody_on_the_map),
    Tried("spies", "fr", as_it_is, NO, but=no_cards_of_enemies),
    Tried("hard_winter_1", "au", stand_in("fr", "trieste"), NO),
    Tried("typhus_1", "fr", as_it_is, NO, but=nobody_on_the_map),
    Tried("desertion", "fr", as_it_is, NO, but=nobody_on_the_map),
    Tried("guerrillas_1", "au", several(stand_in("fr", "trieste"), flags("fr", ["tyrol"])), NO),
    Tried("tyrolean_revolt", "au", as_it_is, NO, but=conquered("au")),
    Tried("calabrian_revolt", "au", as_it_is, NO, but=nobody_on_the_map),
    Tried("subsidies_1", "gb", as_it_is, OWN, "fr"),
    Tried("rothschild_loan", "fr", as_it_is, ONE),
    Tried("reform_of_the_army_1", "au", as_it_is, YEAR),
    Tried("grande_armee", "fr", as_it_is, OWN, "au"),
    Tried("confederation_of_the_rhine", "fr", as_it_is, OWN, "au"),
    Tried("continental_system", "fr", as_it_is, YEAR),
    Tried("treasure_fleet", "fr", as_it_is, NO, but=conquered("sp")),
    Tried("militia_1", "gb", as_it_is, NO, but=home_flags("gb", "fr")),
    Tried("cossacks_1", "ru", stand_in("fr", "lublin"), NO),
    Tried("opolchenie", "ru", as_it_is, YEAR),
    Tried("honved", "fr", as_it_is, NO, but=flags("fr", ["budapest"])),
    Tried("shipyards_1", "gb", as_it_is, NO, "au"),
    Tried("queen_louise", "pr", as_it_is, NO, "fr", players=5),
    Tried("talleyrand_1", "fr", as_it_is, NO, but=frozen),
    Tried("metternich", "au", as_it_is, YEAR),
    Tried("royal_marriage", "fr", as_it_is, YEAR),
    Tried("palace_coup_1", "fr", as_it_is, YEAR),
    Tried("diplomatic_insult_1", "fr", as_it_is, NO, but=frozen),
    Tried("bread_and_gold_1", "fr", as_it_is, NO, but=frozen),
    Tried("league_of_armed_neutrality", "fr", as_it_is, NO, but=frozen),
    Tried("tilsit", "fr", as_it_is, YEAR, players=4),
    Tried("ali_pasha", "fr", as_it_is, NO, but=flags("au", ["albania"])),
    Tried("the_emperor_commands", "fr", as_it_is, NO, but=has_status),
    Tried(
        "imperial_decree",
        "fr",
        as_it_is,
        NO,
        but=several(no_ships, home_flags("fr", "au"), flags("au", pack().associated["fr"])),
    ),
    Tried("parliament", "gb", as_it_is, NO, but=alone),
    Tried("admiralty", "gb", fleets, NO),
    Tried(
        "hofkriegsrat", "au", as_it_is, NO, but=several(nobody_on_the_map, home_flags("au", "fr"))
    ),
    Tried("holy_mother_russia", "ru", as_it_is, ONE),
    Tried("landwehr", "pr", as_it_is, NO, but=home_flags("pr", "fr"), players=5),
    Tried(
        "the_sublime_porte",
        "ot",
        caretaker("ot", "imperial"),
        NO,
        but=several(caretaker("ot", "imperial"), home_flags("ot", "ru")),
    ),
    Tried("peninsular_war", "sp", stand_in("gb", "valencia"), NO),
)

WAITING = {
    "NO_BATTLE": (
        "to_the_death", "rally", "great_redoubt", "old_guard", "grand_battery", "cavalry_charge",
        "reverse_slope", "flank_march", "fog_of_war", "wounded_commander", "rear_guard",
        "siege_train",
    ),
    "NEEDS_ITS_WINDOW": (
        "burnt_earth", "the_weather_gauge", "couriers_captured", "bad_roads", "heavy_rains",
        "nelsons_touch", "blockade_runner", "gallant_danes",
    ),
}  # fmt: skip
"""By code the events that belong to the sea, to battles, or to windows."""


def held(it: Tried, nation: str, change: Change, turn: int) -> State:
    """The nation is in its impulse, and holds the card and another."""
    hands = {"dk": ["militia_3"], "gb": ["spies"], "au": ["typhus_2"], "ru": ["honved"],
             "fr": ["subsidies_2"]}  # fmt: skip
    hands = {of: [c for c in cards if c != it.card] for of, cards in hands.items()}
    hands[nation] = [it.card, OTHER if it.card != OTHER else "haitian_revolt"]
    state = at_play(hands, turn=turn, scheduled=nation, players=it.players)
    change(state)
    return going_on(state).state


def ran(played: Played) -> Played:
    """The card is carried out; every question gets its first answer."""
    events, state = [*played.events], played.state
    for _ in range(60):
        if isinstance(state.stack[-1], Impulse):
            return Played(state, events)
        more = play(state, legal_orders(state)[0])
        events, state = [*events, *more.events], more.state
    raise AssertionError("it does not end")


@pytest.mark.parametrize("it", TRIED, ids=lambda it: it.card)
def test_a_card_is_played_and_every_card_is_somewhere(it: Tried) -> None:
    state = held(it, it.nation, it.given, it.turn)
    played = ran(play(state, PlayForEvent(it.card)))
    assert "card_done" in played.types
    assert tallied(played.state) == sorted(pack().deck)
    assert [event.card for event in played.events if event.type == "card_done"] == [it.card]  # type: ignore[attr-defined]


@pytest.mark.parametrize("it", TRIED, ids=lambda it: it.card)
def test_a_card_is_refused(it: Tried) -> None:
    turn = 1 if it.code == YEAR else it.turn
    given = it.given if it.code in (YEAR, ONE) else it.but
    state = held(it, it.refused_to or it.nation, given, turn)
    if it.code == ONE:
        other = next(card for card in (OTHER, "haitian_revolt") if card != it.card)
        state = play(state, PlayForCP(other)).state
    assert refused(state, PlayForEvent(it.card))[0] == it.code


@pytest.mark.parametrize(
    ("code", "event"), [(code, it) for code, those in WAITING.items() for it in those]
)
def test_what_waits_says_why(code: str, event: str) -> None:
    card = next(it for it in pack().cards.values() if it.event == event)
    nation = "fr" if card.is_played_by("fr") else card.plays[0]
    it = Tried(card.id, nation, as_it_is, code)
    given = several(fleets, caretaker("dk", "imperial"), row("ot", "fr", 4))
    assert refused(held(it, nation, given, 2), PlayForEvent(card.id))[0] == code


def test_every_event_of_the_pack_is_tried() -> None:
    tried = {pack().cards[it.card].event for it in TRIED}
    waiting = {event for those in WAITING.values() for event in those}
    other = {"baltic_navy", "fire_ships", "guerre_de_course", "royal_marines", "storm_at_sea"}
    """See `test_cards_at_sea`."""
    assert tried | waiting | other == {it.event for it in pack().cards.values()}
    assert not tried & waiting
