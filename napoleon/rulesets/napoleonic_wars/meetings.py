"""9.73, 10.4 to 10.5 Meetings: a force that enters is met, evaded, suffers, and fights [R-77]."""

from __future__ import annotations

from napoleon.rules.kit.frames import inmost, on_top, top, within
from napoleon.rules.kit.sequence import Part, Step
from napoleon.rulesets.napoleonic_wars import attrition, battles, evasion, interception
from napoleon.rulesets.napoleonic_wars.events.meetings import AttritionOver, MeetingOver
from napoleon.rulesets.napoleonic_wars.frames.forces import March, Meeting
from napoleon.rulesets.napoleonic_wars.spaces import hostile_in
from napoleon.rulesets.napoleonic_wars.table import Wars

VERBS = (*interception.VERBS, *evasion.VERBS)


def _roll_attrition(table: Wars) -> None:
    meeting, march = top(table.state, Meeting), within(table.state, March)
    causes = [*meeting.causes]
    table.record(AttritionOver(meeting.space), "9.4.b")
    attrition.suffer(table, meeting.space, march.force, causes)


def _is_battle(table: Wars) -> bool:
    meeting = top(table.state, Meeting)
    march = inmost(table.state, March)
    left = march is None or march.force.units
    return bool(left and hostile_in(table.state, meeting.space, meeting.nation))


def _end(table: Wars) -> None:
    meeting = top(table.state, Meeting)
    table.record(MeetingOver(meeting.nation, meeting.space), "9.51.a")


STEPS = Part[Wars](
    "meeting",
    on_top(Meeting),
    (
        interception.STEP,
        *evasion.STEPS,
        Step("attrition", lambda table: bool(top(table.state, Meeting).causes), _roll_attrition),
        Step("battle", _is_battle, battles.begin),
        Step("nothing more", lambda table: True, _end),
    ),
)
"""A force has entered a space, or appeared there."""
