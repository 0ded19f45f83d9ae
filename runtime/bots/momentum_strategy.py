"""Momentum Strategy: joins a strong rate of change and leaves when it is gone.

While this text stays as it was shipped, the platform runs its own faster twin of it: the same decision at every bar.
Edit it and this Python runs instead, in a cage. SmartAPI calls are answered by the platform: no key is needed here.
"""

from SmartApi import SmartConnect

from bot_runtime.indicators import Roc

SYMBOL = "SBIN-EQ"
TOKEN = "3045"

api = SmartConnect(api_key="platform")

indicators = {}
before = {}


def on_start(bot):
    for symbol in bot.symbols:
        indicators[symbol] = Roc(int(bot.parameters.get("momentum_period", 10)))
        before[symbol] = None


def on_bar(bot, bar):
    rise = bot.parameters.get("buy_threshold", 0.5)
    fall = -bot.parameters.get("sell_threshold", 0.5)
    change = indicators[bar.symbol].step(bar.close_paise)
    last = before[bar.symbol]
    before[bar.symbol] = change
    if last is None:
        return
    if change <= 0:
        bot.exit("long")
    if change >= 0:
        bot.exit("short")
    if last <= rise and change > rise:
        bot.buy()
    elif last >= fall and change < fall and bot.parameters.get("allow_short", True):
        bot.sell()
