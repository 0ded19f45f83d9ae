"""Bars of the bot's interval from one-minute rows, counted from the session's open, as the engine counts them."""

from __future__ import annotations

from typing import Iterator, List, Optional, Tuple

from bot_runtime.bar import Bar
from bot_runtime.rows import ENDS_BAR, Rows

# Below this many rows the slices below cost more than they save.
_FEW_ROWS = 1_000


class IntervalBars:
    def __init__(self, rows: Rows, bar_ms: float) -> None:
        self._rows = rows
        self.bar_ms = bar_ms
        self._running: List[Optional[Bar]] = [None] * len(rows.symbols)
        # Closed bars by symbol, oldest first.
        self.closed: List[List[Bar]] = [[] for _ in rows.symbols]

    def fold(self, row: int) -> List[Bar]:
        """The bars that this row ends, usually none. One that is noticed late comes before the row's own."""
        rows = self._rows
        start = self._start(row)
        if start is None:
            return []
        index = rows.symbol[row]
        running = self._running[index]
        ended: List[Bar] = []
        if running is not None and running.time_ms != start:
            ended.append(running)
            running = None
        minute = rows.bar(row)
        running = minute._replace(time_ms=start) if running is None else _merge(running, minute)
        if rows.phase[row] & ENDS_BAR:
            ended.append(running)
            running = None
        self._running[index] = running
        self.closed[index].extend(ended)
        return ended

    def closed_in(self, first: int, end: int) -> Iterator[Tuple[int, Bar]]:
        """The bars of a single symbol that end within these rows, each with its last row; fast for a backtest."""
        phase = self._rows.phase
        ends = [row for row in range(first, end) if phase[row] & ENDS_BAR] if end - first > _FEW_ROWS else []
        last = first - 1
        for row in ends:
            if last < first:
                yield from ((row, bar) for each in range(first, row + 1) for bar in self.fold(each))
            else:
                yield row, self._slice(last + 1, row)
            last = row
        for row in range(last + 1, end):
            for bar in self.fold(row):
                yield row, bar

    def _slice(self, first: int, last: int) -> Bar:
        rows = self._rows
        start = self._start(last)
        assert start is not None
        while rows.time_ms[first] < start:
            first += 1
        end = last + 1
        bar = Bar(
            rows.symbols[rows.symbol[last]],
            start,
            rows.open[first],
            max(rows.high[first:end]),
            min(rows.low[first:end]),
            rows.close[last],
            sum(rows.volume[first:end]),
        )
        self.closed[rows.symbol[last]].append(bar)
        return bar

    def _start(self, row: int) -> Optional[float]:
        hours = self._rows.hours(row)
        if hours is None:
            return None
        return hours[0] + (self._rows.time_ms[row] - hours[0]) // self.bar_ms * self.bar_ms


def _merge(bar: Bar, minute: Bar) -> Bar:
    return bar._replace(
        high_paise=max(bar.high_paise, minute.high_paise),
        low_paise=min(bar.low_paise, minute.low_paise),
        close_paise=minute.close_paise,
        volume=bar.volume + minute.volume,
    )
