"""Stand-in for python-dotenv: there is no file with secrets here, and none is needed."""

from __future__ import annotations

import os
from typing import Any, Dict, Optional


def load_dotenv(*_: Any, **__: Any) -> bool:
    return False


def find_dotenv(*_: Any, **__: Any) -> str:
    return ""


def dotenv_values(*_: Any, **__: Any) -> Dict[str, Optional[str]]:
    return {}


def get_key(_path: Any, key_to_get: str, *_: Any) -> Optional[str]:
    return os.environ.get(key_to_get)
