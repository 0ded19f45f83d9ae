// The scripts of the threat list: each is run in the real cage, gains nothing, and leaves nothing behind.
import { execFileSync } from 'node:child_process'
import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ScriptFailure, ScriptRows } from '../ports.ts'
import { openTestRunner } from './testing/open-test-runner.ts'

let runner: Awaited<ReturnType<typeof openTestRunner>>
let port = 0
const server = createServer()
let connections = 0
beforeAll(async () => {
  process.env['PLANTED_SECRET'] = 'canary-7f3a'
  runner = await openTestRunner()
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  port = typeof address === 'object' && address ? address.port : 0
}, 30_000)
afterAll(async () => {
  await runner.close()
  server.close()
})

const RULES = {
  capital: { capital_paise: 100_000_00 },
  limits: {
    max_entries_per_day: 5,
    max_loss_per_day_paise: null,
    max_profit_per_day_paise: null,
    max_quantity: 100,
    stop_loss_bps: null,
    target_bps: null,
  },
  slippage_bps: 0,
}
const ROWS: ScriptRows = {
  timeMs: Float64Array.of(1_748_835_900_000, 1_748_835_960_000),
  volume: Float64Array.of(1, 1),
  openPaise: Int32Array.of(100, 100),
  highPaise: Int32Array.of(100, 100),
  lowPaise: Int32Array.of(100, 100),
  closePaise: Int32Array.of(100, 100),
  symbol: Uint16Array.of(0, 0),
  phase: Uint8Array.of(11, 2),
}

type Ended = {
  readonly output: string
  readonly signals: readonly number[] | null
  readonly failure: ScriptFailure | null
}

/** Runs a script as a loop script over two bars. */
async function attack(
  code: string,
  limits: { stepMs?: number; cpuS?: number; memoryMb?: number } = {},
): Promise<Ended> {
  const session = runner.open(
    {
      code,
      filename: 'attack.py',
      parameters: {},
      instruments: [{ symbol: 'SBIN-EQ', token: '3045', tick_paise: 5, lot_size: 1 }],
      rules: RULES,
      bar_ms: 60_000,
      start_ms: 0,
      seed: 1,
    },
    { memoryMb: 256, cpuS: 10, loadMs: 3_000, stepMs: 3_000, ...limits },
  )!
  const ready = await session.load()
  const answer = ready.kind === 'failed' ? ready : await session.step(ROWS, 'trade')
  const failure = answer.kind === 'failed' ? answer : await session.stop()
  await session.kill()
  return { output: session.output(), signals: answer.kind === 'signals' ? [...answer.signals] : null, failure }
}

/** Caged processes below this one, and such that have lost every node process above them. */
function leftOver(): { ours: number; orphans: number } {
  const lines = execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' }).split('\n')
  const parents = new Map<number, { parent: number; args: string }>()
  for (const line of lines) {
    const [, pid, parent, args] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    if (pid && parent) parents.set(Number(pid), { parent: Number(parent), args: args ?? '' })
  }
  const count = { ours: 0, orphans: 0 }
  for (const [pid, { args }] of parents) {
    if (!args.includes('bot_runtime/__main__.py')) continue
    let above = pid
    while (above > 1 && above !== process.pid && !/node|vitest/.test(parents.get(above)?.args ?? 'node')) {
      above = parents.get(above)?.parent ?? 0
    }
    if (above === process.pid) count.ours += 1
    else if (above <= 1) count.orphans += 1
  }
  return count
}

// Prints LEAK when it gets anywhere.
const tried = (lines: string) => `
import os, sys, ctypes
def attempt(name, work):
    try:
        found = work()
        print('LEAK', name, repr(found)[:300])
    except Exception as error:
        print('held', name, type(error).__name__)
def read(path):
    with open(path, 'rb') as file: return file.read(100)
${lines}
print('end')
`

test('the cage is at hand', () => {
  expect(runner.cage.kind).toBe('bubblewrap')
})

test.each([
  ['1 /etc/passwd', `attempt('passwd', lambda: read('/etc/passwd'))`],
  [
    '2 the server’s source',
    `attempt('source', lambda: [read(os.path.join(d, f)) for d, _, fs in os.walk('/') for f in fs if f in ('package.json', 'routes.ts') and not d.startswith('/usr')][0])`,
  ],
  [
    '3 .env files and homes',
    `[attempt(p, lambda: os.listdir(p)) for p in ('/root', '/home', '/work', '/srv', '/var', '/etc', '/opt', '/run')]`,
  ],
  ['4 the environment of process 1', `attempt('environ', lambda: read('/proc/1/environ'))`],
  [
    '5 memory of other processes',
    `[attempt(n, lambda: read('/proc/%s/%s' % (p, n))) for p in (1, 2, 'self') for n in ('maps', 'mem')]`,
  ],
  ['6 /sys', `attempt('sys', lambda: os.listdir('/sys'))`],
  ['7 devices', `attempt('dev', lambda: [n for n in os.listdir('/dev') if n not in ('null', 'urandom')][0])`],
  [
    '8 a symbolic link out',
    `attempt('link', lambda: os.symlink('/etc/passwd', '/tmp/x'))\nattempt('link', lambda: os.symlink('/etc/passwd', '/x'))`,
  ],
  ['9 a hard link', `attempt('hard', lambda: os.link('/usr/bin/env', '/usr/bin/env2'))`],
  [
    '10 open descriptors',
    `attempt('fds', lambda: [n for n in range(3, 64) if n not in (3, 4, 5) and not attempt_fd(n)][0])`
      .replace('attempt_fd(n)', 'not is_open(n)')
      .replace(/^/, `def is_open(n):\n    try:\n        os.fstat(n); return True\n    except OSError: return False\n`),
  ],
  [
    '11 another bot’s files',
    `attempt('bots', lambda: os.listdir('/app/bots'))\nattempt('write', lambda: open('/app/bot_runtime/x.py', 'w'))`,
  ],
  [
    '12 the environment',
    `attempt('env', lambda: {k: v for k, v in os.environ.items() if k not in ('PYTHONHASHSEED', 'OPENBLAS_NUM_THREADS', 'TZ', 'PWD', 'LC_CTYPE')} or 1 / 0)`,
  ],
  [
    '13 memory of the parent',
    `libc = ctypes.CDLL(None, use_errno=True)\nattempt('vm', lambda: libc.process_vm_readv(1, None, 0, None, 0, 0) >= 0 or 1 / 0)`,
  ],
  ['16 the internet', `import socket\nattempt('tcp', lambda: socket.create_connection(('1.1.1.1', 80), 1))`],
  [
    '17 the database on this machine',
    `import socket\nattempt('tcp', lambda: socket.create_connection(('127.0.0.1', PORT), 1))`,
  ],
  ['18 names', `import socket\nattempt('dns', lambda: socket.getaddrinfo('example.com', 80))`],
  [
    '19 UDP',
    `import socket\nattempt('udp', lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('8.8.8.8', 53)))`,
  ],
  [
    '20 the metadata address',
    `import urllib.request\nattempt('meta', lambda: urllib.request.urlopen('http://169.254.169.254/', timeout=1))`,
  ],
  ['21 an abstract unix socket', `import socket\nattempt('unix', lambda: socket.socket(socket.AF_UNIX).bind('\\0x'))`],
  [
    '22 raw and netlink sockets',
    `import socket\nattempt('raw', lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1))\nattempt('netlink', lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0))`,
  ],
  [
    '25 a fork',
    `attempt('fork', lambda: os.fork())\nattempt('spawn', lambda: __import__('subprocess').run(['/usr/bin/env'], check=True))`,
  ],
  ['26 a thread', `import threading\nattempt('thread', lambda: threading.Thread(target=print).start())`],
  [
    '30 the disk',
    `[attempt(p, lambda: open(p + '/x', 'wb')) for p in ('/', '/tmp', '/dev', '/dev/shm', '/usr', '/app', '/var/tmp')]`,
  ],
  ['31 directories without end', `attempt('mkdir', lambda: [os.mkdir('/d%d' % n) for n in range(10)])`],
  ['32 open files without end', `attempt('files', lambda: [os.open('/dev/null', 0) for _ in range(200)])`],
  [
    '36 a setuid program',
    `attempt('suid', lambda: os.setuid(0))\nattempt('exec', lambda: os.posix_spawn('/usr/bin/su', ['su'], {}))`,
  ],
  [
    '37 a namespace of its own, a mount',
    `libc = ctypes.CDLL(None, use_errno=True)\nattempt('unshare', lambda: libc.unshare(0x10000000) == 0 or 1 / 0)\nattempt('mount', lambda: libc.mount(b'none', b'/usr', b'tmpfs', 0, None) == 0 or 1 / 0)`,
  ],
  [
    '38 tracing process 1',
    `libc = ctypes.CDLL(None, use_errno=True)\nattempt('ptrace', lambda: libc.ptrace(16, 1, None, None) == 0 or 1 / 0)`,
  ],
  [
    '40 typing into the terminal',
    `import fcntl\nattempt('tiocsti', lambda: fcntl.ioctl(0, 0x5412, b'x'))\nattempt('tty', lambda: open('/dev/tty'))`,
  ],
])('held: %s', async (_, lines) => {
  const { output, signals, failure } = await attack(tried(lines.replaceAll('PORT', String(port))))
  expect(failure).toBe(null)
  expect(output).not.toContain('LEAK')
  expect(output).not.toContain('canary')
  expect(output).toContain('end')
  expect(output).toContain('held')
  expect(signals).toEqual([0, 0])
  expect(connections).toBe(0)
})

test.each([
  ['23 an endless loop', 'while True: pass', { stepMs: 500 }, 'budget'],
  ['23 an endless loop, by processor time', 'while True: pass', { stepMs: 20_000, cpuS: 1 }, 'budget'],
  [
    '24 sleeping for real, deaf to SIGTERM',
    'import signal, select\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nselect.select([], [], [], 1000)',
    { stepMs: 500 },
    'budget',
  ],
  ['25 a fork bomb', 'import os\nwhile True:\n    try: os.fork()\n    except OSError: pass', { stepMs: 500 }, 'budget'],
  [
    '26 a thread bomb',
    'import threading\nwhile True: threading.Thread(target=input).start()',
    { stepMs: 1_000 },
    'runtime',
  ],
  ['27 a memory bomb', 'x = []\nwhile True: x.append(bytearray(10_000_000))', {}, 'memory'],
  ['28 a number without end', 'x = 10 ** 10 ** 8', { stepMs: 500 }, 'budget'],
  ['29 a catastrophic pattern', `import re\nre.match(r'(a+)+$', 'a' * 40 + 'b')`, { stepMs: 500 }, 'budget'],
  ['14 a crash', 'import ctypes\nctypes.string_at(0)', {}, 'died'],
  [
    '35 a daemon',
    `import os\nos.setsid() if False else None\nif os.fork() == 0:\n    while True: pass  # daemon-marker`,
    {},
    'runtime',
  ],
  [
    '39 kill everything',
    'import os, signal\ntry: os.kill(-1, signal.SIGKILL)\nexcept OSError: pass\nos.kill(os.getpid(), signal.SIGKILL)',
    {},
    'died',
  ],
] as const)(
  'stopped: %s',
  async (_, code, limits, kind) => {
    const { failure, signals } = await attack(code, limits)
    expect(signals).toBe(null)
    expect(failure?.failure).toBe(kind)
    // The one that waits warm: bubblewrap outside and inside, and the interpreter.
    const left = leftOver()
    expect(left.orphans).toBe(0)
    expect(left.ours).toBeLessThanOrEqual(3)
  },
  15_000,
)

test('15 a traceback names the script and no file of ours', async () => {
  const { failure } = await attack('def f():\n    raise KeyError("x")\nf()\n')
  expect(failure).toMatchObject({ failure: 'runtime', line: 2 })
  expect(failure?.trace).not.toMatch(/bot_runtime|\/app|\/usr/)
})

test('33 a flood of output is cut off and does no harm', async () => {
  const { output, failure } = await attack(`for _ in range(200000): print('x' * 100)`)
  expect(failure).toBe(null)
  expect(output.length).toBeLessThan(310_000)
  expect(output).toContain('cut off')
})

test('34 one line of 100 MB is cut off', async () => {
  const { output, failure } = await attack(`print('y' * 100_000_000)`, { memoryMb: 512 })
  expect(failure).toBe(null)
  expect(output.length).toBeLessThan(310_000)
})

// The wire's descriptors are the script's to find: what it writes there is parsed as strictly as anything.
const forge = (bytes: string) => `
import os, json, struct
def frame(header, blob=b''):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack('<II', len(text), len(blob)) + text + blob
data = ${bytes}
for fd in range(3, 10):
    try: os.write(fd, data)
    except OSError: pass
import time
time.sleep(600)
`
test.each([
  ['no frame at all', `b'hello, this is no frame'`],
  ['a header that is too long', `struct.pack('<II', 2**31, 0)`],
  ['a blob that is too long', `struct.pack('<II', 10, 2**31)`],
  ['no JSON', `frame(b'{"kind": "signals", ')`],
  ['NaN', `frame(b'{"kind":"signals","sizes":[[NaN,1]]}', bytes(2))`],
  ['an unknown kind', `frame({'kind': 'transfer', 'to': 'me'})`],
  ['unknown fields', `frame({'kind': 'signals', 'sizes': [], 'user': 'other'}, bytes(2))`],
  ['unknown signal bits', `frame({'kind': 'signals', 'sizes': []}, b'\\xff\\xff')`],
  ['too few signals', `frame({'kind': 'signals', 'sizes': []}, b'')`],
  ['a row that does not exist', `frame({'kind': 'signals', 'sizes': [[99, 1]]}, bytes(2))`],
  ['a negative size', `frame({'kind': 'signals', 'sizes': [[0, -5]]}, bytes(2))`],
  ['an answer nobody asked for', `frame({'kind': 'ready', 'style': 'events', 'python': '3'})`],
  ['two answers', `frame({'kind': 'signals', 'sizes': []}, bytes(2)) * 2`],
  ['duplicate keys', `frame(b'{"kind":"signals","kind":"transfer","sizes":[]}', bytes(2))`],
])('a forged frame ends the script: %s', async (_, bytes) => {
  const { failure } = await attack(forge(bytes))
  expect(failure?.failure).toBe('protocol')
})

test('an answer after the deadline is not taken', async () => {
  const { failure, signals } = await attack('import select\nselect.select([], [], [], 1.0)\n', { stepMs: 300 })
  expect(signals).toBe(null)
  expect(failure?.failure).toBe('budget')
})

test('a warm bot is ready within 50 ms', async () => {
  const times: number[] = []
  for (let i = 0; i < 7; i++) {
    await attack('pass')
    await runner.warm()
    const session = runner.open(
      {
        code: 'def on_bar(bot, bar): pass',
        filename: 'a.py',
        parameters: {},
        instruments: [{ symbol: 'SBIN-EQ', token: '3045', tick_paise: 5, lot_size: 1 }],
        rules: RULES,
        bar_ms: 60_000,
        start_ms: 0,
        seed: 1,
      },
      { memoryMb: 256, cpuS: 10, loadMs: 3_000, stepMs: 3_000 },
    )!
    const begun = performance.now()
    expect((await session.load()).kind).toBe('ready')
    times.push(performance.now() - begun)
    await session.kill()
  }
  expect(times.sort((a, b) => a - b)[3]).toBeLessThan(50)
}, 20_000)

test('F28 other bots’ steps are not late while one script runs wild', async () => {
  const honest = runner.open(
    {
      code: 'def on_bar(bot, bar): pass',
      filename: 'h.py',
      parameters: {},
      instruments: [{ symbol: 'SBIN-EQ', token: '3045', tick_paise: 5, lot_size: 1 }],
      rules: RULES,
      bar_ms: 60_000,
      start_ms: 0,
      seed: 1,
    },
    { memoryMb: 256, cpuS: 10, loadMs: 3_000, stepMs: 3_000 },
  )!
  await honest.load()
  let isOver = false
  const wild = attack('x = []\nwhile True: x.append(10 ** 1000)', { stepMs: 1_500 }).then(() => {
    isOver = true
  })
  const times: number[] = []
  while (!isOver) {
    const begun = performance.now()
    await honest.step(ROWS, 'trade')
    times.push(performance.now() - begun)
  }
  await wild
  await honest.kill()
  times.sort((a, b) => a - b)
  expect(times.length).toBeGreaterThan(20)
  expect(times[Math.floor(times.length * 0.99)]).toBeLessThan(100)
}, 20_000)

test('when the runner closes no process is left', async () => {
  await runner.close()
  expect(leftOver()).toEqual({ ours: 0, orphans: 0 })
})
