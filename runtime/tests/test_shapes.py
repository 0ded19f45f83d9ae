"""Ten shapes in which public Angel One scripts come, in our own words: each runs as it stands, or is told the line and the
way."""

from __future__ import annotations

import unittest
from typing import Any, Dict, List, Tuple

from bot_runtime.signals import ENTER_LONG
from tests.bot_process import BotProcess, candles_of

LOG_IN = """\
import os, pyotp
from SmartApi import SmartConnect
api = SmartConnect(api_key=os.getenv('API_KEY', 'key'))
session = api.generateSession('C1', '1234', pyotp.TOTP('JBSWY3DPEHPK3PXP').now())
"""
ORDER = """\
{'variety': 'NORMAL', 'tradingsymbol': 'SBIN-EQ', 'symboltoken': '3045', 'transactiontype': 'BUY', 'exchange': 'NSE',
 'ordertype': 'MARKET', 'producttype': 'INTRADAY', 'duration': 'DAY', 'price': '0', 'squareoff': '0', 'stoploss': '0',
 'quantity': '1'}"""

LINEAR = f"""{LOG_IN}
from datetime import datetime
candles = api.getCandleData({{'exchange': 'NSE', 'symboltoken': '3045', 'interval': 'ONE_MINUTE',
    'fromdate': '2025-06-02 09:15', 'todate': datetime.now().strftime('%Y-%m-%d %H:%M')}})
print(candles['status'], api.getProfile(session['data']['refreshToken'])['status'])
orderId = api.placeOrder({ORDER})
print('order', type(orderId).__name__)
"""

ONE_FILE_A_STOCK = f"""{LOG_IN}
import datetime, time
order = {ORDER}
placed = False
while not placed:
    last = api.ltpData('NSE', 'SBIN-EQ', '3045')['data']['ltp']
    if datetime.datetime.now().time() >= datetime.time(9, 20) and last > 10:
        try:
            api.placeOrder(order)
            placed = True
        except Exception as error:
            print('Order placement failed:', error)
    time.sleep(10)
print('done at', last)
"""

CLASS_BOT = f"""{LOG_IN}
import json, logging, time
if not os.path.exists('config.json'):
    json.dump({{'symbol': 'SBIN-EQ', 'token': '3045', 'quantity': 1}}, open('config.json', 'w'))

class TradingBot:
    def __init__(self, path):
        with open(path) as file:
            self.config = json.load(file)
        self.log = logging.getLogger(__name__)

    def wait_until_filled(self, order_id):
        while True:
            for row in api.orderBook()['data'] or []:
                if row['orderid'] == order_id and row['status'] == 'complete':
                    return float(row['averageprice'])
            time.sleep(30)

    def run(self):
        order = dict({ORDER}, tradingsymbol=self.config['symbol'], symboltoken=self.config['token'])
        print('filled at', self.wait_until_filled(api.placeOrder(order)))

TradingBot('config.json').run()
"""

BACK_OFF = f"""{LOG_IN}
import requests, time

def tell(text):
    try:
        requests.post('https://api.telegram.org/bot1/sendMessage', json={{'text': text}}, timeout=5)
    except Exception as error:
        print('telegram:', error)

pause, rounds = 10, 0
tell('started')
while True:
    try:
        book = api.position()
        pause = 10
        rounds += 1
        if rounds == 5:
            tell('five rounds')
            break
    except Exception:
        pause = min(pause * 2, 120)
    time.sleep(pause)
print('rounds', rounds)
"""

CANDLE_ALIGNED = f"""{LOG_IN}
import time
from datetime import datetime, timedelta

def wait_for_close(minutes=5):
    now = datetime.now()
    close = (now + timedelta(minutes=minutes)).replace(second=0, microsecond=0)
    close -= timedelta(minutes=close.minute % minutes)
    time.sleep(max(0, (close - now).total_seconds()) + 1)

for _ in range(3):
    wait_for_close()
    print(datetime.now().strftime('%H:%M'))
leg = dict({ORDER}, exchange='NFO', tradingsymbol='NIFTY26JUN25000CE')
print(api.placeOrder(leg))
"""

PACKAGE = {
    "strategy": "def wants(closes):\n    return len(closes) > 3 and closes[-1] > sum(closes[-3:]) / 3\n",
    "risk": "class Risk:\n    def __init__(self, most):\n        self.left = most\n    def allows(self):\n        self.left -= 1\n        return self.left >= 0\n",
}
PACKAGE_ENTRY = f"""{LOG_IN}
from SmartApi.smartWebSocketV2 import SmartWebSocketV2
from risk import Risk
from strategy import wants

closes, risk = [], Risk(2)
feed = SmartWebSocketV2(session['data']['jwtToken'], 'key', 'C1', session['data']['feedToken'])

def on_open(socket):
    feed.subscribe('one', 1, [{{'exchangeType': 1, 'tokens': ['3045']}}])

def on_data(socket, message):
    closes.append(message['last_traded_price'] / 100)
    if wants(closes) and risk.allows():
        api.placeOrder({ORDER})
        print('bought at', closes[-1])

feed.on_open, feed.on_data = on_open, on_data
feed.connect()
"""

# What cannot run here, the line that says so, and the way instead.
REFUSED: Tuple[Tuple[str, str, int, str], ...] = (
    ("3, a Streamlit page", "import math\nimport streamlit as st\nst.title('Algo')\n", 2, "A bot has no page of its own"),
    ("4, a page with threads, a database and mail", "import threading\nimport sqlite3\nimport smtplib\nimport streamlit\n", 4, "A bot has no page"),
    ("7, an Excel log", "import openpyxl\n", 1, "No module named openpyxl"),
    ("9, a Flask scanner", "from flask import Flask\napp = Flask(__name__)\n", 1, "A bot has no page of its own"),
    ("9, a store beside the bot", "import redis\n", 1, "No module named redis"),
    ("10, a receiver of alerts", "from fastapi import FastAPI\napp = FastAPI()\n", 1, "No module named fastapi"),
)


class Shapes(unittest.TestCase):
    def run_of(self, code: str, minutes: int = 30, **more: Any) -> Tuple[str, List[int]]:
        bot = BotProcess(code, **more)
        ready = bot.next()
        self.assertEqual(ready["kind"], "ready", ready)
        signals = bot.signals(candles_of(range(1000, 1000 + minutes)))
        stopped = bot.stop()
        self.assertEqual(stopped and stopped["kind"], "stopped", stopped)
        return bot.output, [bits for bits in signals if bits]

    def failure_of(self, code: str) -> Dict[str, Any]:
        bot = BotProcess(code)
        answer = bot.next()
        if answer["kind"] == "ready":
            bot.send(candles_of([100] * 3))
            answer = bot.next()
        bot.close()
        self.assertEqual(answer["kind"], "failed", answer)
        return answer

    def test_linear_demo(self) -> None:
        """1: from top to bottom once, with fixed dates and one order."""
        output, entries = self.run_of(LINEAR)
        self.assertEqual(output, "True True\norder str\n")
        self.assertEqual(entries, [ENTER_LONG])

    def test_one_file_a_stock(self) -> None:
        """2: a pasted order that waits for a time of day."""
        output, entries = self.run_of(ONE_FILE_A_STOCK)
        self.assertRegex(output, r"^done at 10\.\d+\n$")
        self.assertEqual(entries, [ENTER_LONG])

    def test_class_bot(self) -> None:
        """5: a class with a JSON file beside it, which asks the order book until it is filled."""
        output, entries = self.run_of(CLASS_BOT)
        self.assertRegex(output, r"^filled at 10\.\d+\n$")
        self.assertEqual(entries, [ENTER_LONG])

    def test_back_off_and_messages(self) -> None:
        """6: for ever, with growing pauses; its messages are told to be the platform's."""
        output, _ = self.run_of(BACK_OFF)
        self.assertIn("rounds 5\n", output)
        self.assertRegex(output, r"telegram: .*network")

    def test_aligned_to_candles(self) -> None:
        """7: sleeps to a second after each candle and wakes with the next minute; a leg of another exchange is refused with what to use instead."""
        output, entries = self.run_of(CANDLE_ALIGNED)
        self.assertIn("09:21\n09:26\n09:31\n", output)
        self.assertIn("exchange NFO is not traded here: shares of NSE alone", output)
        self.assertEqual(entries, [])

    def test_package(self) -> None:
        """8: several modules around the price socket."""
        files = [{"name": f"{name}.py", "code": code} for name, code in PACKAGE.items()]
        output, entries = self.run_of(PACKAGE_ENTRY, files=files)
        self.assertEqual(output.count("bought at"), 2)
        self.assertEqual(set(entries), {ENTER_LONG})

    def test_refused(self) -> None:
        """3, 4, 7, 9, 10: pages, servers and stores are named with their line."""
        for shape, code, line, words in REFUSED:
            with self.subTest(shape):
                answer = self.failure_of(code)
                self.assertEqual((answer["failure"], answer["line"]), ("imports", line))
                self.assertIn(words, answer["error"])


if __name__ == "__main__":
    unittest.main()
