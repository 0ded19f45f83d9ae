"""The process in the sandbox: applies its limits, reports that it is warm, and waits for its script.

Arguments: the file of the compiled system call filter, whose clock native code reads (`native` replaces the kernel's
time functions), and the folder of the authors' libraries where the script uses them. Without arguments, as in tests of
the runtime alone, there is none of them."""

from __future__ import annotations

import faulthandler
import gc
import io
import math
import os
import resource
import signal
import sys
import time
from array import array

# Replaces this folder, whose modules must not be importable by the script.
sys.path[0] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(1, os.path.join(sys.path[0], "stand_ins"))

from bot_runtime.current_session import set_session  # noqa: E402
from bot_runtime.file_times import hide_file_times  # noqa: E402
from bot_runtime.libraries import import_libraries  # noqa: E402
from bot_runtime.live_output import LiveOutput  # noqa: E402
from bot_runtime.memory_files import install_memory_files  # noqa: E402
from bot_runtime.native_clock import install_native_clock  # noqa: E402
from bot_runtime.output import Output  # noqa: E402
from bot_runtime.session import EngineClock, Session  # noqa: E402
from bot_runtime.system_call_filter import install_filter  # noqa: E402
from bot_runtime.wire import Wire, WireClosed  # noqa: E402

_MEGABYTE = 1024 * 1024


def main() -> None:
    traces = os.dup(2)
    wire = _take_wire()
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_FSIZE, 0)
    _limit(resource.RLIMIT_NOFILE, 32)
    # One process and one thread, because a forked process would escape the memory limit.
    _limit(resource.RLIMIT_NPROC, 1)
    clock, spent_s = _close_off()
    wire.write({"kind": "warm"})
    try:
        load, _ = wire.read()
    except WireClosed:
        return
    _limit(resource.RLIMIT_AS, int(load["memory_mb"]) * _MEGABYTE)
    # Soft and hard limit differ, so that the engine can distinguish a used-up CPU budget (SIGXCPU) from a crash.
    # What the libraries took to import is not the script's.
    cpu_s = int(load["cpu_s"]) + spent_s
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_s, cpu_s + 1))
    make_output = LiveOutput if load.get("is_live") else Output
    output = make_output(lambda text: wire.write({"kind": "print", "text": text}))
    sys.stdout = sys.stderr = output  # type: ignore[assignment]
    session = Session(wire, output, load, clock)
    set_session(session)
    # Written by C code: a call that never returns to Python, or a crash, is told with its line too.
    faulthandler.enable(traces, all_threads=False)
    session.trace_overtime = lambda: faulthandler.register(signal.SIGXCPU, traces, all_threads=False, chain=True)
    install_memory_files()
    # Bars have no reference cycles, and searching for cycles would cost a tenth of the time.
    gc.freeze()
    session.run()


def _close_off() -> "tuple[EngineClock, int]":
    """A file that cannot be read, or a clock that cannot be replaced, ends this process before any script runs. Also the
    seconds that its libraries took."""
    cell = array("d", [0.0])
    arguments = sys.argv[1:]
    # The same for every script, wherever it runs.
    sys.argv[:] = ["bot.py"]
    if not arguments:
        return EngineClock(cell, is_native=False), 0
    filter_file, clock_kind, *libraries = arguments
    with open(filter_file, "rb") as file:
        compiled = file.read()
    # While they may still start; what they read of the clock is the start's, long before any script.
    for folder in libraries:
        import_libraries(folder)
    # Asked while there is a clock to ask.
    spent_s = math.ceil(time.process_time()) if libraries else 0
    is_native = clock_kind == "native"
    if is_native:
        install_native_clock(cell)
    hide_file_times()
    install_filter(compiled)
    return EngineClock(cell, is_native), spent_s


def _take_wire() -> Wire:
    """Moves the pipes away from descriptors 0 and 1, so that a library's print cannot look like a frame."""
    reader = os.fdopen(os.dup(0), "rb", buffering=1 << 16)
    writer = os.fdopen(os.dup(1), "wb", buffering=1 << 16)
    nothing = os.open("/dev/null", os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    os.close(nothing)
    sys.stdin = io.StringIO()
    return Wire(reader, writer)


def _limit(what: int, value: int) -> None:
    resource.setrlimit(what, (value, value))


if __name__ == "__main__":
    main()
