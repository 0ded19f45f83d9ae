"""Series that a script draws over its bars, kept as columns until the engine asks for some rows of them."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple

from bot_runtime.rows import Rows

MOST_SERIES = 12
LONGEST_NAME = 40
_NOT_DRAWN = frozenset(
    ["open", "high", "low", "close", "volume", "enter_long", "exit_long", "enter_short", "exit_short", "stop", "target", "exit_share"]
)
_NOTHING = float("nan")

# The rows of a series, ascending, and a value for each.
Points = Tuple[Sequence[int], Sequence[float]]


class Plots:
    def __init__(self, rows: Rows, is_wanted: bool, warn: Callable[[str, str], None]) -> None:
        self._rows = rows
        # Only a chart asks for them; a sweep must not pay for what nobody sees.
        self.is_wanted = is_wanted
        self._warn = warn
        self._panes: Dict[str, Optional[str]] = {}
        self._points: List[Dict[str, Points]] = [{} for _ in rows.symbols]
        # By symbol: the newest row that was asked about.
        self._asked = [-1] * len(rows.symbols)

    def __len__(self) -> int:
        return len(self._panes)

    def add(self, row: int, name: str, value: Optional[float], pane: Optional[str]) -> None:
        """One value at a row; a later one of the same row replaces it."""
        if not self.is_wanted or row < 0 or not self._is_drawn(name, pane):
            return
        own = self._points[self._rows.symbol[row]]
        points: Any = own.get(name)
        if points is None:
            points = own[name] = (array("I"), array("d"))
        rows, values = points
        number = _NOTHING if value is None else float(value)
        if rows and rows[-1] == row:
            values[-1] = number
        else:
            rows.append(row)
            values.append(number)

    def set_columns(self, index: int, rows: Sequence[int], frame: Any, panes: Mapping[str, str]) -> None:
        """The extra columns of a symbol over its whole history, in place of those before."""
        if self.is_wanted:
            own = self._points[index] = {}
            for name, values in self._extra(frame, panes):
                own[name] = (rows, values)

    def add_newest(self, index: int, rows: Sequence[int], frame: Any, panes: Mapping[str, str]) -> None:
        """What is new in a window of a symbol: all of it the first time."""
        if not self.is_wanted:
            return
        own = self._points[index]
        for name, values in self._extra(frame, panes):
            points: Any = own.setdefault(name, (array("I"), array("d")))
            first = bisect_right(rows, points[0][-1]) if points[0] else 0
            points[0].extend(map(int, rows[first:]))
            points[1].extend(map(float, values[first:]))

    def at(self, wanted: Sequence[int]) -> Tuple[List[Dict[str, Any]], bytes]:
        """The series, and for each its newest value at every wanted row since the row of that symbol asked about before."""
        spans: List[Tuple[int, int, int]] = []
        for row in wanted:
            index = self._rows.symbol[row]
            spans.append((index, self._asked[index], row))
            self._asked[index] = row
        found = array("d")
        for name in self._panes:
            found.extend(self._value(name, *span) for span in spans)
        return [{"name": name, "pane": pane} for name, pane in self._panes.items()], found.tobytes()

    def _value(self, name: str, index: int, after: int, until: int) -> float:
        rows, values = self._points[index].get(name, ((), ()))
        at = bisect_right(rows, until) - 1
        # What is drawn as one candle shows the newest value that there is.
        while at >= 0 and rows[at] > after:
            if values[at] == values[at]:
                return float(values[at])
            at -= 1
        return _NOTHING

    def _extra(self, frame: Any, panes: Mapping[str, str]) -> List[Tuple[str, Any]]:
        """Columns of numbers that are neither bars nor signals. Others are the script's own business."""
        columns: List[Tuple[str, Any]] = []
        for name in frame.columns:
            if not isinstance(name, str) or name in _NOT_DRAWN:
                continue
            column: Any = frame[name]
            # Two columns of one name are a frame and have no type.
            kind: str = getattr(getattr(column, "dtype", None), "kind", "")
            if kind and kind in "fiu" and self._is_drawn(name, panes.get(name)):
                columns.append((name, column.to_numpy(dtype="float64", na_value=_NOTHING)))
        return columns

    def _is_drawn(self, name: Any, pane: Any) -> bool:
        if name in self._panes:
            return True
        if not _is_name(name) or not (pane is None or _is_name(pane)):
            self._warn("plot name", f"A plotted series has a name of 1 to {LONGEST_NAME} characters: this one is not drawn.")
            return False
        if len(self._panes) == MOST_SERIES:
            self._warn("plots", f"At most {MOST_SERIES} series are drawn: {name} and any other are left out.")
            return False
        self._panes[name] = pane
        return True


def _is_name(name: Any) -> bool:
    return isinstance(name, str) and 0 < len(name) <= LONGEST_NAME
