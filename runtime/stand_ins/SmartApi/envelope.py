"""The envelope of all official answers."""

from __future__ import annotations

from typing import Any, Dict

Envelope = Dict[str, Any]


def good(data: Any) -> Envelope:
    return {"status": True, "message": "SUCCESS", "errorcode": "", "data": data}


def bad(code: str, message: str) -> Envelope:
    return {"status": False, "message": message, "errorcode": code, "data": None}


def rupees(paise: float) -> float:
    return round(paise / 100, 2)
