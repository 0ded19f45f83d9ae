"""The program that installs the authors' libraries, where they cannot be had; with a network every test of the sandbox
uses what it installed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any, Dict, List

from install_libraries import LOCK, environment_id
from tests.bot_process import RUNTIME


class InstallLibraries(unittest.TestCase):
    def steps_of(self, into: str, *more: str) -> List[Dict[str, Any]]:
        command = [sys.executable, "-I", str(RUNTIME / "install_libraries.py"), "--into", into, *more]
        # Nothing can be downloaded.
        env = {key: value for key, value in os.environ.items() if not key.startswith("PIP_")}
        ran = subprocess.run(command, capture_output=True, text=True, check=False, env={**env, "PIP_NO_INDEX": "1"})
        return [json.loads(line) for line in ran.stdout.splitlines()]

    def test_without_network(self) -> None:
        """Without a network there is a sentence, and nothing half-made is left."""
        with tempfile.TemporaryDirectory() as folder:
            last = self.steps_of(folder)[-1]
            self.assertEqual(last["kind"], "none")
            self.assertRegex(last["sentence"], r"^The libraries for authors could not be (installed|fetched): .+\.$")
            self.assertEqual([path.name for path in Path(folder).iterdir()], [".lock"])

    def test_find(self) -> None:
        """Looking for them installs nothing."""
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(
                self.steps_of(folder, "--find"),
                [{"kind": "none", "sentence": "The libraries for authors are not installed yet."}],
            )
            self.assertEqual(list(Path(folder).iterdir()), [])

    def test_name(self) -> None:
        """Another version, another hash and a second lock are other environments; a comment is not."""
        lock = LOCK.read_text(encoding="utf-8")
        name = environment_id([lock])
        self.assertRegex(name, rf"^py{sys.version_info[0]}{sys.version_info[1]}-[0-9a-f]{{12}}$")
        self.assertEqual(environment_id([f"# a comment\n{lock}"]), name)
        first_hash = lock.split("--hash=sha256:")[1][:64]
        for locks in ([lock.replace("pandas==2.3.3", "pandas==2.3.2")], [lock.replace(first_hash, "0" * 64)], [lock, "x==1\n"]):
            self.assertNotEqual(environment_id(locks), name)

    def test_every_machine(self) -> None:
        """Every package has a wheel for every Python and machine, or one for all of them."""
        for part in LOCK.read_text(encoding="utf-8").split("\n\n")[-1].split("==")[1:]:
            self.assertIn(part.count("--hash=sha256:"), (1, 6), part)


if __name__ == "__main__":
    unittest.main()
