import { expect, test } from 'vitest'
import { seccompFilter } from './seccomp-filter.ts'

const ARCHITECTURES = { x64: 0xc000003e, arm64: 0xc00000b7 } as const
const [ALLOWED, EPERM, ENOSYS, ETIMEDOUT, KILLED] = ['allowed', 'EPERM', 'ENOSYS', 'ETIMEDOUT', 'killed']
const VERDICTS = new Map([
  [0x7fff0000, ALLOWED],
  [0x00050001, EPERM],
  [0x00050026, ENOSYS],
  [0x0005006e, ETIMEDOUT],
  [0x80000000, KILLED],
])

/** Runs the compiled program as the kernel does. */
function verdict(program: Uint8Array, architecture: number, number: number, args: readonly number[] = []): unknown {
  const view = new DataView(program.buffer)
  const words = new Map([
    [0, number],
    [4, architecture],
    ...args.flatMap((value, index): [number, number][] => [
      [16 + 8 * index, value % 2 ** 32],
      [20 + 8 * index, Math.floor(value / 2 ** 32)],
    ]),
  ])
  let loaded = 0
  for (let at = 0; ; at += 8) {
    const [code, value] = [view.getUint16(at, true), view.getUint32(at + 4, true)]
    if (code === 0x06) return VERDICTS.get(value) ?? value
    if (code === 0x20) loaded = words.get(value) ?? 0
    else {
      const isSo = code === 0x15 ? loaded === value : loaded > value
      at += 8 * view.getUint8(at + (isSo ? 2 : 3))
    }
  }
}

// Numbers on x86_64 and arm64.
const DANGEROUS: Readonly<Record<string, readonly [number, number]>> = {
  shmget: [29, 194],
  shmat: [30, 196],
  msgget: [68, 186],
  semget: [64, 190],
  mq_open: [240, 180],
  memfd_create: [319, 279],
  memfd_secret: [447, 447],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  userfaultfd: [323, 282],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsmount: [432, 432],
  mount_setattr: [442, 442],
  unshare: [272, 97],
  setns: [308, 268],
  clone: [56, 220],
  kill: [62, 129],
  tkill: [200, 130],
  execveat: [322, 281],
  socket: [41, 198],
  socketpair: [53, 199],
  connect: [42, 203],
  bind: [49, 200],
  sendmsg: [46, 211],
  pipe2: [293, 59],
  eventfd2: [290, 19],
  epoll_create1: [291, 20],
  inotify_init1: [294, 26],
  fanotify_init: [300, 262],
  signalfd4: [289, 74],
  timerfd_create: [283, 85],
  timer_create: [222, 107],
  setitimer: [38, 103],
  clock_settime: [227, 112],
  clock_nanosleep: [230, 115],
  nanosleep: [35, 101],
  ppoll: [271, 73],
  pselect6: [270, 72],
  flock: [73, 32],
  getrusage: [98, 165],
  times: [100, 153],
  sysinfo: [99, 179],
  syslog: [103, 116],
  init_module: [175, 105],
  finit_module: [313, 273],
  kexec_load: [246, 104],
  reboot: [169, 142],
  swapon: [167, 224],
  chroot: [161, 51],
  setuid: [105, 146],
  setgid: [106, 144],
  capset: [126, 91],
  personality: [135, 92],
  pidfd_open: [434, 434],
  pidfd_getfd: [438, 438],
  open_by_handle_at: [304, 265],
  mlock: [149, 228],
  mbind: [237, 235],
  sched_setaffinity: [203, 122],
  setpriority: [141, 140],
  mkdirat: [258, 34],
  unlinkat: [263, 35],
  linkat: [265, 37],
  symlinkat: [266, 36],
  mknodat: [259, 33],
  fchmodat: [268, 53],
  fchownat: [260, 54],
  utimensat: [280, 88],
  truncate: [76, 45],
  splice: [275, 76],
  vmsplice: [278, 75],
  sendfile: [40, 71],
  landlock_create_ruleset: [444, 444],
  seccomp: [317, 277],
}

const STARTING_ONLY: Readonly<Record<string, readonly [number, number]>> = {
  execve: [59, 221],
  prctl: [157, 167],
  wait4: [61, 260],
  clock_gettime: [228, 113],
  gettimeofday: [96, 169],
  clock_getres: [229, 114],
}

for (const [column, architecture] of (['x64', 'arm64'] as const).entries()) {
  const running = seccompFilter(architecture, 'running')!
  const starting = seccompFilter(architecture, 'starting')!
  const audit = ARCHITECTURES[architecture]
  const numbers = (calls: Readonly<Record<string, readonly [number, number]>>) =>
    Object.entries(calls).map(([name, pair]) => [name, pair[column]!] as const)

  test(`${architecture}: calls that a script could misuse are refused from the start`, () => {
    for (const [name, number] of numbers(DANGEROUS)) {
      expect([name, verdict(starting, audit, number), verdict(running, audit, number)]).toEqual([name, EPERM, EPERM])
    }
  })

  test(`${architecture}: calls that only the start needs are refused to the script`, () => {
    for (const [name, number] of numbers(STARTING_ONLY)) {
      expect([name, verdict(starting, audit, number), verdict(running, audit, number)]).toEqual([name, ALLOWED, EPERM])
    }
  })

  test(`${architecture}: of all calls, those of the script are few`, () => {
    const allowed = Array.from({ length: 600 }, (_, number) => verdict(running, audit, number)).filter(
      (one) => one === ALLOWED,
    )
    expect(allowed.length).toBeLessThan(75)
    expect(allowed.length).toBeGreaterThan(50)
  })

  test(`${architecture}: arguments decide about ioctl and prlimit64`, () => {
    const [ioctl, prlimit] = architecture === 'x64' ? [16, 302] : [29, 261]
    const [isTerminal, typeIntoTerminal] = [0x5401, 0x5412]
    expect(verdict(running, audit, ioctl!, [0, isTerminal])).toBe(ALLOWED)
    expect(verdict(running, audit, ioctl!, [0, typeIntoTerminal])).toBe(EPERM)
    expect(verdict(running, audit, prlimit!, [0, 7])).toBe(ALLOWED)
    expect(verdict(running, audit, prlimit!, [1, 7])).toBe(EPERM)
  })

  test(`${architecture}: fcntl duplicates and describes, but neither locks files nor watches them`, () => {
    const fcntl = architecture === 'x64' ? 72 : 25
    const [duplicate, describe, lock, waitForLock, ownLock, lease, notify] = [1030, 3, 6, 7, 37, 1024, 1026]
    for (const command of [duplicate, describe]) expect(verdict(running, audit, fcntl, [3, command])).toBe(ALLOWED)
    for (const command of [lock, waitForLock, ownLock, lease, notify]) {
      for (const filter of [starting, running]) expect(verdict(filter, audit, fcntl, [3, command])).toBe(EPERM)
    }
  })

  test(`${architecture}: futexes reach no other process, and a wait that has a time is over at once`, () => {
    const futex = architecture === 'x64' ? 202 : 98
    const [wait, wake, waitBitset, isPrivate] = [0, 1, 9, 128]
    for (const operation of [wait, wake, waitBitset]) {
      expect(verdict(running, audit, futex, [0, operation, 0, 0])).toBe(EPERM)
      expect(verdict(running, audit, futex, [0, operation | isPrivate, 0, 0])).toBe(ALLOWED)
    }
    for (const timeout of [1, 2 ** 32]) {
      expect(verdict(running, audit, futex, [0, wait | isPrivate, 0, timeout])).toBe(ETIMEDOUT)
      expect(verdict(running, audit, futex, [0, waitBitset | isPrivate, 0, timeout])).toBe(ETIMEDOUT)
    }
  })

  test(`${architecture}: newer calls are unknown, so that the C library falls back`, () => {
    for (const number of [435, 437, 449, 452, 500]) expect(verdict(running, audit, number)).toBe(ENOSYS)
  })

  test(`${architecture}: calls of another architecture kill the process`, () => {
    for (const other of [0x40000003, ARCHITECTURES[architecture === 'x64' ? 'arm64' : 'x64']]) {
      expect(verdict(running, other, 0)).toBe(KILLED)
    }
    expect(verdict(running, audit, 0x40000000)).toBe(KILLED)
  })
}

test('there is no filter for a machine whose calls are not known', () => {
  expect(seccompFilter('riscv64', 'running')).toBe(null)
})
