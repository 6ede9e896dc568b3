"""Standing orders: what a seat says in advance about the windows of its cards."""

from __future__ import annotations

from typing import Any

import pytest

from napoleon.rules.orders import Order
from napoleon.rules.standing_orders import Kept
from napoleon.rulesets.napoleon1815.events.windows import (
    BlueCardDeclared,
    EventPlayed,
    WindowDeclined,
)
from napoleon.rulesets.napoleon1815.orders import DeclareBlue, NameActingAlly, PlayEvent
from napoleon.rulesets.napoleon1815.standing_orders import AskMe, DeclineAll, PlayCard
from napoleon.rulesets.napoleon1815.standing_orders import DeclineWindow as Decline
from napoleon.rulesets.napoleon1815.state import State
from tests import acting
from tests.acting import state_of
from tests.napoleon1815.battles import field
from tests.napoleon1815.kit import (
    ALLIED,
    END,
    FINISH,
    FRENCH,
    MOVE,
    NO_BLUE,
    NOTHING,
    PACK,
    PASS,
    RULES,
    Played,
    activate,
    asked,
    at,
    legal_orders,
    play,
    position,
)
from tests.napoleon1815.marching import gone, set_out
from tests.napoleon1815.playing_cards import NO_CARD, hands, no_cards, number, windows
from tests.napoleon1815.scripted import HARMLESS, ScriptedChance, value

PRUSSIAN, ANGLO_DUTCH = "prussian", "anglo_dutch"

CONFUSION = number("confusion", ALLIED)
ROADBLOCK = number("roadblock", ALLIED)
INSUBORDINATION = number("insubordination", ALLIED)
COUNTER_MOVE = number("counter_move", ALLIED)
SUPPLY = number("supply", ALLIED)
RED = number("rain", ALLIED)
RESERVE = number("reserve", ALLIED)
LIGHT_CAVALRY = number("light_cavalry", FRENCH)

OPSTART = Decline("W.OPSTART")


def leave(given: State | Played, seat: str, *instructions: Any) -> list[Kept]:
    """The standing orders as they are kept when `seat` leaves them here."""
    return acting.leave(RULES, given, seat, instructions)


def answer(given: State | Played, kept: list[Kept]) -> Order | None:
    """What the standing orders that have not run out answer to the first open decision."""
    return acting.answer(RULES, given, kept)


def go_on(given: State | Played, kept: list[Kept], **how: Any) -> Played:
    """Everybody answers what standing orders answer for them, up to a question they do not."""
    played = Played(state_of(given), [], None)
    while (order := answer(played, kept)) is not None:
        played = play(played, asked(played)[0][0], order, **how)
    return played


def refused(given: State, seat: str, instruction: Any) -> tuple[str, str, dict[str, Any]]:
    """Code, clause and facts of the refusal of a standing order."""
    refusal = RULES.standing.refuse(given, seat, instruction)
    assert refusal is not None
    return refusal.code, refusal.clause, refusal.facts


def operations(**given: Any) -> State:
    """The French are to go, with three corps; the Allies hold two cards against them."""
    blocks = {"derlon": at("p1"), "reille": at("ligny"), "hill": at("ath")}
    return field(blocks, **{"hands": {ALLIED: [COUNTER_MOVE, ROADBLOCK]}, **given})


def started(given: State | Played, *area_and_block: str) -> Played:
    """The French activate a corps."""
    area, block = area_and_block or ("p1", "derlon")
    return play(given, FRENCH, activate(area, block))


def done(given: State | Played, kept: list[Kept], seat: str = FRENCH) -> Played:
    """The operation that was begun ends without an action."""
    return go_on(play(go_on(given, kept), seat, NOTHING), kept)


def entered(*areas: str, **given: Any) -> Played:
    """D'Erlon marches along areas; the Allies hold Confusion."""
    begun = field({"derlon": at(areas[0])}, hands=hands(allied="confusion"), **given)
    moving = no_cards(set_out(begun, FRENCH, areas[0], "derlon", points=5))
    return gone(moving, FRENCH, *areas)


def flip(points: int) -> ScriptedChance:
    return ScriptedChance([value(points)])


# -- decline this kind of window -----------------------------------------------------------------


def test_one_kind_of_window_is_declined_and_others_ask():
    given = operations()
    kept = leave(given, ALLIED, OPSTART)
    begun = started(given)
    assert windows(begun) == [(ALLIED, "W.OPSTART")]
    declined = go_on(begun, kept)
    assert declined.asked == [(FRENCH, "choose_action")]
    flipped = play(declined, FRENCH, MOVE, chance=flip(3))
    assert windows(flipped) == [(ALLIED, "W.FLIPPED")]
    assert answer(flipped, kept) is None


def test_a_kind_is_declined_to_the_end_of_the_operation():
    given = operations()
    kept = leave(started(given), ALLIED, Decline("W.OPSTART", until="operation"))
    first = done(started(given), kept)
    assert first.asked == [(ALLIED, "go")]
    second = started(play(first, ALLIED, PASS), "ligny", "reille")
    assert windows(second) == [(ALLIED, "W.OPSTART")]
    assert answer(second, kept) is None


@pytest.mark.parametrize("instruction", [Decline, AskMe])
def test_left_between_operations_it_holds_for_the_next_one(instruction):
    given = operations()
    [kept] = leave(given, ALLIED, instruction("W.OPSTART", until="operation"))
    begun = started(given)
    assert not RULES.standing.has_expired(given, kept)
    assert not RULES.standing.has_expired(begun.state, kept)
    over = play(play(begun, ALLIED, NO_CARD), FRENCH, NOTHING)
    assert RULES.standing.has_expired(over.state, kept)
    after = play(over, ALLIED, PASS)
    assert RULES.standing.has_expired(started(after, "ligny", "reille").state, kept)


def test_left_after_the_last_operation_it_holds_for_the_first_of_the_next_turn():
    given = operations(turn=2, phase="recovery", to_go="")
    [kept] = leave(given, ALLIED, Decline("W.OPSTART", until="operation"))
    later = operations(turn=3)
    assert not RULES.standing.has_expired(later, kept)
    assert answer(started(later), [kept]) == NO_CARD
    over = play(play(started(later), ALLIED, NO_CARD), FRENCH, NOTHING)
    assert RULES.standing.has_expired(over.state, kept)


def test_a_kind_is_declined_to_the_end_of_the_turn():
    given = operations()
    kept = leave(given, ALLIED, Decline("W.OPSTART", until="turn"))
    first = done(started(given), kept)
    second = started(play(first, ALLIED, PASS), "ligny", "reille")
    assert answer(second, kept) == NO_CARD
    next_turn = operations(turn=3)
    assert windows(started(next_turn)) == [(ALLIED, "W.OPSTART")]
    assert answer(started(next_turn), kept) is None


def test_a_kind_is_declined_until_it_is_withdrawn():
    kept = leave(operations(), ALLIED, OPSTART)
    assert answer(started(operations(turn=3)), kept) == NO_CARD


def test_a_declined_blue_card():
    given = position({"derlon": at("p1")}, phase="initiative", hands={FRENCH: [RESERVE]})
    kept = leave(given, FRENCH, Decline("W.INIT"))
    assert asked(given) == [(FRENCH, "declare_blue")]
    assert answer(given, kept) == NO_BLUE


# -- decline all until my next go ----------------------------------------------------------------


def test_all_windows_are_declined_until_the_next_go():
    given = operations()
    kept = leave(given, ALLIED, DeclineAll())
    begun = go_on(started(given), kept)
    moving = go_on(play(begun, FRENCH, MOVE, chance=flip(3)), kept)
    assert moving.the(WindowDeclined).window == "W.FLIPPED"
    over = go_on(play(moving, FRENCH, END), kept)
    assert over.asked == [(ALLIED, "go")]
    assert not RULES.standing.has_expired(over.state, kept[0])
    own = play(over, ALLIED, activate("ath", "hill"))
    assert RULES.standing.has_expired(own.state, kept[0])
    assert RULES.standing.has_expired(play(over, ALLIED, PASS).state, kept[0])


def test_left_in_an_operation_of_ones_own_it_holds_to_the_go_after_it():
    given = operations(to_go=ALLIED, hands={ALLIED: [SUPPLY]})
    own = play(given, ALLIED, activate("ath", "hill"))
    kept = leave(own, ALLIED, DeclineAll())
    assert windows(own) == [(ALLIED, "W.OPSTART")]
    over = done(go_on(own, kept), kept, ALLIED)
    assert over.asked == [(FRENCH, "go")]
    french = done(started(over), kept)
    assert french.asked == [(ALLIED, "go")]
    assert not RULES.standing.has_expired(french.state, kept[0])


def test_who_has_passed_declines_into_the_next_turn():
    passed = play(operations(), FRENCH, PASS)
    [kept] = leave(passed, FRENCH, DeclineAll())
    passed = no_cards(play(passed, ALLIED, activate("ath", "hill")))
    passed = no_cards(play(passed, ALLIED, NOTHING))
    assert not RULES.standing.has_expired(passed.state, kept), "an operation of the enemy"
    turned = play(passed, ALLIED, PASS)
    assert turned.asked == [(ALLIED, "recovery")]
    turned = play(turned, ALLIED, FINISH, chance=ScriptedChance(otherwise=HARMLESS))
    assert turned.asked == [(FRENCH, "declare_blue")]
    assert turned.state.turn == 3
    assert not RULES.standing.has_expired(turned.state, kept)
    assert answer(turned, [kept]) == NO_BLUE
    to_go = operations(turn=3)
    assert not RULES.standing.has_expired(to_go, kept)
    assert RULES.standing.has_expired(started(to_go).state, kept)
    assert RULES.standing.has_expired(play(to_go, FRENCH, PASS).state, kept)
    assert RULES.standing.has_expired(operations(turn=4), kept), "no turn goes by without a go"


def test_three_7_a_go_of_the_partner_is_one_of_the_side():
    given = field(
        {"hill": at("ath"), "ziethen": at("namur")},
        options={"players": 3},
        to_go=ALLIED,
        leader=PRUSSIAN,
    )
    [kept] = leave(given, ANGLO_DUTCH, DeclineAll())
    named = play(given, PRUSSIAN, NameActingAlly(PRUSSIAN))
    assert not RULES.standing.has_expired(named.state, kept)
    gone = play(named, PRUSSIAN, activate("namur", "ziethen"))
    assert RULES.standing.has_expired(gone.state, kept)


# -- play this card ------------------------------------------------------------------------------


def test_a_card_is_played_when_the_stack_enters_one_of_the_areas():
    given = field({"derlon": at("p1")}, hands=hands(allied="confusion"))
    kept = leave(given, ALLIED, PlayCard(CONFUSION, areas=("c1", "p4")))
    moved = go_on(entered("p1", "p2", "p3", "p4"), kept)
    played = moved.the(EventPlayed)
    assert (played.player, played.card, played.window) == (ALLIED, CONFUSION, "W.ENTERED")
    assert RULES.standing.has_expired(moved.state, kept[0]), "its card is gone"


def test_elsewhere_the_seat_is_asked():
    given = field({"derlon": at("p1")}, hands=hands(allied="confusion"))
    kept = leave(given, ALLIED, PlayCard(CONFUSION, areas=("c1", "p5")))
    moved = entered("p1", "p2", "p3", "p4")
    assert windows(moved) == [(ALLIED, "W.ENTERED")]
    assert answer(moved, kept) is None


def test_without_areas_a_card_is_played_in_its_first_window():
    kept = leave(operations(), ALLIED, PlayCard(ROADBLOCK))
    begun = started(operations())
    assert answer(begun, kept) is None, "a Roadblock has no place at the start"
    flipped = play(begun, ALLIED, NO_CARD)
    flipped = play(flipped, FRENCH, MOVE, chance=flip(3))
    assert answer(flipped, kept) == PlayEvent(ROADBLOCK)


def test_a_card_waits_for_the_window_that_was_named():
    given = operations(hands={ALLIED: [INSUBORDINATION]})
    kept = leave(given, ALLIED, PlayCard(INSUBORDINATION, "W.FLIPPED", blocks=("reille",)))
    begun = started(given)
    order = PlayEvent(INSUBORDINATION, ("reille",))
    assert order in legal_orders(begun, ALLIED)
    assert answer(begun, kept) is None
    flipped = play(play(begun, ALLIED, NO_CARD), FRENCH, MOVE, chance=flip(3))
    assert answer(flipped, kept) == order


@pytest.mark.parametrize(("points", "played"), [(1, True), (2, True), (3, False)])
def test_a_card_waits_until_few_movement_points_are_left(points, played):
    kept = leave(operations(), ALLIED, PlayCard(ROADBLOCK, at_most=2))
    begun = started(operations())
    assert answer(begun, kept) is None, "no card has been flipped"
    flipped = play(play(begun, ALLIED, NO_CARD), FRENCH, MOVE, chance=flip(points))
    assert answer(flipped, kept) == (PlayEvent(ROADBLOCK) if played else None)


def test_in_fog_nobody_counts_the_movement_points_of_others():
    hidden = operations(options={"rules": "grognard"})
    word = PlayCard(ROADBLOCK, at_most=2)
    assert refused(hidden, ALLIED, word) == ("FOG_OF_WAR", "VIS.6", {})


def test_a_counter_order_is_played_against_a_card():
    counter = number("counter_order", ALLIED)
    given = field({"derlon": at("p1")}, hands={FRENCH: [47], ALLIED: [counter]})
    kept = leave(given, ALLIED, PlayCard(counter))
    forced = play(set_out(given, FRENCH, "p1", "derlon", points=3), FRENCH, PlayEvent(47))
    assert windows(forced) == [(ALLIED, "W.PLAYED")]
    assert answer(forced, kept) == PlayEvent(counter)


def test_a_card_takes_along_what_it_asks_for():
    given = field({"picton": at("nivelles")}, phase="initiative", to_go="", hands={ALLIED: [7]})
    kept = leave(given, ALLIED, PlayCard(7, blocks=("picton",)))
    assert asked(given) == [(ALLIED, "declare_blue")]
    assert answer(given, kept) == DeclareBlue(7, corps="picton")
    declared = go_on(given, kept, chance=ScriptedChance([value(3)], [value(4)]))
    assert declared.the(BlueCardDeclared).card == 7
    elsewhere = leave(given, ALLIED, PlayCard(7, blocks=("ziethen",)))
    assert answer(given, elsewhere) is None, "Ziethen is not on the map"


def test_a_card_names_one_of_two_enemies():
    given = position(
        {"derlon": at("p1")},
        phase="initiative",
        options={"players": 3},
        hands={FRENCH: [LIGHT_CAVALRY], PRUSSIAN: [RESERVE], ANGLO_DUTCH: [7]},
    )
    kept = leave(given, FRENCH, PlayCard(LIGHT_CAVALRY, player=PRUSSIAN))
    assert answer(given, kept) == DeclareBlue(LIGHT_CAVALRY, player=PRUSSIAN)
    assert answer(given, leave(given, FRENCH, PlayCard(LIGHT_CAVALRY))) is None


def test_a_card_names_a_token_in_fog_of_war():
    given = field(
        {"derlon": at("p1"), "reille": at("ligny")},
        options={"rules": "grognard"},
        hands={ALLIED: [INSUBORDINATION]},
    )
    token = given.blocks["reille"].token
    assert token
    kept = leave(given, ALLIED, PlayCard(INSUBORDINATION, blocks=(token,)))
    assert answer(started(given), kept) == PlayEvent(INSUBORDINATION, (token,))


def test_a_card_that_has_left_the_hand_is_not_used():
    kept = leave(operations(), ALLIED, PlayCard(COUNTER_MOVE), PlayCard(ROADBLOCK))
    without = operations(hands={ALLIED: [COUNTER_MOVE]})
    assert [RULES.standing.has_expired(without, it) for it in kept] == [False, True]
    begun = play(started(without), ALLIED, NO_CARD)
    flipped = play(begun, FRENCH, MOVE, chance=flip(3))
    assert windows(flipped) == [(ALLIED, "W.FLIPPED")]
    assert answer(flipped, kept) is None
    [decision] = RULES.decisions(flipped.state)
    assert RULES.standing.answer(flipped.state, decision, kept) is None


# -- ask me, and what comes first ----------------------------------------------------------------


def test_to_be_asked_comes_before_everything_else():
    given = operations()
    others = (PlayCard(ROADBLOCK), OPSTART, Decline("W.FLIPPED"), DeclineAll())
    kept = leave(given, ALLIED, *others, AskMe("W.FLIPPED", until="operation"))
    begun = go_on(started(given), kept)
    flipped = play(begun, FRENCH, MOVE, chance=flip(3))
    assert windows(flipped) == [(ALLIED, "W.FLIPPED")]
    assert answer(flipped, kept) is None
    assert answer(flipped, kept[:-1]) == PlayEvent(ROADBLOCK)


def test_a_card_comes_before_none():
    given = operations()
    kept = leave(given, ALLIED, DeclineAll(), Decline("W.FLIPPED"), PlayCard(ROADBLOCK))
    flipped = play(go_on(started(given), kept), FRENCH, MOVE, chance=flip(3))
    assert answer(flipped, kept) == PlayEvent(ROADBLOCK)


def test_the_card_named_first_comes_first():
    given = operations(hands={FRENCH: [47, 48]})
    moving = set_out(given, FRENCH, "p1", "derlon", points=3)
    assert windows(moving) == [(FRENCH, "W.FLIPPED")]
    for cards in ((47, 48), (48, 47)):
        assert answer(moving, leave(given, FRENCH, *map(PlayCard, cards))) == PlayEvent(cards[0])


def test_nothing_but_windows_is_answered():
    given = operations()
    kept = leave(given, FRENCH, DeclineAll(), Decline("W.OPSTART"))
    assert asked(given) == [(FRENCH, "go")]
    assert answer(given, kept) is None
    begun = started(operations(hands={FRENCH: [47]}))
    moving = play(play(begun, FRENCH, MOVE, chance=flip(3)), FRENCH, NO_CARD)
    assert moving.asked == [(FRENCH, "march")]
    assert answer(moving, leave(moving, FRENCH, DeclineAll(), PlayCard(47))) is None


# -- what could never apply ----------------------------------------------------------------------

FRENCH_WINDOWS = ["W.INIT", "W.OPSTART", "W.FLIPPED", "W.ENTERED", "W.MOVEEND", "W.COMBAT",
                  "W.RETREAT", "W.OPEND", "W.PLAYED"]  # fmt: skip


@pytest.mark.parametrize("kind", [Decline, AskMe])
@pytest.mark.parametrize("window", ["W.DRAW", "W.MOVING", "W.NOON", "", "W.RESULT", "W.RETREATED"])
def test_a_window_that_never_asks(kind, window):
    assert refused(operations(), FRENCH, kind(window)) == (
        "WRONG_WINDOW",
        "CARDS.4",
        {"windows": FRENCH_WINDOWS},
    )


@pytest.mark.parametrize("window", ["W.RESULT", "W.RETREATED"])
def test_a_window_that_asks_the_other_side_alone(window):
    assert RULES.standing.refuse(operations(), ALLIED, Decline(window)) is None


def test_a_card_that_is_not_held():
    for card in (CONFUSION, 47, 0, -1, 10**30):
        assert refused(operations(), ALLIED, PlayCard(card)) == ("CARD_NOT_IN_HAND", "CARDS.1", {})


def test_a_card_that_has_no_place_there():
    given = operations(hands={ALLIED: [ROADBLOCK, SUPPLY, RED, RESERVE]})
    assert refused(given, ALLIED, PlayCard(RED)) == ("WRONG_COLOUR", "CARDS.3", {})
    for card, window, fitting in (
        (ROADBLOCK, "W.OPSTART", ["W.FLIPPED"]),
        (SUPPLY, "W.MOVING", ["W.OPSTART", "W.FLIPPED", "W.ENTERED", "W.MOVEEND"]),
        (ROADBLOCK, "W.NOON", ["W.FLIPPED"]),
    ):
        facts = {"windows": fitting}
        assert refused(given, ALLIED, PlayCard(card, window)) == ("WRONG_WINDOW", "CARDS.4", facts)


def test_a_blue_card_knows_no_stack():
    given = operations(hands={ALLIED: [RESERVE]})
    assert refused(given, ALLIED, PlayCard(RESERVE, areas=("p1",))) == (
        "WRONG_WINDOW",
        "INIT.1",
        {"windows": ["W.INIT"]},
    )


def test_blocks_are_chosen_by_name_and_in_fog_by_the_tokens_of_others():
    open_ = RULES.standing.choices(operations(), ALLIED)["blocks"]
    assert open_ == RULES.corrections.choices(operations())["blocks"]
    assert (open_["derlon"], open_["picton"]) == ("D'Erlon", "Picton")
    hidden = operations(options={"rules": "grognard"})
    blocks = RULES.standing.choices(hidden, ALLIED)["blocks"]
    assert "picton" in blocks and "derlon" not in blocks
    assert hidden.blocks["derlon"].token in blocks
    for block in blocks:
        word = PlayCard(ROADBLOCK, blocks=(block,))
        assert RULES.standing.refuse(hidden, ALLIED, word) is None


@pytest.mark.parametrize(
    "names",
    [
        {"areas": ("p1", "waterloo")},
        {"area": "waterloo"},
        {"blocks": ("derlon", "wellington's horse")},
        {"road": "p1-p6"},
        {"player": "prussian"},
        {"area": "\ud800"},
    ],
)
def test_names_of_nothing(names):
    code, _, facts = refused(operations(), ALLIED, PlayCard(ROADBLOCK, **names))
    unknown = next(
        it
        for named in names.values()
        for it in ([named] if isinstance(named, str) else named)
        if it not in ("p1", "derlon")
    )
    assert (code, facts) == ("BAD_PAYLOAD", {"unknown": unknown})


def test_a_refusal_tells_nothing_of_other_hands():
    instructions = [PlayCard(card) for card in PACK.cards]
    instructions += [PlayCard(card, areas=("p1",)) for card in PACK.cards]
    held, other = operations(), operations(hands={ALLIED: [SUPPLY, RESERVE]})
    for instruction in instructions:
        one, two = (RULES.standing.refuse(it, FRENCH, instruction) for it in (held, other))
        assert one is not None
        assert one == two
