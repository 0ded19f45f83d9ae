"""Stand-in for requests. There is no network: the download of the instrument master is answered from the bot's own
symbols, and everything else fails with what to use instead."""

from __future__ import annotations

import json as json_module
from types import SimpleNamespace
from typing import Any, Dict, Optional

from bot_runtime.current_session import current_session

_MASTER = "OpenAPIScripMaster.json"


class RequestException(IOError):
    pass


class ConnectionError(RequestException):  # noqa: A001 - its name in the official library
    pass


class HTTPError(RequestException):
    pass


class Timeout(RequestException):
    pass


exceptions = SimpleNamespace(
    RequestException=RequestException, ConnectionError=ConnectionError, HTTPError=HTTPError, Timeout=Timeout
)


class Response:
    def __init__(self, body: Any, url: str) -> None:
        self.status_code = 200
        self.ok = True
        self.url = url
        self.headers: Dict[str, str] = {"content-type": "application/json"}
        self.text = json_module.dumps(body)
        self.content = self.text.encode()

    def json(self, **_: Any) -> Any:
        return json_module.loads(self.text)

    def raise_for_status(self) -> None:
        """It has succeeded."""


def request(method: str, url: str, **_: Any) -> Response:
    if method.upper() == "GET" and str(url).endswith(_MASTER):
        return Response(_instruments(), url)
    raise ConnectionError(
        f"There is no network in a bot ({url}): use SmartConnect for prices and orders, bot.frame() or getCandleData for "
        "candles, and print for messages, which stand in the Live tab."
    )


def _instruments() -> Any:
    """The bot's symbols in the form of Angel One's master: the tick in paise, texts throughout."""
    return [
        {
            "token": str(each["token"]),
            "symbol": str(each["symbol"]),
            "name": str(each["symbol"]).split("-", 1)[0],
            "expiry": "",
            "strike": "-1.000000",
            "lotsize": str(each["lot_size"]),
            "instrumenttype": "",
            "exch_seg": "NSE",
            "tick_size": f"{float(each['tick_paise']):.6f}",
        }
        for each in current_session().context.instruments
    ]


def get(url: str, **more: Any) -> Response:
    return request("GET", url, **more)


def post(url: str, data: Optional[Any] = None, **more: Any) -> Response:
    return request("POST", url, data=data, **more)


class Session:
    def __init__(self) -> None:
        self.headers: Dict[str, str] = {}

    def request(self, method: str, url: str, **more: Any) -> Response:
        return request(method, url, **more)

    def get(self, url: str, **more: Any) -> Response:
        return request("GET", url, **more)

    def post(self, url: str, **more: Any) -> Response:
        return request("POST", url, **more)

    def close(self) -> None:
        """Nothing is open."""
