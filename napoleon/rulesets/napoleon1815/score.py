"""The victory track in one line [chapter 10]."""

from __future__ import annotations

from napoleon.rules.picture.score import Score
from napoleon.rules.prose.language import Language
from napoleon.rulesets.napoleon1815.sides import ALLIED, FRENCH
from napoleon.rulesets.napoleon1815.views import Views1815


def scores(views: Views1815, language: Language) -> list[Score]:
    """Where the marker stands between the ends at which either side wins at once [VICTORY.6-8]."""
    track = views.victory_track
    words = language.gettext(
        "The French win at once at %(french)s, the Allies at %(allied)s; after the last turn the "
        "French win up to %(end)s.",
        french=track.french_victory_at,
        allied=track.allied_victory_at,
        end=track.french_win_at_the_end_up_to,
    )
    return [
        Score(
            language.gettext("Victory track"),
            track.value,
            track.french_victory_at,
            track.allied_victory_at,
            FRENCH,
            ALLIED,
            words,
        )
    ]
