"""What a script writes beside an entry, checked and in paise."""

from __future__ import annotations

import math
from typing import Any, NamedTuple, Optional

from bot_runtime.signals import Terms

MOST_QUANTITY = 10_000_000
MOST_RUPEES = 10_000_000


class OrderWords(NamedTuple):
    """Prices in rupees."""

    quantity: Optional[int] = None
    limit: Optional[float] = None
    stop: Optional[float] = None
    target: Optional[float] = None


def terms_of(words: OrderWords, side: int, close: int) -> Terms:
    """Raises ValueError with what is wrong: a stop on the wrong side would close the position at once."""
    quantity, limit, stop, target = words
    if quantity is not None:
        check_quantity(quantity)
    terms = Terms(quantity or 0, paise("limit", limit, -side), paise("stop", stop, -side), paise("target", target, side))
    # It is entered near its limit, or near the close.
    near, name = (terms.limit, "the limit") if terms.limit else (close, "the close")
    if near and terms.stop and (near - terms.stop) * side <= 0:
        raise ValueError(f"stop {stop} is not {'below' if side == 1 else 'above'} {name} of {near / 100:.2f}")
    if near and terms.target and (terms.target - near) * side <= 0:
        raise ValueError(f"target {target} is not {'above' if side == 1 else 'below'} {name} of {near / 100:.2f}")
    return terms


def check_quantity(quantity: Any) -> None:
    if isinstance(quantity, bool) or not isinstance(quantity, int) or not 1 <= quantity <= MOST_QUANTITY:
        raise ValueError(f"quantity is a whole number from 1 to {MOST_QUANTITY:,}")


def paise(name: str, rupees: Optional[float], towards: int) -> int:
    """Whole paise, rounded up (1) or down (-1); 0 where nothing is named."""
    if rupees is None:
        return 0
    try:
        value = float(rupees) * 100
    except (TypeError, ValueError):
        value = math.nan
    if not 1 <= value <= MOST_RUPEES * 100:
        raise ValueError(f"{name} is a price in rupees above 0")
    # A price such as 98.55 is 9854.999… paise.
    return math.ceil(value - 1e-6) if towards == 1 else math.floor(value + 1e-6)
