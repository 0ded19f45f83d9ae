"""placeOrder becomes a signal at the newest bar's close. The platform trades on closed bars: a limit or stop order waits
until a bar reaches its price and becomes a signal then; what is not reached in its session lapses."""

from __future__ import annotations

import math
from typing import Any, Dict, List, Mapping, Optional

from bot_runtime.platform_desk import OrderRefused, PlatformDesk
from bot_runtime.rows import NEW_DAY
from bot_runtime.session import Session
from bot_runtime.signals import ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT

Order = Dict[str, Any]

_WAITING = {"LIMIT", "STOPLOSS_LIMIT", "STOPLOSS_MARKET"}


class OrderDesk:
    def __init__(self, session: Session) -> None:
        self._desk: PlatformDesk = session.desk
        self.orders: List[Order] = []
        session.on_instant = self._on_instant

    def place(self, wanted: Mapping[str, Any]) -> Order:
        """Raises OrderRefused with a sentence; a refused order stands in the book as rejected."""
        order = self._book(wanted)
        try:
            self._check(order)
        except OrderRefused as refusal:
            order["status"] = order["orderstatus"] = "rejected"
            order["text"] = str(refusal)
            raise
        if order["ordertype"] in _WAITING:
            order["status"] = order["orderstatus"] = "open"
        else:
            self._wish(order)
        return order

    def cancel(self, order_id: str) -> bool:
        for order in self.orders:
            if order["orderid"] == order_id and order["status"] == "open":
                order["status"] = order["orderstatus"] = "cancelled"
                return True
        return False

    def modify(self, wanted: Mapping[str, Any]) -> bool:
        for order in self.orders:
            if order["orderid"] == str(wanted.get("orderid")) and order["status"] == "open":
                changes = {key: wanted[key] for key in ("price", "triggerprice", "quantity") if key in wanted}
                self._check({**order, **changes})
                order.update(changes)
                return True
        return False

    def _book(self, wanted: Mapping[str, Any]) -> Order:
        number = len(self.orders) + 1
        now = self._desk.now()
        order: Order = {
            "variety": "NORMAL",
            "ordertype": "MARKET",
            "producttype": "INTRADAY",
            "duration": "DAY",
            "price": 0.0,
            "triggerprice": 0.0,
            "exchange": "NSE",
            **wanted,
            "orderid": f"{now:%y%m%d}{number:09d}",
            "uniqueorderid": f"bot-{number}",
            "updatetime": f"{now:%d-%b-%Y %H:%M:%S}",
            "filledshares": "0",
            "unfilledshares": str(wanted.get("quantity", "0")),
            "averageprice": 0.0,
            "status": "validation pending",
            "orderstatus": "validation pending",
            "text": "",
        }
        self.orders.append(order)
        return order

    def _check(self, order: Mapping[str, Any]) -> None:
        index = self._desk.index_of(str(order.get("symboltoken", "")), 0)
        if str(self._desk.instruments[index]["symbol"]) != order.get("tradingsymbol"):
            raise OrderRefused("tradingsymbol and symboltoken do not belong together")
        if order.get("transactiontype") not in ("BUY", "SELL"):
            raise OrderRefused("transactiontype is BUY or SELL")
        if order["ordertype"] not in _WAITING | {"MARKET"}:
            raise OrderRefused("ordertype is not known")
        _quantity(order)
        if order["ordertype"] in _WAITING:
            _price(order)

    def _wish(self, order: Order) -> None:
        desk = self._desk
        index = desk.index_of(str(order["symboltoken"]), 0)
        quantity = _quantity(order)
        position = desk.account_now().positions[index]
        is_buy = order["transactiontype"] == "BUY"
        bits, size = _bits(is_buy, position.side, position.quantity, quantity)
        desk.signal(desk.seen - 1, str(order["symboltoken"]), bits, size)
        order["status"] = order["orderstatus"] = "complete"
        order["filledshares"], order["unfilledshares"] = str(quantity), "0"
        row = desk.newest_row(index)
        order["averageprice"] = desk.rows.close[row] / 100 if row is not None else 0.0

    def _on_instant(self) -> None:
        desk = self._desk
        waiting = [order for order in self.orders if order["status"] == "open"]
        for order in waiting:
            if desk.rows.phase[desk.seen - 1] & NEW_DAY:
                order["status"] = order["orderstatus"] = "cancelled"
                continue
            row = desk.row_of_instant(desk.index_of(str(order["symboltoken"]), 0))
            if row is not None and _is_reached(order, desk.rows.low[row], desk.rows.high[row]):
                self._wish(order)


def _bits(is_buy: bool, side: int, held: int, quantity: int) -> "tuple[int, Optional[int]]":
    """An order against the held side leaves it; what exceeds it turns the position."""
    enter, leave, against = (ENTER_LONG, EXIT_SHORT, -1) if is_buy else (ENTER_SHORT, EXIT_LONG, 1)
    if side != against:
        return enter, quantity
    return (leave, None) if quantity <= held else (leave | enter, quantity - held)


def _is_reached(order: Mapping[str, Any], low: int, high: int) -> bool:
    paise = _price(order) * 100
    is_buy = order["transactiontype"] == "BUY"
    is_stop = order["ordertype"] != "LIMIT"
    return high >= paise if is_buy == is_stop else low <= paise


def _quantity(order: Mapping[str, Any]) -> int:
    try:
        quantity = float(order.get("quantity", 0))
    except (TypeError, ValueError):
        quantity = math.nan
    if not (math.isfinite(quantity) and quantity >= 1 and quantity == int(quantity)):
        raise OrderRefused("quantity is a whole number above 0")
    return int(quantity)


def _price(order: Mapping[str, Any]) -> float:
    key = "price" if order["ordertype"] == "LIMIT" else "triggerprice"
    try:
        price = float(order.get(key, 0))
    except (TypeError, ValueError):
        price = math.nan
    if not (math.isfinite(price) and price > 0):
        raise OrderRefused(f"{key} is a number above 0")
    return price
