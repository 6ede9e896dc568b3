"""Corrections by the referee: what is put right, with whoever did it."""

from __future__ import annotations

from napoleon.rules.events import Event
from napoleon.rules.prose.storybook import Chapter, corrected

CORRECTED: tuple[type[Event], ...] = ()

CORRECTIONS: Chapter = dict.fromkeys(CORRECTED, corrected)
