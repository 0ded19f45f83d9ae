"""The API of the official order-update client. The model account's fills also come through on_fill and the books."""

from __future__ import annotations

from typing import Any

from bot_runtime.current_session import current_session


class SmartWebSocketOrderUpdate:
    def __init__(self, auth_token: str, api_key: str, client_code: str, feed_token: str) -> None:
        self._session = current_session()
        self._is_open = False
        self._told = 0

    def connect(self) -> None:
        self._is_open = True
        self.on_open(self)
        while self._is_open:
            self._session.sleep_until(self._session.context.now_ms + 1)
            fills = self._session.context.account_now().fills
            if len(fills) > self._told and self._session.gateway is not None:
                self._session.gateway.forget_belief()
            for fill in fills[self._told :]:
                self.on_message(self, {"order-status": "AB05", "orderData": dict(fill._asdict())})
            self._told = len(fills)

    def close_connection(self) -> None:
        self._is_open = False

    def on_open(self, wsapp: Any) -> None:
        """Overridden by the script."""

    def on_message(self, wsapp: Any, message: Any) -> None:
        """Overridden by the script."""

    def on_error(self, wsapp: Any, error: Any) -> None:
        """Overridden by the script."""

    def on_close(self, wsapp: Any, *_: Any) -> None:
        """Overridden by the script."""
