"""One closed bar. Prices are whole paise, so that sums are exact; the properties without suffix are in rupees."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import NamedTuple

INDIA = timezone(timedelta(hours=5, minutes=30))


class Bar(NamedTuple):
    """One closed bar of one symbol. Prices without a suffix are in rupees, those with `_paise` are exact.
    `time_ms` is the start of the bar in epoch milliseconds."""
    symbol: str
    time_ms: float
    open_paise: int
    high_paise: int
    low_paise: int
    close_paise: int
    volume: float

    @property
    def open(self) -> float:
        """Price of the first trade, in rupees."""
        return self.open_paise / 100

    @property
    def high(self) -> float:
        """Highest price, in rupees."""
        return self.high_paise / 100

    @property
    def low(self) -> float:
        """Lowest price, in rupees."""
        return self.low_paise / 100

    @property
    def close(self) -> float:
        """Price of the last trade, in rupees."""
        return self.close_paise / 100

    @property
    def time(self) -> datetime:
        """Start of the bar, India time."""
        return datetime.fromtimestamp(self.time_ms / 1000, INDIA)
