"""Drives the broker's own Python client through all of its calls and prints what each returned, one line of JSON a call.
After every call it waits for a line, so that the test can let time pass for the rate limits."""

import json
import sys
from typing import Any

from SmartApi import SmartConnect
from SmartApi.smartWebSocketOrderUpdate import SmartWebSocketOrderUpdate
from SmartApi.smartWebSocketV2 import SmartWebSocketV2

root, feed_url, updates_url, api_key, client_code, mpin, totp, token, symbol, last = sys.argv[1:]
SmartConnect._rootUrl = root
SmartWebSocketV2.ROOT_URI = feed_url
SmartWebSocketOrderUpdate.WEBSOCKET_URI = updates_url
# Closing a connection would wait ten seconds for the next try.
SmartWebSocketOrderUpdate.MAX_CONNECTION_RETRY_ATTEMPTS = 0
api = SmartConnect(api_key=api_key)
price = float(last)
called: set[str] = set()


def told(label: str, answer: Any) -> Any:
    print(json.dumps({"name": label, "answer": answer}), flush=True)
    sys.stdin.readline()
    return answer


def tell(name: str, *arguments: Any, label: str | None = None) -> Any:
    called.add(name)
    return told(label or name, getattr(api, name)(*arguments))


session = tell("generateSession", client_code, mpin, totp)["data"]
tell("setSessionExpiryHook", print)
tell("setUserId", client_code)
tell("setAccessToken", api.access_token)
tell("setRefreshToken", api.refresh_token)
tell("setFeedToken", api.feed_token)
tell("getfeedToken")
tell("login_url")
tell("requestHeaders")
tell("getProfile", session["refreshToken"])
tell("rmsLimit")

share = {"exchange": "NSE", "tradingsymbol": symbol, "symboltoken": token}
at_bse = {"exchange": "BSE", "tradingsymbol": "SBIN", "symboltoken": "500112"}
tell("ltpData", *share.values())
tell("ltpData", *at_bse.values(), label="ltpData BSE")
tell("getMarketData", "FULL", {"NSE": [token], "BSE": ["500112"]})
tell("searchScrip", "NSE", "SBIN")
tell("searchScrip", "BSE", "SBIN", label="searchScrip BSE")
candles = {"exchange": "NSE", "symboltoken": token, "interval": "FIVE_MINUTE"}
day = {"fromdate": "2026-11-16 09:15", "todate": "2026-11-16 09:25"}
tell("getCandleData", {**candles, **day})
tell("getCandleData", {**candles, **day, "exchange": "BSE", "symboltoken": "500112"}, label="getCandleData BSE")

order = {
    "variety": "NORMAL",
    **share,
    "transactiontype": "BUY",
    "ordertype": "LIMIT",
    "producttype": "INTRADAY",
    "duration": "DAY",
    "price": str(int(price) - 20),
    "squareoff": "0",
    "stoploss": "0",
    "quantity": "1",
}
market = {"ordertype": "MARKET", "price": "0"}
order_id = tell("placeOrder", dict(order))
tell("modifyOrder", {**order, "orderid": order_id, "price": str(int(price) - 21)})
tell("cancelOrder", order_id, "NORMAL")
bought = tell("placeOrderFullResponse", {**order, **market})["data"]
robo = {"variety": "ROBO", "producttype": "BO", "squareoff": "5", "stoploss": "5", "trailingStopLoss": "0"}
tell("placeOrderFullResponse", {**order, **market, **robo}, label="placeOrder ROBO")
tell("placeOrderFullResponse", {**order, **market, "variety": "AMO"}, label="placeOrder AMO")
tell("placeOrderFullResponse", {**order, **market, **at_bse}, label="placeOrder BSE")
tell("individual_order_details", bought["uniqueorderid"])
details = root + "/rest/secure/angelbroking/order/v1/details/" + bought["uniqueorderid"]
tell("make_authenticated_get_request", details, api.access_token)
tell("orderBook")
tell("tradeBook")
tell("position")
tell("holding")
tell("allholding")
conversion = {"oldproducttype": "INTRADAY", "newproducttype": "DELIVERY", "transactiontype": "BUY", "type": "DAY"}
tell("convertPosition", {**share, **conversion, "quantity": 1})
leg = {"exchange": "NSE", "qty": 10, "price": 800, "productType": "INTRADAY", "token": token, "tradeType": "BUY"}
tell("getMarginApi", {"positions": [leg]})
charged = {"product_type": "DELIVERY", "transaction_type": "BUY", "quantity": "10", "price": "800", "exchange": "NSE"}
tell("estimateCharges", {"orders": [{**charged, "symbol_name": "SBIN", "token": token}]})

trigger = str(int(price) + 200)
rule = {**share, "transactiontype": "SELL", "producttype": "DELIVERY", "price": trigger, "triggerprice": trigger}
rule = {**rule, "qty": 1, "disclosedqty": 0, "timeperiod": 20}
rule_id = tell("gttCreateRule", rule)
tell("gttDetails", rule_id)
tell("gttModifyRule", {**rule, "id": rule_id, "qty": 2})
tell("gttCancelRule", {"id": rule_id, "symboltoken": token, "exchange": "NSE"})
tell("gttLists", ["FORALL"], 1, 10)

tell("getOIData", {**candles, "exchange": "NFO", "symboltoken": token + "1", **day})
tell("optionGreek", {"name": "SBIN", "expirydate": "24NOV2026"})
for kind in ["PercPriceGainers", "PercPriceLosers", "PercOIGainers", "PercOILosers"]:
    tell("gainersLosers", {"datatype": kind, "expirytype": "NEAR"}, label=kind)
for kind in ["Long Built Up", "Short Built Up", "Short Covering", "Long Unwinding"]:
    tell("oIBuildup", {"expirytype": "NEAR", "datatype": kind}, label=kind)
tell("putCallRatio")
tell("nseIntraday")
tell("bseIntraday")
dis = tell("verifyDis", {"isin": "INE062A01020", "quantity": "1"})["data"]
tell("generateTPIN", {"dpId": dis["DPId"], "ReqId": dis["ReqId"], "boid": dis["BOID"], "pan": "ABCPE1234F"})
tell("getTranStatus", {"ReqId": dis["ReqId"]})

tokens = (session["jwtToken"], api_key, client_code, session["feedToken"])
feed = SmartWebSocketV2(*tokens, max_retry_attempt=0)
ticks: list[dict[str, Any]] = []
asked = [{"exchangeType": 1, "tokens": [token]}, {"exchangeType": 3, "tokens": ["500112"]}]


def take_tick(_: Any, tick: dict[str, Any]) -> None:
    ticks.append(tick)
    if len(ticks) == len(asked):
        feed.unsubscribe("one", feed.SNAP_QUOTE, asked)
        feed.close_connection()


feed.on_open = lambda _: feed.subscribe("one", feed.SNAP_QUOTE, asked)
feed.on_data = take_tick
feed.on_error = lambda *_: None
feed.connect()
told("feed", ticks)

updates = SmartWebSocketOrderUpdate(*tokens)
frames: list[Any] = []


def take_frame(_: Any, text: str) -> None:
    frames.append(json.loads(text))
    updates.close_connection()


updates.on_message = take_frame
updates.connect()
told("order updates", frames)

# Renewing tells this client nothing that it would keep: it goes on with the tokens that it has.
tell("renewAccessToken")
tell("rmsLimit", label="rmsLimit after renewing")
tell("generateToken", session["refreshToken"])
tell("position", label="position after generating")
tell("terminateSession", client_code)
public = [name for name in dir(SmartConnect) if not name.startswith("_") and callable(getattr(SmartConnect, name))]
told("calls", {"all": public, "missing": [name for name in public if name not in called]})
