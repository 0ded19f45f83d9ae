"""Multiple Stocks Strategy: watches several symbols, each by the same rule: a crossing of its average with momentum.

While this text stays as it was shipped, the platform runs its own faster twin of it: the same decision at every bar.
Edit it and this Python runs instead, in a cage. SmartAPI calls are answered by the platform: no key is needed here.
"""

from SmartApi import SmartConnect

from bot_runtime.indicators import Ema, Roc

SYMBOL = "SBIN-EQ"
TOKEN = "3045"

api = SmartConnect(api_key="platform")

averages = {}
changes = {}
before = {}


def on_start(bot):
    for symbol in bot.symbols:
        averages[symbol] = Ema(int(bot.parameters.get("ema_period", 20)))
        changes[symbol] = Roc(int(bot.parameters.get("momentum_period", 10)))
        before[symbol] = None


def on_bar(bot, bar):
    rise = bot.parameters.get("buy_threshold", 0.1)
    fall = -bot.parameters.get("sell_threshold", 0.1)
    close = bar.close_paise
    ema = averages[bar.symbol].step(close)
    change = changes[bar.symbol].step(close)
    if ema is None or change is None:
        return
    last = before[bar.symbol]
    before[bar.symbol] = (close, ema)
    if last is None:
        return
    last_close, last_ema = last
    if close > ema:
        bot.exit("short")
        if last_close <= last_ema and change > rise:
            bot.buy()
    elif close < ema:
        bot.exit("long")
        if last_close >= last_ema and change < fall:
            bot.sell()
