"""Which answers are compressed, and how much of them.

What is compressed together becomes shorter where it repeats itself. An attacker who sees how long
encrypted answers are, and puts words beside a secret, could find it out by trial (BREACH).
Such words are the names and texts of other players, and any part of an address that a page repeats.
So

* an answer to a request that shows no token holds no secret, and is compressed as a whole;
* so is any other that `compress_whole` says holds no secret, or nobody's words;
* of all others only the parts are compressed that hold nobody's words, each by itself, as
  `compress_parts` says; the rest stands between them as it is. What is short because only little
  has changed is filled up, so that its length does not tell how much that was.

What is answered to anything but GET is left alone: it is short, and may be a new token.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from flask import Flask, Response, g, request
from werkzeug.wsgi import ClosingIterator

from api.http.compression.gzip import SMALLEST, STORED, Piece, Writer, gzip
from api.http.tokens import shows_reader

TEXTS = frozenset(
    {
        "application/json",
        "application/problem+json",
        "application/x-ndjson",
        "image/svg+xml",
        "text/css",
        "text/html",
        "text/javascript",
        "text/plain",
    }
)
"""Media types that become much smaller. A live stream is not one of them: it must not be held
back."""

SHORTEST = 1000
"""Bytes; what is shorter takes one packet either way."""

_HEAD = 64
"""Bytes at the beginning of a part that are looked for."""

GZIP = "gzip"
ACCEPTED = "Accept-Encoding"

_files: dict[str, bytes] = {}
"""Static files by their tags: what has been compressed need not be compressed again."""


def compress_whole() -> None:
    """Let the answer to this request be compressed for everybody.

    It holds nothing secret, or only words chosen by the service itself.
    """
    g.compressed_whole = True


def compress_parts(parts: Iterable[bytes], multiple: int = 1) -> None:
    """Let parts of the answer to this request be compressed for everybody, each by itself.

    They come in this order, and hold no words chosen by anybody but the service itself. The answer
    is then made as many bytes long as some `multiple` has, unless it holds no secret at all.
    """
    g.compressed_parts = list(parts)
    g.compressed_multiple = multiple


def compress_part(part: bytes) -> None:
    """Let one more part of the answer be compressed, which comes after those named before.

    As for `compress_parts`, it holds no words chosen by anybody but the service itself.
    """
    g.setdefault("compressed_parts", []).append(part)


def register(app: Flask) -> None:
    """Let `app` compress; to be called first, so that it is done last."""
    app.after_request(_compress)


def _compress(answer: Response) -> Response:
    if answer.status_code == 304:
        # It stands for the answer that is already known, in either form.
        answer.vary.add(ACCEPTED)
        return answer
    whole = bool(g.get("compressed_whole")) or not shows_reader()
    parts = g.get("compressed_parts")
    if not (_is_text(answer) and (whole or parts is not None)):
        return answer
    answer.vary.add(ACCEPTED)
    accepted = request.accept_encodings
    if accepted[GZIP] <= 0 or accepted[GZIP] < accepted["identity"]:
        return answer
    if answer.direct_passthrough:
        answer.set_data(_file(answer))
    elif answer.is_streamed:
        _stream(answer)
    else:
        body = answer.get_data()
        if whole:
            answer.set_data(gzip([Piece(body)]))
        else:
            answer.set_data(gzip(_pieces(body, parts), g.get("compressed_multiple", 1)))
    answer.headers["Content-Encoding"] = GZIP
    return answer


def _is_text(answer: Response) -> bool:
    """Whether it is a whole text, long enough to be worth it, or to be filled up anyway."""
    if request.method not in ("GET", "HEAD") or answer.mimetype not in TEXTS:
        return False
    if answer.status_code in (204, 206) or "Content-Encoding" in answer.headers:
        return False
    length = answer.content_length
    if length is None and not answer.is_streamed:
        length = answer.calculate_content_length()
    filled_up = g.get("compressed_multiple", 1) > 1
    return length is None or length >= SHORTEST or filled_up


def _pieces(body: bytes, parts: Iterable[bytes]) -> Iterator[Piece]:
    """`body` in its order; `parts` are found in it, or else stay as they are."""
    done = 0
    for part in parts:
        start = _found(part, body, done) if part else -1
        if start >= 0:
            yield Piece(body[done:start], STORED)
            yield Piece(part)
            done = start + len(part)
    yield Piece(body[done:], STORED)


def _found(part: bytes, body: bytes, after: int) -> int:
    """Where a part begins in a body; -1 if nowhere.

    To be looked for as a whole it would be read through first, which takes longer than to find it.
    """
    head = part[:_HEAD]
    start = body.find(head, after)
    while start >= 0 and not body.startswith(part, start):
        start = body.find(head, start + 1)
    return start


def _file(answer: Response) -> bytes:
    """A static file, compressed."""
    tag, _ = answer.get_etag()
    assert tag is not None, "a file has one"
    answer.direct_passthrough = False
    if tag not in _files:
        _files[tag] = gzip([Piece(answer.get_data(), SMALLEST)])
    else:
        _closing(answer)()
    # Parts of the one form and of the other do not fit together.
    answer.set_etag(tag, weak=True)
    answer.headers["Accept-Ranges"] = "none"
    return _files[tag]


def _stream(answer: Response) -> None:
    """Compress what is made while it is sent, as it comes."""
    answer.headers.pop("Content-Length", None)
    chunks, close = answer.iter_encoded(), _closing(answer)
    answer.response = ClosingIterator(_streamed(chunks), close)


def _closing(answer: Response) -> Callable[[], None]:
    """What closes whatever the answer is read from."""
    close: Callable[[], None] = getattr(answer.response, "close", lambda: None)
    return close


def _streamed(chunks: Iterable[bytes]) -> Iterator[bytes]:
    writer = Writer()
    for chunk in chunks:
        yield writer.write(Piece(chunk))
    yield writer.end()
