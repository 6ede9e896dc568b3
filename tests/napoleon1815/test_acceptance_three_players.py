"""Three players: the clauses of chapter 12, and the acceptance cases that ask for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from msgspec import to_builtins

from napoleon.chance import SeededChance
from napoleon.rules.events import REFEREE, SPECTATOR
from napoleon.rules.kit import sequence
from napoleon.rules.narration import describe
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.redaction import redacted
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon1815 import RULES as SHIPPED
from napoleon.rulesets.napoleon1815.events.cards import CardDrawn
from napoleon.rulesets.napoleon1815.events.casualties import (
    FatigueAssigned,
    FatigueIncurred,
    LossAssigned,
)
from napoleon.rulesets.napoleon1815.events.combat import CombatCalledOff, CombatCardsCounted
from napoleon.rulesets.napoleon1815.events.initiative import HandShown, InitiativeDecided
from napoleon.rulesets.napoleon1815.events.operations import (
    BlockSpent,
    OperationStarted,
    PlayerPassed,
)
from napoleon.rulesets.napoleon1815.events.partners import (
    ActingAllyNamed,
    ContactClosed,
    ContactOpened,
    LeaderDecided,
    MessageSent,
    SwapAnswered,
    SwapOffered,
)
from napoleon.rulesets.napoleon1815.events.windows import EventPlayed, EventProposed
from napoleon.rulesets.napoleon1815.orders import (
    ActivateStack,
    AgreeEvent,
    AnswerSwap,
    ChooseDelayedCorps,
    ChooseInertiaArea,
    DeclareBlue,
    NameActingAlly,
    PlayEvent,
    PlayRecoveryCard,
    SendMessage,
    SwapCard,
)
from napoleon.rulesets.napoleon1815.sequence import SEQUENCE
from napoleon.rulesets.napoleon1815.state import State
from napoleon.rulesets.napoleon1815.table import Table
from tests.napoleon1815.battles import field
from tests.napoleon1815.kit import (
    END,
    FIGHT,
    FINISH,
    FRENCH,
    MOVE,
    NOTHING,
    PACK,
    PASS,
    RULES,
    Played,
    Standing,
    activate,
    asked,
    at,
    fatigue,
    legal_orders,
    losses,
    march,
    play,
    position,
)
from tests.napoleon1815.marching import gone
from tests.napoleon1815.playing_cards import no_cards, number, windows
from tests.napoleon1815.scripted import HARMLESS, ScriptedChance, box, value

ANGLO_DUTCH, PRUSSIAN = "anglo_dutch", "prussian"
ALLIES = (ANGLO_DUTCH, PRUSSIAN)

ONE_EACH = {"ney": at("fleurus"), "picton": at("bruxelles"), "ziethen": at("jodoigne")}
"""A ready corps of each player, all far apart."""

TWO_EACH = {
    **ONE_EACH,
    "derlon": at("ligny"),
    "lobau": at("beaumont"),
    "reille": at("maubeuge"),
    "hill": at("ath"),
    "orange": at("nivelles"),
    "pirch": at("gembloux"),
}
"""Two ready corps of each player at least, so that nobody must pass for three goes."""

TOGETHER = {
    **ONE_EACH,
    "wellington": at("bruxelles"),
    "blucher": at("genappe"),
    "steinmetz": at("genappe"),
}
"""Wellington and Blücher in areas with a road between them."""

MIXED = {"drouot": at("ligny", 5, 1), "picton": at("ligny", 4, 0), "ziethen": at("ligny", 3, 1)}
"""Drouot, three cards, against a corps of each Allied army, one card each."""


def given(
    blocks: Mapping[str, Standing] = ONE_EACH,
    *,
    leader: str = ANGLO_DUTCH,
    rules: str = "conscript",
    **more: Any,
) -> State:
    """A position of a game of three players."""
    return position(blocks, options={"players": 3, "rules": rules}, leader=leader, **more)


def goes_on(state: State, chance: ScriptedChance | None = None) -> Played:
    """What happens by the rules until somebody has to decide."""
    table = Table(RULES.copied(state), PACK, chance or ScriptedChance())
    sequence.advance(SEQUENCE, table)
    return Played(table.state, table.recorded, None)


def order(state: State | Played, seat: str, given_order: Order) -> list[Any] | Refusal:
    """Give an order that stands in no list of offers."""
    at_hand = state.state if isinstance(state, Played) else state
    return RULES.decide(at_hand, seat, given_order, ScriptedChance())


def refused(state: State | Played, seat: str, given_order: Order) -> tuple[str, str]:
    """Code and clause of the refusal."""
    outcome = order(state, seat, given_order)
    assert isinstance(outcome, Refusal), outcome
    return outcome.code, outcome.clause


def data(event: Any, seat: str) -> dict[str, Any]:
    """What a seat reads of an event."""
    read: dict[str, Any] = redacted(event, Viewer(seat))["data"]
    return read


# -- cards and hands -------------------------------------------------------------------------------


def test_three_1_five_cards_are_replaced():
    both = {side: PACK.deck(side, 3) for side in ("french", "allied")}
    assert all(len(deck) == 36 for deck in both.values())
    new = [card for deck in both.values() for card in deck if card > 72]
    assert sorted(new) == [78, 79, 80, 81, 82]
    assert not {25, 42, 61, 67, 70} & {card for deck in both.values() for card in deck}
    replaced = {it.number: it.replaces for it in PACK.three_player_cards.values()}
    assert replaced == {78: 25, 79: 42, 80: 61, 81: 67, 82: 70}


@pytest.mark.parametrize("scenario", SHIPPED.pack.scenarios)
@pytest.mark.parametrize("rules", ["conscript", "grognard"])
def test_three_1_every_scenario_is_for_three_players(scenario: str, rules: str):
    chance = SeededChance("3" * 64, "0000001815", drawn=0)
    events = SHIPPED.setup(scenario, {"players": 3, "rules": rules}, chance)
    state = None
    for event in events:
        state = SHIPPED.apply(state, event)
    assert state is not None
    assert state.seats == [FRENCH, *ALLIES]
    for side in ("french", "allied"):
        held = [
            card
            for player, hand in state.hands.items()
            if (player == FRENCH) == (side == FRENCH)
            for card in hand
        ]
        lying = [*state.decks[side], *state.discards[side], *held]
        lying += [card for card in state.lasting.values() if SHIPPED.pack.cards[card].side == side]
        assert sorted(lying) == list(SHIPPED.pack.deck(side, 3))


def test_three_2_partners_do_not_see_each_others_orders_of_battle_and_hands():
    state = given(hands={ANGLO_DUTCH: [11], PRUSSIAN: [12]})
    for seat, partner in (ALLIES, ALLIES[::-1]):
        views = to_builtins(RULES.view(state, Viewer(seat)))
        seen = {it["army"]: it["visible"] for it in views["order-of-battle"]["armies"]}
        assert seen == {FRENCH: False, seat: True, partner: False}
        hands = {it["player"]: it["cards"] is not None for it in views["hand"]["hands"]}
        assert hands == {FRENCH: False, seat: True, partner: False}


def test_three_2_in_fog_of_war_the_partners_blocks_are_tokens():
    state = given(rules="grognard")
    for seat, own, other in ((ANGLO_DUTCH, "picton", "ziethen"), (PRUSSIAN, "ziethen", "picton")):
        areas = to_builtins(RULES.view(state, Viewer(seat)))["map"]["areas"]
        ids = {block["id"] for area in areas for block in area["blocks"]}
        assert own in ids
        assert other not in ids
        assert state.blocks[other].token in ids


def test_three_4_each_player_draws_out_of_the_common_deck():
    started = goes_on(given(phase="turn_end", to_go=""), ScriptedChance(otherwise=HARMLESS))
    draws = PACK.invasion_cards[started.state.invasion_card].draws
    drawn = {
        player: [it.card for it in started.events_of(CardDrawn) if it.player == player]
        for player in (FRENCH, *ALLIES)
    }
    assert {player: len(cards) for player, cards in drawn.items()} == {
        FRENCH: draws["french"],
        ANGLO_DUTCH: draws["allied"],
        PRUSSIAN: draws["allied"],
    }
    assert {PACK.cards[card].side for player in ALLIES for card in drawn[player]} == {"allied"}
    assert set(started.state.decks) == {"french", "allied"}
    for event in started.events_of(CardDrawn):
        for reader in (FRENCH, *ALLIES, SPECTATOR):
            assert data(event, reader)["card"] == (event.card if reader == event.player else None)


def test_delay_asks_the_prussian_whoever_drew_it():
    due = {"thielmann": (4, "jodoigne"), "bulow": (6, "jodoigne")}
    state = given(phase="draw", to_go="", hands={ANGLO_DUTCH: [3]}, reinforcements=due)
    waiting = goes_on(state)
    assert waiting.asked == [(PRUSSIAN, "choose_delayed_corps")]
    assert refused(waiting, ANGLO_DUTCH, ChooseDelayedCorps("bulow"))[0] == "NOT_YOUR_DECISION"
    delayed = play(
        waiting,
        PRUSSIAN,
        ChooseDelayedCorps("bulow"),
        chance=ScriptedChance([value(2)], [value(2), value(3)]),
    )
    assert delayed.state.reinforcements["bulow"].turn == 7


def test_ruling_55_inertia_spends_the_blocks_of_its_player_only():
    blocks = {
        **ONE_EACH,
        "steinmetz": at("bruxelles"),
        "pirch": at("gembloux"),
        "blucher": at("bruxelles"),
    }
    waiting = goes_on(given(blocks, phase="draw", to_go="", hands={PRUSSIAN: [2]}))
    assert waiting.asked == [(PRUSSIAN, "choose_inertia_area")]
    named = {it.area for it in legal_orders(waiting, PRUSSIAN) if isinstance(it, ChooseInertiaArea)}
    assert named == {"bruxelles", "gembloux", "jodoigne"}
    chance = ScriptedChance([value(2)], [value(2), value(3)])
    played = play(waiting, PRUSSIAN, ChooseInertiaArea("bruxelles"), chance=chance)
    assert [it.block for it in played.events_of(BlockSpent)] == ["steinmetz"]


# -- initiative and leader -------------------------------------------------------------------------


def flipped(
    french: int, anglo_dutch: int, prussian: int, blocks: Mapping[str, Standing] = ONE_EACH
) -> Played:
    """The initiative phase in which these values are flipped."""
    chance = ScriptedChance([value(french)], [value(anglo_dutch), value(prussian)])
    return goes_on(given(blocks, phase="initiative", to_go="", leader=""), chance)


@pytest.mark.parametrize(
    ("values", "side", "leader"),
    [
        ((2, 2, 2), FRENCH, ANGLO_DUTCH),
        ((3, 2, 3), FRENCH, PRUSSIAN),
        ((2, 1, 3), "allied", PRUSSIAN),
        ((2, 3, 1), "allied", ANGLO_DUTCH),
        ((1, 3, 3), "allied", ANGLO_DUTCH),
        ((5, 2, 3), FRENCH, PRUSSIAN),
    ],
)
def test_three_6_the_best_card_of_the_sides_and_the_better_allied_one(values, side, leader):
    decided = flipped(*values)
    assert decided.the(InitiativeDecided).side == side
    assert decided.the(LeaderDecided).player == leader
    assert decided.the(LeaderDecided).tie == (values[1] == values[2])
    assert decided.asked == [(FRENCH, "go") if side == FRENCH else (leader, "name_acting_ally")]


def test_ac_18_initiative_example():
    decided = flipped(2, 2, 2, TWO_EACH)
    initiative = decided.the(InitiativeDecided)
    assert (initiative.side, initiative.tie) == (FRENCH, True)
    assert "THREE.6" in initiative.clauses
    leader = decided.the(LeaderDecided)
    assert (leader.player, leader.tie, leader.clauses) == (ANGLO_DUTCH, True, ("THREE.6",))

    now = decided
    for french, ally, allied in (
        (activate("fleurus", "ney"), PRUSSIAN, activate("jodoigne", "ziethen")),
        (activate("ligny", "derlon"), ANGLO_DUTCH, activate("bruxelles", "picton")),
        (activate("beaumont", "lobau"), PRUSSIAN, activate("gembloux", "pirch")),
    ):
        assert now.asked == [(FRENCH, "go")]
        now = play(now, FRENCH, french, NOTHING)
        assert now.the(OperationStarted).player == FRENCH
        assert now.asked == [(ANGLO_DUTCH, "name_acting_ally")]
        now = play(now, ANGLO_DUTCH, NameActingAlly(ally))
        assert "THREE.7" in now.the(ActingAllyNamed).clauses
        assert now.asked == [(ally, "go")]
        now = play(now, ally, allied, NOTHING)
        assert now.the(OperationStarted).player == ally
        assert not now.events_of(PlayerPassed)
    assert now.asked == [(FRENCH, "go")]


def test_three_6_after_intuition_the_allies_flip_for_their_leader_only():
    intuition = number("intuition", "french")
    waiting = goes_on(given(phase="initiative", to_go="", leader="", hands={FRENCH: [intuition]}))
    chance = ScriptedChance([], [value(2), value(3)])
    decided = play(waiting, FRENCH, DeclareBlue(intuition), chance=chance)
    assert decided.the(InitiativeDecided).side == FRENCH
    assert [it.player for it in decided.flipped("leader")] == list(ALLIES)
    assert not decided.flipped("initiative")
    assert decided.the(LeaderDecided).player == PRUSSIAN


# -- goes ------------------------------------------------------------------------------------------


def test_three_7_the_leader_names_who_acts_with_his_own_blocks():
    blocks = {**ONE_EACH, "steinmetz": at("bruxelles")}
    waiting = goes_on(given(blocks, to_go="allied", leader=PRUSSIAN))
    assert waiting.asked == [(PRUSSIAN, "name_acting_ally")]
    assert refused(waiting, ANGLO_DUTCH, NameActingAlly(ANGLO_DUTCH)) == ("NOT_LEADER", "THREE.7")
    assert refused(waiting, PRUSSIAN, NameActingAlly(FRENCH)) == ("BAD_PAYLOAD", "THREE.7")
    assert refused(waiting, PRUSSIAN, PASS) == ("NOT_YOUR_GO", "THREE.7")
    named = play(waiting, PRUSSIAN, NameActingAlly(ANGLO_DUTCH))
    assert named.the(ActingAllyNamed).player == ANGLO_DUTCH
    assert named.asked == [(ANGLO_DUTCH, "go")]
    mine = [it.blocks for it in legal_orders(named, ANGLO_DUTCH) if isinstance(it, ActivateStack)]
    assert mine == [("picton",)]
    partners = play(named, ANGLO_DUTCH, activate("bruxelles", "steinmetz"))
    assert partners.refused == ("NOT_YOUR_BLOCK", "OPS.3")


def test_ac_65_a_pass_uses_up_the_allied_go():
    waiting = goes_on(given(TWO_EACH, to_go="allied"))
    passed = play(play(waiting, ANGLO_DUTCH, NameActingAlly(PRUSSIAN)), PRUSSIAN, PASS)
    assert passed.the(PlayerPassed).next_player == FRENCH
    assert passed.asked == [(FRENCH, "go")]

    now = passed
    for french, allied in (
        (activate("fleurus", "ney"), activate("bruxelles", "picton")),
        (activate("ligny", "derlon"), activate("nivelles", "orange")),
    ):
        now = play(now, FRENCH, french, NOTHING)
        prussian_is_out(now)
        now = play(now, ANGLO_DUTCH, allied, NOTHING)
        assert now.asked == [(FRENCH, "go")]
    now = play(now, FRENCH, PASS)
    prussian_is_out(now)
    chance = ScriptedChance(otherwise=HARMLESS)
    over = play(now, ANGLO_DUTCH, activate("ath", "hill"), NOTHING, chance=chance)
    assert [it.player for it in over.events_of(PlayerPassed)] == [ANGLO_DUTCH]
    assert over.state.turn == 3, "the Prussian is not asked again, though his corps are ready"


def prussian_is_out(now: Played) -> None:
    """It is an Allied go; the Anglo-Dutch player has it unnamed, though Prussians are ready."""
    assert now.block("ziethen").ready
    assert now.asked == [(ANGLO_DUTCH, "go")]
    again = refused(now, ANGLO_DUTCH, NameActingAlly(PRUSSIAN))
    assert again == ("ALREADY_PASSED", "RULING.39")
    assert refused(now, ANGLO_DUTCH, NameActingAlly(ANGLO_DUTCH))[0] == "DECISION_PENDING"
    assert refused(now, PRUSSIAN, PASS) == ("ALREADY_PASSED", "OPS.2")


def test_three_8_the_partner_of_a_player_who_passed_goes_on_until_he_passes():
    both = {**ONE_EACH, "orange": at("nivelles")}
    one_passed = given(both, passed=[FRENCH, PRUSSIAN], to_go=ANGLO_DUTCH)
    first = play(one_passed, ANGLO_DUTCH, activate("bruxelles", "picton"), NOTHING)
    assert first.asked == [(ANGLO_DUTCH, "go")]
    chance = ScriptedChance(otherwise=HARMLESS)
    assert play(first, ANGLO_DUTCH, PASS, chance=chance).state.turn == 3


def test_three_8_with_nothing_ready_both_pass_without_being_asked():
    spent = {name: it._replace(ready=name == "ney") for name, it in ONE_EACH.items()}
    waiting = goes_on(given(spent, to_go="allied"))
    assert waiting.asked == [(FRENCH, "go")]
    assert waiting.the(PlayerPassed).player == ANGLO_DUTCH
    chance = ScriptedChance(otherwise=HARMLESS)
    following = play(waiting, FRENCH, activate("fleurus", "ney"), NOTHING, chance=chance)
    assert PRUSSIAN in [it.player for it in following.events_of(PlayerPassed)]


# -- cards as events -------------------------------------------------------------------------------


def marched(hands: Mapping[str, Sequence[int]], **more: Any) -> Played:
    """Ney has marched a road; W.MOVEEND is open, if somebody holds a card."""
    begun = play(given(hands=hands, **more), FRENCH, activate("fleurus", "ney"))
    moving = play(no_cards(begun), FRENCH, MOVE, chance=ScriptedChance([value(3)]))
    ended = play(no_cards(gone(moving, FRENCH, "fleurus", "ligny")), FRENCH, END)
    return no_cards(ended, until="W.MOVEEND")


EXHAUSTION = PlayEvent(number("exhaustion", "allied"))


def test_three_9_the_leader_decides_whether_his_partners_card_is_played():
    waiting = marched({PRUSSIAN: [EXHAUSTION.card]})
    assert windows(waiting) == [(PRUSSIAN, "W.MOVEEND")]
    proposed = play(waiting, PRUSSIAN, EXHAUSTION)
    assert proposed.asked == [(ANGLO_DUTCH, "agree_event")]
    assert refused(proposed, PRUSSIAN, AgreeEvent(True)) == ("NOT_LEADER", "THREE.9")
    assert refused(proposed, FRENCH, AgreeEvent(True)) == ("NOT_LEADER", "THREE.9")
    assert refused(proposed, PRUSSIAN, EXHAUSTION) == ("LEADER_MUST_AGREE", "THREE.9")
    event = proposed.the(EventProposed)
    for reader in (*ALLIES, REFEREE):
        assert data(event, reader)["card"] == EXHAUSTION.card
        assert "exhaustion" in describe(event, Viewer(reader))
    for reader in (FRENCH, SPECTATOR):
        assert data(event, reader)["card"] is data(event, reader)["event"] is None
        assert describe(event, Viewer(reader)) == "prussian proposed to play a card."

    allowed = play(proposed, ANGLO_DUTCH, AgreeEvent(True))
    assert allowed.the(EventPlayed).player == PRUSSIAN
    assert allowed.block("ney").fatigue == 1
    denied = play(proposed, ANGLO_DUTCH, AgreeEvent(False))
    assert denied.state.hands[PRUSSIAN] == [EXHAUSTION.card]
    assert not denied.events_of(EventPlayed)
    assert denied.block("ney").fatigue == 0
    assert (PRUSSIAN, "window") not in denied.asked


def test_three_9_the_leader_himself_asks_nobody():
    played = play(marched({ANGLO_DUTCH: [EXHAUSTION.card]}), ANGLO_DUTCH, EXHAUSTION)
    assert played.the(EventPlayed).player == ANGLO_DUTCH


def test_three_9_the_allied_side_plays_one_card_in_all():
    roadblock = PlayEvent(number("roadblock", "allied"))
    hands = {ANGLO_DUTCH: [roadblock.card], PRUSSIAN: [EXHAUSTION.card]}
    begun = no_cards(play(given(hands=hands), FRENCH, activate("fleurus", "ney")))
    moving = play(begun, FRENCH, MOVE, chance=ScriptedChance([value(4)]))
    blocked = play(no_cards(moving, until="W.FLIPPED"), ANGLO_DUTCH, roadblock)
    over = play(no_cards(blocked), FRENCH, *march("fleurus", "ligny"))
    assert over.state.green == ["allied"]
    assert refused(over, PRUSSIAN, EXHAUSTION) == ("GREEN_CARD_USED", "CARDS.9")
    assert windows(play(over, FRENCH, END)) == []


def test_three_9_a_card_that_was_not_allowed_is_not_proposed_again_at_the_same_place():
    supply = number("supply", "allied")
    blocks = {**ONE_EACH, "ziethen": at("jodoigne", fatigue=2)}
    state = given(blocks, to_go=PRUSSIAN, passed=[FRENCH], hands={PRUSSIAN: [supply]})
    begun = play(no_cards(play(state, PRUSSIAN, activate("jodoigne", "ziethen"))), PRUSSIAN, MOVE,
                 chance=ScriptedChance([], [value(3)]))  # fmt: skip
    moving = no_cards(begun)
    card = PlayEvent(supply, ("ziethen",))
    denied = play(play(moving, PRUSSIAN, card), ANGLO_DUTCH, AgreeEvent(False))
    assert denied.asked == [(PRUSSIAN, "march")]
    assert play(denied, PRUSSIAN, card).refused == ("LEADER_MUST_AGREE", "THREE.9")
    farther = no_cards(play(denied, PRUSSIAN, *march("jodoigne", "gembloux")))
    assert play(farther, PRUSSIAN, card).asked == [(ANGLO_DUTCH, "agree_event")]


def test_ruling_8_of_two_partners_the_acting_one_is_asked_first():
    hands = {ANGLO_DUTCH: [13], PRUSSIAN: [14]}
    state = given(to_go=PRUSSIAN, passed=[FRENCH], hands=hands)
    begun = play(state, PRUSSIAN, activate("jodoigne", "ziethen"))
    assert windows(begun) == [(PRUSSIAN, "W.OPSTART")]


def test_ruling_82_an_attack_called_off_tells_no_partner_of_the_others_corps():
    blocks = {
        "drouot": at("ligny"),
        "ziethen": at("ligny", 3, 1, fatigue=6),
        "picton": at("marbais", 3, 0, fatigue=6),
    }
    card = number("march_to_the_guns", "allied")
    state = given(blocks, hands={ANGLO_DUTCH: [card]}, to_go=PRUSSIAN, passed=[FRENCH])
    begun = no_cards(play(state, PRUSSIAN, activate("ligny", "ziethen")))
    fighting = no_cards(play(begun, PRUSSIAN, FIGHT), until="W.COMBAT")
    joins = next(it for it in legal_orders(fighting, ANGLO_DUTCH) if isinstance(it, PlayEvent))
    called_off = play(fighting, ANGLO_DUTCH, joins).the(CombatCalledOff)
    assert {line.note.partition(":")[0] for line in called_off.breakdown} >= {"ziethen", "picton"}
    for seat in (FRENCH, *ALLIES):
        assert redacted(called_off, Viewer(seat))["breakdown"] is None


def test_ac_19_a_recovery_card_does_not_help_the_partners_corps():
    blocks = {
        "ney": at("fleurus", ready=False),
        "picton": at("bruxelles", fatigue=2, ready=False),
        "ziethen": at("jodoigne", fatigue=2, ready=False),
    }
    state = given(blocks, phase="recovery", to_go="", hands={ANGLO_DUTCH: [20]})
    assert asked(state) == [(ANGLO_DUTCH, "recovery")]
    refusal = play(state, ANGLO_DUTCH, PlayRecoveryCard(20, "ziethen")).refused
    assert refusal == ("PARTNERS_BLOCKS", "THREE.10")
    own = play(state, ANGLO_DUTCH, PlayRecoveryCard(20, "picton"), FINISH,
               chance=ScriptedChance(otherwise=HARMLESS))  # fmt: skip
    assert (own.block("picton").fatigue, own.block("ziethen").fatigue) == (0, 2)


# -- a stack of both armies ------------------------------------------------------------------------


def beaten(leader: str, **more: Any) -> Played:
    """Drouot has beaten the mixed stack: 3 losses and 1 fatigue, which the leader spreads."""
    begun = play(given({**MIXED, **more}, leader=leader), FRENCH, activate("ligny", "drouot"))
    chance = ScriptedChance([box(1, 1), box(1, 0), box(1, 0)], [box(0, 0), box(0, 0)])
    return play(begun, FRENCH, FIGHT, chance=chance)


@pytest.mark.parametrize("leader", ALLIES)
def test_three_12_the_leader_decides_for_a_stack_of_both_armies(leader: str):
    fought = beaten(leader)
    partner = next(it for it in ALLIES if it != leader)
    assert fought.asked == [(leader, "allocate_fatigue")]
    tired = play(fought, leader, fatigue(picton=0, ziethen=1))
    assert tired.the(FatigueAssigned, corps="ziethen").reader == PRUSSIAN
    assert tired.asked == [(leader, "allocate_losses")]
    assert refused(tired, partner, losses(picton=(2, 0), ziethen=(0, 1)))[0] == "NOT_YOUR_DECISION"
    bled = play(tired, leader, losses(picton=(2, 0), ziethen=(0, 1)))
    assert {(it.reader, it.corps) for it in bled.events_of(LossAssigned)} == {
        (ANGLO_DUTCH, "picton"),
        (PRUSSIAN, "ziethen"),
    }
    assert bled.asked == [(leader, "retreat")]
    first = legal_orders(bled, leader)[0]
    assert refused(bled, partner, first)[0] == "NOT_YOUR_DECISION"
    gone = play(bled, leader, first)
    assert gone.block("picton").area == gone.block("ziethen").area != "ligny"


@pytest.mark.parametrize(
    ("players", "leader", "decides"),
    [(3, ANGLO_DUTCH, ANGLO_DUTCH), (3, PRUSSIAN, PRUSSIAN), (2, "", "allied")],
    ids=["the Anglo-Dutch player leads", "the Prussian leads", "two players"],
)
def test_dp_38_who_spreads_the_fatigue_of_an_event_on_a_mixed_stack(players, leader, decides):
    skirmish_line = number("skirmish_line", FRENCH)
    state = field(
        MIXED, options={"players": players}, leader=leader, hands={FRENCH: [skirmish_line]}
    )
    begun = play(play(state, FRENCH, activate("ligny", "drouot")), FRENCH, FIGHT)
    assert windows(begun) == [(FRENCH, "W.COMBAT")]
    tiring = play(begun, FRENCH, PlayEvent(skirmish_line))
    incurred = tiring.the(FatigueIncurred)
    assert (incurred.player, incurred.corps) == (decides, ("picton", "ziethen"))
    assert tiring.lines(FatigueIncurred) == [(1, "CARD.skirmish_line")]

    assert tiring.asked == [(decides, "allocate_fatigue")]
    ways = [fatigue(picton=1, ziethen=0), fatigue(picton=0, ziethen=1)]
    assert legal_orders(tiring, decides) == ways
    for other in {*state.seats} - {decides}:
        assert refused(tiring, other, ways[0])[0] == "NOT_YOUR_DECISION"
    for way, tired in zip(ways, ("picton", "ziethen"), strict=True):
        blank = ScriptedChance([box(0, 0)] * 3, [box(0, 0)] * 2)
        spread = play(tiring, decides, way, chance=blank)
        assert [(it.player, it.corps) for it in spread.events_of(FatigueAssigned)] == [
            (decides, tired)
        ]
        assert {name: spread.block(name).fatigue for name in ("picton", "ziethen")} == way.points


@pytest.mark.parametrize(
    ("leader", "own", "strengths"),
    [(ANGLO_DUTCH, "picton", ((4, 0), (3, 0))), (PRUSSIAN, "ziethen", ((3, 1), (2, 1)))],
)
def test_ruling_82_nobody_but_the_leader_is_told_of_a_mixed_stack(leader, own, strengths):
    twins = []
    for strength in strengths:
        fought = beaten(leader, **{own: at("ligny", *strength)})
        tired = play(fought, leader, fatigue(picton=0, ziethen=1))
        bled = play(tired, leader, losses(picton=(2, 0), ziethen=(0, 1)))
        twins.append([*fought.events, *tired.events, *bled.events])
    partner = next(it for it in ALLIES if it != leader)
    for reader in (FRENCH, SPECTATOR, partner):
        one, other = (
            [(redacted(it, Viewer(reader)), describe(it, Viewer(reader))) for it in each]
            for each in twins
        )
        assert one == other
    [counted] = [
        it for it in twins[0] if isinstance(it, CombatCardsCounted) and it.side == "allied"
    ]
    for reader in ALLIES:
        assert redacted(counted, Viewer(reader))["breakdown"] is None
    assert redacted(counted, Viewer(REFEREE))["breakdown"]


def test_ruling_82_the_leader_is_offered_every_way_to_spread_the_losses():
    tired = play(beaten(ANGLO_DUTCH), ANGLO_DUTCH, fatigue(picton=0, ziethen=1))
    offered = legal_orders(tired, ANGLO_DUTCH)
    assert losses(picton=(2, 0), ziethen=(0, 1)) in offered
    assert losses(picton=(1, 0), ziethen=(1, 1)) in offered
    assert losses(picton=(2, 0), ziethen=(1, 0)) not in offered, "a cavalry point is owed"
    too_much = play(tired, ANGLO_DUTCH, losses(picton=(1, 0), ziethen=(0, 2)))
    assert too_much.refused == ("NOT_ENOUGH_SP", "COMBAT.4e")


def test_ruling_82_a_stack_of_one_army_is_its_owners_business_whoever_leads():
    blocks = {"drouot": at("ligny", 5, 1), "ziethen": at("ligny", 3, 1), "picton": at("bruxelles")}
    begun = play(given(blocks, leader=ANGLO_DUTCH), FRENCH, activate("ligny", "drouot"))
    chance = ScriptedChance([box(1, 1), box(0, 0), box(0, 0)], [box(0, 0)])
    fought = play(begun, FRENCH, FIGHT, chance=chance)
    assert fought.asked == [(PRUSSIAN, "allocate_losses")]
    counted = fought.the(CombatCardsCounted, side="allied")
    assert redacted(counted, Viewer(PRUSSIAN))["breakdown"]
    assert redacted(counted, Viewer(ANGLO_DUTCH))["breakdown"] is None


# -- contact ---------------------------------------------------------------------------------------

BOTH_HOLD = {ANGLO_DUTCH: [11], PRUSSIAN: [12]}


def test_ruling_81_nobody_is_asked_because_the_commanders_come_together():
    near = goes_on(given(TOGETHER, hands=BOTH_HOLD))
    assert not near.events_of(ContactOpened)
    assert near.asked == [(FRENCH, "go")]
    assert refused(near, ANGLO_DUTCH, SwapCard(11)) == ("NO_CONTACT", "RULING.81")


def said(state: State | Played, seat: str) -> list[Any] | Refusal:
    """What comes of a message of `seat`."""
    return order(state, seat, SendMessage("Ligny falls"))


@pytest.mark.parametrize("sender", ALLIES)
def test_three_3_a_message_is_read_by_the_partners_only(sender: str):
    state = given(TOGETHER)
    events = said(state, sender)
    assert isinstance(events, list)
    after = RULES.copied(state)
    for event in events:
        after = RULES.apply(after, event)
        for reader in (FRENCH, SPECTATOR):
            assert "falls" not in str(redacted(event, Viewer(reader)))
            assert "falls" not in describe(event, Viewer(reader))
    [message] = [event for event in events if isinstance(event, MessageSent)]
    for reader in (*ALLIES, REFEREE):
        assert data(message, reader)["text"] == "Ligny falls"
    assert after == state


def test_three_3_no_contact():
    apart = given()
    near = given(TOGETHER)
    refusals = [said(apart, seat) for seat in (FRENCH, *ALLIES)] + [said(near, FRENCH)]
    assert all(isinstance(it, Refusal) for it in refusals)
    assert {(it.code, it.clause) for it in refusals if isinstance(it, Refusal)} == {
        ("NO_CONTACT", "THREE.3")
    }
    assert refused(apart, PRUSSIAN, SwapCard()) == ("NO_CONTACT", "THREE.3")
    two = position(TOGETHER)
    assert refused(two, "allied", SendMessage("hello")) == ("NO_CONTACT", "THREE.3")


def test_three_3_partners_write_letters_only_while_they_may_talk():
    apart, near = given(), given(TOGETHER)
    for seat, other in (ALLIES, ALLIES[::-1]):
        refusal = RULES.refuse_talk(apart, seat, other)
        assert refusal is not None
        assert (refusal.code, refusal.clause) == ("NO_CONTACT", "THREE.3")
        assert RULES.refuse_talk(near, seat, other) is None
        for state in (apart, near):
            assert RULES.refuse_talk(state, seat, FRENCH) is None
            assert RULES.refuse_talk(state, FRENCH, seat) is None
    assert RULES.refuse_talk(position(TOGETHER), "allied", FRENCH) is None


def test_dispatches_ride_by_the_roads_and_the_other_side_captures_them():
    couriers = RULES.couriers
    assert couriers is not None
    state = given()
    assert couriers.distance(state, "ligny", "ligny") == 0
    assert couriers.distance(state, "ligny", "fleurus") == 1
    assert couriers.enemies(state, PRUSSIAN) == (FRENCH,)
    assert set(couriers.enemies(state, FRENCH)) == set(ALLIES)
    assert couriers.enemies(position(TOGETHER), FRENCH) == ("allied",)


def test_three_3_aides_de_camp_open_the_contact_in_the_initiative_phase():
    hands = {ANGLO_DUTCH: [78, 11], PRUSSIAN: [12]}
    waiting = goes_on(given(phase="initiative", to_go="", leader="", hands=hands))
    declared = play(play(waiting, PRUSSIAN, DeclareBlue()), ANGLO_DUTCH, DeclareBlue(78))
    assert declared.the(ContactOpened).reason == "aides-de-camp"
    assert not declared.events_of(HandShown), "as it does with one Allied player"
    assert declared.asked == [(ANGLO_DUTCH, "swap_card")]
    assert isinstance(said(declared, PRUSSIAN), list)
    assert play(declared, ANGLO_DUTCH, SwapCard(12)).refused == ("CARD_NOT_IN_HAND", "THREE.3")
    offered = play(declared, ANGLO_DUTCH, SwapCard(11))
    assert offered.asked == [(PRUSSIAN, "answer_swap")]
    swapped = play(offered, PRUSSIAN, AnswerSwap(12))
    for event in (offered.the(SwapOffered), swapped.the(SwapAnswered)):
        for reader in (FRENCH, SPECTATOR):
            assert data(event, reader)["card"] is None
            assert data(event, reader).get("offered") is None
        for reader in (*ALLIES, REFEREE):
            assert data(event, reader)["card"] in (11, 12)
    kept = play(play(swapped, ANGLO_DUTCH, SwapCard(12)), PRUSSIAN, AnswerSwap())
    assert kept.state.hands == swapped.state.hands
    closing = play(kept, ANGLO_DUTCH, SwapCard())
    chance = ScriptedChance([value(2)], [value(2), value(3)])
    closed = play(closing, PRUSSIAN, SwapCard(), chance=chance)
    assert closed.the(ContactClosed)
    assert closed.state.hands == {FRENCH: [], ANGLO_DUTCH: [12], PRUSSIAN: [11]}
    assert isinstance(said(closed, PRUSSIAN), Refusal)
