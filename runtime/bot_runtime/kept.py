"""What a bot keeps over a restart of the engine: a state of its own, and the model account. Both travel as JSON."""

from __future__ import annotations

import json
import math
from bisect import bisect_right
from typing import Any, Dict, List, Mapping, Optional, cast

from bot_runtime.strategy_context import StrategyContext

MOST_BYTES = 16_000
_DEEPEST = 20


class State(Dict[str, Any]):
    """A dictionary that takes only what JSON gives back unchanged, so that a restart changes nothing."""

    def __setitem__(self, key: str, value: Any) -> None:
        _check({key: value}, "bot.state")
        super().__setitem__(key, value)


def state_text(state: Dict[str, Any]) -> str:
    """Raises ValueError where it cannot be kept: lists and dictionaries within it change unseen."""
    _check(dict(state), "bot.state")
    text = json.dumps(state, separators=(",", ":"))
    if len(text) > MOST_BYTES:
        raise ValueError(f"bot.state has {len(text):,} bytes as JSON, and may have {MOST_BYTES:,}: keep less in it")
    return text


def _check(value: Any, name: str, depth: int = 0) -> None:
    if depth > _DEEPEST:
        raise ValueError(f"{name} is nested too deeply, or contains itself")
    if type(value) is dict:
        for key, each in cast(Dict[Any, Any], value).items():
            if type(key) is not str:
                raise ValueError(f"a key of {name} is {key!r}: JSON has only texts as keys, use str({key!r})")
            _check(each, f"{name}[{key!r}]", depth + 1)
    elif type(value) is list:
        for index, each in enumerate(cast(List[Any], value)):
            _check(each, f"{name}[{index}]", depth + 1)
    elif isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(f"{name} is {value}, which JSON does not have: keep None instead")
    elif value is not None and type(value) not in (str, int, bool):
        kind = type(value).__name__
        raise ValueError(f"{name} is of type {kind}: keep texts, numbers, True, False, None, lists and dictionaries in it")


class Kept:
    """Says what has changed since it was last said."""

    def __init__(self, context: StrategyContext, state: Dict[str, Any]) -> None:
        self._context = context
        self._state = state
        self._said: Dict[str, str] = {"state": "{}", "account": ""}

    def changes(self) -> Dict[str, str]:
        now = {"state": state_text(self._state), "account": self._context.account_now().kept_text()}
        found = {name: text for name, text in now.items() if text != self._said[name]}
        self._said.update(found)
        return found

    def restore(self, kept: Mapping[str, Any], first: int) -> None:
        """Before the first traded row: what has happened since then has moved the account, and the script's own state has not."""
        if kept["state"]:
            self._state.clear()
            self._state.update(json.loads(kept["state"]))
            self._said["state"] = kept["state"]
        account: Optional[str] = kept["account"]
        if account:
            rows = self._context.rows
            newest = bisect_right(rows.time_ms, float(kept["at_ms"]) - 1, 0, first)
            self._context.account = self._context.new_account()
            self._context.account.restore(json.loads(account), newest)
