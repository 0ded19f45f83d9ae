"""The editor's help is generated: it must say what the docstrings say."""

from __future__ import annotations

import json
import subprocess
import sys
import unittest
from pathlib import Path
from typing import Any, Dict, List

RUNTIME = Path(__file__).parents[1]
SHOWN = RUNTIME.parent / "web" / "src" / "ui" / "code-editor" / "script-api.json"


class DescribeApi(unittest.TestCase):
    def setUp(self) -> None:
        # In a process of its own, because the stand-ins must not be importable by the other tests.
        said = subprocess.run([sys.executable, "-B", str(RUNTIME / "describe_api.py")], capture_output=True, check=True)
        self.described: Dict[str, Any] = json.loads(said.stdout)

    def test_editor_shows_the_docstrings(self) -> None:
        shown = json.loads(SHOWN.read_text())
        self.assertEqual(shown, self.described, "run: python3 runtime/describe_api.py > web/src/ui/code-editor/script-api.json")

    def test_every_method_has_help(self) -> None:
        types: Dict[str, Any] = self.described["types"]
        indicators: List[Dict[str, Any]] = self.described["indicators"]
        owners = [*types.items(), *((str(each["name"]), each) for each in indicators)]
        silent = [
            f"{owner}.{member['name']}"
            for owner, described in owners
            for member in described["members"]
            if member["kind"] == "method" and member["help"] == ""
        ]
        self.assertEqual(silent, [])
        self.assertTrue(all(each["help"] for each in indicators))


if __name__ == "__main__":
    unittest.main()
