"""Set-up, and what the turn index is made of [chapter 3, SEQ.1]."""

import msgspec

from napoleon.chance import SeededChance
from napoleon.rulesets.napoleon1815 import RULES, with_pack
from napoleon.rulesets.napoleon1815.events.turn import GameWon
from tests.napoleon1815.kit import PACK
from tests.napoleon1815.random_play import whole_game

SEED = "18" * 32


def test_a_game_has_no_turns_but_its_own_nor_phases_but_the_rulebooks():
    game = whole_game(3)
    first = RULES.pack.scenarios[game.state.scenario].first_turn
    places = list(dict.fromkeys((event.turn, event.phase) for event in game.events))
    turns = sorted({turn for turn, _ in places} - {0})
    assert places[0] == (0, "setup")
    assert turns == list(range(first, turns[-1] + 1))
    phases = ["draw", "initiative", "operations", "recovery", "turn_end"]
    for turn in turns[:-1]:
        assert [phase for t, phase in places if t == turn] == phases


def test_a_game_may_be_won_before_anybody_decides():
    scenario = msgspec.structs.replace(
        PACK.scenarios["fixture"],
        victory_track=19,
        control={**PACK.scenarios["fixture"].control, "t1": "french"},
        reinforcements=(
            msgspec.structs.replace(
                PACK.scenarios["fixture"].reinforcements[0], turn=1, area="t1", alternatives=()
            ),
            *PACK.scenarios["fixture"].reinforcements[1:],
        ),
    )
    rules = with_pack(PACK)
    pack = rules.pack
    kept = pack.scenarios["fixture"]
    pack.scenarios["fixture"] = scenario
    try:
        events = rules.setup("fixture", {}, SeededChance(SEED, "game", 0))
    finally:
        pack.scenarios["fixture"] = kept
    won = events[-1]
    assert isinstance(won, GameWon)
    assert (won.side, won.clauses) == ("allied", ("VICTORY.6",))


def test_the_seed_alone_decides_what_is_drawn():
    once, again = (RULES.setup("campaign", {}, SeededChance(SEED, "game", 0)) for _ in range(2))
    assert once == again
