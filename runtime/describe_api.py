"""Writes what a script may use as JSON, from the docstrings: the editor's completion and hover help.

    python3 runtime/describe_api.py > web/src/ui/code-editor/script-api.json
"""

from __future__ import annotations

import inspect
import json
import re
import sys
from pathlib import Path
from typing import Any, Dict, List

_FOLDER = Path(__file__).resolve().parent
sys.path[:0] = [str(_FOLDER), str(_FOLDER / "stand_ins")]

from bot_runtime import indicators  # noqa: E402
from bot_runtime.bar import Bar  # noqa: E402
from bot_runtime.bot import Bot  # noqa: E402
from bot_runtime.model_account import Cancelled, Fill, Position  # noqa: E402
from SmartApi.smartConnect import SmartConnect  # noqa: E402

Entry = Dict[str, Any]

_CALLBACKS = {
    "on_start": ("on_start(bot)", "Called once before the first bar."),
    "on_bar": ("on_bar(bot, bar)", "Called at the close of every bar of every symbol: decide here."),
    "on_fill": ("on_fill(bot, fill)", "Called for every fill of the model account, square-offs included. Optional."),
    "on_cancel": ("on_cancel(bot, order)", "Called for an order with a limit that its minute did not reach. Optional."),
    "on_stop": ("on_stop(bot)", "Called once after the last bar. Optional."),
    "signals": (
        "signals(frame, parameters)",
        "Instead of on_bar: gets all bars as a pandas frame and returns it with enter_long, exit_long, enter_short, exit_short.",
    ),
}
_POSITION_FIELDS = ("side", "quantity", "entry_paise", "last_paise")


def describe_api() -> Entry:
    return {
        "callbacks": [{"name": name, "signature": sign, "help": text} for name, (sign, text) in _CALLBACKS.items()],
        "types": {
            "bot": _described(Bot),
            "bar": _described(Bar),
            "fill": _described(Fill),
            "order": _described(Cancelled),
            "position": _described(Position, _POSITION_FIELDS),
            "SmartConnect": _described(SmartConnect),
        },
        "indicators": [
            {"name": name, "signature": _signature(name, its_class), "help": _help(its_class), **_members_of(its_class)}
            for name, its_class in inspect.getmembers(indicators, inspect.isclass)
            if name in indicators.__all__
        ],
    }


def _described(its_class: type, fields: "tuple[str, ...]" = ()) -> Entry:
    return {"help": _help(its_class), **_members_of(its_class, fields)}


def _members_of(its_class: type, fields: "tuple[str, ...]" = ()) -> Entry:
    names = [*getattr(its_class, "_fields", ()), *fields]
    plain = [{"name": name, "kind": "property", "signature": name, "help": ""} for name in names]
    members: List[Entry] = []
    for name, member in vars(its_class).items():
        if name.startswith("_") or name in names:
            continue
        if isinstance(member, property):
            members.append({"name": name, "kind": "property", "signature": name, "help": _help(member)})
        elif inspect.isfunction(member):
            members.append({"name": name, "kind": "method", "signature": _signature(name, member), "help": _help(member)})
    return {"members": [*plain, *members]}


def _signature(name: str, what: Any) -> str:
    arguments = [
        parameter.name if parameter.default is inspect.Parameter.empty else f"{parameter.name}={parameter.default!r}"
        for parameter in inspect.signature(what).parameters.values()
        if parameter.name != "self" and parameter.kind is not inspect.Parameter.VAR_KEYWORD
    ]
    return f"{name}({', '.join(arguments)})"


def _help(what: Any) -> str:
    text = re.sub(r"\s+", " ", inspect.getdoc(what) or "").strip()
    # A named tuple and a data class describe themselves by their fields when nobody else did.
    return "" if text.startswith(("Alias for field", f"{getattr(what, '__name__', '')}(")) else text


if __name__ == "__main__":
    print(json.dumps(describe_api(), indent=2, ensure_ascii=False))
