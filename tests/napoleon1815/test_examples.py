"""The examples in the docstrings of the ruleset hold."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import napoleon.rulesets.napoleon1815 as package

MODULES = sorted(
    path.stem
    for path in Path(package.__file__).parent.glob("*.py")
    if ">>> " in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_hold(name):
    outcome = doctest.testmod(import_module(f"{package.__name__}.{name}"))
    assert outcome.attempted
    assert not outcome.failed
