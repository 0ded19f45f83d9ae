"""The fields of an order as a script wrote them: what may be there, and what they say."""

from __future__ import annotations

import math
from typing import Any, Dict, Mapping

from bot_runtime.order_words import MOST_QUANTITY, MOST_RUPEES, paise
from bot_runtime.strategy_context import OrderRefused

Order = Dict[str, Any]

# The prices that each kind of waiting order needs.
_PRICES = {"LIMIT": ("price",), "STOPLOSS_LIMIT": ("price", "triggerprice"), "STOPLOSS_MARKET": ("triggerprice",)}
WAITING = set(_PRICES)
# A limit order is sent to the market in minutes that begin so near to it.
_NEAR = 0.01
# What an order may be here, and what to do instead of anything else.
_TAKEN = (
    ("producttype", ("INTRADAY", "MIS"), "use INTRADAY, positions are closed before the session ends"),
    ("variety", ("NORMAL", "STOPLOSS"), "place it while the market is open, and set stop and target in the bot's settings"),
    ("duration", ("DAY", "IOC"), "use DAY"),
    ("exchange", ("NSE",), "shares of NSE alone"),
)


def check_fields(order: Mapping[str, Any]) -> None:
    if order.get("transactiontype") not in ("BUY", "SELL"):
        raise OrderRefused("transactiontype is BUY or SELL")
    if order["ordertype"] not in WAITING | {"MARKET"}:
        raise OrderRefused(f"ordertype {order['ordertype']} is not known: MARKET, LIMIT, STOPLOSS_LIMIT or STOPLOSS_MARKET")
    for key, taken, instead in _TAKEN:
        if order[key] not in taken:
            raise OrderRefused(f"{key} {order[key]} is not traded here: {instead}")
    shares_of(order)
    for key in _PRICES.get(order["ordertype"], ()):
        _price(order, key)


def is_buy(order: Mapping[str, Any]) -> bool:
    return bool(order["transactiontype"] == "BUY")


def is_reached(order: Mapping[str, Any], low: int, high: int) -> bool:
    """Whether a minute has reached the trigger of a stop."""
    trigger = _price(order, "triggerprice") * 100
    return high >= trigger if is_buy(order) else low <= trigger


def limit_of(order: Mapping[str, Any]) -> int:
    return paise("price", _price(order, "price"), -1 if is_buy(order) else 1)


def is_near(order: Mapping[str, Any], close: int) -> bool:
    limit = limit_of(order)
    is_marketable = close <= limit if is_buy(order) else close >= limit
    return is_marketable or abs(close - limit) <= limit * _NEAR


def shares_of(order: Mapping[str, Any]) -> int:
    try:
        quantity = float(order.get("quantity", 0))
    except (TypeError, ValueError):
        quantity = math.nan
    if not (1 <= quantity <= MOST_QUANTITY and quantity == int(quantity)):
        raise OrderRefused(f"quantity is a whole number from 1 to {MOST_QUANTITY:,}")
    return int(quantity)


def _price(order: Mapping[str, Any], key: str) -> float:
    try:
        price = float(order.get(key, 0))
    except (TypeError, ValueError):
        price = math.nan
    if not 0.01 <= price <= MOST_RUPEES:
        raise OrderRefused(f"{key} is a number above 0")
    return price
