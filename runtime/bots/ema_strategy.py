"""EMA Strategy: trades the crossing of a fast exponential average of the close with a slower one.

While this text stays as it was shipped, the platform runs its own faster twin of it: the same decision at every bar.
Edit it and this Python runs instead, in a cage. SmartAPI calls are answered by the platform: no key is needed here.
"""

from SmartApi import SmartConnect

from bot_runtime.indicators import Ema

SYMBOL = "SBIN-EQ"
TOKEN = "3045"

api = SmartConnect(api_key="platform")

lines = {}


def on_start(bot):
    p = bot.parameters
    for symbol in bot.symbols:
        fast = Ema(int(p.get("fast_ema_period", 1)))
        slow = Ema(int(p.get("ema_period", 20)))
        up = 1 + p.get("buy_threshold", 0) / 100
        down = 1 - p.get("sell_threshold", 0) / 100
        lines[symbol] = [fast.step, slow.step, up, down, bool(p.get("allow_short", True)), None]


def on_bar(bot, bar):
    line = lines[bar.symbol]
    step_fast, step_slow, up, down, allow_short, before = line
    fast = step_fast(bar.close_paise)
    slow = step_slow(bar.close_paise)
    if slow is None:
        return
    # Where the fast line stands: 2 beyond the buy threshold, 1 above the slow line, 0 on it, -1 below, -2 beyond.
    if fast > slow:
        now = 2 if fast > slow * up else 1
    elif fast < slow:
        now = -2 if fast < slow * down else -1
    else:
        now = 0
    if now == before:
        return
    line[5] = now
    if before is None:
        return
    if now > 0 and before <= 0:
        bot.exit("short")
    if now < 0 and before >= 0:
        bot.exit("long")
    if now == 2:
        bot.buy()
    if now == -2 and allow_short:
        bot.sell()
