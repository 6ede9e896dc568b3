"""Blocks in sentences: corps with the strength that their reader knows, and unknown ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from napoleon.rules.events import Event
from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.storybook import Words
from napoleon.rulesets.napoleon1815.corrections.blocks import StrengthCorrected
from napoleon.rulesets.napoleon1815.events.casualties import LossAssigned
from napoleon.rulesets.napoleon1815.events.corrections import BlockRestored
from napoleon.rulesets.napoleon1815.events.fog import TokensReplaced
from napoleon.rulesets.napoleon1815.events.initiative import StrengthAdded
from napoleon.rulesets.napoleon1815.events.movement import StackMoved
from napoleon.rulesets.napoleon1815.events.operations import OperationStarted
from napoleon.rulesets.napoleon1815.events.setup import BlockPlaced


class Strengths:
    """The strength of corps as far as their reader has been told, by kind of troops."""

    def __init__(self) -> None:
        """Nothing is known yet."""
        self.known: dict[str, dict[str, int]] = {}

    def note(self, event: Event) -> None:
        """Remember the strength that an event tells."""
        if isinstance(event, BlockPlaced | BlockRestored):
            if event.block is not None and event.infantry is not None:
                self.known[event.block] = {"infantry": event.infantry, "cavalry": event.cavalry}
        elif isinstance(event, LossAssigned | StrengthAdded):
            if event.corps in self.known:
                self.known[event.corps][event.kind] = event.now
        elif isinstance(event, StrengthCorrected) and event.after is not None:
            self.known[event.corps] = dict(event.after)

    def copied(self) -> Strengths:
        """The strengths as they are known now."""
        copy = Strengths()
        copy.known = {block: dict(it) for block, it in self.known.items()}
        return copy

    def of(self, block: str) -> int:
        """Strength points of a block; 0 if they are not known, or it has none."""
        return sum(self.known.get(block, {}).values())


def strong(words: Words, block: str) -> str:
    """A block by name, with its strength where the reader knows it: "Vandamme (6 SP)"."""
    points = words.memory.of(block)
    if not points:
        return words.name(block)
    return words.gettext("%(name)s (%(points)s SP)", name=words.name(block), points=points)


def stack(words: Words, blocks: Sequence[str] | None, tokens: Sequence[str] = ()) -> str:
    """Blocks that stand or march together; without their names where the reader may not know."""
    if blocks is None:
        return unknown(words, tokens)
    return words.language.listed([strong(words, block) for block in blocks])


def unknown(words: Words, tokens: Sequence[str]) -> str:
    """Blocks of which the reader sees the numbers of their tokens alone."""
    numbers = words.language.listed([number(token) for token in tokens])
    return words.ngettext(
        "an unknown block (token %(numbers)s)",
        "%(num)s unknown blocks (tokens %(numbers)s)",
        len(tokens),
        numbers=numbers,
    )


def renumbering(words: Words, event: TokensReplaced) -> Iterator[str]:
    """Blocks got new tokens; a reader who knows which is which still gets their names."""
    if event.pairing is None:
        yield words.ngettext(
            "At %(place)s the unknown block %(old)s bears a new number: %(new)s.",
            "At %(place)s the unknown blocks %(old)s bear new numbers: %(new)s.",
            len(event.new),
            place=words.name(event.area),
            old=words.language.listed(map(number, event.old)),
            new=words.language.listed(map(number, event.new)),
        )


def before_the_march(paragraph: Paragraph) -> list[TokensReplaced]:
    """What hid which blocks of a stack went and which stayed, after it was activated."""
    started = paragraph.first(OperationStarted)
    if started is None or not paragraph.has(StackMoved):
        return []
    return paragraph.since(started).until(StackMoved).all(TokensReplaced)


def number(token: str) -> str:
    """The number on a token."""
    return token.rpartition("-")[2]


def size(blocks: Sequence[str] | None, tokens: Sequence[str] = ()) -> int:
    """How many blocks they are, for the verb."""
    return len(tokens if blocks is None else blocks)


def by_corps(words: Words, points: Iterable[tuple[str, str]]) -> str:
    """What each corps has, in brackets: " (Drouot 1, Vandamme 1)"; empty for none."""
    several = [f"{words.name(corps)} {it}" for corps, it in points]
    told = ("; " if any(", " in it for it in several) else ", ").join(several)
    return f" ({told})" if told else ""
