"""The session of this process, for the SmartApi stand-in. A script creates its own SmartConnect objects, which need one
known place to find the session; it is set before the script runs."""

from __future__ import annotations

from typing import List

from bot_runtime.session import Session

_SESSIONS: List[Session] = []


def set_session(session: Session) -> None:
    _SESSIONS[:] = [session]


def current_session() -> Session:
    if not _SESSIONS:
        raise RuntimeError("SmartApi works inside a running bot only")
    return _SESSIONS[0]
