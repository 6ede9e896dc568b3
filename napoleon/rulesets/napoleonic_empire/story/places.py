"""Countries in sentences: with their articles, and where armies are, come from and go to."""

from __future__ import annotations

from collections.abc import Iterable

from napoleon.rules.prose.language import noted
from napoleon.rules.prose.storybook import Words

_THE = {
    "france": noted("France"),
    "england": noted("England"),
    "russia": noted("Russia"),
    "austria": noted("Austria"),
    "prussia": noted("Prussia"),
    "netherlands": noted("the Netherlands"),
    "sweden": noted("Sweden"),
    "denmark": noted("Denmark"),
    "spain": noted("Spain"),
    "portugal": noted("Portugal"),
    "rhineland": noted("the Rhineland"),
    "italy": noted("Italy"),
    "naples": noted("Naples"),
    "switzerland": noted("Switzerland"),
    "warsaw": noted("Warsaw"),
    "egypt": noted("Egypt"),
    "ottoman": noted("the Ottoman Empire"),
    "riga": noted("Riga"),
    "minsk": noted("Minsk"),
    "kiev": noted("Kiev"),
    "moscow": noted("Moscow"),
}

_IN = {
    "france": noted("in France"),
    "england": noted("in England"),
    "russia": noted("in Russia"),
    "austria": noted("in Austria"),
    "prussia": noted("in Prussia"),
    "netherlands": noted("in the Netherlands"),
    "sweden": noted("in Sweden"),
    "denmark": noted("in Denmark"),
    "spain": noted("in Spain"),
    "portugal": noted("in Portugal"),
    "rhineland": noted("in the Rhineland"),
    "italy": noted("in Italy"),
    "naples": noted("in Naples"),
    "switzerland": noted("in Switzerland"),
    "warsaw": noted("in Warsaw"),
    "egypt": noted("in Egypt"),
    "ottoman": noted("in the Ottoman Empire"),
    "riga": noted("in Riga"),
    "minsk": noted("in Minsk"),
    "kiev": noted("in Kiev"),
    "moscow": noted("in Moscow"),
}

_FROM = {
    "france": noted("from France"),
    "england": noted("from England"),
    "russia": noted("from Russia"),
    "austria": noted("from Austria"),
    "prussia": noted("from Prussia"),
    "netherlands": noted("from the Netherlands"),
    "sweden": noted("from Sweden"),
    "denmark": noted("from Denmark"),
    "spain": noted("from Spain"),
    "portugal": noted("from Portugal"),
    "rhineland": noted("from the Rhineland"),
    "italy": noted("from Italy"),
    "naples": noted("from Naples"),
    "switzerland": noted("from Switzerland"),
    "warsaw": noted("from Warsaw"),
    "egypt": noted("from Egypt"),
    "ottoman": noted("from the Ottoman Empire"),
    "riga": noted("from Riga"),
    "minsk": noted("from Minsk"),
    "kiev": noted("from Kiev"),
    "moscow": noted("from Moscow"),
}

_TO = {
    "france": noted("to France"),
    "england": noted("to England"),
    "russia": noted("to Russia"),
    "austria": noted("to Austria"),
    "prussia": noted("to Prussia"),
    "netherlands": noted("to the Netherlands"),
    "sweden": noted("to Sweden"),
    "denmark": noted("to Denmark"),
    "spain": noted("to Spain"),
    "portugal": noted("to Portugal"),
    "rhineland": noted("to the Rhineland"),
    "italy": noted("to Italy"),
    "naples": noted("to Naples"),
    "switzerland": noted("to Switzerland"),
    "warsaw": noted("to Warsaw"),
    "egypt": noted("to Egypt"),
    "ottoman": noted("to the Ottoman Empire"),
    "riga": noted("to Riga"),
    "minsk": noted("to Minsk"),
    "kiev": noted("to Kiev"),
    "moscow": noted("to Moscow"),
}


def country(words: Words, of: str) -> str:
    """A country by name, as a subject or an object: "the Netherlands"."""
    return words.gettext(_THE[of]) if of in _THE else words.name(of)


def within(words: Words, of: str) -> str:
    """Where something happens: "in the Netherlands"."""
    return words.gettext(_IN[of]) if of in _IN else words.name(of)


def out_of(words: Words, of: str) -> str:
    """Where armies come from: "from the Netherlands"."""
    return words.gettext(_FROM[of]) if of in _FROM else words.name(of)


def into(words: Words, of: str) -> str:
    """Where armies go: "to the Netherlands"."""
    return words.gettext(_TO[of]) if of in _TO else words.name(of)


def any_of(words: Words, several: Iterable[str]) -> str:
    """Several countries of which something is denied, with "or" before the last."""
    *others, last = [country(words, it) for it in several]
    if not others:
        return last
    return words.gettext("%(others)s or %(last)s", others=", ".join(others), last=last)


def countries(words: Words, several: Iterable[str]) -> str:
    """Several countries, with "and" before the last."""
    return words.language.listed([country(words, it) for it in several])
