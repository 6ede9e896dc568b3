"""Texts of mails: HTML as text with its quotes marked, and wrapped lines made whole."""

from __future__ import annotations

import re

from inscriptis import get_text
from lxml import html as parser
from lxml.etree import Element, LxmlError

LARGEST = 512 * 1024
"""Characters of HTML that are read."""

_QUOTES = (
    "//blockquote"
    " | //div[contains(@class, 'gmail_quote') or contains(@class, 'yahoo_quoted')"
    " or contains(@class, 'moz-cite-prefix')]"
)
"""What mail programs put around what they quote."""

_ABOVE_QUOTE = "//*[@id='divRplyFwdMsg' or @id='appendonsend']"
"""What Outlook puts above what it quotes: all that follows is somebody else's."""

_SEPARATOR = "-----Original Message-----\n"

_SIGNATURES = (
    "//*[contains(@class, 'gmail_signature') or contains(@class, 'moz-signature')"
    " or @id='Signature']"
)

_UNSEEN = "//script | //style | //head | //template | //*[contains(@style, 'display:none')]"

_STRUCK = (
    "//s | //del | //strike"
    " | //*[contains(translate(@style, 'LINETHROUG ', 'linethroug'), 'line-through')]"
)
"""What was struck out: its writer did not leave it standing."""

_BLOCKS = ("p", "div", "li", "td", "pre", "blockquote", "body", "html")

_DECLARATION = re.compile(r"^\s*+<\?xml[^>]{0,500}>", re.IGNORECASE)

_BLANKS = re.compile(r"[ \t\xa0\u200b]+")


_DATA = re.compile(r"""(?<=['"( =])data:[^"'\s>)]*+""", re.IGNORECASE)
"""Pictures that stand in the HTML itself."""


def without_pictures(html: str) -> str:
    """HTML without the pictures that stand in it: the rest says something."""
    return _DATA.sub("", html)


def from_html(text: str) -> str:
    """HTML as lines of text; quoted lines begin with ``>``, signatures after ``--``."""
    try:
        # A declaration says how the bytes were encoded, which have been decoded already.
        tree = parser.document_fromstring(_DECLARATION.sub("", text[:LARGEST], count=1))
    except (LxmlError, ValueError):
        return ""
    for unseen in tree.xpath(_UNSEEN):
        if unseen.getparent() is not None:
            unseen.drop_tree()
    for struck in tree.xpath(_STRUCK):
        _strike(struck)
    for quote in tree.xpath(_QUOTES):
        _replace(quote, "".join(f"> {line}\n" for line in _lines(quote)))
    for above in tree.xpath(_ABOVE_QUOTE):
        _replace(above, _SEPARATOR)
    for signature in tree.xpath(_SIGNATURES):
        _replace(signature, "-- \n" + "".join(f"{line}\n" for line in _lines(signature)))
    return "\n".join(_lines(tree))


def _lines(tree: Element) -> list[str]:
    told = get_text(parser.tostring(tree, encoding="unicode"))
    return [_BLANKS.sub(" ", line).rstrip() for line in told.splitlines()]


def _strike(element: Element) -> None:
    """Mark the lines that hold something struck out as quoted, so that they are named."""
    if element.getparent() is None:
        return
    block = element
    while block.tag not in _BLOCKS and block.getparent() is not None:
        block = block.getparent()
    if block is element or block.tag in ("body", "html"):
        _replace(element, "".join(f"> {line}\n" for line in _lines(element)))
    else:
        _replace(block, "".join(f"> {line}\n" for line in _lines(block)))


def _replace(element: Element, text: str) -> None:
    """Put text in lines in the place of an element."""
    if element.getparent() is None:
        return
    tail = element.tail
    element.clear()
    element.tag, element.text, element.tail = "pre", text, tail


def unfolded(text: str, *, delsp: bool) -> str:
    """Lines that were wrapped softly made whole (RFC 3676); quoted ones stay as they are."""
    whole, open_ = list[str](), False
    for line in text.split("\n"):
        own = not line.startswith(">")
        told = line[1:] if line.startswith(" ") else line
        if open_ and own:
            whole[-1] += told
        else:
            whole.append(told)
        open_ = own and told.endswith(" ") and told != "-- "
        if open_ and delsp:
            whole[-1] = whole[-1][:-1]
    return "\n".join(whole)
