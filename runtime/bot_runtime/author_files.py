"""The files of a script. The entry point runs; it imports the others by their plain names, from memory."""

from __future__ import annotations

import inspect
import re
import sys
import traceback
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import CodeType, FrameType, ModuleType
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,39}\.py")


class Line(int):
    """A line that knows its file; without a name it is the entry point's."""

    file: Optional[str] = None


def line_in(number: int, file: Optional[str]) -> Line:
    line = Line(number)
    line.file = file
    return line


def words_of(line: Optional[int]) -> str:
    """For the end of a sentence: `line 3`, or `indicators.py line 3`."""
    file = file_of(line)
    return f"line {line}" if file is None else f"{file} line {line}"


def file_of(line: Optional[int]) -> Optional[str]:
    return line.file if isinstance(line, Line) else None


def place_frame(line: Optional[int]) -> Dict[str, Any]:
    """Line and file as frames name them; the file is left out for the entry point."""
    file = file_of(line)
    return {"line": line} if file is None else {"line": line, "file": file}


class Place(NamedTuple):
    """A line of the author's in a traceback."""

    line: Line
    function: str


class AuthorFiles:
    """Texts by name, the entry point first."""

    def __init__(self, entry: str, code: str, others: Sequence[Mapping[str, str]] = ()) -> None:
        self.entry = entry
        self.texts: Dict[str, str] = {entry: code}
        self.names = [str(each["name"]) for each in others]
        self.texts.update({str(each["name"]): str(each["code"]) for each in others})

    @property
    def modules(self) -> List[str]:
        """What the files import of one another; nothing imports the entry point."""
        return [module_of(name) for name in self.names]

    def label(self, name: str) -> Optional[str]:
        """None for the entry point, whose lines need no name."""
        return None if name == self.entry else name

    def line_now(self) -> Optional[Line]:
        """The author's line that is being executed."""
        frame: Optional[FrameType] = inspect.currentframe()
        while frame is not None:
            name = frame.f_code.co_filename
            if name in self.texts:
                return line_in(int(frame.f_lineno), self.label(name))
            frame = frame.f_back
        return None

    def places_of(self, error: BaseException) -> List[Place]:
        """The author's lines of a traceback, the innermost last."""
        frames = traceback.extract_tb(error.__traceback__)
        own = [frame for frame in frames if frame.filename in self.texts and frame.lineno is not None]
        return [Place(line_in(frame.lineno or 0, self.label(frame.filename)), frame.name) for frame in own]


class AuthorModules(MetaPathFinder, Loader):
    """Finds the other files; before anything else, because their names are nobody else's."""

    def __init__(self, codes: Mapping[str, CodeType]) -> None:
        self._codes = codes

    def install(self) -> None:
        if self._codes and self not in sys.meta_path:
            sys.meta_path.insert(0, self)

    def forget(self) -> None:
        """The next import runs them anew."""
        for name in self._codes:
            sys.modules.pop(name, None)

    def find_spec(
        self, fullname: str, path: Optional[Sequence[str]], target: Optional[ModuleType] = None
    ) -> Optional[ModuleSpec]:
        code = self._codes.get(fullname)
        return None if code is None else ModuleSpec(fullname, self, origin=code.co_filename)

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        code = self._codes[module.__name__]
        module.__file__ = code.co_filename
        exec(code, vars(module))


def module_of(name: str) -> str:
    return name[:-3] if name.endswith(".py") else name


def is_module_name(name: str) -> bool:
    return _NAME.fullmatch(name) is not None
