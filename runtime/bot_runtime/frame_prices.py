"""What columns of `signals` name besides: `stop` and `target`, a price in rupees for each bar that enters, and
`exit_share`, the share of the position that leaves at a bar that exits; nothing (NaN) leaves it to the account."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from typing import Any, Sequence, Tuple

from bot_runtime.frames import Columns, WrongFrame
from bot_runtime.order_words import MOST_RUPEES
from bot_runtime.signals import ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT, ORDER_FIELDS

NAMES = ("stop", "target")
SHARE = "exit_share"
# What a column's numbers are beside the entry, by side: 1 above it, -1 below.
_BEYOND = {"stop": -1, "target": 1}
_FINEST = 10_000


def read_orders(made: Any, bits: Any, bars: Columns) -> Any:
    """One order for each bar that names something, as they travel (signals.py)."""
    numpy: Any = import_module("numpy")

    found = [numpy.zeros((0, ORDER_FIELDS), dtype="<u4")]
    if any(name in made.columns for name in NAMES):
        found.append(_entries(made, bits, bars))
    if SHARE in made.columns:
        found.append(_parts(made[SHARE], bits, bars))
    return numpy.concatenate(found)


def _entries(made: Any, bits: Any, bars: Columns) -> Any:
    numpy: Any = import_module("numpy")

    entries = numpy.flatnonzero(bits & (ENTER_LONG | ENTER_SHORT))
    # An entry of both sides is a long one, as everywhere.
    sides = numpy.where(bits[entries] & ENTER_LONG, 1, -1)
    orders = numpy.zeros((len(entries), ORDER_FIELDS), dtype="<u4")
    orders[:, 0] = bars.row[entries]
    for name in NAMES:
        if name in made.columns:
            orders[:, 3 + NAMES.index(name)] = _paise(made[name], name, entries, sides * _BEYOND[name], bars)
    return orders[(orders[:, 3:] != 0).any(axis=1)]


def _parts(column: Any, bits: Any, bars: Columns) -> Any:
    """A bar that enters closes the other side whole, whatever share it names."""
    numpy: Any = import_module("numpy")

    exits = numpy.flatnonzero((bits & (EXIT_LONG | EXIT_SHORT) != 0) & (bits & (ENTER_LONG | ENTER_SHORT) == 0))
    try:
        shares = column.astype("float64").to_numpy()[exits]
    except (TypeError, ValueError):
        raise WrongFrame(f"The column {SHARE} has other values than shares and NaN: {column.dtype}") from None
    wrong = numpy.flatnonzero(~numpy.isnan(shares) & ~((shares > 0) & (shares <= 1)))
    if len(wrong):
        at, value = _bar_text(bars.time_ms[exits[wrong[0]]]), shares[wrong[0]]
        raise WrongFrame(f"The column {SHARE} is {value:g} at the exit of {at}: above 0 and at most 1, such as 0.5, or NaN for all")
    is_part = shares < 1
    # As a fraction, so that a third of nine shares is three.
    values, which = numpy.unique(shares[is_part], return_inverse=True)
    fractions = [Fraction(float(value)).limit_denominator(_FINEST) for value in values]
    pairs = numpy.array([(max(1, each.numerator), each.denominator) for each in fractions], dtype="<u4").reshape(-1, 2)
    orders = numpy.zeros((int(is_part.sum()), ORDER_FIELDS), dtype="<u4")
    orders[:, 0] = bars.row[exits[is_part]]
    orders[:, [1, 5]] = pairs[which]
    return orders


def joined(parts: Sequence[Any]) -> Tuple[int, bytes]:
    """The orders of all symbols in the order of their rows: how many, and as they travel."""
    numpy: Any = import_module("numpy")

    orders = numpy.concatenate([numpy.zeros((0, ORDER_FIELDS), dtype="<u4"), *parts])
    return len(orders), orders[numpy.argsort(orders[:, 0], kind="stable")].tobytes()


def _paise(column: Any, name: str, entries: Any, beyond: Any, bars: Columns) -> Any:
    """Whole paise, rounded away from the entry for a stop and for a target alike; 0 where nothing is named."""
    numpy: Any = import_module("numpy")

    try:
        rupees = column.astype("float64").to_numpy()[entries]
    except (TypeError, ValueError):
        raise WrongFrame(f"The column {name} has other values than prices and NaN: {column.dtype}") from None
    close = bars.close[entries]
    named = ~numpy.isnan(rupees)
    is_price = (rupees >= 0.01) & (rupees <= MOST_RUPEES)
    is_beyond = (rupees - close) * beyond > 0
    wrong = numpy.flatnonzero(named & ~(is_price & is_beyond))
    if len(wrong):
        first = wrong[0]
        at, value = _bar_text(bars.time_ms[entries[first]]), rupees[first]
        if not is_price[first]:
            raise WrongFrame(f"The column {name} is {value:g} at the entry of {at}: a price in rupees above 0, or NaN for none")
        where = "above" if beyond[first] == 1 else "below"
        raise WrongFrame(f"The column {name} is {value:.2f} at the entry of {at}, which is not {where} its close of {close[first]:.2f}")
    exact = numpy.where(named, rupees, 0.0) * 100
    # A price such as 98.55 is 9854.999… paise.
    return numpy.where(beyond == 1, numpy.ceil(exact - 1e-6), numpy.floor(exact + 1e-6)).astype("<u4")


def _bar_text(time_ms: float) -> str:
    pandas: Any = import_module("pandas")

    return str(pandas.Timestamp(int(time_ms), unit="ms", tz="Asia/Kolkata").strftime("%d %b %Y %H:%M"))
