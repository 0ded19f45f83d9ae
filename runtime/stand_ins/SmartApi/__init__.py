"""Stand-in for the official SmartAPI client (smartapi-python) with the same names, answered by the platform.
It uses no network and ignores credentials."""

from SmartApi.smartConnect import SmartConnect
from SmartApi.smartWebSocketV2 import SmartWebSocketV2 as SmartWebSocket

__all__ = ["SmartConnect", "SmartWebSocket"]
