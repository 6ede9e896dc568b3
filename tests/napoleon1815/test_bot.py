"""The bot: it beats careless play, answers every question, and knows what its seat may see."""

from __future__ import annotations

from itertools import product, repeat
from random import Random
from statistics import mean

import msgspec
import pytest
from pytest import approx

from napoleon.rules.contract import installed
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon1815 import RULES as SHIPPED
from napoleon.rulesets.napoleon1815 import Napoleon1815
from napoleon.rulesets.napoleon1815.bot import Player, fighting, threats
from napoleon.rulesets.napoleon1815.bot.marching import Marches
from napoleon.rulesets.napoleon1815.bot.seen import Seen
from napoleon.rulesets.napoleon1815.bot.theatre import Theatre
from napoleon.rulesets.napoleon1815.bot.values import wear
from napoleon.rulesets.napoleon1815.orders import (
    AnswerOffer,
    AnswerSwap,
    DeclareBlue,
    OfferCards,
    PlayRecoveryCard,
    SwapCard,
)
from napoleon.rulesets.napoleon1815.sides import SIDES
from napoleon.rulesets.napoleon1815.state import State
from tests.napoleon1815.balance import Balance
from tests.napoleon1815.battles import BLANK, BOTH, LOSS, fight
from tests.napoleon1815.bot_games import BOTS
from tests.napoleon1815.bot_record import record
from tests.napoleon1815.kit import (
    ALLIED,
    ATTACK,
    DECLINE,
    END,
    FIGHT,
    FINISH,
    FRENCH,
    MOVE,
    PASS,
    RULES,
    Played,
    activate,
    at,
    fatigue,
    losses,
    march,
    play,
    position,
    retreat,
)
from tests.napoleon1815.playing_cards import hands, number
from tests.napoleon1815.published import SecretOut
from tests.napoleon1815.random_play import GAMES, KINDS, is_fog
from tests.napoleon1815.scripted import ScriptedChance, value
from tests.napoleon1815.twins import Twins
from tests.repetitions import so_many
from tests.rulesets.bot_games import Bots
from tests.rulesets.entrants import Form

FORMS = 4
WATCHED = so_many(1, 4)
SHORT = 3
PAIRS, ENOUGH_PAIRS = 12, 3
LAST_TURN = 10
TAKEN = {area.id: FRENCH for area in RULES.pack.areas.values() if area.victory_points}
"""Every place that scores is French."""


def advised(bot: Player, state: State, decision: Decision, rules: Napoleon1815 = SHIPPED) -> Order:
    """What the bot answers, told what the service tells the seat."""
    served = msgspec.json.encode(rules.view(state, Viewer(decision.seat)))
    views = msgspec.json.decode(served, type=rules.views_type)
    return bot.choose(views, decision, rules.legal_orders(state, decision))


def answer(given: State | Played, seat: str = FRENCH) -> Order:
    """What the bot answers for a seat."""
    state = given.state if isinstance(given, Played) else given
    decision = next(it for it in RULES.decisions(state) if it.seat == seat)
    return advised(Player(Random(0)), state, decision, RULES)


# -- it is good enough for a test game -------------------------------------------------------------


def test_it_is_installed() -> None:
    assert installed()["napoleon1815"].bot is Player


@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", KINDS[:FORMS], ids=str)
def test_it_answers_for_every_seat(kind: Form) -> None:
    _, kinds = BOTS.play(1815, kind)
    assert {"go", "choose_action", "march", "window"} <= kinds.keys()
    assert ("place_scout" in kinds) == is_fog(kind)


def test_it_answers_a_partner_of_another_mind() -> None:
    form = Form("waterloo_wavre", {"players": 3})
    bots = Bots(SHIPPED, 0, ["prussian"])
    for _ in GAMES.moments(0, bots, form):
        pass
    assert "agree_event" in bots.answers


def beside_a_partner(*orders: tuple[str, Order], contact: str = "") -> tuple[State, Decision]:
    """The commanders are together, and the partner of the Prussian has done this."""
    blocks = {"ney": at("fleurus"), "picton": at("ligny"), "ziethen": at("ligny")}
    blocks |= {"wellington": at("ligny"), "blucher": at("ligny")}
    held = {"anglo_dutch": [11, 13], "prussian": [12, 18]}
    given = position(blocks, hands=held, options={"players": 3}, leader="anglo_dutch")
    given.contact = contact
    for seat, order in orders:
        given = play(given, seat, order).state
    [decision] = RULES.decisions(given)
    assert decision.seat == "prussian"
    return given, decision


def test_it_swaps_nothing_and_answers_whoever_does() -> None:
    closing = beside_a_partner(("anglo_dutch", SwapCard()), contact="aides-de-camp")
    assert advised(Player(Random(0)), *closing, RULES) == SwapCard()
    asked = beside_a_partner(("anglo_dutch", SwapCard(11)), contact="aides-de-camp")
    assert isinstance(advised(Player(Random(0)), *asked, RULES), AnswerSwap)


@pytest.mark.parametrize(
    ("offer", "accept"),
    [
        (OfferCards((11,)), True),
        (OfferCards((11,), (12,)), True),
        (OfferCards((11, 13), (18,)), True),
        (OfferCards((), (12,)), False),
        (OfferCards((11,), (12, 18)), False),
        (OfferCards((11,), (14,)), False),
    ],
    ids=["a gift", "card for card", "two for one", "for nothing", "one for two", "not held"],
)
def test_it_accepts_what_is_no_bad_bargain(offer: OfferCards, accept: bool) -> None:
    waiting = beside_a_partner(("anglo_dutch", offer))
    assert advised(Player(Random(0)), *waiting, RULES) == AnswerOffer(accept)


def test_it_looks_at_so_many_offers_and_no_more() -> None:
    state = position({"ney": at("p3")})
    views = RULES.view(state, Viewer(FRENCH))
    assert Player(Random(0)).choose(views, RULES.decisions(state)[0], repeat(PASS)) == PASS


def test_it_cannot_answer_without_offers() -> None:
    state = position({"ney": at("p3")})
    with pytest.raises(ValueError, match="empty"):
        Player(Random(0)).choose(RULES.view(state, Viewer(FRENCH)), RULES.decisions(state)[0], [])


def test_both_decks_are_alike_and_it_counts_their_cards_right() -> None:
    decks = {side: SHIPPED.pack.deck(side, 2) for side in SIDES}
    values = {side: [SHIPPED.pack.cards[it] for it in deck] for side, deck in decks.items()}
    for side, cards in values.items():
        assert mean(it.losses for it in cards) == approx(fighting.HITS, abs=0.006), side
        assert mean(it.fatigue for it in cards) == approx(fighting.TIRES, abs=0.006), side
        chances = [mean(it.value >= points for it in cards) for points in range(7)]
        assert chances == approx([*threats.AT_LEAST, 0], abs=0.006)
    pairs = product(values[FRENCH], values[ALLIED])
    french_first = mean(french.value >= allied.value for french, allied in pairs)
    assert {FRENCH: french_first, ALLIED: 1 - french_first} == approx(threats.FIRST, abs=0.006)


@pytest.mark.parametrize("watched", WATCHED)
def test_it_uses_its_corps_and_calls_no_attack_off(watched: int) -> None:
    """In `make soak` over hundreds of games, and in the campaign, where few may act at first."""
    games = [record(number, "historical_invasion") for number in range(watched)]
    assert sum(it.called_off for it in games) == 0
    assert sum(it.soaked for it in games) == 0, "four corps in the rain, for nothing"
    assert sum(it.left for it in games) == 0, "three ready corps, without a reason"
    idle = sum(it.idle.total() for it in games)
    assert idle < sum(it.present.total() for it in games) / 2


@pytest.mark.sampled(1)
@pytest.mark.parametrize("scenario", ["ligny_quatre_bras", "waterloo_wavre"])
def test_both_sides_attack_in_a_short_game(scenario: str) -> None:
    """`make balance` counts it, and who wins, in 200 games of every scenario."""
    balance = Balance.of(scenario, [record(number, scenario) for number in range(1, SHORT + 1)])
    assert min(balance.attacks.values()) >= 1, balance
    least, most = balance.interval
    assert 0 <= least < balance.share + 0.01 and balance.share - 0.01 < most <= 1


def test_a_share_of_many_games_is_known_within_its_interval() -> None:
    half = Balance("campaign", 200, 0.5, dict.fromkeys(SIDES, 5.0))
    assert half.interval == approx((0.4314, 0.5686), abs=0.0001)


# -- what it considers -----------------------------------------------------------------------------


def test_it_goes_where_something_is_to_be_taken() -> None:
    foe = at("bruxelles", ready=False)
    control = TAKEN | {"t1": ALLIED}
    state = position({"ney": at("p3"), "uxbridge": foe}, control=control, turn=LAST_TURN)
    assert answer(state) == activate("p3", "ney")
    begun = play(state, FRENCH, activate("p3", "ney"))
    assert answer(begun) == MOVE
    chance = ScriptedChance(french=[value(4)])
    marching = play(begun, FRENCH, MOVE, chance=chance)
    assert [answer(marching)] == march("p3", "t1")
    assert answer(play(marching, FRENCH, *march("p3", "t1"))) == END, "there is nothing beyond"


def test_it_takes_on_its_way_what_it_passes() -> None:
    state = position({"ney": at("p3")}, control=TAKEN | {"t1": ALLIED, "c1": ALLIED})
    chance = ScriptedChance(french=[value(4)])
    marching = play(state, FRENCH, activate("p3", "ney"), MOVE, chance=chance)
    assert [answer(marching)] == march("p3", "t1"), "one road aside, and enough points for both"


def test_it_spares_the_tired() -> None:
    state = position({"ney": at("p3", fatigue=6), "uxbridge": at("bruxelles")}, control=TAKEN)
    assert answer(state) == PASS


def test_it_attacks_where_it_has_the_better_of_it() -> None:
    stack = {it: at("p2") for it in ("napoleon", "derlon", "vandamme", "drouot")}
    given = position({**stack, "steinmetz": at("p3")})
    chance = ScriptedChance(french=[value(5)])
    moved = play(given, FRENCH, activate("p2", *stack), MOVE, *march("p2", "p3"), chance=chance)
    assert answer(moved) == ATTACK


def test_both_sides_take_the_same_risk() -> None:
    """Four combat cards to two are enough for either of them."""
    prussians, french = ("pirch", "bulow"), ("reille", "derlon")
    blocks = {it: at("p3") for it in (*prussians, *french)}
    for side, ours, theirs in ((ALLIED, prussians, french[0]), (FRENCH, french, prussians[0])):
        flags = dict.fromkeys(TAKEN, side)
        given = position({it: blocks[it] for it in (*ours, theirs)}, to_go=side, control=flags)
        asked = play(given, side, activate("p3", *ours))
        assert answer(asked, side) == FIGHT, side


def test_the_last_turns_are_bolder_than_those_before() -> None:
    stack = {it: at("p3") for it in ("reille", "derlon")}
    foes = {it: at("p3") for it in ("pirch", "bulow")}
    flags = dict.fromkeys(TAKEN, FRENCH)
    turns = [position({**stack, **foes}, control=flags, turn=turn) for turn in (2, LAST_TURN)]
    views = [Seen(RULES.view(it, Viewer(FRENCH))) for it in turns]
    assert fighting.caution(views[0]) > fighting.caution(views[1])


def test_it_activates_no_large_stack_in_the_rain_for_nothing() -> None:
    """Four corps would need a 5 to march at all, and one of them is tired by it at once."""
    stack = {it: at("p2") for it in ("derlon", "vandamme", "gerard", "lobau")}
    rain, flags = {"rain": 37}, TAKEN | {"t1": ALLIED}
    views = RULES.view(position(stack, control=flags, lasting=rain), Viewer(FRENCH))
    marches = Marches(Theatre(Seen(views)))
    all_four, one = (marches.theatre.seen.stack(it) for it in (stack, ["derlon"]))
    assert marches.march(all_four, "p2") == 0 < marches.march(one, "p2")


def test_it_expects_of_a_march_what_its_card_may_give() -> None:
    """One point always takes it to T1, two or more to whatever is better; less it never has."""
    state = position({"ney": at("p3")}, control=TAKEN | {"t1": ALLIED}, turn=LAST_TURN)
    marches = Marches(Theatre(Seen(RULES.view(state, Viewer(FRENCH)))))
    stack = marches.theatre.seen.stack(["ney"])
    prospects = [marches.ground(stack).prospect(it) for it in ("p3", "t1")]
    gain = marches.march(stack, "p3")
    assert 0 < gain <= prospects[1] - prospects[0]


def test_it_starts_no_operation_without_a_gain() -> None:
    """Three ready corps or not: everything is French, and nobody near."""
    stack = {"ney": at("p3"), "grouchy": at("p3"), "derlon": at("p3")}
    foe = {"uxbridge": at("bruxelles", ready=False)}
    for blocks in (stack, {"ney": at("p3")}):
        assert answer(position({**blocks, **foe}, control=TAKEN, turn=LAST_TURN)) == PASS


def test_it_does_not_pass_while_ready_corps_have_something_to_gain() -> None:
    stack = {"ney": at("p3"), "grouchy": at("p3"), "derlon": at("p3")}
    state = position(
        {**stack, "uxbridge": at("bruxelles", ready=False)}, control=TAKEN | {"t1": ALLIED}
    )
    assert answer(state) != PASS


def test_fatigue_costs_less_in_the_last_turn() -> None:
    views = (
        Seen(RULES.view(position({"ney": at("p3")}, turn=turn), Viewer(FRENCH)))
        for turn in (2, LAST_TURN)
    )
    before, at_the_end = (wear(it, it.blocks["ney"], 3) for it in views)
    assert before > at_the_end > 0


def test_it_does_not_attack_what_is_too_strong() -> None:
    given = position({"reille": at("p2"), "pirch": at("p3"), "bulow": at("p3")})
    chance = ScriptedChance(french=[value(4)])
    moved = play(given, FRENCH, activate("p2", "reille"), MOVE, *march("p2", "p3"), chance=chance)
    assert answer(moved) == DECLINE


def test_it_gives_fatigue_and_losses_to_those_who_can_bear_them() -> None:
    stack = {"derlon": at("p3", fatigue=4), "vandamme": at("p3", 1, 0)}
    given = position({**stack, "steinmetz": at("p3"), "gerard": at("maubeuge")})
    beaten = fight(given, FRENCH, "p3", *stack, french=[BLANK] * 3, allied=[BOTH])
    assert answer(beaten) == fatigue(derlon=0, vandamme=1), "the fifth point would exhaust D'Erlon"
    struck = play(beaten, FRENCH, fatigue(derlon=0, vandamme=1))
    assert answer(struck) == losses(derlon=(1, 0), vandamme=(0, 0)), "and Vandamme would be gone"


def test_it_retreats_from_the_enemy() -> None:
    foes = {"pirch": at("p3"), "bulow": at("p3"), "ziethen": at("f1")}
    given = position({"lobau": at("p3"), "gerard": at("t1"), **foes})
    beaten = fight(given, FRENCH, "p3", "lobau", french=[BLANK], allied=[LOSS] + [BLANK] * 3)
    beaten = play(beaten, FRENCH, losses(lobau=(1, 0)))
    assert [answer(beaten)] == retreat("p3", "t1"), "to friends; Ziethen is near P2"


def test_it_recovers_the_exhausted_and_keeps_the_card_otherwise() -> None:
    card = 47
    for points, order in ((5, PlayRecoveryCard(card, "ney")), (1, FINISH)):
        tired = at("p3", fatigue=points, ready=False)
        given = position({"ney": tired}, phase="recovery", hands={FRENCH: [card]})
        assert answer(given) == order


def test_it_plays_a_card_that_helps() -> None:
    given = position({"ney": at("p3"), "uxbridge": at("bruxelles")}, hands=hands("reserve"))
    reserve = number("reserve", FRENCH)
    asked = msgspec.structs.replace(given, phase="initiative", initiative="", to_go="")
    assert answer(asked) == DeclareBlue(reserve)


# -- what it knows ---------------------------------------------------------------------------------


def test_it_knows_no_strength_that_is_hidden() -> None:
    """Other strength and fatigue, and another hand: he who sees them answers otherwise."""
    foe, hand = at("p3", 1, 0, fatigue=6), number("ambush", ALLIED)
    weak = position({"derlon": at("p2"), "pirch": foe}, hands={ALLIED: [hand]})
    strong = position({"derlon": at("p2"), "pirch": at("p3")})
    assert answer(weak) == answer(strong)
    ours = [answer(msgspec.structs.replace(it, to_go=ALLIED), ALLIED) for it in (weak, strong)]
    assert ours[0] != ours[1]


def test_it_knows_no_block_that_is_hidden() -> None:
    """In fog two stacks look alike whatever is in them; in the open they do not."""

    def stacks(near: str, far: str, **options: str) -> State:
        ours = {it: at("p3") for it in ("napoleon", "reille", "derlon", "drouot")}
        return position(
            {**ours, near: at("p2"), far: at("jodoigne")}, control=TAKEN, options=options
        )

    hidden, visible = (
        [
            answer(stacks(*foes, **options))
            for foes in (("steinmetz", "pirch"), ("pirch", "steinmetz"))
        ]
        for options in ({"rules": "grognard"}, {"rules": "conscript"})
    )
    assert hidden[0] == hidden[1]
    assert visible[0] != visible[1]


def test_it_answers_twins_alike() -> None:
    """Whole positions out of play that differ in what the seat may not know."""
    compared = 0
    for pair in range(PAIRS):
        twins = Twins(pair)
        try:
            twins.part()
        except SecretOut:
            continue
        for decision in SHIPPED.decisions(twins.states[0]):
            if decision.seat in twins.readers:
                one, other = (advised(Player(Random(pair)), it, decision) for it in twins.states)
                assert one == other
                compared += 1
    assert compared >= ENOUGH_PAIRS
