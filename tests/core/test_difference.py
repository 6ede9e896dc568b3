"""The difference of two views: applied to the earlier one it gives the later one."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from napoleon.rules.difference import KEYS, Change, applied, difference, pointer

PLAIN = st.none() | st.booleans() | st.integers(-3, 3) | st.text("ab/~1", max_size=2)


def records(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Records with few fields, so that two of them often have the same key."""
    return st.dictionaries(st.sampled_from((*KEYS[:3], "fatigue", "0")), values, max_size=3)


JSON = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=4) | st.lists(records(inner), max_size=4)
    | records(inner),
    max_leaves=12,
)  # fmt: skip


def keyed(key: str) -> st.SearchStrategy[Any]:
    """A list of records named by `key`, as views have them."""
    names = st.lists(st.sampled_from("abcdef"), unique=True, max_size=6)
    return names.flatmap(
        lambda chosen: st.tuples(
            *(st.fixed_dictionaries({key: st.just(name), "it": JSON}) for name in chosen)
        ).map(list)
    )


@given(JSON, JSON)
def test_the_changes_lead_from_any_view_to_any_other(before: Any, after: Any) -> None:
    untouched = json.dumps(before)
    assert applied(before, difference(before, after)) == after
    assert json.dumps(before) == untouched


@given(st.sampled_from(KEYS).flatmap(lambda key: st.tuples(keyed(key), keyed(key))))
def test_the_changes_lead_from_any_list_of_records_to_any_other(lists: tuple[Any, Any]) -> None:
    before, after = lists
    assert applied(before, difference(before, after)) == after


@given(JSON)
def test_a_view_does_not_differ_from_itself(view: Any) -> None:
    assert difference(view, view) == []


@given(JSON, JSON)
def test_the_order_in_which_a_dictionary_was_filled_does_not_show(before: Any, after: Any) -> None:
    once = difference(before, after)
    again = difference(_reversed(before), _reversed(after))
    assert json.dumps([[c.path, c.kind] for c in once]) == json.dumps(
        [[c.path, c.kind] for c in again]
    )


def _reversed(view: Any) -> Any:
    if isinstance(view, dict):
        return {name: _reversed(view[name]) for name in reversed(view)}
    return [_reversed(entry) for entry in view] if isinstance(view, list) else view


def test_a_record_is_named_by_its_id() -> None:
    before = {"areas": [{"id": "ligny", "blocks": [{"id": "ney", "fatigue": 1}]}]}
    after = {"areas": [{"id": "ligny", "blocks": [{"id": "ney", "fatigue": 3}]}]}
    [change] = difference(before, after)
    assert pointer(change.path) == "/areas/ligny/blocks/ney/fatigue"
    assert (change.kind, change.before, change.after) == ("changed", 1, 3)


def test_a_record_that_moved_left_one_list_and_came_into_another() -> None:
    ney, soult = {"id": "ney"}, {"id": "soult"}
    before = {"areas": [{"id": "a", "blocks": [ney, soult]}, {"id": "b", "blocks": [soult]}]}
    after = {"areas": [{"id": "a", "blocks": [soult]}, {"id": "b", "blocks": [ney, soult]}]}
    assert difference(before, after) == [
        Change(("areas", "a", "blocks", "ney"), "removed", ney, None),
        Change(("areas", "b", "blocks", "ney"), "added", None, ney, 0),
    ]


@pytest.mark.parametrize("before", [[], [{"turn": 1, "to": 3}]])
def test_a_list_that_has_grown_is_told_by_what_was_added(before: list[Any]) -> None:
    new = {"turn": 1, "to": 4}
    place = len(before)
    assert difference({"history": before}, {"history": [*before, new, new]}) == [
        Change(("history", str(place)), "added", None, new, place),
        Change(("history", str(place + 1)), "added", None, new, place + 1),
    ]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (["french"], ["french", "allied"]),
        ([{"id": "a"}, {"id": "b"}], [{"id": "b"}, {"id": "a"}]),
        ([{"id": 1}, {"id": "1"}], [{"id": 1}]),
        ([{"turn": 1}, {"turn": 2}], [{"turn": 1}]),
    ],
)
def test_other_lists_are_told_as_a_whole(before: Any, after: Any) -> None:
    assert difference({"it": before}, {"it": after}) == [
        Change(("it",), "changed", before, after),
    ]


def test_nothing_is_not_the_same_as_absent() -> None:
    assert [change.kind for change in difference({"a": None}, {"a": 1})] == ["changed"]
    assert [change.kind for change in difference({}, {"a": None})] == ["added"]
    assert [change.kind for change in difference({"a": None}, {})] == ["removed"]


def test_a_name_is_escaped_in_a_pointer() -> None:
    assert pointer(("a/b", "m~n", "")) == "/a~1b/m~0n/"
