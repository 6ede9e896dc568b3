"""Trails: where pieces have just gone, and nothing that the reader may not know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from napoleon.rules.contract import installed
from napoleon.rules.events import REFEREE, Event
from napoleon.rules.picture.model import Trail
from napoleon.rules.picture.svg import draw
from napoleon.rules.picture.trails import MOST, NOWHERE, trails, trails_since
from napoleon.rules.redaction import redacted
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon1815.events.movement import StackMoved
from napoleon.rulesets.napoleon1815.events.operations import OperationStarted
from napoleon.rulesets.napoleonic_empire.events.movement import ArmiesMoved
from tests.picture.maps import classed, inland, title

BEGUN = OperationStarted(number=1, player="french", side="french", area="ligny", blocks=("ney",))


def went(origin: str, area: str, player: str = "french", *, fog: bool = False) -> StackMoved:
    return StackMoved(
        player=player,
        blocks=("ney",),
        origin=origin,
        area=area,
        road=f"{origin}-{area}",
        cost=1,
        points_left=1,
        fog=fog,
        tokens=("french-7",) if fog else (),
    )


def found(game: str, events: Iterable[Event], reader: str = "french") -> tuple[Trail, ...]:
    pictures = installed()[game].pictures
    assert pictures is not None
    seen = Viewer(reader)
    return trails(pictures.moves, reversed([*events]), lambda event: redacted(event, seen))


def test_steps_that_follow_each_other_are_one_way() -> None:
    events = [BEGUN, went("hal", "ligny"), went("ligny", "wavre")]
    assert found("napoleon1815", events) == (Trail("french", ("hal", "ligny", "wavre")),)


def test_another_operation_has_its_own_ways_and_one_without_any_keeps_the_last() -> None:
    before = [BEGUN, went("hal", "ligny")]
    after = [*before, BEGUN, went("ath", "mons", "allied")]
    assert found("napoleon1815", after) == (Trail("allied", ("ath", "mons")),)
    assert found("napoleon1815", [*before, BEGUN]) == (Trail("french", ("hal", "ligny")),)


def test_armies_of_a_turn_go_their_own_ways_unless_they_are_led_on() -> None:
    def moved(origin: str, to: str, stage: int = 1) -> ArmiesMoved:
        return ArmiesMoved(side="french", origin=origin, to=to, armies=2, way="land", stage=stage)

    apart = [moved("france", "spain"), moved("spain", "portugal")]
    led = [moved("france", "spain"), moved("spain", "portugal", 2)]
    assert [it.places for it in found("napoleonic_empire", apart)] == [
        ("france", "spain"),
        ("spain", "portugal"),
    ]
    assert [it.places for it in found("napoleonic_empire", led)] == [
        ("france", "spain", "portugal")
    ]


def since(events: Iterable[Event], reader: str = "french") -> tuple[Trail, ...]:
    pictures = installed()["napoleon1815"].pictures
    assert pictures is not None
    seen = Viewer(reader)
    return trails_since(pictures.moves, reversed([*events]), lambda it: redacted(it, seen))


def test_since_somebody_was_here_each_operation_has_its_ways_and_none_is_told_twice() -> None:
    first = [BEGUN, went("hal", "ligny"), went("ligny", "wavre")]
    second = [BEGUN, went("ath", "mons", "allied"), BEGUN, went("wavre", "hal")]
    assert since([*first, *second, *first]) == (
        Trail("allied", ("ath", "mons")),
        Trail("french", ("wavre", "hal")),
        Trail("french", ("hal", "ligny", "wavre")),
    )
    assert since([BEGUN]) == ()


def test_of_many_ways_the_newest_are_told() -> None:
    many = [it for number in range(MOST + 9) for it in (BEGUN, went("hal", f"town-{number}"))]
    told = since(many)
    assert len(told) == MOST
    assert told[-1] == Trail("french", ("hal", f"town-{MOST + 8}"))


def test_no_more_events_are_read_than_are_needed() -> None:
    def latest() -> Iterator[Event]:
        yield went("hal", "ligny")
        yield BEGUN
        pytest.fail("it asked for more")

    pictures = installed()["napoleon1815"].pictures
    assert pictures is not None
    seen = Viewer(REFEREE)
    assert trails(pictures.moves, latest(), lambda event: redacted(event, seen))
    assert trails(NOWHERE, latest(), lambda event: redacted(event, seen)) == ()


@pytest.mark.parametrize("reader", ["french", "allied", "spectator"])
def test_in_fog_of_war_everybody_sees_where_but_not_who(reader: str) -> None:
    told = found("napoleon1815", [BEGUN, went("hal", "ligny", fog=True)], reader)
    assert told == (Trail("french", ("hal", "ligny")),)


def test_a_trail_is_an_arrow_in_the_colour_of_its_side() -> None:
    svg = draw(inland(trails=(Trail("red", ("hal", "ligny", "wavre")),)))
    [trail] = classed(svg, "trail")
    assert "vermillion" in trail.get("class", "").split()
    assert title(trail) == "Reds: from Hal to Ligny to Wavre"
    [way] = [it.get("d", "") for it in trail if it.get("class") == "march"]
    assert way.startswith("M150,120C")
    assert classed(draw(inland()), "trail") == []
    assert len(classed(draw(inland()), "trails")) == 1


def test_a_way_without_a_link_is_straight() -> None:
    svg = draw(inland(links=(), arrows=(), trails=(Trail("red", ("hal", "wavre")),)))
    assert len(classed(svg, "trail")) == 1
