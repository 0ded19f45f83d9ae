"""Keys, passwords and tokens that stand in a script's text: a version is read by every administrator and kept for ever."""

from __future__ import annotations

import ast
import re
from typing import Iterator, Optional

WORDS = "A secret stands in the code, where others read it: take it out, and replace it at its issuer. The platform signs in with each account's own credentials, so that any text does here."

_NAME = re.compile(
    r"(^|_)(api_?key|(api_?|totp_?|app_?)?secret(_?key)?|password|passwd|pwd|mpin|totp(_?key|_?token)?|(access|auth|jwt|refresh|bot|telegram)_?token)$",
    re.IGNORECASE,
)
_TELEGRAM = re.compile(r"(?<!\d)\d{8,10}:[\w-]{35}\b")
# What stands in examples for something to be filled in.
_PLACEHOLDER = re.compile(r"your|xxx|\*\*\*|\.\.\.|<|^(key|secret|password|token|totp|mpin|test|demo|dummy)$", re.IGNORECASE)
_SHORTEST = 4
# By the place of the argument, as public scripts write them.
_ARGUMENTS = {"TOTP": (0,), "SmartConnect": (0,), "generateSession": (1,)}


def find_secrets(tree: ast.AST) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                yield from _named(_name_of(target), node.value)
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            yield from _named(_name_of(node.target), node.value)
        elif isinstance(node, ast.keyword):
            yield from _named(node.arg, node.value)
        elif isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values):
                yield from _named(_text_of(key), value)
        elif isinstance(node, ast.Call):
            places = _ARGUMENTS.get(_name_of(node.func) or "", ())
            yield from (node.args[place] for place in places if place < len(node.args) and _is_secret(node.args[place]))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and _TELEGRAM.search(node.value):
            yield node


def _named(name: Optional[str], value: ast.expr) -> Iterator[ast.expr]:
    if name is not None and _NAME.search(name) and _is_secret(value):
        yield value


def _is_secret(value: ast.expr) -> bool:
    text = _text_of(value)
    return text is not None and len(text) >= _SHORTEST and " " not in text and not _PLACEHOLDER.search(text)


def _text_of(node: Optional[ast.expr]) -> Optional[str]:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _name_of(node: ast.expr) -> Optional[str]:
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else None
