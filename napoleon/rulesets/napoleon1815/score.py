"""The victory track in one line [chapter 10]."""

from __future__ import annotations

from napoleon.rules.picture.score import Score
from napoleon.rulesets.napoleon1815.sides import ALLIED, FRENCH
from napoleon.rulesets.napoleon1815.views import Views1815


def scores(views: Views1815) -> list[Score]:
    """Where the marker stands between the ends at which either side wins at once [VICTORY.6-8]."""
    track = views.victory_track
    words = (
        f"The French win at once at {track.french_victory_at}, the Allies at "
        f"{track.allied_victory_at}; after the last turn the French win up to "
        f"{track.french_win_at_the_end_up_to}."
    )
    return [
        Score(
            "Victory track",
            track.value,
            track.french_victory_at,
            track.allied_victory_at,
            FRENCH,
            ALLIED,
            words,
        )
    ]
