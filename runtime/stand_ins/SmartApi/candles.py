"""Candles of any interval from one-minute bars, none later than the script's clock."""

from __future__ import annotations

from datetime import datetime
from typing import Any, List, Mapping, Optional

from bot_runtime.bar import INDIA, Bar
from bot_runtime.rows import SILENT
from bot_runtime.session import Session
from bot_runtime.strategy_context import StrategyContext
from SmartApi.envelope import Envelope, bad, good, rupees

_MINUTES = {
    "ONE_MINUTE": 1,
    "THREE_MINUTE": 3,
    "FIVE_MINUTE": 5,
    "TEN_MINUTE": 10,
    "FIFTEEN_MINUTE": 15,
    "THIRTY_MINUTE": 30,
    "ONE_HOUR": 60,
    "ONE_DAY": 24 * 60,
}
_MINUTE_MS = 60_000
_DAY_MS = 24 * 60 * _MINUTE_MS
_INDIA_MS = 330 * _MINUTE_MS
_OPEN_MS = (9 * 60 + 15) * _MINUTE_MS


def candles(session: Session, wanted: Mapping[str, Any]) -> Envelope:
    context = session.context
    minutes = _MINUTES.get(str(wanted.get("interval")))
    first_ms, last_ms = _read(wanted.get("fromdate")), _read(wanted.get("todate"))
    index = find_token(context, wanted.get("symboltoken"))
    if minutes is None or first_ms is None or last_ms is None or index is None:
        return bad("AB13000", "Invalid interval, dates or symboltoken")
    if first_ms > last_ms:
        # As the broker answers, whose sentence tells nothing either.
        return bad("AB1004", "Something Went Wrong, Please Try After Sometime")
    known_from = context.rows.time_ms[0] if context.seen else context.start_ms
    own = _fold(context, index, (first_ms, last_ms), minutes)
    if first_ms >= known_from:
        return good(own)
    # The last minute that is asked for is given too; what comes after the script's own first bar it has itself.
    until_ms = min(last_ms + _MINUTE_MS, known_from)
    earlier = session.earlier_candles(str(wanted.get("symboltoken")), minutes, (first_ms, until_ms))
    if earlier is None:
        return bad("AB1004", "Something Went Wrong, Please Try After Sometime")
    return good(_join([_candle(bar) for bar in earlier], own))


def _candle(bar: Bar) -> List[Any]:
    stamp = datetime.fromtimestamp(bar.time_ms / 1000, INDIA).isoformat()
    prices = [rupees(price) for price in (bar.open_paise, bar.high_paise, bar.low_paise, bar.close_paise)]
    return [stamp, *prices, int(bar.volume)]


def _join(earlier: List[List[Any]], own: List[List[Any]]) -> List[List[Any]]:
    """A candle that began before the script's own bars and goes on in them is one."""
    if earlier and own and earlier[-1][0] == own[0][0]:
        begun, rest = earlier[-1], own[0]
        joined = [begun[0], begun[1], max(begun[2], rest[2]), min(begun[3], rest[3]), rest[4], begun[5] + rest[5]]
        return [*earlier[:-1], joined, *own[1:]]
    return [*earlier, *own]


def find_token(context: StrategyContext, token: Any) -> Optional[int]:
    for index, each in enumerate(context.instruments):
        if each["token"] == str(token):
            return index
    return None


def _fold(context: StrategyContext, index: int, span: "tuple[float, float]", minutes: int) -> List[List[Any]]:
    rows = context.rows
    if minutes == 1:
        return _minutes(context, index, span)
    found: List[List[Any]] = []
    bucket_now: Optional[float] = None
    for row in range(_first_row(context, span[0]), context.seen):
        at = rows.time_ms[row]
        if at > span[1]:
            break
        if rows.symbol[row] != index or rows.phase[row] & SILENT:
            continue
        begin = _bucket(context, row, minutes)
        if begin != bucket_now:
            bucket_now = begin
            stamp = datetime.fromtimestamp(begin / 1000, INDIA).isoformat()
            found.append([stamp, rupees(rows.open[row]), 0.0, float("inf"), 0.0, 0])
        candle = found[-1]
        candle[2] = max(candle[2], rupees(rows.high[row]))
        candle[3] = min(candle[3], rupees(rows.low[row]))
        candle[4] = rupees(rows.close[row])
        candle[5] += int(rows.volume[row])
    return found


def _minutes(context: StrategyContext, index: int, span: "tuple[float, float]") -> List[List[Any]]:
    """One-minute candles, which scripts request every minute: each is built once and returned as a copy."""
    rows, made = context.rows, context.candles_made
    found: List[List[Any]] = []
    for row in range(_first_row(context, span[0]), context.seen):
        if rows.time_ms[row] > span[1]:
            break
        if rows.symbol[row] != index or rows.phase[row] & SILENT:
            continue
        candle = made.get(row)
        if candle is None:
            stamp = datetime.fromtimestamp(rows.time_ms[row] / 1000, INDIA).isoformat()
            prices = [rupees(column[row]) for column in (rows.open, rows.high, rows.low, rows.close)]
            made[row] = candle = (stamp, *prices, int(rows.volume[row]))
        found.append(list(candle))
    return found


def _first_row(context: StrategyContext, at_ms: float) -> int:
    low, high = 0, context.seen
    while low < high:
        middle = (low + high) // 2
        if context.rows.time_ms[middle] < at_ms:
            low = middle + 1
        else:
            high = middle
    return low


def _bucket(context: StrategyContext, row: int, minutes: int) -> float:
    """Counted from the open of the row's session; a day's candle bears the India day."""
    at_ms = context.rows.time_ms[row]
    day = (at_ms + _INDIA_MS) // _DAY_MS * _DAY_MS - _INDIA_MS
    if minutes == 24 * 60:
        return day
    hours = context.rows.hours(row)
    open_ms = day + _OPEN_MS if hours is None else hours[0]
    width = minutes * _MINUTE_MS
    return open_ms + (at_ms - open_ms) // width * width


def _read(text: Any) -> Optional[float]:
    try:
        stamp = datetime.strptime(str(text), "%Y-%m-%d %H:%M")
    except ValueError:
        return None
    return stamp.replace(tzinfo=INDIA).timestamp() * 1000
