"""Stand-in for pyotp: the platform accepts any code, so no secret is needed in the sandbox."""

from __future__ import annotations

import base64
import hashlib
import hmac
import time
from typing import Optional


class TOTP:
    def __init__(self, s: str, digits: int = 6, interval: int = 30, **_: object) -> None:
        self.secret = s
        self.digits = digits
        self.interval = interval

    def at(self, for_time: float, counter_offset: int = 0) -> str:
        secret = self.secret.replace(" ", "").upper()
        key = base64.b32decode(secret + "=" * (-len(secret) % 8))
        count = int(for_time) // self.interval + counter_offset
        digest = hmac.new(key, count.to_bytes(8, "big"), hashlib.sha1).digest()
        at = digest[-1] & 15
        code = int.from_bytes(digest[at : at + 4], "big") & 0x7FFFFFFF
        return str(code % 10**self.digits).zfill(self.digits)

    def now(self) -> str:
        return self.at(time.time())

    def verify(self, otp: str, for_time: Optional[float] = None, valid_window: int = 0) -> bool:
        at = time.time() if for_time is None else for_time
        return any(self.at(at, offset) == str(otp) for offset in range(-valid_window, valid_window + 1))


def random_base32(length: int = 32) -> str:
    return ("JBSWY3DPEHPK3PXP" * (length // 16 + 1))[:length]
