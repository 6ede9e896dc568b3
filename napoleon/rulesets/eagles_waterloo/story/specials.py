"""Specials: who played which, what it does, and what came of it [13, 13.a]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.prose.language import noted
from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.sentences import alone, by, tellings
from napoleon.rules.prose.storybook import Chapter, Words, nothing
from napoleon.rulesets.eagles_waterloo.events.specials import (
    CardRallied,
    DetachmentCame,
    SpecialPlayed,
    SpecialsExpired,
    WindowPassed,
)
from napoleon.rulesets.eagles_waterloo.labels import printed
from napoleon.rulesets.eagles_waterloo.places import LANES
from napoleon.rulesets.eagles_waterloo.story.cards import OF_SIDES, drawn, target, the_card
from napoleon.rulesets.eagles_waterloo.story.sides import of_the, the
from napoleon.rulesets.eagles_waterloo.story.terms import at

_EFFECTS = {
    "extra_combat_move": noted("%(target)s may move once more"),
    "fire_long": noted("foot batteries %(where)s fire better by 1 at long range"),
    "morale": noted("morale %(where)s is better by 1"),
    "fire_across_middle_ground": noted("%(target)s may fire across the Middle Ground"),
    "shock_square": noted("%(target)s may charge a square"),
    "rally": noted("a die up to 3 brings %(target)s back"),
    "ignore_hits": noted("each card of the Guard %(where)s is rid of a hit"),
    "fire": noted("infantry in line %(where)s fires better by 1"),
    "enemy_fire_long": noted(
        "fire from afar at cards %(where)s is worse by 1 until the next turn %(of)s"
    ),
    "shock_from_line": noted("%(target)s may charge from line"),
    "fire_long_rating": noted("%(target)s fires rockets"),
    "add_card": noted("a unit comes from Hal"),
    "shock_after_entering": noted("infantry that enters %(where)s in column may charge at once"),
    "morale_class_up": noted("the morale of %(target)s is one class better"),
    "extra_reinforcement": noted("more cards are drawn"),
    "crossing_limit": noted("one unit fewer may cross the river in %(lane)s"),
    "no_shock": noted("nobody may charge in this turn"),
}
"""What a special does, by its kind [13.a]."""

_OF_ITS_OWN = {
    "f_pas_de_charge": noted("columns %(where)s charge better by 1"),
    "b_scotland_forever": noted("%(target)s charges better by 1"),
    "b_hold_at_all_costs": noted("the morale of infantry in buildings %(where)s is better by 1"),
    "p_reserve_brigade": noted("one more card is drawn"),
    "p_march_to_the_guns": noted("two more Prussian cards are drawn"),
    "p_marschall_vorwarts": noted("the morale of the Prussians %(where)s is better by 1"),
}
"""The same for cards whose kind does not say enough."""


def played(words: Words, paragraph: Paragraph, event: SpecialPlayed) -> Iterator[str]:
    """Who played which card, and what it does."""
    card = printed(event.card)
    effect = _OF_ITS_OWN.get(card) or _EFFECTS.get(event.effect)
    values = {
        "who": the(words, event.player),
        "card": words.language.quoted(the_card(words, event.card)),
    }
    if effect is None:
        yield words.gettext("%(who)s played %(card)s.", **values)
        return
    is_lane = event.place in LANES
    told = words.gettext(
        effect,
        target=target(words, event.target or event.seen_as),
        where=at(words, event.place) if event.place and not is_lane else "",
        lane=words.name(event.place) if is_lane else "",
        of=of_the(words, event.player),
    )
    yield words.gettext("%(who)s played %(card)s: %(effect)s.", effect=told, **values)


SPECIALS: Chapter = {
    **tellings(
        {
            CardRallied: (
                alone(
                    "The die showed %(die)s: %(who)s came back to the Reserve.",
                    who=by(the_card, "card"),
                ).when(lambda it: it.rallied),
                alone(
                    "The die showed %(die)s: %(who)s could not be rallied.",
                    who=by(the_card, "card"),
                ),
            ),
            DetachmentCame: alone(
                "From Hal came %(cards)s.",
                cards=lambda words, _, it: drawn(words, it.card and [it.card], it.nation, 1),
            ),
        },
        OF_SIDES,
    ),
    SpecialPlayed: played,
    SpecialsExpired: nothing,
    WindowPassed: nothing,
}
