"""A bot in its own process without the sandbox, with the same frames as the engine sends."""

from __future__ import annotations

import struct
import subprocess
import sys
from array import array
from pathlib import Path
from typing import Any, Dict, List, Optional, Sequence, Tuple

from bot_runtime.rows import ENDS_BAR, FIRST_OF_SYMBOL, MAY_ENTER, NEW_DAY, SQUARE_OFF
from bot_runtime.wire import Wire, WireClosed

RUNTIME = Path(__file__).parents[1]
MINUTE_MS = 60_000
# 9:15 in India on Monday 2 June 2025.
OPEN_MS = 1_748_835_900_000
DAY_BARS = 375
CLOSE_MS = DAY_BARS * MINUTE_MS
NO_LIMITS: Dict[str, Any] = {
    "max_entries_per_day": 1000,
    "max_loss_per_day_paise": None,
    "max_profit_per_day_paise": None,
    "max_quantity": 1000,
    "stop_loss_bps": None,
    "target_bps": None,
}

FULL_FILLS: Dict[str, Any] = {
    "slippage_bps": 0,
    "range_slippage_percent": 0,
    "max_volume_percent": None,
    "must_trade_through": False,
    "stops_at_circuits": False,
}

Candle = Tuple[int, int, int, int]


def candles_of(closes: Sequence[int]) -> List[Candle]:
    return [(close, close, close, close) for close in closes]


class BotProcess:
    def __init__(self, code: str, **more: Any) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-B", "-s", str(RUNTIME / "bot_runtime" / "__main__.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={"PYTHONHASHSEED": "0"},
        )
        assert self._process.stdin and self._process.stdout
        self._wire = Wire(self._process.stdout, self._process.stdin)
        self.output = ""
        self.warnings: List[Dict[str, Any]] = []
        self.sent = 0
        self.asked: List[Dict[str, Any]] = []
        self.earlier: Optional[List[int]] = more.pop("earlier", [])
        self.symbols: List[str] = more.pop("symbols", ["SBIN-EQ"])
        self.bar_minutes: int = more.pop("bar_minutes", 1)
        extra: Dict[str, Any] = {key: more.pop(key) for key in ("only_declaration", "only_problems", "is_live", "kept", "files", "notes") if key in more}
        cpu_s: int = more.pop("cpu_s", 20)
        assert self.next()["kind"] == "warm"
        self._wire.write(
            {
                "kind": "load",
                "code": code,
                "filename": "bot.py",
                "parameters": more.pop("parameters", {}),
                "instruments": [
                    {"symbol": symbol, "token": str(3045 + index), "tick_paise": 5, "lot_size": 1}
                    for index, symbol in enumerate(self.symbols)
                ],
                "rules": {"capital": {"capital_paise": 10_000_000}, "limits": NO_LIMITS, **FULL_FILLS, **more},
                "bar_ms": self.bar_minutes * MINUTE_MS,
                "start_ms": OPEN_MS,
                "seed": 1,
                "memory_mb": 512,
                "cpu_s": cpu_s,
                **extra,
            }
        )

    def next(self) -> Dict[str, Any]:
        """The next frame that is not printed output."""
        while True:
            header, blob = self._wire.read()
            if header["kind"] == "candles":
                self._give_candles(header)
            elif header["kind"] == "warning":
                self.warnings.append(header)
            elif header["kind"] != "print":
                return {**header, "blob": blob}
            else:
                self.output += header["text"]

    def _give_candles(self, wanted: Dict[str, Any]) -> None:
        """One candle a minute just before the first bar, of these closes."""
        self.asked.append(wanted)
        if self.earlier is None:
            return self._wire.write({"kind": "candles", "count": 0, "problem": "history cannot be read"})
        count = len(self.earlier)
        times = array("d", [OPEN_MS - (count - at) * MINUTE_MS for at in range(count)])
        blob = times.tobytes() + array("d", [50.0] * count).tobytes() + array("i", self.earlier).tobytes() * 4
        self._wire.write({"kind": "candles", "count": count, "problem": None}, blob)

    def send(self, candles: Sequence[Candle], use: str = "trade", **more: Any) -> None:
        count = len(candles)
        first = self.sent
        self.sent += count
        rows = range(first, first + count)
        times = array("d", [OPEN_MS + row // DAY_BARS * 86_400_000 + row % DAY_BARS * MINUTE_MS for row in rows])
        blob = times.tobytes() + array("d", [100.0] * count).tobytes()
        for column in range(4):
            blob += array("i", [candle[column] for candle in candles]).tobytes()
        blob += array("H", [0] * count).tobytes()
        blob += bytes(_phase(row % DAY_BARS, self.bar_minutes) for row in rows)
        sessions = [
            [row - first, OPEN_MS + row // DAY_BARS * 86_400_000, OPEN_MS + row // DAY_BARS * 86_400_000 + CLOSE_MS]
            for row in rows
            if row % DAY_BARS == 0
        ]
        self._wire.write({"kind": "bars", "use": use, "count": count, "sessions": sessions, **more}, blob)

    def signals(self, candles: Sequence[Candle], use: str = "trade", **more: Any) -> List[int]:
        self.send(candles, use, **more)
        answer = self.next()
        if answer["kind"] != "signals":
            raise AssertionError(answer)
        bits, orders = answer["blob"][: len(candles)], answer["blob"][len(candles) :]
        self.orders = [struct.unpack_from("<5I", orders, at) for at in range(0, len(orders), 24)]
        return list(bits)

    def stop(self) -> Optional[Dict[str, Any]]:
        try:
            self._wire.write({"kind": "stop"})
            return self.next()
        except (WireClosed, BrokenPipeError, struct.error):
            return None
        finally:
            self.close()

    def close(self) -> None:
        assert self._process.stdin and self._process.stdout
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()
        try:
            self._process.stdin.close()
        except BrokenPipeError:
            pass


def _phase(minute: int, bar_minutes: int) -> int:
    is_last = (minute + 1) % bar_minutes == 0 or minute + 1 == DAY_BARS
    # A day's bar is noticed by the script in the next session.
    ends = ENDS_BAR if is_last and bar_minutes < 1440 else 0
    new = NEW_DAY | FIRST_OF_SYMBOL if minute == 0 else 0
    return ends | new | (MAY_ENTER if minute < 344 else 0) | (SQUARE_OFF if minute >= 350 else 0)
