"""A strategy of your own: on_bar is called at the close of every bar and says what to do.

bot.buy() enters long, bot.sell() enters short, bot.exit() leaves; bot.position() tells what the model account holds.
A plain SmartAPI script with its own loop works as well: see smartapi_loop.py. SmartAPI calls are answered by the
platform: no key is needed here, and every participating account sizes and checks each order for itself.
"""

from SmartApi import SmartConnect

from bot_runtime.indicators import Ema

SYMBOL = "SBIN-EQ"
TOKEN = "3045"

api = SmartConnect(api_key="platform")
averages = {}


def on_start(bot):
    for symbol in bot.symbols:
        averages[symbol] = Ema(int(bot.parameters.get("ema_period", 20)))
    print("Watching", ", ".join(bot.symbols))


def on_bar(bot, bar):
    average = averages[bar.symbol].step(bar.close_paise)
    if average is None:
        return
    side = bot.position().side
    if side == 0 and bar.close_paise > average * 1.002:
        bot.buy()
    elif side == 1 and bar.close_paise < average:
        bot.exit("long")


def on_fill(bot, fill):
    print(fill.side, fill.quantity, fill.symbol, "at", fill.price)


def on_stop(bot):
    print("Done.")
