"""6.16 Effects of cards in diplomacy: consuls moved, Pacts broken, camps changed [8].

A card says how far a consul moves at most; its player moves it box by box.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from napoleon.rules.kit.declaring import DeclaredVerb, Domain
from napoleon.rules.kit.frames import inmost, on_top, top
from napoleon.rules.kit.programs import Effect
from napoleon.rules.kit.sequence import Part, Step
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars import camps
from napoleon.rulesets.napoleonic_wars.cards.scene import Playing, listed
from napoleon.rulesets.napoleonic_wars.cards.words import Some
from napoleon.rulesets.napoleonic_wars.events.influence import PersuasionBegan, PersuasionEnded
from napoleon.rulesets.napoleonic_wars.events.pacts import PactBroken, PactRestored
from napoleon.rulesets.napoleonic_wars.frames.cards import Persuasion
from napoleon.rulesets.napoleonic_wars.frames.diplomacy import Rupture
from napoleon.rulesets.napoleonic_wars.influence import LEFT, RIGHT, move, refuse_left, refuse_right
from napoleon.rulesets.napoleonic_wars.nations import commander
from napoleon.rulesets.napoleonic_wars.orders.diplomacy import Sway, SwayNoMore
from napoleon.rulesets.napoleonic_wars.pack import BOXES
from napoleon.rulesets.napoleonic_wars.scene import Seated, asked
from napoleon.rulesets.napoleonic_wars.state import PACT
from napoleon.rulesets.napoleonic_wars.table import Wars

ANY, BY_ROW = "any", "by_row"
"""Any row; and to the right on the rows that a card names, to the left on others."""

Way = Literal["right", "left"]

# -- a consul moves --------------------------------------------------------------------------------


def _seat(at: Playing) -> str:
    return commander(at.state, at.you)


def _way(at: Playing, which: str, way: str, rows: list[str]) -> Way:
    standing = at.state.nations[which].row
    if way == LEFT or (way == BY_ROW and standing and standing not in rows):
        return "left"
    return "right"


def _rows(at: Playing, which: str, way: str, row: Some) -> tuple[Way, list[str], Refusal | None]:
    """Which way a consul goes, and on which rows it can; else why it cannot."""
    state, pack = at.state, at.pack
    named = [*pack.powers] if ANY in listed(row) else listed(row)
    goes = _way(at, which, way, named)
    if goes == "left":
        refusal = refuse_left(state, pack, which, _seat(at))
        return goes, [] if refusal else [state.nations[which].row], refusal
    refused = {it: refuse_right(state, pack, which, it, _seat(at)) for it in named}
    able = [it for it, refusal in refused.items() if refusal is None]
    nowhere = refuse("NO_ROW", "8.1.b", "There is no such row for that consul.")
    return goes, able, None if able else next(iter(refused.values()), nowhere)


def refuse_moving(at: Playing, which: str, boxes: int, way: str, row: Some) -> Refusal | None:
    """Why a consul cannot move."""
    return _rows(at, which, way, row)[2]


def consul(at: Playing, which: str, boxes: int, way: str, row: Some) -> None:
    """A consul moves at most so many boxes; back to Pact it goes as far as it can [8.1, 8.21.a]."""
    goes, rows, _ = _rows(at, which, way, row)
    rupture = inmost(at.state, Rupture)
    if rupture is not None and rupture.nation == which:
        for _ in range(boxes):
            _back(at.table, which, rows[0])
        return
    if boxes == 1 and len(rows) == 1:
        move(at.table, which, rows[0], goes, "8.11.a" if goes == RIGHT else "8.12.a")
        return
    event = PersuasionBegan(which, at.card, goes, tuple(rows), _seat(at), boxes)
    at.table.record(event, "8.11.a" if goes == RIGHT else "8.12.a")


def _back(table: Wars, nation: str, row: str) -> None:
    """A box back towards the Pact that was broken."""
    box = table.state.nations[nation].box
    if box + 1 == PACT:
        table.record(PactRestored(nation, row), "8.21.a")
    elif box < PACT:
        move(table, nation, row, RIGHT, "8.21.a")


class Swaying(Seated):
    """A seat that moves a consul box by box, by a card."""

    def __init__(self, table: Wars, player: str) -> None:
        super().__init__(table, player)
        self.frame = top(table.state, Persuasion)
        self.nation = self.frame.nation

    def rows(self) -> list[str]:
        """The rows on which it can still move a box."""
        state, pack, frame = self.state, self.pack, self.frame
        standing = state.nations[self.nation].row
        if not frame.left:
            return []
        if frame.way == LEFT:
            refusal = refuse_left(state, pack, self.nation, self.player)
            return [] if refusal else [standing]
        among = [standing] if standing else frame.rows
        return [
            it for it in among if refuse_right(state, pack, self.nation, it, self.player) is None
        ]

    def sway(self, row: str) -> None:
        """It moves a box."""
        clause = "8.11.a" if self.frame.way == RIGHT else "8.12.a"
        move(self.table, self.nation, row, self.frame.way, clause)


SWAYING = asked(Swaying, "consul")


def _refuse_row(it: Swaying, row: str) -> Refusal | None:
    if row in it.rows():
        return None
    return refuse("NO_ROW", "8.11.a", "The consul cannot move on that row.", row=row)


SWAY = DeclaredVerb(
    Sway,
    SWAYING,
    "8.11.a",
    fields={"row": Domain(Swaying.rows, refusal=_refuse_row)},
    does=lambda it, order: it.sway(order.row),
    line="sway on the row of {row:nation}",
    says=lambda it, order: (
        say("Move the consul a box to the right on the row of %(row)s")
        if it.frame.way == RIGHT
        else say("Move the consul a box to the left on the row of %(row)s")
    ),
)


def _refuse_stopping(it: Swaying) -> Refusal | None:
    if it.frame.moved:
        return None
    return refuse("MUST_MOVE", "6.1.a", "The card moves the consul by a box at least.")


SWAY_NO_MORE = DeclaredVerb(
    SwayNoMore,
    SWAYING,
    "8.11.a",
    unable=_refuse_stopping,
    does=lambda it, order: it.table.record(PersuasionEnded(it.nation), "8.11.a"),
    line="sway no more",
    says=say("Move the consul no farther"),
)


def _asks(table: Wars) -> list[Decision]:
    frame = top(table.state, Persuasion)
    text = say("Where does the consul of %(nation)s go?", nation=frame.nation)
    return [table.question(frame.seat, "consul", "8.11.a", text)]


def _swaying(table: Wars) -> Swaying:
    return Swaying(table, top(table.state, Persuasion).seat)


def _is_forced(table: Wars) -> bool:
    it = _swaying(table)
    return not it.frame.moved and len(it.rows()) == 1


STEPS = Part[Wars](
    "consul",
    on_top(Persuasion),
    (
        Step(
            "no farther",
            lambda table: not _swaying(table).rows(),
            lambda table: table.record(
                PersuasionEnded(top(table.state, Persuasion).nation), "8.11.a"
            ),
        ),
        Step(
            "box by box",
            lambda table: True,
            lambda table: _swaying(table).sway(_swaying(table).rows()[0]),
            _asks,
            _is_forced,
        ),
    ),
)
"""A card moves a consul."""

VERBS = (SWAY, SWAY_NO_MORE)

# -- a Pact is broken ------------------------------------------------------------------------------


def refuse_breaking(at: Playing, which: str, to: str) -> Refusal | None:
    """Why there is no Pact to break."""
    if at.state.nations[which].box == PACT:
        return None
    return refuse("NOT_IN_PACT", "8.21.a", "That nation is in no Pact.", nation=which)


def break_pact(at: Playing, which: str, to: str) -> None:
    """A Pact ends, unless somebody restores it at once [8.21]."""
    power = at.state.nations[which].row
    at.table.record(PactBroken(which, power, BOXES.index(to)), "8.2.e", "8.21.a")


# -- a power changes camp --------------------------------------------------------------------------


def refuse_change(at: Playing, nation: str, to: str) -> Refusal | None:
    """Why a power cannot join the camp of another."""
    if nation not in at.state.powers:
        return refuse("NOT_A_POWER", "8.3.c", "Only a player power changes camp.", nation=nation)
    return camps.refuse_camp(at.table, nation, at.state.nations[to].camp)


def camp(at: Playing, nation: str, to: str) -> None:
    """A power joins the camp of another, with all that follows from it [8.34, R-116]."""
    camps.join(at.table, nation, at.state.nations[to].camp, by_card=True)


IN_DIPLOMACY: Mapping[str, Effect[Playing]] = {
    "consul": Effect("8.1.c", say("move a consul"), consul, refuse_moving),
    "break_pact": Effect("8.21.a", say("break a Pact"), break_pact, refuse_breaking),
    "camp": Effect("8.34.b", say("change camp"), camp, refuse_change),
}
"""What cards do in diplomacy."""
