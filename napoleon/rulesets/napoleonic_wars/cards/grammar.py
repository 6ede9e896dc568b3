"""The language of the cards: which effects, words and names their programs are made of.

What each means is told in `napoleon.rules.kit.programs` and beside the effects and words.
"""

from __future__ import annotations

import ast
from collections.abc import Container, Iterable, Iterator
from functools import cache

from napoleon.rules.kit.program_text import is_form, named_in, parsed
from napoleon.rules.kit.programs import Language
from napoleon.rulesets.napoleonic_wars.cards.at_sea import AT_SEA
from napoleon.rulesets.napoleonic_wars.cards.diplomacy import IN_DIPLOMACY
from napoleon.rulesets.napoleonic_wars.cards.in_battle import IN_BATTLE
from napoleon.rulesets.napoleonic_wars.cards.more_words import MORE_WORDS
from napoleon.rulesets.napoleonic_wars.cards.on_cards import ON_CARDS
from napoleon.rulesets.napoleonic_wars.cards.on_map import ON_MAP
from napoleon.rulesets.napoleonic_wars.cards.scene import Playing
from napoleon.rulesets.napoleonic_wars.cards.words import WORDS

HOOKS = (
    "march_free", "unseen", "slow", "truce", "ship_free", "cp_cut", "draw_cut", "winter", "flat",
    "more_round", "no_rout", "hurt",
)  # fmt: skip
"""What a standing change is called by the place of the rules that reads it."""

KINDS = ("spaces", "nation", "stack", "fleet", "consul")
"""What is chosen."""

_ATOMS = """
you it none any own enemy land moves production left right by_row sea sp squadrons resource
plus_key discards aide impulse turn battle round game sailing next_draw own_next_play ended
fr_squadron battle_card joined_card
"""

ATOMS = frozenset(_ATOMS.split())
"""What stands for itself in parameters, besides ids and hooks."""


def _language(names: Container[str]) -> Language[Playing]:
    effects = {**ON_MAP, **ON_CARDS, **IN_BATTLE, **AT_SEA, **IN_DIPLOMACY}
    return Language(effects, {**WORDS, **MORE_WORDS}, names, KINDS)


def grammar(ids: Iterable[str]) -> Language[Playing]:
    """The language of the cards of a pack that has these ids: its programs are checked by it."""
    return _language(ATOMS | {*HOOKS, *ids})


LANGUAGE = _language(())
"""The language in which programs run that were checked when their pack was loaded."""


@cache
def steps_of(program: str) -> tuple[str, ...]:
    """The steps of a program that was checked."""
    return tuple(it.strip() for it in program.split(";"))


def forms_in(program: str, form: str) -> Iterator[dict[str, str]]:
    """What each step of a form says by its parameters, steps within others included."""
    for text in steps_of(program):
        for it in ast.walk(parsed(text)[1]):
            if isinstance(it, ast.expr) and is_form(it, form):
                yield {name: ast.unparse(of) for name, of in named_in(it).items()}


def says(program: str, form: str, parameter: str, value: str) -> bool:
    """Whether a step of a form says that in a parameter."""
    return any(it.get(parameter) == value for it in forms_in(program, form))


def changes_something(at: Playing) -> bool:
    """Whether a card could be played for its event now [6.1.a]."""
    return LANGUAGE.is_possible(at, steps_of(at.printed.program))
