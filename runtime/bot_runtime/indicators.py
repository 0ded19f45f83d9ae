"""Streaming indicators with the same operations in the same order as core/src/indicators, so that a Python bot and its
native twin agree to the last bit. Prices are whole paise; a value is None until its first bar."""

from __future__ import annotations

import math
from collections import deque
from typing import Optional

from bot_runtime.bar_indicators import Adx, Atr, Donchian, Stochastic, Supertrend, Vwap

__all__ = [
    "Adx", "Atr", "Bollinger", "Donchian", "Ema", "Macd", "Roc", "Rsi", "Sma", "Stochastic", "Supertrend", "Vwap",
]

_IS_ZERO = 1e-14


class Sma:
    """Mean of the last n closes. The rolling sum of whole paise is exact."""

    def __init__(self, period: int) -> None:
        self._period = period
        self._window: deque[float] = deque()
        self._sum = 0.0
        self.value: Optional[float] = None

    def step(self, close: float) -> Optional[float]:
        """Takes the next close; returns the mean, or None until there are enough bars."""
        oldest = self._window.popleft() if len(self._window) == self._period else 0.0
        self._window.append(close)
        self._sum += close - oldest
        if len(self._window) == self._period:
            self.value = self._sum / self._period
        return self.value


class Ema:
    """k = 2 / (n + 1); seeded with the mean of the first n values; then ema + k * (x - ema)."""

    def __init__(self, period: int) -> None:
        self._period = period
        self._k = 2 / (period + 1)
        self._seed = 0.0
        self._count = 0
        self.value: Optional[float] = None

    def step(self, close: float) -> Optional[float]:
        """Takes the next close; returns the average, or None until there are enough bars."""
        value = self.value
        if value is not None:
            self.value = value = value + self._k * (close - value)
            return value
        self._count += 1
        self._seed += close
        if self._count == self._period:
            self.value = self._seed / self._period
        return self.value


class Rsi:
    """Wilder's RSI: averages of gains and losses seeded with plain means; 0 in a flat market, as in TA-Lib."""

    def __init__(self, period: int) -> None:
        self._period = period
        self._previous: Optional[float] = None
        self._gain = 0.0
        self._loss = 0.0
        self._count = 0
        self.value: Optional[float] = None

    def step(self, close: float) -> Optional[float]:
        """Takes the next close; returns 0 to 100, or None until there are enough bars."""
        previous, self._previous = self._previous, close
        if previous is None:
            return None
        difference = close - previous
        gain = difference if difference > 0 else 0.0
        loss = -difference if difference < 0 else 0.0
        n = self._period
        self._count += 1
        if self._count > n:
            self._gain = (self._gain * (n - 1) + gain) / n
            self._loss = (self._loss * (n - 1) + loss) / n
        else:
            self._gain += gain
            self._loss += loss
            if self._count < n:
                return None
            self._gain /= n
            self._loss /= n
        total = self._gain + self._loss
        self.value = 0.0 if total < _IS_ZERO else 100 * (self._gain / total)
        return self.value


class Roc:
    """Change in percent from the value n bars ago."""

    def __init__(self, period: int) -> None:
        self._window: deque[float] = deque(maxlen=period)
        self._period = period
        self.value: Optional[float] = None

    def step(self, close: float) -> Optional[float]:
        """Takes the next close; returns the change in percent, or None until there are enough bars."""
        if len(self._window) == self._period:
            self.value = (close / self._window[0] - 1) * 100
        self._window.append(close)
        return self.value


class Macd:
    """Difference of two averages seeded on the same bar, its signal line, and the difference of both."""

    def __init__(self, fast: int, slow: int, signal: int) -> None:
        self._fast = Ema(fast)
        self._slow = Ema(slow)
        self._signal = Ema(signal)
        self._skip = slow - fast
        self.macd: Optional[float] = None
        self.signal: Optional[float] = None
        self.histogram: Optional[float] = None

    def step(self, close: float) -> Optional[float]:
        """Takes the next close; returns the histogram, or None until there are enough bars. See macd, signal, histogram."""
        if self._skip > 0:
            self._skip -= 1
        else:
            self._fast.step(close)
        slow = self._slow.step(close)
        fast = self._fast.value
        if fast is None or slow is None:
            return None
        macd = fast - slow
        signal = self._signal.step(macd)
        if signal is None:
            return None
        self.macd, self.signal, self.histogram = macd, signal, macd - signal
        return self.histogram


class Bollinger:
    """Mean of the last n closes with bands a number of population deviations above and below, from exact sums."""

    def __init__(self, period: int, width: float) -> None:
        self._period = period
        self._width = width
        self._window: deque[float] = deque()
        self._first: Optional[float] = None
        self._sum = 0.0
        self._squares = 0.0
        self.upper: Optional[float] = None
        self.middle: Optional[float] = None
        self.lower: Optional[float] = None

    def step(self, close: float) -> Optional[float]:
        """Takes the next close; returns the middle, or None until there are enough bars. See upper, middle, lower."""
        if self._first is None:
            self._first = close
        n = self._period
        leaving = self._window.popleft() if len(self._window) == n else 0.0
        entering = close - self._first
        self._window.append(entering)
        self._sum += entering - leaving
        self._squares += entering * entering - leaving * leaving
        if len(self._window) < n:
            return None
        scaled = (n * self._squares - self._sum * self._sum) / (n * n)
        middle = (n * self._first + self._sum) / n
        offset = self._width * (math.sqrt(scaled) if scaled > 0 else 0.0)
        self.upper, self.middle, self.lower = middle + offset, middle, middle - offset
        return middle
