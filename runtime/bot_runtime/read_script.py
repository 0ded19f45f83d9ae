"""Checks of a script before it runs: syntax, imports, and whether it has callbacks or its own loop."""

from __future__ import annotations

import ast
import importlib.util
import sys
import traceback
from dataclasses import dataclass
from types import CodeType
from typing import Any, Dict, List, Optional, Sequence, Set, Union

from bot_runtime.parameters import BadDeclaration, Declared, read_declarations


_PAGES = "A bot has no page of its own: print shows its lines in the results and in the Live tab."
_NETWORK = "There is no network in a bot: SmartConnect, SmartWebSocketV2 and bot.frame() give prices and candles."
# What public scripts import and a bot cannot have, with what to use in its place.
_INSTEAD = {
    **dict.fromkeys(("streamlit", "flask", "fastapi", "django", "dash", "uvicorn"), _PAGES),
    **dict.fromkeys(("yfinance", "websocket", "websockets", "aiohttp", "httpx", "redis", "nsepy", "nsetools"), _NETWORK),
    **dict.fromkeys(("telegram", "telebot", "twilio"), "A bot sends no messages: its users are notified of their trades."),
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
            "line": self.line,
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
    # Limit and stop orders of SmartConnect wait for their price, also in a script with callbacks.
    places_orders: bool


def read_script(text: str, filename: str, modules: Sequence[str] = ()) -> Union[Script, Failure]:
    try:
        tree = ast.parse(text, filename)
        code = compile(tree, filename, "exec")
    except SyntaxError as error:
        where = f" (line {error.lineno})" if error.lineno else ""
        return Failure("syntax", f"{type(error).__name__}: {error.msg}{where}", error.lineno, _syntax_trace(error))
    except (ValueError, RecursionError, MemoryError) as error:
        return Failure("syntax", f"{type(error).__name__}: {error}")
    if all(_is_text(node) for node in tree.body):
        return Failure("syntax", "There is no code yet: write an on_bar function, or a script with its own loop.")
    missing = sorted(name for name in _imports(tree) if name not in modules and not _is_there(name))
    if missing:
        line = _import_line(tree, missing[0])
        words = " ".join([f"No module named {', '.join(missing)}.", *(_INSTEAD[name] for name in missing if name in _INSTEAD)])
        return Failure("imports", words if len(words.split(". ")) > 1 else words[:-1], line, missing=tuple(missing))
    try:
        parameters = read_declarations(tree)
    except BadDeclaration as bad:
        return Failure("syntax", f"{bad} (line {bad.line})", bad.line)
    functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    style = "events" if "on_bar" in functions else "frame" if "signals" in functions else "loop"
    places_orders = any(isinstance(node, ast.Attribute) and node.attr.startswith("placeOrder") for node in ast.walk(tree))
    return Script(code, filename, style, parameters, places_orders)


def failure_of(error: BaseException, filename: str) -> Failure:
    """Describes an exception by the script's own lines, without frames of the runtime."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == filename]
    line = frames[-1].lineno if frames else None
    words = "".join(traceback.format_exception_only(type(error), error)).strip()
    where = "".join(f"  line {frame.lineno}, in {frame.name}\n" for frame in frames[-20:])
    return Failure("runtime", f"{words} (line {line})" if line else words, line, f"{where}{words}")


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
