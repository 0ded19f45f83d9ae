"""Sends printed text as frames, buffered and limited (the engine limits it again): the beginning at once, and of what
exceeds the limit the end when the script ends, because the last lines tell what happened."""

from __future__ import annotations

import io
from collections import deque
from typing import Callable, Deque, Optional

from bot_runtime.notes import Notes

_MOST_CHARACTERS = 192_000
_MOST_AT_END = 64_000
_GATHER = 8_000
# A character may take 12 bytes in a frame, whose header the engine limits to a megabyte.
_MOST_IN_FRAME = 50_000
# Counted for every frame besides its characters, as the engine does.
_FRAME_COST = 10


class Output(io.TextIOBase):
    def __init__(self, send: Callable[[str], None]) -> None:
        self._send = send
        self._waiting: "list[str]" = []
        self._size = 0
        self._total = 0
        self._end: Deque[str] = deque()
        self._end_size = 0
        self._left_out = 0
        # Says the bar's time before what is printed, where a whole history is read afterwards.
        self.stamp: Optional[Callable[[], str]] = None
        self._last_stamp = ""
        self._is_new_line = True
        # Set in tests only.
        self.notes: Optional[Notes] = None

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if not isinstance(text, str):  # type: ignore[redundant-expr]
            raise TypeError("text is written, not bytes")
        if self.notes is not None:
            self.notes.printed(text)
        self._keep(text if self.stamp is None else self._stamped(text, self.stamp()))
        return len(text)

    def _keep(self, text: str) -> None:
        room = max(0, _MOST_CHARACTERS - self._total)
        kept, rest = text[:room], text[room:]
        if kept:
            self._total += len(kept)
            self._waiting.append(kept)
            self._size += len(kept)
            if self._size > _GATHER:
                self.send()
        if rest:
            self._keep_for_end(rest)

    def _stamped(self, text: str, stamp: str) -> str:
        """A time that was said stands once: lines below it are set in, so that a printed frame stays aligned."""
        pieces: "list[str]" = []
        for line in text.splitlines(keepends=True):
            if self._is_new_line and line != "\n":
                pieces.append(f"{'' if stamp == self._last_stamp else stamp:<{len(stamp)}}  ")
                self._last_stamp = stamp
            pieces.append(line)
            self._is_new_line = line.endswith("\n")
        return "".join(pieces)

    def _keep_for_end(self, text: str) -> None:
        kept = text[-_MOST_AT_END:]
        self._left_out += len(text) - len(kept)
        self._end.append(kept)
        self._end_size += len(kept)
        while self._end_size - len(self._end[0]) >= _MOST_AT_END:
            first = self._end.popleft()
            self._end_size -= len(first)
            self._left_out += len(first)

    def flush(self) -> None:
        """A script's own flush sends nothing, because nobody reads along."""

    def send(self) -> None:
        if self._waiting:
            text = "".join(self._waiting)
            self._waiting = []
            self._size = 0
            for at in range(0, len(text), _MOST_IN_FRAME):
                self._total += _FRAME_COST
                self._send(text[at : at + _MOST_IN_FRAME])
        if self.notes is not None:
            self.notes.send()

    def send_end(self) -> None:
        """When the script has ended, also with an error."""
        if self._end:
            if self._left_out > 0:
                self._waiting.append(f"\n(output cut off here: {self._left_out:,} characters left out)\n")
            self._waiting.extend(self._end)
            self._end.clear()
            self._end_size = self._left_out = 0
        self.send()
        if self.notes is not None:
            self.notes.send(is_end=True)
