"""Scripts that keep their own position: fills, square-offs and partial quantities reach them, and differences are told."""

from __future__ import annotations

import unittest
from typing import Any, List

from tests.bot_process import BotProcess, Candle, candles_of

ORDER = (
    "import time\nfrom SmartApi import SmartConnect\napi = SmartConnect('k')\n"
    "def order(side, quantity):\n"
    "    return api.placeOrder(dict(tradingsymbol='SBIN-EQ', symboltoken='3045', transactiontype=side, ordertype='MARKET', quantity=quantity))\n"
    "def book():\n"
    "    return [(o['transactiontype'], o['filledshares'], o['status'], o['text']) for o in api.orderBook()['data']]\n"
)
FLAT = candles_of([10_000] * 375)


class Positions(unittest.TestCase):
    def run_one(self, code: str, candles: List[Candle] = FLAT, **more: Any) -> BotProcess:
        bot = BotProcess(code, **more)
        ready = bot.next()
        self.assertEqual(ready["kind"], "ready", ready)
        self.bits = bot.signals(candles)
        bot.stop()
        return bot

    def test_book(self) -> None:
        """An order is open until the next minute fills it, with its price; a square-off stands in the book too."""
        code = ORDER + "order('BUY', 10)\nprint(book())\ntime.sleep(60)\nprint(book())\ntime.sleep(60 * 360)\nprint(book())\n"
        bot = self.run_one(code + "print([(t['fillsize'], t['orderid'][-1]) for t in api.tradeBook()['data']])\n")
        self.assertEqual(
            bot.output.splitlines(),
            [
                "[('BUY', '0', 'open', '')]",
                "[('BUY', '10', 'complete', '')]",
                "[('BUY', '10', 'complete', ''), ('SELL', '10', 'complete', 'Square off')]",
                "[('10', '1'), ('10', '2')]",
            ],
        )

    def test_partial(self) -> None:
        """A quantity that a minute's volume does not hold is filled in part: 25 of 100 shares a minute."""
        code = ORDER + "order('BUY', 60)\ntime.sleep(120)\nprint(book(), api.position()['data'][0]['netqty'])\n"
        bot = self.run_one(code, max_volume_percent=25)
        self.assertEqual(bot.output, "[('BUY', '25', 'cancelled', '25 of 60 filled; the rest lapsed')] 25\n")

    def test_not_filled(self) -> None:
        """An order that the account cannot pay is rejected in the book."""
        code = ORDER + "order('BUY', 5)\ntime.sleep(120)\nprint(book()[0][1:3])\n"
        bot = self.run_one(code, capital={"capital_paise": 5_000})
        self.assertEqual(bot.output, "('0', 'rejected')\n")

    def test_loop_on_fill(self) -> None:
        """A plain loop that defines on_fill is told of its own fills and of the platform's."""
        code = ORDER + (
            "def on_fill(bot, fill):\n    print(fill.time.strftime('%H:%M'), fill.side, fill.quantity, fill.reason, bot.position().quantity)\n"
            "order('BUY', 10)\nwhile True:\n    time.sleep(60)\n"
        )
        bot = self.run_one(code)
        self.assertEqual(bot.output, "09:16 BUY 10 ENTRY 10\n15:05 SELL 10 SQUARE_OFF 0\n")

    def test_stale_idea(self) -> None:
        """Selling what a square-off has closed already is warned of with its line; reading the position first is not."""
        code = ORDER + "order('BUY', 10)\ntime.sleep(60 * 360)\n{}order('SELL', 10)\ntime.sleep(60)\n"
        bot = self.run_one(code.format(""))
        self.assertEqual([each["line"] for each in bot.warnings], [5])
        self.assertIn("SELL 10 SBIN-EQ: the script has ordered a position of 10, but the account holds 0", bot.warnings[0]["text"])
        self.assertEqual(self.run_one(code.format("api.position()\n")).warnings, [])

    def test_partial_idea(self) -> None:
        """Selling more than a partial fill has bought is warned of."""
        code = ORDER + "order('BUY', 60)\ntime.sleep(120)\norder('SELL', 60)\n"
        bot = self.run_one(code, max_volume_percent=25)
        self.assertIn("a position of 60, but the account holds 25", bot.warnings[0]["text"])

    def test_pending_is_no_difference(self) -> None:
        """An order that is not filled yet belongs to the position that the script rightly expects."""
        code = ORDER + "order('BUY', 10)\norder('BUY', 10)\ntime.sleep(60)\norder('SELL', 20)\n"
        self.assertEqual([each["text"][:15] for each in self.run_one(code).warnings], ["SELL 20 SBIN-EQ"])
        code = ORDER + "order('BUY', 10)\ntime.sleep(60)\norder('SELL', 10)\ntime.sleep(60)\norder('BUY', 10)\n"
        self.assertEqual(self.run_one(code).warnings, [])

    def test_part(self) -> None:
        """Selling a part of a position leaves the rest; two parts of one minute add up."""
        code = ORDER + "order('BUY', 10)\ntime.sleep(60)\norder('SELL', 4)\ntime.sleep(60)\nprint(book(), api.position()['data'][0]['netqty'])\n"
        bot = self.run_one(code)
        self.assertEqual(bot.warnings, [])
        self.assertTrue(bot.output.strip().endswith("('SELL', '4', 'complete', '')] 6"), bot.output)
        code = ORDER + "order('BUY', 10)\ntime.sleep(60)\norder('SELL', 4)\norder('SELL', 6)\ntime.sleep(60)\nprint(api.position()['data'][0]['netqty'])\n"
        self.assertEqual(self.run_one(code).output.strip(), "0")

    def test_callback_part(self) -> None:
        """bot.exit with a quantity: so many shares leave, the others stay; as many as are held, or more, leave all, and so does
        a whole exit in the same bar."""
        code = (
            "def on_bar(bot, bar):\n"
            "    at = bar.time.hour * 60 + bar.time.minute\n"
            "    if at == 560: bot.buy(quantity=10)\n"
            "    if at == 570: bot.exit('short', quantity=3); bot.exit(quantity=1); bot.exit('long', quantity=2)\n"
            "    if at == 580: {}\n"
            "def on_fill(bot, fill): print(fill.side, fill.quantity, fill.reason, bot.position().quantity)\n"
        )
        for whole in ("exit(quantity=7)", "exit(quantity=70)", "exit(quantity=2); bot.exit()", "exit(); bot.exit(quantity=2)"):
            bot = self.run_one(code.format("bot." + whole))
            self.assertEqual(bot.output, "BUY 10 ENTRY 10\nSELL 3 SIGNAL 7\nSELL 7 SIGNAL 0\n", whole)

    def test_callback_sell(self) -> None:
        """bot.sell with a quantity while long enters short, which is warned of; without one it reverses as documented."""
        code = (
            "def on_bar(bot, bar):\n"
            "    if bar.time.minute == 20 and bar.time.hour == 9: bot.buy(quantity=10)\n"
            "    if bar.time.minute == 30 and bar.time.hour == 9: bot.sell({})\n"
        )
        bot = self.run_one(code.format("quantity=10"))
        self.assertEqual([each["line"] for each in bot.warnings], [3])
        self.assertIn("use bot.exit()", bot.warnings[0]["text"])
        self.assertEqual(self.run_one(code.format("")).warnings, [])

    def test_waiting_orders_in_callbacks(self) -> None:
        """A limit order of a script with callbacks waits for its price too."""
        code = ORDER.replace("'MARKET'", "'LIMIT', price='98'") + (
            "done = []\ndef on_bar(bot, bar):\n    if not done:\n        done.append(order('BUY', 1))\n"
        )
        self.run_one(code, candles_of([10_000, 9_900, 9_800, 9_700]))
        self.assertEqual(self.bits, [0, 0, 1, 0])


class Live(unittest.TestCase):
    def test_warm_up(self) -> None:
        """Orders of the warm-up are rejected in the book and are no difference."""
        code = ORDER + "def on_bar(bot, bar):\n    order('BUY', 1)\ndef on_stop(bot):\n    print([entry[2] for entry in book()])\n"
        bot = BotProcess(code)
        bot.next()
        self.assertEqual(bot.signals(candles_of([100] * 3), "warm"), [0, 0, 0])
        self.assertEqual(bot.signals(candles_of([100])), [1])
        bot.stop()
        self.assertEqual((bot.output, bot.warnings), ("['rejected', 'rejected', 'rejected', 'open']\n", []))

    def test_closed_by_hand(self) -> None:
        """What was closed by hand in every account is closed in the model account at the minute's end, and entered again."""
        code = (
            "def on_bar(bot, bar):\n    print(bot.position().quantity)\n    if not bot.position().quantity: bot.buy(quantity=5)\n"
            "def on_fill(bot, fill):\n    print(fill.side, fill.price, fill.reason)\n"
        )
        bot = BotProcess(code)
        bot.next()
        steps: List[Any] = [(100, []), (101, []), (102, [0]), (103, [0]), (104, []), (105, [])]
        bits = [bot.signals(candles_of([close * 100]), closed=closed) for close, closed in steps]
        bot.stop()
        # In the fourth minute it is entered at the open and closed at the end.
        self.assertEqual(bits, [[1], [0], [1], [1], [0], [0]])
        told = ["0", "BUY 101.0 ENTRY", "5", "SELL 102.0 STOPPED", "0", "BUY 103.0 ENTRY", "SELL 103.0 STOPPED", "0"]
        self.assertEqual(bot.output.splitlines(), [*told, "BUY 104.0 ENTRY", "5", "5"])

    def test_loop_closed_by_hand(self) -> None:
        """A loop finds it in its positions and its book."""
        code = ORDER + (
            "order('BUY', 10)\nwhile True:\n    time.sleep(59)\n    held = sum(int(row['netqty']) for row in api.position()['data'] or [])\n"
            "    print(held, book()[-1])\n    if not held: order('BUY', 10)\n"
        )
        bot = BotProcess(code)
        bot.next()
        bits = [bot.signals(candles_of([10_000]), closed=closed) for closed in ([], [], [0], [])]
        bot.stop()
        self.assertEqual(bits, [[1], [0], [1], [0]])
        self.assertEqual(
            bot.output.splitlines(),
            ["10 ('BUY', '10', 'complete', '')", "0 ('SELL', '10', 'complete', 'Stopped')", "10 ('BUY', '10', 'complete', '')"],
        )

    def test_tail(self) -> None:
        """A bot that trades sends the newest lines of every step and says how many it left out."""
        bot = BotProcess("def on_bar(bot, bar):\n    for n in range(1000): print(n)\n", is_live=True)
        bot.next()
        for _ in range(2):
            bot.output = ""
            bot.signals(candles_of([100]))
            lines = bot.output.splitlines()
            self.assertEqual((lines[0], lines[1], lines[-1], len(lines)), ("(940 lines left out)", "940", "999", 61))
        bot.stop()


if __name__ == "__main__":
    unittest.main()
