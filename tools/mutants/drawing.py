"""Which mutants there are, and a random sample of them that comes out the same again."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import unified_diff
from functools import cached_property
from pathlib import Path

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Operator

from tools.mutants.operators import is_idle, operators


@dataclass(frozen=True)
class Mutant:
    """A module with one small change."""

    module: Path
    """Its path below the root of the project."""
    source: str
    operator: Operator
    occurrence: int
    """Which of all changes that the operator could make to the module."""

    @cached_property
    def changed(self) -> str:
        """The module's source after the change."""
        return str(mutate_code(self.source, self.operator, self.occurrence))

    @property
    def diff(self) -> str:
        """The change, as a patch of the module."""
        before, after = self.source.splitlines(True), self.changed.splitlines(True)
        return "".join(unified_diff(before, after, f"a/{self.module}", f"b/{self.module}", n=2))


def sample(root: Path, modules: Iterable[Path], size: int, seed: int) -> list[Mutant]:
    """Up to `size` mutants of the modules, each in a place of its own.

    Every place in the code that could be changed is as likely as every other, however many
    operators could change it. A larger sample with the same seed begins with the smaller one.
    """
    dice = random.Random(seed)
    places = [place for module in modules for place in _places(root, module)]
    dice.shuffle(places)
    drawn: list[Mutant] = []
    for mutants in places:
        dice.shuffle(mutants)
        mutant = next(filter(_compiles, mutants), None)
        if mutant is not None:
            drawn.append(mutant)
        if len(drawn) == size:
            break
    return drawn


def _places(root: Path, module: Path) -> Iterator[list[Mutant]]:
    """The mutants of a module, those of one place together."""
    source = (root / module).read_text()
    places: dict[object, list[Mutant]] = {}
    nodes = list(ast_nodes(get_ast(source)))
    for operator in operators():
        found = ((node, place) for node in nodes for place in operator.mutation_positions(node))
        for occurrence, (node, place) in enumerate(found):
            if not is_idle(node):
                mutant = Mutant(module, source, operator, occurrence)
                places.setdefault(place, []).append(mutant)
    yield from places.values()


def _compiles(mutant: Mutant) -> bool:
    try:
        ast.parse(mutant.changed)
    except SyntaxError:
        return False
    return mutant.changed != mutant.source
