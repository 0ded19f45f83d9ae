"""Stand-in for the official SmartAPI client (smartapi-python): the same names, answered by the platform.
Nothing here touches a network, and no credential is looked at."""

from SmartApi.smartConnect import SmartConnect
from SmartApi.smartWebSocketV2 import SmartWebSocketV2 as SmartWebSocket

__all__ = ["SmartConnect", "SmartWebSocket"]
