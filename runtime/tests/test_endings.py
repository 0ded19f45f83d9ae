"""How a script ends is told with its line."""

from __future__ import annotations

import unittest
from typing import Any, Dict

from tests.bot_process import BotProcess, candles_of


def ending_of(code: str, **more: Any) -> Dict[str, Any]:
    bot = BotProcess(code, **more)
    ready = bot.next()
    if ready["kind"] == "failed":
        bot.close()
        return ready
    bot.send(candles_of([100, 101, 102]))
    ending = bot.next()
    bot.close()
    return ending


class Endings(unittest.TestCase):
    def test_endless_loop(self) -> None:
        """A loop that catches every error ends with its line once its processor time is used up."""
        code = "def on_bar(bot, bar):\n    while True:\n        try:\n            x = 1\n        except Exception:\n            pass\n"
        ending = ending_of(code, cpu_s=1)
        self.assertEqual((ending["kind"], ending["failure"]), ("failed", "budget"))
        self.assertIn(ending["line"], (2, 3, 4))

    def test_loop_that_catches_its_end(self) -> None:
        """One that catches even what is no Exception is told again, and then ends with its line."""
        code = "def on_bar(bot, bar):\n    while True:\n        try:\n            while True: x = 1\n        except BaseException:\n            pass\n"
        ending = ending_of(code, cpu_s=1)
        self.assertEqual((ending["kind"], ending["failure"]), ("failed", "budget"))
        self.assertIn(ending["line"], (4, 5, 6))

    def test_exit_code(self) -> None:
        """An exit with a code other than 0 is a failure with its line; without one the script is answered for."""
        failed = ending_of("import sys\ndef on_bar(bot, bar):\n    sys.exit(2)\n")
        self.assertEqual((failed["kind"], failed["line"]), ("failed", 3))
        self.assertEqual(ending_of("import sys\ndef on_bar(bot, bar):\n    sys.exit()\n")["kind"], "signals")

    def test_no_code(self) -> None:
        """A script of comments and texts only is told to be empty."""
        self.assertIn("no code yet", ending_of('"""Soon."""\n# nothing\n')["error"])


if __name__ == "__main__":
    unittest.main()
