import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pause } from '../../brokers/pause.ts'
import type { Timers } from '../../ports/timers.ts'
import type { MemoryLimit } from './memory-limit.ts'
import { processTree } from './process-tree.ts'
import { isAlive } from './sweep-sandbox-folders.ts'

const MEGABYTE = 1024 * 1024
const CONTROLLERS = ['memory', 'pids']
/** DelegateSubgroup= of deploy/systemd. */
const DELEGATED_SUBGROUP = 'server'
const PREFIX = 'trading-bot-sandbox-'
// Launcher, its child that waits inside, and the interpreter.
const MOST_PROCESSES = 3
const REMOVE_TRIES = 50
const REMOVE_AGAIN_MS = 20

/** The cgroup (version 2) in which sandboxes get theirs, or why there is none. */
export type FoundCgroup = { readonly folder: string } | { readonly reason: string }

/** The one that was named, else the product's own, if memory and processes can be limited below it. */
export async function findCgroup(named: string | undefined): Promise<FoundCgroup> {
  const read = (file: string) => readFile(file, 'utf8').catch(() => '')
  const folder = named ?? ownCgroup(await read('/proc/self/mountinfo'), await read('/proc/self/cgroup'))
  if (folder === null) return { reason: 'no cgroup v2 is mounted' }
  const there = await readFile(path.join(folder, 'cgroup.controllers'), 'utf8').catch(() => null)
  if (there === null) return { reason: `${folder} is not a cgroup v2` }
  const missing = CONTROLLERS.filter((controller) => !there.trim().split(' ').includes(controller))
  if (missing.length > 0) return { reason: `${folder} has no controller for ${missing.join(' and ')}` }
  try {
    await writeFile(path.join(folder, 'cgroup.subtree_control'), CONTROLLERS.map((name) => `+${name}`).join(' '))
    const probe = path.join(folder, `${PREFIX}${process.pid}-probe`)
    await mkdir(probe)
    await rmdir(probe)
    return { folder }
  } catch (error) {
    // Busy: a cgroup with processes in it cannot limit the memory of cgroups below it.
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return { reason: `${folder} cannot hold cgroups with limits (${why})` }
  }
}

/** A cgroup for every script: memory with no swap, and the number of processes. The kernel ends what exceeds it. */
export async function cgroupMemory(folder: string, timers: Timers): Promise<MemoryLimit> {
  await sweep(folder)
  let made = 0
  return {
    apply: async (pid, memoryMb) => {
      made += 1
      const own = path.join(folder, `${PREFIX}${process.pid}-${made}`)
      await mkdir(own)
      const write = (file: string, value: string) => writeFile(path.join(own, file), value)
      await write('memory.max', String(memoryMb * MEGABYTE))
      await write('pids.max', String(MOST_PROCESSES))
      // A kernel without swap accounting has neither the file nor swap to limit.
      await write('memory.swap.max', '0').catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT' && error.code !== 'EACCES') throw error
      })
      await write('memory.oom.group', '1')
      for (const each of await processTree(pid)) await write('cgroup.procs', String(each))
      return {
        wasExceeded: async () => {
          const events = await readFile(path.join(own, 'memory.events'), 'utf8').catch(() => '')
          return Number(/^oom_kill (\d+)/m.exec(events)?.[1] ?? 0) > 0
        },
        release: () => removeCgroup(own, timers),
      }
    },
  }
}

/**
 * The product's own, by what the kernel says of it. systemd puts the process into a subgroup of what it delegates, because
 * a cgroup with processes in it cannot limit others: theirs are made beside it.
 */
export function ownCgroup(mounts: string, groups: string): string | null {
  const mount = /^\S+ \S+ \S+ \S+ (\S+) .* - cgroup2 /m.exec(mounts)?.[1]
  const own = /^0::(.*)$/m.exec(groups)?.[1]
  if (mount === undefined || own === undefined) return null
  return path.join(mount, path.basename(own) === DELEGATED_SUBGROUP ? path.dirname(own) : own)
}

/** The kernel keeps a cgroup busy for a moment after its last process has ended. */
async function removeCgroup(folder: string, timers: Timers): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await rmdir(folder)
    } catch (error) {
      const isBusy = error instanceof Error && 'code' in error && error.code === 'EBUSY'
      if (!isBusy || tries === REMOVE_TRIES) return
      await pause(timers, REMOVE_AGAIN_MS)
    }
  }
}

/** Removes cgroups of processes that were killed before they could clean up. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN
    if (pid > 0 && !isAlive(pid)) await rmdir(path.join(folder, name)).catch(() => undefined)
  }
}
