"""Frames between the engine and the bot: two lengths (header, blob), a JSON header, a binary blob."""

from __future__ import annotations

import json
import struct
from typing import IO, Any, Dict, Mapping, Tuple, Union

_LENGTHS = struct.Struct("<II")
_MOST_BYTES = 256 * 1024 * 1024

Header = Dict[str, Any]


class WireClosed(BaseException):
    """The engine has closed the pipe. Not an EOFError, which a script's own input() raises."""


class Wire:
    """The only way in or out of the sandbox."""

    def __init__(self, reader: IO[bytes], writer: IO[bytes]) -> None:
        self._reader = reader
        self._writer = writer

    def read(self) -> Tuple[Header, bytes]:
        """The next frame; WireClosed when the engine has closed the pipe."""
        header_bytes, blob_bytes = _LENGTHS.unpack(self._exactly(_LENGTHS.size))
        if header_bytes + blob_bytes > _MOST_BYTES:
            raise WireClosed
        header: Header = json.loads(self._exactly(header_bytes))
        return header, self._exactly(blob_bytes)

    def write(self, header: Mapping[str, Any], blob: Union[bytes, bytearray] = b"") -> None:
        text = json.dumps(header, ensure_ascii=True).encode("ascii")
        self._writer.write(_LENGTHS.pack(len(text), len(blob)) + text + blob)
        self._writer.flush()

    def _exactly(self, count: int) -> bytes:
        data = self._reader.read(count) if count else b""
        if len(data) < count:
            raise WireClosed
        return data
