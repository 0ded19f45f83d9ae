"""EMA crossing with pandas: signals over whole columns, computed once for a backtest and at each bar close while it trades."""

import talib

from bot_runtime import parameter

fast_period = parameter("fast_period", 20, min=2, max=100, help="Bars of the fast average")
slow_period = parameter("slow_period", 100, min=5, max=400, help="Bars of the slow average")
shorts = parameter("allow_short", True, help="Also sell short")


def signals(frame, parameters):
    frame["fast"] = talib.EMA(frame.close, fast_period)
    frame["slow"] = talib.EMA(frame.close, slow_period)
    above = frame.fast > frame.slow
    below = frame.fast < frame.slow
    # A crossing needs the bar before it, so that the first bar with both averages is none.
    known = frame.slow.notna().shift(1, fill_value=False)
    frame["enter_long"] = frame["exit_short"] = known & above & ~above.shift(1, fill_value=False)
    frame["exit_long"] = known & below & ~below.shift(1, fill_value=False)
    frame["enter_short"] = frame.exit_long & shorts
    return frame
