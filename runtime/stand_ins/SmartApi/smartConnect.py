"""SmartConnect with the official API and its quirks: placeOrder returns an order id or None and never raises."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Mapping, Optional

from bot_runtime.current_session import current_session
from bot_runtime.strategy_context import OrderRefused, StrategyContext
from logzero import logger
from SmartApi.candles import candles, find_token
from SmartApi.envelope import Envelope, bad, good, rupees
from SmartApi.order_gateway import gateway_of
from SmartApi.quotes import Quotes

_ROOT = "https://apiconnect.angelone.in"
_MOST_QUOTES = 50
_NOT_HERE = "This call is not answered by the platform"


class SmartConnect:
    """Angel One's SmartAPI client, answered by the platform: no key is needed, and books are those of the model account."""
    def __init__(
        self,
        api_key: Optional[str] = None,
        access_token: Optional[str] = None,
        refresh_token: Optional[str] = None,
        feed_token: Optional[str] = None,
        userId: Optional[str] = None,
        root: Optional[str] = None,
        debug: bool = False,
        timeout: Optional[float] = None,
        **_ignored: Any,
    ) -> None:
        self.api_key = api_key
        self.access_token = access_token
        self.refresh_token = refresh_token
        self.feed_token = feed_token
        self.userId = userId
        self.root = root or _ROOT
        self.debug = debug
        self.timeout = timeout or 7
        self.session_expiry_hook: Optional[Callable[[], None]] = None
        self._session = current_session()
        self._orders = gateway_of(self._session)
        self._quotes = Quotes()

    @property
    def _context(self) -> StrategyContext:
        self._session.spend_call()
        return self._session.context

    # Sessions. Any log-in is accepted, because the script never has real credentials.

    def generateSession(self, clientCode: str, password: str, totp: str) -> Envelope:
        """Logs in. Any values are accepted; the answer has the shape of the official one."""
        self.userId = clientCode
        self.setAccessToken("platform")
        self.setRefreshToken("platform")
        self.setFeedToken("platform")
        tokens = {"jwtToken": "Bearer platform", "refreshToken": "platform", "feedToken": "platform"}
        profile = self.getProfile("platform")
        profile["data"].update(tokens)
        return profile

    def generateToken(self, refresh_token: str) -> Envelope:
        """Tokens for a refresh token, in the official shape."""
        return good({"jwtToken": "platform", "refreshToken": refresh_token, "feedToken": "platform"})

    def renewAccessToken(self) -> Dict[str, Any]:
        """The client code and the refresh token."""
        return {"clientcode": self.userId, "refreshToken": self.refresh_token}

    def terminateSession(self, clientCode: str) -> Envelope:
        """Logs out."""
        return good("Logout Successfully")

    def getProfile(self, refreshToken: str) -> Envelope:
        """The model account's profile."""
        person = {"clientcode": self.userId or "", "name": "Model account", "email": "", "mobileno": ""}
        return good({**person, "exchanges": ["NSE"], "products": ["INTRADAY"], "lastlogintime": "", "brokerid": ""})

    def getfeedToken(self) -> Optional[str]:
        """The feed token of the session."""
        return self.feed_token

    def setFeedToken(self, feedToken: Optional[str]) -> None:
        """Sets the feed token; the platform ignores it."""
        self.feed_token = feedToken

    def setAccessToken(self, access_token: Optional[str]) -> None:
        """Sets the access token; the platform ignores it."""
        self.access_token = access_token

    def setRefreshToken(self, refresh_token: Optional[str]) -> None:
        """Sets the refresh token; the platform ignores it."""
        self.refresh_token = refresh_token

    def setUserId(self, id: Optional[str]) -> None:
        """Sets the client code."""
        self.userId = id

    def setSessionExpiryHook(self, method: Callable[[], None]) -> None:
        """A function for an expired session; the platform's sessions never expire."""
        if not callable(method):  # type: ignore[redundant-expr]
            raise TypeError("Invalid input type. Only functions are accepted.")
        self.session_expiry_hook = method

    def login_url(self) -> str:
        """The address of the official log-in page."""
        return f"https://smartapi.angelone.in/publisher-login?api_key={self.api_key}"

    # Orders.

    def placeOrder(self, orderparams: Dict[str, Any]) -> Optional[str]:
        """Places an order and returns its id, or None if it was refused. Keys: tradingsymbol, symboltoken, transactiontype
        (BUY or SELL), quantity, and for other orders than MARKET ordertype with price or triggerprice."""
        answer = self.placeOrderFullResponse(orderparams)
        return None if answer is None else answer["data"]["orderid"]

    def placeOrderFullResponse(self, orderparams: Dict[str, Any]) -> Optional[Envelope]:
        """The same as placeOrder, with the whole answer."""
        # The official client also removes these from the caller's dictionary.
        for key in [key for key, value in orderparams.items() if value is None]:
            del orderparams[key]
        self._session.spend_call()
        try:
            order = self._orders.place(orderparams)
        except OrderRefused as refusal:
            logger.error("Error occurred while placing order: %s", refusal)
            return None
        ids = {key: order[key] for key in ("orderid", "uniqueorderid")}
        return good({"script": order["tradingsymbol"], **ids})

    def modifyOrder(self, orderparams: Dict[str, Any]) -> Envelope:
        """Changes price, triggerprice or quantity of an order that is still open; its orderid is needed."""
        try:
            is_done = self._orders.modify(orderparams)
        except OrderRefused as refusal:
            return bad("AB1004", str(refusal))
        return good({"orderid": orderparams["orderid"]}) if is_done else bad("AB1010", "Order not found or not open")

    def cancelOrder(self, order_id: str, variety: str) -> Envelope:
        """Cancels an order that is still open."""
        is_done = self._orders.cancel(order_id)
        return good({"orderid": order_id}) if is_done else bad("AB1010", "Order not found or not open")

    def individual_order_details(self, qParam: str) -> Optional[Envelope]:
        """One order of this session by its uniqueorderid; None if there is none."""
        self._session.spend_call()
        for order in self._orders.read():
            if order["uniqueorderid"] == qParam:
                return good(order)
        return None

    # Books of the model account.

    def orderBook(self) -> Envelope:
        """The orders of this session, with status and filledshares; data is None without any."""
        self._session.spend_call()
        return good([dict(order) for order in self._orders.read()] or None)

    def tradeBook(self) -> Envelope:
        """The fills of the model account; data is None without any."""
        fills = self._context.account_now().fills
        self._orders.read()
        ids = self._orders.order_of_fill
        return good([self._trade(number, fill, order) for number, (fill, order) in enumerate(zip(fills, ids), 1)] or None)

    def position(self) -> Envelope:
        """The model account's positions of today, with netqty, netprice, ltp and pnl; data is None without any."""
        context = self._context
        account = context.account_now()
        self._orders.read()
        books: List[Envelope] = []
        for each, held in zip(context.instruments, account.positions):
            if held.bought or held.sold:
                net = held.side * held.quantity
                pnl = rupees(held.sold_value - held.bought_value + net * held.last_paise)
                books.append(_position(each, held, net, pnl))
        return good(books or None)

    def holding(self) -> Envelope:
        """Delivered shares: always none, because bots trade intraday."""
        return good([])

    def allholding(self) -> Envelope:
        """Delivered shares with their total: always none, because bots trade intraday."""
        return good({"holdings": [], "totalholding": None})

    def rmsLimit(self) -> Envelope:
        """Funds of the model account: net, availablecash, m2munrealized, m2mrealized."""
        account = self._context.account_now()
        net = account.capital_paise + account.realised_paise - account.in_use_paise
        cash = f"{rupees(net):.2f}"
        used = f"{rupees(account.in_use_paise):.2f}"
        unrealised, realised = f"{rupees(account.open_paise):.2f}", f"{rupees(account.realised_paise):.2f}"
        money = {"m2munrealized": unrealised, "m2mrealized": realised, "utiliseddebits": used}
        return good({"net": cash, "availablecash": cash, "availableintradaypayin": "0.00", **money})

    def convertPosition(self, positionParams: Dict[str, Any]) -> Envelope:
        """Not answered by the platform: positions stay intraday."""
        return bad("AB1000", _NOT_HERE)

    # Market data.

    def ltpData(self, exchange: str, tradingsymbol: str, symboltoken: str) -> Envelope:
        """The last price of a symbol, with open, high, low and close of the day."""
        context = self._context
        index = find_token(context, symboltoken) if exchange == "NSE" else None
        prices = None if index is None else self._quotes.ohlc(context, index)
        if prices is None:
            return bad("AB1018", "Failed to get symbol details")
        return good({"exchange": exchange, "tradingsymbol": tradingsymbol, "symboltoken": symboltoken, **prices})

    def getMarketData(self, mode: str, exchangeTokens: Mapping[str, List[str]]) -> Envelope:
        """Quotes of up to 50 symbols. mode is "LTP", "OHLC" or "FULL"; exchangeTokens is {"NSE": ["3045"]}."""
        wanted = [(exchange, str(token)) for exchange, tokens in exchangeTokens.items() for token in tokens]
        if mode not in ("LTP", "OHLC", "FULL") or not 0 < len(wanted) <= _MOST_QUOTES:
            return bad("AB1004", "Something Went Wrong, Please Try After Sometime")
        context = self._context
        fetched: List[Envelope] = []
        unfetched: List[Envelope] = []
        for exchange, token in wanted:
            index = find_token(context, token) if exchange == "NSE" else None
            quote = None if index is None else self._quotes.quote(context, index, mode)
            if quote is None:
                reason = {"message": "Failed to get symbol Details", "errorCode": "AB1018"}
                unfetched.append({"exchange": exchange, "symbolToken": token, **reason})
            else:
                fetched.append(quote)
        return good({"fetched": fetched, "unfetched": unfetched})

    def getCandleData(self, historicDataParams: Dict[str, Any]) -> Envelope:
        """Candles of a symbol as [time, open, high, low, close, volume]. Keys: exchange, symboltoken, interval (such as
        ONE_MINUTE or FIVE_MINUTE), fromdate and todate as "2026-11-16 09:15"."""
        self._session.spend_call()
        return candles(self._session, historicDataParams)

    def searchScrip(self, exchange: str, searchscrip: str) -> Envelope:
        """The bot's symbols whose name contains the text."""
        found = [
            {"exchange": exchange, "tradingsymbol": each["symbol"], "symboltoken": each["token"]}
            for each in self._context.instruments
            if searchscrip.upper() in str(each["symbol"])
        ]
        return good(found)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        """The rest of the official API exists but returns an error envelope."""
        if name in _REFUSED:
            return lambda *_args, **_kwargs: bad("AB1000", _NOT_HERE)
        raise AttributeError(f"'SmartConnect' object has no attribute '{name}'")

    def _trade(self, number: int, fill: Any, order_id: str) -> Dict[str, Any]:
        return {
            "orderid": order_id,
            "tradingsymbol": fill.symbol,
            "transactiontype": fill.side,
            "fillprice": rupees(fill.price_paise),
            "fillsize": str(fill.quantity),
            "fillid": str(number),
            "exchange": "NSE",
            "producttype": "INTRADAY",
        }


_REFUSED = {
    "getOIData", "gttCreateRule", "gttModifyRule", "gttCancelRule", "gttDetails", "gttLists", "getMarginApi",
    "estimateCharges", "verifyDis", "generateTPIN", "getTranStatus", "optionGreek", "gainersLosers", "oIBuildup",
    "putCallRatio", "nseIntraday", "bseIntraday",
}  # fmt: skip


def _position(instrument: Mapping[str, Any], held: Any, net: int, pnl: float) -> Envelope:
    return {
        "exchange": "NSE",
        "symboltoken": instrument["token"],
        "tradingsymbol": instrument["symbol"],
        "producttype": "INTRADAY",
        "buyqty": str(held.bought),
        "sellqty": str(held.sold),
        "buyamount": f"{rupees(held.bought_value):.2f}",
        "sellamount": f"{rupees(held.sold_value):.2f}",
        "netqty": str(net),
        "netprice": f"{rupees(held.entry_paise if net else 0):.2f}",
        "ltp": f"{rupees(held.last_paise):.2f}",
        "pnl": f"{pnl:.2f}",
    }
