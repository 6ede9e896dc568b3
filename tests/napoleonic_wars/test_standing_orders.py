"""Standing orders: what a seat says in advance [R-136]."""

from __future__ import annotations

import pytest

from napoleon.rules.orders import Order
from napoleon.rules.standing_orders import Kept, StandingOrder
from napoleon.rulesets.napoleonic_wars import RULES
from napoleon.rulesets.napoleonic_wars.orders.at_sea import (
    AcceptBattle,
    Elude,
    LetSail,
    MakeForPort,
    Patrol,
    SailTo,
    Sally,
    Seek,
    SetSail,
    StayInPort,
)
from napoleon.rulesets.napoleonic_wars.orders.battles import Retreat
from napoleon.rulesets.napoleonic_wars.orders.beginning import KeepHand
from napoleon.rulesets.napoleonic_wars.orders.cards import Decline, Respond
from napoleon.rulesets.napoleonic_wars.orders.diplomacy import StayOut
from napoleon.rulesets.napoleonic_wars.orders.impulses import (
    DrawByResource,
    EndImpulse,
    LetGo,
    PassImpulse,
    PlayForCP,
    Preempt,
    TryEarlyWinter,
)
from napoleon.rulesets.napoleonic_wars.orders.marches import (
    Evade,
    Gather,
    Go,
    Halt,
    Intercept,
    Join,
    LetPass,
    LoseUnits,
    Stand,
    Take,
)
from napoleon.rulesets.napoleonic_wars.standing_orders.kinds import (
    AcceptBattles,
    Ask,
    AskEverything,
    AskMe,
    EludeFleets,
    EndPhases,
    EvadeTo,
    InterceptIf,
    KeepHands,
    LetFleetsSail,
    LoseUnitsFirst,
    MakeForPorts,
    NeverIntercept,
    NoPreemption,
    OddHitsTo,
    OnlyWhatMatters,
    PassWindow,
    PassWithoutCards,
    PlayCard,
    PreemptBefore,
    RetreatTo,
    SaveResources,
    SeekFleets,
    StandFast,
    StayPut,
    TakeDuchies,
    Usual,
)
from napoleon.rulesets.napoleonic_wars.state import INTERPHASE, State
from tests.napoleonic_wars.closing import closing
from tests.napoleonic_wars.playing import (
    at_play,
    begun,
    decisions,
    emptied,
    going_on,
    legal_orders,
    play,
    play_open,
    stand,
)
from tests.napoleonic_wars.test_meetings import into_linz
from tests.napoleonic_wars.test_pacts import coup
from tests.napoleonic_wars.test_sea import channel, gibraltar

STANDING = RULES.standing


def _answer(state: State, *words: StandingOrder) -> Order | None:
    assert STANDING is not None
    decision = decisions(state)[0]
    kept = [Kept(str(n), decision.seat, word, {"turn": 1}) for n, word in enumerate(words)]
    use = STANDING.answer(state, decision, kept)
    return None if use is None else use.order


def test_an_order_in_advance_rolls_only_if_it_says_so() -> None:
    state = into_linz()
    assert _answer(state) is None
    assert _answer(state, Usual()) is None
    assert _answer(state, InterceptIf(need=4)) is None, "Charles needs 5"
    assert _answer(state, InterceptIf(need=5)) == Intercept("charles", False, 4)
    assert _answer(state, InterceptIf(leaders=("ferdinand",), need=7)) == Intercept(
        "ferdinand", False, 3
    )
    assert _answer(state, InterceptIf(need=5, spaces=("graz",))) is None
    assert _answer(state, NeverIntercept()) == LetPass()


def test_evasion_and_standing_fast() -> None:
    state = emptied()
    stand(state, "munich", "fr", 6, "napoleon")
    stand(state, "linz", "au", 3, "mack")
    entered = play(state, Gather("napoleon"), Go("linz")).state
    assert _answer(entered, EvadeTo(("munich", "vienna"), need=7)) == Evade("vienna")
    assert _answer(entered, EvadeTo(("vienna",), need=6)) is None
    assert _answer(entered, StandFast()) == Stand()
    assert _answer(entered, StandFast(("graz",))) is None


def test_units_go_before_leaders() -> None:
    state = emptied("ru", cp=5)
    stand(state, "volhynia", "ru", 4, "kutuzov")
    for space in ("volhynia", "brest_litovsk"):
        state.spaces[space].flag = "fr"
    dice = [6] * 3 + [1] * 30
    owed = play(state, Gather("kutuzov"), Go("brest_litovsk"), dice=dice).state
    assert _answer(owed, LoseUnitsFirst()) == LoseUnits("ru", 3)
    assert _answer(owed, OnlyWhatMatters()) == LoseUnits("ru", 3)


def test_others_take_their_impulses_first() -> None:
    small = ["militia_1", "militia_2", "militia_3", "bad_roads_1", "bad_roads_2", "heavy_rains"]
    state = going_on(at_play({"fr": small, "gb": ["typhus_1"], "au": ["honved"]}, scheduled="au"))
    assert _answer(state.state, NoPreemption()) == LetGo()
    assert _answer(state.state, NoPreemption(before=("ru",))) is None
    assert _answer(state.state, OnlyWhatMatters()) == LetGo()


def test_hands_are_kept_and_the_peace_roll_is_left() -> None:
    state = begun()[0]
    while decisions(state)[0].kind != "mulligan":
        state = play(state, legal_orders(state)[0]).state
    nation = decisions(state)[0].subject
    assert _answer(state, KeepHands()) == KeepHand(nation)
    assert _answer(state, OnlyWhatMatters()) == KeepHand(nation)
    assert _answer(state, Usual()) == KeepHand(nation)
    assert _answer(state, AskEverything()) is None


def test_windows_are_passed_answered_or_asked() -> None:
    hands = {"fr": ["honved", "spies"], "gb": ["bad_roads_1", "militia_1"]}
    opened = play_open(going_on(at_play(hands)).state, PlayForCP("honved")).state
    assert STANDING is not None
    [coalition] = [it for it in decisions(opened) if it.seat == "coalition"]

    def answer(*words: StandingOrder) -> Order | None:
        kept = [Kept(str(n), "coalition", word, {"turn": 1}) for n, word in enumerate(words)]
        use = STANDING.answer(opened, coalition, kept)  # type: ignore[union-attr]
        return None if use is None else use.order

    assert answer(PassWindow("W.IMPULSE")) == Decline()
    assert answer(PassWindow("W.BATTLE")) is None
    assert answer(PlayCard("bad_roads_1")) == Respond("gb", "bad_roads_1")
    assert answer(PlayCard("bad_roads_1", against=("sp",))) is None
    assert answer(PlayCard("bad_roads_1"), AskMe("W.IMPULSE")) is None


@pytest.mark.parametrize(
    ("word", "code"),
    [
        (PlayCard("nothing"), "UNKNOWN_NAME"),
        (PlayCard("typhus_1"), "CARD_NOT_IN_HAND"),
        (PlayCard("honved"), "DOES_NOT_FIT"),
        (InterceptIf(leaders=("nobody",)), "UNKNOWN_NAME"),
        (InterceptIf(need=13), "OUT_OF_RANGE"),
        (EvadeTo(("atlantis",)), "UNKNOWN_NAME"),
        (NeverIntercept(("atlantis",)), "UNKNOWN_NAME"),
        (NoPreemption(("xx",)), "UNKNOWN_NAME"),
        (RetreatTo(("atlantis",)), "UNKNOWN_NAME"),
        (SeekFleets(zones=("vienna",)), "UNKNOWN_NAME"),
        (SeekFleets(need=1), "OUT_OF_RANGE"),
        (LetFleetsSail(("vienna",)), "UNKNOWN_NAME"),
        (EludeFleets(need=13), "OUT_OF_RANGE"),
        (MakeForPorts(("atlantis",)), "UNKNOWN_NAME"),
    ],
)
def test_what_could_never_apply_is_refused(word: StandingOrder, code: str) -> None:
    assert STANDING is not None
    state = going_on(at_play({"fr": ["honved"], "gb": ["spies"]})).state
    refusal = STANDING.refuse(state, "imperial", word)
    assert refusal is not None
    assert refusal.code == code


# -- what the usual answers besides ----------------------------------------------------------------


def test_an_impulse_is_taken_before_the_nations_that_are_named() -> None:
    state = going_on(at_play({"fr": ["militia_1", "spies", "honved"], "gb": ["militia_2"]},
                             scheduled="gb")).state  # fmt: skip
    assert decisions(state)[0].kind == "preempt"
    assert _answer(state, PreemptBefore()) == Preempt()
    assert _answer(state, PreemptBefore(("gb",))) == Preempt()
    assert _answer(state, PreemptBefore(("au",))) is None
    assert _answer(state, PreemptBefore(("au",)), NoPreemption()) == LetGo()
    assert _answer(state, Usual()) is None


def test_who_has_no_card_passes_but_where_a_siege_is_possible_is_asked() -> None:
    state = at_play({"fr": ["militia_1"], "gb": ["militia_2"]}, scheduled="au")
    state.nations["au"].resources = 1
    passing = going_on(state).state
    assert decisions(passing)[0].kind == "resource_or_pass"
    assert _answer(passing, PassWithoutCards()) == PassImpulse() == _answer(passing, Usual())
    stand(state, "mantua", "au", 4, "charles")
    besieging = going_on(state).state
    assert decisions(besieging)[0].kind == "resource_or_pass"
    assert _answer(besieging, PassWithoutCards()) is None


def test_other_kinds_are_answered_by_their_own_words() -> None:
    assert STANDING is not None
    state = into_linz()
    for word in (TakeDuchies(), OddHitsTo(("au", "ru")), StayPut()):
        assert STANDING.refuse(state, "coalition", word) is None
        assert _answer(state, word) is None, "that is another question"
    for word in (OddHitsTo(("prussians",)), PreemptBefore(("x",))):
        refusal = STANDING.refuse(state, "coalition", word)
        assert refusal is not None and refusal.code == "UNKNOWN_NAME"


def test_a_broken_pact_is_answered_in_advance() -> None:
    """[W.PACT]"""
    broken = coup("talleyrand_1", "desertion").state
    assert _answer(broken) is None
    assert _answer(broken, PassWindow("W.PACT")) == Decline()
    assert _answer(broken, PlayCard("talleyrand_1")) == Respond("fr", "talleyrand_1")
    assert _answer(broken, PlayCard("talleyrand_1", against=("gb",))) is not None
    assert _answer(broken, PlayCard("talleyrand_1", against=("au",))) is None


def test_powers_stay_where_they_are_in_advance() -> None:
    state = closing(players=4, changing=["au"])
    state.phase = INTERPHASE
    state = going_on(state).state
    assert _answer(state) is None
    assert _answer(state, StayPut()) == StayOut("au") == _answer(state, Usual())
    assert _answer(state, OnlyWhatMatters()) == StayOut("au")


def test_nobody_meets_who_is_stronger_nor_evades_who_is_not() -> None:
    state = emptied()
    stand(state, "munich", "fr", 12, "napoleon", "soult")
    stand(state, "vienna", "au", 4, "charles")
    strong = play(state, Gather("napoleon"), Join("soult"), Go("linz")).state
    assert decisions(strong)[0].kind == "intercept"
    assert _answer(strong, NeverIntercept(when="weaker")) == LetPass() == _answer(strong, Usual())
    stand(strong, "linz", "au", 9)
    assert _answer(strong, Usual()) is None, "together they would be as strong"
    stand(state, "linz", "au", 5, "mack")
    state.spaces["vienna"].lots.clear()
    state.leaders["charles"].where = "budapest"
    entered = play(state, Gather("napoleon"), Take("fr", 5), Go("linz")).state
    assert decisions(entered)[0].kind == "evade"
    assert _answer(entered, StandFast(when="stronger")) == Stand() == _answer(entered, Usual())
    stand(entered, "linz", "fr", 1)
    assert _answer(entered, Usual()) is None


# -- at sea ----------------------------------------------------------------------------------------


def _out_of_brittany() -> State:
    """A French fleet leaves Brittany, which two British squadrons blockade: they need 6."""
    return play(channel(), SetSail("brittany", 2), SailTo("english_channel")).state


def test_fleets_intercept_and_evade_only_if_told_so() -> None:
    """[13.33]"""
    leaving = _out_of_brittany()
    assert _answer(leaving, Usual()) is None
    assert _answer(leaving, SeekFleets(need=5)) is None
    assert _answer(leaving, SeekFleets(need=6, zones=("north_sea",))) is None
    assert _answer(leaving, SeekFleets(need=6, zones=("english_channel",))) == Seek()
    assert _answer(leaving, LetFleetsSail(("north_sea",))) is None
    assert _answer(leaving, LetFleetsSail()) == LetSail()
    found = play(leaving, Seek(), dice=[3, 3]).state
    assert _answer(found, Usual()) is None
    assert _answer(found, EludeFleets(need=7)) is None, "the French need 8"
    assert _answer(found, EludeFleets(need=8)) == Elude()
    assert _answer(found, AcceptBattles()) == AcceptBattle()
    out = play(leaving, LetSail(), Patrol(), dice=[6, 6]).state
    beaten = play(out, AcceptBattle(), dice=[1] * 4 + [5] + [1] * 5)
    assert beaten.asked == [("imperial", "refuge")]
    assert _answer(beaten.state, MakeForPorts(("toulon", "calais"))) == MakeForPort("calais")
    stand(beaten.state, "normandy", "fr", 3)
    assert _answer(beaten.state, Usual()) == MakeForPort("normandy")


def test_a_fleet_in_the_port_of_a_strait_sails_out_only_if_told_so() -> None:
    passing = play(gibraltar(), SailTo("western_mediterranean"), dice=[1] * 4).state
    assert decisions(passing)[0].kind == "sally"
    assert _answer(passing, Usual()) is None
    assert _answer(passing, SeekFleets()) == Sally()
    assert _answer(passing, LetFleetsSail()) == StayInPort()


def test_nobody_preempts_a_neutral_and_an_enemy_is_asked_about() -> None:
    hand = ["militia_1", "spies", "honved"]
    against = going_on(at_play({"fr": hand, "gb": ["militia_2"]}, scheduled="gb")).state
    assert _answer(against, Usual()) is None
    neutral = going_on(at_play({"fr": hand, "dk": ["militia_2"]}, scheduled="dk")).state
    assert decisions(neutral)[0].kind == "preempt"
    assert _answer(neutral, Usual()) == LetGo()
    assert _answer(neutral, PreemptBefore(("dk",)), Usual()) == Preempt()


def test_a_march_with_nowhere_left_to_go_is_ended() -> None:
    state = emptied(cp=1)
    stand(state, "munich", "fr", 6, "napoleon")
    marching = play(state, Gather("napoleon"), Go("ratisbon")).state
    assert legal_orders(marching) == [Halt()]
    assert _answer(marching, EndPhases()) == Halt() == _answer(marching, Usual())
    assert _answer(marching, Ask("march"), Usual()) is None
    halted = play(marching, Halt()).state
    assert legal_orders(halted) == [EndImpulse()]
    assert _answer(halted, Usual()) == EndImpulse()
    assert _answer(play(state, Gather("napoleon")).state, Usual()) is None, "it may go"


def test_a_resource_is_saved_where_nothing_else_is_left() -> None:
    state = emptied(cp=1)
    state.nations["fr"].resources = 1
    stand(state, "munich", "fr", 6, "napoleon")
    halted = play(state, Gather("napoleon"), Go("ratisbon"), Halt()).state
    assert {type(it) for it in legal_orders(halted)} == {
        DrawByResource, TryEarlyWinter, EndImpulse,
    }  # fmt: skip
    assert _answer(halted, EndPhases()) is None
    assert _answer(halted, SaveResources()) == EndImpulse() == _answer(halted, Usual())
    assert _answer(state, SaveResources()) is None, "there are CP left"


def test_the_beaten_go_to_friends_and_where_they_are_told() -> None:
    state = emptied()
    stand(state, "munich", "fr", 8, "napoleon")
    stand(state, "linz", "au", 6, "mack")
    entered = play(state, Gather("napoleon"), Go("linz"), Stand(), dice=[6, 6] + [1] * 60)
    assert entered.asked == [("coalition", "retreat")]
    lost = entered.state
    assert _answer(lost, RetreatTo(("vienna",))) == Retreat("vienna")
    stand(lost, "prague", "au", 5)
    assert _answer(lost, Usual()) == Retreat("prague")
    assert _answer(lost, RetreatTo(("vienna",)), Usual()) == Retreat("vienna")
