// Hostile scripts that exceed a limit, crash or leave: each is ended with a true sentence, or ends by itself.
import type { ScriptFailure } from '../../../ports.ts'

export type Ending = {
  readonly name: string
  readonly script: string
  /** The kind of failure and words of its sentence; null where the script ends in peace. */
  readonly ends: readonly [failure: ScriptFailure['failure'], sentence: RegExp] | null
  readonly limits?: { readonly stepMs?: number; readonly cpuS?: number; readonly memoryMb?: number }
  /** Words that its output must have. */
  readonly prints?: RegExp
}

const SLOW: Ending['ends'] = ['budget', /took longer than 0\.\d s for one step/]
const slowIn = (line: number): Ending['ends'] => [
  'budget',
  new RegExp(`for one step and was stopped in line ${line}: a loop`),
]
const DIED: Ending['ends'] = ['died', /ended unexpectedly/]
const diedIn = (line: number): Ending['ends'] => ['died', new RegExp(`ended unexpectedly in line ${line}: `)]
const BRIEF = { stepMs: 300 }

export const ENDINGS: readonly Ending[] = [
  { name: '23 loops forever', script: 'while True: pass', limits: BRIEF, ends: slowIn(1) },
  {
    name: '23 loops forever and catches everything',
    script: 'while True:\n    try:\n        while True: pass\n    except BaseException: pass',
    limits: BRIEF,
    ends: ['budget', /was stopped in line [34]: a loop/],
  },
  {
    name: '23 uses up its processor time',
    script: 'while True: pass',
    limits: { stepMs: 20_000, cpuS: 1 },
    ends: ['budget', /used up its processor time/],
  },
  {
    name: '23 ignores the signal for its processor time',
    script: 'import signal\nsignal.signal(signal.SIGXCPU, signal.SIG_IGN)\nwhile True: pass',
    limits: { stepMs: 20_000, cpuS: 1 },
    ends: ['died', /out of memory or processor time/],
  },
  {
    name: '24 waits in real time and ignores SIGTERM',
    script:
      'import signal, threading\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nlock = threading.Lock()\nlock.acquire()\nlock.acquire()',
    limits: BRIEF,
    ends: slowIn(5),
  },
  {
    name: '24 answers after its time',
    script: 'for _ in range(100_000_000): pass',
    limits: BRIEF,
    ends: SLOW,
  },
  {
    name: '25 forks in a loop',
    script: 'import os\nwhile True:\n    try: os.fork()\n    except OSError: pass',
    limits: BRIEF,
    ends: SLOW,
  },
  {
    name: '26 starts threads in a loop',
    script: 'import threading\nwhile True: threading.Thread(target=input).start()',
    ends: ['runtime', /can't start new thread \(line 2\)/],
  },
  {
    name: '27 takes memory in a loop',
    script: 'x = []\nwhile True: x.append(bytearray(10_000_000))',
    ends: ['memory', /MemoryError \(line 2\)/],
  },
  { name: '27 takes two gigabytes at once', script: 'x = bytearray(2 << 30)', ends: ['memory', /MemoryError/] },
  {
    name: '27 maps two gigabytes',
    script: 'import mmap\nx = mmap.mmap(-1, 2 << 30)',
    ends: ['runtime', /Cannot allocate memory/],
  },
  {
    name: '27 doubles a string until there is no memory',
    script: "x = 'x'\nwhile True: x += x",
    ends: ['memory', /MemoryError/],
  },
  {
    name: '27 unpacks a compressed bomb',
    script: 'import zlib\nx = zlib.compress(bytes(10_000_000))\ny = [zlib.decompress(x) for _ in range(40)]',
    ends: ['memory', /MemoryError/],
  },
  {
    name: '27 writes an XML bomb',
    script: `import xml.etree.ElementTree as E\nnames = 'abcdefghij'\nparts = ''.join('<!ENTITY %s "%s">' % (n, ('&%s;' % p) * 10) for p, n in zip(names, names[1:]))\nE.fromstring('<!DOCTYPE x [<!ENTITY a "' + 'x' * 100 + '">' + parts + ']><x>&j;</x>')`,
    ends: ['runtime', /ParseError|amplification/],
  },
  { name: '28 computes a huge number', script: 'x = 10 ** 10 ** 8', limits: BRIEF, ends: slowIn(1) },
  {
    name: '28 prints a huge number',
    script: 'x = 7 ** 6_000\nprint(x)',
    ends: ['runtime', /Exceeds the limit/],
  },
  {
    name: '29 matches a catastrophic expression',
    script: `import re\nre.match(r'(a+)+$', 'a' * 40 + 'b')`,
    limits: BRIEF,
    ends: slowIn(2),
  },
  {
    name: 'recurses without end',
    script: 'def f(): f()\nf()',
    ends: ['runtime', /RecursionError.*\(line 1\)/s],
  },
  {
    name: 'recurses without end and without limit, through C code',
    script: 'import sys\nsys.setrecursionlimit(2_000_000_000)\ndef f(x): return sorted([1], key=f)\nf(1)',
    ends: diedIn(3),
  },
  {
    name: 'nests brackets until the parser gives up',
    script: `${'('.repeat(500)}1${')'.repeat(500)}`,
    ends: ['syntax', /too many nested parentheses/],
  },
  { name: '14 crashes', script: 'import ctypes\nctypes.string_at(0)', ends: diedIn(2) },
  { name: '14 aborts', script: 'import os\nos.abort()', ends: diedIn(2) },
  { name: '14 overwrites its own memory', script: 'import ctypes\nctypes.memset(id(None), 0, 4096)', ends: DIED },
  {
    name: '14 runs broken byte code',
    script: 'def f(): pass\nf.__code__ = f.__code__.replace(co_code=bytes([100, 255] * 8), co_consts=())\nf()',
    ends: DIED,
  },
  {
    name: 'calls the kernel as a 32-bit program',
    // mov eax, 20 (getpid); int 0x80; ret
    script: runCode('b814000000cd80c3'),
    ends: DIED,
  },
  {
    name: 'calls the kernel by its x32 numbers',
    script:
      'import ctypes, os\nif os.uname().machine != "x86_64": os.abort()\nctypes.CDLL(None).syscall(0x40000000 + 39)',
    ends: DIED,
  },
  {
    name: '39 ends its own process by a signal',
    script: 'import signal\nsignal.raise_signal(signal.SIGKILL)',
    ends: DIED,
  },
  { name: 'leaves at once', script: 'import os\nos._exit(0)', ends: DIED },
  {
    name: 'leaves while it is imported',
    script: 'import sys\nsys.exit(3)\ndef on_bar(bot, bar): pass',
    ends: ['runtime', /left with exit\(3\)/],
  },
  { name: 'leaves from its loop', script: 'exit(0)', ends: null, prints: /left with exit\(0\)/ },
  {
    name: 'reads what nobody types',
    script: 'input()',
    ends: ['runtime', /EOFError.*\(line 1\)/s],
  },
  {
    name: 'closes the wire',
    script: 'import os\nos.closerange(3, 64)\nimport time\ntime.sleep(60)',
    ends: DIED,
  },
  {
    name: '35 leaves a daemon behind',
    script: 'import os\nif os.fork() == 0:\n    while True: pass',
    ends: ['runtime', /Operation not permitted/],
  },
  {
    name: 'loops in atexit',
    script: 'import atexit\ndef f():\n    while True: pass\natexit.register(f)',
    ends: null,
  },
  {
    name: 'loops in a destructor',
    script: 'class A:\n    def __del__(self):\n        while True: pass\nx = A()',
    limits: BRIEF,
    ends: null,
  },
  {
    name: 'raises in a destructor and in a hook',
    script:
      "import sys\nsys.excepthook = lambda *x: 1 / 0\nclass A:\n    def __del__(self): raise ValueError('x')\nA()\nraise KeyError('mine')",
    ends: ['runtime', /KeyError: 'mine' \(line 6\)/],
  },
  {
    name: '33 prints in a loop that never ends',
    script: `while True:\n    print('x' * 100)`,
    limits: BRIEF,
    ends: ['budget', /in line [12]: a loop that never ends/],
  },
  {
    name: 'orders in a loop that never ends',
    script: 'def on_bar(bot, bar):\n    while True:\n        bot.buy(quantity=1, limit=90)',
    limits: BRIEF,
    ends: ['budget', /in line [23]: a loop that never ends/],
  },
  {
    name: 'asks for candles in a loop that never ends',
    script:
      "from SmartApi import SmartConnect\napi = SmartConnect('k')\ndef on_bar(bot, bar):\n    while True:\n        api.getCandleData(dict(symboltoken='3045', interval='ONE_MINUTE', fromdate='2020-01-01 09:15', todate='2030-01-01 09:15'))",
    limits: BRIEF,
    ends: ['budget', /in line [45]: a loop that never ends/],
  },
  {
    name: '33 prints without end',
    script: `for _ in range(200000): print('x' * 100)`,
    ends: null,
    prints: /cut off/,
  },
  {
    name: '34 prints one line of 100 MB',
    script: `print('y' * 100_000_000)`,
    limits: { memoryMb: 512 },
    ends: null,
    prints: /cut off/,
  },
  {
    name: '34 prints characters that take twelve bytes each',
    script: `print('\\U0001f600' * 300_000)`,
    ends: null,
    prints: /cut off/,
  },
  {
    name: 'prints what is no text',
    script: `print('a\\ud800b\\0c')\nimport sys\nsys.stdout.write(b'bytes')`,
    ends: ['runtime', /TypeError/],
    prints: /^a\ufffdb\ufffdc$/m,
  },
  {
    name: 'writes to the descriptors of output',
    script: `import os\nos.write(1, b'forged' * 1000)\nos.write(2, b'\\xff\\xfe')\nprint('mine')`,
    ends: null,
    prints: /^mine$/m,
  },
  {
    name: 'gives its model account a fortune',
    script: `
import bot_runtime.order_words as words
words.MOST_QUANTITY = 10 ** 15
def on_start(bot):
    account = bot._context.account
    for name, value in list(vars(account).items()):
        if isinstance(value, (int, float)): setattr(account, name, 10 ** 15)
def on_bar(bot, bar): bot.buy(quantity=4 * 10 ** 9)`,
    ends: ['protocol', /broke the protocol/],
  },
  {
    name: 'replaces the runtime’s own functions',
    script: `
import bot_runtime.session as session, bot_runtime.wire as wire, json
json.dumps = lambda *x, **y: '{}'
session.Session._answer = lambda self: None
def on_bar(bot, bar): bot.buy()`,
    limits: BRIEF,
    ends: ['protocol', /broke the protocol/],
  },
]

/** A script that runs x86_64 machine code; another architecture has no such calls, so it only crashes. */
function runCode(hex: string): string {
  return `
import ctypes, mmap, os
if os.uname().machine != 'x86_64': os.abort()
page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
page.write(bytes.fromhex('${hex}'))
ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()
`
}

/** What a script writes on the wire in the place of the runtime; it can find the descriptors. */
export const FORGED_FRAMES: readonly (readonly [name: string, bytes: string])[] = [
  ['no frame at all', `b'hello, this is no frame'`],
  ['a header that is too long', `struct.pack('<II', 2**31, 0)`],
  ['a blob that is too long', `struct.pack('<II', 10, 2**31)`],
  ['invalid JSON', `frame(b'{"kind": "signals", ')`],
  ['bytes that are not UTF-8', `frame(b'{"kind": "print", "text": "\\xff\\xfe"}')`],
  ['NaN', `frame(b'{"kind":"signals","orders":NaN}', bytes(2))`],
  ['an unknown kind', `frame({'kind': 'transfer', 'to': 'me'})`],
  ['unknown fields', `frame({'kind': 'signals', 'orders': 0, 'user': 'other'}, bytes(2))`],
  ['unknown signal bits', `frame({'kind': 'signals', 'orders': 0}, b'\\xff\\xff')`],
  ['too few signals', `frame({'kind': 'signals', 'orders': 0}, b'')`],
  [
    'a row that does not exist',
    `frame({'kind': 'signals', 'orders': 1}, bytes(2) + struct.pack('<5I', 99, 1, 0, 0, 0))`,
  ],
  ['a negative size', `frame({'kind': 'signals', 'orders': 1}, bytes(2) + struct.pack('<5i', 0, -5, 0, 0, 0))`],
  ['an unrequested answer', `frame({'kind': 'ready', 'style': 'events', 'python': '3'})`],
  ['two answers', `frame({'kind': 'signals', 'orders': 0}, bytes(2)) * 2`],
  ['duplicate keys', `frame(b'{"kind":"signals","kind":"transfer","orders":0}', bytes(2))`],
  ['a second start', `frame({'kind': 'warm'}) * 2`],
  ['deeply nested JSON', `frame(b'[' * 900_000)`],
  ['a flood of output', `frame({'kind': 'print', 'text': 'x' * 200_000}) * 5`],
  ['a flood of empty output', `frame({'kind': 'print', 'text': ''}) * 700_000`],
  [
    'two requests for candles at once',
    `frame({'kind': 'candles', 'token': '3045', 'minutes': 1, 'from_ms': 0, 'until_ms': 1}) * 2`,
  ],
]

export function forgeFrame(bytes: string): string {
  return `
import os, json, struct, time
def frame(header, blob=b''):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack('<II', len(text), len(blob)) + text + blob
data = ${bytes}
# The last first: that is where the runtime writes.
for fd in range(9, 2, -1):
    rest = memoryview(data)
    try:
        while rest: rest = rest[os.write(fd, rest):]
    except OSError: pass
time.sleep(600)
`
}
