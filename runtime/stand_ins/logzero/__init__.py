"""Stand-in for logzero: its logger writes to the bot's output, because there is no disk for a log file."""

from __future__ import annotations

import logging
import sys
from typing import Any


class _ToOutput(logging.StreamHandler):  # type: ignore[type-arg]
    def emit(self, record: logging.LogRecord) -> None:
        # Looked up for each line, because stdout may be replaced after this module is imported.
        self.stream = sys.stdout
        super().emit(record)


def setup_logger(name: str = "bot", level: int = logging.DEBUG, **_: Any) -> logging.Logger:
    made = logging.getLogger(name)
    made.setLevel(level)
    made.propagate = False
    if not made.handlers:
        handler = _ToOutput(sys.stdout)
        handler.setFormatter(logging.Formatter("[%(levelname)s %(asctime)s] %(message)s", "%y%m%d %H:%M:%S"))
        made.addHandler(handler)
    return made


logger = setup_logger("logzero")


def logfile(*_: Any, **__: Any) -> None:
    """Ignores the log file; the output goes to the test's results instead."""


def loglevel(level: int = logging.DEBUG, **_: Any) -> None:
    logger.setLevel(level)


def setup_default_logger(**_: Any) -> logging.Logger:
    return logger


def json(*_: Any, **__: Any) -> None:
    """Ignores the format; lines are plain."""
