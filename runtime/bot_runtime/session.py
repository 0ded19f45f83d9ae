"""One script's session. The engine sends bars in chunks; the script runs until it needs more."""

from __future__ import annotations

import random
import signal
import sys
from array import array
from types import FrameType
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Set, Tuple

from bot_runtime.author_files import AuthorFiles, place_frame, words_of
from bot_runtime.bar import Bar
from bot_runtime.bot import NEWEST, Bot
from bot_runtime.find_problems import find_problems
from bot_runtime.frame_rows import BEFORE, FrameRows, rows_of_bars
from bot_runtime.interval_bars import IntervalBars
from bot_runtime.kept import Kept, state_text
from bot_runtime.libraries import seed_libraries
from bot_runtime.notes import Notes
from bot_runtime.output import Output
from bot_runtime.parameters import use_values
from bot_runtime.strategy_context import MINUTE_MS, StrategyContext
from bot_runtime.rows import read_candles
from bot_runtime.signals import pack_orders
from bot_runtime.read_script import Failure, Script, failure_of, read_script
from bot_runtime.virtual_time import install_virtual_time
from bot_runtime.whole_history import Decided, WholeHistory
from bot_runtime.wire import Wire, WireClosed

_MOST_WAKINGS_AFTER_END = 100
_NEVER = 1 << 60
_MOST_WARNINGS = 20
_CLOSED_BY_HAND = "closed by its owner, the operator or the broker. No account holds it, and neither does this one now."


class MarketEnded(BaseException):
    """No more bars. Not an Exception, so that a script that catches every error still ends."""


class TimeSpent(BaseException):
    """The processor time is used up. Not an Exception, so that a loop that catches every error still ends."""


class EngineClock(NamedTuple):
    """One cell with the engine's time in milliseconds."""

    cell: "array[float]"
    # Whether the kernel's time functions in this process read the cell.
    is_native: bool


class _Earlier(NamedTuple):
    """Candles that the engine gave, and the range that was asked for."""

    from_ms: float
    until_ms: float
    bars: List[Bar]


class Session:
    def __init__(self, wire: Wire, output: Output, load: Dict[str, Any], clock: EngineClock) -> None:
        self._wire = wire
        self._output = output
        self._files = AuthorFiles(str(load["filename"]), str(load["code"]), load.get("files", ()))
        self.context = StrategyContext(load, clock.cell, self.warn)
        self.bot = Bot(self.context, self.warn)
        self._script: Optional[Script] = None
        # The engine only wants to know how the script is made; nothing of it runs.
        self._is_declaration_only = bool(load.get("only_declaration"))
        self._chunk_first = 0
        self._is_open = False
        self._is_over = False
        self._is_ready = False
        self._wakings_after_end = 0
        self._told_fills = 0
        self._told_cancelled = 0
        self._on_cancel: Optional[Callable[[Bot, Any], None]] = None
        self._earlier: Dict[Tuple[str, int], _Earlier] = {}
        # Called at every instant before the script, for pending orders of the SmartApi stand-in.
        self.on_instant: Callable[[], None] = lambda: None
        # The order book of the SmartApi stand-in, once there is one.
        self.gateway: Any = None
        # Tells the engine the line at which it is stopped, also out of C code.
        self.trace_overtime: Callable[[], None] = lambda: None
        self._names: Dict[str, Any] = {}
        self._is_telling = False
        self._warned: Set[Tuple[str, str]] = set()
        self._is_live = bool(load.get("is_live"))
        self._kept = Kept(self.context, self.bot.state)
        # What was kept of the process before this one, until the first bar that it trades.
        self._to_restore: Optional[Dict[str, Any]] = load.get("kept")
        self._history: Optional[WholeHistory] = None
        self._is_problems_only = bool(load.get("only_problems", False))
        self._cpu_s = int(load["cpu_s"])
        # The bars that the gate found to be enough for a script of whole histories.
        self._window = int(load.get("window") or 0)
        if load.get("notes", False):
            self.context.notes = output.notes = Notes(self._files, lambda: self.context.now_ms, self._send_notes)
        if load.get("stamps", False):
            output.stamp = lambda: self.context.now().strftime("%d %b %H:%M")
        random.seed(int(load["seed"]))
        seed_libraries(int(load["seed"]))
        # Those that a script may import where it runs, though they are not here where it is read.
        self._modules: List[str] = list(load.get("modules", ()))
        install_virtual_time(lambda: self.context.now_ms, self.sleep_until, clock.is_native)

    def run(self) -> None:
        if self._is_problems_only:
            return self._tell_problems()
        script = read_script(self._files, self._modules)
        if isinstance(script, Failure):
            return self._fail(script)
        self._script = script
        if self._is_declaration_only:
            return self._ready(script)
        # Raised in the script's own line, so that an endless loop is reported with it; the engine still ends a script
        # that survives this.
        signal.signal(signal.SIGXCPU, self._end_time)
        self.trace_overtime()
        try:
            script.modules.install()
            use_values(script.parameters, self.context.parameters)
            if script.style == "events":
                self._run_events(script)
            elif script.style == "frame":
                self._run_frames(script)
            else:
                self._run_loop(script)
        except MarketEnded:
            pass
        except SystemExit as error:
            code = error.code if error.code is not None else ""
            line = failure_of(error, self._files).line
            words = f"The script left with exit({code})" + (f" ({words_of(line)})" if line else "")
            # An exit code other than 0 tells of a failure, as everywhere.
            if not self._is_ready or code not in ("", 0):
                return self._fail(Failure("runtime", f"{words}.", line))
            self._note_end(f"{words}: it decides nothing any more.", line)
            print(f"{words}.")
        except TimeSpent as error:
            sys.settrace(None)
            line = failure_of(error, self._files).line
            where = f" in {words_of(line)}" if line else ""
            words = f"The script used up its processor time ({self._cpu_s} s){where}: "
            return self._fail(Failure("budget", f"{words}a loop that never ends, or too much work.", line))
        except WireClosed:
            return
        except BaseException as error:  # noqa: BLE001 - any error of the script is reported to the admin
            return self._fail(failure_of(error, self._files))
        try:
            self._answer_rest()
        except ValueError as error:
            self._fail(failure_of(error, self._files))

    def _end_time(self, _signal: int, frame: Optional[FrameType]) -> None:
        """Raised in the script's own line, and once more where it catches that."""
        sys.settrace(_trace_nothing)
        while frame is not None:
            if frame.f_code.co_filename in self._files.texts:
                frame.f_trace = _raise_again
            frame = frame.f_back
        raise TimeSpent

    def _run_events(self, script: Script) -> None:
        names: Dict[str, Any] = {"__name__": "bot", "__file__": script.filename}
        exec(script.code, names)
        _call(names, "on_start", self.bot)
        self._ready(script)
        on_bar = names["on_bar"]
        on_fill = names.get("on_fill")
        # An order of SmartConnect stays open in its book, where it is looked for.
        self._on_cancel = None if script.places_orders else names.get("on_cancel")
        is_told = on_fill is not None or self._on_cancel is not None
        while self._next_chunk():
            if not is_told and len(self.context.rows.symbols) == 1 and not script.places_orders:
                self._run_rows(on_bar)
            else:
                self._run_instants(on_bar, on_fill)
            self._answer()
        _call(names, "on_stop", self.bot)

    def _run_frames(self, script: Script) -> None:
        """The engine gives the past first, then asks about all of it, or goes on minute by minute."""
        names: Dict[str, Any] = {"__name__": "bot", "__file__": script.filename}
        exec(script.code, names)
        _call(names, "on_start", self.bot)
        history = self._history = WholeHistory(script, self.context, names)
        self._ready(script, history.window)
        rows = self.context.rows
        while True:
            header, blob = self._wire.read()
            if header["kind"] == "compute":
                if header["parameters"] is not None:
                    history.use(header["parameters"])
                decided = history.decide(int(header["until"]), int(header["window"]))
            elif header["kind"] == "bars":
                first = len(rows)
                rows.add(int(header["count"]), blob, header["sessions"])
                if header["use"] == "stored":
                    continue
                is_live = header["use"] == "trade"
                window = self._window or history.window or 0
                decided = history.decide_newest(first, len(rows), window) if is_live else Decided(bytearray(len(rows) - first))
            elif header["kind"] == "plots":
                self._answer_plots(blob)
                continue
            elif header["kind"] == "rows":
                self._wire.write({"kind": "rows", "rows": history.rows_at(int(header["row"]))})
                continue
            else:
                self._is_over = True
                break
            self._output.send()
            answer = {"kind": "signals", "orders": decided.order_count, "plots": len(self.context.plots)}
            self._wire.write(answer, decided.bits + decided.orders)
        _call(names, "on_stop", self.bot)

    def _run_rows(self, on_bar: Callable[[Bot, Any], None]) -> None:
        """The fast loop for one symbol without on_fill."""
        context, bot, rows, clock = self.context, self.bot, self.context.rows, self.context.clock
        row = self._chunk_first
        signals = rows.signals if row >= context.first_traded else bytearray(len(rows))
        context.advance_to(row)
        bot.row = NEWEST
        if context.interval_bars is not None:
            return self._run_closed(on_bar, context.interval_bars, signals)
        for bar in rows.bars(row, len(rows)):
            row += 1
            context.seen = row
            clock[0] = bar[1] + MINUTE_MS
            on_bar(bot, bar)
            if bot.bits:
                signals[row - 1] |= bot.bits
                bot.bits = 0

    def _run_closed(self, on_bar: Callable[[Bot, Any], None], bars: IntervalBars, signals: bytearray) -> None:
        """The same for bars of several minutes; a signal is set at the last minute of its bar."""
        context, bot = self.context, self.bot
        for row, bar in bars.closed_in(self._chunk_first, len(context.rows)):
            context.advance_to(row + 1)
            on_bar(bot, bar)
            if bot.bits:
                signals[row] |= bot.bits
                bot.bits = 0
        context.advance_to(len(context.rows))

    def _run_instants(self, on_bar: Callable[[Bot, Any], None], on_fill: Optional[Callable[[Bot, Any], None]]) -> None:
        context, bot, rows = self.context, self.bot, self.context.rows
        first = self._chunk_first
        signals = rows.signals if first >= context.first_traded else bytearray(len(rows))
        while first < len(rows):
            end = rows.instant_end(first)
            context.advance_to(end)
            context.deliver_deferred(first, end)
            bot.row = first
            self.on_instant()
            if on_fill is not None:
                self._tell_fills(on_fill)
            if self._on_cancel is not None:
                self._tell_cancelled(self._on_cancel)
            for row, bar in self._closed_at(first, end):
                bot.row = row
                on_bar(bot, bar)
                if bot.bits:
                    signals[row] |= bot.bits
                    bot.bits = 0
            first = end

    def _closed_at(self, first: int, end: int) -> Iterator[Tuple[int, Bar]]:
        """The bars that end at this instant, each with its row."""
        bars, rows = self.context.interval_bars, self.context.rows
        if bars is None:
            return enumerate(rows.bars(first, end), first)
        return ((row, bar) for row in range(first, end) for bar in bars.fold(row))

    def _tell_fills(self, on_fill: Callable[[Bot, Any], None]) -> None:
        fills = self.context.account_now().fills
        while self._told_fills < len(fills):
            fill = fills[self._told_fills]
            self._told_fills += 1
            if self.gateway is not None:
                self.gateway.forget_belief()
            on_fill(self.bot, fill)
            self._signal_for(fill.symbol)

    def _tell_cancelled(self, on_cancel: Callable[[Bot, Any], None]) -> None:
        cancelled = self.context.account_now().cancelled
        while self._told_cancelled < len(cancelled):
            order = cancelled[self._told_cancelled]
            self._told_cancelled += 1
            on_cancel(self.bot, order)
            self._signal_for(order.symbol)

    def _signal_for(self, symbol: str) -> None:
        """What a callback ordered without naming a symbol."""
        if self.bot.bits:
            self.context.signal(self.bot.row, symbol, self.bot.bits)
            self.bot.bits = 0

    def _run_loop(self, script: Script) -> None:
        self._ready(script)
        if not self._next_chunk():
            return
        self._next_instant()
        self._names.update({"__name__": "__main__", "__file__": script.filename})
        exec(script.code, self._names)
        self._note_end("The script came to its end: it has neither on_bar nor a loop that goes on.", None)

    def _tell_loop(self) -> None:
        """A loop that defines on_fill is told of fills while it sleeps; what on_fill itself waits for is told later."""
        on_fill = self._names.get("on_fill")
        if on_fill is None or self._is_telling:
            return
        self._is_telling = True
        self.bot.row = NEWEST
        try:
            self._tell_fills(on_fill)
        finally:
            self._is_telling = False

    def warn(self, kind: str, text: str) -> None:
        """Tells the author once for each line and kind."""
        line = self._files.line_now()
        key = (kind, words_of(line))
        if key in self._warned or len(self._warned) >= _MOST_WARNINGS:
            return
        self._warned.add(key)
        self._output.send()
        self._wire.write({"kind": "warning", "text": text, **place_frame(line), "time_ms": self.context.now_ms})

    def sleep_until(self, target_ms: float) -> None:
        """Sleeping has no effect in a script with callbacks, because the next bar calls it."""
        if self._script is None or self._script.style != "loop":
            return
        self._next_instant()
        while self.context.now_ms < target_ms:
            self._next_instant()

    def earlier_candles(self, token: str, minutes: int, span: Tuple[float, float]) -> Optional[List[Bar]]:
        """Candles from before the first row, which only the engine knows; None if it could not read them."""
        from_ms, until_ms = span
        asked = self._earlier.get((token, minutes))
        # Scripts ask for nearly the same every minute.
        if asked is None or not asked.from_ms <= from_ms <= until_ms <= asked.until_ms:
            asked = self._ask_for_candles(token, minutes, span)
            if asked is None:
                return None
            self._earlier[(token, minutes)] = asked
        return [bar for bar in asked.bars if from_ms <= bar.time_ms < until_ms]

    def _ask_for_candles(self, token: str, minutes: int, span: Tuple[float, float]) -> "Optional[_Earlier]":
        if self._is_over:
            return None
        self._output.send()
        wanted = {"token": token, "minutes": minutes, "from_ms": span[0], "until_ms": span[1]}
        self._wire.write({"kind": "candles", **wanted})
        header, blob = self._wire.read()
        if header["kind"] != "candles":
            raise WireClosed
        if header["problem"] is not None:
            return None
        return _Earlier(*span, read_candles(token, int(header["count"]), blob))

    def spend_call(self) -> None:
        if self.context.spend_call() and self._script is not None and self._script.style == "loop":
            self._next_instant()

    def _next_instant(self) -> None:
        context, rows = self.context, self.context.rows
        while context.seen >= len(rows):
            if self._is_open:
                self._answer()
            if not self._next_chunk():
                self._wakings_after_end += 1
                if self._wakings_after_end > _MOST_WAKINGS_AFTER_END:
                    raise WireClosed
                raise MarketEnded
        first = context.seen
        end = rows.instant_end(first)
        context.advance_to(end)
        context.deliver_deferred(first, end)
        self.on_instant()
        self._tell_loop()

    def _next_chunk(self) -> bool:
        """Returns False when the engine stops the script."""
        context = self.context
        while not self._is_over:
            header, blob = self._wire.read()
            if header["kind"] == "plots":
                self._answer_plots(blob)
                continue
            if header["kind"] != "bars":
                self._is_over = True
                break
            first = len(context.rows)
            context.rows.add(int(header["count"]), blob, header["sessions"])
            if header["use"] == "trade" and self._to_restore is not None:
                self._kept.restore(self._to_restore, first)
                self._to_restore = None
            for index in header.get("ignored", ()):
                context.ignore_orders(int(index), first)
            context.account.close_by_hand(first, header.get("closed", ()))
            is_event = self._script is not None and self._script.style == "events"
            if header["use"] == "trade" or (header["use"] == "warm" and is_event):
                self._chunk_first = first
                self._is_open = True
                # During warm-up a bot sees bars, but its orders are ignored.
                context.first_traded = first if header["use"] == "trade" else _NEVER
                return True
            context.advance_to(len(context.rows))
            context.account.skip_to(len(context.rows))
            self._wire.write({"kind": "signals", "orders": 0, "plots": 0}, bytes(int(header["count"])))
        return False

    def _answer(self) -> None:
        kept = self._keep()
        self._output.send()
        context, first = self.context, self._chunk_first
        terms = {row - first: named for row, named in context.terms.items() if row >= first}
        context.terms.clear()
        self._is_open = False
        answer = {"kind": "signals", "orders": len(terms), "plots": len(context.plots), **kept}
        self._wire.write(answer, bytes(context.rows.signals[first:]) + pack_orders(terms))

    def _keep(self) -> Dict[str, str]:
        """What a restart would have to know. A backtest only looks whether it could be kept."""
        account = self.context.account
        if not self._is_live or self.context.first_traded == _NEVER:
            state_text(self.bot.state)
            return {}
        changes = self._kept.changes()
        for symbol in account.closed_by_hand:
            print(f"{symbol}: {_CLOSED_BY_HAND}")
        account.closed_by_hand.clear()
        return changes

    def _answer_plots(self, blob: bytes) -> None:
        wanted = array("I")
        wanted.frombytes(blob)
        series, values = self.context.plots.at(wanted)
        self._wire.write({"kind": "plots", "series": series}, values)

    def _answer_rest(self) -> None:
        """The script has finished; further bars are answered without signals."""
        if self._is_open:
            self._answer()
        while self._next_chunk():
            self._answer()
        self._output.send_end()
        self._wire.write({"kind": "stopped"})

    def _ready(self, script: Script, window: Optional[int] = None) -> None:
        self._output.send()
        self._is_ready = True
        parameters = [each.frame() for each in script.parameters]
        python = sys.version.split()[0]
        self._wire.write({"kind": "ready", "style": script.style, "python": python, "parameters": parameters, "window": window})

    def _tell_problems(self) -> None:
        problems = find_problems(self._files, self._modules)
        self._wire.write({"kind": "read", "problems": [problem.frame() for problem in problems]})

    def _send_notes(self, notes: List[Dict[str, Any]]) -> None:
        self._wire.write({"kind": "notes", "notes": notes})

    def _note_end(self, words: str, line: Optional[int]) -> None:
        if self.context.notes is not None:
            self.context.notes.ended(words, line)

    def _fail(self, failure: Failure) -> None:
        self._output.send_end()
        frame = failure.frame()
        if failure.kind == "runtime" and self._script is not None:
            try:
                frame["rows"] = self._rows_now()
            # What the script left behind may be anything, and its own error counts for more than a table.
            except Exception:  # noqa: BLE001
                pass
        self._wire.write(frame)

    def _rows_now(self) -> Optional[FrameRows]:
        """What the script was looking at."""
        if self._history is not None:
            return self._history.rows_now()
        context = self.context
        if not context.seen:
            return None
        index = context.index_of(None, self.bot.row)
        bars = context.last_bars(index, BEFORE + 1)
        return rows_of_bars(context.rows.symbols[index], bars) if bars else None


def _trace_nothing(_frame: FrameType, _event: str, _argument: Any) -> None:
    """Frames that are entered from now on; those of the script that run already have a function of their own."""


def _raise_again(_frame: FrameType, event: str, _argument: Any) -> Any:
    if event == "line":
        raise TimeSpent
    return _raise_again


def _call(names: Dict[str, Any], name: str, bot: Bot) -> None:
    function = names.get(name)
    if function is not None:
        function(bot)
