"""14 Between two turns: reinforcements, new hands, the next turn."""

from __future__ import annotations

from napoleon.rules.kit.sequence import Part, Step, only_asks
from napoleon.rulesets.napoleonic_wars import camps, influence, reinforcement
from napoleon.rulesets.napoleonic_wars.events.turn_end import TurnBegan
from napoleon.rulesets.napoleonic_wars.hands import HANDS
from napoleon.rulesets.napoleonic_wars.state import INTERPHASE
from napoleon.rulesets.napoleonic_wars.table import Wars


def _begin_turn(table: Wars) -> None:
    turn = table.state.turn + 1
    table.record(TurnBegan(turn, table.data.year(turn)), "14.34.a")


STEPS: tuple[Part[Wars], ...] = (
    *reinforcement.STEPS,
    influence.STEPS,
    Part(
        "interphase",
        lambda table: table.state.phase == INTERPHASE and not table.state.stack,
        (
            Step("camps", lambda table: bool(camps.to_ask(table)), only_asks, camps.asks),
            Step(
                "reinforcement",
                lambda table: bool(reinforcement.to_reinforce(table)),
                reinforcement.begin,
            ),
            *HANDS,
            Step("next turn", lambda table: True, _begin_turn),
        ),
    ),
)
