"""Checks of a script before it runs: syntax, imports, and whether it has callbacks or its own loop."""

from __future__ import annotations

import ast
import importlib.util
import sys
import traceback
from dataclasses import dataclass
from types import CodeType
from typing import Any, Dict, List, Mapping, Optional, Sequence, Set, Union

from bot_runtime.author_files import AuthorFiles, AuthorModules, is_module_name, line_in, module_of, place_frame, words_of
from bot_runtime.parameters import BadDeclaration, Declared, read_declarations


_PAGES = "A bot has no page of its own: print shows its lines in the results and in the Live tab."
_NETWORK = "There is no network in a bot: SmartConnect, SmartWebSocketV2 and bot.frame() give prices and candles."
_THREADS = "A bot has one thread: on_bar is called at every bar, and a loop sleeps until the next one."
# What public scripts import and a bot cannot have, with what to use in its place.
_INSTEAD = {
    **dict.fromkeys(("streamlit", "flask", "fastapi", "django", "dash", "uvicorn"), _PAGES),
    **dict.fromkeys(("yfinance", "websocket", "websockets", "aiohttp", "httpx", "redis", "nsepy", "nsetools"), _NETWORK),
    **dict.fromkeys(("telegram", "telebot", "twilio"), "A bot sends no messages: its users are notified of their trades."),
    "smartapi": "The package is called SmartApi today: from SmartApi import SmartConnect.",
    "schedule": "The platform keeps the time: on_bar is called at every bar, and a loop sleeps until the next one.",
}


@dataclass(frozen=True)
class Failure:
    kind: str
    error: str
    line: Optional[int] = None
    trace: str = ""
    missing: "tuple[str, ...]" = ()

    def frame(self) -> Dict[str, Any]:
        return {
            "kind": "failed",
            "failure": self.kind,
            "error": self.error[:4000],
            **place_frame(self.line),
            "trace": self.trace[:8000],
            "missing": list(self.missing)[:50],
        }


@dataclass(frozen=True)
class Script:
    code: CodeType
    filename: str
    # "events": the engine calls on_bar. "frame": it calls signals with a whole history. "loop": the script runs its own
    # loop and sleeps.
    style: str
    parameters: List[Declared]
    modules: AuthorModules
    # Limit and stop orders of SmartConnect wait for their price, also in a script with callbacks.
    places_orders: bool


def read_script(files: AuthorFiles, modules: Sequence[str] = ()) -> Union[Script, Failure]:
    trees: Dict[str, ast.Module] = {}
    codes: Dict[str, CodeType] = {}
    for name in files.names:
        refused = _refused_name(name, files, modules)
        if refused is not None:
            return Failure("syntax", refused, line_in(1, files.label(name)))
    for name, text in files.texts.items():
        read = _compiled(text, name, files)
        if isinstance(read, Failure):
            return read
        trees[name], codes[name] = read
    entry = trees[files.entry]
    if all(_is_text(node) for node in entry.body):
        return Failure("syntax", "There is no code yet: write an on_bar function, or a script with its own loop.")
    for name, tree in trees.items():
        missing = _missing(tree, name, files, modules)
        if missing is not None:
            return missing
    parameters = _declared(trees, files)
    if isinstance(parameters, Failure):
        return parameters
    functions = _functions(entry, files.modules)
    style = "events" if "on_bar" in functions else "frame" if "signals" in functions else "loop"
    own = AuthorModules({module_of(name): codes[name] for name in files.names})
    return Script(codes[files.entry], files.entry, style, parameters, own, any(map(_places_orders, trees.values())))


def failure_of(error: BaseException, files: AuthorFiles) -> Failure:
    """Describes an exception by the author's own lines, without frames of the runtime."""
    places = files.places_of(error)
    line = places[-1].line if places else None
    words = "".join(traceback.format_exception_only(type(error), error)).strip()
    way = _instead_of(error)
    where = "".join(f"  {words_of(place.line)}, in {place.function}\n" for place in places[-20:])
    told = f"{words} ({words_of(line)})" if line else words
    return Failure("runtime", told if way is None else f"{told}. {way}", line, f"{where}{words}")


def _instead_of(error: BaseException) -> Optional[str]:
    """What the sandbox refuses by a number that says nothing to an author."""
    if isinstance(error, RuntimeError) and "start new thread" in str(error):
        return _THREADS
    seen: Optional[BaseException] = error
    while isinstance(seen, OSError):
        if any(frame.filename.endswith("socket.py") for frame in traceback.extract_tb(seen.__traceback__)):
            return _NETWORK
        seen = seen.__context__
    return None


def _refused_name(name: str, files: AuthorFiles, modules: Sequence[str]) -> Optional[str]:
    module = module_of(name)
    if not is_module_name(name):
        return f"{name or 'A file without a name'} cannot be imported: a file is named like a module, with .py at the end"
    if module == module_of(files.entry) or files.names.count(name) > 1:
        return f"Two files are named {name}"
    if module in modules or _is_there(module):
        return f"{name} would hide the module {module}: please choose another name"
    return None


def _compiled(text: str, name: str, files: AuthorFiles) -> "Union[tuple[ast.Module, CodeType], Failure]":
    label = files.label(name)
    start = "" if label is None else f"{label}: "
    try:
        return ast.parse(text, name), compile(text, name, "exec")
    except SyntaxError as error:
        line = line_in(error.lineno, label) if error.lineno else None
        where = f" ({words_of(line)})" if line else ""
        return Failure("syntax", f"{type(error).__name__}: {error.msg}{where}", line, _syntax_trace(error))
    except (ValueError, RecursionError, MemoryError) as error:
        return Failure("syntax", f"{start}{type(error).__name__}: {error}")


def _missing(tree: ast.Module, name: str, files: AuthorFiles, modules: Sequence[str]) -> Optional[Failure]:
    own = files.modules
    # What a bot cannot have is named even where the machine's own Python has it.
    missing = sorted(
        each for each in _imports(tree) if each not in own and each not in modules and (each in _INSTEAD or not _is_there(each))
    )
    if not missing:
        return None
    number = _import_line(tree, missing[0])
    line = None if number is None else line_in(number, files.label(name))
    ways = [_instead(each, files) for each in missing]
    words = " ".join([f"No module named {', '.join(missing)}.", *(way for way in ways if way is not None)])
    return Failure("imports", words if len(words.split(". ")) > 1 else words[:-1], line, missing=tuple(missing))


def _instead(module: str, files: AuthorFiles) -> Optional[str]:
    if files.names and module == module_of(files.entry):
        return f"{files.entry} is the entry point: it imports the other files, and none of them imports it."
    return _INSTEAD.get(module)


def _declared(trees: Mapping[str, ast.Module], files: AuthorFiles) -> Union[List[Declared], Failure]:
    found: List[Declared] = []
    for name, tree in trees.items():
        try:
            declared = read_declarations(tree)
        except BadDeclaration as bad:
            line = line_in(bad.line, files.label(name))
            return Failure("syntax", f"{bad} ({words_of(line)})", line)
        twice = {each.name for each in declared} & {each.name for each in found}
        if twice:
            return Failure("syntax", f"parameter {min(twice)} is declared in two files, {name} the second", line_in(1, files.label(name)))
        found.extend(declared)
    return found


def _functions(tree: ast.Module, own: Sequence[str]) -> Set[str]:
    """What the entry point defines, or takes from another file of its own."""
    names = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module in own:
            names.update(alias.asname or alias.name for alias in node.names)
    return names


def _places_orders(tree: ast.Module) -> bool:
    return any(isinstance(node, ast.Attribute) and node.attr.startswith("placeOrder") for node in ast.walk(tree))


def _is_text(node: ast.stmt) -> bool:
    """A docstring, or `pass`: nothing that does anything."""
    return isinstance(node, ast.Pass) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))


def _syntax_trace(error: SyntaxError) -> str:
    if not error.text:
        return str(error)
    return f"{error.text.rstrip()}\n{' ' * max(0, (error.offset or 1) - 1)}^"


def _imports(tree: ast.Module) -> Set[str]:
    names: Set[str] = set()
    for node in _outside_try(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.split(".")[0])
    return names


def _outside_try(tree: ast.AST) -> List[ast.AST]:
    """Imports inside `try` are skipped, because the script handles their failure itself."""
    found: List[ast.AST] = []
    waiting: List[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        found.append(node)
        if not isinstance(node, ast.Try):
            waiting.extend(ast.iter_child_nodes(node))
    return found


def _is_there(name: str) -> bool:
    if name in sys.modules:
        return True
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False


def _import_line(tree: ast.Module, name: str) -> Optional[int]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import) and any(alias.name.split(".")[0] == name for alias in node.names):
            return node.lineno
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == name:
            return node.lineno
    return None
