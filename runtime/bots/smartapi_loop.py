"""A plain SmartAPI script: log in, read candles, place orders, sleep. It runs here as it runs anywhere."""

import time
from datetime import datetime, timedelta

import pyotp
from logzero import logger
from SmartApi import SmartConnect

API_KEY = "your_api_key"
CLIENT_CODE = "A123456"
PIN = "1234"
TOTP_SECRET = "JBSWY3DPEHPK3PXP"

SYMBOL = "SBIN-EQ"
TOKEN = "3045"
PERIOD = 20


def order(side, quantity):
    return {
        "variety": "NORMAL",
        "tradingsymbol": SYMBOL,
        "symboltoken": TOKEN,
        "transactiontype": side,
        "exchange": "NSE",
        "ordertype": "MARKET",
        "producttype": "INTRADAY",
        "duration": "DAY",
        "price": "0",
        "squareoff": "0",
        "stoploss": "0",
        "quantity": str(quantity),
    }


def closes(api):
    now = datetime.now()
    candles = api.getCandleData(
        {
            "exchange": "NSE",
            "symboltoken": TOKEN,
            "interval": "ONE_MINUTE",
            "fromdate": (now - timedelta(hours=3)).strftime("%Y-%m-%d %H:%M"),
            "todate": now.strftime("%Y-%m-%d %H:%M"),
        }
    )
    return [row[4] for row in candles["data"] or []]


def held(api):
    """Asked every minute instead of remembered: stops, square-offs and partial fills change it without this script."""
    for position in api.position()["data"] or []:
        if position["symboltoken"] == TOKEN:
            return int(position["netqty"])
    return 0


def on_fill(bot, fill):
    """Called while the script sleeps, for its own orders and for what the platform closes."""
    logger.info("%s %s at %s: %s", fill.side, fill.quantity, fill.price, fill.reason)


def main():
    api = SmartConnect(api_key=API_KEY)
    session = api.generateSession(CLIENT_CODE, PIN, pyotp.TOTP(TOTP_SECRET).now())
    if not session["status"]:
        logger.error(session["message"])
        return
    while True:
        prices = closes(api)
        if len(prices) >= PERIOD:
            average = sum(prices[-PERIOD:]) / PERIOD
            quantity = held(api)
            if quantity == 0 and prices[-1] > average * 1.001:
                logger.info("Buying at %s: %s", prices[-1], api.placeOrder(order("BUY", 10)))
            elif quantity > 0 and prices[-1] < average:
                logger.info("Selling at %s: %s", prices[-1], api.placeOrder(order("SELL", quantity)))
        time.sleep(60)


if __name__ == "__main__":
    main()
