"""What a script did, with the line of its code and the time of the bar: the list that a test shows. Kept in tests only,
because looking for the line costs time."""

from __future__ import annotations

from collections import deque
from typing import Any, Callable, Deque, Dict, List, Optional

from bot_runtime.author_files import AuthorFiles, place_frame

Note = Dict[str, Any]

_MOST_ORDERS = 4_000
_FIRST_PRINTS = 300
_LAST_PRINTS = 300
_MOST_TEXT = 400
# A character may take 12 bytes in a frame, whose header the engine limits to a megabyte.
_MOST_IN_FRAME = 100


class Notes:
    def __init__(self, files: AuthorFiles, now_ms: Callable[[], float], send: Callable[[List[Note]], None]) -> None:
        self._files = files
        self._now_ms = now_ms
        self._send = send
        self._waiting: List[Note] = []
        self._orders = 0
        self._prints = 0
        # Of many printed lines the first and the last are kept: the last ones tell what happened.
        self._last_prints: Deque[Note] = deque(maxlen=_LAST_PRINTS)
        self._started_line: Optional[int] = None
        self._text = ""

    def line(self) -> Optional[int]:
        """The line of the script that is being executed."""
        return self._files.line_now()

    def order(self, symbol: str, bits: int, quantity: Optional[int], line: Optional[int] = None) -> None:
        self._orders += 1
        if self._orders <= _MOST_ORDERS:
            self._add("order", line or self.line(), symbol=symbol, bits=bits, quantity=quantity)

    def refused(self, text: str) -> None:
        self._orders += 1
        if self._orders <= _MOST_ORDERS:
            self._add("refused", self.line(), text=text)

    def ended(self, text: str, line: Optional[int]) -> None:
        self._add("ended", line, text=text)

    def printed(self, text: str) -> None:
        """`print` writes its words and the line's end separately: a note is one line of output."""
        if self._text == "":
            self._started_line = self.line()
        *lines, rest = (self._text + text).split("\n")
        for each in lines:
            self._add_print(each)
        # A line that never ends is cut, so that it does not grow for ever.
        self._text = rest[:_MOST_TEXT]

    def send(self, is_end: bool = False) -> None:
        if is_end:
            if self._text != "":
                self._add_print(self._text)
                self._text = ""
            self._waiting.extend(self._last_prints)
            self._last_prints.clear()
        for at in range(0, len(self._waiting), _MOST_IN_FRAME):
            self._send(self._waiting[at : at + _MOST_IN_FRAME])
        self._waiting = []

    def _add_print(self, text: str) -> None:
        # What the runtime itself prints is not the script's.
        if self._started_line is None:
            return
        self._prints += 1
        if self._prints <= _FIRST_PRINTS:
            self._add("print", self._started_line, text=text)
        else:
            self._last_prints.append(self._note("print", self._started_line, text=text))

    def _add(self, kind: str, line: Optional[int], **more: Any) -> None:
        self._waiting.append(self._note(kind, line, **more))

    def _note(self, kind: str, line: Optional[int], **more: Any) -> Note:
        text = str(more.pop("text", ""))[:_MOST_TEXT]
        known: Note = {"symbol": None, "bits": 0, "quantity": None, **more}
        return {"kind": kind, "at_ms": self._now_ms(), **place_frame(line), "text": text, **known}
