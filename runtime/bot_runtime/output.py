"""Sends printed text as frames, buffered and truncated at a limit (the engine truncates again)."""

from __future__ import annotations

import io
from typing import Callable

_MOST_CHARACTERS = 256_000
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

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if not isinstance(text, str):  # type: ignore[redundant-expr]
            raise TypeError("text is written, not bytes")
        room = _MOST_CHARACTERS - self._total
        if room > 0:
            kept = text if len(text) <= room else text[:room] + "\n(output cut off here)\n"
            self._total += len(text)
            self._waiting.append(kept)
            self._size += len(kept)
            if self._size > _GATHER:
                self.send()
        return len(text)

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
