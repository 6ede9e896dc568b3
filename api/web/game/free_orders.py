"""Orders that nobody asks for, such as to resign: how the page offers those that may be given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from api.explanations import explanation
from api.fields import SEVERAL, Input, form_of, read
from api.web.game.looking import Look
from api.web.game_names import of_game
from napoleon.rules.orders import Order, to_data, verb_of
from napoleon.rules.plain_views import label
from napoleon.rules.wording import FreeWords, Phrase


class FreeVerb(NamedTuple):
    """A verb that the reader may use without being asked, with what it takes."""

    verb: str
    does: str
    """What its button says."""
    offered: str
    """What another seat offers that is accepted by it; empty if nobody does."""
    inputs: tuple[Input, ...]
    meaning: str
    """What it does."""

    @property
    def several(self) -> Sequence[str]:
        """Names of the fields that take several values."""
        return [it.name for it in self.inputs if it.kind == SEVERAL]


def free_verbs(seen: Look) -> list[FreeVerb]:
    """The verbs that the reader may use now without being asked."""
    if seen.past or not seen.laid or seen.newest.over or seen.who.seat is None:
        return []
    return [_free(seen, it) for it in seen.rules.free_verbs(seen.shown.state, seen.who.seat)]


def free_order(verb: type[Order], written: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """The order that was written into the fields of a verb, as data that may yet be refused."""
    # Texts are a player's own words: a name among them stays one.
    return read(verb, written, {})


def free_words(seen: Look, order: Order, seat: str) -> str:
    """An order of a verb that answers no decision in words; empty if it may not be used now."""
    state, rules, verb = seen.newest.state, seen.rules, type(order)
    if state is None or rules.wording is None or verb not in rules.free_verbs(state, seat):
        return ""
    words, data = rules.wording.free(state, seat, verb), to_data(order)
    facts = []
    for it in form_of(verb, words.choices).inputs:
        said = data.get(it.name, ())
        values = [str(value) for value in said] if it.kind == SEVERAL else [str(said)]
        if values:
            told = ", ".join(_choice(seen, it, value) for value in values)
            facts.append(f"{_label(seen, words, it)}: {told}")
    return ": ".join(filter(None, (seen.phrases.told(words.does), "; ".join(facts))))


def _free(seen: Look, verb: type[Order]) -> FreeVerb:
    wording, seat = seen.rules.wording, seen.who.seat
    assert seat is not None
    words = FreeWords(Phrase(label(verb_of(verb)).capitalize()))
    if wording is not None:
        words = wording.free(seen.shown.state, seat, verb)
    inputs = form_of(verb, words.choices).inputs
    return FreeVerb(
        verb_of(verb),
        seen.phrases.told(words.does),
        "" if words.offered is None else seen.phrases.told(words.offered),
        tuple(_told(seen, words, it) for it in inputs),
        of_game(explanation(verb), seen.rules),
    )


def _told(seen: Look, words: FreeWords, it: Input) -> Input:
    """An input with everything on it in the reader's language."""
    choices = {value: seen.choice(value, told) for value, told in it.choices.items()}
    return it._replace(label=_label(seen, words, it), choices=choices)


def _label(seen: Look, words: FreeWords, it: Input) -> str:
    named = words.labels.get(it.name)
    if named is not None:
        return seen.phrases.told(named)
    return of_game(it.label, seen.rules).capitalize()


def _choice(seen: Look, it: Input, value: str) -> str:
    """What was chosen in an input by its name, what was typed as it is."""
    return seen.choice(value, it.choices[value]) if value in it.choices else value
