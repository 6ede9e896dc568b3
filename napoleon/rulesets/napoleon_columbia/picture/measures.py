"""The measures of victory as charts: losses against limits, cities in French hands [10, 11]."""

from __future__ import annotations

from napoleon.rules.picture.chart import Bound, Chart, Step
from napoleon.rules.prose.language import noted
from napoleon.rules.prose.storybook import Words
from napoleon.rulesets.napoleon_columbia.names import turn_named
from napoleon.rulesets.napoleon_columbia.score import LOSSES
from napoleon.rulesets.napoleon_columbia.sides import ANGLO, FRENCH, PRUSSIAN
from napoleon.rulesets.napoleon_columbia.views import ColumbiaViews
from napoleon.rulesets.napoleon_columbia.views.victory_track import (
    LossesView,
    TallyView,
    VictoryTrackView,
)

_DEFEATED = {
    FRENCH: noted("The French are defeated, and the Allies win"),
    ANGLO: noted("The Anglo-Dutch are defeated"),
    PRUSSIAN: noted("The Prussians are defeated"),
}

_LOOKS = {FRENCH: "purple", ANGLO: "blue", PRUSSIAN: "blue"}
"""The look of the side for which it is that an army is defeated."""


def cities(views: ColumbiaViews, words: Words) -> Chart:
    """The cities in French hands at the end of each player turn [11.1]."""
    track = views.victory_track
    enough = words.gettext("With these after their last turn the French win")
    return _chart(
        track,
        words,
        title=words.gettext("Cities in French hands"),
        high=len(track.cities),
        value=track.cities_held,
        bound=Bound(track.cities_to_win, enough, "blue"),
        steps=[(it, it.held) for it in track.tallies],
    )


def losses(views: ColumbiaViews, words: Words) -> list[Chart]:
    """The units that each army has lost at the end of each player turn [11.0]."""
    track = views.victory_track
    return [_losses(track, it, words) for it in track.losses]


def _losses(track: VictoryTrackView, army: LossesView, words: Words) -> Chart:
    return _chart(
        track,
        words,
        title=words.gettext(LOSSES[army.army]),
        # A rout may cost more units than defeat an army.
        high=max(army.defeated_at, army.eliminated),
        value=army.eliminated,
        bound=Bound(army.defeated_at, words.gettext(_DEFEATED[army.army]), _LOOKS[army.army]),
        steps=[(it, it.lost[army.army]) for it in track.tallies],
    )


def _chart(
    track: VictoryTrackView,
    words: Words,
    *,
    title: str,
    high: int,
    value: int,
    bound: Bound,
    steps: list[tuple[TallyView, int]],
) -> Chart:
    names = tuple(turn_named(words, it) for it in track.turn_names)
    return Chart(
        title=title,
        low=0,
        high=high,
        start=0,
        value=value,
        first=1,
        last=track.last_turn,
        now=track.turn,
        bounds=(bound,),
        steps=tuple(
            Step(it.turn, count, words.gettext("at the end of the turn")) for it, count in steps
        ),
        turns=tuple(enumerate(names, 1)),
        language=words.language,
    )
