import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { systemTimers } from '../../ports/system-timers.ts'
import type { Timers } from '../../ports/timers.ts'
import { cgroupMemory, findCgroup, ownCgroup } from './cgroup-memory.ts'
import { watchedMemory } from './memory-limit.ts'

/** A parent with a child that holds this many megabytes; both have no limit of their own. */
async function startHolder(megabytes: number) {
  // Kept in a variable: what nothing refers to is soon freed, on a busy machine before anybody looks.
  const child = `held = Buffer.alloc(${megabytes} << 20, 1); process.stdout.write('held'); setInterval(() => held, 1000)`
  const parent = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'inherit' })`
  const holder = spawn(process.execPath, ['-e', parent], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
  await once(holder.stdout, 'data')
  return { pid: holder.pid!, end: () => process.kill(-holder.pid!, 'SIGKILL') }
}

/** Timers whose period the test passes by hand. */
function handTimers() {
  const runs = new Set<() => void>()
  const every: Timers['every'] = (_, run) => {
    runs.add(run)
    return () => runs.delete(run)
  }
  return { timers: { ...systemTimers, every }, runs, pass: () => runs.forEach((run) => run()) }
}

test('the watch reports a process whose child holds more than it may, once, and leaves it alone below a higher limit', async () => {
  const holder = await startHolder(150)
  try {
    const { timers, runs, pass } = handTimers()
    let times = 0
    const wide = await watchedMemory(timers).apply(holder.pid, 600, () => expect.unreachable())
    const tight = await watchedMemory(timers).apply(holder.pid, 50, () => times++)
    await vi.waitFor(
      () => {
        pass()
        expect(runs.size).toBe(1)
      },
      { timeout: 15_000 },
    )
    expect([times, await tight.wasExceeded(), await wide.wasExceeded()]).toEqual([1, true, false])
    await wide.release()
    expect(runs.size).toBe(0)
  } finally {
    holder.end()
  }
})

test('a cgroup limits memory without swap and processes, holds the whole tree, and is removed', async () => {
  const found = await findCgroup(undefined)
  if ('folder' in found) {
    const holder = await startHolder(10)
    const limit = await cgroupMemory(found.folder, systemTimers)
    const applied = await limit.apply(holder.pid, 200, () => undefined)
    const [name] = (await readdir(found.folder)).filter((one) => one.startsWith(`trading-bot-sandbox-${process.pid}-`))
    const read = async (file: string) => (await readFile(path.join(found.folder, name!, file), 'utf8')).trim()
    expect(await read('memory.max')).toBe(String(200 << 20))
    expect(await read('pids.max')).toBe('3')
    expect((await read('cgroup.procs')).split('\n')).toHaveLength(2)
    holder.end()
    await applied.release()
    expect(await readdir(found.folder)).not.toContain(name)
    return
  }
  // Containers and machines with version 1 have no memory controller to give: then the watch is what bounds memory.
  expect(found.reason).toMatch(/no cgroup v2 is mounted|has no controller for|cannot hold cgroups with limits/)
})

test.each([
  ['/system.slice/system-trading\\x2dbot.slice/trading-bot@engine.service/server', '/trading-bot@engine.service'],
  ['/system.slice/system-trading\\x2dbot.slice/trading-bot@engine.service', '/trading-bot@engine.service'],
])('scripts of a process in %s get cgroups below %s', (own, ends) => {
  const mounts = '29 23 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw\n'
  expect(ownCgroup(mounts, `0::${own}\n`)).toBe(`/sys/fs/cgroup/system.slice/system-trading\\x2dbot.slice${ends}`)
  expect(ownCgroup('', `0::${own}\n`)).toBeNull()
})

test('what is written to a cgroup, on a folder in its place', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'cgroup-'))
  await mkdir(path.join(folder, 'trading-bot-sandbox-999999999-1'))
  await writeFile(path.join(folder, 'cgroup.controllers'), 'cpu memory pids\n')
  expect(await findCgroup(folder)).toEqual({ folder })
  const written = (file: string) => readFile(path.join(folder, file), 'utf8')
  expect(await written('cgroup.subtree_control')).toBe('+memory +pids')
  const limit = await cgroupMemory(folder, systemTimers)
  const applied = await limit.apply(process.pid, 256, () => undefined)
  const own = `trading-bot-sandbox-${process.pid}-1`
  // The cgroup of a process that no longer runs was swept.
  expect((await readdir(folder)).filter((name) => name.startsWith('trading'))).toEqual([own])
  expect(await written(`${own}/memory.max`)).toBe('268435456')
  expect(await written(`${own}/memory.swap.max`)).toBe('0')
  expect(await written(`${own}/memory.oom.group`)).toBe('1')
  expect(await written(`${own}/pids.max`)).toBe('3')
  expect(await applied.wasExceeded()).toBe(false)
  await writeFile(path.join(folder, own, 'memory.events'), 'low 0\nmax 12\noom 1\noom_kill 1\n')
  expect(await applied.wasExceeded()).toBe(true)
  await rm(folder, { recursive: true })
})

test('a folder without the controllers is refused with its reason', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'cgroup-'))
  await writeFile(path.join(folder, 'cgroup.controllers'), 'cpu memory\n')
  expect(await findCgroup(folder)).toEqual({ reason: `${folder} has no controller for pids` })
  await rm(folder, { recursive: true })
})
