import { readdirSync, readFileSync } from 'node:fs'

// Linux counts the time of processes in hundredths of a second, whatever the kernel's own clock is.
const TICKS_A_SECOND = 100

export type CpuSeconds = { readonly server: number; readonly postgres: number; readonly generator: number }

type Pids = { readonly server: number | undefined; readonly postgres: number | undefined }

/** CPU seconds used so far: the server with all its threads, the database with all its processes, and ourselves. */
export function readCpuSeconds({ server, postgres }: Pids): CpuSeconds {
  const own = process.cpuUsage()
  return {
    server: cpuSecondsOf(server),
    postgres: postgres === undefined ? 0 : familySeconds(postgres),
    generator: (own.user + own.system) / 1e6,
  }
}

/** User and system time of one process with all its threads. */
export function cpuSecondsOf(pid: number | undefined): number {
  return pid === undefined ? 0 : secondsOf(pid).own
}

export function cpuBetween(before: CpuSeconds, after: CpuSeconds): CpuSeconds {
  const rounded = (value: number) => Number(value.toFixed(2))
  return {
    server: rounded(after.server - before.server),
    postgres: rounded(after.postgres - before.postgres),
    generator: rounded(after.generator - before.generator),
  }
}

/** A process that ended is counted by its parent, one that lives by itself. */
function familySeconds(parent: number): number {
  const { own, ended } = secondsOf(parent)
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
  return children.reduce((sum, child) => sum + secondsOf(child).own, own + ended)
}

function parentOf(pid: string): number {
  return Number(statOf(pid)[1])
}

function secondsOf(pid: number | string): { own: number; ended: number } {
  const stat = statOf(pid)
  const seconds = (...at: number[]) => at.reduce((sum, index) => sum + Number(stat[index] ?? 0), 0) / TICKS_A_SECOND
  return { own: seconds(11, 12), ended: seconds(13, 14) }
}

/** The fields after the name, which may hold blanks itself; none for a process that has ended meanwhile. */
function statOf(pid: number | string): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
