"""MACD Strategy: trades the turns of the MACD histogram.

While this text stays as it was shipped, the platform runs its own faster twin of it: the same decision at every bar.
Edit it and this Python runs instead, in a cage. SmartAPI calls are answered by the platform: no key is needed here.
"""

from SmartApi import SmartConnect

from bot_runtime.indicators import Macd

SYMBOL = "SBIN-EQ"
TOKEN = "3045"

api = SmartConnect(api_key="platform")

indicators = {}
before = {}


def on_start(bot):
    p = bot.parameters
    for symbol in bot.symbols:
        indicators[symbol] = Macd(
            int(p.get("fast_period", 12)), int(p.get("slow_period", 26)), int(p.get("signal_period", 9))
        )
        before[symbol] = None


def on_bar(bot, bar):
    histogram = indicators[bar.symbol].step(bar.close_paise)
    last = before[bar.symbol]
    before[bar.symbol] = histogram
    if last is None:
        return
    if histogram > 0 and last <= 0:
        bot.exit("short")
        bot.buy()
    elif histogram < 0 and last >= 0:
        bot.exit("long")
        if bot.parameters.get("allow_short", True):
            bot.sell()
