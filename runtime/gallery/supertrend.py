"""Supertrend, bar by bar: buys when the price turns above the line in a strong trend, and leaves when it turns below."""

from bot_runtime import parameter
from bot_runtime.indicators import Adx, Supertrend

period = parameter("range_bars", 10, min=5, max=50, help="Bars of the average range")
multiplier = parameter("ranges", 3.0, min=1.0, max=6.0, step=0.5, help="How many ranges the line keeps away")
strength = parameter("least_adx", 20, min=0, max=50, help="Strength of the trend below which it does not buy")

lines = {}


def on_bar(bot, bar):
    line, adx = lines.setdefault(bar.symbol, (Supertrend(period, multiplier), Adx(14)))
    before = line.side
    line.step(bar)
    trend = adx.step(bar)
    if trend is None or before == 0:
        return
    if line.side == 1 and before == -1 and trend >= strength:
        bot.buy()
    elif line.side == -1 and before == 1:
        bot.exit("long")
