"""placeOrder becomes a signal at the newest bar's close. The platform trades on closed bars, so a limit or stop order
becomes a signal when a bar reaches its price, and lapses if none does in its session."""

from __future__ import annotations

import math
from typing import Any, Dict, List, Mapping, Optional

from bot_runtime.strategy_context import OrderRefused, StrategyContext
from bot_runtime.rows import NEW_DAY
from bot_runtime.session import Session
from bot_runtime.signals import ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT

Order = Dict[str, Any]

_WAITING = {"LIMIT", "STOPLOSS_LIMIT", "STOPLOSS_MARKET"}


class OrderGateway:
    def __init__(self, session: Session) -> None:
        self._context: StrategyContext = session.context
        self.orders: List[Order] = []
        # The line of the script that placed an order, for the list of a test.
        self._lines: Dict[str, Optional[int]] = {}
        session.on_instant = self._on_instant

    def place(self, wanted: Mapping[str, Any]) -> Order:
        """Raises OrderRefused with a reason; a refused order is in the book as rejected."""
        order = self._book(wanted)
        try:
            self._check(order)
        except OrderRefused as refusal:
            order["status"] = order["orderstatus"] = "rejected"
            order["text"] = str(refusal)
            if self._context.notes is not None:
                self._context.notes.refused(f"placeOrder refused: {refusal}")
            raise
        if self._context.notes is not None:
            self._lines[order["orderid"]] = self._context.notes.line()
        if order["ordertype"] in _WAITING:
            order["status"] = order["orderstatus"] = "open"
        else:
            self._send_signal(order)
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
        now = self._context.now()
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
        index = self._context.index_of(str(order.get("symboltoken", "")), 0)
        if str(self._context.instruments[index]["symbol"]) != order.get("tradingsymbol"):
            raise OrderRefused("tradingsymbol and symboltoken do not belong together")
        if order.get("transactiontype") not in ("BUY", "SELL"):
            raise OrderRefused("transactiontype is BUY or SELL")
        if order["ordertype"] not in _WAITING | {"MARKET"}:
            raise OrderRefused("ordertype is not known")
        _quantity(order)
        if order["ordertype"] in _WAITING:
            _price(order)

    def _send_signal(self, order: Order) -> None:
        context = self._context
        index = context.index_of(str(order["symboltoken"]), 0)
        quantity = _quantity(order)
        position = context.account_now().positions[index]
        is_buy = order["transactiontype"] == "BUY"
        bits, size = _bits(is_buy, position.side, position.quantity, quantity)
        context.signal(context.seen - 1, str(order["symboltoken"]), bits, size)
        if context.notes is not None:
            line = self._lines.get(order["orderid"])
            context.notes.order(str(order["tradingsymbol"]), bits, size, line)
        order["status"] = order["orderstatus"] = "complete"
        order["filledshares"], order["unfilledshares"] = str(quantity), "0"
        row = context.newest_row(index)
        order["averageprice"] = context.rows.close[row] / 100 if row is not None else 0.0

    def _on_instant(self) -> None:
        context = self._context
        waiting = [order for order in self.orders if order["status"] == "open"]
        for order in waiting:
            if context.rows.phase[context.seen - 1] & NEW_DAY:
                order["status"] = order["orderstatus"] = "cancelled"
                continue
            row = context.row_of_instant(context.index_of(str(order["symboltoken"]), 0))
            if row is not None and _is_reached(order, context.rows.low[row], context.rows.high[row]):
                self._send_signal(order)


def _bits(is_buy: bool, side: int, held: int, quantity: int) -> "tuple[int, Optional[int]]":
    """An order against the position closes it; a larger quantity reverses it."""
    entry, close, against = (ENTER_LONG, EXIT_SHORT, -1) if is_buy else (ENTER_SHORT, EXIT_LONG, 1)
    if side != against:
        return entry, quantity
    return (close, None) if quantity <= held else (close | entry, quantity - held)


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
