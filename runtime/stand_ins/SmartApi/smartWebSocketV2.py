"""The API of the official streaming client, with one tick per closed bar of every subscribed token."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Mapping, Set

from bot_runtime.current_session import current_session
from bot_runtime.rows import SILENT
from SmartApi.candles import find_token


def _nothing(*_: Any) -> None:
    """Callbacks are assigned by the script."""


class SmartWebSocketV2:
    LTP_MODE = 1
    QUOTE = 2
    SNAP_QUOTE = 3
    DEPTH = 4
    NSE_CM = 1
    NSE_FO = 2
    BSE_CM = 3
    BSE_FO = 4
    MCX_FO = 5
    NCX_FO = 7
    CDE_FO = 13
    SUBSCRIBE_ACTION = 1
    UNSUBSCRIBE_ACTION = 0

    def __init__(self, auth_token: str, api_key: str, client_code: str, feed_token: str, *_: Any, **__: Any) -> None:
        if not (auth_token and api_key and client_code and feed_token):
            raise Exception("Provide valid value for all the tokens")
        self._session = current_session()
        self._tokens: Dict[str, int] = {}
        self._is_open = False
        self.on_open: Callable[..., Any] = _nothing
        self.on_data: Callable[..., Any] = _nothing
        self.on_message: Callable[..., Any] = _nothing
        self.on_error: Callable[..., Any] = _nothing
        self.on_close: Callable[..., Any] = _nothing
        self.on_control_message: Callable[..., Any] = _nothing

    def connect(self) -> None:
        """Blocks until close_connection or the end of the market, like the official client."""
        self._is_open = True
        self.on_open(self)
        while self._is_open:
            self._session.sleep_until(self._session.context.now_ms + 1)
            self._send_ticks()
        self.on_close(self)

    def close_connection(self) -> None:
        self._is_open = False

    def subscribe(self, correlation_id: str, mode: int, token_list: List[Mapping[str, Any]]) -> None:
        for token in _tokens(token_list):
            self._tokens[token] = mode

    def unsubscribe(self, correlation_id: str, mode: int, token_list: List[Mapping[str, Any]]) -> None:
        for token in _tokens(token_list):
            self._tokens.pop(token, None)

    def resubscribe(self) -> None:
        """Does nothing, because subscriptions are kept."""

    def _send_ticks(self) -> None:
        context = self._session.context
        for token, mode in list(self._tokens.items()):
            index = find_token(context, token)
            row = None if index is None else context.row_of_instant(index)
            rows = context.rows
            if row is None or rows.phase[row] & SILENT or not self._is_open:
                continue
            tick = {
                "subscription_mode": mode,
                "exchange_type": self.NSE_CM,
                "token": token,
                "sequence_number": row,
                "exchange_timestamp": int(context.now_ms),
                "last_traded_price": rows.close[row],
                "open_price_of_the_day": rows.open[row],
                "high_price_of_the_day": rows.high[row],
                "low_price_of_the_day": rows.low[row],
                "last_traded_quantity": int(rows.volume[row]),
            }
            self.on_data(self, tick)


def _tokens(token_list: List[Mapping[str, Any]]) -> Set[str]:
    return {str(token) for each in token_list for token in each.get("tokens", [])}
