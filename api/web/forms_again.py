"""A form that was refused, on the page that is shown again: filled in, with what is wrong with it.

Every form of the site goes this way, so no template has to think of it. A page that shows the form
which was sent gets back what was typed and chosen, and each sentence beside the field that it is
about.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urlsplit

from markupsafe import Markup, escape
from werkzeug.datastructures import MultiDict

CHANGING = {"key", "fresh", "version"}
"""Hidden fields that each drawing of a page fills in again."""

SECRETS = ("token", "link", "key", "secret", "password")
"""Fields that no page shows again."""

NOT_FILLED_IN = ("submit", "button", "image", "reset", "file", "password")

ALSO = {"time_zone": "zone", "zone": "time_zone"}
"""What the fields of some forms are called that the API calls otherwise."""

BOXES = ("checkbox", "radio")


@dataclass(eq=False)
class _Tag:
    """A tag of a page: where it stands, what it says, and what stands in it."""

    name: str
    attributes: dict[str, str | None]
    start: int
    end: int
    fieldset: _Tag | None = None
    """The boxes among which a field stands."""
    inner: int = 0
    """Where what is between it and its end tag ends."""
    behind: int = 0
    """Where a note about it has its place."""
    options: list[_Tag] = field(default_factory=list)

    @property
    def called(self) -> str:
        """The name of a field."""
        return self.attributes.get("name") or ""

    @property
    def kind(self) -> str:
        """Of an input its type, of anything else the name of its tag."""
        return (self.attributes.get("type") or "text") if self.name == "input" else self.name

    def __str__(self) -> str:
        said = (
            name if value is None else f'{name}="{escape(value)}"'
            for name, value in self.attributes.items()
        )
        return f"<{' '.join((self.name, *said))}>"


@dataclass(eq=False)
class _Form:
    action: str
    fields: list[_Tag] = field(default_factory=list)

    def likeness(self, sent: MultiDict[str, str]) -> tuple[int, int]:
        """How much it is the form that was sent: by its hidden fields, then by all others."""
        hidden = [it for it in self.fields if it.kind == "hidden" and it.called not in CHANGING]
        same = (1 if it.attributes.get("value") in sent.getlist(it.called) else -1 for it in hidden)
        return sum(same), len({it.called for it in self.fields} & sent.keys())


class _Forms(HTMLParser):
    """Reads the forms of a page that are posted."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[_Form] = []
        self._lines = [0, *(it.end() for it in re.finditer("\n", html))]
        self._form: _Form | None = None
        self._open: list[_Tag] = []
        self.feed(html)
        self.close()

    def _here(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A form, or something in one."""
        start = self._here()
        it = _Tag(tag, dict(attrs), start, start + len(self.get_starttag_text() or ""))
        it.behind = it.end
        if tag == "form":
            is_posted = it.attributes.get("method", "") == "post"
            self._form = _Form(it.attributes.get("action") or "") if is_posted else None
            self.found += [self._form] if self._form else []
        elif self._form is None:
            return
        elif tag == "option" and self._open:
            self._open[-1].options.append(it)
        elif tag in ("input", "select", "textarea", "fieldset"):
            it.fieldset = next((at for at in self._open[::-1] if at.name == "fieldset"), None)
            if tag != "input":
                self._open.append(it)
            if it.called and tag != "fieldset" and it.kind not in NOT_FILLED_IN:
                self._form.fields.append(it)

    def handle_endtag(self, tag: str) -> None:
        """The end of what is open."""
        if tag == "form":
            self._form, self._open = None, []
        elif tag in ("select", "textarea", "fieldset") and self._open:
            it = self._open.pop()
            it.inner = self._here()
            if tag != "fieldset":
                it.behind = it.inner + len(f"</{tag}>")
        elif tag == "legend" and self._open:
            self._open[-1].behind = self._here() + len("</legend>")


def shown_again(html: str, path: str, sent: MultiDict[str, str], wrong: Mapping[str, str]) -> str:
    """A page with the form in it that was `sent` to `path`; as it is if it has no such form.

    `wrong` are sentences by the names of the fields that they are about. If the form has one field
    to be typed in, a single sentence about none that it has is about that one.
    """
    here = (it for it in _Forms(html).found if urlsplit(it.action).path in ("", path))
    form = max(here, key=lambda it: it.likeness(sent), default=None)
    if form is None:
        return html
    changed: dict[int, tuple[int, str]] = {}
    for it in _filled(form, sent):
        changed[it.start] = (it.end, str(it))
        if it.name == "textarea":
            changed[it.end] = (it.inner, _written(it, sent, form))
    for number, (name, sentence) in enumerate(wrong.items(), 1):
        if about := _named(form, name) or (len(wrong) == 1 and _named(form, "")):
            note = f"wrong-{number}"
            known = about.attributes.get("aria-describedby")
            about.attributes["aria-describedby"] = f"{note} {known}" if known else note
            if about.name != "fieldset":
                about.attributes["aria-invalid"] = "true"
            changed[about.start] = (about.end, str(about))
            told = Markup('<span class="wrong-field" id="{}">{}</span>').format(note, sentence)
            # A note right behind its tag stands in front of what it was found behind.
            end, before = changed.get(about.behind, (about.behind, ""))
            changed[about.behind] = (end, f"{told}{before}")
    for start in sorted(changed, reverse=True):
        end, text = changed[start]
        html = f"{html[:start]}{text}{html[end:]}"
    return html


def _filled(form: _Form, sent: MultiDict[str, str]) -> list[_Tag]:
    """The tags that say what was typed and chosen."""
    found: list[_Tag] = []
    for it in form.fields:
        values = sent.getlist(it.called)
        if it.kind == "hidden" or it.called in SECRETS:
            continue
        if it.kind in BOXES:
            _mark(it, "checked", (it.attributes.get("value") or "on") in values)
            found.append(it)
        elif it.kind == "select":
            known = [one for one in it.options if one.attributes.get("value") in values]
            for one in it.options if known else ():
                _mark(one, "selected", one in known[:1])
                found.append(one)
        elif values:
            if it.kind != "textarea":
                it.attributes["value"] = values[min(_place(form, it), len(values) - 1)]
            found.append(it)
    return found


def _place(form: _Form, it: _Tag) -> int:
    """Which of the fields with its name it is."""
    return [one for one in form.fields if one.called == it.called].index(it)


def _written(it: _Tag, sent: MultiDict[str, str], form: _Form) -> str:
    values = sent.getlist(it.called)
    return str(escape(values[min(_place(form, it), len(values) - 1)]))


def _mark(tag: _Tag, attribute: str, holds: bool) -> None:
    tag.attributes.pop(attribute, None)
    if holds:
        tag.attributes[attribute] = None


def _named(form: _Form, name: str) -> _Tag | None:
    """The field that a sentence is about; of boxes that stand together all of them."""
    if name:
        found = [it for it in form.fields if it.called in (name, f"field.{name}", ALSO.get(name))]
    else:
        found = [it for it in form.fields if it.kind not in (*BOXES, "hidden", "select")]
        found = found if len(found) == 1 else []
    shown = [it for it in found if it.kind != "hidden"]
    if not shown:
        return None
    first = shown[0]
    return first.fieldset if first.kind in BOXES and first.fieldset else first
