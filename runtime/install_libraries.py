"""Installs the authors' libraries that requirements.lock pins, once for each Python and machine, into a folder whose name
is a hash of what is in it. Several may run at once: one installs, the others wait for it. It prints one JSON line for
each step; the last one names the environment, or says why there is none.

Arguments: --into FOLDER, --extra LOCK (an operator's own packages, hashes required), --find (installs nothing)."""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional

LOCK = Path(__file__).resolve().parent / "requirements.lock"
# The way an environment is built; another number is another environment.
_RECIPE = "1"
_VERSIONS = ((3, 11), (3, 12), (3, 13))
_MACHINES = ("x86_64", "aarch64")
_MANIFEST = "environment.json"
_DOWNLOADED_PERCENT = 70
_UNPACKED_PERCENT = 80


class NotInstalled(Exception):
    """Why there are no libraries, as a sentence for the operator."""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--into", type=Path, default=default_folder())
    parser.add_argument("--extra", type=Path)
    parser.add_argument("--find", action="store_true")
    options = parser.parse_args()
    try:
        locks = [LOCK.read_text(), *([options.extra.read_text()] if options.extra else [])]
        name = environment_id(locks)
        folder: Path = options.into / name
        if not (folder / _MANIFEST).is_file():
            if options.find:
                raise NotInstalled("The libraries for authors are not installed yet.")
            _install(folder, locks, name)
        manifest = json.loads((folder / _MANIFEST).read_text())
        _tell({"kind": "ready", "folder": str(folder / "site"), **manifest})
    except NotInstalled as error:
        _tell({"kind": "none", "sentence": str(error)})
        sys.exit(0 if options.find else 1)
    except OSError as error:
        _tell({"kind": "none", "sentence": f"The libraries for authors could not be installed: {error}."})
        sys.exit(1)


def default_folder() -> Path:
    """Outside every product's folder; root's scripts run as nobody, who may not look into root's home."""
    if os.getuid() == 0:
        return Path("/var/cache/trading-bot/python")
    caches = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(caches) / "trading-bot" / "python"


def environment_id(locks: List[str]) -> str:
    version, machine = sys.version_info[:2], platform.machine()
    if sys.implementation.name != "cpython" or version not in _VERSIONS or machine not in _MACHINES:
        found = f"{platform.python_implementation()} {version[0]}.{version[1]} on {machine}"
        wanted = "CPython 3.11 to 3.13 on x86_64 or arm64"
        raise NotInstalled(f"The libraries for authors need {wanted}, and this machine has {found}.")
    what = json.dumps([_RECIPE, version, machine, [_packages(lock) for lock in locks], [_hashes(lock) for lock in locks]])
    return f"py{version[0]}{version[1]}-{hashlib.sha256(what.encode()).hexdigest()[:12]}"


def _packages(lock: str) -> List[List[str]]:
    return [list(found) for found in re.findall(r"^([A-Za-z0-9][\w.-]*)==([^\s;\\]+)", lock, re.MULTILINE)]


def _hashes(lock: str) -> List[str]:
    return sorted(re.findall(r"--hash=(\S+)", lock))


def _install(folder: Path, locks: List[str], name: str) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True, mode=0o755)
    with open(folder.parent / ".lock", "w", encoding="utf-8") as lock_file:
        _tell({"kind": "installing", "percent": 0})
        fcntl.flock(lock_file, fcntl.LOCK_EX)
        # Another product of this machine may have been quicker.
        if (folder / _MANIFEST).is_file():
            return
        for left in folder.parent.glob(".new-*"):
            shutil.rmtree(left, ignore_errors=True)
        made = Path(tempfile.mkdtemp(prefix=".new-", dir=folder.parent))
        try:
            _build(made, locks, name)
            if folder.exists():
                shutil.rmtree(folder)
            made.rename(folder)
        finally:
            shutil.rmtree(made, ignore_errors=True)


def _build(made: Path, locks: List[str], name: str) -> None:
    wheels, site, requirements = made / "wheels", made / "site", made / "requirements.txt"
    requirements.write_text("\n".join(locks))
    pip = _find_pip()
    packages = [package for lock in locks for package in _packages(lock)]
    pinned = ["--no-deps", "--only-binary=:all:", "--require-hashes", "-r", str(requirements)]
    begun = 0
    for line in _run([*pip, "download", *pinned, "--dest", str(wheels)]):
        if line.startswith("Collecting "):
            _tell({"kind": "installing", "percent": begun * _DOWNLOADED_PERCENT // len(packages)})
            begun += 1
    _tell({"kind": "installing", "percent": _DOWNLOADED_PERCENT})
    offline = ["--no-index", "--find-links", str(wheels), "--no-compile", "--target", str(site)]
    for _ in _run([*pip, "install", *pinned, *offline]):
        pass
    _tell({"kind": "installing", "percent": _UNPACKED_PERCENT})
    for tests in sorted(site.glob("**/tests")):
        shutil.rmtree(tests, ignore_errors=True)
    shutil.rmtree(site / "bin", ignore_errors=True)
    # Compiled once, because nothing can be written in the sandbox; never compared with the source again.
    compiling = [sys.executable, "-I", "-m", "compileall", "-q", "--invalidation-mode", "unchecked-hash", str(site)]
    for _ in _run(compiling):
        pass
    manifest = {"id": name, "packages": sorted(packages), "modules": _modules(site)}
    shutil.rmtree(wheels)
    requirements.unlink()
    (made / _MANIFEST).write_text(json.dumps(manifest))
    for path in [made, *made.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)


def _modules(site: Path) -> List[str]:
    """What a script may import, without what is the libraries' own."""
    names = {path.name.split(".")[0] for path in site.iterdir() if path.is_dir() or path.suffix in (".py", ".so")}
    return sorted(name for name in names if name.isidentifier() and not name.startswith("_"))


def _find_pip() -> List[str]:
    if subprocess.run([sys.executable, "-I", "-m", "pip", "--version"], capture_output=True, check=False).returncode == 0:
        return [sys.executable, "-I", "-m", "pip", "--disable-pip-version-check", "--no-cache-dir"]
    raise NotInstalled(
        "The libraries for authors could not be fetched: this Python has no pip. Install it: sudo apt-get install python3-pip."
    )


def _run(command: List[str]) -> Iterator[str]:
    """The lines of a program; its last words where it fails."""
    # Waiting for a network that is not there would take minutes.
    env = {"PIP_RETRIES": "2", "PIP_DEFAULT_TIMEOUT": "30", **os.environ, "PIP_NO_INPUT": "1", "PIP_ROOT_USER_ACTION": "ignore"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env) as child:
        assert child.stdout is not None
        problem: Optional[str] = None
        for line in child.stdout:
            if line.lstrip().startswith("ERROR:"):
                problem = line.strip()[len("ERROR:") :].strip()
            yield line.lstrip()
    if child.returncode != 0:
        words = problem or f"{Path(command[0]).name} ended with {child.returncode}"
        raise NotInstalled(f"The libraries for authors could not be installed: {words.rstrip('.')}.")


def _tell(step: Dict[str, Any]) -> None:
    print(json.dumps(step), flush=True)


if __name__ == "__main__":
    main()
