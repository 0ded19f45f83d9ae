"""What a bot keeps over a restart: its own state and its model account."""

from __future__ import annotations

import unittest
from typing import Any, Dict, List, Optional, Tuple

from tests.bot_process import MINUTE_MS, OPEN_MS, BotProcess, candles_of


class State(unittest.TestCase):
    def ending(self, code: str, **more: Any) -> Dict[str, Any]:
        bot = BotProcess(code, **more)
        ready = bot.next()
        self.assertEqual(ready["kind"], "ready", ready)
        bot.send(candles_of([100, 101]))
        ending = bot.next()
        bot.close()
        return ending

    def test_told_where_changed(self) -> None:
        """Live it is told at the bars where it has changed, and in a backtest never."""
        code = "def on_bar(bot, bar):\n    bot.state['up'] = bar.close > 1\n    bot.state.setdefault('days', []).append(1) if bar.close > 2 else None\n"
        bot = BotProcess(code, is_live=True)
        bot.next()
        told: List[Optional[str]] = []
        for close in (100, 101, 200, 201, 202):
            bot.send(candles_of([close]))
            told.append(bot.next().get("state"))
        bot.stop()
        self.assertEqual(told, ['{"up":false}', '{"up":true}', None, '{"up":true,"days":[1]}', '{"up":true,"days":[1,1]}'])
        self.assertNotIn("state", self.ending(code))

    def test_refused(self) -> None:
        """What JSON would change or not hold is refused with its name, and where it is put in with its line."""
        for value, words in (
            ("bar.time", "bot.state['x'] is of type datetime"),
            ("float('nan')", "bot.state['x'] is nan, which JSON does not have"),
            ("(1, 2)", "bot.state['x'] is of type tuple"),
            ("{1: 2}", "a key of bot.state['x'] is 1"),
            ("[[{'a': {1}}]]", "bot.state['x'][0][0]['a'] is of type set"),
        ):
            ending = self.ending(f"def on_bar(bot, bar):\n    bot.state['x'] = {value}\n")
            self.assertEqual((ending["failure"], ending["line"]), ("runtime", 2))
            self.assertIn(words, ending["error"])
        for live in ({}, {"is_live": True}):
            hidden = self.ending("def on_bar(bot, bar):\n    bot.state.setdefault('x', []).append(bar.time)\n", **live)
            self.assertIn("bot.state['x'][0] is of type datetime", hidden["error"])
            large = self.ending("def on_bar(bot, bar):\n    bot.state['x'] = 'y' * 16000\n", **live)
            self.assertIn("bot.state has 16,008 bytes as JSON, and may have 16,000", large["error"])
            cycle = self.ending("def on_bar(bot, bar):\n    bot.state.update(x=bot.state)\n", **live)
            self.assertIn("bot.state", cycle["error"])
        loop = "import time\nfrom bot_runtime import state\nwhile True:\n    state.setdefault('x', []).append(time)\n    time.sleep(59)\n"
        self.assertIn("state['x'][0] is of type module", self.ending(loop, is_live=True)["error"])

    def test_replaced(self) -> None:
        """A whole dictionary may be put in its place."""
        ending = self.ending("def on_bar(bot, bar):\n    bot.state = {'n': len(bot.state)}\n", is_live=True)
        self.assertEqual(ending["state"], '{"n":1}')

    def test_begins_with_what_was_kept(self) -> None:
        """After the warm-up it is what was kept, whatever the past bars have made of it."""
        code = "def on_bar(bot, bar):\n    bot.state['n'] = bot.state.get('n', 0) + 1\n    print(bot.state['n'])\n"
        kept = {"at_ms": OPEN_MS, "state": '{"n":40}', "account": None}
        for more, printed in (({}, "1 2 3"), ({"kept": kept}, "1 2 41")):
            bot = BotProcess(code, is_live=True, **more)
            bot.next()
            bot.signals(candles_of([100, 101]), "warm")
            bot.signals(candles_of([102]))
            bot.stop()
            self.assertEqual(bot.output.split(), printed.split())

    def test_loop(self) -> None:
        """A loop imports it, and is started at its top with what was kept."""
        code = "import time\nfrom bot_runtime import state\nprint(dict(state))\nstate['n'] = 1\nwhile True: time.sleep(59)\n"
        bot = BotProcess(code, is_live=True, kept={"at_ms": OPEN_MS, "state": '{"n":40}', "account": None})
        bot.next()
        bot.send(candles_of([100]), "warm")
        bot.next()
        bot.send(candles_of([100]))
        self.assertEqual(bot.next()["state"], '{"n":1}')
        bot.stop()
        self.assertEqual(bot.output, "{'n': 40}\n")


RESTLESS = """
def on_bar(bot, bar):
    state, held = bot.state, bot.position()
    state['n'] = state.get('n', 0) + 1
    print(state['n'], held.side, held.quantity, held.entry_paise)
    if held.side == 0 and state['n'] % 3 == 0: bot.buy(quantity=state['n'], limit=bar.close * 1.001, stop=bar.close * 0.98, target=bar.close * 1.03)
    elif held.side == 0 and state['n'] % 3 == 1: bot.sell()
    elif state['n'] % 5 == 0: bot.exit()
def on_fill(bot, fill): print(fill)
"""


class Account(unittest.TestCase):
    def run_from(self, closes: List[int], first: int, kept: Optional[Dict[str, Any]], end: int) -> Tuple[List[int], str, Any]:
        more = {} if kept is None else {"kept": kept}
        bot = BotProcess(RESTLESS, is_live=True, max_volume_percent=40, slippage_bps=2, **more)
        bot.next()
        if first:
            bot.signals(candles_of(closes[:first]), "warm")
        bot.output = ""
        bits: List[int] = []
        now: Dict[str, Any] = dict(kept or {"at_ms": 0, "state": None, "account": None})
        for at in range(first, end):
            bot.send(candles_of([closes[at]]))
            answer = bot.next()
            self.assertEqual(answer["kind"], "signals", answer)
            bits.append(answer["blob"][0])
            changed = {name: answer[name] for name in ("state", "account") if name in answer}
            if changed:
                now = {**now, **changed, "at_ms": OPEN_MS + (at + 1) * MINUTE_MS}
        bot.stop()
        return bits, bot.output, now

    def test_restart_at_any_minute(self) -> None:
        """A process that is started anew decides and prints what the one before it would have, wherever it ended."""
        closes = [10_000 + (at * 7919) % 401 - 200 for at in range(40)]
        bits, output, _ = self.run_from(closes, 0, None, 40)
        self.assertGreater(len([bit for bit in bits if bit]), 12)
        for cut in range(1, 40, 3):
            before = self.run_from(closes, 0, None, cut)
            after = self.run_from(closes, cut, before[2], 40)
            self.assertEqual((before[0] + after[0], before[1] + after[1]), (bits, output), cut)

    def test_loop_knows_its_position(self) -> None:
        """A loop that is started anew finds what it holds in its positions, and its book is empty."""
        order = "dict(tradingsymbol='SBIN-EQ', symboltoken='3045', transactiontype='BUY', ordertype='MARKET', quantity='10')"
        code = (
            "import time\nfrom SmartApi import SmartConnect\napi = SmartConnect('k')\nwhile True:\n"
            "    held = sum(int(row['netqty']) for row in api.position()['data'] or [])\n    print(held, len(api.orderBook()['data'] or []))\n"
            f"    if not held: api.placeOrder({order})\n    time.sleep(59)\n"
        )
        first = BotProcess(code, is_live=True)
        first.next()
        newest = ""
        for _ in range(3):
            first.send(candles_of([10_000]))
            newest = first.next().get("account", newest)
        first.stop()
        kept = {"at_ms": OPEN_MS + 3 * MINUTE_MS, "state": None, "account": newest}
        bot = BotProcess(code, is_live=True, kept=kept)
        bot.next()
        bot.signals(candles_of([10_000] * 3), "warm")
        self.assertEqual([bot.signals(candles_of([10_000])) for _ in range(2)], [[0], [0]])
        bot.stop()
        self.assertEqual(bot.output.splitlines(), ["10 0", "10 0"])

    def test_missed_minutes(self) -> None:
        """What happened while nothing ran moves the account: here its stop, of which the script is told."""
        code = (
            "def on_bar(bot, bar):\n    print(bot.position().quantity)\n"
            "    if bar.close_paise == 10_000: bot.buy(quantity=5, stop=98)\ndef on_fill(bot, fill): print(fill.reason, fill.price)\n"
        )
        first = BotProcess(code, is_live=True)
        first.next()
        first.send(candles_of([10_000]))
        account = first.next()["account"]
        first.stop()
        kept = {"at_ms": OPEN_MS + MINUTE_MS, "state": None, "account": account}
        bot = BotProcess(code, is_live=True, kept=kept)
        bot.next()
        bot.signals(candles_of([10_000, 10_001, 9_700, 9_900]), "warm")
        bot.output = ""
        bot.signals(candles_of([9_950]))
        bot.stop()
        self.assertEqual(bot.output.splitlines(), ["ENTRY 100.05", "STOP_LOSS 97.0", "0"])


if __name__ == "__main__":
    unittest.main()
