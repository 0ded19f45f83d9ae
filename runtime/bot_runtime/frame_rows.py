"""A few rows of what a script computed, as text: the table that shows an author where it went wrong."""

from __future__ import annotations

from typing import Any, Dict, List, Sequence

from bot_runtime.bar import Bar

BEFORE = 7
AFTER = 2
_MOST_COLUMNS = 20
_LONGEST = 40
_BARS = ("open", "high", "low", "close", "volume")

FrameRows = Dict[str, Any]


def rows_of_frame(symbol: str, times_ms: Sequence[float], frame: Any, at: int) -> FrameRows:
    """The rows before and after one of them, with the script's own columns beside the bars'."""
    # What the script made first, beside the close: the pane is narrow.
    own = [name for name in frame.columns if name not in _BARS]
    names: List[Any] = ["close", *own, *(name for name in _BARS if name != "close")][:_MOST_COLUMNS]
    positions = [place for place, name in enumerate(frame.columns) if name in names][:_MOST_COLUMNS]
    order = sorted(positions, key=lambda place: names.index(frame.columns[place]))
    # A script may have taken rows out.
    marked = min(at, len(frame) - 1)
    rows = range(max(0, marked - BEFORE), min(len(frame), marked + 1 + AFTER))
    return {
        "symbol": symbol,
        "columns": [str(frame.columns[place])[:_LONGEST] for place in order],
        "rows": [
            {
                "at_ms": _time_ms(frame.index[row], float(times_ms[min(row, len(times_ms) - 1)])),
                "cells": [_text(frame.iat[row, place], frame.columns[place]) for place in order],
                "is_marked": row == marked,
            }
            for row in rows
        ],
    }


def rows_of_bars(symbol: str, bars: Sequence[Bar]) -> FrameRows:
    """The last bars of a symbol, the newest of which the script was called with."""
    last = bars[-BEFORE - 1 :]
    return {
        "symbol": symbol,
        "columns": list(_BARS),
        "rows": [
            {
                "at_ms": bar.time_ms,
                "cells": [_text(value, name) for name, value in zip(_BARS, (bar.open, bar.high, bar.low, bar.close, bar.volume))],
                "is_marked": bar is last[-1],
            }
            for bar in last
        ],
    }


def _time_ms(label: Any, known: float) -> float:
    """By the index, unless the script has replaced it."""
    timestamp: Any = getattr(label, "timestamp", None)
    return known if timestamp is None else float(timestamp()) * 1000


def _text(value: Any, column: Any) -> str:
    if column == "volume":
        return f"{value:,.0f}" if value == value else ""
    if isinstance(value, float) or type(value).__name__.startswith("float"):
        # Nothing is known there.
        if value != value:
            return "NaN"
        return f"{value:.2f}" if column in _BARS else f"{value:.6g}"
    return str(value)[:_LONGEST]
