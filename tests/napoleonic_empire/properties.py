"""What else holds in every game of Napoleonic Empire: see `Properties`."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from napoleon.rulesets.napoleonic_empire import RULES
from napoleon.rulesets.napoleonic_empire.events.battle import (
    ArmiesEliminated,
    BattleEnded,
    BattleStarted,
    BattleTied,
    BattleTotalled,
    BattleWon,
    DieRolled,
    LossesComputed,
)
from napoleon.rulesets.napoleonic_empire.events.movement import ArmiesMoved
from napoleon.rulesets.napoleonic_empire.events.reinforcement import (
    CardArmiesPlaced,
    RebelsPlaced,
    ReinforcementsReceived,
)
from napoleon.rulesets.napoleonic_empire.events.setup import RussianArmiesSetUp, TableLaid
from napoleon.rulesets.napoleonic_empire.events.turn import PhaseStarted, TurnStarted
from napoleon.rulesets.napoleonic_empire.sides import ALLIED, FRENCH, SIDES, enemy
from napoleon.rulesets.napoleonic_empire.state import State
from tests.napoleonic_empire.random_play import KINDS, Play
from tests.rulesets.properties import BY_HAND, Properties

# -- what is conserved -------------------------------------------------------------------------


def armies_are_on_the_map_or_in_their_pool(game: Play) -> None:
    there = Counter[str]()
    for event, state in game.replayed():
        match event:
            case TableLaid():
                there.update({side: sum(event.armies[side].values()) for side in SIDES})
            case RussianArmiesSetUp():
                there[ALLIED] += sum(event.split.values())
            case ReinforcementsReceived() | CardArmiesPlaced():
                there[event.side] += event.armies
            case RebelsPlaced():
                there[ALLIED] += event.armies
            case ArmiesEliminated():
                there[event.side] -= event.armies
        for side in SIDES:
            assert sum(state.armies[side].values()) == there[side], event
            assert all(number > 0 for number in state.armies[side].values()), event
            assert state.pool(side) >= 0, event
            assert there[side] + state.waiting(side) + state.pool(side) == 80, event


def every_card_is_somewhere(game: Play) -> None:
    for event, state in game.replayed():
        if isinstance(event, TableLaid):
            continue
        held = [card for hand in state.hands.values() for card in hand]
        pile = [it.card for it in state.discards]
        assert sorted([*state.deck, *held, *pile, *state.dated]) == sorted(RULES.pack.cards), event


def nobody_stands_where_he_may_not(game: Play) -> None:
    in_england = 0
    for event, state in game.replayed():
        for side in SIDES:
            assert "ottoman" not in state.armies[side], event
        assert "england" not in state.armies[FRENCH], event
        there = state.armies_in(ALLIED, "england")
        if there > in_england:
            arrived = isinstance(event, TableLaid) or (
                isinstance(event, ReinforcementsReceived) and event.country == "england"
            )
            assert arrived, event
        in_england = there


def armies_move_once(game: Play) -> None:
    unmoved: dict[str, int] = {}
    for event, state in game.replayed():
        if isinstance(event, PhaseStarted) and event.begun == "move":
            unmoved = dict(state.armies[event.side])
        if isinstance(event, ArmiesMoved):
            if event.stage == 1:
                unmoved[event.origin] -= event.armies
                assert unmoved[event.origin] >= 0, event
            for country, moved in state.moved.items():
                assert moved <= state.armies_in(event.side, country), event


# -- the course of the game ------------------------------------------------------------------------


def hands_are_within_the_limit_after_the_drawing(game: Play) -> None:
    for event, state in game.replayed():
        if isinstance(event, PhaseStarted) and event.begun == "move":
            assert len(state.hands[event.side]) <= 7


def every_contested_country_is_fought_for_once(game: Play) -> None:
    contested: list[str] | None = None
    fought: list[str] = []
    for event, state in game.replayed():
        if isinstance(event, PhaseStarted):
            if event.begun == "attack":
                contested, fought = state.contested(), []
            elif contested is not None:
                assert sorted(fought) == contested
                contested = None
        elif isinstance(event, BattleEnded):
            fought.append(event.country)


def turns_alternate_and_rounds_go_by(game: Play) -> None:
    turns = [event for event in game.events if isinstance(event, TurnStarted)]
    assert [turn.number for turn in turns] == list(range(1, len(turns) + 1))
    own = [turn for turn in turns if not turn.extra]
    assert [turn.side for turn in own] == [SIDES[n % 2] for n in range(len(own))]
    assert [turn.round for turn in own] == [1 + n // 2 for n in range(len(own))]
    for before, turn in pairwise(turns):
        if turn.extra:
            assert (turn.side, turn.round) == (before.side, before.round)


def battles_are_reckoned_as_the_rules_say(game: Play) -> None:
    """Worked out anew from dice and numbers [ATTACK.3 to ATTACK.9, E-12 to E-16, E-35, E-36]."""
    dice: dict[str, list[int]] = {}
    started: BattleStarted | None = None
    for event, state in game.replayed():
        match event:
            case BattleStarted():
                started, dice = event, {"battle": [], "winner_loss": [], "loser_loss": []}
            case DieRolled() if event.purpose != "kutuzov":
                dice[event.purpose].append(event.value)
            case BattleTotalled():
                assert state.battle is not None
                assert event.margin == margin(state, dice["battle"])
            case BattleTied():
                assert margin(state, dice["battle"]) == 0
            case BattleWon():
                assert state.battle is not None
                ahead = event.side == state.battle.attacker
                assert (margin(state, dice["battle"]) > 0) == ahead
            case LossesComputed():
                assert started is not None
                assert event.losses == losses(state, event.side, dice), event


def margin(state: State, dice: list[int]) -> int:
    """How far the attacker is ahead."""
    battle = state.battle
    assert battle is not None
    totals = dict(battle.armies)
    totals[battle.defender] += 1
    for card, side in battle.cards:
        totals[side] += RULES.pack.cards[card].amount
    for name in state.commanders_in(battle.country, battle.attacker):
        totals[battle.attacker] += {"napoleon": 1, "lannes": 2, "charles": 1}.get(name, 0)
    attack, defence = dice
    return totals[battle.attacker] + attack - totals[battle.defender] - defence


def losses(state: State, side: str, dice: dict[str, list[int]]) -> int:
    """What a side loses."""
    battle = state.battle
    assert battle is not None
    mine, theirs = battle.armies[side], battle.armies[enemy(side)]
    if side == battle.winner:
        lost = min(mine * sum(dice["winner_loss"]) // 10, 2 * theirs)
    else:
        lost = min(mine, mine * sum(dice["loser_loss"]) // 10)
    careful = {"davout", "wellington"} & set(state.commanders_in(battle.country, side))
    return lost // 2 if careful else lost


def commanders_have_armies_after_a_battle(game: Play) -> None:
    for event, state in game.replayed():
        if isinstance(event, BattleEnded):
            for it in state.commanders.values():
                assert it.country != event.country or state.armies_in(it.side, it.country)


# -- when somebody has to decide ------------------------------------------------------------------


def the_table_is_tidy_when_somebody_has_to_decide(game: Play) -> None:
    for version, state in game.positions.items():
        assert len(game.asked[version]) == (state.result is None)
        countries = RULES.pack.board(state.options["divided_russia"]).countries
        assert all(armies.keys() <= countries.keys() for armies in state.armies.values())
        assert all(countries[it.country].enterable for it in state.commanders.values())
        assert all(armies > 0 for armies in state.moved.values())
        told = {country: state.control.get(country, "") for country in countries}
        if not state.started:
            assert not any(told.values())
        elif state.result is None:
            assert told == {country: state.standing(country) for country in countries}


ENDED_OTHERWISE = ("end_offer_accepted", "end_offer_lapsed", "end_turned_down")
"""What becomes of an offer to end the game."""

PROPERTIES = Properties(
    own=(
        armies_are_on_the_map_or_in_their_pool,
        every_card_is_somewhere,
        nobody_stands_where_he_may_not,
        armies_move_once,
        hands_are_within_the_limit_after_the_drawing,
        every_contested_country_is_fought_for_once,
        turns_alternate_and_rounds_go_by,
        battles_are_reckoned_as_the_rules_say,
        commanders_have_armies_after_a_battle,
        the_table_is_tidy_when_somebody_has_to_decide,
    ),
    opened=lambda purpose: " die " in purpose,
    numbers=range(2 * len(KINDS)),
    sample=range(0, 2 * len(KINDS), 5),
    examples=30,
    counted=range(4 * len(KINDS)),
    often=10,
    seldom={
        **dict.fromkeys((*BY_HAND, *ENDED_OTHERWISE, "table_laid"), 0),
        **dict.fromkeys(("end_attack", "attack_ended", "deck_shuffled"), 0),
        "card_without_effect": 1,
        **dict.fromkeys(("kutuzov_withdraw", "kutuzov_withdrew"), 5),
    },
)
