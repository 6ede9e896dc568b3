"""The log as a command: every event in a sentence, with what only judges may see."""

from __future__ import annotations

from api.clocks_told import when
from api.commands.answers import Answer
from api.commands.speaker import Speaker
from napoleon.log.journal import narrator

MOST_TOLD = 200
"""How many events are told at once: the newest of those that are asked for."""


def log(speaker: Speaker, first: str, last: str) -> Answer:
    """The events from one version to another, or the newest ones."""
    reading, game = speaker.reading, speaker.game
    end = min(int(last or game.version), game.version)
    begin = max(int(first or 1), 1)
    left = end - begin + 1 - MOST_TOLD
    events = reading.games.history(game.id, after=max(begin - 1, end - MOST_TOLD), upto=end)
    tells = narrator(game, reading.viewer, reading.rules).speaking(reading.rules, reading.words)
    told = tuple(
        reading.gettext(
            "%(version)s, %(when)s: %(text)s",
            version=it.version,
            when=when(it.at, reading.zone, reading.code),
            text=tells.entry(it).text,
        )
        for it in events
        if begin <= it.version <= end
    )
    notes = []
    if left > 0:
        notes.append(
            reading.gettext(
                "Only the newest %(num)s events are told; “log FROM TO” tells others.",
                num=MOST_TOLD,
            )
        )
    if not told:
        notes.append(reading.gettext("The log has no such events."))
    return speaker.answer(reading.gettext("Log"), *notes, listed=told)
