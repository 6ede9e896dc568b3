"""Losses of each army against its limit, and cities in French hands, in a line each [10, 11]."""

from __future__ import annotations

from napoleon.rules.picture.score import Score
from napoleon.rules.prose.language import Language, noted
from napoleon.rulesets.napoleon_columbia.sides import (
    ALLIED,
    ANGLO,
    FRENCH,
    PRUSSIAN,
    enemy,
    side_of,
)
from napoleon.rulesets.napoleon_columbia.views import ColumbiaViews

LOSSES = {
    FRENCH: noted("French losses"),
    ANGLO: noted("Anglo-Dutch losses"),
    PRUSSIAN: noted("Prussian losses"),
}


def scores(views: ColumbiaViews, language: Language) -> list[Score]:
    """How near each army is to its defeat, and the French to the cities that they need."""
    track, _ = views.victory_track, language.gettext
    losses = [
        Score(
            _(LOSSES[it.army]),
            it.eliminated,
            0,
            it.defeated_at,
            towards_high=enemy(side_of(it.army)),
            words=_("The Allies win when the French army is defeated.")
            if side_of(it.army) == FRENCH
            else _("The French win when both Allied armies are defeated."),
        )
        for it in track.losses
    ]
    cities = Score(
        _("Cities held"),
        track.cities_held,
        0,
        track.cities_to_win,
        towards_low=ALLIED,
        towards_high=FRENCH,
        words=_("With so many after their last turn the French win; with fewer the Allies do."),
    )
    return [*losses, cities]
