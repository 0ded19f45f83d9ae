"""One bot from its first frame to its last. The engine sends bars in chunks; the script runs until it needs more."""

from __future__ import annotations

import random
import sys
from typing import Any, Callable, Dict, Optional

from bot_runtime.bot import NEWEST, Bot
from bot_runtime.output import Output
from bot_runtime.platform_desk import PlatformDesk
from bot_runtime.read_script import Failure, Script, failure_of, read_script
from bot_runtime.virtual_time import install_virtual_time
from bot_runtime.wire import Wire

_MOST_WAKINGS_AFTER_END = 100
_NEVER = 1 << 60


class MarketEnded(BaseException):
    """No more bars. Not an Exception: a script that catches every error still ends here."""


class Session:
    def __init__(self, wire: Wire, output: Output, load: Dict[str, Any]) -> None:
        self._wire = wire
        self._output = output
        self._filename = str(load["filename"])
        self.desk = PlatformDesk(load)
        self.bot = Bot(self.desk)
        self._script: Optional[Script] = None
        self._code = str(load["code"])
        self._chunk_first = 0
        self._is_open = False
        self._is_over = False
        self._wakings_after_end = 0
        self._told_fills = 0
        # Called at every instant, before the script: waiting orders of the SmartApi stand-in.
        self.on_instant: Callable[[], None] = lambda: None
        random.seed(int(load["seed"]))
        install_virtual_time(lambda: self.desk.now_ms, self.sleep_until)

    def run(self) -> None:
        script = read_script(self._code, self._filename)
        if isinstance(script, Failure):
            return self._fail(script)
        self._script = script
        try:
            if script.style == "events":
                self._run_events(script)
            else:
                self._run_loop(script)
        except MarketEnded:
            pass
        except SystemExit as error:
            print(f"The script left with exit({error.code if error.code is not None else ''}).")
        except EOFError:
            return
        except BaseException as error:  # noqa: BLE001 - whatever the script throws is its failure, told to the admin
            return self._fail(failure_of(error, self._filename))
        self._answer_rest()

    def _run_events(self, script: Script) -> None:
        names: Dict[str, Any] = {"__name__": "bot", "__file__": script.filename}
        exec(script.code, names)
        _call(names, "on_start", self.bot)
        self._ready(script.style)
        on_bar = names["on_bar"]
        on_fill = names.get("on_fill")
        while self._next_chunk():
            if on_fill is None and len(self.desk.rows.symbols) == 1:
                self._run_rows(on_bar)
            else:
                self._run_instants(on_bar, on_fill)
            self._answer()
        _call(names, "on_stop", self.bot)

    def _run_rows(self, on_bar: Callable[[Bot, Any], None]) -> None:
        """One symbol, no fills to tell: the loop that a million bars go through."""
        desk, bot, rows = self.desk, self.bot, self.desk.rows
        row = self._chunk_first
        signals = rows.signals if row >= desk.first_traded else bytearray(len(rows))
        desk.see(row)
        bot.row = NEWEST
        for bar in rows.bars(row, len(rows)):
            row += 1
            desk.seen = row
            on_bar(bot, bar)
            if bot.bits:
                signals[row - 1] |= bot.bits
                bot.bits = 0

    def _run_instants(self, on_bar: Callable[[Bot, Any], None], on_fill: Optional[Callable[[Bot, Any], None]]) -> None:
        desk, bot, rows = self.desk, self.bot, self.desk.rows
        first = self._chunk_first
        signals = rows.signals if first >= desk.first_traded else bytearray(len(rows))
        while first < len(rows):
            end = rows.instant_end(first)
            desk.see(end)
            desk.deliver_later(first, end)
            bot.row = first
            if on_fill is not None:
                self._tell_fills(on_fill)
            for row, bar in enumerate(rows.bars(first, end), first):
                bot.row = row
                on_bar(bot, bar)
                if bot.bits:
                    signals[row] |= bot.bits
                    bot.bits = 0
            first = end

    def _tell_fills(self, on_fill: Callable[[Bot, Any], None]) -> None:
        fills = self.desk.account_now().fills
        while self._told_fills < len(fills):
            fill = fills[self._told_fills]
            self._told_fills += 1
            on_fill(self.bot, fill)
            if self.bot.bits:
                self.desk.signal(self.bot.row, fill.symbol, self.bot.bits, None)
                self.bot.bits = 0

    def _run_loop(self, script: Script) -> None:
        self._ready(script.style)
        if not self._next_chunk():
            return
        self._next_instant()
        exec(script.code, {"__name__": "__main__", "__file__": script.filename})

    def sleep_until(self, target_ms: float) -> None:
        """In a bot that is driven by bars sleeping means nothing: the next bar wakes it."""
        if self._script is None or self._script.style == "events":
            return
        self._next_instant()
        while self.desk.now_ms < target_ms:
            self._next_instant()

    def spend_call(self) -> None:
        if self.desk.spend() and self._script is not None and self._script.style == "loop":
            self._next_instant()

    def _next_instant(self) -> None:
        desk, rows = self.desk, self.desk.rows
        while desk.seen >= len(rows):
            if self._is_open:
                self._answer()
            if not self._next_chunk():
                self._wakings_after_end += 1
                if self._wakings_after_end > _MOST_WAKINGS_AFTER_END:
                    raise EOFError
                raise MarketEnded
        first = desk.seen
        end = rows.instant_end(first)
        desk.see(end)
        desk.deliver_later(first, end)
        self.on_instant()

    def _next_chunk(self) -> bool:
        """False when the engine says that it is over."""
        desk = self.desk
        while not self._is_over:
            header, blob = self._wire.read()
            if header["kind"] != "bars":
                self._is_over = True
                break
            first = len(desk.rows)
            desk.rows.add(int(header["count"]), blob)
            is_event = self._script is not None and self._script.style == "events"
            if header["use"] == "trade" or (header["use"] == "warm" and is_event):
                self._chunk_first = first
                self._is_open = True
                # While a bot warms up it sees bars and its orders lead nowhere.
                desk.first_traded = first if header["use"] == "trade" else _NEVER
                return True
            desk.see(len(desk.rows))
            desk.account.skip_to(len(desk.rows))
            self._wire.write({"kind": "signals", "sizes": []}, bytes(int(header["count"])))
        return False

    def _answer(self) -> None:
        self._output.flush()
        desk, first = self.desk, self._chunk_first
        sizes = [[row - first, size] for row, size in desk.sizes.items() if row >= first]
        desk.sizes.clear()
        self._is_open = False
        self._wire.write({"kind": "signals", "sizes": sizes}, bytes(desk.rows.signals[first:]))

    def _answer_rest(self) -> None:
        """The script is done: bars that still come find nobody."""
        if self._is_open:
            self._answer()
        while self._next_chunk():
            self._answer()
        self._output.flush()
        self._wire.write({"kind": "stopped"})

    def _ready(self, style: str) -> None:
        self._output.flush()
        self._wire.write({"kind": "ready", "style": style, "python": sys.version.split()[0]})

    def _fail(self, failure: Failure) -> None:
        self._output.flush()
        self._wire.write(failure.frame())


def _call(names: Dict[str, Any], name: str, bot: Bot) -> None:
    function = names.get(name)
    if function is not None:
        function(bot)
