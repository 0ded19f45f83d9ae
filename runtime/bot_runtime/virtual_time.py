"""The script uses the engine's clock: it shows the close of the newest bar and advances when a bar closes, in tests,
backtests, paper and live trading. Sleeping waits for the first bar that closes at or after the wake-up time."""

from __future__ import annotations

import os
import posix
import threading
import time as time_module
from functools import partial
from typing import Callable

from bot_runtime.python_clock import Clock, install_python_clock


def install_virtual_time(now_ms: Clock, sleep_until_ms: Callable[[float], None], has_native_clock: bool) -> None:
    os.environ["TZ"] = "IST-5:30"
    time_module.tzset()

    def sleep(seconds: float) -> None:
        if threading.current_thread() is not threading.main_thread():
            raise RuntimeError("A bot sleeps in its main thread only")
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        sleep_until_ms(now_ms() + float(seconds) * 1000)

    # Wrapped, because the real function does not become a method when stored on a class.
    setattr(time_module, "sleep", partial(sleep))

    def times() -> os.times_result:
        return os.times_result((0.0, 0.0, 0.0, 0.0, now_ms() / 1000))

    # The system call is refused, which the C library does not notice: it would return what was in memory.
    for module in (os, posix):
        setattr(module, "times", times)
    if not has_native_clock:
        install_python_clock(now_ms)
