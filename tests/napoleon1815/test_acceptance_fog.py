"""Fog of war: acceptance cases AC-58 to 62 and 69, FOG.1-4, VIS.6-8 and their rulings."""

import pytest
from msgspec import to_builtins

from napoleon.rules.events import SPECTATOR
from napoleon.rules.narration import describe
from napoleon.rules.redaction import redacted
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon1815.events.casualties import FatigueIncurred, FatigueSpread
from napoleon.rulesets.napoleon1815.events.combat import CombatCardsCounted, CombatStarted
from napoleon.rulesets.napoleon1815.events.fog import (
    BlocksHidden,
    BlocksRevealed,
    ScoutEliminated,
    ScoutReported,
    TokensReplaced,
)
from napoleon.rulesets.napoleon1815.events.movement import (
    ControlTaken,
    MovementEnded,
    MovementPointsSet,
    StackMoved,
)
from napoleon.rulesets.napoleon1815.events.operations import BlockSpent, OperationStarted
from napoleon.rulesets.napoleon1815.events.windows import EventPlayed
from tests.napoleon1815.battles import BLANK, LOSS, boxes
from tests.napoleon1815.foggy import (
    FOG,
    ROUND,
    attacked,
    blocks_seen,
    go_on,
    in_fog,
    log,
    moved,
    nobody_scored,
    public,
    seen_in,
    unopposed,
)
from tests.napoleon1815.kit import (
    ALLIED,
    ATTACK,
    DECLINE,
    END,
    FRENCH,
    MOVE,
    RULES,
    activate,
    asked,
    at,
    losses,
    march,
    play,
    retreat,
)
from tests.napoleon1815.playing_cards import card, hands, windows
from tests.napoleon1815.scripted import ScriptedChance, value

# -- acceptance cases ------------------------------------------------------------------------------


def test_ac_58_a_scout_meets_a_corps():
    given = in_fog(
        derlon=at("p2"), french_scout_1=at("p2"), anglo_dutch_scout_1=at("p1"), to_go=ALLIED
    )
    after = moved(given, ALLIED, "p1", "p2", stack=["anglo_dutch_scout_1"])
    assert after.the(ScoutReported).finding == "corps"
    gone = after.the(ScoutEliminated)
    assert (gone.area, gone.clauses) == ("p2", ("SCOUT.5",))
    assert after.block("anglo_dutch_scout_1").removed
    assert {b for b, it in after.state.blocks.items() if it.area == "p2"} == {
        "derlon",
        "french_scout_1",
    }
    assert nobody_scored(after)
    assert after.state.contested == []


def test_ac_58_only_the_owner_of_the_scout_reads_its_report():
    given = in_fog(derlon=at("p2"), anglo_dutch_scout_1=at("p1"), to_go=ALLIED)
    after = moved(given, ALLIED, "p1", "p2", stack=["anglo_dutch_scout_1"])
    report = after.the(ScoutReported)
    assert redacted(report, Viewer(ALLIED))["data"]["finding"] == "corps"
    for reader in (FRENCH, SPECTATOR):
        assert redacted(report, Viewer(reader))["data"]["finding"] is None
        assert "corps" not in describe(report, Viewer(reader))
    assert "derlon" not in log(after, ALLIED), "not which corps"


def test_ac_59_a_corps_meets_a_scout():
    given = in_fog(derlon=at("p1"), picton=at("alost"), anglo_dutch_scout_1=at("p2"))
    after = moved(given, FRENCH, "p1", "p2", points=3)
    assert after.the(ScoutEliminated).clauses == ("SCOUT.5",)
    assert after.asked == [(FRENCH, "march")], "it goes on"
    assert (after.state.contested, after.state.markers) == ([], {})
    after = unopposed(go_on(after, FRENCH, *march("p2", "p3"), END))
    assert after.the(FatigueIncurred).total == 0
    assert nobody_scored(after)


def test_ac_60_scouts_meet():
    given = in_fog(french_scout_1=at("p1"), anglo_dutch_scout_1=at("p2"), picton=at("alost"))
    after = moved(given, FRENCH, "p1", "p2", stack=["french_scout_1"])
    assert after.the(ScoutReported).finding == "scouts only"
    after = go_on(after, FRENCH, END)
    gone = after.events_of(ScoutEliminated)
    assert [it.clauses for it in gone] == [("SCOUT.8b",)] * 2
    assert after.block("french_scout_1").removed
    assert after.block("anglo_dutch_scout_1").removed
    assert nobody_scored(after)


def test_ac_61_two_scouts_have_a_point_more_than_their_card():
    given = in_fog(french_scout_1=at("p1"), french_scout_2=at("p1"), picton=at("alost"))
    chance = ScriptedChance(french=[value(3)])
    stack = activate("p1", "french_scout_1", "french_scout_2")
    after = play(given, FRENCH, stack, MOVE, chance=chance)
    assert after.lines(MovementPointsSet) == [(3, "MOVE.1"), (1, "MOVE.1G")]


def test_ac_61_a_town_is_taken_and_scores():
    given = in_fog(french_scout_1=at("p3"), picton=at("alost"), control={"t1": "anglo_dutch"})
    after = moved(given, FRENCH, "p3", "t1", stack=["french_scout_1"])
    taken = after.the(ControlTaken)
    assert (taken.area, taken.army, "SCOUT.9" in taken.clauses) == ("t1", "french", True)
    assert after.track_moves() == [(-1, [(-1, "VICTORY.2")])]


def test_ac_61_a_citadel_is_barred():
    given = in_fog(french_scout_1=at("p4"), picton=at("alost"), control={"c1": "anglo_dutch"})
    after = moved(given, FRENCH, "p4", "c1", stack=["french_scout_1"])
    assert after.refused == ("CITADEL_BARRED", "SCOUT.10")


def test_ac_61_scouts_do_not_go_with_corps():
    given = in_fog(french_scout_1=at("p1"), derlon=at("p1"), picton=at("alost"))
    after = play(given, FRENCH, activate("p1", "derlon", "french_scout_1"))
    assert after.refused == ("MIXED_SCOUTS", "SCOUT.2")


def test_ac_62_a_moving_stack_is_tokens_a_card_and_roads():
    given = in_fog(
        picton=at("p1"), orange=at("p1"), wellington=at("p1"), derlon=at("ligny"), to_go=ALLIED
    )
    stack = ["orange", "picton", "wellington"]
    after = moved(given, ALLIED, "p1", "p2", "p3", stack=stack)
    assert not any(name in log(after, FRENCH) for name in stack)
    assert redacted(after.the(MovementPointsSet), Viewer(FRENCH))["data"]["total"] is None
    steps = [redacted(step, Viewer(FRENCH))["data"] for step in after.events_of(StackMoved)]
    assert [(it["road"], it["tokens"]) for it in steps] == [
        ("p1-p2", ("anglo_dutch-1", "anglo_dutch-2", "anglo_dutch-3")),
        ("p2-p3", ("anglo_dutch-1", "anglo_dutch-2", "anglo_dutch-3")),
    ]
    assert after.flipped("movement")[0].value == 4
    view = to_builtins(RULES.view(after.state, Viewer(FRENCH)))["map"]["operation"]
    assert (view["movement_points"], view["points_used"]) == (None, None)
    view = to_builtins(RULES.view(after.state, Viewer(ALLIED)))["map"]["operation"]
    assert (view["movement_points"], view["points_used"]) == (3, 2)


def test_ac_62_fatigue_of_a_movement_is_not_told():
    given = in_fog(derlon=at("p1"), reille=at("p1"), picton=at("p6"))
    after = moved(given, FRENCH, "p1", "p2", "p3", "p6", stack=["derlon", "reille"])
    assert after.lines(FatigueIncurred) == [(1, "MOVE.3C")]
    data = redacted(after.the(FatigueIncurred), Viewer(ALLIED))
    assert (data["data"]["total"], data["data"]["corps"], data["breakdown"]) == (None, None, None)
    assert redacted(after.the(FatigueSpread), Viewer(ALLIED))["data"]["points"] is None


def test_ac_62_combat_shows_the_blocks_before_cards_are_counted():
    after = fought()
    kinds = [type(event) for event in after.events]
    assert kinds.index(BlocksRevealed) < kinds.index(CombatCardsCounted)
    shown_blocks = after.the(BlocksRevealed).blocks
    assert set(shown_blocks.values()) == {"derlon", "lobau", "picton"}
    assert "reille" not in log(after, ALLIED), "only those in the area"


@pytest.mark.parametrize(
    ("side", "event"), [(FRENCH, "fighting_spirit"), (ALLIED, "red_line")], ids=[FRENCH, ALLIED]
)
def test_ac_62_who_is_asked_for_a_card_of_combat_has_seen_the_blocks(side, event):
    held = {"french" if side == FRENCH else "allied": event}
    begun = attacked(at_close_quarters(hands=hands(**held)), FRENCH, "ligny", "derlon")
    assert windows(begun) == [(side, "W.COMBAT")]
    revealed = begun.the(BlocksRevealed)
    assert (revealed.area, "FOG.3" in revealed.clauses) == ("ligny", True)
    assert set(revealed.blocks.values()) == {"derlon", "lobau", "picton"}
    assert not begun.events_of(CombatCardsCounted)
    for reader in (FRENCH, ALLIED):
        assert set(blocks_seen(begun, reader, "ligny")) == {"derlon", "lobau", "picton"}
    assert "reille" not in log(begun, ALLIED), "only those in the area"
    assert blocks_seen(begun, ALLIED, "fleurus") == [begun.block("reille").token]

    chance = boxes([BLANK] * (3 if side == FRENCH else 2), [BLANK] * (2 if side == FRENCH else 3))
    played = go_on(begun, side, card(event, side), chance=chance)
    kinds = [type(it) for it in played.events]
    assert kinds.index(BlocksRevealed) < kinds.index(EventPlayed) < kinds.index(CombatCardsCounted)


def test_ac_62_after_the_combat_there_are_new_tokens():
    given = at_close_quarters()
    after = fought()
    before = {b: it.token for b, it in given.blocks.items()}
    hidden = after.the(BlocksHidden)
    assert hidden.clauses == ("FOG.3",)
    for block in ("derlon", "lobau", "picton"):
        it = after.block(block)
        assert not it.revealed
        assert it.token not in before.values()
    assert after.block("reille").token == before["reille"]


def test_ac_69_a_general_advance_is_barred_by_a_hidden_scout_as_by_a_corps():
    answers = []
    for block in ("anglo_dutch_scout_1", "picton"):
        given = in_fog({block: at("p2")}, derlon=at("p1"), lasting={"general_advance": 44})
        after = play(given, FRENCH, activate("p1", "derlon"), MOVE, *march("p1", "p2"))
        assert after.refused == ("ALLIED_AREA_BARRED", "CARD.general_advance")
        answers.append(after.refusal)
    assert answers[0] == answers[1], "in its detail and its facts too"


# -- fog of war ------------------------------------------------------------------------------------


def at_close_quarters(**given):
    """D'Erlon and Lobau against Picton at Ligny, and Reille not far away."""
    return in_fog(
        derlon=at("ligny", 5, 0),
        lobau=at("ligny", 4, 0),
        picton=at("ligny", 5, 0),
        reille=at("fleurus"),
        **given,
    )


def fought(french=(BLANK, BLANK), **given):
    """D'Erlon has attacked alone at Ligny, and flipped these cards; Picton hit nobody."""
    shown = {"french": french, "allied": (BLANK, BLANK)}
    return attacked(at_close_quarters(**given), FRENCH, "ligny", "derlon", **shown)


def test_fog_1_only_the_owner_sees_what_a_block_is():
    given = in_fog(derlon=at("p1"), napoleon=at("p1"), french_scout_1=at("p1"), picton=at("p4"))
    assert blocks_seen(given, FRENCH, "p1") == ["derlon", "napoleon", "french_scout_1"]
    for reader in (ALLIED, SPECTATOR):
        assert blocks_seen(given, reader, "p1") == ["french-1", "french-2", "french-3"]
        assert {it["kind"] for it in seen_in(given, reader, "p1")} == {None}
    assert blocks_seen(given, ALLIED, "p4") == ["picton"]


def test_fog_2_ready_or_spent_is_public():
    given = in_fog(derlon=at("p1"), reille=at("p1", ready=False), picton=at("p4"))
    assert [it["ready"] for it in seen_in(given, ALLIED, "p1")] == [True, False]


def test_fog_3_a_corps_that_marches_to_the_guns_is_shown_on_arrival():
    given = at_close_quarters(hands=hands("march_to_the_guns"))
    begun = attacked(given, FRENCH, "ligny", "derlon")
    guns = card("march_to_the_guns", FRENCH, "reille")
    after = go_on(begun, FRENCH, guns, chance=boxes([BLANK] * 4, [BLANK] * 2))
    assert "reille" in after.events_of(BlocksRevealed)[-1].blocks.values()
    assert after.events_of(BlocksRevealed)[-1].clauses == ("FOG.3", "COMBAT.0d")


def test_fog_3_a_beaten_stack_is_hidden_where_it_retreated_to():
    after = go_on(fought(french=(LOSS, BLANK)), ALLIED, losses(picton=(1, 0)))
    after = go_on(after, ALLIED, *retreat("ligny", "marbais"))
    picton = after.block("picton")
    assert picton.area != "ligny"
    assert (picton.revealed, blocks_seen(after, FRENCH, picton.area)) == (False, [picton.token])


def test_fog_4_to_stand_among_enemies_reveals_nothing():
    given = in_fog(derlon=at("p1"), picton=at("p2"), orange=at("p2"))
    after = unopposed(moved(given, FRENCH, "p1", "p2"))
    after = play(after, FRENCH, DECLINE)
    assert after.state.contested == ["p2"]
    assert not after.events_of(BlocksRevealed)
    assert blocks_seen(after, ALLIED, "p2")[:2] == ["picton", "orange"]
    assert blocks_seen(after, FRENCH, "p2")[:2] == ["anglo_dutch-2", "anglo_dutch-3"]


# -- who may see what ------------------------------------------------------------------------------


def test_vis_6_a_partner_sees_tokens_only():
    given = in_fog(
        picton=at("p1"),
        ziethen=at("p1"),
        derlon=at("ligny"),
        options={**FOG, "players": 3},
        leader="anglo_dutch",
    )
    assert blocks_seen(given, "anglo_dutch", "p1") == ["picton", "prussian-2"]
    assert blocks_seen(given, "prussian", "p1") == ["anglo_dutch-1", "ziethen"]


def test_vis_6_during_a_combat_all_blocks_of_its_area_are_public():
    given = at_close_quarters(hands=hands("fighting_spirit"))
    begun = attacked(given, FRENCH, "ligny", "derlon")
    assert begun.asked == [(FRENCH, "window")]
    assert blocks_seen(begun, SPECTATOR, "ligny") == ["picton", "derlon", "lobau"]
    assert blocks_seen(begun, SPECTATOR, "fleurus") == ["french-4"]


def test_vis_7_blocks_that_part_get_new_tokens():
    given = in_fog(derlon=at("p1"), reille=at("p1"), lobau=at("p3"), picton=at("alost"))
    after = play(given, FRENCH, activate("p1", "derlon"))
    replaced = after.the(TokensReplaced)
    assert (replaced.old, replaced.new) == (("french-1", "french-2"), ("french-7", "french-8"))
    assert replaced.clauses == ("VIS.7",)
    assert redacted(replaced, Viewer(ALLIED))["data"]["pairing"] is None
    assert set(redacted(replaced, Viewer(FRENCH))["data"]["pairing"]) == {"derlon", "reille"}
    assert after.block("lobau").token == "french-3", "it stood alone"


def test_vis_7_a_stack_that_leaves_nobody_keeps_its_tokens():
    given = in_fog(derlon=at("p1"), reille=at("p1"), picton=at("alost"))
    after = moved(given, FRENCH, "p1", "p2", "p3", stack=["derlon", "reille"])
    assert not after.events_of(TokensReplaced)


def test_vis_7_a_stack_that_passes_through_friends_gets_new_tokens():
    given = in_fog(derlon=at("p1"), french_scout_1=at("p2"), picton=at("alost"))
    after = moved(given, FRENCH, "p1", "p2", "p3")
    assert after.the(TokensReplaced).area == "p2"
    assert blocks_seen(after, ALLIED, "p2") == [after.block("french_scout_1").token]


def test_vis_7_tokens_are_given_out_by_chance():
    given = in_fog(derlon=at("p1"), reille=at("p1"), picton=at("alost"))
    chance = ScriptedChance()
    after = play(given, FRENCH, activate("p1", "derlon"), chance=chance)
    assert chance.purposes == ["french token 1 of 2", "french token 2 of 2"]
    assert after.state.draws == given.draws + 2


@pytest.mark.parametrize("areas", [ROUND[:2], ROUND[:4], ROUND], ids=len)
def test_vis_8_a_scout_and_a_corps_move_alike(areas):
    """What the enemy is given of the two differs in nothing, from the activation to its end."""

    def seen(block, other):
        given = in_fog({block: at("p2"), other: at("beaumont")}, picton=at("alost"))
        after = unopposed(go_on(moved(given, FRENCH, *areas, stack=[block]), FRENCH, END))
        assert after.the(MovementEnded).roads_moved == len(areas) - 1
        return [public(after, reader) for reader in (ALLIED, SPECTATOR)]

    assert seen("derlon", "french_scout_1") == seen("french_scout_1", "derlon")


def test_vis_8_the_figures_of_a_movement_are_for_its_owner():
    given = in_fog(derlon=at("p1"), picton=at("alost"))
    after = unopposed(go_on(moved(given, FRENCH, "p1", "p2"), FRENCH, END))
    hidden = {
        OperationStarted: ["blocks"],
        MovementPointsSet: ["total"],
        StackMoved: ["blocks", "cost", "points_left"],
        MovementEnded: ["points_used"],
        FatigueIncurred: ["corps", "total"],
        FatigueSpread: ["points"],
        BlockSpent: ["block"],
    }
    for kind, names in hidden.items():
        mine, yours = (
            redacted(after.the(kind), Viewer(reader))["data"] for reader in (FRENCH, ALLIED)
        )
        assert all(yours[name] is None for name in names), kind
        assert all(mine[name] is not None for name in names), kind
        assert list(mine) == list(yours), "the same fields in the same order"


def test_vis_8_nobody_reads_in_a_question_how_much_fatigue_it_is():
    given = in_fog(derlon=at("p1"), reille=at("p1"), picton=at("alost"))
    after = moved(given, FRENCH, "p1", "p2", "p3", "p4", "p5", stack=["derlon", "reille"])
    after = play(after, FRENCH, END)
    (question,) = RULES.decisions(after.state)
    assert question.kind == "allocate_fatigue"
    assert not any(sign.isdigit() for sign in question.prompt)


def test_combat_started_names_the_blocks_it_reveals():
    after = fought()
    started = after.the(CombatStarted)
    assert (started.attackers, started.defenders) == (("derlon",), ("picton",))


def test_a_movement_that_ends_among_enemies_may_attack():
    given = in_fog(derlon=at("p1", 5, 0), picton=at("p2", 2, 0))
    after = unopposed(moved(given, FRENCH, "p1", "p2"))
    assert asked(after) == [(FRENCH, "choose_attack")]
    after = go_on(after, FRENCH, ATTACK, chance=boxes([BLANK], [BLANK]))
    assert after.the(BlocksRevealed).area == "p2"
