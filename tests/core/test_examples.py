"""The examples in docstrings hold."""

import doctest
from importlib import import_module
from pathlib import Path

import napoleon

ROOT = Path(napoleon.__file__).parents[1]
PACKAGES = ("napoleon", "projections", "api")
MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for package in PACKAGES
    for path in (ROOT / package).rglob("*.py")
    if ">>> " in path.read_text(encoding="utf-8")
)


def test_the_examples_of_a_module_hold(subtests):
    for name in MODULES:
        with subtests.test(name):
            outcome = doctest.testmod(import_module(name))
            assert outcome.attempted
            assert not outcome.failed
