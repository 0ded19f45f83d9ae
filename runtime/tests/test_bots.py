"""The shipped bots give the golden signals, and scripts see the documented platform."""

from __future__ import annotations

import json
import unittest
from pathlib import Path
from typing import Any, Dict, List

from tests.bot_process import OPEN_MS, RUNTIME, BotProcess, Candle, candles_of

GOLDEN: Dict[str, Any] = json.loads((RUNTIME.parent / "core" / "golden" / "strategies.json").read_text(encoding="utf-8"))


def shipped(name: str) -> str:
    return Path(RUNTIME / "bots" / f"{name}.py").read_text(encoding="utf-8")


def wave(count: int) -> List[Candle]:
    """Up for 40 bars, down for 40 bars."""
    closes = [80_000 + 50 * (row % 80 if row % 80 < 40 else 80 - row % 80) for row in range(count)]
    return [(close, close + 20, close - 20, close) for close in closes]


class ShippedBots(unittest.TestCase):
    def test_golden(self) -> None:
        """Every template gives the signals of the golden vectors, in one chunk and bar by bar."""
        closes: List[int] = GOLDEN["close"]
        candles = [(c, h, low, c) for c, h, low in zip(closes, GOLDEN["high"], GOLDEN["low"])]
        for case in GOLDEN["cases"]:
            with self.subTest(bot=case["bot_type"], parameters=case["parameters"]):
                bot = BotProcess(shipped(case["bot_type"]), parameters=case["parameters"])
                self.assertEqual(bot.next()["style"], "events")
                first = bot.signals(candles[:100])
                rest = [bot.signals([candle])[0] for candle in candles[100:130]]
                last = bot.signals(candles[130:])
                self.assertEqual(first + rest + last, case["signals"])
                bot.close()

    def test_default_symbol(self) -> None:
        """AC-03 every template names SBIN-EQ with token 3045 and SmartAPI."""
        for file in (RUNTIME / "bots").glob("*.py"):
            text = file.read_text(encoding="utf-8")
            for words in ('SYMBOL = "SBIN-EQ"', 'TOKEN = "3045"', "from SmartApi import SmartConnect"):
                self.assertIn(words, text, file.name)

    def test_plain_loop(self) -> None:
        """A plain SmartAPI script with its own loop runs unchanged: log-in, candles, orders, sleep."""
        bot = BotProcess(shipped("smartapi_loop"))
        self.assertEqual(bot.next()["style"], "loop")
        bot.signals(wave(60), "history")
        signals = bot.signals(wave(300))
        self.assertIn(1, signals)
        self.assertIn(4, signals)
        stopped = bot.stop()
        assert stopped is not None
        self.assertEqual(stopped["kind"], "stopped")
        self.assertIn("Buying at", bot.output)


class Scripts(unittest.TestCase):
    def run_one(self, code: str, candles: List[Candle], **more: Any) -> "tuple[List[int], str]":
        bot = BotProcess(code, **more)
        ready = bot.next()
        self.assertEqual(ready["kind"], "ready", ready)
        signals = bot.signals(candles)
        bot.stop()
        return signals, bot.output

    def failure(self, code: str) -> Dict[str, Any]:
        bot = BotProcess(code)
        answer = bot.next()
        while answer["kind"] != "failed":
            bot.send(candles_of([100] * 3))
            answer = bot.next()
        bot.close()
        return answer

    def test_syntax_error(self) -> None:
        """A syntax error is reported with its line."""
        answer = self.failure("x = 1\ndef on_bar(bot, bar)\n    pass\n")
        self.assertEqual((answer["failure"], answer["line"]), ("syntax", 2))

    def test_missing_import(self) -> None:
        """Missing imports are reported by name, except those inside try."""
        answer = self.failure("import nowhere_to_be_found\ntry:\n    import ujson\nexcept ImportError:\n    pass\n")
        self.assertEqual((answer["failure"], answer["missing"], answer["line"]), ("imports", ["nowhere_to_be_found"], 1))

    def test_exception(self) -> None:
        """An exception is reported with the script's line and without the runtime's files."""
        answer = self.failure("def on_bar(bot, bar):\n    return 1 / 0\n")
        self.assertEqual((answer["failure"], answer["line"]), ("runtime", 2))
        self.assertIn("ZeroDivisionError", answer["error"])
        self.assertNotIn("bot_runtime", answer["trace"])

    def test_virtual_time(self) -> None:
        """Clock and sleep use the engine's time: an hour of bars passes in one chunk, in India time."""
        code = (
            "import time\nfrom datetime import datetime, date\n"
            "print(datetime.now().strftime('%H:%M'), date.today(), isinstance(datetime.now(), datetime))\n"
            "before = time.time()\ntime.sleep(3600)\n"
            "print(time.time() - before, time.strftime('%H:%M'), datetime.now().strftime('%H:%M'))\n"
        )
        _, output = self.run_one(code, candles_of([100] * 100))
        self.assertEqual(output, "09:16 2025-06-02 True\n3600.0 10:16 10:16\n")

    def test_no_look_ahead(self) -> None:
        """Candles end at the script's clock even when later bars are in the same chunk."""
        code = (
            "import time\nfrom SmartApi import SmartConnect\napi = SmartConnect('k')\n"
            "ask = dict(exchange='NSE', symboltoken='3045', interval='FIVE_MINUTE', fromdate='2025-06-01 09:15', todate='2099-01-01 00:00')\n"
            "time.sleep(60 * 6)\nfor row in api.getCandleData(ask)['data']: print(row)\n"
        )
        _, output = self.run_one(code, candles_of(range(1000, 1100)))
        self.assertIn("['2025-06-02T09:15:00+05:30', 10.0, 10.04, 10.0, 10.04, 500]", output)
        self.assertIn("['2025-06-02T09:20:00+05:30', 10.05, 10.06, 10.05, 10.06, 200]", output)
        self.assertEqual(len(output.splitlines()), 2)

    def test_earlier_candles(self) -> None:
        """Candles from before the first bar are asked of the engine once, and end where its own bars begin."""
        code = (
            "import time\nfrom SmartApi import SmartConnect\napi = SmartConnect('k')\n"
            "ask = dict(exchange='NSE', symboltoken='3045', interval='ONE_MINUTE', fromdate='2025-06-02 09:13', todate='2025-06-02 09:30')\n"
            "for turn in range(2):\n"
            "    time.sleep(60)\n"
            "    answer = api.getCandleData(ask)\n"
            "    print(answer['errorcode'], [(row[0][11:16], row[4], row[5]) for row in answer['data'] or []])\n"
        )
        bot = BotProcess(code, earlier=[900, 901])
        bot.next()
        bot.signals(candles_of(range(1000, 1010)))
        bot.stop()
        own = "('09:15', 10.0, 100), ('09:16', 10.01, 100)"
        first = "('09:13', 9.0, 50), ('09:14', 9.01, 50)"
        self.assertEqual(bot.output, f" [{first}, {own}]\n [{first}, {own}, ('09:17', 10.02, 100), ('09:18', 10.03, 100)]\n")
        self.assertEqual([(one["minutes"], one["until_ms"]) for one in bot.asked], [(1, OPEN_MS)])
        bot = BotProcess(code, earlier=None)
        bot.next()
        bot.signals(candles_of(range(1000, 1010)))
        bot.stop()
        self.assertEqual(bot.output, "AB1004 []\nAB1004 []\n")

    def test_quirks(self) -> None:
        """placeOrder returns None for an invalid order, including NaN and foreign symbols, and never raises."""
        code = (
            "from SmartApi import SmartConnect\napi = SmartConnect('k')\n"
            "good = dict(tradingsymbol='SBIN-EQ', symboltoken='3045', transactiontype='BUY', ordertype='MARKET', quantity='1', tag=None)\n"
            "for change in ({'quantity': 'nan'}, {'quantity': -1}, {'symboltoken': '1'}, {'transactiontype': 'HOLD'},\n"
            "               {'ordertype': 'LIMIT', 'price': float('nan')}, {'tradingsymbol': 'TCS-EQ'}):\n"
            "    print(api.placeOrder({**good, **change}))\n"
            "print(api.placeOrder(good), 'tag' in good, api.gttLists([], 1, 1)['status'])\n"
            "print([o['orderstatus'] for o in api.orderBook()['data']])\n"
        )
        signals, output = self.run_one(code, candles_of([100] * 3))
        lines = [line for line in output.splitlines() if not line.startswith("[E")]
        self.assertEqual(lines[:6], ["None"] * 6)
        self.assertEqual(lines[6], "250602000000007 False False")
        self.assertEqual(lines[7], str(["rejected"] * 6 + ["open"]))
        self.assertEqual(signals, [1, 0, 0])

    def test_limit_order(self) -> None:
        """A limit order waits until the price is near, and is sent minute by minute until it fills."""
        code = (
            "import time\nfrom SmartApi import SmartConnect\napi = SmartConnect('k')\n"
            "api.placeOrder(dict(tradingsymbol='SBIN-EQ', symboltoken='3045', transactiontype='BUY', ordertype='LIMIT', price='98', quantity=2))\n"
            "time.sleep(600)\n"
        )
        signals, _ = self.run_one(code, candles_of([10_000, 9_920, 9_850, 9_780]))
        self.assertEqual(signals, [0, 0, 1, 0])

    def test_model_account(self) -> None:
        """Fills, positions and funds come from the model account: next open, stop before target, square-off."""
        code = (
            "def on_bar(bot, bar):\n"
            "    if bar.time.strftime('%H:%M') == '09:20': bot.buy(quantity=10)\n"
            "    if bar.time.strftime('%H:%M') == '09:23': print('holds', bot.position().side, bot.position().quantity)\n"
            "def on_fill(bot, fill): print(fill.side, fill.quantity, fill.price, fill.reason)\n"
        )
        flat = candles_of([10_000] * 10)
        _, output = self.run_one(code, flat + [(9_700, 9_700, 9_600, 9_650)] + flat, limits={**_limits(), "stop_loss_bps": 200})
        self.assertEqual(output, "BUY 10 100.0 ENTRY\nholds 1 10\nSELL 10 97.0 STOP_LOSS\n")
        _, output = self.run_one(code, candles_of([10_000] * 375))
        self.assertEqual(output, "BUY 10 100.0 ENTRY\nholds 1 10\nSELL 10 100.0 SQUARE_OFF\n")

    def test_warm_up(self) -> None:
        """During warm-up a bot sees bars, but its orders are ignored."""
        code = "seen = []\ndef on_bar(bot, bar):\n    seen.append(bar)\n    bot.buy()\ndef on_stop(bot): print(len(seen))\n"
        bot = BotProcess(code)
        bot.next()
        self.assertEqual(bot.signals(candles_of([100] * 3), "warm"), [0, 0, 0])
        self.assertEqual(bot.signals(candles_of([100])), [1])
        bot.stop()
        self.assertEqual(bot.output, "4\n")

    def test_interval(self) -> None:
        """on_bar gets bars of the interval, a signal is at the last minute of its bar, and candles agree with them."""
        code = (
            "from SmartApi import SmartConnect\n"
            "api = SmartConnect('key')\n"
            "def on_bar(bot, bar):\n"
            "    print(bar.time.strftime('%H:%M'), bar.open_paise, bar.high_paise, bar.close_paise, int(bar.volume))\n"
            "    assert bot.history(9)[-1] == bar\n"
            "    bot.buy()\n"
            "def on_stop(bot):\n"
            "    print(api.getCandleData({'symboltoken': '3045', 'interval': 'FIVE_MINUTE',\n"
            "        'fromdate': '2025-06-02 09:15', 'todate': '2025-06-02 15:30'})['data'][1][:3])\n"
        )
        for rows in (12, 1_200):
            with self.subTest(rows=rows):
                signals, output = self.run_one(code, candles_of(range(1000, 1000 + rows)), bar_minutes=5)
                self.assertEqual(signals[:12], [0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0])
                self.assertEqual(output.splitlines()[:2], ["09:15 1000 1004 1004 500", "09:20 1005 1009 1009 500"])
                self.assertIn("['2025-06-02T09:20:00+05:30', 10.05, 10.09]", output)

    def test_day_interval(self) -> None:
        """A day's bar decides at the first minute of the next session."""
        code = "def on_bar(bot, bar):\n    print(bar.time.strftime('%d'), bar.close_paise)\n    bot.buy()\n"
        signals, output = self.run_one(code, candles_of(range(1000, 1760)), bar_minutes=1440)
        self.assertEqual([row for row, bits in enumerate(signals) if bits], [375, 750])
        self.assertEqual(output.split(), ["02", "1374", "03", "1749"])

    def test_foreign_symbol(self) -> None:
        """An order for a symbol that is not the bot's own is refused with a reason."""
        answer = self.failure("def on_bar(bot, bar):\n    bot.buy('TCS-EQ')\n")
        self.assertIn("TCS-EQ is not among this bot's symbols", answer["error"])

    def test_polling(self) -> None:
        """A script that polls without sleeping reaches the end of the market."""
        code = "from SmartApi import SmartConnect\napi = SmartConnect('k')\nwhile True:\n    api.ltpData('NSE', 'SBIN-EQ', '3045')\n"
        signals, _ = self.run_one(code, candles_of([100] * 5))
        self.assertEqual(signals, [0] * 5)

    def test_quotes(self) -> None:
        """Quotes give the day so far, the day before it, and depth; not only the last bar."""
        code = (
            "import time\nfrom SmartApi import SmartConnect\napi = SmartConnect('k')\n"
            "time.sleep(60 * 377)\ntime.sleep(60)\nprint(api.ltpData('NSE', 'SBIN-EQ', '3045')['data'])\n"
            "full = api.getMarketData('FULL', {'NSE': ['3045', '1'], 'BSE': ['3045']})['data']\n"
            "print(full['unfetched'])\nquote = full['fetched'][0]\n"
            "print([quote[key] for key in ('tradeVolume', 'netChange', 'percentChange', 'avgPrice', 'exchFeedTime')])\n"
            "print([quote['lowerCircuit'], quote['upperCircuit']], [len(quote['depth'][side]) for side in ('buy', 'sell')])\n"
            "print(quote['depth']['buy'][0], quote['depth']['sell'][0])\n"
            "print(api.getMarketData('OHLC', {'NSE': ['3045']})['data']['fetched'])\n"
            "print(api.getMarketData('LTP', {'NSE': ['3045']})['data']['fetched'])\n"
            "print([api.getMarketData(mode, wanted)['errorcode'] for mode, wanted in (('ALL', {'NSE': ['3045']}), ('LTP', {}))])\n"
        )
        today = [(10_100, 10_300, 10_000, 10_200), (10_200, 10_250, 9_900, 9_950), (9_950, 9_950, 9_950, 9_950)]
        _, output = self.run_one(code, candles_of([10_000] * 375) + today)
        day = "'open': 101.0, 'high': 103.0, 'low': 99.0, 'close': 100.0, 'ltp': 99.5"
        names = "'exchange': 'NSE', 'tradingSymbol': 'SBIN-EQ', 'symbolToken': '3045'"
        missing = "'message': 'Failed to get symbol Details', 'errorCode': 'AB1018'"
        level = "'quantity': 2, 'orders': 1"
        expected = [
            f"{{'exchange': 'NSE', 'tradingsymbol': 'SBIN-EQ', 'symboltoken': '3045', {day}}}",
            f"[{{'exchange': 'NSE', 'symbolToken': '1', {missing}}}, {{'exchange': 'BSE', 'symbolToken': '3045', {missing}}}]",
            "[200, -0.5, -0.5, 101.0, '03-Jun-2025 09:17:00']",
            "[90.0, 110.0] [5, 5]",
            f"{{'price': 99.45, {level}}} {{'price': 99.55, {level}}}",
            f"[{{{names}, {day}}}]",
            f"[{{{names}, 'ltp': 99.5}}]",
            "['AB1004', 'AB1004']",
        ]
        self.assertEqual(output.splitlines(), expected)

    def test_stream(self) -> None:
        """SmartWebSocketV2 gives one tick per bar."""
        code = (
            "from SmartApi.smartWebSocketV2 import SmartWebSocketV2\nws = SmartWebSocketV2('a', 'k', 'c', 'f')\n"
            "ws.on_open = lambda w: w.subscribe('x', 1, [{'exchangeType': 1, 'tokens': ['3045']}])\n"
            "ws.on_data = lambda w, tick: print(tick['last_traded_price'])\nws.connect()\n"
        )
        _, output = self.run_one(code, candles_of([100, 101, 102]))
        self.assertEqual(output, "101\n102\n")


def _limits() -> Dict[str, Any]:
    from tests.bot_process import NO_LIMITS

    return NO_LIMITS


if __name__ == "__main__":
    unittest.main()
