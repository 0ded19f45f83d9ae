"""Files that a script writes beside itself (logs, csv, state): in memory, empty at each run. A path of the machine is
opened as ever, and refused by the sandbox."""

from __future__ import annotations

import builtins
import errno
import io
import os
from typing import Any, Callable, Dict, Optional

_MOST_BYTES = 16 * 1024 * 1024

Open = Callable[..., Any]


class _Writing(io.BytesIO):
    def __init__(self, files: "MemoryFiles", name: str, content: bytes, position: int) -> None:
        super().__init__(content)
        self.seek(position)
        self._files = files
        self._name = name

    def flush(self) -> None:
        super().flush()
        self._files.keep(self._name, self.getvalue())

    def close(self) -> None:
        if not self.closed:
            self.flush()
        super().close()


class MemoryFiles:
    def __init__(self, real_open: Open) -> None:
        self._real_open = real_open
        self._content: Dict[str, bytes] = {}

    def keep(self, name: str, content: bytes) -> None:
        others = sum(len(other) for key, other in self._content.items() if key != name)
        if others + len(content) > _MOST_BYTES:
            raise OSError(errno.ENOSPC, "The files of a bot may hold 16 MB together", name)
        self._content[name] = content

    def has(self, path: Any) -> bool:
        name = _own_name(path)
        return name is not None and name in self._content

    def open(
        self,
        file: Any,
        mode: str = "r",
        buffering: int = -1,
        encoding: Optional[str] = None,
        errors: Optional[str] = None,
        newline: Optional[str] = None,
        *more: Any,
        **named: Any,
    ) -> Any:
        name = _own_name(file)
        writes = any(letter in mode for letter in "wax+")
        if name is None or not (writes or name in self._content):
            return self._real_open(file, mode, buffering, encoding, errors, newline, *more, **named)
        if "x" in mode and name in self._content:
            raise FileExistsError(errno.EEXIST, "File exists", str(file))
        if "r" in mode and name not in self._content:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", str(file))
        content = b"" if "w" in mode else self._content.get(name, b"")
        if writes:
            self.keep(name, content)
            raw: io.BytesIO = _Writing(self, name, content, len(content) if "a" in mode else 0)
        else:
            raw = io.BytesIO(content)
        if "b" in mode:
            return raw
        return io.TextIOWrapper(raw, encoding or "utf-8", errors, newline, line_buffering=buffering == 1)


def install_memory_files() -> None:
    real_open: Open = builtins.open
    files = MemoryFiles(real_open)
    real_exists, real_isfile, real_abspath, real_makedirs = os.path.exists, os.path.isfile, os.path.abspath, os.makedirs

    def makedirs(name: Any, *more: Any, **named: Any) -> None:
        # Folders need not be made: a file's name holds them.
        if _own_name(name) is None:
            real_makedirs(name, *more, **named)

    def abspath(path: Any) -> Any:
        # A file beside the script has no other name, whoever asks: logging opens its files by this one.
        name = _own_name(path)
        return real_abspath(path) if name is None else name

    for module in (builtins, io):
        setattr(module, "open", files.open)
    setattr(os.path, "abspath", abspath)
    def exists(path: Any) -> bool:
        return files.has(path) or real_exists(path)

    def isfile(path: Any) -> bool:
        return files.has(path) or real_isfile(path)

    setattr(os.path, "exists", exists)
    setattr(os.path, "isfile", isfile)
    setattr(os, "makedirs", makedirs)


def _own_name(path: Any) -> Optional[str]:
    """None for what is not beside the script."""
    if not isinstance(path, (str, os.PathLike)):
        return None
    text: Any = os.fspath(path)  # pyright: ignore[reportUnknownArgumentType,reportUnknownVariableType]
    if not isinstance(text, str) or os.path.isabs(text):
        return None
    name = os.path.normpath(text)
    return None if name.startswith("..") else name
