"""The engine's clock in Python alone, for machines on which native_clock.py cannot replace the kernel's functions."""

from __future__ import annotations

import datetime as datetime_module
import time as time_module
from functools import partial
from typing import Any, Callable, Dict, Optional

Clock = Callable[[], float]


def install_python_clock(now_ms: Clock) -> None:
    real_datetime = datetime_module.datetime
    real_date = datetime_module.date

    class EngineType(type(real_datetime)):  # type: ignore[misc]
        def __instancecheck__(cls, instance: object) -> bool:
            return isinstance(instance, real_datetime)

    class EngineDatetime(real_datetime, metaclass=EngineType):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return real_datetime.fromtimestamp(now_ms() / 1000, tz)

        @classmethod
        def today(cls) -> Any:
            return real_datetime.fromtimestamp(now_ms() / 1000)

        @classmethod
        def utcnow(cls) -> Any:
            stamp = real_datetime.fromtimestamp(now_ms() / 1000, datetime_module.timezone.utc)
            return stamp.replace(tzinfo=None)

    class DateType(type(real_date)):  # type: ignore[misc]
        def __instancecheck__(cls, instance: object) -> bool:
            return isinstance(instance, real_date)

    class EngineDate(real_date, metaclass=DateType):
        @classmethod
        def today(cls) -> Any:
            return real_datetime.fromtimestamp(now_ms() / 1000).date()

    def seconds() -> float:
        return now_ms() / 1000

    def nanoseconds() -> int:
        return int(now_ms() * 1_000_000)

    # Every clock shows the engine's time, also those that count processor time.
    def seconds_of(_clock: int) -> float:
        return seconds()

    def nanoseconds_of(_clock: int) -> int:
        return nanoseconds()

    def or_now(convert: Callable[[float], Any]) -> Callable[[Optional[float]], Any]:
        return lambda at=None: convert(seconds() if at is None else at)

    def stamp(text: str, at: Optional[time_module.struct_time] = None) -> str:
        return real_strftime(text, at if at is not None else real_localtime(seconds()))

    real_localtime = time_module.localtime
    real_strftime = time_module.strftime
    datetime_module.datetime = EngineDatetime  # type: ignore[misc,assignment]
    datetime_module.date = EngineDate  # type: ignore[misc,assignment]
    patches: Dict[str, Any] = {
        "time": seconds,
        "monotonic": seconds,
        "perf_counter": seconds,
        "process_time": seconds,
        "thread_time": seconds,
        "clock_gettime": seconds_of,
        "time_ns": nanoseconds,
        "monotonic_ns": nanoseconds,
        "perf_counter_ns": nanoseconds,
        "process_time_ns": nanoseconds,
        "thread_time_ns": nanoseconds,
        "clock_gettime_ns": nanoseconds_of,
        "localtime": or_now(time_module.localtime),
        "gmtime": or_now(time_module.gmtime),
        "ctime": or_now(time_module.ctime),
        "strftime": stamp,
    }
    for name, value in patches.items():
        # Wrapped, because the real functions do not become methods when stored on a class (as in logging.Formatter).
        setattr(time_module, name, partial(value))
