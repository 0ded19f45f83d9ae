"""The `bot` argument of `on_start`, `on_bar`, `on_fill` and `on_stop`."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Callable, Dict, List, Mapping, Optional

from bot_runtime.bar import Bar
from bot_runtime.frames import frame_of, newest_bars
from bot_runtime.kept import State
from bot_runtime.model_account import Position
from bot_runtime.strategy_context import MINUTE_MS, StrategyContext
from bot_runtime.order_words import OrderWords, check_quantity, terms_of
from bot_runtime.signals import ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT, Terms

# Means the newest row, so that the fast loop need not set the row for each of a million bars.
NEWEST = -1

_MINUTES = {"1m": 1, "3m": 3, "5m": 5, "10m": 10, "15m": 15, "30m": 30, "1h": 60, "1d": 1440}
_SIDES = {None: EXIT_LONG | EXIT_SHORT, "long": EXIT_LONG, "short": EXIT_SHORT}


class Bot:
    """Orders are signals at the bar close; every account sizes and checks them by its own limits."""

    def __init__(self, context: StrategyContext, warn: Callable[[str, str], None]) -> None:
        self._context = context
        self._warn = warn
        self._state = State()
        self.bits = 0
        self.row = 0

    @property
    def parameters(self) -> Mapping[str, Any]:
        """The numbers and switches of the bot's settings, by name: bot.parameters["ema_period"]."""
        return self._context.parameters

    @property
    def state(self) -> Dict[str, Any]:
        """A dictionary of your own that survives a restart of the engine: what JSON holds, at most 16,000 bytes."""
        return self._state

    @state.setter
    def state(self, values: Mapping[str, Any]) -> None:
        self._state.clear()
        self._state.update(values)

    @property
    def symbols(self) -> List[str]:
        """The symbols that this bot trades, such as "SBIN-EQ"."""
        return [str(each["symbol"]) for each in self._context.instruments]

    @property
    def now(self) -> datetime:
        """The engine's clock, India time: the close of the newest bar."""
        return self._context.now()

    def buy(
        self,
        symbol: Optional[str] = None,
        quantity: Optional[int] = None,
        *,
        limit: Optional[float] = None,
        stop: Optional[float] = None,
        target: Optional[float] = None,
    ) -> None:
        """Enter long (a short is closed first). Prices in rupees: `limit` is the most it pays, in the next minute or not at
        all; `stop` and `target` close the position, besides those of the bot's settings."""
        if symbol is None and quantity is None and limit is None and stop is None and target is None:
            self.bits |= ENTER_LONG
            self._note(ENTER_LONG)
        else:
            self._enter("buy", symbol, OrderWords(quantity, limit, stop, target))

    def sell(
        self,
        symbol: Optional[str] = None,
        quantity: Optional[int] = None,
        *,
        limit: Optional[float] = None,
        stop: Optional[float] = None,
        target: Optional[float] = None,
    ) -> None:
        """Enter short (a long is closed first), with the same words; `limit` is the least it sells for."""
        if symbol is None and quantity is None and limit is None and stop is None and target is None:
            self.bits |= ENTER_SHORT
            self._note(ENTER_SHORT)
        else:
            self._enter("sell", symbol, OrderWords(quantity, limit, stop, target))

    def exit(self, side: Optional[str] = None, symbol: Optional[str] = None, quantity: Optional[int] = None) -> None:
        """Close the position: "long", "short" or either. With a `quantity` so many shares of it leave, and the others stay
        with their stop and target."""
        if side not in _SIDES:
            raise ValueError('side is "long", "short" or left out')
        bits = _SIDES[side]
        if quantity is not None:
            return self._exit_part(symbol, bits, quantity)
        # Beside named orders of this bar it may close what only a part of was to leave.
        if symbol is None and not self._context.terms:
            self.bits |= bits
            self._note(bits)
        else:
            self._signal(symbol, bits)

    def position(self, symbol: Optional[str] = None) -> Position:
        """The model account's position: side 1, -1 or 0, quantity, entry_paise."""
        return self._context.account_now().positions[self._context.index_of(symbol, self.row)]

    def history(self, count: int, symbol: Optional[str] = None) -> List[Bar]:
        """The last closed bars of a symbol, oldest first."""
        return self._context.last_bars(self._context.index_of(symbol, self.row), count)

    def frame(self, symbol: Optional[str] = None, interval: Optional[str] = None, count: int = 500) -> Any:
        """The last closed bars of a symbol as a pandas frame: open, high, low, close (rupees) and volume by the start of
        each bar. `interval` is the bot's own, or "1m", "3m", "5m", "10m", "15m", "30m", "1h" or "1d"."""
        context = self._context
        own_ms = MINUTE_MS if context.interval_bars is None else context.interval_bars.bar_ms
        if interval is not None and interval not in _MINUTES:
            raise ValueError(f"interval is one of {', '.join(_MINUTES)}")
        if count < 1:
            raise ValueError("count is a whole number above 0")
        bar_ms = own_ms if interval is None else _MINUTES[interval] * MINUTE_MS
        index = context.index_of(symbol, self.row)
        return frame_of(newest_bars(context.rows, index, bar_ms, context.seen, count, None if bar_ms == own_ms else context.now_ms))

    def _compare(self, verb: str, symbol: Optional[str], quantity: int, against: int) -> None:
        """Warns of a quantity that looks like closing a position, while it enters the other side."""
        position = self.position(symbol)
        if position.side == against:
            side, other = ("long", "short") if against == 1 else ("short", "long")
            self._warn(
                verb,
                f"bot.{verb}(quantity={quantity}) closes the {side} position of {position.quantity} and then enters {quantity} "
                f"{other}. To close it alone use bot.exit().",
            )

    def plot(self, name: str, value: Optional[float], *, pane: Optional[str] = None) -> None:
        """Draw a line of this name over the bars of this symbol; None draws no point. A value that is near the prices stands
        over the candles, another one in a pane below. `pane="price"` says so, any other name is that of a pane below."""
        context = self._context
        context.plots.add(context.seen - 1 if self.row < 0 else self.row, name, value, pane)

    def log(self, *words: object) -> None:
        """The same as print."""
        print(*words)

    def _exit_part(self, symbol: Optional[str], bits: int, quantity: int) -> None:
        """Of what the model account holds, so that every account leaves with the same part of its own."""
        check_quantity(quantity)
        position = self.position(symbol)
        own = bits & (EXIT_LONG if position.side == 1 else EXIT_SHORT)
        if position.side and own and not self.bits & own:
            part = Terms(quantity, part_of=position.quantity) if quantity < position.quantity else Terms()
            self._signal(symbol, own, part)

    def _enter(self, verb: str, symbol: Optional[str], words: OrderWords) -> None:
        side, bits = (1, ENTER_LONG) if verb == "buy" else (-1, ENTER_SHORT)
        context = self._context
        row = context.newest_row(context.index_of(symbol, self.row))
        terms = terms_of(words, side, 0 if row is None else context.rows.close[row])
        if terms.quantity:
            self._compare(verb, symbol, terms.quantity, -side)
        self._signal(symbol, bits, terms)

    def _signal(self, symbol: Optional[str], bits: int, terms: Terms = Terms()) -> None:
        self._context.signal(self.row, symbol, bits, terms)
        self._note(bits, symbol, terms.quantity or None)

    def _note(self, bits: int, symbol: Optional[str] = None, quantity: Optional[int] = None) -> None:
        self._context.note_order(self.row, symbol, bits, quantity)
