"""All one-minute bars that the bot received, one row each, symbols merged by time, in flat columns (45 MB per million
rows)."""

from __future__ import annotations

from array import array
from functools import partial
from bisect import bisect_right
from itertools import repeat
from typing import Any, Iterator, List, Optional, Sequence, Tuple

from bot_runtime.bar import Bar

# Session phase of a row.
NEW_DAY = 1
MAY_ENTER = 2
SQUARE_OFF = 4
FIRST_OF_SYMBOL = 8
# The last minute of a bar of the bot's interval.
ENDS_BAR = 16
# A minute without trades that ends a bar: nothing fills in it, and it is no candle of its own.
SILENT = 32

# First row, open and close of a session.
Hours = Tuple[int, float, float]


class Rows:
    def __init__(self, symbols: Sequence[str]) -> None:
        self.symbols = list(symbols)
        self.symbol: "array[int]" = array("H")
        self.time_ms: "array[float]" = array("d")
        self.open: "array[int]" = array("i")
        self.high: "array[int]" = array("i")
        self.low: "array[int]" = array("i")
        self.close: "array[int]" = array("i")
        self.volume: "array[float]" = array("d")
        self.phase: "array[int]" = array("B")
        self.signals = bytearray()
        self._hours: List[List[Hours]] = [[] for _ in self.symbols]

    def __len__(self) -> int:
        return len(self.time_ms)

    def add(self, count: int, blob: bytes, sessions: Sequence[Sequence[float]] = ()) -> None:
        """The blob has the widest columns first, so that each is aligned: time, volume, prices, symbol, phase."""
        view = memoryview(blob)
        at = 0
        for column, width in (
            (self.time_ms, 8),
            (self.volume, 8),
            (self.open, 4),
            (self.high, 4),
            (self.low, 4),
            (self.close, 4),
            (self.symbol, 2),
            (self.phase, 1),
        ):
            column.frombytes(view[at : at + count * width])
            at += count * width
        first = len(self) - count
        for row, open_ms, close_ms in sessions:
            at = first + int(row)
            self._hours[self.symbol[at]].append((at, float(open_ms), float(close_ms)))
        self.signals.extend(bytes(count))

    def sessions_of(self, index: int) -> List[Hours]:
        return self._hours[index]

    def hours(self, row: int) -> Optional[Tuple[float, float]]:
        """Open and close of the session that contains this row; None outside every session."""
        known = self._hours[self.symbol[row]]
        at = bisect_right(known, (row, float("inf"), float("inf"))) - 1
        if at < 0 or not known[at][1] <= self.time_ms[row] < known[at][2]:
            return None
        return known[at][1], known[at][2]

    def bar(self, row: int) -> Bar:
        return Bar(
            self.symbols[self.symbol[row]],
            self.time_ms[row],
            self.open[row],
            self.high[row],
            self.low[row],
            self.close[row],
            self.volume[row],
        )

    def bars(self, first: int, end: int) -> Iterator[Bar]:
        """Built in C code, because this is most of the cost of a bar without signals."""
        if len(self.symbols) == 1:
            names: Iterator[str] = repeat(self.symbols[0])
        else:
            names = map(self.symbols.__getitem__, self.symbol[first:end])
        columns = (self.time_ms, self.open, self.high, self.low, self.close, self.volume)
        table = zip(names, *(column[first:end] for column in columns))
        return map(partial(tuple.__new__, Bar), table)  # type: ignore[arg-type]

    def instant_end(self, row: int) -> int:
        """End of the rows of the instant that starts at this row."""
        time_ms = self.time_ms[row]
        end = row + 1
        while end < len(self.time_ms) and self.time_ms[end] == time_ms:
            end += 1
        return end

    def of_symbol(self, symbol: int, end: int) -> List[int]:
        if len(self.symbols) == 1:
            return list(range(end))
        return [row for row in range(end) if self.symbol[row] == symbol]


def read_candles(symbol: str, count: int, blob: bytes) -> List[Bar]:
    """Candles of one symbol, columns as in `Rows.add`."""
    view = memoryview(blob)
    columns: List[Sequence[Any]] = []
    at = 0
    for code, width in (("d", 8), ("d", 8), ("i", 4), ("i", 4), ("i", 4), ("i", 4)):
        column: "array[Any]" = array(code)
        column.frombytes(view[at : at + count * width])
        columns.append(column)
        at += count * width
    times, volumes, opens, highs, lows, closes = columns
    return [Bar(symbol, *each) for each in zip(times, opens, highs, lows, closes, volumes)]
