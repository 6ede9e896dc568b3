"""Instructions: what a seat says in advance about windows, retreats, Kutuzov and rebels."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from napoleon.rules.orders import Order
from napoleon.rules.standing_orders import Kept, StandingOrder
from napoleon.rulesets.napoleonic_empire import RULES, orders
from napoleon.rulesets.napoleonic_empire.events.cards import CardPlayed, PassDeclared
from napoleon.rulesets.napoleonic_empire.standing_orders.kinds import (
    Ask,
    AskEverything,
    AskMe,
    BattleOrder,
    DeclineRebels,
    EndPhases,
    Kutuzov,
    OnlyWhatMatters,
    PassAll,
    PassWindow,
    PlaceRebels,
    PlayCard,
    Reinforcing,
    Retreats,
    RetreatTo,
    Usual,
)
from napoleon.rulesets.napoleonic_empire.state import State
from tests import acting
from tests.acting import state_of
from tests.napoleonic_empire.kit import (
    ALLIED,
    BATTLES,
    CARDS,
    DRAW,
    END_MOVE,
    FRENCH,
    MOVES,
    MOVES_OPEN,
    PASS,
    REINFORCEMENT,
    ROLL,
    STAY,
    TURN_END,
    Played,
    asked,
    battle,
    card,
    fresh,
    play,
    position,
    retreat,
    skip,
)

FRANCE, ISLAND = {"france": 8}, {"england": 4}


def leave(given: State | Played, seat: str, *instructions: StandingOrder) -> list[Kept]:
    """The standing orders as they are kept when `seat` leaves them here."""
    return acting.leave(RULES, given, seat, instructions)


def answer(given: State | Played, kept: Iterable[Kept]) -> Order | None:
    """What the standing orders that have not run out answer to the open decision."""
    assert len(RULES.decisions(state_of(given))) == 1
    return acting.answer(RULES, given, kept)


def go_on(given: State | Played, kept: Iterable[Kept], **chance: Any) -> Played:
    """Everybody answers what standing orders answer for them, up to a question they do not."""
    played = Played(state_of(given), [], None)
    while (order := answer(played, kept)) is not None:
        played = play(played, asked(played)[0][0], order, **chance)
    return played


def expired(given: State | Played, kept: Kept) -> bool:
    return RULES.standing.has_expired(state_of(given), kept)


def refused(given: State, seat: str, instruction: StandingOrder) -> tuple[str, str]:
    """Code and clause of the refusal of a standing order."""
    refusal = RULES.standing.refuse(given, seat, instruction)
    assert refusal is not None
    assert RULES.clause(refusal.clause) is not None
    assert refusal.detail.endswith(".")
    return refusal.code, refusal.clause


def french_turn(at: str = DRAW, **given: Any) -> State:
    return position(FRANCE, ISLAND, at=at, **given)


def allied_turn(at: str = DRAW, **given: Any) -> State:
    return position(FRANCE, ISLAND, at=at, active=ALLIED, **given)


def at_war(*countries: str, **given: Any) -> State:
    """The French attack in these countries, five against four."""
    there = {"france": 3, **dict.fromkeys(countries, 5)}
    return position(there, {**ISLAND, **dict.fromkeys(countries, 4)}, at=BATTLES, **given)


def word(given: State | Played, seat: str) -> Played:
    """The other side has passed, and this one has the word."""
    played = play(given, asked(given)[0][0], PASS)
    assert played.asked == [(seat, "window")]
    return played


# -- to pass in a kind of window ------------------------------------------------------------------


def test_one_kind_of_window_is_passed_and_others_ask() -> None:
    kept = leave(french_turn(), ALLIED, PassWindow("draw"))
    assert answer(word(french_turn(), ALLIED), kept) == PASS
    assert answer(word(french_turn(MOVES_OPEN), ALLIED), kept) is None


@pytest.mark.parametrize("moment", [DRAW, MOVES_OPEN, REINFORCEMENT, TURN_END])
def test_any_window_is_passed(moment: str) -> None:
    kept = leave(french_turn(), ALLIED, PassWindow("any"))
    assert answer(word(french_turn(moment), ALLIED), kept) == PASS


@pytest.mark.parametrize(("turns", "own", "enemy"), [("own", PASS, None), ("enemy", None, PASS)])
def test_only_in_turns_of_one_side(turns: Any, own: Order | None, enemy: Order | None) -> None:
    kept = leave(allied_turn(), ALLIED, PassWindow("draw", turns=turns))
    assert answer(allied_turn(), kept) == own
    assert answer(word(french_turn(), ALLIED), kept) == enemy


def test_battles_of_some_countries_are_passed() -> None:
    given = at_war("austria", "prussia")
    kept = leave(given, FRENCH, PassWindow("battle", countries=("prussia", "spain")))
    assert answer(play(given, FRENCH, battle("prussia")), kept) == PASS
    assert answer(play(given, FRENCH, battle("austria")), kept) is None


def test_a_window_is_passed_again_after_a_card_of_the_enemy() -> None:
    given = at_war("austria", hands={FRENCH: ["austerlitz", "toulon"]})
    kept = leave(given, ALLIED, PassWindow("battle"))
    played = play(given, FRENCH, battle("austria"), card("austerlitz"))
    after = go_on(played, kept)
    assert after.the(PassDeclared).side == ALLIED
    assert after.asked == [(FRENCH, "window")]
    ended = play(after, FRENCH, PASS, french=[1, 1, 1], allied=[6, 1])
    assert not ended.events_of(PassDeclared, side=ALLIED), "both have passed in succession"


def test_with_standing_orders_on_both_sides_two_rounds_ask_for_moves_only() -> None:
    played = fresh()
    kept = [it for seat in (FRENCH, ALLIED) for it in leave(played, seat, PassWindow("any"))]
    kept += leave(played, ALLIED, DeclineRebels())
    waited = []
    while played.state.round < 3:
        played = go_on(played, kept)
        waited += played.asked
        if played.state.round < 3:
            played = play(played, played.asked[0][0], END_MOVE)
    assert waited == [(FRENCH, "move"), (ALLIED, "move")] * 2 + [(FRENCH, "move")]


# -- how long -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [PassWindow, AskMe])
def test_to_the_end_of_the_turn(kind: Any) -> None:
    [kept] = leave(french_turn(), ALLIED, kind("any", until="turn"))
    for moment in (DRAW, MOVES, TURN_END):
        assert not expired(french_turn(moment), kept)
    assert expired(allied_turn(), kept)


def test_an_extra_turn_is_another_turn() -> None:
    given = french_turn(TURN_END, hands={FRENCH: ["berthier"]})
    [turn] = leave(given, ALLIED, PassWindow("any", until="turn"))
    [enemy_turn] = leave(given, ALLIED, PassWindow("any", until="enemy_turn"))
    extra = skip(play(given, FRENCH, card("berthier")), DRAW)
    assert extra.state.extra
    assert expired(extra, turn)
    assert not expired(extra, enemy_turn), "it is still the enemy who has his turn"
    assert expired(skip(extra, DRAW, ALLIED), enemy_turn)


def test_left_in_the_own_turn_it_holds_for_the_next_one_of_the_enemy() -> None:
    for seat, own, enemy in (
        (FRENCH, french_turn, allied_turn),
        (ALLIED, allied_turn, french_turn),
    ):
        [kept] = leave(own(round_=3), seat, PassWindow("any", until="enemy_turn"))
        assert not expired(own(TURN_END, round_=3), kept)
        following = 3 + (seat == ALLIED)
        assert not expired(enemy(TURN_END, round_=following), kept)
        assert expired(own(round_=following + (seat == FRENCH)), kept)


def test_an_extra_turn_of_ones_own_is_none_of_the_enemy() -> None:
    given = french_turn(TURN_END, hands={FRENCH: ["berthier"]})
    [kept] = leave(given, FRENCH, PassWindow("any", until="enemy_turn"))
    extra = skip(play(given, FRENCH, card("berthier")), DRAW)
    assert not expired(extra, kept)
    enemy = skip(extra, DRAW, ALLIED)
    assert not expired(enemy, kept)
    assert expired(skip(enemy, DRAW, FRENCH), kept)


def test_until_it_is_withdrawn() -> None:
    [kept] = leave(french_turn(), ALLIED, PassWindow("any"))
    assert not expired(french_turn(round_=9), kept)
    assert answer(word(french_turn(round_=9), ALLIED), [kept]) == PASS


def test_what_is_left_while_russia_is_set_up_holds_for_the_first_turn() -> None:
    given = fresh(divided_russia=True)
    assert given.asked == [(ALLIED, "set_up_russia")]
    [turn] = leave(given, FRENCH, PassWindow("draw", until="turn"))
    [enemy_turn] = leave(given, ALLIED, PassWindow("draw", until="enemy_turn"))
    split = orders.SetUpRussia({"riga": 10})
    begun = play(given, ALLIED, split)
    passed = go_on(begun, [turn, enemy_turn])
    assert passed.asked == [(FRENCH, "window")]
    assert passed.state.phase == "move"
    allied = skip(passed, DRAW, ALLIED)
    assert expired(allied, turn) and expired(allied, enemy_turn)


# -- to pass everything until my side moves -------------------------------------------------------


def test_all_is_passed_until_the_own_moves() -> None:
    given = french_turn(TURN_END)
    kept = leave(given, FRENCH, PassAll())
    enemy = skip(given, DRAW, ALLIED)
    for moment in (DRAW, MOVES_OPEN, REINFORCEMENT, TURN_END):
        there = skip(enemy, moment, ALLIED)
        assert answer(word(there, FRENCH), kept) == PASS
    own = skip(enemy, DRAW, FRENCH)
    assert answer(own, kept) == PASS
    own = skip(own, MOVES_OPEN, FRENCH)
    assert answer(own, kept) == PASS
    assert not expired(own, kept[0])
    assert expired(skip(own, MOVES), kept[0])


def test_left_before_the_own_moves_it_holds_to_them() -> None:
    [kept] = leave(french_turn(), FRENCH, PassAll())
    assert not expired(french_turn(MOVES_OPEN), kept)
    assert expired(french_turn(MOVES), kept)
    assert expired(allied_turn(), kept)


def test_left_in_the_own_moves_it_holds_to_the_next_ones() -> None:
    given = french_turn(MOVES)
    [kept] = leave(given, FRENCH, PassAll())
    assert not expired(french_turn(REINFORCEMENT), kept)
    assert not expired(allied_turn(TURN_END), kept)
    assert not expired(french_turn(MOVES_OPEN, round_=3), kept)
    assert expired(french_turn(MOVES, round_=3), kept)
    assert expired(allied_turn(round_=3), kept)


def test_an_extra_turn_of_ones_own_has_moves() -> None:
    given = french_turn(TURN_END, hands={FRENCH: ["berthier"]})
    [kept] = leave(given, FRENCH, PassAll())
    extra = skip(play(given, FRENCH, card("berthier")), MOVES_OPEN)
    assert not expired(extra, kept)
    assert expired(skip(extra, MOVES), kept)


def test_an_extra_turn_of_the_enemy_has_not() -> None:
    given = allied_turn(TURN_END, hands={ALLIED: ["frederick"]})
    [kept] = leave(given, FRENCH, PassAll())
    extra = skip(skip(play(given, ALLIED, card("frederick")), DRAW), TURN_END)
    assert extra.state.extra
    assert not expired(extra, kept)
    assert expired(skip(extra, MOVES, FRENCH), kept)


def test_a_side_that_is_barred_has_come_to_its_moves_too() -> None:
    given = french_turn(MOVES_OPEN, hands={ALLIED: ["josephine"]})
    [kept] = leave(given, FRENCH, PassAll())
    barred = skip(play(word(given, ALLIED), ALLIED, card("josephine")), REINFORCEMENT)
    assert barred.state.active == FRENCH
    assert expired(barred, kept)


# -- to play a card -------------------------------------------------------------------------------


def test_a_card_is_played_as_soon_as_its_window_is_open_and_used_once() -> None:
    given = french_turn(DRAW, hands={ALLIED: ["josephine"]})
    kept = leave(given, ALLIED, PlayCard("josephine"))
    assert answer(word(given, ALLIED), kept) is None, "it has no place in the Draw phase"
    opened = word(skip(given, MOVES_OPEN), ALLIED)
    (decision,) = RULES.decisions(opened.state)
    use = RULES.standing.answer(opened.state, decision, kept)
    assert use is not None and (use.kept, use.spent) == (kept[0], True)
    played = go_on(opened, kept)
    assert played.the(CardPlayed).card == "josephine"
    assert expired(played, kept[0]), "its card is gone"


def test_a_battle_card_waits_for_its_country() -> None:
    given = at_war("austria", "prussia", hands={FRENCH: ["little_corporal"]})
    kept = leave(given, FRENCH, PlayCard("little_corporal", countries=("spain", "prussia")))
    assert answer(play(given, FRENCH, battle("austria")), kept) is None
    assert answer(play(given, FRENCH, battle("prussia")), kept) == card("little_corporal")


def test_a_battle_card_waits_for_a_role() -> None:
    hands = {ALLIED: ["nelson"]}
    defends, attacks = at_war("austria", hands=hands), at_war("austria", hands=hands, active=ALLIED)
    defending = word(play(defends, FRENCH, battle("austria")), ALLIED)
    attacking = play(attacks, ALLIED, battle("austria"))
    for role, expected in (
        ("attacker", (None, card("nelson"))),
        ("defender", (card("nelson"), None)),
        ("any", (card("nelson"), card("nelson"))),
    ):
        kept = leave(defends, ALLIED, PlayCard("nelson", role=role))  # type: ignore[arg-type]
        assert (answer(defending, kept), answer(attacking, kept)) == expected


def test_in_a_divided_russia_a_card_is_for_each_of_the_areas() -> None:
    given = at_war("kiev", hands={ALLIED: ["general_winter"]}, options={"divided_russia": True})
    kept = leave(given, ALLIED, PlayCard("general_winter", countries=("riga", "kiev")))
    fought = word(play(given, FRENCH, battle("kiev")), ALLIED)
    assert answer(fought, kept) == card("general_winter")


def test_a_second_extra_turn_waits_for_the_next_window() -> None:
    given = french_turn(TURN_END, hands={FRENCH: ["berthier", "man_of_destiny"]})
    kept = leave(given, FRENCH, PlayCard("berthier"), PlayCard("man_of_destiny"), PassAll())
    assert answer(given, kept) == card("berthier")
    granted = play(given, FRENCH, card("berthier"))
    assert granted.state.extra
    assert answer(skip(granted, TURN_END), kept) == card("man_of_destiny")


# -- no card until my next turn --------------------------------------------------------------------


def one_click(given: State | Played, seat: str) -> Kept:
    """What a page lets a player leave with one click."""
    standing = RULES.standing
    assert standing is not None and standing.no_card is not None
    assert standing.refuse(state_of(given), seat, standing.no_card) is None
    [kept] = leave(given, seat, standing.no_card)
    return kept


def test_with_one_click_no_card_is_played_until_the_own_next_turn_begins() -> None:
    given = word(french_turn(MOVES_OPEN), ALLIED)
    kept = one_click(given, ALLIED)
    assert answer(given, [kept]) == PASS
    for moment in (REINFORCEMENT, TURN_END):
        assert answer(word(skip(given, moment), ALLIED), [kept]) == PASS
    assert expired(skip(given, DRAW, ALLIED), kept)


def test_left_in_the_own_turn_it_holds_for_the_rest_of_it_and_the_enemys() -> None:
    given = french_turn(MOVES_OPEN)
    kept = one_click(given, FRENCH)
    assert answer(given, [kept]) == PASS
    assert answer(skip(given, REINFORCEMENT), [kept]) == PASS
    assert answer(word(skip(given, DRAW, ALLIED), FRENCH), [kept]) == PASS
    assert answer(word(skip(given, TURN_END, ALLIED), FRENCH), [kept]) == PASS
    assert expired(skip(given, DRAW, FRENCH), kept)


def test_it_runs_out_in_an_extra_turn_of_the_own_side_and_not_of_the_enemy() -> None:
    given = french_turn(TURN_END, hands={FRENCH: ["berthier", "jena"]})
    own, enemy = one_click(given, FRENCH), one_click(given, ALLIED)
    extra = play(given, FRENCH, card("berthier"))
    assert extra.state.extra
    assert expired(extra, own)
    assert not expired(extra, enemy)
    assert expired(skip(extra, DRAW, ALLIED), enemy)


def test_before_the_first_turn_it_is_left_for_that_turn() -> None:
    given = fresh(divided_russia=True)
    french, allied = one_click(given, FRENCH), one_click(given, ALLIED)
    begun = play(given, ALLIED, orders.SetUpRussia({"riga": 10}))
    assert begun.state.turn == 1
    assert not expired(begun, french) and not expired(begun, allied)
    theirs = skip(begun, MOVES, ALLIED)
    assert expired(theirs, allied) and not expired(theirs, french)
    assert expired(skip(theirs, MOVES, FRENCH), french)


def test_to_be_asked_comes_before_it() -> None:
    given = word(french_turn(), ALLIED)
    kept = [one_click(given, ALLIED), *leave(given, ALLIED, AskMe("draw"))]
    assert answer(given, kept) is None


# -- which comes first ----------------------------------------------------------------------------


def test_to_be_asked_comes_first() -> None:
    given = at_war("austria", "prussia", hands={FRENCH: ["austerlitz", "jena"]})
    kept = leave(
        given,
        FRENCH,
        PassAll(),
        PlayCard("austerlitz"),
        PlayCard("jena"),
        AskMe("battle", countries=("austria",)),
    )
    assert answer(play(given, FRENCH, battle("austria")), kept) is None
    assert answer(play(given, FRENCH, battle("prussia")), kept) == card("jena")


def test_to_be_asked_in_own_turns_only() -> None:
    kept = leave(allied_turn(), ALLIED, PassAll(), AskMe("any", turns="own"))
    assert answer(allied_turn(), kept) is None
    assert answer(word(french_turn(), ALLIED), kept) == PASS


def test_a_card_comes_before_to_pass_and_the_card_left_first_before_the_next() -> None:
    given = at_war("austria", hands={FRENCH: ["austerlitz", "little_corporal", "jena"]})
    words = (PassWindow("battle"), PlayCard("little_corporal"), PlayCard("austerlitz"))
    kept = leave(given, FRENCH, *words)
    first = play(given, FRENCH, battle("austria"))
    assert answer(first, kept) == card("little_corporal")
    second = word(play(first, FRENCH, card("little_corporal")), FRENCH)
    assert answer(second, kept) == card("austerlitz")
    third = word(play(second, FRENCH, card("austerlitz")), FRENCH)
    assert answer(third, kept) == PASS


def test_moves_battles_and_discards_are_never_answered() -> None:
    kept = leave(french_turn(), FRENCH, PassAll(), PassWindow("any"))
    assert answer(french_turn(MOVES), kept) is None
    assert answer(at_war("austria"), kept) is None
    full = skip(french_turn(hands={FRENCH: CARDS[:7]}), "discard_excess")
    assert answer(full, kept) is None


# -- retreats -------------------------------------------------------------------------------------


def beaten(at: str = "rhineland", **given: Any) -> Played:
    """The Allies attack five French with nine and win; the dice cost three, if nobody helps."""
    there = {at: 5, "france": 1, "switzerland": 1, "netherlands": 1}
    start = position(there, {at: 9}, at=BATTLES, active=ALLIED, **given)
    fought = play(start, ALLIED, battle(at), PASS)
    lost = play(fought, FRENCH, PASS, french=[1, 3, 3], allied=[6, 1])
    assert lost.asked == [(FRENCH, "retreat")]
    return lost


def test_survivors_retreat_to_the_first_country_that_is_open() -> None:
    lost = beaten()
    kept = leave(lost, FRENCH, RetreatTo(("italy", "switzerland", "france")))
    assert answer(lost, kept) == retreat("switzerland", 2)
    gone = go_on(lost, kept)
    assert gone.armies(FRENCH) == {"france": 1, "switzerland": 3, "netherlands": 1}


def test_commanders_go_along() -> None:
    lost = beaten(commanders={"davout": "rhineland", "lannes": "rhineland"})
    survivors = lost.armies(FRENCH)["rhineland"]
    kept = leave(lost, FRENCH, RetreatTo(("france",)))
    assert answer(lost, kept) == retreat("france", survivors, "davout", "lannes")


def test_a_retreat_from_other_battles_and_to_nowhere_open_is_asked() -> None:
    lost = beaten()
    assert answer(lost, leave(lost, FRENCH, RetreatTo(("italy", "spain")))) is None
    assert answer(lost, leave(lost, FRENCH, RetreatTo(("france",), ("spain",)))) is None
    fitting = RetreatTo(("france",), ("spain", "rhineland"))
    assert answer(lost, leave(lost, FRENCH, fitting)) == retreat("france", 2)


def test_the_preference_that_was_left_first_and_can_be_followed_counts() -> None:
    lost = beaten()
    words = (RetreatTo(("italy",)), RetreatTo(("netherlands",)), RetreatTo(("france",)))
    assert answer(lost, leave(lost, FRENCH, *words)) == retreat("netherlands", 2)


# -- Kutuzov --------------------------------------------------------------------------------------


def attacked(**given: Any) -> Played:
    """The French attack Kutuzov in Russia; Sweden and Warsaw are open."""
    start = position(
        {"russia": 5, "prussia": 1},
        {"russia": 6, "england": 1},
        at=BATTLES,
        commanders={"kutuzov": "russia"},
        **given,
    )
    before = play(start, FRENCH, battle("russia"))
    assert before.asked == [(ALLIED, "kutuzov")]
    return before


def test_kutuzov_rolls_and_withdraws_where_he_was_told() -> None:
    given = attacked()
    kept = leave(given, ALLIED, Kutuzov(("prussia", "warsaw")))
    assert answer(given, kept) == ROLL
    lucky = play(given, ALLIED, ROLL, allied=[3])
    assert answer(lucky, kept) == orders.KutuzovWithdraw("warsaw")
    assert play(given, ALLIED, ROLL, allied=[4]).asked == [(FRENCH, "window")]


def test_kutuzov_is_asked_if_he_can_go_to_none_of_them() -> None:
    given = attacked()
    kept = leave(given, ALLIED, Kutuzov(("prussia",)))
    lucky = play(given, ALLIED, ROLL, allied=[1])
    assert answer(lucky, kept) is None


def test_kutuzov_stays() -> None:
    given = attacked()
    [kept] = leave(given, ALLIED, Kutuzov())
    assert answer(given, [kept]) == STAY
    assert not expired(given, kept)
    without = position({"russia": 5}, {"russia": 6}, at=BATTLES, commanders={})
    assert expired(without, kept)


# -- rebels ---------------------------------------------------------------------------------------


def rising() -> Played:
    given = allied_turn(REINFORCEMENT)
    asking = skip(given, "place_rebels")
    assert asking.asked == [(ALLIED, "place_rebels")]
    return asking


def test_rebels_rise_where_it_was_said_once() -> None:
    given = rising()
    kept = leave(given, ALLIED, PlaceRebels("spain"))
    (decision,) = RULES.decisions(given.state)
    use = RULES.standing.answer(given.state, decision, kept)
    assert use is not None and (use.order, use.spent) == (orders.PlaceRebels("spain"), True)


def test_rebels_are_declined() -> None:
    given = rising()
    kept = leave(given, ALLIED, DeclineRebels(until="turn"))
    assert answer(given, kept) == orders.DeclineRebels()
    assert expired(skip(given, DRAW, FRENCH), kept[0])


def test_the_first_word_on_rebels_counts() -> None:
    given = rising()
    kept = leave(given, ALLIED, DeclineRebels(), PlaceRebels("spain"))
    assert answer(given, kept) == orders.DeclineRebels()


# -- what is refused ------------------------------------------------------------------------------

HELD = french_turn(hands={FRENCH: ["jena", "tilsit"], ALLIED: ["nelson"]})


@pytest.mark.parametrize(
    ("seat", "instruction", "expected"),
    [
        (FRENCH, PassWindow("draw", countries=("spain",)), ("WRONG_WINDOW", "ATTACK.4")),
        (FRENCH, AskMe("any", countries=("spain",)), ("WRONG_WINDOW", "ATTACK.4")),
        (FRENCH, PassWindow("battle", countries=("riga",)), ("UNKNOWN_COUNTRY", "MAP.1")),
        (FRENCH, AskMe("battle", countries=("ottoman",)), ("OTTOMAN_CLOSED", "MAP.5")),
        (FRENCH, PlayCard("marengo"), ("UNKNOWN_CARD", "COMP.4")),
        (FRENCH, PlayCard("nelson"), ("NOT_IN_HAND", "CARD.3")),
        (FRENCH, PlayCard("tilsit", countries=("spain",)), ("WRONG_WINDOW", "CARD.tilsit")),
        (FRENCH, PlayCard("tilsit", role="attacker"), ("WRONG_WINDOW", "CARD.tilsit")),
        (FRENCH, PlayCard("jena", countries=("\ud800",)), ("UNKNOWN_COUNTRY", "MAP.1")),
        (FRENCH, PlayCard("jena", ("prussia", "spain")), ("WRONG_COUNTRY", "CARD.jena")),
        (FRENCH, RetreatTo(()), ("BAD_PAYLOAD", "ATTACK.10")),
        (FRENCH, RetreatTo(("france", "england")), ("ENGLAND_CLOSED", "E-18")),
        (FRENCH, RetreatTo(("atlantis",)), ("UNKNOWN_COUNTRY", "MAP.1")),
        (FRENCH, RetreatTo(("france",), ("ottoman",)), ("OTTOMAN_CLOSED", "MAP.5")),
        (FRENCH, Kutuzov(), ("NOT_YOUR_DECISION", "E-37")),
        (ALLIED, Kutuzov(), ("NO_KUTUZOV", "E-37")),
        (FRENCH, DeclineRebels(), ("NOT_YOUR_DECISION", "NAT.1")),
        (FRENCH, PlaceRebels("spain"), ("NOT_YOUR_DECISION", "NAT.1")),
        (ALLIED, PlaceRebels("france"), ("WRONG_COUNTRY", "NAT.1")),
    ],
)
def test_what_could_never_apply(
    seat: str, instruction: StandingOrder, expected: tuple[str, str]
) -> None:
    assert refused(HELD, seat, instruction) == expected


def test_kutuzov_is_not_told_to_go_to_england() -> None:
    assert refused(attacked().state, ALLIED, Kutuzov(("england",))) == ("ENGLAND_CLOSED", "E-18")


def test_a_refusal_tells_nothing_of_other_hands() -> None:
    mine = {FRENCH: ["jena"]}
    one = french_turn(hands={**mine, ALLIED: ["nelson", "tilsit"]})
    other = french_turn(hands={**mine, ALLIED: ["toulon"]}, deck=["nelson"])
    for name in (*CARDS, "marengo"):
        for instruction in (
            PlayCard(name),
            PlayCard(name, ("spain",)),
            PlayCard(name, (), "attacker"),
        ):
            first, second = (RULES.standing.refuse(it, FRENCH, instruction) for it in (one, other))
            assert first == second
            assert (first is None) == (name == "jena" and instruction.countries == ())


# -- preferences without a name, and the profiles -------------------------------------------------


def test_survivors_retreat_towards_where_they_are_told_and_never_into() -> None:
    lost = beaten()
    assert answer(lost, leave(lost, FRENCH, Retreats())) == retreat("france", 2), "home"
    towards = Retreats(towards=("netherlands",))
    assert answer(lost, leave(lost, FRENCH, towards)) == retreat("netherlands", 2)
    never = Retreats(never=("france", "switzerland"))
    assert answer(lost, leave(lost, FRENCH, never)) == retreat("netherlands", 2)
    nowhere = Retreats(never=("france", "switzerland", "netherlands"))
    assert answer(lost, leave(lost, FRENCH, nowhere)) is None


def test_the_usual_retreats_unless_it_is_to_be_asked() -> None:
    lost = beaten()
    assert answer(lost, leave(lost, FRENCH, Usual())) == retreat("france", 2)
    assert answer(lost, leave(lost, FRENCH, Usual(), Ask("retreat"))) is None
    assert answer(lost, leave(lost, FRENCH, AskEverything())) is None
    named = leave(lost, FRENCH, Usual(), RetreatTo(("netherlands",)))
    assert answer(lost, named) == retreat("netherlands", 2), "that comes first"


def test_reinforcements_come_where_they_are_told() -> None:
    given = position({"france": 70, "rhineland": 8}, {"england": 1}, at=REINFORCEMENT)
    short = skip(given, "place_reinforcements")
    word = Reinforcing(first=("rhineland",))
    assert answer(short, leave(short, FRENCH, word)) == orders.PlaceReinforcements("rhineland", 2)
    usual = answer(short, leave(short, FRENCH, Usual()))
    assert usual == orders.PlaceReinforcements("rhineland", 2), "fewer stand there"


def test_battles_are_fought_in_an_order() -> None:
    given = at_war("austria", "prussia")
    word = BattleOrder(first=("prussia",))
    assert answer(given, leave(given, FRENCH, word)) == battle("prussia")
    assert answer(given, leave(given, FRENCH, BattleOrder())) in (
        battle("austria"),
        battle("prussia"),
    )
    assert answer(given, leave(given, FRENCH, Usual())) is None, "that matters"
    assert answer(given, leave(given, FRENCH, OnlyWhatMatters())) is not None


def test_a_movement_is_never_ended_while_something_can_move() -> None:
    given = french_turn(MOVES)
    assert asked(given) == [(FRENCH, "move")]
    assert answer(given, leave(given, FRENCH, EndPhases())) is None
    assert answer(given, leave(given, FRENCH, OnlyWhatMatters())) is None


def test_profiles_do_not_speak_of_windows() -> None:
    given = french_turn()
    assert answer(given, leave(given, FRENCH, OnlyWhatMatters())) is None


def test_countries_that_are_not_there_are_refused() -> None:
    given = french_turn()
    for word in (
        Retreats(towards=("peru",)),
        Retreats(never=("peru",)),
        Reinforcing(first=("peru",)),
        BattleOrder(first=("peru",)),
    ):
        assert refused(given, FRENCH, word) == ("UNKNOWN_COUNTRY", "MAP.1")
