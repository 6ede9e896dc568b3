"""Sides and armies in sentences: names with their articles, all of them plurals."""

from __future__ import annotations

from napoleon.rules.prose.forms import Called, Forms
from napoleon.rules.prose.language import noted

FORMS = Forms(
    {
        "french": Called(
            the=noted("the French"),
            of=noted("of the French"),
            to=noted("to the French"),
            seat=noted("the French seat"),
            alone=noted("French"),
        ),
        "allied": Called(
            the=noted("the Allies"),
            of=noted("of the Allies"),
            to=noted("to the Allies"),
            seat=noted("the Allied seat"),
            alone=noted("Allies"),
        ),
        "anglo_dutch": Called(
            the=noted("the Anglo-Dutch"),
            of=noted("of the Anglo-Dutch"),
            to=noted("to the Anglo-Dutch"),
            seat=noted("the Anglo-Dutch seat"),
            alone=noted("Anglo-Dutch"),
        ),
        "prussian": Called(
            the=noted("the Prussians"),
            of=noted("of the Prussians"),
            to=noted("to the Prussians"),
            seat=noted("the Prussian seat"),
            alone=noted("Prussians"),
        ),
    }
)
"""Sides, armies and seats."""

the, of_the, to_the, named, called = FORMS.the, FORMS.of, FORMS.to, FORMS.alone, FORMS.called

SIDES = (*FORMS,)
"""Those whom paragraphs are about."""
