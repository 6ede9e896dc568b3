"""HTML read as browsers read it, but without their patience: it must not have a single mistake.

Errors are found, and the tree is made, by html5ever, the parser of the browser Servo.
"""

from __future__ import annotations

import re
from html.entities import html5
from xml.etree.ElementTree import Element, TreeBuilder

import markupever
from markupever import dom

XHTML = "http://www.w3.org/1999/xhtml"

_HEAD = '<!DOCTYPE html><html lang="en"><head><title>A part</title></head><body>'

_NAMED = re.compile(r"&([A-Za-z][A-Za-z0-9]*;)")


class BadMarkup(ValueError):
    """What is wrong with some HTML."""


def document(text: str) -> Element:
    """The root of a page, without comments.

    Raises BadMarkup.
    """
    parser = markupever.Parser(markupever.HtmlOptions(full_document=True, exact_errors=True))
    parser.process(text)
    parser.finish()
    # It lets names of characters pass that do not exist.
    unknown = [f"There is no &{name}" for name in _NAMED.findall(text) if name not in html5]
    if errors := [*parser.errors(), *unknown]:
        raise BadMarkup("; ".join(errors))
    builder = TreeBuilder()
    _build_all(builder, parser.into_dom().root().first_child)
    return builder.close()


def fragment(text: str) -> Element:
    """An element with the inside of a section of a page in it. Raises BadMarkup."""
    body = document(f"{_HEAD}{text}</body></html>").find("body")
    assert body is not None
    return body


def _tag(element: dom.Element) -> str:
    """Its name, after that of its language in curly brackets unless that is HTML."""
    language, name = element.name.ns, element.name.local
    return name if language == XHTML else f"{{{language}}}{name}"


def _build_all(builder: TreeBuilder, node: dom.Node | None) -> None:
    """Add a node and those that follow it; from one to the next is faster than all of them."""
    while node is not None:
        if isinstance(node, dom.Element):
            name = _tag(node)
            builder.start(name, {key.local: value for key, value in node.attrs.items()})
            _build_all(builder, node.first_child)
            builder.end(name)
        elif isinstance(node, dom.Text):
            builder.data(node.content)
        node = node.next_sibling
