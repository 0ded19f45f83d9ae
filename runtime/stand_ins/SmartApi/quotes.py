"""Quotes as the market data service gives them: the day's open, high, low and volume so far, the previous day's close,
and five levels of depth around the last price."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Dict, List, Mapping, Optional

from bot_runtime.bar import INDIA
from bot_runtime.rows import FIRST_OF_SYMBOL, SILENT
from bot_runtime.strategy_context import StrategyContext
from SmartApi.envelope import rupees

_LEVELS = 5
# A bar has no order book. Each level shows this share of the last bar's volume.
_SHARE_PER_LEVEL = 0.02
_SHARES_PER_ORDER = 60
_BAND = 0.1
_MINUTE_MS = 60_000


class _Day:
    """What one symbol traded today."""

    def __init__(self) -> None:
        self.row: Optional[int] = None
        self.open = self.high = self.low = self.last = self.previous_close = 0
        self.volume = self.value = 0.0

    def add(self, row: int, context: StrategyContext) -> None:
        rows = context.rows
        if rows.phase[row] & FIRST_OF_SYMBOL or self.row is None:
            # Before the first day that is known there is no close: the first price stands for it.
            self.previous_close = rows.open[row] if self.row is None else self.last
            self.open, self.high, self.low = rows.open[row], rows.high[row], rows.low[row]
            self.volume = self.value = 0.0
        self.row = row
        self.high, self.low = max(self.high, rows.high[row]), min(self.low, rows.low[row])
        self.last = rows.close[row]
        self.volume += rows.volume[row]
        self.value += rows.volume[row] * (rows.high[row] + rows.low[row] + rows.close[row]) / 3


class Quotes:
    def __init__(self) -> None:
        self._days: List[_Day] = []
        self._followed = 0

    def ohlc(self, context: StrategyContext, index: int) -> Optional[Dict[str, Any]]:
        day = self._follow(context)[index]
        if day.row is None:
            return None
        prices = {"open": day.open, "high": day.high, "low": day.low, "close": day.previous_close, "ltp": day.last}
        return {key: rupees(value) for key, value in prices.items()}

    def quote(self, context: StrategyContext, index: int, mode: str) -> Optional[Dict[str, Any]]:
        prices = self.ohlc(context, index)
        if prices is None:
            return None
        instrument = context.instruments[index]
        names = {"exchange": "NSE", "tradingSymbol": instrument["symbol"], "symbolToken": instrument["token"]}
        if mode == "LTP":
            return {**names, "ltp": prices["ltp"]}
        return {**names, **prices} if mode == "OHLC" else {**names, **prices, **self._full(context, index)}

    def _full(self, context: StrategyContext, index: int) -> Dict[str, Any]:
        day = self._days[index]
        assert day.row is not None
        tick = int(context.instruments[index]["tick_paise"])
        bar_volume = context.rows.volume[day.row]
        buy, sell = _depth(day.last, -tick, bar_volume), _depth(day.last, tick, bar_volume)
        change = day.last - day.previous_close
        end_ms = context.rows.time_ms[day.row] + _MINUTE_MS
        stamp = datetime.fromtimestamp(end_ms / 1000, INDIA).strftime("%d-%b-%Y %H:%M:%S")
        return {
            "lastTradeQty": buy[0]["quantity"] if buy else 0,
            "exchFeedTime": stamp,
            "exchTradeTime": stamp,
            "netChange": rupees(change),
            "percentChange": round(change / day.previous_close * 100, 2),
            "avgPrice": rupees(day.value / day.volume) if day.volume else rupees(day.last),
            "tradeVolume": int(day.volume),
            "opnInterest": 0,
            "lowerCircuit": rupees(-(-day.previous_close * (1 - _BAND) // tick) * tick),
            "upperCircuit": rupees(day.previous_close * (1 + _BAND) // tick * tick),
            "totBuyQuan": sum(level["quantity"] for level in buy),
            "totSellQuan": sum(level["quantity"] for level in sell),
            "depth": {"buy": buy, "sell": sell},
        }

    def _follow(self, context: StrategyContext) -> List[_Day]:
        """Counts the bars that came since the last question, so that each is looked at once."""
        if not self._days:
            self._days = [_Day() for _ in context.instruments]
        for row in range(self._followed, context.seen):
            if context.rows.phase[row] & SILENT:
                continue
            self._days[context.rows.symbol[row]].add(row, context)
        self._followed = context.seen
        return self._days


def _depth(last: int, step: int, bar_volume: float) -> List[Mapping[str, Any]]:
    quantity = max(1, int(bar_volume * _SHARE_PER_LEVEL))
    prices = [last + step * level for level in range(1, _LEVELS + 1)]
    orders = 1 + quantity // _SHARES_PER_ORDER
    return [{"price": rupees(price), "quantity": quantity, "orders": orders} for price in prices if price > 0]
