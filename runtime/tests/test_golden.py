"""Tests against the golden vectors that the TypeScript tests use."""

from __future__ import annotations

import json
import unittest
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Union

from bot_runtime.indicators import Ema, Rsi, Sma

GOLDEN: Dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "core" / "golden" / "indicators.json").read_text(encoding="utf-8")
)
MAKE: Dict[str, Callable[[int], Union[Sma, Ema, Rsi]]] = {"sma": Sma, "ema": Ema, "rsi": Rsi}


def column(indicator: str, period: int, closes: List[int]) -> List[Optional[float]]:
    steps = MAKE[indicator](period)
    return [steps.step(float(close)) for close in closes]


class GoldenVectors(unittest.TestCase):
    def test_values(self) -> None:
        """SMA, EMA and RSI equal TA-Lib's values, and are undefined where TA-Lib has none."""
        series = {each["name"]: each for each in GOLDEN["series"]}
        cases = [case for case in GOLDEN["cases"] if case["indicator"] in MAKE]
        self.assertGreaterEqual(len(cases), 6)
        for case in cases:
            with self.subTest(case=case["indicator"], parameters=case["parameters"], series=case["series"]):
                source = series[case["series"]]
                values = column(case["indicator"], case["parameters"][0], source["close"])
                first = case["first_index"]
                self.assertTrue(all(value is None for value in values[:first]))
                scale = source["scale"] if case["unit"] == "price" else 1
                for index, expected in case["values"].items():
                    value = values[int(index)]
                    assert value is not None
                    self.assertAlmostEqual(value / scale, expected, delta=case["tolerance"])

    def test_edges(self) -> None:
        """A flat market has RSI 0 and a rising one 100."""
        self.assertEqual(column("rsi", 14, [100] * 40)[-1], 0.0)
        self.assertEqual(column("rsi", 14, list(range(100, 140)))[-1], 100.0)


if __name__ == "__main__":
    unittest.main()
