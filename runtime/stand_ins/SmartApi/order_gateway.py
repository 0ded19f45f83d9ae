"""placeOrder becomes a signal at the newest bar's close. A limit order that enters is offered minute by minute at its limit,
as long as the price is near, until it fills or its session ends. The platform trades on closed bars, so a stop order
becomes a signal when a bar reaches its trigger. The book shows what the model account made of each order, and what the
platform itself closed: stops, targets, square-offs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional, Set

from bot_runtime.model_account import Fill, Position
from bot_runtime.strategy_context import OrderRefused, StrategyContext
from bot_runtime.rows import MAY_ENTER, NEW_DAY, SILENT
from bot_runtime.session import Session
from bot_runtime.signals import ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT, Terms
from SmartApi.order_fields import WAITING, Order, check_fields, is_buy, is_near, is_reached, limit_of, shares_of

# Fills that answer a signal; the others are the platform's own.
_ASKED_FOR = {"ENTRY", "SIGNAL"}

_WARMING_UP = "Orders are ignored while the bot warms up"
_TOO_LATE = "Not filled: new positions are not opened this late in the session"
_ENLARGING = "A position is entered once: it is not enlarged by a LIMIT order."
_CLOSING_LIMIT = (
    "A LIMIT order cannot close a position: close it with a MARKET order once the price is there, or set a target in the "
    "bot's settings."
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
        # Limit orders that are in a test's list already, and stops that have become limit orders.
        self._noted: Set[str] = set()
        self._triggered: Set[str] = set()
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
            _set_status(order, "open")
            self._offer(order)
        elif order["ordertype"] in WAITING:
            _set_status(order, "open")
        else:
            self._send_signal(order)
        return order

    def cancel(self, order_id: str) -> bool:
        for order in self.orders:
            if order["orderid"] == order_id and self._is_changeable(order):
                self._take_back(order)
                _set_status(order, "cancelled")
                return True
        return False

    def modify(self, wanted: Mapping[str, Any]) -> bool:
        for order in self.orders:
            if order["orderid"] == str(wanted.get("orderid")) and self._is_changeable(order):
                changes = {key: wanted[key] for key in ("price", "triggerprice", "quantity") if key in wanted}
                self._check({**order, **changes})
                # Where an account has the order at its broker, the old one is cancelled first: the new one goes out a minute
                # later, everywhere alike.
                self._take_back(order)
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

    def _is_changeable(self, order: Order) -> bool:
        """Also a limit order that is offered, until it has filled."""
        if self._is_waiting(order):
            return True
        self.settle()
        return order["status"] == "open" and self._has_limit(order) and order["filledshares"] == "0"

    def _take_back(self, order: Order) -> None:
        """An order that is offered for the next minute is not sent; for the minute before it is over by now."""
        for working in [working for working in self._working if working.order is order]:
            self._working.remove(working)
            if working.row == self._context.seen - 1 or working.row == self._context.row_of_instant(working.index):
                self._context.withdraw(working.row, ENTER_LONG if is_buy(order) else ENTER_SHORT)

    def _offer(self, order: Order) -> None:
        """Sends a limit order for the next minute, where the price is near and no other order of the symbol is on its way."""
        context = self._context
        index = context.index_of(str(order["symboltoken"]), 0)
        if context.seen <= context.first_traded:
            return _set_status(order, "rejected", _WARMING_UP)
        row = context.row_of_instant(index)
        if row is None or any(working.index == index for working in self._working):
            return
        if not context.rows.phase[row] & MAY_ENTER:
            return _set_status(order, "cancelled", _TOO_LATE)
        position = context.account_now().positions[index]
        if position.side:
            reason = _ENLARGING if is_buy(order) == (position.side == 1) else _CLOSING_LIMIT
            self._session.warn("limit", reason)
            return _set_status(order, "rejected", reason)
        if not is_near(order, context.rows.close[row]):
            return
        quantity = shares_of(order)
        bits = ENTER_LONG if is_buy(order) else ENTER_SHORT
        context.signal(context.seen - 1, str(order["symboltoken"]), bits, Terms(quantity, limit_of(order)))
        if context.notes is not None and order["orderid"] not in self._noted:
            self._noted.add(order["orderid"])
            context.notes.order(str(order["tradingsymbol"]), bits, quantity, self._lines.get(order["orderid"]))
        self._working.append(_Working(order, index, row, quantity))

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
        check_fields(order)
        index = self._context.index_of(str(order.get("symboltoken", "")), 0)
        if str(self._context.instruments[index]["symbol"]) != order.get("tradingsymbol"):
            raise OrderRefused("tradingsymbol and symboltoken do not belong together")

    def _send_signal(self, order: Order) -> None:
        context = self._context
        index = context.index_of(str(order["symboltoken"]), 0)
        quantity = shares_of(order)
        if context.seen <= context.first_traded:
            return _set_status(order, "rejected", _WARMING_UP)
        self.settle()
        position = context.account_now().positions[index]
        self._compare(order, index, position, quantity if is_buy(order) else -quantity)
        bits, size, part_of = _bits(is_buy(order), position.side, position.quantity, quantity)
        context.signal(context.seen - 1, str(order["symboltoken"]), bits, Terms(size or 0, part_of=part_of))
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
        if position.side == against and (position.wanted_exit or position.wanted_part) and working.filled < working.quantity:
            return
        self._working.remove(working)
        if working.filled == working.quantity:
            _set_status(working.order, "complete")
        elif working.filled == 0 and self._has_limit(working.order):
            # It is offered again; IOC is good for one minute.
            if working.order["duration"] == "IOC":
                _set_status(working.order, "cancelled", "Its limit was not reached")
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
                _set_status(order, "cancelled", "The session ended")
                continue
            if self._has_limit(order):
                self._offer(order)
                continue
            index = context.index_of(str(order["symboltoken"]), 0)
            row = context.row_of_instant(index)
            if row is None or context.rows.phase[row] & SILENT:
                continue
            if is_reached(order, context.rows.low[row], context.rows.high[row]):
                self._trigger(order, index)

    def _trigger(self, order: Order, index: int) -> None:
        """A stop that enters keeps to its limit from then on; one that closes does close."""
        side = self._context.account_now().positions[index].side
        if order["ordertype"] == "STOPLOSS_LIMIT" and side != (-1 if is_buy(order) else 1):
            self._triggered.add(order["orderid"])
            return self._offer(order)
        self._send_signal(order)

    def _has_limit(self, order: Order) -> bool:
        return order["ordertype"] == "LIMIT" or order["orderid"] in self._triggered


def _set_status(order: Order, status: str, text: str = "") -> None:
    order["status"] = order["orderstatus"] = status
    if text:
        order["text"] = text


def _unfilled(working: _Working) -> int:
    rest = working.quantity - working.filled
    return rest if working.order["transactiontype"] == "BUY" else -rest


def _bits(is_buy: bool, side: int, held: int, quantity: int) -> "tuple[int, Optional[int], int]":
    """An order against the position closes it, a smaller quantity a part of it; a larger one reverses it."""
    entry, close, against = (ENTER_LONG, EXIT_SHORT, -1) if is_buy else (ENTER_SHORT, EXIT_LONG, 1)
    if side != against:
        return entry, quantity, 0
    if quantity < held:
        return close, quantity, held
    return (close, None, 0) if quantity == held else (close | entry, quantity - held, 0)
