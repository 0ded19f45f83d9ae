"""The engine's clock below Python. Code in C (numpy, pandas, ctypes, a fresh copy of the module `time`) asks the kernel's
library in this process, the vDSO, for the time. Its functions are replaced by ones that read the engine's time; the
system calls behind them are refused by the filter. So no call tells the real time."""

from __future__ import annotations

import ctypes
import os
import struct
from array import array
from typing import Any, Dict, Iterator, Tuple

_VDSO_ADDRESS = 33  # AT_SYSINFO_EHDR
_LOADED, _DYNAMIC = 1, 2
_STRINGS, _SYMBOLS = 5, 6
_READ, _WRITE, _EXECUTE = 1, 2, 4
_PRIVATE_ANONYMOUS = 0x22
_PAGE = 4096
_FAILED = ctypes.c_void_p(-1).value

# Machine code in which 8 zero bytes stand for the address of the cell. It reads milliseconds as a double and stores
# whole seconds and the rest as the caller's structure wants it.
_ADDRESS = "0000000000000000"
_X86_SECONDS = f"48b9 {_ADDRESS} f2480f2c01 31d2 b9e8030000 48f7f1"
_X86_64 = {
    "__vdso_clock_gettime": f"{_X86_SECONDS} 488906 4869d240420f00 48895608 31c0 c3",
    "__vdso_gettimeofday": f"4885ff 7427 {_X86_SECONDS} 488907 4869d2e8030000 48895708 31c0 c3",
    "__vdso_time": f"{_X86_SECONDS} 4885ff 7403 488907 c3",
}
_ARM_SECONDS = f"49000058 03000014 {_ADDRESS} 300140fd 0902789e 0a7d80d2 2b09ca9a 6ca50a9b"
_ARM_64 = {
    "__kernel_clock_gettime": f"{_ARM_SECONDS} 0d4888d2 ed01a0f2 8c7d0d9b 2b3000a9 00008052 c0035fd6",
    "__kernel_gettimeofday": f"{_ARM_SECONDS} 8c7d0a9b 400000b4 0b3000a9 00008052 c0035fd6",
}
# A jump to the address in it.
_MACHINES = {
    "x86_64": (_X86_64, f"48b8 {_ADDRESS} ffe0"),
    "aarch64": (_ARM_64, f"50000058 00021fd6 {_ADDRESS}"),
}


def install_native_clock(cell: "array[float]") -> None:
    """From now on the time of this process is the cell's, in milliseconds since 1970. The cell must not be resized."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.getauxval.restype = ctypes.c_ulong
    base = int(libc.getauxval(_VDSO_ADDRESS))
    if base == 0:
        # Without a vDSO every request for the time is a system call, which the filter refuses.
        return
    functions, jump = _MACHINES[os.uname().machine]
    size, symbols = _read_vdso(base)
    code = _allocate(libc)
    at = code
    _protect(libc, base, size, _READ | _WRITE)
    for name, body in functions.items():
        offset, room = symbols[name]
        start = _with_address(jump, at)
        if room < len(start):
            raise RuntimeError(f"{name} is shorter than a jump")
        ctypes.memmove(base + offset, start, len(start))
        made = _with_address(body, cell.buffer_info()[0])
        ctypes.memmove(at, made, len(made))
        # Aligned, as compilers align functions.
        at += (len(made) + 15) & ~15
    _protect(libc, base, size, _READ | _EXECUTE)
    _protect(libc, code, _PAGE, _READ | _EXECUTE)


def _with_address(code: str, address: int) -> bytes:
    return bytes.fromhex(code.replace(_ADDRESS, struct.pack("<Q", address).hex()))


def _read_vdso(base: int) -> "Tuple[int, Dict[str, Tuple[int, int]]]":
    """Size in memory, and offset and length of each function by name."""
    (headers,) = struct.unpack("<Q", ctypes.string_at(base + 32, 8))
    (count,) = struct.unpack("<H", ctypes.string_at(base + 56, 2))
    size = dynamic = 0
    for index in range(count):
        kind, _, _, address, _, _, length = struct.unpack("<IIQQQQQ", ctypes.string_at(base + headers + 56 * index, 48))
        if kind == _LOADED:
            size = (address + length + _PAGE - 1) & ~(_PAGE - 1)
        elif kind == _DYNAMIC:
            dynamic = base + address
    tags = dict(_dynamic_tags(dynamic))
    symbols: Dict[str, Tuple[int, int]] = {}
    # The names follow the symbols directly.
    for at in range(tags[_SYMBOLS], tags[_STRINGS], 24):
        name, _, _, _, value, length = struct.unpack("<IBBHQQ", ctypes.string_at(base + at, 24))
        symbols[ctypes.string_at(base + tags[_STRINGS] + name).decode()] = (value, length)
    return size, symbols


def _dynamic_tags(at: int) -> Iterator[Tuple[int, int]]:
    while True:
        tag, value = struct.unpack("<qQ", ctypes.string_at(at, 16))
        if tag == 0:
            return
        yield tag, value
        at += 16


def _allocate(libc: Any) -> int:
    libc.mmap.restype = ctypes.c_void_p
    wanted = ctypes.c_size_t(_PAGE)
    found = libc.mmap(None, wanted, _READ | _WRITE, _PRIVATE_ANONYMOUS, -1, ctypes.c_long(0))
    if found == _FAILED:
        raise OSError(ctypes.get_errno(), "no memory for the clock")
    return int(found)


def _protect(libc: Any, address: int, size: int, access: int) -> None:
    if libc.mprotect(ctypes.c_void_p(address), ctypes.c_size_t(size), access) != 0:
        raise OSError(ctypes.get_errno(), "the kernel's time functions cannot be replaced")
