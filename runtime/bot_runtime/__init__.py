"""What runs inside the sandbox: the engine sends bars, the script answers with signals.

A script imports `parameter` from here to declare a value that its form sets."""

from bot_runtime.parameters import parameter

__all__ = ["parameter"]
