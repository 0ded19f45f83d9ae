"""Reads a script without running it and lists what is wrong, for the editor: syntax, imports, names and attributes."""

from __future__ import annotations

import ast
import builtins
import symtable
from dataclasses import dataclass, replace
from typing import Any, Dict, FrozenSet, Iterator, List, Mapping, Optional, Sequence, Set, Tuple, Union

from bot_runtime.author_files import AuthorFiles, file_of, module_of
from bot_runtime.bar import Bar
from bot_runtime.bot import Bot
from bot_runtime.find_secrets import WORDS, find_secrets
from bot_runtime.read_script import Failure, read_script

_MOST_PROBLEMS = 50
_MODULE_NAMES = {"__name__", "__file__", "__doc__", "__builtins__"}
_CALLBACKS = {"on_start": 1, "on_bar": 2, "on_fill": 2, "on_cancel": 2, "on_stop": 1, "signals": 2}
_ARGUMENTS = {"on_bar": "bot, bar", "on_fill": "bot, fill", "on_cancel": "bot, order", "signals": "frame, parameters"}
_Function = Union[ast.FunctionDef, ast.AsyncFunctionDef]


@dataclass(frozen=True)
class Problem:
    # "error": it cannot run. "warning": it runs, but this line will fail or does nothing.
    severity: str
    text: str
    line: Optional[int] = None
    # Counted from 0, as editors do; the end is exclusive.
    column: int = 0
    end_column: Optional[int] = None
    # None for the entry point.
    file: Optional[str] = None

    def frame(self) -> Dict[str, Any]:
        return {**vars(self), "text": self.text[:500]}


def find_problems(files: AuthorFiles, modules: Sequence[str] = ()) -> List[Problem]:
    script = read_script(files, modules)
    if isinstance(script, Failure):
        return [Problem("error", script.error, script.line, file=file_of(script.line))]
    trees = {name: ast.parse(text, name) for name, text in files.texts.items()}
    found = [problem for name in trees for problem in _problems_of(name, trees, files)]
    return found[:_MOST_PROBLEMS]


def _problems_of(name: str, trees: Mapping[str, ast.Module], files: AuthorFiles) -> List[Problem]:
    text, tree = files.texts[name], trees[name]
    secrets = (_at(node, WORDS, "warning") for node in find_secrets(tree))
    found = [*_unknown_names(text, tree, name), *_unknown_attributes(tree), *_not_in_file(tree, trees, files), *secrets]
    # Only the entry point is called.
    if name == files.entry:
        found.extend(_wrong_callbacks(tree))
    lines = text.splitlines()
    placed = (_in_editor_columns(problem, lines) for problem in sorted(found, key=_place_of))
    return [replace(problem, file=files.label(name)) for problem in placed]


def _not_in_file(tree: ast.Module, trees: Mapping[str, ast.Module], files: AuthorFiles) -> Iterator[Problem]:
    """`from indicators import emma`, where that file has no such name."""
    own = {module_of(name): name for name in files.names}
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom) or node.level or node.module not in own:
            continue
        name = own[node.module]
        known = _module_names(files.texts[name], trees[name], name)
        for alias in node.names:
            if known is not None and alias.name != "*" and alias.name not in known:
                yield _at(node, f"{name} has no '{alias.name}'", "warning")


def _module_names(text: str, tree: ast.Module, filename: str) -> Optional[Set[str]]:
    """None where it cannot be told: a star import, or a function that sets globals."""
    if any(isinstance(node, ast.ImportFrom) and node.names[0].name == "*" for node in ast.walk(tree)):
        return None
    if any(isinstance(node, ast.Global) for node in ast.walk(tree)):
        return None
    symbols = symtable.symtable(text, filename, "exec").get_symbols()
    named = {each.get_name() for each in symbols if each.is_assigned() or each.is_imported() or each.is_namespace()}
    return named | _MODULE_NAMES


def _wrong_callbacks(tree: ast.Module) -> Iterator[Problem]:
    """A callback with another number of arguments fails when it is first called, which may be days later."""
    for node in tree.body:
        wanted = _CALLBACKS.get(node.name) if isinstance(node, ast.FunctionDef) else None
        if wanted is None or not isinstance(node, ast.FunctionDef) or node.args.vararg or node.args.kwonlyargs:
            continue
        most = len(node.args.args)
        least = most - len(node.args.defaults)
        if not least <= wanted <= most:
            names = _ARGUMENTS.get(node.name, "bot")
            yield _at(node, f"{node.name} is called as {node.name}({names})", "error")


def _unknown_names(text: str, tree: ast.Module, filename: str) -> Iterator[Problem]:
    if any(isinstance(node, ast.ImportFrom) and node.names[0].name == "*" for node in ast.walk(tree)):
        return
    unknown = _unbound(symtable.symtable(text, filename, "exec"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in unknown:
            yield _at(node, f"'{node.id}' is not defined", "warning")


def _unbound(module: symtable.SymbolTable) -> Set[str]:
    """Names that are read as globals somewhere and set nowhere."""
    known: Set[str] = set(dir(builtins)) | _MODULE_NAMES
    read: Set[str] = set()
    waiting = [module]
    while waiting:
        table = waiting.pop()
        waiting.extend(table.get_children())
        for symbol in table.get_symbols():
            is_module_level = table is module or symbol.is_declared_global()
            if is_module_level and (symbol.is_assigned() or symbol.is_imported() or symbol.is_namespace()):
                known.add(symbol.get_name())
            elif symbol.is_referenced() and (table is module or symbol.is_global()):
                read.add(symbol.get_name())
    return read - known


def _unknown_attributes(tree: ast.Module) -> Iterator[Problem]:
    """`bot` and `bar` of the callbacks are known types, so a misspelt attribute of theirs is found before it runs."""
    kinds = {0: ("bot", Bot), 1: ("bar", Bar)}
    for node in tree.body:
        if not isinstance(node, ast.FunctionDef) or node.name not in _CALLBACKS or node.name == "signals":
            continue
        for position, argument in enumerate(node.args.args[:2]):
            if position == 1 and node.name != "on_bar":
                continue
            kind, its_class = kinds[position]
            yield from _misspelt(node, argument.arg, kind, _attributes(its_class))


def _misspelt(function: _Function, name: str, kind: str, known: FrozenSet[str]) -> Iterator[Problem]:
    nodes = list(ast.walk(function))
    # A name that the function sets again is no longer what it was called with.
    if any(isinstance(node, ast.Name) and node.id == name and not isinstance(node.ctx, ast.Load) for node in nodes):
        return
    for node in nodes:
        is_its = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == name
        if is_its and isinstance(node, ast.Attribute) and node.attr not in known and not node.attr.startswith("_"):
            yield _at(node, f"{kind} has no '{node.attr}'", "warning")


def _attributes(its_class: type) -> FrozenSet[str]:
    return frozenset(name for name in dir(its_class) if not name.startswith("_"))


def _place_of(problem: Problem) -> Tuple[int, int]:
    return problem.line or 0, problem.column


def _in_editor_columns(problem: Problem, lines: List[str]) -> Problem:
    """Python counts bytes of UTF-8, browsers count units of UTF-16."""
    line = lines[problem.line - 1].encode() if problem.line is not None and problem.line <= len(lines) else b""

    def column_of(byte: int) -> int:
        return len(line[:byte].decode(errors="replace").encode("utf-16-le")) // 2

    end = problem.end_column
    return replace(problem, column=column_of(problem.column), end_column=None if end is None else column_of(end))


def _at(node: Union[ast.expr, ast.stmt], text: str, severity: str) -> Problem:
    is_one_line = node.end_lineno == node.lineno
    return Problem(severity, text, node.lineno, node.col_offset, node.end_col_offset if is_one_line else None)
