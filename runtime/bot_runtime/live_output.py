"""Printed text of a bot that trades: the newest lines of every step, however much it prints, all day long."""

from __future__ import annotations

from collections import deque
from typing import Callable, Deque

from bot_runtime.output import Output

_MOST_LINES = 60
_MOST_CHARACTERS = 6_000
_LONGEST_LINE = 1_000
_MOST_AT_ONCE = 200_000


class LiveOutput(Output):
    def __init__(self, send: Callable[[str], None]) -> None:
        super().__init__(send)
        self._lines: Deque[str] = deque(maxlen=_MOST_LINES)
        self._left_out = 0
        self._open = ""

    def write(self, text: str) -> int:
        if not isinstance(text, str):  # type: ignore[redundant-expr]
            raise TypeError("text is written, not bytes")
        self._left_out += text.count("\n", 0, max(0, len(text) - _MOST_AT_ONCE))
        *whole, self._open = (self._open + text[-_MOST_AT_ONCE:]).split("\n")
        for line in whole:
            self._add(line)
        self._open = self._open[-_LONGEST_LINE:]
        return len(text)

    def send(self) -> None:
        if self._open:
            self._add(self._open)
            self._open = ""
        while sum(map(len, self._lines)) > _MOST_CHARACTERS:
            self._lines.popleft()
            self._left_out += 1
        if not self._lines:
            return
        left_out = [f"({self._left_out} lines left out)"] if self._left_out else []
        self._send("\n".join([*left_out, *self._lines]) + "\n")
        self._lines.clear()
        self._left_out = 0

    def _add(self, line: str) -> None:
        if len(self._lines) == _MOST_LINES:
            self._left_out += 1
        self._lines.append(line if len(line) <= _LONGEST_LINE else line[:_LONGEST_LINE] + "…")
