"""The model account that a script sees, filled by the fill model; it is not any user's account. It follows
core/src/backtest step by step (a test compares both), before charges: its two limits per day are therefore compared
with gross figures. The other limits and the trailing stop exist only in the kernel, which decides every real order."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence

from bot_runtime.bar import INDIA
from bot_runtime.rows import FIRST_OF_SYMBOL, MAY_ENTER, NEW_DAY, SILENT, SQUARE_OFF, Rows
from bot_runtime.signals import ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT, Terms


# As in core/src/fills/minute-room.ts.
_NEAREST_BAND_BPS = 475
_WIDEST_BAND_BPS = 2_050
_MINUTE_MS = 60_000.0


# Of a symbol that was traded.
_KEPT = (
    "side", "quantity", "entry_paise", "last_paise", "stop_paise", "target_paise", "wanted_exit", "exited", "exited_value",
    "bought", "sold", "bought_value", "sold_value", "wanted_part",
)  # fmt: skip


class Fill(NamedTuple):
    """An executed part of an order in the model account; `side` is "BUY" or "SELL"."""
    symbol: str
    side: str
    quantity: int
    price_paise: int
    reason: str
    time_ms: float

    @property
    def price(self) -> float:
        """Price in rupees."""
        return self.price_paise / 100

    @property
    def time(self) -> datetime:
        """Start of the minute that filled it, India time."""
        return datetime.fromtimestamp(self.time_ms / 1000, INDIA)


class Cancelled(NamedTuple):
    """An order with a limit that its minute did not reach; `side` is "BUY" or "SELL"."""
    symbol: str
    side: str
    quantity: int
    limit_paise: int
    time_ms: float

    @property
    def limit(self) -> float:
        """Limit in rupees."""
        return self.limit_paise / 100

    @property
    def time(self) -> datetime:
        """Start of the minute that did not fill it, India time."""
        return datetime.fromtimestamp(self.time_ms / 1000, INDIA)


@dataclass
class Position:
    """side is 1 long, -1 short, 0 flat."""

    side: int = 0
    quantity: int = 0
    entry_paise: int = 0
    last_paise: int = 0
    stop_paise: float = 0.0
    target_paise: float = 0.0
    wanted_side: int = 0
    wanted_quantity: int = 0
    wanted_value: int = 0
    wanted_exit: str = ""
    # Shares that leave while the others stay.
    wanted_part: int = 0
    # Prices that the pending entry named, and until when a limit holds.
    wanted_terms: Terms = Terms()
    wanted_until: float = 0.0
    exited: int = 0
    exited_value: int = 0
    # Last close of the session before, from which circuits are counted.
    previous_close: int = 0
    bought: int = 0
    sold: int = 0
    bought_value: int = 0
    sold_value: int = 0

    @property
    def open_paise(self) -> int:
        held = self.quantity * (self.last_paise - self.entry_paise)
        return self.side * (held + self.exited_value - self.exited * self.entry_paise)


@dataclass
class Pot:
    capital: int
    per_symbol: int
    in_use: int = 0
    realised: int = 0


class ModelAccount:
    def __init__(self, rows: Rows, rules: Mapping[str, Any], instruments: List[Mapping[str, Any]]) -> None:
        self._rows = rows
        self._limits: Mapping[str, Optional[int]] = rules["limits"]
        self._slippage: float = rules["slippage_bps"]
        self._range_slippage: float = rules["range_slippage_percent"]
        self._most_volume: Optional[float] = rules["max_volume_percent"]
        self._beyond = 1 if rules["must_trade_through"] else 0
        self._stops_at_circuits: bool = rules["stops_at_circuits"]
        self._ticks = [int(each["tick_paise"]) for each in instruments]
        self._lots = [int(each["lot_size"]) for each in instruments]
        count = max(1, len(instruments))
        capital: Dict[str, int] = rules["capital"]
        self._long = _pot(capital.get("long_capital_paise", capital.get("capital_paise", 0)), capital, count)
        short = capital.get("short_capital_paise")
        self._short = self._long if short is None else _pot(short, capital, count)
        self.positions = [Position() for _ in instruments]
        self.fills: List[Fill] = []
        self.cancelled: List[Cancelled] = []
        self.wanted_terms: Dict[int, Terms] = {}
        # By the first row of an instant: symbols that are closed at its end.
        self._by_hand: Dict[int, Sequence[int]] = {}
        # Symbols that were closed so and that nobody has been told of yet.
        self.closed_by_hand: List[str] = []
        self._begun = 0
        self._decided = 0
        self._entries_today = 0
        self._stopped = ""
        self._day_start = 0

    @property
    def capital_paise(self) -> int:
        return self._long.capital + (0 if self._short is self._long else self._short.capital)

    @property
    def realised_paise(self) -> int:
        return self._long.realised + (0 if self._short is self._long else self._short.realised)

    @property
    def open_paise(self) -> int:
        return sum(position.open_paise for position in self.positions)

    @property
    def in_use_paise(self) -> int:
        return self._long.in_use + (0 if self._short is self._long else self._short.in_use)

    def kept_text(self) -> str:
        """What a restart has to know, with the orders of the newest bars; empty where there is nothing."""
        rows = self._rows
        traded = [[index, *(getattr(each, name) for name in _KEPT)] for index, each in enumerate(self.positions) if each.bought or each.sold]
        ordered = [
            [rows.time_ms[row], rows.symbol[row], rows.signals[row], *self.wanted_terms.get(row, Terms())]
            for row in range(self._decided, self._begun)
            if rows.signals[row]
        ]
        counted = [self._long.realised, self._short.realised, self._entries_today, self._stopped, self._day_start]
        if not traded and not ordered and not any(counted):
            return ""
        return json.dumps({"traded": traded, "ordered": ordered, "counted": counted}, separators=(",", ":"))

    def restore(self, kept: Mapping[str, Any], newest: int) -> None:
        """As it was after the row before `newest`; what follows is processed as ever."""
        rows = self._rows
        self.follow_to(newest)
        for index, *values in kept["traded"]:
            position: Position = self.positions[int(index)]
            for name, value in zip(_KEPT, values):
                setattr(position, name, value)
            if position.side:
                self._pot(position.side).in_use += (position.quantity + position.exited) * position.entry_paise
        self._long.realised, self._short.realised, self._entries_today, self._stopped, self._day_start = kept["counted"]
        for time_ms, symbol, bits, *terms in kept["ordered"]:
            for row in range(self._decided, newest):
                if rows.time_ms[row] == time_ms and rows.symbol[row] == symbol:
                    rows.signals[row] = bits
                    self.wanted_terms[row] = Terms(*terms)

    def skip_to(self, row: int) -> None:
        """Skips rows before this one, which are history without trades."""
        self._begun = self._decided = row

    def close_by_hand(self, row: int, symbols: Sequence[int]) -> None:
        """Closes these symbols at the end of the instant that starts at this row, where they are held."""
        if symbols:
            self._by_hand[row] = symbols

    def follow_to(self, end: int) -> None:
        """Processes everything up to the fills of the instant before row `end`, but not its decisions."""
        rows = self._rows
        while self._begun < end:
            while self._decided < self._begun:
                self._decide(self._decided)
                self._decided += 1
            first = self._begun
            last = rows.instant_end(first)
            for row in range(first, last):
                if not rows.phase[row] & SILENT:
                    self._begin(row)
            for row in range(first, last):
                self.positions[rows.symbol[row]].last_paise = rows.close[row]
            self._begun = last
            for index in self._by_hand.pop(first, ()):
                self._close_by_hand(index, last - 1)
            self._close_instant()

    def _begin(self, row: int) -> None:
        rows = self._rows
        phase = rows.phase[row]
        if phase & NEW_DAY:
            self._entries_today = 0
            self._stopped = ""
            self._day_start = self.realised_paise + self.open_paise
        index = rows.symbol[row]
        position = self.positions[index]
        if phase & FIRST_OF_SYMBOL:
            position.previous_close = position.last_paise
        is_late = bool(phase & (SQUARE_OFF | FIRST_OF_SYMBOL))
        room = self._room(index, row)
        if position.side:
            reason = position.wanted_exit or ("SQUARE_OFF" if is_late else "")
            if reason:
                price = self._slip(-position.side, rows.open[row], index, row)
                room -= self._leave(index, price, reason, row, room)
            elif position.wanted_part:
                room -= self._leave_in_part(index, row, room)
        is_inside = False
        if position.wanted_side:
            self._pot(position.wanted_side).in_use -= position.wanted_value
            entered, is_inside = (0, False) if is_late else self._enter(index, row, room)
            room -= entered
            if position.wanted_terms.limit and not entered:
                self._cancel(index, row)
            position.wanted_side = 0
        if position.side and not position.wanted_exit:
            self._protect(index, row, room, is_inside)

    def _room(self, index: int, row: int) -> float:
        """Shares in whole lots that orders may take from this minute."""
        if self._most_volume is None:
            return math.inf
        shares = math.floor((self._rows.volume[row] * self._most_volume) / 100)
        return shares - shares % self._lots[index]

    def _is_locked(self, index: int, side: int, row: int) -> bool:
        """A minute of one price at a band has nobody on the other side."""
        price, before = self._rows.high[row], self.positions[index].previous_close
        if not self._stops_at_circuits or price != self._rows.low[row] or before == 0:
            return False
        step = (price - before) * side * 10_000
        return before * _NEAREST_BAND_BPS <= step <= before * _WIDEST_BAND_BPS

    def _leave(self, index: int, price: int, reason: str, row: int, room: float) -> int:
        """Leaves as much as there is room for; the rest goes on leaving at the next minutes."""
        position = self.positions[index]
        part = 0 if self._is_locked(index, -position.side, row) else int(min(room, position.quantity))
        if part == position.quantity:
            self._close(index, price, reason, row)
        else:
            self._exit_part(index, part, price, reason, row)
            position.wanted_exit = reason
        return part

    def _leave_in_part(self, index: int, row: int, room: float) -> int:
        """A part is an order of its own, over with its last share."""
        position = self.positions[index]
        price = self._slip(-position.side, self._rows.open[row], index, row)
        if position.wanted_part >= position.quantity:
            return self._leave(index, price, "SIGNAL", row, room)
        part = 0 if self._is_locked(index, -position.side, row) else int(min(room, position.wanted_part))
        self._exit_part(index, part, price, "SIGNAL", row)
        position.wanted_part -= part
        if not position.wanted_part:
            self._book(position, position.exited * position.entry_paise)
        return part

    def _exit_part(self, index: int, part: int, price: int, reason: str, row: int) -> None:
        position = self.positions[index]
        if part > 0:
            self._note(index, -position.side, part, price, reason, row)
        position.quantity -= part
        position.exited += part
        position.exited_value += part * price

    def _enter(self, index: int, row: int, room: float) -> "tuple[int, bool]":
        """The shares that it took, and whether a limit was reached within the minute."""
        position = self.positions[index]
        side = position.wanted_side
        quantity = int(min(position.wanted_quantity, room))
        if quantity == 0 or position.side or self._is_locked(index, side, row):
            return 0, False
        price = self._slip(side, self._rows.open[row], index, row)
        is_inside = False
        if position.wanted_terms.limit:
            level = _on_tick(-side, position.wanted_terms.limit, self._ticks[index])
            if not self._is_limit_reached(position, level, row):
                return 0, False
            is_inside = (level - self._rows.open[row]) * side < self._beyond
            price = level if is_inside else side * min(side * price, side * level)
        self._pot(side).in_use += quantity * price
        position.side, position.quantity, position.entry_paise, position.last_paise = side, quantity, price, price
        tick = self._ticks[index]
        stop, target = self._limits.get("stop_loss_bps"), self._limits.get("target_bps")
        never_stop, never_target = (0.0, math.inf) if side == 1 else (math.inf, 0.0)
        position.stop_paise = never_stop if stop is None else _level(-side, price, stop, tick)
        position.target_paise = never_target if target is None else _level(side, price, target, tick)
        named = position.wanted_terms
        # The nearer of what the order named and what the settings say.
        if named.stop:
            position.stop_paise = side * max(side * position.stop_paise, side * _on_tick(-side, named.stop, tick))
        if named.target:
            position.target_paise = side * min(side * position.target_paise, side * _on_tick(side, named.target, tick))
        self._note(index, side, quantity, price, "ENTRY", row)
        return quantity, is_inside

    def _cancel(self, index: int, row: int) -> None:
        """An order with a limit counts once it has filled."""
        position, rows = self.positions[index], self._rows
        if not rows.phase[row] & FIRST_OF_SYMBOL:
            self._entries_today -= 1
        side = "BUY" if position.wanted_side == 1 else "SELL"
        order = (rows.symbols[index], side, position.wanted_quantity, position.wanted_terms.limit)
        self.cancelled.append(Cancelled(*order, rows.time_ms[row]))

    def _is_limit_reached(self, position: Position, level: int, row: int) -> bool:
        side, rows = position.wanted_side, self._rows
        if rows.time_ms[row] >= position.wanted_until or (side == 1 and level > position.wanted_terms.limit):
            return False
        best = rows.low[row] if side == 1 else rows.high[row]
        return (level - best) * side >= self._beyond

    def _protect(self, index: int, row: int, room: float, is_inside: bool) -> None:
        rows, position = self._rows, self.positions[index]
        at_open, high, low = rows.open[row], rows.high[row], rows.low[row]
        side, stop, target = position.side, position.stop_paise, position.target_paise
        if is_inside:
            # Of a minute in which a limit was reached only the way to its worst price is known.
            at_open = position.entry_paise
            high, low = (at_open, low) if side == 1 else (high, at_open)
        if (at_open - target) * side >= self._beyond:
            self._take_target(index, _on_tick(-side, at_open, self._ticks[index]), row, room)
        elif (low if side == 1 else high) * side <= stop * side:
            worse = min(at_open, stop) if side == 1 else max(at_open, stop)
            self._leave(index, self._slip(-side, int(worse), index, row), "STOP_LOSS", row, room)
        elif ((high if side == 1 else low) - target) * side >= self._beyond:
            self._take_target(index, _on_tick(-side, target, self._ticks[index]), row, room)

    def _take_target(self, index: int, price: int, row: int, room: float) -> None:
        """A target that fills in part stays where it is."""
        position = self.positions[index]
        part = 0 if self._is_locked(index, -position.side, row) else int(min(room, position.quantity))
        if part == position.quantity:
            self._close(index, price, "TARGET", row)
        else:
            self._exit_part(index, part, price, "TARGET", row)

    def _close(self, index: int, price: int, reason: str, row: int) -> None:
        position = self.positions[index]
        entry_value = (position.quantity + position.exited) * position.entry_paise
        self._exit_part(index, position.quantity, price, reason, row)
        self._book(position, entry_value)
        position.side = position.wanted_part = 0
        position.wanted_exit = ""

    def _book(self, position: Position, cost: int) -> None:
        """What has left is a round trip."""
        pot = self._pot(position.side)
        pot.in_use -= cost
        pot.realised += position.side * (position.exited_value - cost)
        position.exited = position.exited_value = 0

    def _close_by_hand(self, index: int, row: int) -> None:
        position = self.positions[index]
        if position.side:
            self._close(index, position.last_paise, "STOPPED", row)
            self.closed_by_hand.append(self._rows.symbols[index])

    def _close_instant(self) -> None:
        if self._stopped:
            return
        self._stopped = self._limit_reached()
        if self._stopped:
            for position in self.positions:
                if position.side:
                    position.wanted_exit = position.wanted_exit or self._stopped

    def _limit_reached(self) -> str:
        net = self.realised_paise + self.open_paise - self._day_start
        most_loss, most_profit = self._limits.get("max_loss_per_day_paise"), self._limits.get("max_profit_per_day_paise")
        if most_loss is not None and net <= -most_loss:
            return "DAILY_LOSS"
        return "DAILY_PROFIT" if most_profit is not None and net >= most_profit else ""

    def _decide(self, row: int) -> None:
        signal = self._rows.signals[row]
        if not signal:
            return
        terms = self.wanted_terms.pop(row, Terms())
        position = self.positions[self._rows.symbol[row]]
        exits, reversal = (EXIT_LONG, ENTER_SHORT) if position.side == 1 else (EXIT_SHORT, ENTER_LONG)
        if position.side and signal & reversal:
            position.wanted_exit = position.wanted_exit or "SIGNAL"
        elif position.side and signal & exits:
            self._decide_exit(row, position, terms)
        wanted = 1 if signal & ENTER_LONG else -1 if signal & ENTER_SHORT else 0
        if wanted and wanted != position.side:
            self._want(row, wanted, Terms() if terms.part_of else terms)

    def _decide_exit(self, row: int, position: Position, terms: Terms) -> None:
        """Parts add up: what has not left yet goes on leaving."""
        lot = self._lots[self._rows.symbol[row]]
        leaving = position.quantity
        if terms.part_of:
            shares = position.quantity * terms.quantity // terms.part_of
            leaving = position.wanted_part + (shares if shares >= position.quantity else shares - shares % lot)
        if leaving >= position.quantity:
            position.wanted_exit = position.wanted_exit or "SIGNAL"
        else:
            position.wanted_part = leaving

    def _want(self, row: int, side: int, terms: Terms) -> None:
        rows = self._rows
        index = rows.symbol[row]
        position = self.positions[index]
        if not rows.phase[row] & MAY_ENTER or self._stopped or self._limit_reached():
            return
        if self._entries_today >= (self._limits.get("max_entries_per_day") or 0):
            return
        pot = self._pot(side)
        price = rows.close[row]
        held = (position.quantity + position.exited) * position.entry_paise
        returns = held if position.side and self._pot(position.side) is pot else 0
        free = pot.capital + pot.realised - pot.in_use + returns
        most = self._limits.get("max_quantity") or 0
        # It pays no more than its limit, and a short sold above the close is worth more than it.
        price = max(price, terms.limit)
        wanted = min(pot.per_symbol // price, terms.quantity or most)
        quantity = min(wanted, max(free, 0) // price, most)
        quantity -= quantity % self._lots[index]
        if quantity <= 0:
            return
        position.wanted_side, position.wanted_quantity = side, quantity
        position.wanted_value = quantity * price
        position.wanted_terms, position.wanted_until = terms, rows.time_ms[row] + 2 * _MINUTE_MS
        pot.in_use += position.wanted_value
        self._entries_today += 1

    def _pot(self, side: int) -> Pot:
        return self._long if side == 1 else self._short

    def _slip(self, side: int, price: int, index: int, row: int) -> int:
        by_range = ((self._rows.high[row] - self._rows.low[row]) * self._range_slippage) / 100
        slipped = (price * (10_000 + side * self._slippage)) / 10_000 + side * by_range
        return _on_tick(side, slipped, self._ticks[index])

    def _note(self, index: int, side: int, quantity: int, price: int, reason: str, row: int) -> None:
        position = self.positions[index]
        if side == 1:
            position.bought += quantity
            position.bought_value += quantity * price
        else:
            position.sold += quantity
            position.sold_value += quantity * price
        name = "BUY" if side == 1 else "SELL"
        symbol = self._rows.symbols[index]
        self.fills.append(Fill(symbol, name, quantity, price, reason, self._rows.time_ms[row]))


def _pot(amount: int, capital: Mapping[str, int], count: int) -> Pot:
    return Pot(amount, capital.get("per_symbol_paise") or amount // count)


def _level(side: int, price: int, bps: float, tick: int) -> int:
    return _on_tick(side, (price * (10_000 + side * bps)) / 10_000, tick)


def _on_tick(side: int, price: float, tick: int) -> int:
    """The next worse tick for a buyer (1) or a seller (-1)."""
    if side == 1:
        return math.ceil(price / tick) * tick
    return max(math.floor(price / tick) * tick, tick)
