"""placeOrder becomes a signal at the newest bar's close. The platform trades on closed bars, so a limit or stop order
becomes a signal when a bar reaches its price, and lapses if none does in its session. The book shows what the model
account made of each order, and what the platform itself closed: stops, targets, square-offs."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional

from bot_runtime.model_account import Fill, Position
from bot_runtime.strategy_context import OrderRefused, StrategyContext
from bot_runtime.rows import NEW_DAY, SILENT
from bot_runtime.session import Session
from bot_runtime.signals import ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT

Order = Dict[str, Any]

_WAITING = {"LIMIT", "STOPLOSS_LIMIT", "STOPLOSS_MARKET"}
# Fills that answer a signal; the others are the platform's own.
_ASKED_FOR = {"ENTRY", "SIGNAL"}
# What an order may be here, and what to do instead of anything else.
_TAKEN = (
    ("producttype", ("INTRADAY", "MIS"), "use INTRADAY, positions are closed before the session ends"),
    ("variety", ("NORMAL", "STOPLOSS"), "place it while the market is open, and set stop and target in the bot's settings"),
    ("duration", ("DAY", "IOC"), "use DAY"),
    ("exchange", ("NSE",), "shares of NSE alone"),
)
_NOT_FILLED = "Not filled: no capital or volume was left, a limit of the day was reached, or entries are over"


@dataclass
class _Working:
    """An order that was signalled and is not settled yet."""

    order: Order
    index: int
    row: int
    quantity: int
    filled: int = 0
    value: int = 0


def gateway_of(session: Session) -> "OrderGateway":
    """One book for every SmartConnect of the script."""
    if not isinstance(session.gateway, OrderGateway):
        session.gateway = OrderGateway(session)
    return session.gateway


class OrderGateway:
    def __init__(self, session: Session) -> None:
        self._session = session
        self._context: StrategyContext = session.context
        self.orders: List[Order] = []
        # Order ids of the model account's fills, in their order.
        self.order_of_fill: List[str] = []
        self._working: List[_Working] = []
        # What a script that never looks at its books takes its position to be.
        self._believed: Dict[int, int] = {}
        # The line of the script that placed an order, for the list of a test.
        self._lines: Dict[str, Optional[int]] = {}
        session.on_instant = self._on_instant

    def place(self, wanted: Mapping[str, Any]) -> Order:
        """Raises OrderRefused with a reason; a refused order is in the book as rejected."""
        order = self._book(wanted)
        try:
            self._check(order)
        except OrderRefused as refusal:
            _set_status(order, "rejected", str(refusal))
            if self._context.notes is not None:
                self._context.notes.refused(f"placeOrder refused: {refusal}")
            raise
        if self._context.notes is not None:
            self._lines[order["orderid"]] = self._context.notes.line()
        if order["ordertype"] == "LIMIT":
            self._session.warn(
                "limit",
                "A LIMIT order becomes a market order once a bar reaches its price: it may fill at a worse price than its limit.",
            )
        if order["ordertype"] in _WAITING:
            _set_status(order, "open")
        else:
            self._send_signal(order)
        return order

    def cancel(self, order_id: str) -> bool:
        for order in self.orders:
            if order["orderid"] == order_id and self._is_waiting(order):
                _set_status(order, "cancelled")
                return True
        return False

    def modify(self, wanted: Mapping[str, Any]) -> bool:
        for order in self.orders:
            if order["orderid"] == str(wanted.get("orderid")) and self._is_waiting(order):
                changes = {key: wanted[key] for key in ("price", "triggerprice", "quantity") if key in wanted}
                self._check({**order, **changes})
                order.update(changes)
                return True
        return False

    def read(self) -> List[Order]:
        """The book as it is now; a script that reads it knows its position."""
        self.settle()
        self.forget_belief()
        return self.orders

    def settle(self) -> None:
        """Brings the book up to the model account's fills."""
        fills = self._context.account_now().fills
        for fill in fills[len(self.order_of_fill) :]:
            self.order_of_fill.append(self._apply(fill))
        for working in list(self._working):
            self._end_if_over(working)

    def forget_belief(self) -> None:
        self._believed.clear()

    def _is_waiting(self, order: Order) -> bool:
        return order["status"] == "open" and all(working.order is not order for working in self._working)

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
            raise OrderRefused(f"ordertype {order['ordertype']} is not known: MARKET, LIMIT, STOPLOSS_LIMIT or STOPLOSS_MARKET")
        for key, taken, instead in _TAKEN:
            if order[key] not in taken:
                raise OrderRefused(f"{key} {order[key]} is not traded here: {instead}")
        _quantity(order)
        if order["ordertype"] in _WAITING:
            _price(order)

    def _send_signal(self, order: Order) -> None:
        context = self._context
        index = context.index_of(str(order["symboltoken"]), 0)
        quantity = _quantity(order)
        if context.seen <= context.first_traded:
            return _set_status(order, "rejected", "Orders are ignored while the bot warms up")
        self.settle()
        position = context.account_now().positions[index]
        is_buy = order["transactiontype"] == "BUY"
        self._compare(order, index, position, quantity if is_buy else -quantity)
        bits, size = _bits(is_buy, position.side, position.quantity, quantity)
        context.signal(context.seen - 1, str(order["symboltoken"]), bits, size)
        if context.notes is not None:
            line = self._lines.get(order["orderid"])
            context.notes.order(str(order["tradingsymbol"]), bits, size, line)
        _set_status(order, "open")
        self._working.append(_Working(order, index, context.seen - 1, quantity))

    def _compare(self, order: Order, index: int, position: Position, signed: int) -> None:
        """Warns where the script's idea of its position and the account's differ."""
        held = position.side * position.quantity
        expected = held + sum(_unfilled(working) for working in self._working if working.index == index)
        believed = self._believed.get(index, expected)
        self._believed[index] = believed + signed
        what = f"{order['transactiontype']} {abs(signed)} {order['tradingsymbol']}"
        if believed != expected:
            self._believed[index] = expected + signed
            self._session.warn(
                "position",
                f"{what}: the script has ordered a position of {believed}, but the account holds {expected}. "
                "Stops, targets, square-offs and partial fills change it: read position(), or define on_fill.",
            )
        elif held * signed < 0 and abs(signed) < abs(held):
            self._session.warn(
                "whole", f"{what}: the whole position of {abs(held)} is closed, because a position is closed in one piece."
            )

    def _apply(self, fill: Fill) -> str:
        """The id of the order that this fill belongs to; what nobody ordered gets an order of its own."""
        own = self._oldest_for(fill) if fill.reason in _ASKED_FOR else None
        part = 0 if own is None else min(fill.quantity, own.quantity - own.filled)
        if own is None or part == 0:
            return self._note_platform(fill, fill.quantity)
        own.filled += part
        own.value += part * fill.price_paise
        own.order["filledshares"], own.order["unfilledshares"] = str(own.filled), str(own.quantity - own.filled)
        own.order["averageprice"] = round(own.value / own.filled / 100, 2)
        if part < fill.quantity:
            self._note_platform(fill, fill.quantity - part)
        return str(own.order["orderid"])

    def _oldest_for(self, fill: Fill) -> Optional[_Working]:
        for working in self._working:
            is_same = working.order["tradingsymbol"] == fill.symbol and working.order["transactiontype"] == fill.side
            if is_same and working.filled < working.quantity:
                return working
        return None

    def _note_platform(self, fill: Fill, quantity: int) -> str:
        index = self._context.index_of(fill.symbol, 0)
        order = self._book(
            {
                "tradingsymbol": fill.symbol,
                "symboltoken": self._context.instruments[index]["token"],
                "transactiontype": fill.side,
                "quantity": str(quantity),
                "ordertag": "platform",
            }
        )
        order["filledshares"], order["unfilledshares"], order["averageprice"] = str(quantity), "0", fill.price_paise / 100
        _set_status(order, "complete", fill.reason.replace("_", " ").capitalize())
        return str(order["orderid"])

    def _end_if_over(self, working: _Working) -> None:
        """An entry has its next minute; an exit goes on until the position is closed."""
        context = self._context
        newest = context.newest_row(working.index)
        if newest is None or newest <= working.row:
            return
        position = context.account.positions[working.index]
        against = -1 if working.order["transactiontype"] == "BUY" else 1
        if position.side == against and position.wanted_exit and working.filled < working.quantity:
            return
        self._working.remove(working)
        if working.filled == working.quantity:
            _set_status(working.order, "complete")
        elif working.filled == 0:
            _set_status(working.order, "rejected", _NOT_FILLED)
        else:
            _set_status(working.order, "cancelled", f"{working.filled} of {working.quantity} filled; the rest lapsed")

    def _on_instant(self) -> None:
        context = self._context
        if self._working:
            self.settle()
        for order in [order for order in self.orders if self._is_waiting(order)]:
            if context.rows.phase[context.seen - 1] & NEW_DAY:
                _set_status(order, "cancelled")
                continue
            row = context.row_of_instant(context.index_of(str(order["symboltoken"]), 0))
            if row is None or context.rows.phase[row] & SILENT:
                continue
            if _is_reached(order, context.rows.low[row], context.rows.high[row]):
                self._send_signal(order)


def _set_status(order: Order, status: str, text: str = "") -> None:
    order["status"] = order["orderstatus"] = status
    if text:
        order["text"] = text


def _unfilled(working: _Working) -> int:
    rest = working.quantity - working.filled
    return rest if working.order["transactiontype"] == "BUY" else -rest


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
