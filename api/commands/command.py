"""A command: how it is written, what it does, and who may give it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from api.commands.speaker import Outcome, Speaker
from napoleon.rules.events import JUDGES
from napoleon.rules.orders import Refusal

TEXT_ALONE = (": TEXT", "N: TEXT")
"""What commands take that name nobody beside their text."""


class Command(NamedTuple):
    """A command: its words, what follows them, and what it does."""

    words: str
    takes: tuple[str, ...]
    """What follows, one of `_SHAPES` each."""
    meaning: str
    run: Callable[..., Outcome]
    """Is called with the speaker and one text for each thing that it takes, "" for none."""
    sealed: bool = False
    """Whether it does something to the game, so that it is done once however often it is sent."""
    in_lines: bool = False
    """Whether it takes a text that may have several lines, and is kept as it was written. By mail
    such a text stands between the command and a line with ``end`` and its words."""
    leads: bool = False
    """Whether it counts by mail only above everything else: footers of lists hold the same word."""
    judges: bool = False
    """Whether only the referee and the deputy give it. Others are not told of it."""

    @property
    def usage(self) -> str:
        """How it is written."""
        written = " ".join([self.words, *self.takes])
        return written.replace(" :", ":").replace(" [:", "[:")

    @property
    def is_begun_by_its_word(self) -> bool:
        """Whether a line that begins nearly like it may be a misspelt one.

        Prose is full of the words of commands of judges, and of those with only a text.
        """
        return not self.judges and not (self.in_lines and self.takes[0] in TEXT_ALONE)

    def is_for(self, holder: str) -> bool:
        """Whether `holder` may give it at all."""
        return holder in JUDGES or not self.judges

    def given(self, speaker: Speaker, arguments: Sequence[str]) -> Outcome:
        """What comes of it when `speaker` gives it; ``NOT_THE_REFEREE`` if it is not for them."""
        if not self.is_for(speaker.holder):
            return Refusal("NOT_THE_REFEREE", "", "Only the referee or the deputy gives that.")
        return self.run(speaker, *arguments)
