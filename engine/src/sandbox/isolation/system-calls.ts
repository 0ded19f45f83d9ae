// The system calls of the sandbox by name, with their numbers on x86_64 and on arm64 (null where there is none).
// Everything that is not named here is refused.

type Numbers = readonly [x64: number | null, arm64: number | null]
export type SystemCall = {
  readonly numbers: Numbers
  /** The call is allowed only if this argument has one of these values (lower 32 bits, as the kernel reads them). */
  readonly only?: {
    readonly argument: number
    readonly values: readonly number[]
    /** Values that are allowed without a timeout, which this argument points to; a timeout has passed at once. */
    readonly untimed?: { readonly values: readonly number[]; readonly timeout: number }
  }
}

const TCGETS = 0x5401
const FIONREAD = 0x541b
const FIONCLEX = 0x5450
const FIOCLEX = 0x5451
const OWN_PROCESS = 0

// Of fcntl what Python and the C library need. Locks, leases and notices would tell one script what another does with a
// file that both can read.
const F_DUPFD = 0
const F_GETFD = 1
const F_SETFD = 2
const F_GETFL = 3
const F_DUPFD_CLOEXEC = 1030

// Private ones only: the others work across processes, on a page of a file that two scripts have mapped.
const FUTEX_WAIT_PRIVATE = 128
const FUTEX_WAKE_PRIVATE = 129
const FUTEX_WAIT_BITSET_PRIVATE = 137
const FUTEX_WAIT_BITSET_PRIVATE_REALTIME = 393

/** What Python needs to compute, to import and to exchange frames. No process, thread, socket, file or clock is made. */
export const RUNNING_CALLS: readonly SystemCall[] = [
  ...plain({
    read: [0, 63],
    write: [1, 64],
    readv: [19, 65],
    writev: [20, 66],
    pread64: [17, 67],
    lseek: [8, 62],
    close: [3, 57],
    close_range: [436, 436],
    open: [2, null],
    openat: [257, 56],
    stat: [4, null],
    fstat: [5, 80],
    lstat: [6, null],
    newfstatat: [262, 79],
    statx: [332, 291],
    access: [21, null],
    faccessat: [269, 48],
    faccessat2: [439, 439],
    readlink: [89, null],
    readlinkat: [267, 78],
    getdents64: [217, 61],
    getcwd: [79, 17],
    dup: [32, 23],
    dup2: [33, null],
    dup3: [292, 24],
    umask: [95, 166],
  }),
  ...plain({
    mmap: [9, 222],
    munmap: [11, 215],
    mprotect: [10, 226],
    mremap: [25, 216],
    brk: [12, 214],
    madvise: [28, 233],
  }),
  ...plain({
    rt_sigaction: [13, 134],
    rt_sigprocmask: [14, 135],
    rt_sigreturn: [15, 139],
    sigaltstack: [131, 132],
    restart_syscall: [219, 128],
    // Without it abort() could not end its own process; there is no thread of another process in sight.
    tgkill: [234, 131],
    sched_yield: [24, 124],
    sched_getaffinity: [204, 123],
    getrandom: [318, 278],
    uname: [63, 160],
  }),
  ...plain({
    getpid: [39, 172],
    gettid: [186, 178],
    getppid: [110, 173],
    getuid: [102, 174],
    geteuid: [107, 175],
    getgid: [104, 176],
    getegid: [108, 177],
    getgroups: [115, 158],
    getpgid: [121, 155],
    getpgrp: [111, null],
    getsid: [124, 156],
    getresuid: [118, 148],
    getresgid: [120, 150],
    exit: [60, 93],
    exit_group: [231, 94],
    getrlimit: [97, 163],
    setrlimit: [160, 164],
  }),
  // Whether it is a terminal, how much can be read, and close-on-exec; never TIOCSTI, which types into a terminal.
  { numbers: [16, 29], only: { argument: 1, values: [TCGETS, FIONREAD, FIONCLEX, FIOCLEX] } },
  { numbers: [72, 25], only: { argument: 1, values: [F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC] } },
  {
    numbers: [202, 98],
    only: {
      argument: 1,
      values: [FUTEX_WAKE_PRIVATE],
      // In a single thread nothing but its time ends a wait, and time does not pass within a step.
      untimed: {
        values: [FUTEX_WAIT_PRIVATE, FUTEX_WAIT_BITSET_PRIVATE, FUTEX_WAIT_BITSET_PRIVATE_REALTIME],
        timeout: 3,
      },
    },
  },
  // prlimit64: a process lowers its own limits only.
  { numbers: [302, 261], only: { argument: 0, values: [OWN_PROCESS] } },
]

/** Besides these, what bubblewrap and the interpreter need until the script is loaded. */
export const STARTING_CALLS: readonly SystemCall[] = [
  ...RUNNING_CALLS,
  ...plain({
    execve: [59, 221],
    prctl: [157, 167],
    arch_prctl: [158, null],
    wait4: [61, 260],
    set_tid_address: [218, 96],
    set_robust_list: [273, 99],
    rseq: [334, 293],
    clock_gettime: [228, 113],
    clock_getres: [229, 114],
    gettimeofday: [96, 169],
    time: [201, null],
  }),
]

/** Refused as if the kernel did not know them, so that the C library uses the older call in their place. */
export const UNKNOWN_CALLS: readonly SystemCall[] = plain({
  clone3: [435, 435],
  openat2: [437, 437],
  futex_waitv: [449, 449],
})

/** The newest call that these tables were checked against: newer ones are unknown here as on an older kernel. */
export const NEWEST_CALL = 451

function plain(calls: Readonly<Record<string, Numbers>>): SystemCall[] {
  return Object.values(calls).map((numbers) => ({ numbers }))
}
