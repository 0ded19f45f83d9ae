"""Orders with a limit, a stop and a target: what the account makes of them, and what the script is told."""

from __future__ import annotations

import unittest
from typing import Any, List

from tests.bot_process import BotProcess, Candle, candles_of

ORDER = (
    "import time\nfrom SmartApi import SmartConnect\napi = SmartConnect('k')\n"
    "def order(side, kind, price=0, **more):\n"
    "    fields = dict(tradingsymbol='SBIN-EQ', symboltoken='3045', transactiontype=side, ordertype=kind, price=price, quantity=10)\n"
    "    fields.update(more)\n    return api.placeOrder(fields)\n"
    "def book():\n"
    "    return [(o['status'], o['filledshares'], o['averageprice'], o['text']) for o in api.orderBook()['data']]\n"
)
# Open, high, low, close.
DIP: List[Candle] = [(10_000, 10_000, 10_000, 10_000)] * 3 + [(10_000, 10_010, 9_900, 10_010)] + candles_of([10_010] * 12)


class Limits(unittest.TestCase):
    def run_one(self, code: str, candles: List[Candle] = DIP, **more: Any) -> BotProcess:
        bot = BotProcess(code, **more)
        ready = bot.next()
        self.assertEqual(ready["kind"], "ready", ready)
        bot.send(candles)
        self.answer = bot.next()
        if self.answer["kind"] == "signals":
            bot.stop()
        else:
            bot.close()
        return bot

    def test_fills_at_its_limit(self) -> None:
        """A limit order waits, minute after minute, and fills at its limit when a minute comes to it."""
        bot = self.run_one(ORDER + "order('BUY', 'LIMIT', 99.5)\nprint(book())\ntime.sleep(60 * 5)\nprint(book())\n")
        self.assertEqual(bot.output, "[('open', '0', 0.0, '')]\n[('complete', '10', 99.5, '')]\n")

    def test_fills_at_the_open(self) -> None:
        """A limit beyond the market fills at the open, and pays slippage up to the limit only."""
        code = ORDER + "order('BUY', 'LIMIT', {})\ntime.sleep(120)\nprint(book()[0][2])\n"
        for limit, price in ((100.5, 100.1), (100.05, 100.05)):
            self.assertEqual(self.run_one(code.format(limit), slippage_bps=10).output, f"{price}\n")

    def test_must_trade_through(self) -> None:
        """Where a target must be traded through, a limit must be as well."""
        code = ORDER + "order('SELL', 'LIMIT', 100.1)\ntime.sleep(60 * 7)\nprint(book()[0][:2])\n"
        self.assertEqual(self.run_one(code).output, "('complete', '10')\n")
        self.assertEqual(self.run_one(code, must_trade_through=True).output, "('open', '0')\n")

    def test_cancelled(self) -> None:
        """An order that is cancelled is not sent, and one that was changed goes out a minute later."""
        code = ORDER + "number = order('BUY', 'LIMIT', 99.5)\ntime.sleep(60)\nprint(api.cancelOrder(number, 'NORMAL')['status'], book())\n"
        bot = self.run_one(code + "time.sleep(60 * 5)\nprint(book())\n")
        self.assertEqual(bot.output, "True [('cancelled', '0', 0.0, '')]\n[('cancelled', '0', 0.0, '')]\n")
        code = ORDER + "number = order('BUY', 'LIMIT', 99.5)\ntime.sleep(119)\n{}time.sleep(120)\nprint(book()[0][:3])\n"
        self.assertEqual(self.run_one(code.format("")).output, "('complete', '10', 99.5)\n")
        change = "api.modifyOrder(dict(orderid=number, price=99.6))\n"
        self.assertEqual(self.run_one(code.format(change)).output, "('open', '0', 0.0)\n")
        code = ORDER + "number = order('BUY', 'LIMIT', 99.1)\ntime.sleep(59)\n" + change + "time.sleep(180)\nprint(book()[0][:3])\n"
        self.assertEqual(self.run_one(code).output, "('complete', '10', 99.6)\n")

    def test_one_minute(self) -> None:
        """IOC holds for one minute."""
        bot = self.run_one(ORDER + "order('BUY', 'LIMIT', 99.5, duration='IOC')\ntime.sleep(120)\nprint(book())\n")
        self.assertEqual(bot.output, "[('cancelled', '0', 0.0, 'Its limit was not reached')]\n")

    def test_ends_with_the_entries(self) -> None:
        """What is unfilled when new positions end is cancelled."""
        bot = self.run_one(ORDER + "order('BUY', 'LIMIT', 99.5)\ntime.sleep(60 * 360)\nprint(book())\n", candles_of([10_000] * 375))
        self.assertIn("('cancelled', '0', 0.0, 'Not filled: new positions are not opened this late", bot.output)

    def test_cannot_close(self) -> None:
        """A limit order that would close a position, or enlarge it, is refused with its line and what to do."""
        code = ORDER + "order('BUY', 'MARKET')\ntime.sleep(60)\norder('{}', 'LIMIT', 101)\nprint(book()[1])\n"
        bot = self.run_one(code.format("SELL"))
        self.assertIn("('rejected', '0', 0.0, \"A LIMIT order cannot close a position", bot.output)
        self.assertEqual([each["line"] for each in bot.warnings], [7])
        self.assertIn("it is not enlarged", self.run_one(code.format("BUY")).output)

    def test_stop_that_enters(self) -> None:
        """A stop that enters keeps to its limit once its trigger is reached."""
        candles = candles_of([10_000, 10_000, 10_100, 10_300, 10_100, *[10_040] * 9])
        code = ORDER + "order('BUY', 'STOPLOSS_LIMIT', 100.5, triggerprice=101, variety='STOPLOSS')\ntime.sleep(60 * 6)\nprint(book()[0][:3])\n"
        self.assertEqual(self.run_one(code, candles).output, "('complete', '10', 100.4)\n")

    def test_named_prices(self) -> None:
        """bot.buy takes a limit, a stop and a target; on_cancel tells of a limit that was not reached."""
        code = (
            "def on_bar(bot, bar):\n"
            "    if bar.time.minute in (15, 17): bot.buy(quantity=3, limit=99.5, stop=98, target=100.05)\n"
            "def on_fill(bot, fill): print(fill.time.minute, fill.side, fill.quantity, fill.price, fill.reason)\n"
            "def on_cancel(bot, order): print(order.time.minute, 'cancelled', order.side, order.quantity, order.limit)\n"
        )
        bot = self.run_one(code)
        self.assertEqual(bot.output, "16 cancelled BUY 3 99.5\n18 BUY 3 99.5 ENTRY\n19 SELL 3 100.1 TARGET\n")

    def test_nearer_one(self) -> None:
        """A stop that is named counts besides the one of the settings: the nearer one closes."""
        code = (
            "def on_bar(bot, bar):\n    if bar.time.minute == 15: bot.buy(quantity=1, stop={})\n"
            "def on_fill(bot, fill): print(fill.price, fill.reason)\n"
        )
        limits = {"max_entries_per_day": 9, "max_quantity": 9, "stop_loss_bps": 50}
        for stop, price in ((99.8, 99.8), (99.2, 99.5)):
            bot = self.run_one(code.format(stop), limits=limits)
            self.assertEqual(bot.output, f"100.0 ENTRY\n{price} STOP_LOSS\n")

    def test_on_cancel_is_a_callback(self) -> None:
        """The editor knows on_cancel: with another number of arguments it would fail days later."""
        bot = BotProcess("def on_bar(bot, bar): pass\ndef on_cancel(bot): pass\n", only_problems=True)
        problems = bot.next()["problems"]
        bot.close()
        self.assertEqual([(each["line"], each["text"]) for each in problems], [(2, "on_cancel is called as on_cancel(bot, order)")])

    def test_refused(self) -> None:
        """What cannot be done is told with its line."""
        for call, words in (
            ("buy(stop=101)", "stop 101 is not below the close of 100.00"),
            ("sell(limit=101, target=102)", "target 102 is not below the limit of 101.00"),
            ("buy(limit=-1)", "limit is a price in rupees above 0"),
            ("buy(limit='soon')", "limit is a price in rupees above 0"),
            ("buy(quantity=2.5)", "quantity is a whole number from 1 to 10,000,000"),
            ("exit(quantity=0)", "quantity is a whole number from 1 to 10,000,000"),
            ("exit('all', quantity=5)", 'side is "long", "short" or left out'),
        ):
            self.run_one(f"def on_bar(bot, bar):\n    bot.{call}\n")
            self.assertEqual((self.answer["kind"], self.answer.get("line")), ("failed", 2), call)
            self.assertIn(words, self.answer["error"])


if __name__ == "__main__":
    unittest.main()
