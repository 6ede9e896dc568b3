"""The map and the track: control, bridges, positions, blocks shown and hidden [chapters 5-11]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.events import Line
from napoleon.rules.phrases import written
from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.sentences import alone, by, numbered, tellings
from napoleon.rules.prose.storybook import Chapter, Words, nothing, signed
from napoleon.rulesets.napoleon1815.events.combat import CombatStarted, CombatWon
from napoleon.rulesets.napoleon1815.events.fog import (
    BlocksHidden,
    BlocksRevealed,
    ScoutReported,
    TokensReplaced,
)
from napoleon.rulesets.napoleon1815.events.movement import (
    AreaBecameContested,
    AreaCeasedContested,
    BridgeBroken,
    ControlRefused,
    ControlTaken,
    FortifiedPositionRemoved,
    RetreatDirectionPenaltyTriggered,
    RetreatMarkerPlaced,
    RetreatMarkerRemoved,
    StackMovedByEvent,
)
from napoleon.rulesets.napoleon1815.events.operations import (
    BlockReadied,
    BlockSpent,
    OperationStarted,
)
from napoleon.rulesets.napoleon1815.events.turn import PointsScored, VictoryTrackMoved
from napoleon.rulesets.napoleon1815.sides import ALLIED, FRENCH
from napoleon.rulesets.napoleon1815.story.blocks import (
    before_the_march,
    number,
    renumbering,
    stack,
    strong,
)
from napoleon.rulesets.napoleon1815.story.combat import won_combat
from napoleon.rulesets.napoleon1815.story.manner import OF_SIDES, OF_STACKS
from napoleon.rulesets.napoleon1815.story.notes import said
from napoleon.rulesets.napoleon1815.story.sides import of_the, the


def spent(words: Words, paragraph: Paragraph, event: BlockSpent) -> Iterator[str]:
    """Blocks that are spent, except those of the operation itself, which always are."""
    others = [
        it
        for it in paragraph.all(BlockSpent)
        if it.reason == event.reason and not _acted(it, paragraph)
    ]
    if not others or others[0] is not event:
        return
    known: dict[str, str] = {}
    for shown in paragraph.all(BlocksRevealed):
        known.update(shown.blocks)
    blocks = [it.block or known.get(it.token) for it in others]
    unseen = [it.token for it, block in zip(others, blocks, strict=True) if block is None]
    who = [words.name(it) for it in blocks if it is not None]
    reasons = {it.reason for it in others}
    if len(reasons) == 1 and event.reason in words.names:
        yield words.ngettext(
            "%(who)s is spent because of %(card)s.",
            "%(who)s are spent because of %(card)s.",
            len(others),
            who=words.language.listed([*who, *([stack(words, None, unseen)] if unseen else [])]),
            card=words.name(event.reason),
        )
        return
    yield words.ngettext(
        "%(who)s is spent.",
        "%(who)s are spent.",
        len(others),
        who=words.language.listed([*who, *([stack(words, None, unseen)] if unseen else [])]),
    )


def _acted(event: BlockSpent, paragraph: Paragraph) -> bool:
    """Whether it is a block whose operation it is; its token may be another one by now."""
    if event.reason != "operation":
        return False
    return any(
        event.player == it.player or event.block in (it.blocks or ())
        for it in paragraph.all(OperationStarted)
    )


def revealed(words: Words, paragraph: Paragraph, event: BlocksRevealed) -> Iterator[str]:
    """Blocks that were turned over, unless a combat names them."""
    if paragraph.has(CombatStarted):
        return
    blocks = [
        words.gettext(
            "%(name)s (token %(number)s)", name=strong(words, block), number=number(token)
        )
        for token, block in event.blocks.items()
    ]
    yield words.ngettext(
        "At %(place)s %(blocks)s was revealed.",
        "At %(place)s %(blocks)s were revealed.",
        len(blocks),
        place=words.name(event.area),
        blocks=words.language.listed(blocks),
    )


def renumbered(words: Words, paragraph: Paragraph, event: TokensReplaced) -> Iterator[str]:
    """Blocks got new tokens, unless the march tells it that they did before they left."""
    if event not in before_the_march(paragraph):
        yield from renumbering(words, event)


def scored(words: Words, paragraph: Paragraph, event: PointsScored) -> Iterator[str]:
    """Told by the track, once it has moved."""
    if not paragraph.since(event).all(VictoryTrackMoved):
        yield words.ngettext(
            "%(who)s scored %(num)s point: %(reason)s.",
            "%(who)s scored %(num)s points: %(reason)s.",
            event.points,
            who=the(words, event.side),
            reason=said(words, event.note),
        )


def tracked(words: Words, paragraph: Paragraph, event: VictoryTrackMoved) -> Iterator[str]:
    """Where the track went, and why: after who won the combat for which it moves."""
    rest = paragraph.since(event)
    if (it := rest.first(CombatWon)) and not rest.until(CombatWon).has(VictoryTrackMoved):
        yield won_combat(words, paragraph, it)
    lines = _joined(event.breakdown)
    reasons = ", ".join(f"{signed(it.amount)} {_reason(words, it)}" for it in lines)
    if event.before == event.after:
        yield words.gettext(
            "The victory track stays at %(track)s (%(reasons)s).",
            track=event.after,
            reasons=reasons,
        )
        return
    yield words.gettext(
        "The victory track moved from %(before)s to %(after)s (%(reasons)s).",
        before=event.before,
        after=event.after,
        reasons=reasons,
    )


def _joined(lines: tuple[Line, ...]) -> list[Line]:
    """Lines of the same reason and side added up, in the order in which they came."""
    sums: dict[tuple[str, str, bool], int] = {}
    for line in lines:
        key = (line.clause, written(line.note), line.amount > 0)
        sums[key] = sums.get(key, 0) + line.amount
    return [Line(amount, clause, note) for (clause, note, _), amount in sums.items()]


def _reason(words: Words, line: Line) -> str:
    """What points were scored for: Allied ones move the track up, French ones down."""
    loser = FRENCH if line.amount > 0 else ALLIED
    if line.note == "strength points lost":
        return words.ngettext(
            "for a strength point lost by %(who)s",
            "for %(num)s strength points lost by %(who)s",
            abs(line.amount),
            who=the(words, loser),
        )
    if line.note == "Napoleon beaten":
        return words.gettext("for beating Napoleon")
    return words.gettext("for %(reason)s", reason=said(words, written(line.note)))


BOARD: Chapter = {
    **tellings(
        {
            StackMovedByEvent: numbered(
                "%(who)s marched from %(origin)s to %(area)s.",
                "%(who)s marched from %(origin)s to %(area)s.",
            ),
        },
        OF_STACKS,
    ),
    **tellings(
        {
            AreaBecameContested: alone("%(place)s is contested."),
            RetreatDirectionPenaltyTriggered: alone(
                "The enemy came into %(place)s by the road that %(who)s were to retreat by."
            ),
            ControlTaken: alone("%(who)s took control of %(place)s."),
            ControlRefused: alone("%(place)s was not taken: %(reason)s."),
            FortifiedPositionRemoved: (
                alone("The fortified position at %(place)s was given up.").when(
                    lambda it: it.reason == "given up"
                ),
                alone("The fortified position at %(place)s was lost."),
            ),
            BridgeBroken: alone("%(who)s broke the bridge on the road %(road)s."),
            ScoutReported: (
                alone("Scouts %(who)s looked around at %(place)s.", who=by(of_the, "player")).when(
                    lambda it: it.finding is None
                ),
                alone("Scouts %(who)s found corps at %(place)s.", who=by(of_the, "player")).when(
                    lambda it: it.finding == "corps"
                ),
                alone("Scouts %(who)s found only scouts at %(place)s.", who=by(of_the, "player")),
            ),
        },
        OF_SIDES,
    ),
    AreaCeasedContested: nothing,
    RetreatMarkerPlaced: nothing,
    RetreatMarkerRemoved: nothing,
    BlockSpent: spent,
    BlockReadied: nothing,
    BlocksRevealed: revealed,
    BlocksHidden: nothing,
    TokensReplaced: renumbered,
    PointsScored: scored,
    VictoryTrackMoved: tracked,
}
