"""Parameters that an author declares in the code. They are read from the text before anything runs, so that a form can
be drawn, its values checked and a sweep planned without executing the script."""

from __future__ import annotations

import ast
import math
import re
from dataclasses import asdict, dataclass
from typing import Any, Dict, List, Mapping, Optional, Set, Tuple, Union

Value = Union[int, float, bool]

_MOST = 30
_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
_OPTIONS = ("default", "min", "max", "step", "label", "help")
_LARGEST = 1_000_000_000


@dataclass(frozen=True)
class Declared:
    name: str
    type: str
    label: str
    help: str
    min: float
    max: float
    step: float
    default: Value

    def frame(self) -> Dict[str, Any]:
        return asdict(self)


class BadDeclaration(Exception):
    """A declaration that no form can be drawn from, with its line."""

    def __init__(self, words: str, line: int) -> None:
        super().__init__(words)
        self.line = line


# The values of the running script, set before it runs; see `use_values`.
_IN_USE: Dict[str, Value] = {}


def parameter(
    name: str,
    default: Value,
    *,
    min: Optional[float] = None,
    max: Optional[float] = None,
    step: Optional[float] = None,
    label: Optional[str] = None,
    help: str = "",
) -> Any:
    """Declare a parameter of this bot and return the value its form sets, or the default.

    The type follows from the default: True or False is a switch, 15 a whole number, 0.5 a decimal. A number needs `min`
    and `max`; `step` is the step of the form's field and of a sweep. All arguments are plain values, because they are
    read from the code before it runs."""
    if name not in _IN_USE:
        raise ValueError(f"parameter {name!r} must be declared with plain values, not with computed ones")
    return _IN_USE[name]


def use_values(declared: List[Declared], given: Mapping[str, Any]) -> None:
    """Chooses the value of every declared parameter: the given one, or the default."""
    _IN_USE.clear()
    for each in declared:
        value = given.get(each.name, each.default)
        _check_value(each, value)
        _IN_USE[each.name] = float(value) if each.type == "decimal" else value


def _check_value(each: Declared, value: Any) -> None:
    if each.type == "bool":
        if not isinstance(value, bool):
            raise ValueError(f"{each.label} is either on or off")
    elif isinstance(value, bool) or not isinstance(value, (int, float)) or not each.min <= value <= each.max:
        raise ValueError(f"{each.label} must be between {each.min:g} and {each.max:g}")
    elif each.type == "int" and value != int(value):
        raise ValueError(f"{each.label} must be a whole number")


def read_declarations(tree: ast.Module) -> List[Declared]:
    """Every call of `parameter` in the code; BadDeclaration for the first that is wrong."""
    names = _imported_names(tree)
    found: List[Declared] = []
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and _is_parameter(node.func, names)]
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        declared = _read_call(call)
        if any(declared.name == earlier.name for earlier in found):
            raise BadDeclaration(f"parameter {declared.name} is declared twice", call.lineno)
        found.append(declared)
        if len(found) > _MOST:
            raise BadDeclaration(f"at most {_MOST} parameters can be declared", call.lineno)
    return found


def _imported_names(tree: ast.Module) -> Set[str]:
    return {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "bot_runtime"
        for alias in node.names
        if alias.name == "parameter"
    }


def _is_parameter(function: ast.expr, names: Set[str]) -> bool:
    if isinstance(function, ast.Name):
        return function.id in names
    if not isinstance(function, ast.Attribute) or function.attr != "parameter":
        return False
    return isinstance(function.value, ast.Name) and function.value.id == "bot_runtime"


def _read_call(call: ast.Call) -> Declared:
    name, options = _arguments(call)

    def refuse(words: str) -> BadDeclaration:
        return BadDeclaration(f"parameter {name}: {words}", call.lineno)

    if not _NAME.fullmatch(name):
        raise refuse("a name has small letters, digits and underscores, begins with a letter, and is at most 40 long")
    label = options.get("label") or name.replace("_", " ").capitalize()
    words = options.get("help", "")
    if not isinstance(label, str) or not isinstance(words, str) or len(label) > 60 or len(words) > 300:
        raise refuse("label and help are texts of at most 60 and 300 characters")
    if "default" not in options:
        raise refuse("a default is missing")
    default = options["default"]
    if isinstance(default, bool):
        if any(options.get(key) is not None for key in ("min", "max", "step")):
            raise refuse("a switch has no min, max or step")
        return Declared(name, "bool", label, words, 0, 1, 1, default)
    return _number(name, label, words, options, refuse)


def _number(name: str, label: str, words: str, options: Mapping[str, Any], refuse: Any) -> Declared:
    default: Any = options.get("default")
    least: Any = options.get("min")
    most: Any = options.get("max")
    step: Any = options.get("step")
    if not _is_number(default):
        raise refuse("the default is True, False or a number")
    if not _is_number(least) or not _is_number(most):
        raise refuse("a number needs min and max, so that a form and a sweep know its range")
    is_whole = all(isinstance(each, int) for each in (default, least, most) + ((step,) if step is not None else ()))
    stride: Any = step if step is not None else 1 if is_whole else 0.01
    if not _is_number(stride) or stride <= 0:
        raise refuse("step is a number above 0")
    if least >= most:
        raise refuse("min must be below max")
    if not least <= default <= most:
        raise refuse(f"the default {default} is not between {least} and {most}")
    return Declared(name, "int" if is_whole else "decimal", label, words, least, most, stride, default)


def _is_number(value: Any) -> bool:
    is_plain = isinstance(value, (int, float)) and not isinstance(value, bool)
    return is_plain and math.isfinite(value) and abs(value) <= _LARGEST


def _arguments(call: ast.Call) -> Tuple[str, Dict[str, Any]]:
    """The name, and the options by name; everything as plain values."""
    literals = [_literal(node, call.lineno) for node in call.args]
    options = {keyword.arg or "**": _literal(keyword.value, call.lineno) for keyword in call.keywords}
    name = literals[0] if literals else options.pop("name", None)
    if not isinstance(name, str) or len(literals) > 2:
        raise BadDeclaration('parameter takes a name and a default: parameter("minutes", 15, min=5, max=60)', call.lineno)
    if len(literals) == 2:
        options["default"] = literals[1]
    unknown = [key for key in options if key not in _OPTIONS]
    if unknown:
        raise BadDeclaration(f"parameter {name} has no option {unknown[0]}", call.lineno)
    return name, options


def _literal(node: ast.expr, line: int) -> Any:
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        raise BadDeclaration("a parameter is declared with plain values, because it is read before the code runs", line) from None
