"""Closed bars of one symbol as columns and as a pandas frame; vectorised, because a backtest has a million of them. What
numpy and pandas are to a plain script must not be imported here before it asks for a frame."""

from __future__ import annotations

from importlib import import_module
from typing import Any, NamedTuple, Optional

from bot_runtime.rows import ENDS_BAR, SILENT, Rows

_MINUTE_MS = 60_000.0
_PAISE = 100.0


class WrongFrame(Exception):
    """What `signals` returned cannot be read as signals."""


class Columns(NamedTuple):
    """One entry for each closed bar, oldest first; prices in rupees."""

    time_ms: Any
    open: Any
    high: Any
    low: Any
    close: Any
    volume: Any
    # The row at whose close the bar is decided on.
    row: Any


def newest_bars(rows: Rows, index: int, bar_ms: float, end: int, count: int, now_ms: Optional[float] = None) -> Columns:
    """The last closed bars, from as few rows as hold them: twice as many each time that they do not."""
    width = int((count + 2) * bar_ms / _MINUTE_MS) * len(rows.symbols)
    while True:
        first = max(0, end - width)
        bars = closed_bars(rows, index, bar_ms, end, first, now_ms)
        # The first bar of a part may have begun before it.
        if first == 0 or len(bars.row) > count:
            return last_bars(bars, count)
        width *= 2


def closed_bars(rows: Rows, index: int, bar_ms: float, end: int, first: int = 0, now_ms: Optional[float] = None) -> Columns:
    """The same bars as interval_bars.py makes one by one, of the rows from `first` until `end`."""
    numpy: Any = import_module("numpy")

    def column(values: Any, kind: str) -> Any:
        return numpy.frombuffer(values, dtype=kind)[first:end]

    at = numpy.arange(first, min(end, len(rows.time_ms)))
    if len(rows.symbols) > 1:
        own: Any = column(rows.symbol, "u2") == index
    else:
        own = slice(None)
    if now_ms is not None:
        # A silent minute ends a bar of the bot's own interval, and is no candle of another.
        traded = (column(rows.phase, "u1") & SILENT) == 0
        own = traded if len(rows.symbols) == 1 else own & traded
    at, time = at[own], column(rows.time_ms, "f8")[own]
    prices = [column(values, "i4")[own] for values in (rows.open, rows.high, rows.low, rows.close)]
    volume = column(rows.volume, "f8")[own]
    if bar_ms <= _MINUTE_MS:
        # Copied, because an array whose memory is shared cannot grow.
        return Columns._make([time.copy(), *(price / _PAISE for price in prices), volume.copy(), at])
    known = rows.sessions_of(index)
    hours = numpy.array(known, dtype="f8").reshape(len(known), 3)
    session = numpy.searchsorted(hours[:, 0], at, side="right") - 1
    opens, closes = hours[session, 1], hours[session, 2]
    inside = (session >= 0) & (opens <= time) & (time < closes)
    at, time, opens, volume = at[inside], time[inside], opens[inside], volume[inside]
    high_low = [price[inside] for price in prices]
    start = opens + (time - opens) // bar_ms * bar_ms
    firsts = numpy.flatnonzero(numpy.concatenate([[True], start[1:] != start[:-1]])) if len(start) else at[:0]
    lasts = numpy.append(firsts[1:], len(start)) - 1 if len(start) else firsts
    # Marked for bars of the bot's own interval; those of another one end by the clock, silent minutes included.
    if now_ms is None:
        ends = (column(rows.phase, "u1")[own][inside][lasts] & ENDS_BAR) != 0
    else:
        ends = now_ms >= numpy.minimum(start[lasts] + bar_ms, closes[inside][lasts])
    # A bar whose end was not marked is noticed with the first row of the next one.
    noticed = numpy.append(firsts[1:], len(start) - 1) if len(start) else firsts
    decided = at[numpy.where(ends, lasts, noticed)]
    if len(ends) and not ends[-1]:
        firsts, lasts, decided = firsts[:-1], lasts[:-1], decided[:-1]
    if not len(firsts):
        nothing = numpy.empty(0)
        return Columns(nothing, nothing, nothing, nothing, nothing, nothing, at[:0])
    stop = lasts[-1] + 1
    open_, high, low, close = (price[:stop] / _PAISE for price in high_low)
    return Columns(
        start[firsts],
        open_[firsts],
        numpy.maximum.reduceat(high, firsts),
        numpy.minimum.reduceat(low, firsts),
        close[lasts],
        numpy.add.reduceat(volume[:stop], firsts),
        decided,
    )


def times_of(bars: Columns) -> Any:
    """The start of each bar in India time."""
    pandas: Any = import_module("pandas")

    return pandas.DatetimeIndex(bars.time_ms.astype("i8") * 1_000_000, name="time", tz="UTC").tz_convert("Asia/Kolkata")


def frame_of(bars: Columns, times: Any = None) -> Any:
    """open, high, low, close (rupees) and volume, by the start of each bar; a frame of its own each time."""
    pandas: Any = import_module("pandas")

    columns = {"open": bars.open, "high": bars.high, "low": bars.low, "close": bars.close, "volume": bars.volume}
    return pandas.DataFrame(columns, index=times_of(bars) if times is None else times)


def last_bars(bars: Columns, count: int) -> Columns:
    if not count:
        return bars
    time_ms, *rest = (column[-count:] for column in bars)
    return Columns._make([time_ms, *rest])
