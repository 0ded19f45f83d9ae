// Scripts of the threat list: each runs in the real sandbox, gains nothing, and leaves nothing behind.
import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attackSandbox, type TestRunner } from '../testing/attack-sandbox.ts'
import { openTestRunner } from '../testing/open-test-runner.ts'

let runner: TestRunner
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

// Prints LEAK if an attempt succeeds.
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

test('the sandbox is available', () => {
  expect(runner.sandbox.kind).toBe('bubblewrap')
})

test.each([
  ['1 /etc/passwd', `attempt('passwd', lambda: read('/etc/passwd'))`],
  [
    '2 the server’s source',
    // Without the system's own files, which are many and public.
    `tops = [t for t in os.listdir('/') if t != 'usr' and not os.path.islink('/' + t)]\nattempt('source', lambda: [read(os.path.join(d, f)) for t in tops for d, _, fs in os.walk('/' + t) for f in fs if f in ('package.json', 'routes.ts')][0])`,
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
    `attempt('env', lambda: {k: v for k, v in os.environ.items() if k not in ('PYTHONHASHSEED', 'OPENBLAS_NUM_THREADS', 'LD_LIBRARY_PATH', 'TZ', 'PWD', 'LC_CTYPE')} or 1 / 0)`,
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
  ['31 unlimited directories', `attempt('mkdir', lambda: [os.mkdir('/d%d' % n) for n in range(10)])`],
  ['32 unlimited open files', `attempt('files', lambda: [os.open('/dev/null', 0) for _ in range(200)])`],
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
])('contained: %s', async (_, lines) => {
  const { output, signals, failure } = await attackSandbox(runner, tried(lines.replaceAll('PORT', String(port))))
  expect(failure).toBe(null)
  expect(output).not.toContain('LEAK')
  expect(output).not.toContain('canary')
  expect(output).toContain('end')
  expect(output).toContain('held')
  expect(signals).toEqual([0, 0])
  expect(connections).toBe(0)
})
