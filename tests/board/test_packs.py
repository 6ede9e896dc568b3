"""What the packs of all games share: reading tables, findings of checks, texts of clauses."""

import doctest

import msgspec
import pytest

from napoleon.rules.kit import findings, packs
from napoleon.rules.kit.packs import PackError, Problem, TableReader


class Hill(msgspec.Struct):
    id: str
    height: packs.Count


class Hills(msgspec.Struct):
    hills: list[Hill]


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "hills.csv").write_text("id,height\nmont,120\nhougoumont,-1\n")
    (tmp_path / "hills.json").write_text('{"hills": [{"id": "mont", "height": "high"}]}')
    return tmp_path


@pytest.mark.parametrize("module", [findings, packs], ids=lambda module: module.__name__)
def test_the_examples_of_the_module_hold(module):
    outcome = doctest.testmod(module)
    assert outcome.attempted
    assert not outcome.failed


def test_rows_that_fit_are_read_and_the_others_told(folder):
    reader = TableReader(folder)
    assert reader.table("hills.csv", Hill) == [Hill("mont", 120)]
    assert reader.document("hills.json", Hills) is None
    reader.tell_missing("hills.csv", ["mont", "ligny"], ["mont"])
    reader.tell_twice("hills.csv", [1, 2, 1])
    with pytest.raises(PackError) as caught:
        reader.raise_problems()
    assert caught.value.problems == [
        Problem("hills.csv", "line 3", "Expected `int` >= 0 - at `$.height`"),
        Problem("hills.json", "hills[0].height", "Expected `int`, got `str`"),
        Problem("hills.csv", "ligny", "has no row"),
        Problem("hills.csv", "1", "stands there 2 times"),
    ]
    assert str(caught.value).startswith("hills.csv line 3: Expected")


def test_a_row_may_be_adapted_before_it_is_read(folder):
    found = TableReader(folder).table("hills.csv", Hill, lambda row: {**row, "height": 7})
    assert [hill.height for hill in found] == [7, 7]


def test_the_hash_is_of_names_and_bytes_in_the_order_of_reading(folder):
    def hash_after(*names):
        reader = TableReader(folder)
        for name in names:
            reader.read(folder / "hills.csv", name)
        return reader.hash

    assert hash_after("a", "b") == hash_after("a", "b")
    assert len({hash_after(), hash_after("a", "b"), hash_after("b", "a"), hash_after("a")}) == 4


def test_a_reader_without_problems_raises_none(folder):
    reader = TableReader(folder)
    reader.tell_twice("hills.csv", ["mont", "ligny"])
    reader.raise_problems()
