"""What public Angel One scripts do: each runs unchanged, or is told the line and the way."""

from __future__ import annotations

import unittest
from typing import Any, Dict

from tests.bot_process import BotProcess, candles_of

ORDER = "dict(tradingsymbol='SBIN-EQ', symboltoken='3045', transactiontype='BUY', exchange='NSE', ordertype='MARKET', producttype='INTRADAY', variety='NORMAL', duration='DAY', quantity='1')"
START = f"import time\nfrom SmartApi import SmartConnect\napi = SmartConnect('k')\norder = {ORDER}\n"


class Compatibility(unittest.TestCase):
    def output_of(self, code: str, minutes: int = 30) -> str:
        bot = BotProcess(code)
        ready = bot.next()
        self.assertEqual(ready["kind"], "ready", ready)
        bot.signals(candles_of(range(1000, 1000 + minutes)))
        stopped = bot.stop()
        self.assertEqual(stopped and stopped["kind"], "stopped", stopped)
        return bot.output

    def failure_of(self, code: str) -> Dict[str, Any]:
        bot = BotProcess(code)
        answer = bot.next()
        if answer["kind"] == "ready":
            bot.send(candles_of([100] * 3))
            answer = bot.next()
        bot.close()
        self.assertEqual(answer["kind"], "failed", answer)
        return answer

    def test_unsupported_orders(self) -> None:
        """DELIVERY, ROBO, GTT durations and other exchanges are refused with what to use instead."""
        for change, words in (
            ("producttype='DELIVERY'", "producttype DELIVERY is not traded here: use INTRADAY"),
            ("variety='AMO'", "variety AMO is not traded here: place it while the market is open"),
            ("duration='GTC'", "duration GTC is not traded here: use DAY"),
            ("exchange='NFO'", "exchange NFO is not traded here: shares of NSE alone"),
            ("ordertype='STOP'", "ordertype STOP is not known: MARKET, LIMIT"),
        ):
            with self.subTest(change):
                self.assertIn(words, self.output_of(f"{START}print(api.placeOrder({{**order, **dict({change})}}))\n"))

    def test_order_id_as_dict(self) -> None:
        """An order id treated as a dictionary fails in its own line, although the order is placed."""
        answer = self.failure_of(f"{START}answer = api.placeOrder(order)\nif answer.get('status'): print('placed')\n")
        self.assertEqual(answer["line"], 6)
        self.assertIn("'str' object has no attribute 'get'", answer["error"])

    def test_files_in_memory(self) -> None:
        """Logs, csv files and state beside the script are kept in memory; a path of the machine is not."""
        code = (
            "import csv, json, os, time\n"
            "os.makedirs('logs', exist_ok=True)\n"
            "with open('logs/trades.csv', 'a', newline='') as file: csv.writer(file).writerow(['SBIN', 1])\n"
            "with open('logs/trades.csv', 'a', newline='') as file: csv.writer(file).writerow(['TCS', 2])\n"
            "with open('state.json', 'w') as file: json.dump({'entries': 2}, file)\n"
            "print(os.path.exists('state.json'), json.load(open('state.json')), open('logs/trades.csv').read().split())\n"
            "try: open('other.txt')\n"
            "except FileNotFoundError as error: print('missing', error.errno)\n"
        )
        self.assertEqual(self.output_of(code), "True {'entries': 2} ['SBIN,1', 'TCS,2']\nmissing 2\n")

    def test_files_are_limited(self) -> None:
        """What a script writes may hold 16 MB."""
        answer = self.failure_of("with open('log.txt', 'w') as file:\n    file.write('x' * 20_000_000)\n")
        self.assertIn("The files of a bot may hold 16 MB together", answer["error"])

    def test_log_file(self) -> None:
        """logging with a file handler, as 12 of 19 public scripts have it."""
        code = (
            "import logging\n"
            "logging.basicConfig(filename='bot.log', level=logging.INFO, format='%(message)s')\n"
            "logging.info('started')\nprint(open('bot.log').read().strip())\n"
        )
        self.assertEqual(self.output_of(code), "started\n")

    def test_instrument_master(self) -> None:
        """The instrument master is answered from the bot's symbols; another address says what to use."""
        code = (
            "import requests\nfrom dotenv import load_dotenv\nload_dotenv()\n"
            "rows = requests.get('https://margincalculator.angelbroking.com/OpenAPI_File/files/OpenAPIScripMaster.json').json()\n"
            "print([(row['token'], row['symbol'], row['tick_size']) for row in rows])\n"
            "try: requests.post('https://api.telegram.org/bot1/sendMessage', json={})\n"
            "except requests.exceptions.RequestException as error: print(error)\n"
        )
        output = self.output_of(code)
        self.assertIn("[('3045', 'SBIN-EQ', '5.000000')]", output)
        self.assertIn("There is no network in a bot (https://api.telegram.org/bot1/sendMessage): use SmartConnect", output)

    def test_pages_and_sockets(self) -> None:
        """Streamlit, Flask and data services are refused with a sentence and the line."""
        for module, words in (
            ("streamlit", "A bot has no page of its own"),
            ("yfinance", "There is no network in a bot"),
            ("schedule", "The platform keeps the time"),
        ):
            with self.subTest(module):
                answer = self.failure_of(f"import time\nimport {module}\n")
                self.assertEqual((answer["failure"], answer["line"]), ("imports", 2))
                self.assertIn(f"No module named {module}. {words}", answer["error"])

    def test_reversed_dates(self) -> None:
        """Candles for a range that ends before it begins are refused as the broker does."""
        code = (
            f"{START}ask = dict(exchange='NSE', symboltoken='3045', interval='ONE_MINUTE', "
            "fromdate='2025-06-02 10:00', todate='2025-06-02 09:15')\n"
            "answer = api.getCandleData(ask)\nprint(answer['errorcode'], answer['data'])\n"
        )
        self.assertEqual(self.output_of(code), "AB1004 None\n")

    def test_naive_now(self) -> None:
        """A naive now() is India time on every machine."""
        code = "from datetime import datetime, timezone\nprint(datetime.now(), datetime.now(timezone.utc).hour)\n"
        self.assertEqual(self.output_of(code), "2025-06-02 09:16:00 3\n")

    def test_token_as_number(self) -> None:
        """A token that is a number is taken as the text it stands for."""
        self.assertIn("True", self.output_of(f"{START}print(api.placeOrder({{**order, 'symboltoken': 3045}}) is not None)\n"))

    def test_old_package_name(self) -> None:
        """The package's old name is refused with the new one."""
        answer = self.failure_of("import time\nfrom smartapi import SmartConnect\n")
        self.assertEqual((answer["failure"], answer["line"]), ("imports", 2))
        self.assertIn("The package is called SmartApi today", answer["error"])

    def test_log_in_without_totp(self) -> None:
        """A log-in without the one-time password, as before 2022, fails in its line as it does at the broker."""
        answer = self.failure_of(f"{START}api.generateSession('A1', 'secret')\n")
        self.assertEqual(answer["line"], 5)
        self.assertIn("totp", answer["error"])

    def test_any_log_in(self) -> None:
        """Hard-coded secrets are of no use and do no harm: any log-in is accepted."""
        code = f"{START}import pyotp\ndata = api.generateSession('A1', 'secret', pyotp.TOTP('JBSWY3DPEHPK3PXP').now())\nprint(data['status'], api.getfeedToken())\n"
        self.assertEqual(self.output_of(code), "True platform\n")

    def test_missing_argument(self) -> None:
        """ltpData without a tradingsymbol is a TypeError, which a bare except hides here as at the broker."""
        answer = self.failure_of(f"{START}api.ltpData('NSE', '3045')\n")
        self.assertEqual(answer["line"], 5)
        self.assertIn("symboltoken", answer["error"])

    def test_funds(self) -> None:
        """The funds have the broker's key availablecash, as text; there is no key available."""
        code = f"{START}funds = api.rmsLimit()['data']\nprint(funds['availablecash'], funds.get('available'))\n"
        self.assertEqual(self.output_of(code), "100000.00 None\n")

    def test_message_of_an_error(self) -> None:
        """e.message of Python 2 fails in its own line."""
        answer = self.failure_of(f"{START}try: 1 / 0\nexcept Exception as e: print(e.message)\n")
        self.assertEqual(answer["line"], 6)
        self.assertIn("has no attribute 'message'", answer["error"])

    def test_blind_retry(self) -> None:
        """A retry around placeOrder places one order, because the answer is there the first time."""
        code = (
            f"{START}for attempt in range(3):\n    try:\n        answer = api.placeOrder(order)\n        if answer: break\n"
            "    except Exception: time.sleep(1)\ntime.sleep(120)\nprint(len(api.orderBook()['data']), api.position()['data'][0]['netqty'])\n"
        )
        self.assertEqual(self.output_of(code), "1 1\n")

    def test_status_before_it_is_known(self) -> None:
        """The moment placeOrder returns nothing has filled: the book says open, and the price comes with the fill."""
        code = f"{START}api.placeOrder(order)\nfor turn in range(2):\n    row = api.orderBook()['data'][-1]\n    print(row['status'], row['filledshares'], row['averageprice'])\n    time.sleep(60)\n"
        self.assertEqual(self.output_of(code), "open 0 0.0\ncomplete 1 10.05\n")

    def test_many_symbols(self) -> None:
        """A loop over symbols that are not the bot's gets the broker's error for each, and time goes on."""
        code = (
            f"{START}errors = []\nfor token in range(200):\n"
            "    answer = api.getCandleData(dict(exchange='NSE', symboltoken=str(token), interval='ONE_MINUTE', fromdate='2025-06-02 09:15', todate='2025-06-02 09:16'))\n"
            "    errors.append(answer['status'])\nprint(set(errors), time.strftime('%H:%M'))\n"
        )
        self.assertEqual(self.output_of(code), "{False} 09:16\n")

    def test_paths_of_another_machine(self) -> None:
        """A folder or a key file of the author's machine is missing, with its line."""
        for line, words in (("__import__('os').chdir('C:/bots')", "C:/bots"), ("open('key.txt').read().split()", "key.txt")):
            with self.subTest(line):
                answer = self.failure_of(f"{START}{line}\n")
                self.assertEqual(answer["line"], 5)
                self.assertIn(words, answer["error"])

    def test_secrets_in_the_text(self) -> None:
        """Keys, passwords and TOTP secrets in the code are warned of in their line; placeholders and tokens of symbols are not."""
        code = (
            "import os, pyotp\n"
            "from SmartApi import SmartConnect\n"
            "API_KEY = 'aB3xK9Qp'\n"
            "config = {'totp_secret': 'JBSWY3DPEHPK3PXP', 'symboltoken': '3045'}\n"
            "api = SmartConnect(api_key=os.getenv('API_KEY', 'key'))\n"
            "api.generateSession('C12345', '4821', pyotp.TOTP('JBSWY3DPEHPK3PXP').now())\n"
            "password = 'your password'\n"
            "token = '3045'\n"
            "url = 'https://api.telegram.org/bot123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1/sendMessage'\n"
        )
        bot = BotProcess(code, only_problems=True)
        problems = bot.next()["problems"]
        bot.close()
        self.assertEqual([each["line"] for each in problems], [3, 4, 6, 6, 9])
        self.assertTrue(all(each["severity"] == "warning" and each["text"].startswith("A secret stands in the code") for each in problems))

    def test_newest_candle_is_closed(self) -> None:
        """iloc[-1] of the unfinished candle: the last row is the bar that runs, and grows until it ends."""
        code = (
            f"{START}ask = dict(exchange='NSE', symboltoken='3045', interval='FIVE_MINUTE', "
            "fromdate='2025-06-02 09:15', todate='2025-06-02 15:30')\n"
            "for turn in range(2):\n    time.sleep(60)\n    row = api.getCandleData(ask)['data'][-1]\n    print(row[0][11:16], row[4])\n"
        )
        self.assertEqual(self.output_of(code), "09:15 10.01\n09:15 10.03\n")


if __name__ == "__main__":
    unittest.main()
