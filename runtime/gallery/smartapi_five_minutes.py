"""A SmartAPI loop on five-minute candles: waits for each candle to end, reads its books, and buys above the day's mean."""

import time
from datetime import datetime, timedelta

from SmartApi import SmartConnect

SYMBOL, TOKEN = "SBIN-EQ", "3045"
api = SmartConnect(api_key="platform")


def order(side, quantity):
    # The answer is the order's id. What became of it stands in the order book.
    return api.placeOrder(
        {
            "variety": "NORMAL",
            "tradingsymbol": SYMBOL,
            "symboltoken": TOKEN,
            "transactiontype": side,
            "exchange": "NSE",
            "ordertype": "MARKET",
            "producttype": "INTRADAY",
            "duration": "DAY",
            "quantity": str(quantity),
        }
    )


def held():
    rows = [row for row in api.position()["data"] or [] if row["symboltoken"] == TOKEN]
    return int(rows[0]["netqty"]) if rows else 0


def wait_for_candle():
    now = datetime.now()
    past = timedelta(minutes=now.minute % 5, seconds=now.second, microseconds=now.microsecond)
    time.sleep((now - past + timedelta(minutes=5) - now).total_seconds())


while True:
    wait_for_candle()
    now = datetime.now()
    span = {"fromdate": now.strftime("%Y-%m-%d 09:15"), "todate": now.strftime("%Y-%m-%d %H:%M")}
    answer = api.getCandleData({"exchange": "NSE", "symboltoken": TOKEN, "interval": "FIVE_MINUTE", **span})
    # The last row may be the candle that has just begun.
    closes = [row[4] for row in (answer["data"] or []) if row[0][11:16] < now.strftime("%H:%M")]
    if len(closes) < 6:
        continue
    mean = sum(closes) / len(closes)
    quantity = held()
    if quantity == 0 and closes[-1] > mean * 1.001:
        print("Bought", order("BUY", 10), "at about", closes[-1])
    elif quantity > 0 and closes[-1] < mean:
        print("Sold", order("SELL", quantity), "at about", closes[-1])
