"""What the table calls phases and terrain, in the reader's words."""

from __future__ import annotations

from napoleon.rules.prose.forms import terms
from napoleon.rules.prose.language import noted
from napoleon.rules.prose.storybook import Words
from napoleon.rulesets.napoleon_columbia import terrain

phase = terms(
    {
        "bidding": noted("bidding"),
        "handicap": noted("steps for the bid"),
        "setup_allied": noted("Allied set-up"),
        "setup_french": noted("French set-up"),
        "march": noted("march"),
        "forced_checks": noted("forced marches"),
        "skirmish": noted("skirmishes"),
        "battle_deploy": noted("deployment"),
        "battle": noted("battle"),
        "supply": noted("supply"),
        "over": noted("game over"),
    }
)
"""A phase by its name."""

_A_PIECE = {
    terrain.WOODS: noted("a tract of Woods"),
    terrain.FARM: noted("a Farm"),
    terrain.STREAM: noted("a Stream"),
    terrain.HILL: noted("a Hill"),
}

_THE_PIECE = {terrain.FARM: noted("the Farm"), terrain.HILL: noted("the Hill")}


def a_piece(words: Words, kind: str) -> str:
    """Terrain that is spoken of for the first time: "a Farm"."""
    return words.gettext(_A_PIECE[kind])


def the_piece(words: Words, kind: str) -> str:
    """Terrain that somebody holds: "the Farm"."""
    return words.gettext(_THE_PIECE[kind])
