"""Scripts of several files."""

from __future__ import annotations

import unittest
from typing import Any, Dict, List

from tests.bot_process import BotProcess, candles_of

AVERAGE = """from bot_runtime import parameter

period = parameter("period", 2, min=1, max=50)


class Average:
    def __init__(self):
        self.closes = []

    def step(self, close):
        self.closes.append(close)
        return sum(self.closes[-period:]) / period
"""
ENTRY = """from averages import Average
import rules

line = Average()


def on_bar(bot, bar):
    if rules.is_above(bar.close_paise, line.step(bar.close_paise)):
        bot.buy()
"""
RULES = """def is_above(close, average):
    return close > average
"""


def files(**texts: str) -> List[Dict[str, str]]:
    return [{"name": f"{name}.py", "code": code} for name, code in texts.items()]


class FilesTest(unittest.TestCase):
    def opened(self, code: str, others: List[Dict[str, str]], **more: Any) -> BotProcess:
        bot = BotProcess(code, files=others, **more)
        self.addCleanup(bot.close)
        return bot

    def problems(self, code: str, others: List[Dict[str, str]]) -> List[Dict[str, Any]]:
        return self.opened(code, others, only_problems=True).next()["problems"]

    def test_the_entry_point_imports_the_other_files_which_import_one_another(self) -> None:
        bot = self.opened(ENTRY, files(averages=AVERAGE, rules=RULES))
        ready = bot.next()
        self.assertEqual((ready["kind"], ready["style"]), ("ready", "events"))
        self.assertEqual([each["name"] for each in ready["parameters"]], ["period"])
        bot.send(candles_of([10_000, 10_000, 10_100, 10_000]))
        self.assertEqual(list(bot.next()["blob"]), [1, 0, 1, 0])

    def test_on_bar_may_stand_in_another_file(self) -> None:
        strategy = "import averages\ndef on_bar(bot, bar):\n    bot.buy()\n"
        bot = self.opened("from strategy import on_bar\n", files(strategy=strategy, averages=AVERAGE))
        self.assertEqual(bot.next()["style"], "events")
        bot.send(candles_of([10_000]))
        self.assertEqual(list(bot.next()["blob"]), [1])

    def test_an_error_names_file_and_line(self) -> None:
        bot = self.opened("import rules\ndef on_bar(bot, bar):\n    rules.decide(bar)\n", files(rules="def decide(bar):\n    return 1 / 0\n"))
        bot.next()
        bot.send(candles_of([10_000]))
        failed = bot.next()
        self.assertEqual((failed["file"], failed["line"]), ("rules.py", 2))
        self.assertEqual(failed["error"], "ZeroDivisionError: division by zero (rules.py line 2)")
        self.assertIn("  line 3, in on_bar\n  rules.py line 2, in decide\n", failed["trace"])

    def test_an_error_of_the_entry_point_names_no_file(self) -> None:
        bot = self.opened("import rules\n1 / 0\ndef on_bar(bot, bar): ...\n", files(rules=RULES))
        failed = bot.next()
        self.assertNotIn("file", failed)
        self.assertEqual(failed["error"], "ZeroDivisionError: division by zero (line 2)")

    def test_a_syntax_error_and_a_missing_module_name_their_file(self) -> None:
        failed = self.opened(ENTRY, files(averages=AVERAGE, rules="def is_above(:\n")).next()
        self.assertEqual((failed["failure"], failed["file"], failed["line"]), ("syntax", "rules.py", 1))
        self.assertIn("(rules.py line 1)", failed["error"])
        failed = self.opened(ENTRY, files(averages=AVERAGE, rules="x = 1\nimport tensorflow\n")).next()
        self.assertEqual((failed["failure"], failed["file"], failed["line"]), ("imports", "rules.py", 2))

    def test_orders_and_prints_are_noted_with_their_file(self) -> None:
        rules = "def decide(bot):\n    print('buying')\n    bot.buy()\n"
        bot = self.opened("import rules\ndef on_bar(bot, bar):\n    rules.decide(bot)\n", files(rules=rules), notes=True)
        bot.next()
        bot.send(candles_of([10_000]))
        noted = bot.next()["notes"]
        self.assertEqual([(note["kind"], note["file"], note["line"]) for note in noted], [("print", "rules.py", 2), ("order", "rules.py", 3)])

    def test_nothing_imports_the_entry_point(self) -> None:
        failed = self.opened("import rules\ndef on_bar(bot, bar): ...\n", files(rules="import bot\n")).next()
        self.assertIn("bot.py is the entry point", failed["error"])

    def test_names_that_hide_a_module_or_are_none_are_refused(self) -> None:
        for name in ("json.py", "bot_runtime.py", "SmartApi.py", "../evil.py", "a/b.py", "two words.py", "__init__.py", "bot.py"):
            with self.subTest(name):
                failed = self.opened("def on_bar(bot, bar): ...\n", [{"name": name, "code": "x = 1\n"}]).next()
                self.assertEqual((failed["kind"], failed["failure"]), ("failed", "syntax"))

    def test_a_parameter_of_two_files_is_refused(self) -> None:
        failed = self.opened(ENTRY, files(averages=AVERAGE, rules=RULES + AVERAGE)).next()
        self.assertIn("parameter period is declared in two files", failed["error"])

    def test_problems_name_their_file_and_what_it_does_not_have(self) -> None:
        code = "from rules import is_above, is_belwo\n\n\ndef on_bar(bot, bar):\n    bot.by()\n"
        found = self.problems(code, files(rules="def is_above(a, b):\n    return a > limit\n"))
        self.assertEqual(
            [(each["file"], each["line"], each["text"]) for each in found],
            [
                (None, 1, "rules.py has no 'is_belwo'"),
                (None, 5, "bot has no 'by'"),
                ("rules.py", 2, "'limit' is not defined"),
            ],
        )
