"""RSI Strategy: buys when Wilder's relative strength index leaves the oversold zone, sells when it leaves the
overbought one.

While this text stays as it was shipped, the platform runs its own faster twin of it: the same decision at every bar.
Edit it and this Python runs instead, in a cage. SmartAPI calls are answered by the platform: no key is needed here.
"""

from SmartApi import SmartConnect

from bot_runtime.indicators import Rsi

SYMBOL = "SBIN-EQ"
TOKEN = "3045"

api = SmartConnect(api_key="platform")

indicators = {}
before = {}


def on_start(bot):
    for symbol in bot.symbols:
        indicators[symbol] = Rsi(int(bot.parameters.get("rsi_period", 14)))
        before[symbol] = None


def on_bar(bot, bar):
    low = bot.parameters.get("buy_threshold", 30)
    high = bot.parameters.get("sell_threshold", 70)
    rsi = indicators[bar.symbol].step(bar.close_paise)
    last = before[bar.symbol]
    before[bar.symbol] = rsi
    if last is None:
        return
    if rsi >= high:
        bot.exit("long")
    if rsi <= low:
        bot.exit("short")
    if last <= low and rsi > low:
        bot.buy()
    elif last >= high and rsi < high and bot.parameters.get("allow_short", True):
        bot.sell()
