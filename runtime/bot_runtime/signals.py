"""What a bot says at a bar's close, as bits of one byte: the same as core/src/strategies/signal.ts."""

ENTER_LONG = 1
ENTER_SHORT = 2
EXIT_LONG = 4
EXIT_SHORT = 8
