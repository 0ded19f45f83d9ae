"""Streaming indicators that need more of a bar than its close. Prices are whole paise, as those of indicators.py; a value
is None until its first bar. Atr, Adx and Stochastic are computed as TA-Lib does."""

from __future__ import annotations

from collections import deque
from typing import Deque, Optional, Tuple

from bot_runtime.bar import Bar

_IS_ZERO = 1e-14
_DAY_MS = 86_400_000
_INDIA_MS = 19_800_000


class Atr:
    """Wilder's average true range in paise, seeded with a plain mean."""

    def __init__(self, period: int = 14) -> None:
        self._period = period
        self._close: Optional[int] = None
        self._count = 0
        self._seed = 0.0
        self.value: Optional[float] = None

    def step(self, bar: Bar) -> Optional[float]:
        """Takes the next bar; returns the average range in paise, or None until there are enough bars."""
        before, self._close = self._close, bar.close_paise
        if before is None:
            return None
        true_range = max(bar.high_paise, before) - min(bar.low_paise, before)
        self._count += 1
        if self.value is not None:
            self.value = (self.value * (self._period - 1) + true_range) / self._period
        else:
            self._seed += true_range
            if self._count == self._period:
                self.value = self._seed / self._period
        return self.value


class Vwap:
    """Volume-weighted average of the day's typical prices, in paise; it begins anew every day."""

    def __init__(self) -> None:
        self._day: Optional[float] = None
        self._paid = 0.0
        self._volume = 0.0
        self.value: Optional[float] = None

    def step(self, bar: Bar) -> float:
        """Takes the next bar; returns the average of the day so far in paise."""
        day = (bar.time_ms + _INDIA_MS) // _DAY_MS
        if day != self._day:
            self._day, self._paid, self._volume = day, 0.0, 0.0
        typical = (bar.high_paise + bar.low_paise + bar.close_paise) / 3
        self._paid += typical * bar.volume
        self._volume += bar.volume
        self.value = self._paid / self._volume if self._volume > 0 else typical
        return self.value


class Adx:
    """Wilder's average directional index: how strong a trend is, 0 to 100. See plus_di and minus_di for its direction."""

    def __init__(self, period: int = 14) -> None:
        self._period = period
        self._before: Optional[Bar] = None
        self._count = 0
        self._plus = self._minus = self._range = self._dx_sum = self._dx = 0.0
        self.plus_di: Optional[float] = None
        self.minus_di: Optional[float] = None
        self.value: Optional[float] = None

    def step(self, bar: Bar) -> Optional[float]:
        """Takes the next bar; returns the index, or None until there are enough bars."""
        before, self._before = self._before, bar
        if before is None:
            return None
        self._count += 1
        self._add(bar, before)
        if self._count >= self._period:
            self._update()
        return self.value

    def _add(self, bar: Bar, before: Bar) -> None:
        up = bar.high_paise - before.high_paise
        down = before.low_paise - bar.low_paise
        minus = down if down > 0 and up < down else 0
        plus = up if minus == 0 and up > 0 and up > down else 0
        true_range = max(bar.high_paise, before.close_paise) - min(bar.low_paise, before.close_paise)
        # The first sums grow; from then on each loses its share.
        lost = 1 / self._period if self._count >= self._period else 0.0
        self._plus += plus - self._plus * lost
        self._minus += minus - self._minus * lost
        self._range += true_range - self._range * lost

    def _update(self) -> None:
        has_range = self._range >= _IS_ZERO
        plus = 100 * self._plus / self._range if has_range else 0.0
        minus = 100 * self._minus / self._range if has_range else 0.0
        self.plus_di, self.minus_di = plus, minus
        today = 100 * abs(minus - plus) / (minus + plus) if minus + plus >= _IS_ZERO else None
        if today is not None:
            self._dx = today
        first = 2 * self._period - 1
        if self._count <= first:
            self._dx_sum += today or 0.0
            if self._count == first:
                self.value = self._dx_sum / self._period
        elif self.value is not None:
            self.value = (self.value * (self._period - 1) + self._dx) / self._period


class Supertrend:
    """A stop line that follows the trend at a number of average ranges. side is 1 above it, -1 below."""

    def __init__(self, period: int = 10, multiplier: float = 3.0) -> None:
        self._atr = Atr(period)
        self._multiplier = multiplier
        self._bands: Optional[Tuple[float, float]] = None
        self._close = 0
        self.side = 0
        self.value: Optional[float] = None

    def step(self, bar: Bar) -> Optional[float]:
        """Takes the next bar; returns the line in paise, or None until there are enough bars. See side."""
        atr = self._atr.step(bar)
        if atr is None:
            self._close = bar.close_paise
            return None
        middle = (bar.high_paise + bar.low_paise) / 2
        upper, lower = middle + self._multiplier * atr, middle - self._multiplier * atr
        if self._bands is not None:
            last_upper, last_lower = self._bands
            # A band only comes nearer, until the price has passed it.
            upper = upper if upper < last_upper or self._close > last_upper else last_upper
            lower = lower if lower > last_lower or self._close < last_lower else last_lower
            if self.side == -1 and bar.close_paise > upper:
                self.side = 1
            elif self.side == 1 and bar.close_paise < lower:
                self.side = -1
        else:
            self.side = 1 if bar.close_paise >= middle else -1
        self._bands, self._close = (upper, lower), bar.close_paise
        self.value = lower if self.side == 1 else upper
        return self.value


class Stochastic:
    """Slow stochastic: where the close stands in the range of the last bars, 0 to 100, averaged twice. See d."""

    def __init__(self, period: int = 14, smooth: int = 3, signal: int = 3) -> None:
        self._highs: Deque[int] = deque(maxlen=period)
        self._lows: Deque[int] = deque(maxlen=period)
        self._fast: Deque[float] = deque(maxlen=smooth)
        self._slow: Deque[float] = deque(maxlen=signal)
        self._period = period
        self.d: Optional[float] = None
        self.value: Optional[float] = None

    def step(self, bar: Bar) -> Optional[float]:
        """Takes the next bar; returns the slow %K, or None until there are enough bars. d is its average."""
        self._highs.append(bar.high_paise)
        self._lows.append(bar.low_paise)
        if len(self._highs) < self._period:
            return None
        highest, lowest = max(self._highs), min(self._lows)
        self._fast.append(100 * (bar.close_paise - lowest) / (highest - lowest) if highest > lowest else 0.0)
        if len(self._fast) < (self._fast.maxlen or 1):
            return None
        self._slow.append(sum(self._fast) / len(self._fast))
        self.value = self._slow[-1]
        if len(self._slow) == self._slow.maxlen:
            self.d = sum(self._slow) / len(self._slow)
        return self.value


class Donchian:
    """The highest high and the lowest low of the last n bars, in paise. A breakout closes beyond those of the bar before."""

    def __init__(self, period: int = 20) -> None:
        self._highs: Deque[int] = deque(maxlen=period)
        self._lows: Deque[int] = deque(maxlen=period)
        self._period = period
        self.upper: Optional[int] = None
        self.lower: Optional[int] = None

    def step(self, bar: Bar) -> Optional[float]:
        """Takes the next bar; returns the middle in paise, or None until there are enough bars. See upper and lower."""
        self._highs.append(bar.high_paise)
        self._lows.append(bar.low_paise)
        if len(self._highs) < self._period:
            return None
        self.upper, self.lower = max(self._highs), min(self._lows)
        return (self.upper + self.lower) / 2
