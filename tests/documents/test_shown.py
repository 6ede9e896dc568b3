"""What is shown is kept while it is true, and made true without what is left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.documents.databases import NONE
from tools.documents.running import WentWrong, written_anew
from tools.documents.shown import WIDTH, layout, pieces, shown_anew

TRUE = [
    ("text", "text"),
    ("a … c", "a b c"),
    ("first\n…\nlast", "first\n2\n3\nlast"),
    ("…\nmiddle …\n…", "1\nmiddle of it\n3"),
    ('{"id": 7}', '{"id":7}'),
    ('{"id": …,\n "name": "N…"}', '{"id":7,"name":"Ney"}'),
    ('{"name": "Ney", …}', '{"id":7,"name":"Ney","more":[1]}'),
    ("[…, 3]", "[1,2,3]"),
    ('{"a": [{"type": "x"}, …, {"type": "z"}, …]}', '{"a":[{"type":"x"},1,{"type":"z"},2]}'),
    ('id: 1\ndata: {"version": 1, …}', 'id: 1\ndata: {"version":1,"at":5}'),
]


@pytest.mark.parametrize(("shown", "printed"), TRUE)
def test_what_is_true_is_kept_as_it_is(shown: str, printed: str) -> None:
    assert shown_anew(shown, printed) == shown


@pytest.mark.parametrize(
    ("shown", "printed", "now"),
    [
        ("", "text", "text"),
        ("text", "", ""),
        ("text", "other", "other"),
        ("first\n…\nlast", "first\n2\nend", "first\n…\nend"),
        ("…\n│ ok │ a 1 …\n…", "0\n│ ok │ b 1\n│ ok │ a 2 more", "…\n│ ok │ a 2 …\n…"),
        ('{"id": 7}', '{"id":8}', '{"id": 8}'),
        ('{"id": 7}', '{"id":7,"new":1}', '{"id": 7, "new": 1}'),
        ('{"id": 7, "old": 1, …}', '{"id":8,"at":5}', '{"id": 8, …}'),
        ('{"name": "Ne…"}', '{"name":"Grouchy"}', '{"name": "Gr…"}'),
        ('[…, {"type": 1, "n": 1}, …]', '[0, {"type":1,"n":2}, 3]', '[…, {"type": 1, "n": 2}, …]'),
        ("[1, 2]", "[1,2,3]", "[1, 2, 3]"),
        ('{"id": 7}', "no answer", "no answer"),
    ],
)  # fmt: skip
def test_what_is_not_true_is_made_true(shown: str, printed: str, now: str) -> None:
    assert shown_anew(shown, printed) == now
    assert shown_anew(now, printed) == now


def test_json_is_laid_out_within_the_width() -> None:
    value = {"first": list(range(40)), "second": [{"name": "n" * 30, "at": 1}] * 5, "last": "…"}
    text = layout(value)
    assert max(map(len, text.splitlines())) <= WIDTH
    [piece] = pieces(text)
    assert not isinstance(piece, str)
    assert piece.value == value


@pytest.mark.parametrize(
    ("command", "why"),
    [("false", "ended with 1"), ('echo \'{"code": "NO"}\'', "was refused"), ("exit 3", "ended")],
)
def test_a_page_whose_command_fails_is_not_written(command: str, why: str, tmp_path: Path) -> None:
    with pytest.raises((WentWrong, EOFError), match=why):
        written_anew(page(tmp_path, f"$ {command}\n"), tmp_path, NONE)


def test_a_page_is_run_in_one_shell(tmp_path: Path) -> None:
    shown = "$ A='two\nlines'\n$ echo \"$A\" \\\n    end\ntwo\nlines end\n$ cat; echo >&2 unheard\n"
    told = page(tmp_path, shown)
    assert written_anew(told, tmp_path, NONE) == told.read_text()
    told = page(tmp_path, shown.replace("lines end", "lies"))
    (tmp_path / "checkout").rename(tmp_path / "before")
    assert "lines end" in written_anew(told, tmp_path, NONE)


def page(folder: Path, console: str) -> Path:
    """A page with one block."""
    file = folder / "page.md"
    file.write_text(f"# Title\n\n```console\n{console}```\n\nMore.\n")
    return file
