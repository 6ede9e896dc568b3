"""Battles begin: terrain, and who stands where [6.2]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.sentences import Manner, alone, tellings
from napoleon.rules.prose.storybook import Chapter, Words, nothing
from napoleon.rulesets.napoleon_columbia.events.blocks import TokensReplaced, UnitsRevealed
from napoleon.rulesets.napoleon_columbia.events.deployment import (
    BattleStarted,
    DeploymentEnded,
    HolderNamed,
    LinesDrawnUp,
    TerrainDrawn,
    TerrainPlaced,
    TerrainSharedOut,
    UnitDeployed,
    UnitUndeployed,
)
from napoleon.rulesets.napoleon_columbia.names import army_of
from napoleon.rulesets.napoleon_columbia.places import PLACES, opposite, owner
from napoleon.rulesets.napoleon_columbia.sides import enemy, side_of
from napoleon.rulesets.napoleon_columbia.story.places import on, own, spot, the_place
from napoleon.rulesets.napoleon_columbia.story.sides import the, units_of
from napoleon.rulesets.napoleon_columbia.story.terms import a_piece, the_piece
from napoleon.rulesets.napoleon_columbia.story.units import Who, several, with_steps


def terrain(words: Words, paragraph: Paragraph, event: TerrainPlaced) -> Iterator[str]:
    """All terrain that was placed, in one sentence."""
    if not paragraph.begins(event):
        return
    told = [_lies(words, paragraph, it) for it in paragraph.all(TerrainPlaced)]
    yield words.gettext("The ground: %(terrain)s.", terrain=words.language.listed(told))


def _lies(words: Words, paragraph: Paragraph, it: TerrainPlaced) -> str:
    at = spot(paragraph, it.place)
    piece = a_piece(words, it.terrain)
    if it.terrain == "stream":
        return words.gettext(
            "%(terrain)s between %(here)s and %(there)s",
            terrain=piece,
            here=the_place(words, at),
            there=the_place(words, spot(paragraph, opposite(it.place))),
        )
    return words.gettext("%(terrain)s %(where)s", terrain=piece, where=on(words, at))


class _Stand(NamedTuple):
    """Where a block stands, and which unit it is as far as the reader knows."""

    place: str
    unit: str | None
    steps: int = 0


def deployed(words: Words, paragraph: Paragraph, event: UnitDeployed) -> Iterator[str]:
    """The whole line of a side as it stands in the end, told with its first unit."""
    side = side_of(event.army)
    of_side = [it for it in paragraph.all(UnitDeployed) if side_of(it.army) == side]
    if of_side[0] is not event:
        return
    stands = {t: it for t, it in _stands(paragraph).items() if side_of(army_of(t)) == side}
    there = []
    for place in PLACES:
        units = [Who(it.unit, t, it.steps) for t, it in stands.items() if it.place == place]
        if units:
            where = own(words, spot(paragraph, place))
            told = several(words, units)[0]
            there.append(words.gettext("%(units)s %(where)s", units=told, where=where))
    begun = paragraph.first(BattleStarted)
    if begun is not None and paragraph.has(LinesDrawnUp):
        whole = begun.attackers if side == begun.attacker else begun.defenders
        if whole > len(stands):
            there.append(
                words.ngettext("%(num)s in Reserve", "%(num)s in Reserve", whole - len(stands))
            )
    yield words.gettext("%(who)s drew up %(line)s.", who=the(words, side), line="; ".join(there))
    for holder in _holders(paragraph, side):
        yield _holds(words, paragraph, holder, stands)


def _stands(paragraph: Paragraph) -> dict[str, _Stand]:
    """The blocks in line by their tokens, after all that was taken up again."""
    stands: dict[str, _Stand] = {}
    for it in paragraph.events:
        if isinstance(it, UnitDeployed):
            stands[it.token] = _Stand(it.place, it.unit)
        elif isinstance(it, UnitUndeployed):
            stands.pop(it.token, None)
        elif isinstance(it, TokensReplaced):
            _renumber(stands, it)
        elif isinstance(it, UnitsRevealed):
            for token, unit in it.units.items():
                if token in stands:
                    stands[token] = _Stand(stands[token].place, unit, it.strengths[unit])
    return stands


def _renumber(stands: dict[str, _Stand], event: TokensReplaced) -> None:
    """Blocks that stand together have new tokens."""
    known = [stands.pop(token) for token in event.old if token in stands]
    units = event.pairing or {}
    free = [token for token in event.new if token not in units.values()]
    for it in known:
        if it.unit is not None and it.unit in units:
            stands[units[it.unit]] = it
        elif free:
            stands[free.pop()] = _Stand(it.place, None)


def _holders(paragraph: Paragraph, side: str) -> list[HolderNamed]:
    """The last that was named for each piece of terrain of a side."""
    named = {it.place: it for it in paragraph.all(HolderNamed)}
    begun = paragraph.first(BattleStarted)
    attacker = begun.attacker if begun is not None else ""
    return [it for it in named.values() if (owner(it.place) == "attacker") == (side == attacker)]


def _holds(
    words: Words, paragraph: Paragraph, event: HolderNamed, stands: dict[str, _Stand]
) -> str:
    stand = stands.get(event.token)
    unit = event.unit if stand is None or stand.unit is None else stand.unit
    return words.gettext(
        "%(who)s held %(terrain)s %(where)s.",
        who=with_steps(words, Who(unit, event.token)),
        terrain=the_piece(words, event.terrain),
        where=on(words, spot(paragraph, event.place)),
    )


DEPLOYMENT: Chapter = {
    **tellings(
        {
            BattleStarted: alone(
                "Battle of %(town)s: %(attackers)s attacked %(defenders)s.",
                attackers=lambda words, _, it: units_of(words, it.attacker, it.attackers),
                defenders=lambda words, _, it: units_of(words, enemy(it.attacker), it.defenders),
            ),
        },
        Manner(),
    ),
    TerrainDrawn: nothing,
    TerrainSharedOut: nothing,
    TerrainPlaced: terrain,
    UnitDeployed: deployed,
    UnitUndeployed: nothing,
    HolderNamed: nothing,
    DeploymentEnded: nothing,
    LinesDrawnUp: nothing,
}
