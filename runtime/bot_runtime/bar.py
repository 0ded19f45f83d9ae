"""One closed bar. Prices are whole paise, so that sums are exact; the properties without suffix are in rupees."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import NamedTuple

INDIA = timezone(timedelta(hours=5, minutes=30))


class Bar(NamedTuple):
    symbol: str
    time_ms: float
    open_paise: int
    high_paise: int
    low_paise: int
    close_paise: int
    volume: float

    @property
    def open(self) -> float:
        return self.open_paise / 100

    @property
    def high(self) -> float:
        return self.high_paise / 100

    @property
    def low(self) -> float:
        return self.low_paise / 100

    @property
    def close(self) -> float:
        return self.close_paise / 100

    @property
    def time(self) -> datetime:
        """Start of the bar, India time."""
        return datetime.fromtimestamp(self.time_ms / 1000, INDIA)
