"""A browser without scripts: it asks for pages, keeps cookies, and sends the forms it is shown."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit
from xml.etree.ElementTree import Element

from flask import Flask
from werkzeug.test import TestResponse

from tests.api.desk import Table
from tests.web import markup

HTML = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}

OWN_SITE = {"Sec-Fetch-Site": "same-origin"}

HOST = "http://localhost"


class Browser:
    """Somebody's browser, at the service `app`."""

    def __init__(self, app: Flask, language: str = "en") -> None:
        self.client = app.test_client()
        self.language = language

    def get(self, address: str, **headers: str) -> TestResponse:
        """The answer to `address`, also if it is one in full, without what is behind the ``#``."""
        sent = {**HTML, "Accept-Language": self.language, **_named(headers)}
        there = address.removeprefix(HOST).partition("#")[0]
        return self.client.get(there, headers=sent, buffered=True)

    def post(self, address: str, form: Mapping[str, Any], **headers: str) -> TestResponse:
        """The answer to a form sent from a page of the service."""
        sent = {**HTML, **OWN_SITE, "Accept-Language": self.language, **_named(headers)}
        return self.client.post(address, data=form, headers=sent, buffered=True)

    def open_seat(self, table: Table, seat: str) -> TestResponse:
        """Take the token that `seat` of `table` was invited with."""
        return self.post(f"/games/{table.id}/session", {"token": str(table.token(seat))})

    def cookies(self) -> dict[str, str]:
        """What the browser would send to any page of the service."""
        sent = self.client.get("/api/v1/health/live").request.headers.get("Cookie", "")
        return dict(part.split("=", 1) for part in sent.split("; ") if part)


def _named(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


def parsed(answer: TestResponse) -> Element:
    """The page, which has to be HTML without a single mistake. Raises BadMarkup.

    It is the same for each who looks at the same answer: only to be read.
    """
    return _parsed(answer.text)


_parsed = lru_cache(maxsize=8)(markup.document)


def words(answer: TestResponse) -> str:
    """What a reader finds on the page, in one line."""
    return " ".join(" ".join(parsed(answer).find("body").itertext()).split())  # type: ignore[union-attr]


def links(answer: TestResponse) -> list[str]:
    """Where the page leads to, in its order."""
    return [found.attrib["href"] for found in parsed(answer).iter("a")]


def fields(answer: TestResponse) -> dict[str, str]:
    """Names and values of what the last form of the page that is posted would send untouched."""
    form = [it for it in parsed(answer).iter("form") if it.get("method") == "post"][-1]
    sent = {}
    for field in form.iter():
        name = field.get("name")
        if field.tag == "input" and name and field.get("type") != "checkbox":
            if field.get("type") != "radio" or "checked" in field.attrib:
                sent[name] = field.get("value", "")
        elif field.tag == "select" and name:
            chosen = [it for it in field.iter("option") if "selected" in it.attrib]
            sent[name] = chosen[0].attrib["value"]
    return sent


def path(location: str) -> str:
    """An address without scheme and host."""
    parts = urlsplit(location)
    return parts.path + (f"?{parts.query}" if parts.query else "")


def told(answer: TestResponse) -> Any:
    """Status and code of a problem, from its page."""
    return answer.status_code, answer.text.partition('data-code="')[2].partition('"')[0]
