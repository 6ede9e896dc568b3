"""Acceptance cases of the digest: what is hidden, what is remembered (AC-63, AC-64, AC-68)."""

from random import Random

import msgspec

from napoleon.chance import SeededChance
from napoleon.rules.events import SPECTATOR
from napoleon.rules.orders import Refusal
from napoleon.rules.redaction import redacted
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon1815.events.casualties import FatigueAssigned, FatigueIncurred
from napoleon.rulesets.napoleon1815.events.movement import (
    AreaCeasedContested,
    RetreatDirectionPenaltyTriggered,
    RetreatMarkerPlaced,
    RetreatMarkerRemoved,
)
from napoleon.rulesets.napoleon1815.events.turn import TurnStarted
from tests.napoleon1815.battles import BLANK, LOSS, field, fight
from tests.napoleon1815.kit import (
    ALLIED,
    DECLINE,
    FRENCH,
    MOVE,
    NOTHING,
    PASS,
    RULES,
    SIDES,
    activate,
    at,
    begin_turn,
    losses,
    march,
    play,
    position,
)
from tests.napoleon1815.marching import set_out
from tests.napoleon1815.playing_cards import no_cards
from tests.napoleon1815.scripted import HARMLESS, ScriptedChance, value

# -- AC-63: orders of battle -----------------------------------------------------------------------


def units(state, seat, side):
    """The corps of a side as a seat sees them: strength and fatigue."""
    armies = msgspec.to_builtins(RULES.view(state, Viewer(seat)))["order-of-battle"]["armies"]
    return {
        unit["id"]: (unit["infantry"], unit["cavalry"], unit["fatigue"])
        for army in armies
        for unit in army["units"]
        if (army["army"] == FRENCH) == (side == FRENCH) and unit["state"] == "map"
    }


def test_ac_63_hidden_order_of_battle():
    given = field({"ney": at("p2"), "picton": at("p2", 2, 1, fatigue=6), "bulow": at("p2", 1, 1)})
    unknown = (None, None, None)
    for seat in (FRENCH, SPECTATOR):
        assert set(units(given, seat, ALLIED).values()) == {unknown}
    assert units(given, ALLIED, ALLIED)["picton"] == (2, 1, 6)
    assert units(given, ALLIED, ALLIED)["bulow"] == (1, 1, 0)
    assert set(units(given, ALLIED, FRENCH).values()) == {unknown}
    views = msgspec.to_builtins(RULES.view(given, Viewer(FRENCH)))
    hidden = [
        (army["army"], army["visible"], army["hidden_by"])
        for army in views["order-of-battle"]["armies"]
    ]
    assert hidden == [
        ("french", True, None),
        ("anglo_dutch", False, "VIS.4"),
        ("prussian", False, "VIS.4"),
    ]


def test_ac_63_nothing_else_tells_it():
    fresh = field({"ney": at("p2"), "picton": at("p2", 4, 0)})
    worn = field({"ney": at("p2"), "picton": at("p2", 1, 3, fatigue=4)})
    assert RULES.view(fresh, Viewer(FRENCH)) == RULES.view(worn, Viewer(FRENCH))
    assert RULES.view(fresh, Viewer(ALLIED)) != RULES.view(worn, Viewer(ALLIED))
    fought = [
        fight(given, FRENCH, "p2", "ney", french=[LOSS], allied=[BLANK]) for given in (fresh, worn)
    ]
    one, other = ([redacted(event, Viewer(FRENCH)) for event in each.events] for each in fought)
    assert one == other
    assert fought[0].asked == fought[1].asked


def test_ac_63_after_the_game_both_are_open():
    given = field({"ney": at("p2"), "picton": at("p2", 4, 0)}, track=1)
    played = fight(given, FRENCH, "p2", "ney", french=[LOSS], allied=[BLANK])
    over = play(played, ALLIED, losses(picton=(1, 0)))
    assert over.state.result is not None
    for seat in (*SIDES, SPECTATOR):
        assert units(over.state, seat, ALLIED)["picton"] == (3, 0, 0)
        assert units(over.state, seat, FRENCH)["ney"] == (0, 3, 0)
    spread = over.events[-1]
    assert (
        redacted(spread, Viewer(SPECTATOR, over=True))["data"]
        == redacted(spread, Viewer(ALLIED))["data"]
    )


# -- AC-64: once more per area --------------------------------------------------------------------


def test_ac_64_once_more_per_area():
    given = position(
        {
            "ney": at("quatre_bras"),
            "derlon": at("ligny"),
            "picton": at("quatre_bras", ready=False),
            "hill": at("mont_saint_guibert"),
            "perponcher": at("mont_saint_guibert"),
            "orange": at("alost"),
            "gerard": at("maubeuge"),
        },
        markers={"quatre_bras": (FRENCH, "marbais")},
        to_go=ALLIED,
    )
    way = march("mont_saint_guibert", "marbais", "quatre_bras")
    hill = activate("mont_saint_guibert", "hill")
    three = {"chance": ScriptedChance(allied=[value(3)])}
    cut_off = play(given, ALLIED, hill, MOVE, *way, DECLINE, **three)
    penalty = cut_off.the(RetreatDirectionPenaltyTriggered)
    assert (penalty.area, penalty.road) == ("quatre_bras", "marbais-quatre_bras")
    assert cut_off.lines(FatigueIncurred, side=FRENCH) == [(2, "RETREATDIR.3")]
    assert cut_off.the(FatigueAssigned, corps="ney").now == 2

    left = play(
        cut_off,
        FRENCH,
        activate("quatre_bras", "ney"),
        MOVE,
        *march("quatre_bras", "marbais", "ligny"),
        chance=ScriptedChance([value(3)]),
    )
    assert left.the(AreaCeasedContested).area == "quatre_bras"
    assert left.the(RetreatMarkerRemoved).clauses == ("RETREATDIR.4",)
    idle = play(left, ALLIED, activate("alost", "orange"), NOTHING)
    again = play(
        idle,
        FRENCH,
        activate("ligny", "derlon"),
        MOVE,
        *march("ligny", "marbais", "quatre_bras"),
        DECLINE,
        chance=ScriptedChance([value(3)]),
    )
    assert again.the(RetreatMarkerPlaced).road == "marbais-quatre_bras"

    perponcher = activate("mont_saint_guibert", "perponcher")
    three = {"chance": ScriptedChance(allied=[value(3)])}
    second = play(again, ALLIED, perponcher, MOVE, *way, DECLINE, **three)
    assert not second.events_of(RetreatDirectionPenaltyTriggered)
    assert [(e.side, e.reason) for e in second.events_of(FatigueIncurred)] == [(ALLIED, "movement")]
    assert second.block("derlon").fatigue == 1


def test_retreatdir_3_the_next_turn_it_can_happen_again():
    given = position(
        {"ney": at("quatre_bras"), "picton": at("quatre_bras"), "hill": at("marbais")},
        markers={"quatre_bras": (FRENCH, "marbais")},
        penalised=["quatre_bras"],
        passed=[FRENCH],
        to_go=ALLIED,
    )
    draws = [HARMLESS] * 3
    chance = ScriptedChance(french=[*draws, value(1)], allied=[*draws, value(5)])
    next_turn = begin_turn(given, ALLIED, PASS, chance=chance)
    assert next_turn.the(TurnStarted).turn_number == 3
    moving = no_cards(set_out(next_turn, ALLIED, "marbais", "hill", points=3))
    played = play(moving, ALLIED, *march("marbais", "quatre_bras"))
    assert played.the(RetreatDirectionPenaltyTriggered).side == FRENCH
    assert played.block("ney").fatigue == 2


# -- AC-68: replay --------------------------------------------------------------------------------


def test_ac_68_replay():
    random, seed = Random(1815), "18" * 32
    events = RULES.setup("fixture", {}, SeededChance(seed, "replay", drawn=0))
    state = replayed(events)
    known = {}
    while state.result is None and len(known) < 250:
        known[len(events)] = (msgspec.msgpack.encode(state), RULES.decisions(state), state.track)
        decision = random.choice(RULES.decisions(state))
        order = random.choice([*RULES.legal_orders(state, decision)])
        chance = SeededChance(seed, "replay", drawn=state.draws)
        caused = RULES.decide(state, decision.seat, order, chance)
        assert not isinstance(caused, Refusal)
        for event in caused:
            state = RULES.apply(state, event)
        events.extend(caused)

    again, compared = None, 0
    for number, event in enumerate(events, 1):
        again = RULES.apply(again, event)
        if number in known:
            now = (msgspec.msgpack.encode(again), RULES.decisions(again), again.track)
            assert now == known[number], f"after event {number}"
            compared += 1
    assert compared == len(known) > 100
    assert msgspec.msgpack.encode(again) == msgspec.msgpack.encode(state)


def replayed(events):
    """The position after these events; nothing is drawn for it."""
    state = None
    for event in events:
        state = RULES.apply(state, event)
    return state
