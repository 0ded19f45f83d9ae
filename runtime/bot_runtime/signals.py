"""Signals at a bar close as bits of one byte, the same as core/src/strategies/signal.ts."""

ENTER_LONG = 1
ENTER_SHORT = 2
EXIT_LONG = 4
EXIT_SHORT = 8
