"""Names of the data that are spelt otherwise in other languages."""

from __future__ import annotations

from napoleon.rules.prose.language import noted

SCENARIOS = (noted("Europe under Napoleon"),)
"""Titles of scenarios."""

COMMANDERS = (noted("Napoleon"), noted("Kutuzov"), noted("Charles"))
"""Names that are spelt otherwise in other languages."""

CARDS = (
    noted("Toulon"),
    noted("Italian Campaign"),
    noted("Jena"),
    noted("Josephine"),
    noted("Battle of the Nile"),
    noted("Balance of Power"),
    noted("Louisiana Purchase"),
    noted("Continental System"),
    noted("Peninsular War"),
    noted("General Winter"),
    noted("Battle of Nations"),
    noted("Battle of Waterloo"),
    noted("Admiral Horatio Nelson"),
    noted("Duke of Wellington"),
    noted("Czar Alexander I"),
    noted("King Frederick III"),
    noted("Prince Metternich"),
    noted("Son of the Revolution"),
    noted("A Man of Destiny"),
    noted("The Little Corporal"),
    noted("Artillery Tactics"),
    noted("Treaty of Tilsit"),
    noted('"Wiff" of Grapeshot'),
    noted("Scorched-earth Policy"),
    noted("Conscription"),
    noted("Proclamation of Empire"),
    noted("Nation of Shopkeepers"),
)
"""Cards whose names are told otherwise in other languages."""
