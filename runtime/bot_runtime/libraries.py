"""The authors' libraries in a process that waits for its script: imported before it arrives, so that it starts at once."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any

_IMPORTED = ("numpy", "pandas", "talib", "pandas_ta_classic")


def import_libraries(folder: str) -> None:
    """Before what is installed on the machine, so that versions are those of the lock everywhere."""
    # Threads are refused, and a library that wants them would fail at its first large product.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    sys.path.insert(2, folder)
    for name in _IMPORTED:
        importlib.import_module(name)
    pandas: Any = importlib.import_module("pandas")
    # A printed frame is read in a narrow pane.
    pandas.set_option("display.width", 110, "display.max_columns", 12, "display.max_rows", 20)
    _use_once()


def _date_of(time: Any) -> Any:
    return time.date()


def _use_once() -> None:
    """What pandas and numpy import at their first use is imported too."""
    numpy: Any = importlib.import_module("numpy")
    pandas: Any = importlib.import_module("pandas")

    index = pandas.date_range("2026-01-01", periods=40, freq="min", tz="Asia/Kolkata")
    frame = pandas.DataFrame({"close": numpy.arange(40.0)}, index=index)
    frame["mean"] = frame.close.ewm(span=5, adjust=False).mean() + frame.close.rolling(5).mean()
    crossed = (frame.close > frame["mean"]) & ~(frame.close > frame["mean"]).shift(1, fill_value=False)
    str(frame[crossed].tail())
    frame.resample("5min").agg({"close": "last"}).groupby(_date_of).sum()


def seed_libraries(seed: int) -> None:
    numpy: Any = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(seed)
