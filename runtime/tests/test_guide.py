"""Every example of docs/author-guide.md runs as it stands there."""

from __future__ import annotations

import re
import unittest
from typing import List

from tests.bot_process import RUNTIME, BotProcess, Candle

GUIDE = (RUNTIME.parent / "docs" / "author-guide.md").read_text(encoding="utf-8")


def examples() -> "List[tuple[str, str]]":
    """The heading above each example, and its code."""
    found: "List[tuple[str, str]]" = []
    for section in re.split(r"^## ", GUIDE, flags=re.MULTILINE)[1:]:
        heading = section.splitlines()[0]
        found += [(heading, code) for code in re.findall(r"^```python\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)]
    # Those of whole columns need the libraries: engine/src/sandbox/strategies/whole-history.test.ts runs them.
    found = [(heading, code) for heading, code in found if "def signals(" not in code]
    # One script together: test_several_files runs it.
    found = [(heading, code) for heading, code in found if heading != "Several files"]
    return found


def example(heading: str) -> str:
    return next(code for name, code in examples() if name.startswith(heading))


def bar(close: int) -> Candle:
    return (close, close + 20, close - 20, close)


def wave(count: int) -> List[Candle]:
    """Up for 40 bars, down for 40 bars."""
    return [bar(80_000 + 50 * (row % 80 if row % 80 < 40 else 80 - row % 80)) for row in range(count)]


# Fifteen minutes in a range, a rise out of it, a fall below the VWAP, and a second rise.
BREAKOUT = [
    *(bar(80_000 + row % 2 * 40) for row in range(15)),
    *(bar(80_000 + 40 * row) for row in range(20)),
    *(bar(80_800 - 60 * row) for row in range(30)),
    *(bar(79_000 + 80 * row) for row in range(60)),
]


class Guide(unittest.TestCase):
    def test_several_files(self) -> None:
        """The files of the example run as one script and trade."""
        section = next(each for each in GUIDE.split("\n## ") if each.startswith("Several files"))
        blocks = re.findall(r"^```python\n# (\w+\.py)\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
        texts = {str(name): str(code) for name, code in blocks}
        entry = texts.pop("bot.py")
        bot = BotProcess(entry, files=[{"name": name, "code": code} for name, code in texts.items()])
        self.addCleanup(bot.close)
        self.assertEqual(bot.next()["kind"], "ready")
        self.assertEqual({1, 4} & set(bot.signals(wave(200))), {1, 4})

    def test_examples(self) -> None:
        """Every example starts, runs a day, decides something and is not warned of its position."""
        names = [heading for heading, _ in examples()]
        self.assertGreaterEqual(len(names), 6)
        for heading, code in examples():
            with self.subTest(example=heading):
                bot = BotProcess(code)
                ready = bot.next()
                self.assertEqual(ready["kind"], "ready", ready)
                signals = bot.signals(wave(375))
                stopped = bot.stop()
                assert stopped is not None
                self.assertEqual((stopped["kind"], bot.warnings), ("stopped", []))
                self.assertTrue(any(signals), bot.output)

    def test_breakout(self) -> None:
        """The breakout buys once above the range and the VWAP, leaves below the VWAP, and does not enter again that day."""
        bot = BotProcess(example("An opening-range"), parameters={"opening_minutes": 15})
        ready = bot.next()
        self.assertEqual([each["name"] for each in ready["parameters"]], ["opening_minutes", "buffer_percent", "allow_short"])
        signals = bot.signals(BREAKOUT)
        bot.stop()
        # Bar 18 is the first to close above the range of 800.60 rupees and the buffer, bar 44 the first below the mean price.
        self.assertEqual([(row, bits) for row, bits in enumerate(signals) if bits], [(18, 1), (44, 4)])
        self.assertEqual([line.split()[3] for line in bot.output.splitlines()], ["BUY", "SELL"])

    def test_breakout_later(self) -> None:
        """Its declared parameter moves the range: with 30 minutes the first rise belongs to the range."""
        bot = BotProcess(example("An opening-range"), parameters={"opening_minutes": 30})
        bot.next()
        first = next(row for row, bits in enumerate(bot.signals(BREAKOUT)) if bits)
        bot.stop()
        self.assertGreaterEqual(first, 30)


if __name__ == "__main__":
    unittest.main()
