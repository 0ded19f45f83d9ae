"""The examples of the gallery that need no libraries; engine/src/sandbox/strategies/whole-history.test.ts runs the others."""

from __future__ import annotations

import unittest

from tests.bot_process import RUNTIME, BotProcess
from tests.test_guide import wave


class Gallery(unittest.TestCase):
    def test_examples(self) -> None:
        """Every example says in its first line what it does, starts, decides something and is not warned."""
        files = sorted((RUNTIME / "gallery").glob("*.py"))
        self.assertEqual(len(files), 5)
        for file in files:
            code = file.read_text(encoding="utf-8")
            self.assertTrue(code.startswith('"""') and code.split("\n")[0].endswith('"""'), file.name)
            if "def signals(" in code:
                continue
            with self.subTest(example=file.name):
                bot = BotProcess(code)
                ready = bot.next()
                self.assertEqual(ready["kind"], "ready", ready)
                signals = bot.signals(wave(375))
                stopped = bot.stop()
                assert stopped is not None
                self.assertEqual((stopped["kind"], bot.warnings), ("stopped", []))
                self.assertTrue(any(signals), bot.output)


if __name__ == "__main__":
    unittest.main()
