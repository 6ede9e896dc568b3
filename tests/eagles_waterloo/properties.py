"""What else holds in every game of EAGLES: Waterloo: see `Properties`."""

from __future__ import annotations

from collections import Counter

from napoleon.rules.viewer import Viewer
from napoleon.rulesets.eagles_waterloo import RULES, labels, places
from napoleon.rulesets.eagles_waterloo.deployment import MOST, face_down, generals_at
from napoleon.rulesets.eagles_waterloo.events.combat import (
    CardFired,
    CardShocked,
    GeneralHit,
    HitsRecorded,
)
from napoleon.rulesets.eagles_waterloo.events.moves import CardMoved
from napoleon.rulesets.eagles_waterloo.events.turn import PhaseStarted
from napoleon.rulesets.eagles_waterloo.rivers import limit
from napoleon.rulesets.eagles_waterloo.sides import SIDES, side_of
from napoleon.rulesets.eagles_waterloo.sites import MOST_TERRAIN, is_river
from napoleon.rulesets.eagles_waterloo.state import Battle, State
from napoleon.rulesets.eagles_waterloo.table import at
from tests.eagles_waterloo.random_play import KINDS, PLAYERS, Play
from tests.rulesets.properties import BY_HAND, Properties

DICE = ("fire of", "shock of", "morale of", "retreat of", "fate of", "rally of")
"""What is rolled for in the open begins so."""

STEP = 145
"""From game to game another battle and another kind come up."""


def _at_rest(game: Play) -> list[tuple[State, Battle]]:
    """The battles at which cards were in play whenever somebody had to decide."""
    return [
        (state, battle) for state in game.positions.values() for battle in state.battles.values()
    ]


# -- cards -----------------------------------------------------------------------------------------


def _cards(state: State) -> Counter[str]:
    """Where each card is that was ever dealt: once in all, as none is lost or made."""
    found: Counter[str] = Counter()
    for battle in state.battles.values():
        for cards in (*battle.decks.values(), battle.cards, battle.sites, battle.routed):
            found.update(list(cards))
        found.update(battle.spent)
    for cards in state.lost.values():
        found.update(cards)
    return found


def every_card_is_in_one_place(game: Play) -> None:
    """In a deck, a Reserve or a position, terrain, routed, spent, lost, or in the pool."""
    before: Counter[str] = Counter()
    for event, state in game.replayed():
        now = _cards(state)
        if state.is_campaign:
            for cards in state.pools.values():
                now.update(cards)
        if state.phase == "decks":
            # A stage of the campaign begins with drafts that are made of its pools.
            before = Counter()
            continue
        assert max(now.values(), default=1) == 1, (event, now.most_common(3))
        if event.type != "detachment_came" and before:
            assert now == before, event
        before = now


def cards_serve_the_side_of_their_nation(game: Play) -> None:
    for state, battle in _at_rest(game):
        table = at(state, RULES.pack)
        for card, it in battle.cards.items():
            assert it.nation == labels.label(table, card).nation
            if it.place in places.RESERVES:
                assert it.place == places.reserve(side_of(it.nation)), card


def tokens_belong_to_one_card_each(game: Play) -> None:
    """And a card that was in Reserve never has the one that it had before [G-44]."""
    owners: dict[str, str] = {}
    for event, state in game.replayed():
        for battle in state.battles.values():
            for card, it in battle.cards.items():
                if it.token:
                    assert owners.setdefault(it.token, card) == card, event
                if it.place in places.RESERVES:
                    assert not it.token, event


def who_is_engaged_lies_open(game: Play) -> None:
    """And decoys among them are gone [8.1, 14.0]."""
    for state, battle in _at_rest(game):
        table = at(state, RULES.pack)
        if state.result is not None or battle.winner:
            continue
        for place in places.POSITIONS:
            if battle.is_engaged(place):
                for card in battle.at(place):
                    assert battle.cards[card].revealed, card
                    kind = labels.label(table, card)
                    assert labels.is_unit(kind) or isinstance(kind, labels.General), card


# -- positions -------------------------------------------------------------------------------------


def cards_are_found_where_they_are(game: Play) -> None:
    """Whatever has just happened: where they were looked for before is forgotten."""
    for event, state in game.replayed():
        for battle in state.battles.values():
            cards = battle.cards
            for place in places.PLACES:
                both = battle.at(place)
                for side in SIDES:
                    there = [it for it in both if side_of(cards[it].nation) == side]
                    assert list(battle.at(place, side)) == there, event
                    assert battle.has_any(place, side) == bool(there), event
                sides = {side_of(cards[it].nation) for it in both}
                engaged = len(sides) == len(SIDES) and place in places.POSITIONS
                assert battle.is_engaged(place) == engaged, event
            for site in battle.sites:
                there = [it for it in cards if cards[it].terrain == site]
                assert list(battle.on(site)) == there, event


def no_position_is_over_its_limit_when_a_phase_ends(game: Play) -> None:
    """Nor do two generals of a side stand in one [8.4, 12.0]."""
    for event, state in game.replayed():
        ended = isinstance(event, PhaseStarted) and event.begun == "reinforcement"
        if not ended and state.phase not in ("deploy", "adjust"):
            continue
        table = at(state, RULES.pack)
        for battle in state.battles.values():
            for place in places.POSITIONS:
                for side in SIDES:
                    if ended and side != battle.active:
                        continue
                    assert len(face_down(table, battle, place, side)) <= MOST, event
                    assert len(generals_at(table, battle, place, side)) <= 1, event


def nobody_stands_in_the_enemy_reserve(game: Play) -> None:
    for _, battle in _at_rest(game):
        for side in SIDES:
            assert not [
                card
                for card in battle.at(places.reserve(side))
                if side_of(battle.cards[card].nation) != side
            ]


def no_position_is_held_by_enemies_alone_for_long(game: Play) -> None:
    """That wins the battle at once, so nobody is asked anything there [4.3].

    But whose infantry goes onto terrain that has just fallen comes first [G-46].
    """
    for state, battle in _at_rest(game):
        if state.result is not None or battle.reason or not battle.active:
            continue
        if any(it.kind == "captors" for it in RULES.decisions(state)):
            continue
        table = at(state, RULES.pack)
        for place in places.POSITIONS:
            owner = places.owner(place)
            there = {
                side_of(battle.cards[card].nation)
                for card in battle.at(place)
                if labels.is_unit(labels.label(table, card))
            }
            winning = [
                card
                for card in battle.at(place)
                if side_of(battle.cards[card].nation) != owner
                and labels.wins_positions(labels.label(table, card))
            ]
            assert owner in there or not winning, place


def terrain_lies_where_it_may(game: Play) -> None:
    """Two in a position beside rivers, one river in a lane; who stands on it is there [11.0]."""
    for state, battle in _at_rest(game):
        table = at(state, RULES.pack)
        for place in places.POSITIONS:
            lying = [it for it in battle.sites_at(place) if not is_river(table, it)]
            assert len(lying) <= MOST_TERRAIN
            for site in lying:
                printed = labels.label(table, site)
                assert isinstance(printed, labels.Terrain)
                assert len(battle.on(site)) <= printed.capacity, site
                for card in battle.on(site):
                    assert battle.cards[card].place == place, card
                    if battle.active and not battle.captured:
                        assert side_of(battle.cards[card].nation) == battle.sites[site].side
        rivers = [places.lane_of(it.place) for site, it in battle.sites.items()
                  if is_river(table, site)]  # fmt: skip
        assert len(rivers) == len(set(rivers))


# -- a player turn ---------------------------------------------------------------------------------


def hits_fall_on_the_side_that_was_fired_at(game: Play) -> None:
    """As many as the dice say, on the card that was named [7.1, 7.4]."""
    volley: CardFired | CardShocked | None = None
    for event, state in game.replayed():
        if isinstance(event, CardFired | CardShocked):
            volley = event
        if isinstance(event, HitsRecorded | GeneralHit):
            assert volley is not None, event
            battle = state.battles[event.battle]
            hit = battle.cards[event.card]
            assert side_of(hit.nation) != battle.active, event
            assert (hit.place, hit.hits) == (volley.place, event.total), event
            if isinstance(event, HitsRecorded):
                assert event.hits == volley.hits, event
            else:
                assert event.hits == volley.dice.count(1), event


def units_act_once_and_move_as_far_as_they_may(game: Play) -> None:
    for state, battle in _at_rest(game):
        table = at(state, RULES.pack)
        for card, it in battle.cards.items():
            kind = labels.kind_of(table, card)
            most = 2 if kind in (labels.CAVALRY, labels.GENERAL) else 1
            assert it.moves <= most + (it.extra > 0) + 1, card
            if it.blown:
                assert kind == labels.CAVALRY and it.place not in places.RESERVES, card


def rivers_let_no_more_across_than_their_limit(game: Play) -> None:
    for event, state in game.replayed():
        if isinstance(event, CardMoved) and event.river:
            battle, table = state.battles[event.battle], at(state, RULES.pack)
            lane = places.lane_of(event.to)
            assert battle.crossed[lane] <= limit(table, battle, lane), event


def boards_count_the_same_for_everybody(game: Play) -> None:
    """Whoever looks, the cards of each Reserve and each deck are as many [G-37]."""
    for version, state in game.positions.items():
        if version % 9 or state.result is not None:
            continue
        for side in SIDES:
            hands = [RULES.view(state, Viewer(reader)).hand.hands for reader in SIDES]
            own, other = (next(it for it in hand if it.player == side) for hand in hands)
            if state.phase not in ("deploy", "adjust"):
                assert own.backs == other.backs, version


PROPERTIES = Properties(
    own=(
        every_card_is_in_one_place,
        cards_serve_the_side_of_their_nation,
        tokens_belong_to_one_card_each,
        who_is_engaged_lies_open,
        cards_are_found_where_they_are,
        no_position_is_over_its_limit_when_a_phase_ends,
        nobody_stands_in_the_enemy_reserve,
        no_position_is_held_by_enemies_alone_for_long,
        terrain_lies_where_it_may,
        hits_fall_on_the_side_that_was_fired_at,
        units_act_once_and_move_as_far_as_they_may,
        rivers_let_no_more_across_than_their_limit,
        boards_count_the_same_for_everybody,
    ),
    opened=lambda purpose: purpose.startswith(DICE),
    numbers=range(0, 60 * STEP, STEP),
    sample=range(0, 3 * STEP, STEP),
    counted=range(0, 3 * len(KINDS) * len(PLAYERS), 3),
    seldom=dict.fromkeys((*BY_HAND, "game_laid_out", "deck_dealt"), 0),
)
