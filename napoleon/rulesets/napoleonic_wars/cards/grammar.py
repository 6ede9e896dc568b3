"""The language of the cards: which effects, words and names their programs are made of.

What each means is told in `napoleon.rules.kit.programs` and beside the effects.
"""

from __future__ import annotations

from collections.abc import Iterable

from napoleon.rules.kit.program_grammar import Grammar

EFFECTS: dict[str, tuple[str, ...]] = {
    "pool": ("cp", "use", "whom", "mover?", "trait?"),
    "build": ("nation", "where", "sp?", "leader?", "squadron?", "spread?"),
    "flag": ("where", "whose"),
    "attrition": ("whose", "where", "times?", "flags?", "whole?"),
    "lose": ("whose", "what", "n", "where"),
    "tie_down": ("target", "sp", "leader?", "squadrons?", "foe?"),
    "consul": ("which", "boxes", "way", "row"),
    "break_pact": ("which", "to"),
    "draw": ("nation", "n", "keep"),
    "chance_card": ("whose", "to"),
    "look": ("whose",),
    "gain": ("what", "who"),
    "peace": ("by",),
    "rule": ("hook", "until", "of?", "provided?"),
    "dice": ("side", "n"),
    "cancel": ("what",),
    "calm": ("n",),
    "call_off": (),
    "find": (),
    "to_port": ("fleet",),
    "deploy": ("who", "gather"),
    "convoy": ("sp", "leaders"),
    "camp": ("nation", "to"),
    "hand_over": ("card", "to"),
    "set_aside": ("what",),
    "refit": ("whose", "where"),
}
"""By effect its parameters; those with a question mark may be left out."""

HOOKS = (
    "march_free", "unseen", "slow", "truce", "ship_free", "cp_cut", "draw_cut", "winter", "flat",
    "more_round", "no_rout", "hurt",
)  # fmt: skip
"""What a standing change is called by the place of the rules that reads it."""

_WORDS = """
abroad active allies alone armies assoc at_sea at_war belligerents besieger camp_of clear_of
client coalition colour_of commanded conquered conquerors consuls controlled count enemies
everyone flag_of flagged flags_on fleets fleets_near french_led here home in_pact invaded
is_proxy may_refuse minors mover napoleon_leads not_held_by occupied on_row others owned_by
pact_or_camp players ports ports_held powers round_is row_of side sp_here stacks uncontrolled
undisrupted unfortified vacant with_cards within year zones zones_held
"""

WORDS = frozenset(_WORDS.split())
"""What reads the position."""

KINDS = ("spaces", "nation", "stack", "fleet", "consul")
"""What is chosen."""

_ATOMS = """
you it none any own enemy land moves production left right by_row sea sp squadrons resource
plus_key discards aide impulse turn battle round game sailing next_draw own_next_play ended
fr_squadron battle_card joined_card
"""

ATOMS = frozenset(_ATOMS.split())
"""What stands for itself in parameters, besides ids and hooks."""


def grammar(ids: Iterable[str]) -> Grammar:
    """The language of the cards of a pack that has these ids."""
    effects = {
        name: {it.rstrip("?"): not it.endswith("?") for it in parameters}
        for name, parameters in EFFECTS.items()
    }
    return Grammar(effects, WORDS, ATOMS | {*HOOKS, *ids}, KINDS)
