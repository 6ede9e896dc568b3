"""The Napoleonic Wars as the service calls it: what the game declares, with its rules."""

from __future__ import annotations

from importlib.resources import files

from napoleon.rules.kit.declared import DeclaredRules
from napoleon.rules.kit.declaring import verbs_of
from napoleon.rules.kit.table import Table
from napoleon.rules.kit.verbs import Rulebook
from napoleon.rules.terms import Option, ScenarioTitle
from napoleon.rules.views import HandView, MapView, OrderOfBattleView, VictoryTrackView, Views
from napoleon.rulesets.napoleonic_wars import impulses, production, setting_up, turn_end
from napoleon.rulesets.napoleonic_wars.events import apply
from napoleon.rulesets.napoleonic_wars.packs.loader import load_pack
from napoleon.rulesets.napoleonic_wars.state import State
from napoleon.rulesets.napoleonic_wars.table import Wars

PACK = load_pack(files("napoleon.rulesets.napoleonic_wars") / "data")

SEQUENCE = (setting_up.STEPS, *impulses.STEPS, turn_end.STEPS)

DECLARED = (*setting_up.VERBS, *impulses.VERBS, *production.VERBS)

RULES: DeclaredRules[object, State, Wars, Views] = DeclaredRules(
    name="napoleonic_wars_unfinished",
    title="The Napoleonic Wars (unfinished)",
    version="1.0",
    pack=PACK,
    scenarios=(ScenarioTitle("1805", "The campaign game from 1805"),),
    options=(Option("players", "Players", "4.3.a", (2,)),),
    options_clause="4.3.a",
    clauses={"4.3.a": "Two players: one has France, the other Britain, Russia and Austria."},
    names={},
    state_type=State,
    book=Rulebook(SEQUENCE, {it.order: it for it in verbs_of(DECLARED)}, {}, "5.1.a"),
    table=lambda state, pack, chance: Table(state, pack, apply, chance),
    apply=apply,
    begin=setting_up.begin,
    seats=lambda options: ("imperial", "coalition"),
    views_type=Views,
    view=lambda state, viewer: Views(
        MapView(turn=state.turn, phase=state.phase),
        OrderOfBattleView(turn=state.turn, phase=state.phase),
        VictoryTrackView(turn=state.turn, phase=state.phase),
        HandView(turn=state.turn, phase=state.phase),
    ),
)
