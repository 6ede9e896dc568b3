"""What Cosmic Ray's operators lack, and where they should change nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cosmic_ray.operators.operator import Example, Operator
from cosmic_ray.plugins import get_operator, operator_names
from parso.python.tree import Keyword
from parso.tree import NodeOrLeaf


class LeaveOutStatement(Operator):
    """Replaces a call that stands alone by ``pass``, so that a step is left out."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        """The place of the call."""
        if _is_step(node):
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> NodeOrLeaf:
        """The ``pass``."""
        return Keyword("pass", node.start_pos, node.get_first_leaf().prefix)

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        """One of them."""
        return (Example("f(x)\n", "pass\n"),)


def operators() -> list[Operator]:
    """All operators that need no arguments, except those whose mutants tell nothing.

    Without a decorator hardly a module can be imported, and for small values it depends on the
    interpreter whether two that are equal are the same one.
    """
    known = {name.rpartition("/")[2]: get_operator(name) for name in operator_names()}
    told = [it() for name, it in known.items() if not (_is_vain(name) or it.arguments())]
    return [LeaveOutStatement(), *told]


def _is_vain(name: str) -> bool:
    identity = name.endswith(("_Is", "_IsNot")) and "Operator_Is" not in name
    return identity or name == "RemoveDecorator"


def is_idle(node: NodeOrLeaf) -> bool:
    """Whether no run of the code could show a change of `node`, in a type or in an assertion."""
    while node.parent is not None:
        if node.type == "assert_stmt" or node is _type_in(node.parent):
            return True
        node = node.parent
    return False


def _type_in(node: Any) -> NodeOrLeaf | None:
    """The type that a parameter, a variable or an answer is declared to have."""
    match node.type:
        case "annassign":
            return node.children[1]
        case "tfpdef":
            return node.children[2]
        case "funcdef":
            return node.annotation
    return None


def _is_step(node: Any) -> bool:
    if node.type != "atom_expr" or node.parent.type != "simple_stmt":
        return False
    last = node.children[-1]
    return last.type == "trailer" and last.children[0].value == "("
