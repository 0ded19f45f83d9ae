"""Rows, clock, model account and signals of one running script."""

from __future__ import annotations

from array import array
from datetime import datetime
from typing import Any, Callable, Dict, List, Mapping, Optional, Tuple

from bot_runtime.bar import INDIA, Bar
from bot_runtime.interval_bars import IntervalBars
from bot_runtime.model_account import ModelAccount
from bot_runtime.notes import Notes
from bot_runtime.plots import Plots
from bot_runtime.rows import SILENT, Rows
from bot_runtime.signals import Terms, joined_terms

_CALL_MS = 100.0
MINUTE_MS = 60_000.0


class OrderRefused(Exception):
    """An order that our own checks deny, with the reason."""


class StrategyContext:
    def __init__(
        self, load: Mapping[str, Any], clock: "array[float]", warn: Callable[[str, str], None]
    ) -> None:
        self.parameters: Mapping[str, Any] = load["parameters"]
        self.instruments: List[Mapping[str, Any]] = load["instruments"]
        self.rows = Rows([str(each["symbol"]) for each in self.instruments])
        # Only a check that compares them asks for the rows of a frame: they are kept in memory for it.
        self.keeps_rows = bool(load.get("rows"))
        self.plots = Plots(self.rows, bool(load.get("plots")), warn)
        bar_ms = float(load["bar_ms"])
        # None where every row is a bar of its own.
        self.interval_bars = IntervalBars(self.rows, bar_ms) if bar_ms > MINUTE_MS else None
        self._rules: Mapping[str, Any] = load["rules"]
        self.account = self.new_account()
        self.terms: Dict[int, Terms] = {}
        # End of the rows that the script may see.
        self.seen = 0
        self.first_traded = 0
        self.start_ms = float(load["start_ms"])
        # One cell with the engine's time in milliseconds, which native code reads too.
        self.clock = clock
        clock[0] = self.start_ms
        self.candles_made: Dict[int, Tuple[Any, ...]] = {}
        self._deferred: Dict[int, Tuple[int, Terms]] = {}
        # Set in tests only.
        self.notes: Optional[Notes] = None

    def new_account(self) -> ModelAccount:
        return ModelAccount(self.rows, self._rules, self.instruments)

    @property
    def now_ms(self) -> float:
        return self.clock[0]

    def now(self) -> datetime:
        return datetime.fromtimestamp(self.now_ms / 1000, INDIA)

    def advance_to(self, end: int) -> None:
        self.seen = end
        self.clock[0] = self._newest_close_ms()

    def spend_call(self) -> bool:
        """Counts a call as elapsed time, so that a script that polls without sleeping still reaches the next minute."""
        self.clock[0] += _CALL_MS
        return self.clock[0] >= self._newest_close_ms() + MINUTE_MS

    def _newest_close_ms(self) -> float:
        return self.rows.time_ms[self.seen - 1] + MINUTE_MS if self.seen else self.start_ms

    def index_of(self, symbol: Optional[str], row: int) -> int:
        if symbol is None:
            at = self.seen - 1 if row < 0 else row
            return self.rows.symbol[at] if 0 <= at < len(self.rows) else 0
        for index, each in enumerate(self.instruments):
            if each["symbol"] == symbol or each["token"] == symbol:
                return index
        raise OrderRefused(f"{symbol} is not among this bot's symbols")

    def newest_row(self, index: int) -> Optional[int]:
        """The symbol's newest minute with trades."""
        rows = self.rows
        for row in range(self.seen - 1, -1, -1):
            if rows.symbol[row] == index and not rows.phase[row] & SILENT:
                return row
        return None

    def note_order(self, row: int, symbol: Optional[str], bits: int, quantity: Optional[int]) -> None:
        if self.notes is not None:
            self.notes.order(str(self.instruments[self.index_of(symbol, row)]["symbol"]), bits, quantity)

    def signal(self, row: int, symbol: Optional[str], bits: int, terms: Terms = Terms()) -> None:
        """Sets signal bits on the symbol's bar of this instant, or defers them to its next bar."""
        index = self.index_of(symbol, row)
        at = self.row_of_instant(index)
        if self.seen <= self.first_traded:
            return
        if at is None:
            before, named = self._deferred.get(index, (0, Terms()))
            self._deferred[index] = (before | bits, joined_terms(before, named, bits, terms))
            return
        self._set(at, bits, terms)

    def withdraw(self, row: int, bits: int) -> None:
        """Takes back an order of this instant, which nobody has heard of yet."""
        self.rows.signals[row] &= ~bits
        self.terms.pop(row, None)
        self.account.wanted_terms.pop(row, None)

    def ignore_orders(self, index: int, end: int) -> None:
        """Takes back what was ordered at the instant before row `end`: the engine could not act on it."""
        rows = self.rows
        row = end - 1
        while row >= 0 and rows.time_ms[row] == rows.time_ms[end - 1]:
            if rows.symbol[row] == index:
                rows.signals[row] = 0
                self.account.wanted_terms.pop(row, None)
            row -= 1

    def _set(self, row: int, bits: int, terms: Terms) -> None:
        signals = self.rows.signals
        named = joined_terms(signals[row], self.terms.get(row, Terms()), bits, terms)
        signals[row] |= bits
        if any(named):
            self.terms[row] = self.account.wanted_terms[row] = named
        elif row in self.terms:
            del self.terms[row], self.account.wanted_terms[row]

    def row_of_instant(self, index: int) -> Optional[int]:
        if not self.seen:
            return None
        time_ms = self.rows.time_ms[self.seen - 1]
        row = self.seen - 1
        while row >= 0 and self.rows.time_ms[row] == time_ms:
            if self.rows.symbol[row] == index:
                return row
            row -= 1
        return None

    def deliver_deferred(self, first: int, end: int) -> None:
        """Applies deferred signals to the bars of their symbols."""
        if not self._deferred:
            return
        for row in range(first, end):
            bits, terms = self._deferred.pop(self.rows.symbol[row], (0, Terms()))
            if bits:
                self._set(row, bits, terms)

    def account_now(self) -> ModelAccount:
        self.account.follow_to(self.seen)
        return self.account

    def last_bars(self, index: int, count: int) -> List[Bar]:
        if self.interval_bars is not None:
            return self.interval_bars.closed[index][-count:] if count > 0 else []
        bars: List[Bar] = []
        row = self.seen - 1
        while row >= 0 and len(bars) < count:
            if self.rows.symbol[row] == index:
                bars.append(self.rows.bar(row))
            row -= 1
        bars.reverse()
        return bars
