"""Who may see what: hands lie open to the seat that commands their nation, the deck to nobody.

[18.D, R-67] A hand changes its reader with the command of its nation. What hides something is
marked in the state; boards, the text of a position and players without a chair read what is
`known`, and nothing else. Only the top discard may be looked at, if the players have chosen so
[5.11.g, R-94].
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from napoleon.rules.known import UNKNOWN, Knows, Projection
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleonic_wars.frames.answers import Answer
from napoleon.rulesets.napoleonic_wars.frames.diplomacy import Offer
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse
from napoleon.rulesets.napoleonic_wars.nations import commander
from napoleon.rulesets.napoleonic_wars.options import is_strict
from napoleon.rulesets.napoleonic_wars.state import Nation, State


def sees_hand(state: State, seat: str, nation: str) -> bool:
    """Whether a seat may see the hand of a nation: it commands it now [R-67]."""
    return bool(seat) and commander(state, nation) == seat


_KNOWS: Mapping[type, Knows] = {
    Nation: lambda state, it, key, seat: not it.unseen and sees_hand(state, seat, key),
    Impulse: lambda state, it, key, seat: sees_hand(state, seat, it.nation),
    Answer: lambda state, it, key, seat: bool(seat) and it.seat == seat,
    Offer: lambda state, it, key, seat: it.sent or sees_hand(state, seat, it.nation),
    State: lambda state, it, key, seat: False,
}
"""By kind of thing who knows what it hides."""

_PROJECTION = Projection(State, _KNOWS)


def known(state: State, viewer: Viewer) -> State:
    """What `viewer` may know of a position; all of it when the game is over."""
    reader = viewer._replace(over=viewer.over or state.result is not None)
    shown = _PROJECTION(state, reader)
    if reader.sees_all or not is_strict(state.options):
        return shown
    covered = [UNKNOWN] * (len(state.discards) - 1)
    return replace(shown, discards=[*covered, *state.discards[-1:]])
