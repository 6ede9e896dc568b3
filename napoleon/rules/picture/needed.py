"""What of the style and the signs a part of a picture needs.

A map as pixels is drawn in hundreds of layers, and most of the time went into reading the whole
style and all signs for each of them.
"""

from __future__ import annotations

import re
from functools import lru_cache

from lxml import etree

_RULE = re.compile(r"([^{}]+)\{[^{}]*\}")
_CLASS = re.compile(r"\.([A-Za-z][\w-]*)")
_CLASSES = re.compile(r'class="([^"]*)"')
_REFERENCE = re.compile(r"#([A-Za-z][\w-]*)")


def needed(style: str, signs: str, drawn: str) -> tuple[str, str]:
    """The rules of `style` and the definitions among `signs` that `drawn` goes by.

    `signs` are elements in ``defs``; they may refer to each other, and rules to them.
    """
    known = _definitions(signs)
    found: dict[str, str] = {}
    markup = drawn
    while True:
        rules = _rules_for(style, frozenset(" ".join(_CLASSES.findall(markup)).split()))
        named = {it for it in _REFERENCE.findall(markup + rules) if it in known and it not in found}
        if not named:
            return rules, f"<defs>{''.join(found[it] for it in known if it in found)}</defs>"
        found |= {it: known[it] for it in named}
        markup = drawn + "".join(found.values())


@lru_cache(maxsize=32)
def _definitions(signs: str) -> dict[str, str]:
    """The definitions by their ids."""
    every = etree.fromstring(f"<signs>{signs}</signs>")
    return {
        it.attrib["id"]: etree.tostring(it, encoding="unicode") for defs in every for it in defs
    }


@lru_cache(maxsize=1024)
def _rules_for(style: str, classes: frozenset[str]) -> str:
    """The rules that may hold where there are these classes; ``picture`` is around all."""
    there = classes | {"picture"}
    return "".join(
        rule[0]
        for rule in _RULE.finditer(style)
        if any({*_CLASS.findall(it)} <= there for it in rule[1].split(","))
    )
