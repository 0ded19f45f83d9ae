"""Parameters that an author declares are read from the text, and their values reach the script."""

from __future__ import annotations

import unittest
from typing import Any, Dict

from tests.bot_process import BotProcess, candles_of

CODE = """
from bot_runtime import parameter
minutes = parameter("opening_minutes", 15, min=5, max=60, step=5, help="Minutes of the opening range")
buffer = parameter("buffer_percent", 0.1, min=0, max=2)
shorts = parameter("allow_short", False, label="Sell short too")
print(minutes, buffer, shorts)
def on_bar(bot, bar):
    pass
"""


def ready_of(code: str, **more: Any) -> Dict[str, Any]:
    bot = BotProcess(code, **more)
    answer = bot.next()
    bot.close()
    return answer


class Parameters(unittest.TestCase):
    def test_declaration(self) -> None:
        """Type, range, step, label and help stand in the declaration; a decimal and a switch follow from the default."""
        minutes, buffer, shorts = ready_of(CODE)["parameters"]
        self.assertEqual(
            minutes,
            {
                "name": "opening_minutes",
                "type": "int",
                "label": "Opening minutes",
                "help": "Minutes of the opening range",
                "min": 5,
                "max": 60,
                "step": 5,
                "default": 15,
            },
        )
        self.assertEqual((buffer["type"], buffer["step"]), ("decimal", 0.01))
        self.assertEqual((shorts["type"], shorts["label"], shorts["default"]), ("bool", "Sell short too", False))

    def test_values(self) -> None:
        """The form's values reach the script; what is not given has its default."""
        bot = BotProcess(CODE, parameters={"opening_minutes": 30})
        self.assertEqual(bot.next()["kind"], "ready")
        bot.stop()
        self.assertEqual(bot.output, "30 0.1 False\n")

    def test_reading_only(self) -> None:
        """Reading the declaration runs nothing of the script."""
        bot = BotProcess(CODE + "raise ValueError\n", only_declaration=True)
        answer = bot.next()
        bot.close()
        self.assertEqual((answer["kind"], len(answer["parameters"]), bot.output), ("ready", 3, ""))

    def test_value_outside(self) -> None:
        """A value outside the declared range ends the script with a sentence that names the field and the range."""
        answer = ready_of(CODE, parameters={"opening_minutes": 90})
        self.assertIn("Opening minutes must be between 5 and 60", answer["error"])

    def test_bad_declarations(self) -> None:
        """A declaration that no form can be drawn from is refused with its line."""
        for call, words in (
            ('parameter("minutes", 15)', "needs min and max"),
            ('parameter("minutes", 90, min=5, max=60)', "the default 90 is not between 5 and 60"),
            ('parameter("minutes", 5, min=60, max=5)', "min must be below max"),
            ('parameter("Minutes", 5, min=1, max=9)', "a name has small letters"),
            ('parameter("minutes", 5 * n, min=1, max=9)', "plain values"),
            ('parameter("on", True, min=0)', "a switch has no min"),
            ('parameter("minutes", 5, min=1, max=9, unit="m")', "has no option unit"),
            ('parameter("a", True), parameter("a", True)', "declared twice"),
        ):
            with self.subTest(call=call):
                answer = ready_of(f"from bot_runtime import parameter\nn = 2\n{call}\n")
                self.assertEqual((answer["kind"], answer["line"]), ("failed", 3))
                self.assertIn(words, answer["error"])

    def test_loop(self) -> None:
        """A plain SmartAPI script declares parameters in the same way."""
        code = 'from bot_runtime import parameter as own\nprint(own("size", 10, min=1, max=100))\n'
        bot = BotProcess(code, parameters={"size": 25})
        self.assertEqual(bot.next()["style"], "loop")
        bot.signals(candles_of([100]))
        bot.stop()
        self.assertEqual(bot.output, "25\n")


if __name__ == "__main__":
    unittest.main()
