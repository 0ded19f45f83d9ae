"""Bollinger Strategy: trades the return from the edge of the Bollinger bands to their middle.

While this text stays as it was shipped, the platform runs its own faster twin of it: the same decision at every bar.
Edit it and this Python runs instead, in a cage. SmartAPI calls are answered by the platform: no key is needed here.
"""

from SmartApi import SmartConnect

from bot_runtime.indicators import Bollinger

SYMBOL = "SBIN-EQ"
TOKEN = "3045"

api = SmartConnect(api_key="platform")

indicators = {}
before = {}


def on_start(bot):
    p = bot.parameters
    for symbol in bot.symbols:
        indicators[symbol] = Bollinger(int(p.get("bollinger_period", 20)), p.get("band_width", 2))
        before[symbol] = None


def on_bar(bot, bar):
    bands = indicators[bar.symbol]
    close = bar.close_paise
    middle = bands.step(close)
    if middle is None:
        return
    last = before[bar.symbol]
    before[bar.symbol] = (close, bands.upper, bands.lower)
    if last is None:
        return
    last_close, last_upper, last_lower = last
    if close >= middle:
        bot.exit("long")
    if close <= middle:
        bot.exit("short")
    if last_close <= last_lower and close > bands.lower:
        bot.buy()
    elif last_close >= last_upper and close < bands.upper and bot.parameters.get("allow_short", True):
        bot.sell()
