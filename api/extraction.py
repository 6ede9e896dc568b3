"""What ``make messages`` finds in the sources besides calls.

That is the sentences of events, what the structs that are shown as forms are called and do, and
what refusals and problems say.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from io import BytesIO
from typing import IO, Any

from babel.messages.extract import extract_python

from api.explanations import explained
from napoleon.rules.plain_views import label

_SENTENCES = ("veiled", "fogged", "faded")
"""Arguments of `napoleon.rules.events.recorded` that are sentences, besides the second one."""

_DETAILS = {
    "refuse": 2, "Refusal": 2, "bad_option": 1,
    "Problem": 1, "absent": 1, "full": 1, "bad_token": 0,
    # What is expected where a line cannot be read.
    "named": 0, "phrase": 0, "counted": 0, "number": 0, "to_the_end": 0, "missed": 1,
}  # fmt: skip
"""By the functions that make refusals and problems, which argument is the sentence for people."""

Found = tuple[int, None, str, list[str]]
"""Line, name of the function (none: it is the text alone), text, and comments."""

Noted = tuple[int, str | None, str | tuple[str, str], list[str]]
"""The same, or with the function of a text for one and for many."""


def sentences(
    file: IO[bytes], keywords: Mapping[str, Any], tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """Every sentence of the events that a module declares, as Babel asks for them.

    What is noted in it besides is found too, and what its events say as phrases.
    """
    for node in ast.walk(ast.parse(file.read())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in ("noted", "say"):
                told = node.args[:1]
            elif node.func.id in ("recorded", "corrected"):
                others = (it.value for it in node.keywords if it.arg in _SENTENCES)
                told = [*node.args[1:2], *others]
            else:
                continue
            for it in told:
                if isinstance(it, ast.Constant) and isinstance(it.value, str) and it.value:
                    yield it.lineno, None, it.value, []


def notes(
    file: IO[bytes], keywords: Mapping[str, Any], tags: Collection[str], options: Mapping[str, str]
) -> Iterator[Any]:
    """What the rules note in events and ask, as whole texts, and what Babel finds itself.

    The option ``calls`` says in which calls it stands, and as which of their arguments, from 1 on:
    ``Line:3 CardEvent:2``; and ``names`` which variables hold it. A text with figures in it is no
    whole one.
    """
    source = file.read()
    yield from extract_python(BytesIO(source), keywords, tags, options)  # type: ignore[arg-type]
    calls = dict(call.split(":") for call in options["calls"].split())
    names = options["names"].split()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(id=name), args=args) if name in calls:
                said = args[int(calls[name]) - 1 :][:1]
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name in names:
                said = [value]
            case _:
                continue
        for it in said:
            if isinstance(it, ast.Constant) and isinstance(it.value, str):
                yield it.lineno, None, it.value, []


def phrases(
    file: IO[bytes], keywords: Mapping[str, Any], tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Noted]:
    """Every phrase that the rules of a game note in events or ask, for its own catalogue.

    What orders do is told by phrases as well, but those are in the catalogue of the pages: only the
    modules that note some are given to this.
    """
    for node in ast.walk(ast.parse(file.read())):
        match node:
            case ast.Call(func=ast.Name(id="say"), args=[ast.Constant(value=str(text)), *_]):
                yield node.lineno, None, text, []
            case ast.Call(
                func=ast.Name(id="say_many"),
                args=[ast.Constant(value=str(one)), ast.Constant(value=str(many)), *_],
            ):
                yield node.lineno, "ngettext", (one, many), []


def declared(
    file: IO[bytes], keywords: Mapping[str, Any], tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """What the structs of a module, such as orders, are called on pages, as Babel asks for it.

    That is what each does, by its docstring, its tag, its fields, and the words to choose from.
    """
    for node in ast.walk(ast.parse(file.read())):
        match node:
            case ast.ClassDef():
                yield from ((node.lineno, None, text, []) for text in _of_struct(node))
            case ast.Subscript(value=ast.Name(id="Literal"), slice=chosen):
                several = chosen.elts if isinstance(chosen, ast.Tuple) else [chosen]
                words = [it.value for it in several if isinstance(it, ast.Constant)]
                # An empty word stands for none of them, and is not told.
                yield from ((node.lineno, None, label(str(it)), []) for it in words if it != "")


def settings(
    file: IO[bytes], keywords: Mapping[str, Any], tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """What a module of corrections says, as Babel asks for it: their structs, and their events."""
    source = file.read()
    for found in (declared, sentences):
        yield from found(BytesIO(source), keywords, tags, options)


def _of_struct(node: ast.ClassDef) -> Iterator[str]:
    tag = next((it.value for it in node.keywords if it.arg == "tag"), None)
    if isinstance(tag, ast.Constant):
        yield label(str(tag.value))
        yield explained(ast.get_docstring(node) or "")
    for it in node.body:
        match it:
            # Ids and places on a drawing are not told.
            case ast.AnnAssign(target=ast.Name(id=name)) if len(name) > 2:
                yield label(name)


def refusals(
    file: IO[bytes], keywords: Mapping[str, Any], tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """Every sentence with which a module refuses something, as Babel asks for them.

    It stands in the call that makes the refusal, in a variable or an argument ``detail``, or is
    kept or returned as a whole sentence. What is filled into it is a slot of the phrase, and
    phrases that stand in there are found as well; so are the names of the facts beside it.
    """
    tree = ast.parse(file.read())
    made = _DETAILS | dict(_with_details(tree))
    for node in ast.walk(tree):
        for said in _said_by(node, made):
            for text in _phrases(said):
                yield said.lineno, None, text, []
        if isinstance(node, ast.Call):
            for name in _facts(node):
                yield node.lineno, None, label(name), []


def _facts(call: ast.Call) -> Iterator[str]:
    """The names of the facts of a refusal."""
    match call:
        case ast.Call(func=ast.Name(id="refuse")):
            yield from (it.arg for it in call.keywords if it.arg)
        case ast.Call(func=ast.Name(id="Refusal"), args=[_, _, _, ast.Dict(keys=names)]):
            yield from (str(it.value) for it in names if isinstance(it, ast.Constant))


def _with_details(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """The functions of a module that take a sentence as ``detail``, and which argument it is."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name != "__init__":
            names = [it.arg for it in node.args.args if it.arg not in ("self", "cls")]
            if "detail" in names:
                yield node.name, names.index("detail")


def _said_by(node: ast.AST, made: Mapping[str, int]) -> Iterator[ast.expr]:
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in made:
            yield from node.args[made[name] :][:1]
            yield from (it.value for it in node.keywords if it.arg == "detail")
        case ast.Assign(targets=[ast.Name(id="detail")]):
            yield node.value
        case (
            ast.Assign(targets=[ast.Name()], value=ast.ListComp(elt=value))
            | ast.Return(value=ast.IfExp() as value)
        ) if _is_told(value):
            yield value
        case (
            ast.Return(value=ast.expr() as value)
            | ast.Assign(targets=[ast.Name()], value=value)
            | ast.AugAssign(value=value)
        ) if _is_sentence(value):
            yield value


def _is_sentence(value: ast.expr) -> bool:
    if isinstance(value, ast.IfExp):
        return _is_sentence(value.body) or _is_sentence(value.orelse)
    last = value.values[-1] if isinstance(value, ast.JoinedStr) and value.values else value
    ends = isinstance(last, ast.Constant) and str(last.value).endswith((".", ". "))
    return ends and " " in ast.unparse(value).strip()


def _is_told(value: ast.expr) -> bool:
    """Whether it is a clause of a sentence that is made of several, or a choice of them."""
    if isinstance(value, ast.IfExp):
        return _is_told(value.body) and _is_told(value.orelse)
    return isinstance(value, ast.JoinedStr | ast.Constant) and " " in ast.unparse(value)


def _phrases(said: ast.expr) -> Iterator[str]:
    """The phrases of a text: one, or those of both branches of a choice."""
    match said:
        case ast.Constant(value=str(text)) if text.strip():
            yield text.strip()
        case ast.IfExp():
            yield from _phrases(said.body)
            yield from _phrases(said.orelse)
        case ast.JoinedStr() if _says_something(said):
            yield phrase_of(said).strip()
            for part in said.values:
                if isinstance(part, ast.FormattedValue) and isinstance(part.value, ast.IfExp):
                    yield from _phrases(part.value)


def _says_something(text: ast.JoinedStr) -> bool:
    """Whether the text is more than what is filled into it, by which it can be found again."""
    return any(isinstance(it, ast.Constant) and len(str(it.value)) > 3 for it in text.values)


def phrase_of(text: ast.JoinedStr) -> str:
    """A formatted text as a phrase, with a slot for each value.

    >>> told = ast.parse("f'No more than {limit} of {len(units)} units.'").body[0].value
    >>> phrase_of(told)
    'No more than %(limit)s of %(len)s units.'
    """
    made: list[str] = []
    names: Counter[str] = Counter()
    for part in text.values:
        if isinstance(part, ast.FormattedValue):
            name = _called(part.value)
            names[name] += 1
            made.append(f"%({name}{names[name] if names[name] > 1 else ''})s")
        elif isinstance(part, ast.Constant):
            made.append(str(part.value).replace("%", "%%"))
    return "".join(made)


def _called(value: ast.expr) -> str:
    """What a value is called: by its name, or by the function that makes it."""
    match value:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name.strip("_")
        case ast.Call():
            return _called(value.func)
        case ast.Subscript():
            return _called(value.value)
    return "value"
