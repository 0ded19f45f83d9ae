"""Drives the broker's own Python client through the calls named below and prints what each returned, one line of JSON a
call. Before every call it asks for leave, so that the test can let time pass for the rate limits."""

import json
import sys

from SmartApi import SmartConnect

root, api_key, client_code, mpin, totp, token, symbol, trigger = sys.argv[1:]
SmartConnect._rootUrl = root
api = SmartConnect(api_key=api_key)


def told(name, answer):
    print(json.dumps({"name": name, "answer": answer}), flush=True)
    sys.stdin.readline()
    return answer


def tell(name, *arguments):
    return told(name, getattr(api, name)(*arguments))


session = told("generateSession", api.generateSession(client_code, mpin, totp))
rule = {
    "tradingsymbol": symbol,
    "symboltoken": token,
    "exchange": "NSE",
    "transactiontype": "SELL",
    "producttype": "DELIVERY",
    "price": trigger,
    "qty": 1,
    "triggerprice": trigger,
    "disclosedqty": 0,
    "timeperiod": 20,
}
rule_id = tell("gttCreateRule", rule)
tell("gttDetails", rule_id)
tell("gttModifyRule", {**rule, "id": rule_id, "qty": 2})
tell("gttCancelRule", {"id": rule_id, "symboltoken": token, "exchange": "NSE"})
tell("gttLists", ["FORALL"], 1, 10)
candles = {"exchange": "NSE", "symboltoken": token, "interval": "FIVE_MINUTE"}
day = {"fromdate": "2026-11-16 09:15", "todate": "2026-11-16 09:25"}
tell("getCandleData", {**candles, **day})
tell("getOIData", {**candles, "exchange": "NFO", **day})
tell("optionGreek", {"name": "SBIN", "expirydate": "26NOV2026"})
tell("gainersLosers", {"datatype": "PercOIGainers", "expirytype": "NEAR"})
tell("oIBuildup", {"expirytype": "NEAR", "datatype": "Long Built Up"})
tell("putCallRatio")
tell("nseIntraday")
tell("bseIntraday")
tell("verifyDis", {"isin": "INE062A01020", "quantity": "1"})
tell("generateTPIN", {"dpId": "33200", "ReqId": "1", "boid": "1", "pan": "ABCPE1234F"})
tell("getTranStatus", {"ReqId": "1"})
# Renewing tells this client nothing that it would keep: it goes on with the tokens that it has.
tell("renewAccessToken")
tell("rmsLimit")
tell("generateToken", session["data"]["refreshToken"])
tell("position")
