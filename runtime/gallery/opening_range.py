"""Opening range, bar by bar: buys a close above the first minutes' high and the VWAP, once a day, and leaves below the VWAP."""

from bot_runtime import parameter
from bot_runtime.indicators import Vwap

minutes = parameter("opening_minutes", 15, min=5, max=60, step=5, help="Length of the opening range in minutes")

days = {}


def on_bar(bot, bar):
    day = days.get(bar.symbol)
    if day is None or day["first"].date() != bar.time.date():
        vwap = day["vwap"] if day else Vwap()
        day = days[bar.symbol] = {"first": bar.time, "high": 0, "vwap": vwap, "has_traded": False}
    vwap = day["vwap"].step(bar)
    if (bar.time - day["first"]).total_seconds() < minutes * 60:
        day["high"] = max(day["high"], bar.high_paise)
    elif bot.position().side == 1:
        if bar.close_paise < vwap:
            bot.exit("long")
    elif not day["has_traded"] and bar.close_paise > max(day["high"], vwap):
        bot.buy()


def on_fill(bot, fill):
    if fill.reason == "ENTRY":
        days[fill.symbol]["has_traded"] = True
