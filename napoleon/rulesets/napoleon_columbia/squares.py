"""6.5, 6.52 Squares, and who shelters in them."""

from __future__ import annotations

from napoleon.rules.kit.declaring import PIECE, DeclaredVerb, Domain
from napoleon.rules.orders import Refusal
from napoleon.rules.prose.sentences import alone, together
from napoleon.rules.wording import say
from napoleon.rulesets.napoleon_columbia import terrain, units
from napoleon.rulesets.napoleon_columbia.acting import FIGHTER, Acting, called
from napoleon.rulesets.napoleon_columbia.events.combat import (
    SquareBroken,
    SquareFormed,
    UnitLeftShelter,
    UnitSheltered,
)
from napoleon.rulesets.napoleon_columbia.orders import (
    BreakSquare,
    FormSquare,
    LeaveShelter,
    Shelter,
)
from napoleon.rulesets.napoleon_columbia.seats import is_unseen
from napoleon.rulesets.napoleon_columbia.table import refuse

# -- squares [6.5] --------------------------------------------------------------------------------


def refuse_mounted(it: Acting) -> Refusal | None:
    """Leaders, cavalry and artillery form no square [6.5]."""
    if it.kind == units.INFANTRY:
        return None
    return refuse("NOT_INFANTRY", "6.5", "Only infantry forms square.")


def refuse_ground(it: Acting) -> Refusal | None:
    """Places in which no square is formed; a Reserve is none of them [6.5, N-84]."""
    if not it.is_in_own_position:
        return refuse("IN_ENEMY_POSITION", "6.5", "No square is formed in an enemy position.")
    if it.terrain == terrain.WOODS or it.holds_farm:
        return refuse("WOODS_OR_FARM", "6.5", "No square is formed in Woods or on a Farm.")
    return None


def _refuse_forming(it: Acting) -> Refusal | None:
    if it.fighter.square:
        return refuse("ALREADY_ACTED", "6.5", f"{it.name} stands in square already.")
    return refuse_mounted(it) or refuse_ground(it) or it.refuse_idle("6.5")


FORM_SQUARE = DeclaredVerb(
    FormSquare,
    FIGHTER,
    "6.5",
    unable=_refuse_forming,
    does=lambda it, order: it.tell(SquareFormed, "6.5"),
    line="square {unit:unit}",
    says=say("Form square with %(unit)s"),
    follows=(say("+1 to morale"), say("cannot move"), say("infantry and artillery hit it better")),
    told={
        SquareFormed: together(
            "%(who)s formed square %(where)s.", "%(who)s formed squares %(where)s.", "place"
        ),
    },
)


def _refuse_breaking(it: Acting) -> Refusal | None:
    if not it.fighter.square:
        return refuse("NOT_IN_SQUARE", "6.5", "That unit does not stand in square.")
    return it.refuse_idle("6.5")


BREAK_SQUARE = DeclaredVerb(
    BreakSquare,
    FIGHTER,
    "6.5",
    unable=_refuse_breaking,
    does=lambda it, order: it.tell(SquareBroken, "6.5", "N-28"),
    line="break square {unit:unit}",
    says=say("Break square with %(unit)s"),
    follows=(say("stands in line again"),),
    told={
        SquareBroken: together(
            "%(who)s went back from square into line.", "%(who)s went back from square into line."
        ),
    },
)


# -- shelter [6.52] -------------------------------------------------------------------------------


def _squares(it: Acting) -> list[str]:
    """The squares of its side in its position that its seat may know by name [N-85]."""
    there = it.table.state.fighters_at(it.battle, it.place, it.side)
    squares = (unit for unit in there if it.battle.fighters[unit].square)
    return [unit for unit in squares if not is_unseen(it.table, it.player, unit)]


def _refuse_sheltering(it: Acting) -> Refusal | None:
    if it.kind not in (*units.ARTILLERY, units.LEADER):
        return refuse("WRONG_TYPE", "6.52", "Only leaders and artillery shelter in a square.")
    if it.fighter.shelter:
        return refuse("ALREADY_ACTED", "6.52", f"{it.name} has acted in this combat turn.")
    return it.refuse_acted("6.52") or it.refuse_shaken()


def _refuse_square(it: Acting, square: str) -> Refusal | None:
    if square not in _squares(it):
        return refuse("NO_SQUARE", "6.52", "Name a unit in square in the same position.")
    if any(other.shelter == square for other in it.battle.fighters.values()):
        return refuse("SQUARE_TAKEN", "6.52", "A square shelters one unit only.")
    return None


def _in_square(it: Acting, square: str) -> dict[str, str | bool]:
    """Who shelters where, as the events tell it; hidden unless others may know both units."""
    other = it.table.state.blocks[square]
    return {"square": square, "square_token": other.token, "fog": it.fog or not other.revealed}


SHELTER = DeclaredVerb(
    Shelter,
    FIGHTER,
    "6.52",
    fields={"square": Domain(_squares, called, _refuse_square, PIECE)},
    unable=_refuse_sheltering,
    does=lambda it, order: it.tell(UnitSheltered, "6.52", "N-28", **_in_square(it, order.square)),
    line="shelter {unit:unit} with {square:unit}",
    says=say("Shelter %(unit)s in the square of %(square)s"),
    follows=(say("no morale check"), say("does not fire"), say("falls with the square")),
    told={UnitSheltered: alone("%(who)s took shelter in the square of %(square)s.")},
)


def _refuse_leaving(it: Acting) -> Refusal | None:
    if not it.fighter.shelter:
        return refuse("NOT_SHELTERED", "6.52", "That unit does not shelter in a square.")
    return it.refuse_acted("6.52")


LEAVE_SHELTER = DeclaredVerb(
    LeaveShelter,
    FIGHTER,
    "6.52",
    unable=_refuse_leaving,
    does=lambda it, order: it.tell(
        UnitLeftShelter, "6.52", "N-28", **_in_square(it, it.fighter.shelter)
    ),
    line="leave shelter {unit:unit}",
    says=say("Leave the square with %(unit)s"),
    told={UnitLeftShelter: alone("%(who)s came out of the square of %(square)s.")},
)

VERBS = (FORM_SQUARE, BREAK_SQUARE, SHELTER, LEAVE_SHELTER)
