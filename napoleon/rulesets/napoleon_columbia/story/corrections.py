"""Corrections by the referee: what is put right, with whoever did it."""

from __future__ import annotations

from napoleon.rules.kit.settings import events_in
from napoleon.rules.prose.storybook import Chapter, corrected
from napoleon.rulesets.napoleon_columbia.corrections import boards, fighters
from napoleon.rulesets.napoleon_columbia.events import corrections

CORRECTIONS: Chapter = dict.fromkeys(events_in(corrections, fighters, boards), corrected)
