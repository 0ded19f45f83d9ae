"""Files do not tell the time. In a backtest of last year an interpreter installed this year would be a file from the
future, by which a script could tell a test from live trading: every file is from 1970."""

from __future__ import annotations

import importlib._bootstrap_external as bootstrap  # pyright: ignore
import os
import posix
import types
from typing import Any, Callable

_TIMES = {"st_atime_ns": 0, "st_mtime_ns": 0, "st_ctime_ns": 0}
_OTHERS = ("st_blksize", "st_blocks", "st_rdev")


def hide_file_times() -> None:
    # The import system compares times of source and compiled files, so it keeps the real functions.
    setattr(bootstrap, "_os", types.SimpleNamespace(**vars(posix)))
    for name in ("stat", "lstat", "fstat"):
        hidden = _without_times(getattr(posix, name))
        setattr(posix, name, hidden)
        setattr(os, name, hidden)
    for module in (posix, os):
        setattr(module, "scandir", _listing_without_times(os.scandir))


def _without_times(real: Callable[..., os.stat_result]) -> Callable[..., os.stat_result]:
    def stat(*arguments: Any, **options: Any) -> os.stat_result:
        found = real(*arguments, **options)
        others = {name: getattr(found, name) for name in _OTHERS}
        return os.stat_result((*found[:7], 0, 0, 0), {**_TIMES, **others})

    return stat


class _Entry:
    """An entry of a listing whose times are hidden; everything else is the real one's."""

    def __init__(self, entry: "os.DirEntry[str]") -> None:
        self._entry = entry

    def __getattr__(self, name: str) -> Any:
        return getattr(self._entry, name)

    def __fspath__(self) -> str:
        return self._entry.path

    def stat(self, *, follow_symlinks: bool = True) -> os.stat_result:
        return os.stat(self._entry.path, follow_symlinks=follow_symlinks)


class _Listing:
    def __init__(self, entries: Any) -> None:
        self._entries = entries

    def __iter__(self) -> "_Listing":
        return self

    def __next__(self) -> _Entry:
        return _Entry(next(self._entries))

    def __enter__(self) -> "_Listing":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._entries.close()


def _listing_without_times(real: Callable[..., Any]) -> Callable[..., _Listing]:
    return lambda *arguments: _Listing(real(*arguments))
