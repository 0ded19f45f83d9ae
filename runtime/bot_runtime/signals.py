"""Signals at a bar close as bits of one byte, the same as core/src/strategies/signal.ts, and what an order names besides."""

from __future__ import annotations

import struct
from typing import Mapping, NamedTuple

ENTER_LONG = 1
ENTER_SHORT = 2
EXIT_LONG = 4
EXIT_SHORT = 8
EXITS = EXIT_LONG | EXIT_SHORT

# Row, quantity, limit, stop, target and of how many an exit's quantity is a part.
ORDER_FIELDS = 6
_ORDER = struct.Struct(f"<{ORDER_FIELDS}I")


class Terms(NamedTuple):
    """What an order names, prices in paise; 0 leaves it to the account."""

    quantity: int = 0
    limit: int = 0
    stop: int = 0
    target: int = 0
    # An exit closes so much of what is held: `quantity` of `part_of`.
    part_of: int = 0


def joined_terms(bits_before: int, before: Terms, bits: int, terms: Terms) -> Terms:
    """What the orders of one bar name together: parts add up, a whole exit beside them closes all, and what an entry names
    is the entry's; otherwise the last order holds."""
    if not terms.part_of:
        return terms if any(terms) or (before.part_of and bits & EXITS) else before
    if before.part_of:
        return terms._replace(quantity=min(before.quantity + terms.quantity, terms.part_of))
    return before if any(before) or bits_before & bits & EXITS else terms


def pack_orders(terms: Mapping[int, Terms]) -> bytes:
    """Rows and terms as they stand behind the signal bits of an answer, in the order of the rows."""
    return b"".join(_ORDER.pack(row, *terms[row]) for row in sorted(terms))
