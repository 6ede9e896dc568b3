"""Movement by land, its cost, its limits, attrition [9]."""

from __future__ import annotations

from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse, Pool
from napoleon.rulesets.napoleonic_wars.orders.marches import (
    Gather,
    Go,
)
from tests.napoleonic_wars.playing import emptied, play, stand, told


def test_case_136_cp_of_forced_march_make_no_march_forced() -> None:
    state = emptied("fr", cp=2)
    impulse = state.stack[0]
    assert isinstance(impulse, Impulse)
    impulse.pools.append(Pool("forced_march_1", 4, "land", trait="march_free"))
    stand(state, "paris", "fr", 3, "murat")
    way = [Go(it) for it in ("champagne", "strasbourg", "mainz", "strasbourg")]
    four = play(state, Gather("murat"), *way)
    fifth = play(four.state, Go("wurtemberg"), dice=[1] * 20)
    assert [it.clause for it in told(fifth, "attrition_rolled")[0].rolled] == ["9.42.a"]
    impulse.pools[0].cp, impulse.pools[1].cp = 1, 0
    one = play(state, Gather("murat"), Go("champagne"))
    later = one.state.stack[0]
    assert isinstance(later, Impulse)
    later.pools[1].cp, later.pools[0].cp = 4, 1
    far = play(one.state, *(Go(it) for it in ("strasbourg", "mainz", "strasbourg", "wurtemberg")))
    assert not told(far, "attrition_rolled")
    sixth = play(far.state, Go("munich"), dice=[1] * 20)
    assert [it.clause for it in told(sixth, "attrition_rolled")[0].rolled] == ["9.42.a"]
