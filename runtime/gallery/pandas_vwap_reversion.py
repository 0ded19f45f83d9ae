"""VWAP reversion with pandas: buys a close far below the day's VWAP when the RSI turns up, and leaves at the VWAP."""

import talib

from bot_runtime import parameter

distance = parameter("distance_percent", 0.4, min=0.1, max=3.0, step=0.1, help="How far below the VWAP a close must be")
rsi_period = parameter("rsi_period", 14, min=2, max=50, help="Bars of the RSI")

# The VWAP begins with its day: so many bars hold a day of every interval from three minutes up.
WINDOW = 400


def signals(frame, parameters):
    day = frame.index.date
    typical = (frame.high + frame.low + frame.close) / 3
    value = (typical * frame.volume).groupby(day).cumsum()
    volume = frame.volume.groupby(day).cumsum()
    frame["vwap"] = (value / volume).fillna(typical)
    frame["rsi"] = talib.RSI(frame.close, rsi_period)
    is_far = frame.close < frame.vwap * (1 - distance / 100)
    frame["enter_long"] = is_far & (frame.rsi > frame.rsi.shift(1)) & (frame.rsi < 40)
    frame["exit_long"] = frame.close >= frame.vwap
    return frame
