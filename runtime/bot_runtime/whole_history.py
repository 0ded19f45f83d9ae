"""Scripts with `signals(frame, parameters)`: called once with a whole history, and live with the newest bars."""

from __future__ import annotations

from bisect import bisect_right
from importlib import import_module
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Tuple

from bot_runtime.frame_prices import joined, read_orders
from bot_runtime.frame_rows import FrameRows, rows_of_frame
from bot_runtime.frames import Columns, WrongFrame, closed_bars, frame_of, last_bars, newest_bars, times_of
from bot_runtime.parameters import use_values
from bot_runtime.read_script import Script
from bot_runtime.signals import ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT
from bot_runtime.strategy_context import MINUTE_MS, StrategyContext

_BITS = {"enter_long": ENTER_LONG, "enter_short": ENTER_SHORT, "exit_long": EXIT_LONG, "exit_short": EXIT_SHORT}
_NAMES = ", ".join(_BITS)
# The bars of each symbol and their times, for as long as the same history is asked about again, as a sweep does.
_Kept = Tuple[Tuple[int, int, int], Columns, Any]


class Decided(NamedTuple):
    """Signal bits of rows, and the orders among them that name prices, as they travel."""

    bits: bytearray
    order_count: int = 0
    orders: bytes = b""


class WholeHistory:
    def __init__(self, script: Script, context: StrategyContext, names: Dict[str, Any]) -> None:
        self._script = script
        self._context = context
        self._names = names
        self._values: Mapping[str, Any] = context.parameters
        self._kept: Dict[int, _Kept] = {}
        # What `signals` was given, while it runs; and what it made, for whoever asks about its rows.
        self._open: Optional[Tuple[str, Columns, Any]] = None
        self._made: Dict[int, Tuple[Columns, Any]] = {}

    @property
    def window(self) -> Optional[int]:
        """The bars that the author says are enough."""
        stated = self._names.get("WINDOW")
        return stated if isinstance(stated, int) and not isinstance(stated, bool) and stated > 0 else None

    def use(self, values: Mapping[str, Any]) -> None:
        """Other parameters: the module runs anew, so that nothing of the run before is left in it."""
        self._values = {**self._context.parameters, **values}
        use_values(self._script.parameters, self._values)
        self._script.modules.forget()
        self._names = {"__name__": "bot", "__file__": self._script.filename}
        exec(self._script.code, self._names)

    def decide(self, end: int, window: int) -> Decided:
        """About all rows before `end`; with a window only its bars are known."""
        found = bytearray(end)
        orders: List[Any] = []
        for index in range(len(self._context.instruments)):
            bars, times = self._bars(index, end, window)
            if len(bars.row):
                made, named = self._mark(found, index, bars, frame_of(bars, times))
                orders.append(named)
                self._context.plots.set_columns(index, bars.row, made, self._panes())
        return Decided(found, *joined(orders))

    def decide_newest(self, first: int, end: int, window: int) -> Decided:
        """Live: about the rows from `first`, over the newest bars of each symbol that has a new one."""
        found = bytearray(end - first)
        orders: List[Any] = []
        for index in range(len(self._context.instruments)):
            bars = newest_bars(self._context.rows, index, self._bar_ms(), end, window or end)
            if not len(bars.row) or bars.row[-1] < first:
                continue
            all_bits = bytearray(end)
            made, named = self._mark(all_bits, index, bars, frame_of(bars))
            named = named[named[:, 0] >= first]
            named[:, 0] -= first
            orders.append(named)
            self._context.plots.add_newest(index, bars.row, made, self._panes())
            for row in bars.row[bars.row >= first]:
                found[row - first] |= all_bits[row]
        return Decided(found, *joined(orders))

    def rows_at(self, row: int) -> Optional[FrameRows]:
        """Around the bar that ends at a row, as it was computed last."""
        index = self._context.rows.symbol[row]
        if index not in self._made:
            return None
        bars, made = self._made[index]
        at = bisect_right(bars.row, row) - 1
        return rows_of_frame(self._context.rows.symbols[index], bars.time_ms, made, max(0, at))

    def rows_now(self) -> Optional[FrameRows]:
        """The newest rows of the frame in which `signals` ended with an error, with the columns it has by then."""
        if self._open is None:
            return None
        symbol, bars, frame = self._open
        return rows_of_frame(symbol, bars.time_ms, frame, len(bars.row) - 1)

    def _bar_ms(self) -> float:
        bars = self._context.interval_bars
        return MINUTE_MS if bars is None else bars.bar_ms

    def _bars(self, index: int, end: int, window: int) -> Tuple[Columns, Any]:
        key = (len(self._context.rows), end, window)
        kept = self._kept.get(index)
        if kept is None or kept[0] != key:
            bars = last_bars(closed_bars(self._context.rows, index, self._bar_ms(), end), window)
            kept = self._kept[index] = (key, bars, times_of(bars))
        return kept[1], kept[2]

    def _panes(self) -> Mapping[str, str]:
        """Where the author wants a column to be drawn: PANES = {"rsi": "momentum"}."""
        stated: Any = self._names.get("PANES") or {}
        return {name: pane for name, pane in stated.items() if isinstance(pane, str)}

    def _mark(self, found: bytearray, index: int, bars: Columns, frame: Any) -> Tuple[Any, Any]:
        """Sets the bits of these bars, and gives back what `signals` returned and the orders with prices in it."""
        numpy: Any = import_module("numpy")

        self._context.advance_to(int(bars.row[-1]) + 1)
        symbol = str(self._context.instruments[index]["symbol"])
        names: Dict[str, Any] = self._names
        signals: Callable[[Any, Mapping[str, Any]], Any] = names["signals"]
        self._open = (symbol, bars, frame)
        made: Any = signals(frame, {**self._values, "symbol": symbol})
        bits = read_signals(made, len(bars.row))
        named = read_orders(made, bits, bars)
        self._open = None
        if self._context.keeps_rows:
            self._made[index] = (bars, made)
        view = numpy.frombuffer(found, dtype="u1")
        # Each bar has a row of its own.
        view[bars.row] |= bits
        return made, named


def read_signals(made: Any, count: int) -> Any:
    """One byte of signal bits for each bar."""
    numpy: Any = import_module("numpy")
    pandas: Any = import_module("pandas")

    if not isinstance(made, pandas.DataFrame):
        raise WrongFrame(f"signals() must return the frame with the columns {_NAMES}, not {type(made).__name__}")
    if len(made) != count:
        raise WrongFrame(
            f"signals() returned {len(made)} rows for {count} bars: keep every row, and fill instead of dropping (dropna)"
        )
    named: List[str] = [name for name in _BITS if name in made.columns]
    if not named:
        raise WrongFrame(f"signals() returned none of the columns {_NAMES}")
    bits = numpy.zeros(count, dtype="u1")
    for name in named:
        bits |= _truth(made[name], name).view("u1") * numpy.uint8(_BITS[name])
    return bits


def _truth(column: Any, name: str) -> Any:
    """True, False, 1, 0 and nothing (NaN, None), as scripts write them."""
    if column.dtype == bool:
        return column.to_numpy()
    try:
        return column.astype("float64").fillna(0.0).to_numpy() != 0
    except (TypeError, ValueError):
        raise WrongFrame(f"The column {name} has other values than True and False: {column.dtype}") from None
