"""Countries in sentences: with their articles, and where armies are, come from and go to."""

from __future__ import annotations

from collections.abc import Iterable

from napoleon.rules.prose.forms import Called, Forms
from napoleon.rules.prose.language import noted
from napoleon.rules.prose.storybook import Words

FORMS = Forms(
    {
        "france": Called(
            the=noted("France"),
            at=noted("in France"),
            out_of=noted("from France"),
            to=noted("to France"),
        ),
        "england": Called(
            the=noted("England"),
            at=noted("in England"),
            out_of=noted("from England"),
            to=noted("to England"),
        ),
        "russia": Called(
            the=noted("Russia"),
            at=noted("in Russia"),
            out_of=noted("from Russia"),
            to=noted("to Russia"),
        ),
        "austria": Called(
            the=noted("Austria"),
            at=noted("in Austria"),
            out_of=noted("from Austria"),
            to=noted("to Austria"),
        ),
        "prussia": Called(
            the=noted("Prussia"),
            at=noted("in Prussia"),
            out_of=noted("from Prussia"),
            to=noted("to Prussia"),
        ),
        "netherlands": Called(
            the=noted("the Netherlands"),
            at=noted("in the Netherlands"),
            out_of=noted("from the Netherlands"),
            to=noted("to the Netherlands"),
        ),
        "sweden": Called(
            the=noted("Sweden"),
            at=noted("in Sweden"),
            out_of=noted("from Sweden"),
            to=noted("to Sweden"),
        ),
        "denmark": Called(
            the=noted("Denmark"),
            at=noted("in Denmark"),
            out_of=noted("from Denmark"),
            to=noted("to Denmark"),
        ),
        "spain": Called(
            the=noted("Spain"),
            at=noted("in Spain"),
            out_of=noted("from Spain"),
            to=noted("to Spain"),
        ),
        "portugal": Called(
            the=noted("Portugal"),
            at=noted("in Portugal"),
            out_of=noted("from Portugal"),
            to=noted("to Portugal"),
        ),
        "rhineland": Called(
            the=noted("the Rhineland"),
            at=noted("in the Rhineland"),
            out_of=noted("from the Rhineland"),
            to=noted("to the Rhineland"),
        ),
        "italy": Called(
            the=noted("Italy"),
            at=noted("in Italy"),
            out_of=noted("from Italy"),
            to=noted("to Italy"),
        ),
        "naples": Called(
            the=noted("Naples"),
            at=noted("in Naples"),
            out_of=noted("from Naples"),
            to=noted("to Naples"),
        ),
        "switzerland": Called(
            the=noted("Switzerland"),
            at=noted("in Switzerland"),
            out_of=noted("from Switzerland"),
            to=noted("to Switzerland"),
        ),
        "warsaw": Called(
            the=noted("Warsaw"),
            at=noted("in Warsaw"),
            out_of=noted("from Warsaw"),
            to=noted("to Warsaw"),
        ),
        "egypt": Called(
            the=noted("Egypt"),
            at=noted("in Egypt"),
            out_of=noted("from Egypt"),
            to=noted("to Egypt"),
        ),
        "ottoman": Called(
            the=noted("the Ottoman Empire"),
            at=noted("in the Ottoman Empire"),
            out_of=noted("from the Ottoman Empire"),
            to=noted("to the Ottoman Empire"),
        ),
        "riga": Called(
            the=noted("Riga"),
            at=noted("in Riga"),
            out_of=noted("from Riga"),
            to=noted("to Riga"),
        ),
        "minsk": Called(
            the=noted("Minsk"),
            at=noted("in Minsk"),
            out_of=noted("from Minsk"),
            to=noted("to Minsk"),
        ),
        "kiev": Called(
            the=noted("Kiev"),
            at=noted("in Kiev"),
            out_of=noted("from Kiev"),
            to=noted("to Kiev"),
        ),
        "moscow": Called(
            the=noted("Moscow"),
            at=noted("in Moscow"),
            out_of=noted("from Moscow"),
            to=noted("to Moscow"),
        ),
    }
)
"""Countries and Russian areas: as a subject or an object, and where armies are, come from, go."""

country, within, out_of, into = FORMS.the, FORMS.at, FORMS.out_of, FORMS.to


def any_of(words: Words, several: Iterable[str]) -> str:
    """Several countries of which something is denied, with "or" before the last."""
    *others, last = [country(words, it) for it in several]
    if not others:
        return last
    return words.gettext("%(others)s or %(last)s", others=", ".join(others), last=last)


def countries(words: Words, several: Iterable[str]) -> str:
    """Several countries, with "and" before the last."""
    return words.language.listed([country(words, it) for it in several])
