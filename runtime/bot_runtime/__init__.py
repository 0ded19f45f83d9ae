"""What runs inside the sandbox: the engine sends bars, the script answers with signals.

A script imports `parameter` from here to declare a value that its form sets, and one with a loop of its own `state`,
which other scripts know as `bot.state`."""

from typing import Any

from bot_runtime.parameters import parameter

__all__ = ["parameter"]


def __getattr__(name: str) -> Any:
    if name != "state":
        raise AttributeError(f"module bot_runtime has no attribute {name}")
    # Only a running script has one, and the session imports this package.
    from bot_runtime.current_session import current_session

    return current_session().bot.state
