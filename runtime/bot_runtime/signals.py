"""Signals at a bar close as bits of one byte, the same as core/src/strategies/signal.ts, and what an order names besides."""

from __future__ import annotations

import struct
from typing import Mapping, NamedTuple

ENTER_LONG = 1
ENTER_SHORT = 2
EXIT_LONG = 4
EXIT_SHORT = 8

# Row, quantity, limit, stop and target.
ORDER_FIELDS = 5
_ORDER = struct.Struct(f"<{ORDER_FIELDS}I")


class Terms(NamedTuple):
    """What an order names, prices in paise; 0 leaves it to the account."""

    quantity: int = 0
    limit: int = 0
    stop: int = 0
    target: int = 0


def pack_orders(terms: Mapping[int, Terms]) -> bytes:
    """Rows and terms as they stand behind the signal bits of an answer, in the order of the rows."""
    return b"".join(_ORDER.pack(row, *terms[row]) for row in sorted(terms))
