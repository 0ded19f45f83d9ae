// Hostile scripts that try something and carry on: every attempt must be refused. Those of one topic run one after the
// other in one sandbox. The numbers are those of the threat list in docs/sandbox.md.

/** `attempt(work)` reports a leak unless the work raises; `call(name, …)` makes a raw system call and raises its error. */
export const PROBE_TOOLS = `
import ctypes, os, sys, time
libc = ctypes.CDLL(None, use_errno=True)
column = 0 if os.uname().machine == 'x86_64' else 1
NUMBERS = {
    'shmget': (29, 194), 'msgget': (68, 186), 'semget': (64, 190), 'mq_open': (240, 180), 'memfd_create': (319, 279),
    'memfd_secret': (447, 447), 'io_uring_setup': (425, 425), 'userfaultfd': (323, 282), 'keyctl': (250, 219),
    'add_key': (248, 217), 'bpf': (321, 280), 'perf_event_open': (298, 241), 'ptrace': (101, 117), 'mount': (165, 40),
    'unshare': (272, 97), 'setns': (308, 268), 'clone': (56, 220), 'clone3': (435, 435), 'process_vm_readv': (310, 270),
    'open_by_handle_at': (304, 265), 'fanotify_init': (300, 262), 'inotify_init1': (294, 26), 'eventfd2': (290, 19),
    'timerfd_create': (283, 85), 'execve': (59, 221), 'execveat': (322, 281), 'chroot': (161, 51), 'seccomp': (317, 277),
    'prctl': (157, 167), 'syslog': (103, 116), 'sysinfo': (99, 179), 'getrusage': (98, 165), 'clock_gettime': (228, 113),
    'gettimeofday': (96, 169), 'pidfd_open': (434, 434), 'pidfd_getfd': (438, 438), 'mlockall': (151, 230),
    'sched_setscheduler': (144, 119), 'setpriority': (141, 140), 'personality': (135, 92), 'kcmp': (312, 272),
    'pipe2': (293, 59), 'socketpair': (53, 199), 'splice': (275, 76), 'prlimit64': (302, 261), 'kill': (62, 129),
    'nanosleep': (35, 101), 'ppoll': (271, 73), 'pselect6': (270, 72), 'flock': (73, 32), 'futex': (202, 98),
    'setitimer': (38, 103), 'timer_create': (222, 107), 'landlock_create_ruleset': (444, 444),
}
def call(name, *arguments):
    result = libc.syscall(NUMBERS[name][column], *arguments)
    if result == -1: raise OSError(ctypes.get_errno(), name)
    return result
def attempt(work):
    try:
        found = work()
    except Exception as error:
        print('held', type(error).__name__)
    else:
        print('LEAK', repr(found)[:300])
def expect(isSo, found=None):
    print('held' if isSo else 'LEAK', '' if isSo else repr(found)[:300])
def read(path):
    with open(path, 'rb') as file: return file.read(100)
`

export type Probe = readonly [name: string, script: string]

export const PROBES: Readonly<Record<string, readonly Probe[]>> = {
  files: [
    ['1 reads /etc/passwd', `attempt(lambda: read('/etc/passwd'))`],
    [
      '2 searches the server’s source and data in everything it sees',
      `found = [os.path.join(d, f) for d, _, fs in os.walk('/') for f in fs if f in ('package.json', 'routes.ts', 'PG_VERSION', '.env')]
expect(not found, found)`,
    ],
    [
      '2 sees nothing of /usr but the interpreter',
      `expect(set(os.listdir('/usr')) <= {'bin', 'lib', 'lib64', 'share', 'local'}, os.listdir('/usr'))
expect(all(n.startswith('python') for n in os.listdir(os.path.dirname(sys.executable))), os.listdir(os.path.dirname(sys.executable)))
attempt(lambda: os.listdir('/usr/src'))`,
    ],
    [
      '3 lists homes and system folders',
      `for p in ('/root', '/home', '/work', '/srv', '/var', '/etc', '/opt', '/run', '/tmp', '/mnt', '/boot'): attempt(lambda: os.listdir(p))`,
    ],
    ['6 lists /sys', `attempt(lambda: os.listdir('/sys'))`],
    ['7 lists devices', `expect(sorted(os.listdir('/dev')) == ['null', 'urandom'], os.listdir('/dev'))`],
    [
      '8 makes symbolic links out of the sandbox',
      `for p in ('/tmp/x', '/x', '/app/x', '/usr/x'): attempt(lambda: os.symlink('/etc/passwd', p))`,
    ],
    [
      '8 follows a path out of the interpreter’s folder',
      `attempt(lambda: read(os.path.dirname(os.__file__) + '/../../../etc/passwd'))`,
    ],
    ['9 makes a hard link', `attempt(lambda: os.link(sys.executable, '/app/x'))`],
    [
      '11 writes into the runtime',
      `attempt(lambda: open('/app/bot_runtime/x.py', 'w'))
attempt(lambda: open('/app/bot_runtime/session.py', 'a'))
attempt(lambda: os.listdir('/app/bots'))`,
    ],
    [
      '30 fills the disk',
      `for p in ('/', '/tmp', '/dev', '/dev/shm', '/usr', '/app', '/var/tmp'): attempt(lambda: open(p + '/x', 'wb'))`,
    ],
    [
      '31 makes folders, devices and pipes',
      `attempt(lambda: os.mkdir('/d'))
attempt(lambda: os.mknod('/app/n'))
attempt(lambda: os.mkfifo('/app/f'))`,
    ],
    [
      '31 renames, removes and changes files',
      `attempt(lambda: os.unlink('/app/running.bpf'))
attempt(lambda: os.rename('/app/running.bpf', '/app/x'))
attempt(lambda: os.chmod('/app/running.bpf', 0o777))
attempt(lambda: os.truncate('/app/running.bpf', 0))
attempt(lambda: os.utime('/app/running.bpf'))`,
    ],
    [
      '32 opens files without limit',
      `opened = []
def open_all():
    for _ in range(200): opened.append(os.open('/dev/null', 0))
attempt(open_all)
for one in opened: os.close(one)`,
    ],
    [
      '32 raises its limit of open files',
      `import resource
attempt(lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096)))`,
    ],
    [
      'a temporary file',
      `import tempfile
attempt(lambda: tempfile.TemporaryFile())`,
    ],
    [
      'a database file',
      `import sqlite3
attempt(lambda: sqlite3.connect('/app/x.db').execute('create table t(a)'))`,
    ],
    [
      'watches files with inotify and fanotify',
      `attempt(lambda: call('inotify_init1', 0))
attempt(lambda: call('fanotify_init', 0, 0))`,
    ],
    ['opens a file by its handle', `attempt(lambda: call('open_by_handle_at', -100, None, 0))`],
  ],
  secrets: [
    ['4 reads the environment of process 1', `attempt(lambda: read('/proc/1/environ'))`],
    [
      '5 reads memory through /proc',
      `for p in (1, 2, 'self'):
    for n in ('maps', 'mem', 'cmdline', 'fd'): attempt(lambda: read('/proc/%s/%s' % (p, n)))`,
    ],
    [
      '10 finds other open descriptors than its three and the wire',
      `def is_open(n):
    try: os.fstat(n); return True
    except OSError: return False
expect(sum(is_open(n) for n in range(64)) <= 6, [n for n in range(64) if is_open(n)])`,
    ],
    [
      '12 reads its environment',
      `allowed = {'PYTHONHASHSEED', 'OPENBLAS_NUM_THREADS', 'LD_LIBRARY_PATH', 'TZ', 'PWD', 'LC_CTYPE'}
expect(set(os.environ) <= allowed, dict(os.environ))
libc.getenv.restype = ctypes.c_char_p
expect(libc.getenv(b'PLANTED_SECRET') is None)`,
    ],
    ['13 reads the memory of process 1', `attempt(lambda: call('process_vm_readv', 1, None, 0, None, 0, 0))`],
    ['13 takes descriptors of process 1', `attempt(lambda: call('pidfd_getfd', call('pidfd_open', 1, 0), 0, 0))`],
    ['38 traces process 1', `attempt(lambda: call('ptrace', 16, 1, None, None))`],
    ['38 compares kernel objects of process 1', `attempt(lambda: call('kcmp', 1, 2, 0, 0, 0))`],
    [
      'reads the kernel’s log and keys',
      `attempt(lambda: call('syslog', 3, None, 100))
attempt(lambda: call('keyctl', 0, -3, 1))
attempt(lambda: call('add_key', b'user', b'x', b'y', 1, -2))`,
    ],
    [
      'knows host name, user, arguments and folder only as everywhere',
      `import socket
expect(os.uname().nodename == 'bot', os.uname())
expect((os.getuid(), os.getgid(), os.getpid(), os.getppid()) == (65534, 65534, 2, 1), (os.getuid(), os.getpid()))
expect(sys.argv == ['bot.py'] and os.getcwd() == '/', (sys.argv, os.getcwd()))`,
    ],
    [
      'loads a pickle that starts a program',
      `import pickle
attempt(lambda: pickle.loads(b"cposix\\nsystem\\n(S'id'\\ntR.") and 1 / 0)`,
    ],
  ],
  network: [
    [
      '16 connects to the internet',
      `import socket
attempt(lambda: socket.create_connection(('1.1.1.1', 80), 1))`,
    ],
    [
      '17 connects to a service of this machine',
      `import socket
attempt(lambda: socket.create_connection(('127.0.0.1', PORT), 1))`,
    ],
    [
      '18 resolves a name',
      `import socket
attempt(lambda: socket.getaddrinfo('example.com', 80))`,
    ],
    [
      '19 sends UDP',
      `import socket
attempt(lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('8.8.8.8', 53)))`,
    ],
    [
      '20 asks the metadata service',
      `import urllib.request
attempt(lambda: urllib.request.urlopen('http://169.254.169.254/', timeout=1))`,
    ],
    [
      '21 binds an abstract socket',
      `import socket
attempt(lambda: socket.socket(socket.AF_UNIX).bind('\\0x'))`,
    ],
    [
      '22 opens raw, netlink and packet sockets',
      `import socket
attempt(lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1))
attempt(lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0))
attempt(lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0))`,
    ],
    [
      'makes a pair of sockets and a pipe',
      `attempt(lambda: call('socketpair', 1, 1, 0, (ctypes.c_int * 2)()))
attempt(lambda: call('pipe2', (ctypes.c_int * 2)(), 0))
attempt(lambda: call('splice', 0, None, 1, None, 1, 0))`,
    ],
    [
      'runs an event loop',
      `import asyncio
attempt(lambda: asyncio.new_event_loop())`,
    ],
  ],
  processes: [
    [
      '25 forks',
      `attempt(os.fork)
attempt(os.forkpty)
attempt(lambda: __import__('multiprocessing').get_context('fork').Process(target=print).start())`,
    ],
    [
      '25 starts a program',
      `import subprocess
attempt(lambda: subprocess.run([sys.executable, '-c', '1'], check=True))
attempt(lambda: os.system('id') and 1 / 0)
attempt(lambda: os.posix_spawn(sys.executable, ['x'], {}))`,
    ],
    [
      'replaces itself by another program',
      `attempt(lambda: os.execv(sys.executable, ['python', '-c', 'print(1)']))
attempt(lambda: call('execveat', -100, sys.executable.encode(), None, None, 0))`,
    ],
    [
      '26 starts a thread',
      `import threading
attempt(lambda: threading.Thread(target=print).start())
from concurrent.futures import ThreadPoolExecutor
attempt(lambda: ThreadPoolExecutor(2).submit(print))`,
    ],
    [
      '36 becomes root',
      `attempt(lambda: os.setuid(0))
attempt(lambda: os.setgroups([0]))
attempt(lambda: os.setresuid(0, 0, 0))`,
    ],
    [
      '37 makes namespaces',
      `for flag in (0x10000000, 0x20000, 0x40000000, 0x20000000, 0x8000000, 0x4000000, 0x2000000, 0x80):
    attempt(lambda: call('unshare', flag))
attempt(lambda: call('setns', 3, 0))`,
    ],
    [
      '37 clones into namespaces',
      `attempt(lambda: call('clone', 0x10000000 | 17, None, None, None, None))
attempt(lambda: call('clone3', (ctypes.c_uint64 * 11)(0x10000000), 88))`,
    ],
    [
      '37 mounts and changes its root',
      `attempt(lambda: call('mount', b'none', b'/usr', b'tmpfs', 0, None))
attempt(lambda: call('chroot', b'/usr'))`,
    ],
    ['39 signals process 1, its group and everything', `for pid in (1, 0, -1): attempt(lambda: os.kill(pid, 9))`],
    [
      '40 types into a terminal',
      `import fcntl
attempt(lambda: fcntl.ioctl(0, 0x5412, b'x'))
attempt(lambda: fcntl.ioctl(0, 0x541c, b'x'))
attempt(lambda: open('/dev/tty'))
attempt(os.openpty)`,
    ],
    [
      'changes its priority and scheduler',
      `attempt(lambda: call('setpriority', 0, 0, -10))
attempt(lambda: call('sched_setscheduler', 0, 1, (ctypes.c_int * 1)(1)))
attempt(lambda: os.nice(-5))`,
    ],
    [
      'lowers the limits of process 1',
      `import resource
attempt(lambda: resource.prlimit(1, resource.RLIMIT_CPU, (1, 1)))`,
    ],
    [
      'widens its own system-call filter',
      `attempt(lambda: call('prctl', 22, 2, 0))
attempt(lambda: call('seccomp', 1, 0, 0))
attempt(lambda: call('prctl', 4, 1, 0, 0, 0))`,
    ],
  ],
  kernel: [
    [
      '27 takes shared memory beyond its limit',
      `attempt(lambda: call('shmget', 0, 1_500_000_000, 0o1600))
attempt(lambda: __import__('multiprocessing.shared_memory').shared_memory.SharedMemory(create=True, size=1 << 20))`,
    ],
    [
      '27 takes memory in nameless files',
      `attempt(lambda: os.memfd_create('x'))
attempt(lambda: call('memfd_secret', 0))`,
    ],
    [
      '27 takes memory in message queues and semaphores',
      `attempt(lambda: call('msgget', 0, 0o1600))
attempt(lambda: call('semget', 0, 100, 0o1600))
attempt(lambda: call('mq_open', b'x', 0o102, 0o600, None))`,
    ],
    ['27 locks its memory', `attempt(lambda: call('mlockall', 3))`],
    [
      '27 raises its memory limit',
      `import resource
attempt(lambda: resource.setrlimit(resource.RLIMIT_AS, (-1, -1)))`,
    ],
    [
      '27 allows itself core dumps',
      `import resource
attempt(lambda: resource.setrlimit(resource.RLIMIT_CORE, (-1, -1)))`,
    ],
    ['uses io_uring', `attempt(lambda: call('io_uring_setup', 8, (ctypes.c_char * 256)()))`],
    ['loads a kernel program', `attempt(lambda: call('bpf', 0, (ctypes.c_char * 128)(), 128))`],
    [
      'counts the processor’s events',
      `attempt(lambda: call('perf_event_open', (ctypes.c_char * 128)(), 0, -1, -1, 0))`,
    ],
    [
      '41 signals another script through file locks, leases and notices',
      `import fcntl
shared = os.open(os.__file__, os.O_RDONLY)
attempt(lambda: fcntl.flock(shared, fcntl.LOCK_SH))
attempt(lambda: fcntl.lockf(shared, fcntl.LOCK_SH))
for command in (fcntl.F_GETLK, 36, fcntl.F_SETLEASE, fcntl.F_GETLEASE, fcntl.F_NOTIFY): attempt(lambda: fcntl.fcntl(shared, command, bytes(32)))
os.close(shared)`,
    ],
    [
      '41 signals another script through a futex in a file that both map',
      `import mmap
shared = os.open(os.__file__, os.O_RDONLY)
page = mmap.mmap(shared, 4096, mmap.MAP_SHARED, mmap.PROT_READ)
os.close(shared)
libc.mmap.restype = ctypes.c_void_p
at = libc.mmap(None, ctypes.c_size_t(4096), 1, 0x21, -1, ctypes.c_long(0))
for operation in (0, 1, 3, 4, 9, 10): attempt(lambda: call('futex', ctypes.c_void_p(at), operation, 0, None, None, -1))`,
    ],
    ['handles page faults', `attempt(lambda: call('userfaultfd', 0))`],
    [
      'makes events, timers and rules',
      `attempt(lambda: call('eventfd2', 0, 0))
attempt(lambda: call('timerfd_create', 0, 0))
attempt(lambda: call('landlock_create_ruleset', None, 0, 1))
attempt(lambda: call('personality', 0x0040000))`,
    ],
  ],
  clock: [
    [
      'reads every clock of Python',
      `import datetime
now = time.time()
clocks = [time.monotonic(), time.perf_counter(), time.process_time(), time.thread_time(), time.clock_gettime(0), time.clock_gettime(1), time.clock_gettime(7), time.time_ns() / 1e9, time.mktime(time.localtime()), datetime.datetime.now().timestamp(), datetime.datetime.now(datetime.timezone.utc).timestamp()]
expect(now == NOW and all(int(one) == int(now) for one in clocks), (now, clocks))`,
    ],
    [
      'reads clocks below Python',
      `class Time(ctypes.Structure): _fields_ = [('s', ctypes.c_long), ('n', ctypes.c_long)]
at = Time()
seen = []
for clock in (0, 1, 2, 4, 5, 6, 7, 11):
    libc.clock_gettime(clock, ctypes.byref(at)); seen.append(at.s)
libc.gettimeofday(ctypes.byref(at), None); seen.append(at.s)
seen.append(libc.time(None))
expect(set(seen) == {int(NOW)}, seen)
attempt(lambda: call('clock_gettime', 0, ctypes.byref(at)))
attempt(lambda: call('gettimeofday', ctypes.byref(at), None))`,
    ],
    [
      'loads a fresh copy of the module time',
      `import importlib.machinery, importlib.util
spec = importlib.machinery.BuiltinImporter.find_spec('time')
fresh = importlib.util.module_from_spec(spec)
expect(fresh.time() == NOW and fresh.monotonic() == NOW, fresh.time())
attempt(lambda: fresh.sleep(0.01))`,
    ],
    [
      'reads the zone',
      `expect((time.tzname[0], time.timezone, time.localtime().tm_gmtoff) == ('IST', -19800, 19800), (time.tzname, time.timezone))
attempt(lambda: os.stat('/etc/localtime'))`,
    ],
    [
      'reads the age of files',
      `names = ['/', '/app', '/dev', '/usr', sys.executable, os.__file__, '/app/running.bpf']
ages = {getattr(os.stat(name), field) for name in names for field in ('st_mtime', 'st_ctime', 'st_atime', 'st_mtime_ns')}
ages |= {os.path.getmtime(name) for name in names} | {os.fstat(0).st_mtime, __import__('pathlib').Path('/').stat().st_ctime}
ages |= {entry.stat().st_mtime for name in ('/', '/app') for entry in os.scandir(name)}
expect(ages == {0}, ages)
expect(len(list(os.walk('/app'))) > 3 and list(__import__('pathlib').Path('/app').glob('*.bpf')), 'listing')`,
    ],
    [
      'reads uptime, boot time and load',
      `for p in ('uptime', 'stat', 'loadavg', 'self/stat', 'driver/rtc'): attempt(lambda: read('/proc/' + p))
attempt(lambda: call('sysinfo', (ctypes.c_char * 256)()))
attempt(os.getloadavg)`,
    ],
    [
      'reads processor time',
      `attempt(lambda: call('getrusage', 0, (ctypes.c_char * 256)()))
expect(tuple(os.times()) == (0, 0, 0, 0, NOW), os.times())`,
    ],
    [
      'sets timers',
      `import signal
attempt(lambda: signal.setitimer(signal.ITIMER_REAL, 1))
attempt(lambda: call('timer_create', 0, None, (ctypes.c_int * 1)()))
attempt(lambda: call('nanosleep', None, None))`,
    ],
    [
      'sleeps by waiting for files or for a lock',
      `import select, threading
attempt(lambda: select.select([], [], [], 0.001))
attempt(lambda: select.poll().poll(1))
attempt(lambda: call('ppoll', None, 0, None, None, 0))
attempt(lambda: call('pselect6', 0, None, None, None, None, None))
lock = threading.Lock()
lock.acquire()
# A month: whoever really waits is ended for it.
expect(lock.acquire(timeout=2_000_000) is False and threading.Event().wait(2_000_000) is False)`,
    ],
  ],
}
