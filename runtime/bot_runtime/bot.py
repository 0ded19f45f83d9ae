"""What `on_start(bot)`, `on_bar(bot, bar)`, `on_fill(bot, fill)` and `on_stop(bot)` are handed."""

from __future__ import annotations

from datetime import datetime
from typing import Any, List, Mapping, Optional

from bot_runtime.bar import Bar
from bot_runtime.model_account import Position
from bot_runtime.platform_desk import PlatformDesk
from bot_runtime.signals import ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT

# Stands for the newest row: a million bars pass without a word about where they are.
NEWEST = -1

_SIDES = {None: EXIT_LONG | EXIT_SHORT, "long": EXIT_LONG, "short": EXIT_SHORT}


class Bot:
    """Orders are signals at the close of the bar; every account sizes and checks them for itself."""

    def __init__(self, desk: PlatformDesk) -> None:
        self._desk = desk
        self.bits = 0
        self.row = 0

    @property
    def parameters(self) -> Mapping[str, Any]:
        return self._desk.parameters

    @property
    def symbols(self) -> List[str]:
        return [str(each["symbol"]) for each in self._desk.instruments]

    @property
    def now(self) -> datetime:
        """The engine's clock, India time: the close of the newest bar."""
        return self._desk.now()

    def buy(self, symbol: Optional[str] = None, quantity: Optional[int] = None) -> None:
        """Enter long (a short is left first)."""
        if symbol is None and quantity is None:
            self.bits |= ENTER_LONG
        else:
            self._desk.signal(self.row, symbol, ENTER_LONG, quantity)

    def sell(self, symbol: Optional[str] = None, quantity: Optional[int] = None) -> None:
        """Enter short (a long is left first)."""
        if symbol is None and quantity is None:
            self.bits |= ENTER_SHORT
        else:
            self._desk.signal(self.row, symbol, ENTER_SHORT, quantity)

    def exit(self, side: Optional[str] = None, symbol: Optional[str] = None) -> None:
        """Leave what is held: "long", "short" or either."""
        if side not in _SIDES:
            raise ValueError('side is "long", "short" or left out')
        if symbol is None:
            self.bits |= _SIDES[side]
        else:
            self._desk.signal(self.row, symbol, _SIDES[side], None)

    def position(self, symbol: Optional[str] = None) -> Position:
        """What the model account holds: side 1, -1 or 0, quantity, entry_paise."""
        return self._desk.account_now().positions[self._desk.index_of(symbol, self.row)]

    def history(self, count: int, symbol: Optional[str] = None) -> List[Bar]:
        """The last closed bars of a symbol, oldest first."""
        return self._desk.last_bars(self._desk.index_of(symbol, self.row), count)

    def log(self, *words: object) -> None:
        print(*words)
