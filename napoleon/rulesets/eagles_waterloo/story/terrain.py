"""Terrain: played, occupied, captured [11]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.sentences import alone, by, tellings
from napoleon.rules.prose.storybook import Chapter, Words, nothing
from napoleon.rulesets.eagles_waterloo.events.terrain import (
    CaptorsChosen,
    TerrainFallen,
    TerrainOccupied,
    TerrainPlayed,
)
from napoleon.rulesets.eagles_waterloo.story.cards import (
    OF_SIDES,
    Who,
    grouped,
    run,
    several,
    the_card,
    the_cards,
)
from napoleon.rulesets.eagles_waterloo.story.sides import the
from napoleon.rulesets.eagles_waterloo.story.terms import at


def occupied(words: Words, paragraph: Paragraph, event: TerrainOccupied) -> Iterator[str]:
    """Who took their stand on it, and who gave place."""
    stood = run(paragraph, event, (TerrainOccupied,))
    free = [it for it in stood if it.instead == "" or (it.instead is None and not it.instead_token)]
    for terrain, cards in grouped((it.terrain, _who(it)) for it in free):
        told, number = several(words, cards)
        yield words.ngettext(
            "%(who)s took its stand on %(terrain)s.",
            "%(who)s took their stand on %(terrain)s.",
            number,
            who=told,
            terrain=the_card(words, terrain),
        )
    for it in stood:
        if it not in free:
            yield words.gettext(
                "%(who)s took the place of %(other)s on %(terrain)s.",
                who=several(words, [_who(it)])[0],
                other=several(words, [Who(it.instead or None, _nation(it.instead_token))])[0],
                terrain=the_card(words, it.terrain),
            )


def _who(it: TerrainOccupied) -> Who:
    return Who(it.card, _nation(it.token))


def _nation(token: str) -> str:
    return token.rpartition("-")[0]


def fell(words: Words, paragraph: Paragraph, event: TerrainFallen) -> Iterator[str]:
    """Who has captured it, and who went onto it."""
    values = {
        "terrain": the_card(words, event.terrain),
        "where": at(words, event.place),
        "side": the(words, event.side),
    }
    onto = [event.to] if event.to else []
    for it in paragraph.since(event).until(TerrainFallen).all(CaptorsChosen):
        if it.terrain == event.terrain:
            onto = [*it.cards]
    if onto:
        yield words.gettext(
            "%(terrain)s %(where)s fell to %(side)s: %(cards)s went onto it.",
            cards=the_cards(words, onto),
            **values,
        )
    else:
        yield words.gettext("%(terrain)s %(where)s fell to %(side)s.", **values)


TERRAIN: Chapter = {
    **tellings(
        {
            TerrainPlayed: alone(
                "%(who)s laid %(terrain)s %(where)s.", terrain=by(the_card, "card")
            ),
        },
        OF_SIDES,
    ),
    TerrainOccupied: occupied,
    TerrainFallen: fell,
    CaptorsChosen: nothing,
}
