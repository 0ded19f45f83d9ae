"""Where the SmartApi stand-in finds the platform. A script imports it and makes its own objects, so that there must be
one known place in the process; the session sets it before the script runs."""

from __future__ import annotations

from typing import List

from bot_runtime.session import Session

_SESSIONS: List[Session] = []


def open_counter(session: Session) -> None:
    _SESSIONS[:] = [session]


def session_now() -> Session:
    if not _SESSIONS:
        raise RuntimeError("SmartApi works inside a running bot only")
    return _SESSIONS[0]
