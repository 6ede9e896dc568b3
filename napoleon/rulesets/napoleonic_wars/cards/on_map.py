"""6.12, 6.17 Effects of cards on the map: pieces built, flags, attrition, losses, deployment."""

from __future__ import annotations

from collections.abc import Mapping

from napoleon.rules.kit.frames import inmost, top
from napoleon.rules.kit.programs import Effect
from napoleon.rules.orders import Refusal
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars import attrition as attritions
from napoleon.rulesets.napoleonic_wars import flags as raising
from napoleon.rulesets.napoleonic_wars.armies import force_of
from napoleon.rulesets.napoleonic_wars.cards import building
from napoleon.rulesets.napoleonic_wars.cards.deploying import destinations
from napoleon.rulesets.napoleonic_wars.cards.scene import (
    AT,
    Playing,
    first_do,
    listed,
    refuse_none,
    split_stack,
)
from napoleon.rulesets.napoleonic_wars.cards.words import Some
from napoleon.rulesets.napoleonic_wars.events.building import FarMoveBegan, FlagIsChosen
from napoleon.rulesets.napoleonic_wars.events.cards_at_sea import SquadronsLost
from napoleon.rulesets.napoleonic_wars.events.flags import FlagRemoved
from napoleon.rulesets.napoleonic_wars.events.losses import UnitsLost
from napoleon.rulesets.napoleonic_wars.events.windows import CausesAdded
from napoleon.rulesets.napoleonic_wars.frames.cards import Program
from napoleon.rulesets.napoleonic_wars.frames.forces import Meeting
from napoleon.rulesets.napoleonic_wars.nations import commander, is_allied, is_truce
from napoleon.rulesets.napoleonic_wars.pieces import doing_least
from napoleon.rulesets.napoleonic_wars.spaces import (
    controller,
    flag_can_change,
    is_of_camp,
    present,
    sp_in,
)

NOBODY = "none"
"""Whose flag it is that an event only takes off."""

# -- flags -----------------------------------------------------------------------------------------


def _may_change(at: Playing, space: str, whose: str) -> bool:
    """Whether a flag can be placed in a space, or taken off [7.42, 8.22.b, R-106]."""
    state = at.state
    if whose == NOBODY:
        lying = state.spaces[space].flag
        return bool(lying) and not is_truce(state, lying, at.you)
    holder = controller(state, at.pack, space)
    fortress = at.pack.spaces[space].fortress
    if fortress or is_allied(state, holder, whose) or is_truce(state, holder, whose):
        return False
    return flag_can_change(state, at.pack, space, whose)


def _flaggable(at: Playing, where: Some, whose: Some) -> list[str]:
    return [
        space for space in listed(where) if any(_may_change(at, space, it) for it in listed(whose))
    ]


def refuse_flag(at: Playing, where: Some, whose: Some) -> Refusal | None:
    """Why no flag can be placed or taken off there."""
    return refuse_none(_flaggable(at, where, whose), "No flag can be changed there.", "7.4.a")


def flag(at: Playing, where: Some, whose: Some) -> None:
    """Flags go up or come off: of several spaces one after the other [7.4, 8.33.b, 10.6]."""
    spaces = _flaggable(at, where, whose)
    if len(spaces) > 1:
        first_do(at, (f"flag(where={space!r}, whose={whose!r})" for space in spaces))
        return
    [space] = spaces
    own = [it for it in listed(whose) if _may_change(at, space, it)]
    if own == [NOBODY]:
        had = at.state.spaces[space].flag
        at.table.record(FlagRemoved(at.nation, space, had), "7.4.b")
        return
    seat = commander(at.state, at.you)
    if isinstance(whose, str) or is_of_camp(at.state, at.pack, space, own[0]):
        raising.place_by_event(at.table, space, own[0], "7.4.a", "8.33.b")
        return
    offered = _placeable(at, own, seat)
    if len(offered) == 1 and commander(at.state, offered[0]) == seat:
        raising.place_by_event(at.table, space, offered[0], "7.4.a", "8.33.b")
    elif offered:
        at.tell(FlagIsChosen, "R-107", space=space, nations=tuple(offered), seat=seat)


def _placeable(at: Playing, nations: list[str], seat: str) -> list[str]:
    """The nations whose flag may be chosen, those of the seat first.

    What another seat commands it may refuse, and is not asked again [R-107].
    """
    state, refused = at.state, top(at.state, Program).refused
    mine = [it for it in nations if commander(state, it) == seat]
    others = [it for it in nations if it not in mine and commander(state, it)]
    return [*mine, *(it for it in others if it not in refused)]


# -- attrition and losses --------------------------------------------------------------------------


def _targets(at: Playing, whose: Some, where: Some, flags: int) -> list[tuple[str, list[str]]]:
    """Who suffers where: in each space each camp by itself."""
    found: list[tuple[str, list[str]]] = []
    named = [it for it in listed(whose) if AT in it]
    found += [(split_stack(it)[1], [split_stack(it)[0]]) for it in named]
    nations = [it for it in listed(whose) if AT not in it]
    for space in listed(where) if nations else ():
        flag = at.state.spaces[space].flag
        there = [*present(at.state, space), *([flag] if flags and flag else [])]
        for own in (it for it in at.pack.track if it in there and it in nations):
            side = next((it for at_, it in found if at_ == space and _same(at, it[0], own)), None)
            if side is None:
                found.append((space, [own]))
            else:
                side.append(own)
    return found


def _same(at: Playing, one: str, other: str) -> bool:
    return is_allied(at.state, one, other)


def refuse_attrition(
    at: Playing, whose: Some, where: Some, times: int = 1, flags: int = 0, whole: int = 0
) -> Refusal | None:
    """Why nobody suffers."""
    return refuse_none(_targets(at, whose, where, flags), "Nobody suffers by that.", "6.17.a")


def attrition(
    at: Playing, whose: Some, where: Some, times: int = 1, flags: int = 0, whole: int = 0
) -> None:
    """Dice for all forces of some nations, each camp in each space by itself [9.4, 6.17]."""
    meeting = inmost(at.state, Meeting)
    if meeting is not None and "W.ENTERED" in at.printed.windows:
        at.tell(CausesAdded, "R-110", "9.4.b", space=meeting.space, times=times)
        return
    targets = _targets(at, whose, where, flags)
    if len(targets) > 1:
        first_do(
            at,
            (
                f"attrition(whose={nations!r}, where={space!r}, times={times}, flags={flags},"
                f" whole={whole})"
                for space, nations in targets
            ),
        )
        return
    [(space, nations)] = targets
    lying = at.state.spaces[space].flag
    attritions.suffer(
        at.table,
        space,
        force_of(at.state, space, nations),
        ["9.4.a"] * times,
        halved=not whole,
        flag=lying if flags and lying in nations else "",
    )


def _refuse_loss(at: Playing, whose: Some, what: str, n: int, where: Some) -> Refusal | None:
    if what == "squadrons":
        return None
    return refuse_none(
        any(sp_in(at.state, split_stack(it)[1], split_stack(it)[0]) for it in listed(whose)),
        "There are no strength points to lose.",
        "6.12.a",
    )


def lose(at: Playing, whose: Some, what: str, n: int, where: Some) -> None:
    """Strength points go at once, those that can do least first; never leaders [6.12, R-01]."""
    for stack in listed(whose):
        nation, space = split_stack(stack)
        if what == "squadrons":
            at.table.record(SquadronsLost(nation, space, n), "13.4.c", "R-111")
            continue
        sp = min(n, sp_in(at.state, space, nation))
        lots = tuple(doing_least(at.state.spaces[space].lots, nation, sp))
        at.table.record(UnitsLost(nation, space, sp, lots), "6.12.a")


# -- deployment ------------------------------------------------------------------------------------


def _deployable(at: Playing, who: Some, gather: int) -> list[str]:
    return [
        it
        for it in listed(who)
        if not at.state.leaders[it].fought and destinations(at.state, at.pack, it, shy=bool(gather))
    ]


def refuse_deployment(at: Playing, who: Some, gather: int) -> Refusal | None:
    """Why no army can go anywhere."""
    able = _deployable(at, who, gather)
    return refuse_none(able, "No army can go anywhere over friendly spaces.", "14.21.a")


def deploy(at: Playing, who: Some, gather: int) -> None:
    """An army goes over any number of friendly spaces [14.21, 9.53]."""
    leaders = tuple(_deployable(at, who, gather))
    nation = at.state.leaders[leaders[0]].nation
    at.tell(FarMoveBegan, "14.21.a", nation=nation, leaders=leaders, gather=bool(gather))


ON_MAP: Mapping[str, Effect[Playing]] = {
    "build": Effect("6.11.a", say("build"), building.build, building.refuse_build),
    "flag": Effect("7.4.a", say("change flags"), flag, refuse_flag),
    "attrition": Effect("9.4.a", say("roll for attrition"), attrition, refuse_attrition),
    "lose": Effect("6.12.a", say("remove pieces"), lose, _refuse_loss),
    "deploy": Effect("14.21.a", say("move an army far"), deploy, refuse_deployment),
}
"""What cards do on the map."""
