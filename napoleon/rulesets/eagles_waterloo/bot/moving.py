"""Moves: into an enemy position that can be taken, to an own one that is pressed, up from the rear.

An enemy position that is held alone wins the battle [4.3]. A unit among enemies there bars the lane
for them, so everybody may go forward. The longer a battle lasts the more is risked.
"""

from __future__ import annotations

from functools import cached_property

from napoleon.rulesets.eagles_waterloo import places
from napoleon.rulesets.eagles_waterloo.bot import leading, power
from napoleon.rulesets.eagles_waterloo.bot.power import Piece
from napoleon.rulesets.eagles_waterloo.bot.seen import Field
from napoleon.rulesets.eagles_waterloo.orders import Move

FULL = 4
"""Units of a side in a position at the end of its phase [8.4]."""
ENGAGES_AT = 1.15
"""How much better a side wants to be in a position to engage there."""
BOLDER = 0.025
"""How much less it asks for with every player turn."""
KEPT = 2
"""Units that stay in Reserve for a position that is pressed, as long as others are in line."""
ENOUGH = 3
"""Units of a position that is not pressed without which the Reserve is called up."""

WIN, SAVE, CLEAR, HELP, STRENGTHEN, CHARGE, FILL = 1000.0, 130.0, 120.0, 40.0, 35.0, 30.0, 10.0
"""What comes first."""
NEVER = -1.0


class Lanes:
    """The lanes of a battlefield, with what may be moved along them now."""

    def __init__(self, field: Field, turn: int, moves: set[tuple[str, str]], *, full: bool) -> None:
        self.field = field
        self.turn = turn
        self.moves = moves
        """Cards, and where they may go."""
        self.full = full
        """Whether the phase cannot end, as a position is too full."""

    @cached_property
    def prize(self) -> str:
        """The enemy position in which the side gets the better of it; empty for none."""
        best, found = max(0.0, ENGAGES_AT - BOLDER * self.turn), ""
        for place in places.line(self.field.enemy):
            foes, there, able = self.field.foes(place), self.field.own(place), self.able(place)
            if there or not able or not any(it.wins for it in able):
                continue
            edge = power.edge(able, foes, first=False)
            if edge >= best:
                best, found = edge, place
        return found

    def able(self, place: str) -> list[Piece]:
        """Units that can be in an enemy position in this phase, the strongest of them."""
        near = places.opposite(place)
        passing = not self.field.at(near, self.field.enemy)
        found = [
            it
            for it in self.field.pieces.values()
            if it.wins
            and (
                (it.id, place) in self.moves
                or (
                    it.kind == "cavalry"
                    and passing
                    and it.place == self.field.own_reserve
                    and (it.id, near) in self.moves
                )
            )
        ]
        return sorted(found, key=lambda it: -it.power)[:FULL]

    def worth(self, order: Move) -> float:
        """What a move is worth; below 0 if it had better not be made."""
        field, piece = self.field, self.field.pieces[order.card]
        if piece.kind == "general":
            gain = leading.going(field, piece, order.to)
            if self.full and not places.is_reserve(piece.place):
                return CLEAR + gain
            return FILL + gain if gain > 0 else NEVER
        if self.full and self._is_crowded(piece.place):
            goes_well = order.to == self.prize or places.is_reserve(order.to)
            return CLEAR + 10 * goes_well - piece.power / 10
        value = self._to(piece, order.to)
        return value + self._form(piece, order) if value >= 0 else NEVER

    def _is_crowded(self, place: str) -> bool:
        return not places.is_reserve(place) and len(self.field.own(place)) > FULL

    def _to(self, piece: Piece, to: str) -> float:
        field = self.field
        if places.is_reserve(to):
            return NEVER
        foes, there = field.foes(to), field.own(to)
        if places.owner(to) == field.enemy:
            if piece.wins and not foes:
                return WIN
            if not piece.wins or len(there) >= FULL:
                return NEVER
            if there:
                return STRENGTHEN + piece.power
            return CHARGE + piece.power if to == self.prize else NEVER
        if places.owner(piece.place) == field.enemy:
            return NEVER
        return self._back(piece, to, len(there), pressed=bool(foes))

    def _back(self, piece: Piece, to: str, there: int, *, pressed: bool) -> float:
        """From the Reserve to an own position."""
        field = self.field
        if pressed:
            if there >= FULL or piece.kind == "artillery":
                return NEVER
            return (SAVE if there <= 1 else HELP) + piece.power
        ahead = places.opposite(to)
        if piece.kind == "cavalry" and self.prize == ahead and piece in self.able(ahead):
            return (CHARGE if field.foes(ahead) else WIN / 2) + piece.power
        attacked = field.own(ahead)
        if not there and not attacked:
            return SAVE - 5.0 + piece.power
        if there >= FULL:
            return NEVER
        if attacked and len(attacked) < FULL and piece.wins:
            return HELP - 5.0 + piece.power
        if len(field.waiting) <= KEPT and there >= ENOUGH - 1:
            return NEVER
        if piece.kind == "cavalry" and there >= ENOUGH:
            return NEVER
        return FILL + piece.power / 10 - there

    def _form(self, piece: Piece, order: Move) -> float:
        """Column among enemies for a unit that shocks better than it fires; line behind them."""
        if piece.kind != "infantry" or piece.face is None:
            return 0.0
        form = order.formation or piece.formation or "line"
        foes = self.field.foes(order.to)
        gain = (piece.face.shock or 0) - (piece.face.fire or 1)
        prey = any(it.kind not in ("cavalry",) for it in foes)
        wanted = "column" if foes and prey and gain > 0 else "line"
        return 0.4 * (form == wanted) + 0.2 * bool(order.terrain and not foes)
