import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { World } from './open-world.ts'

type Strike = {
  readonly world: World
  readonly forMs: number
  /** One of the product's processes, drawn by the seed. */
  readonly victim: { readonly role: string; readonly pid: number | undefined }
}

export type Fault = {
  readonly name: string
  /** Over once it resolves. */
  readonly strike: (strike: Strike) => Promise<void>
}

export const FAULTS: readonly Fault[] = [
  { name: 'a process is killed', strike: async ({ victim }) => signal([victim.pid], 'SIGKILL') },
  { name: 'a process is paused', strike: ({ victim, forMs }) => paused([victim.pid], forMs) },
  { name: 'the database is killed', strike: async ({ world }) => signal(world.databasePids().slice(0, 1), 'SIGKILL') },
  // A fast shutdown: sessions are ended, and the supervisor starts it again.
  {
    name: 'the database is restarted',
    strike: async ({ world }) => signal(world.databasePids().slice(0, 1), 'SIGINT'),
  },
  { name: 'the database is paused', strike: ({ world, forMs }) => paused(world.databasePids(), forMs) },
  { name: 'the line to the database is cut', strike: async ({ world }) => world.line.cut() },
  {
    name: 'the line to the database is held up',
    strike: async ({ world, forMs }) => {
      world.line.holdUp(true)
      await pause(forMs)
      world.line.holdUp(false)
    },
  },
  { name: 'orders are locked', strike: ({ world, forMs }) => lockOrders(world.databaseUrl, forMs) },
  {
    name: 'everything is killed',
    strike: async ({ world }) =>
      signal([...world.processes().map(({ pid }) => pid), ...world.databasePids().slice(0, 1)], 'SIGKILL'),
  },
]

async function paused(pids: readonly (number | undefined)[], forMs: number): Promise<void> {
  signal(pids, 'SIGSTOP')
  await pause(forMs)
  signal(pids, 'SIGCONT')
}

function signal(pids: readonly (number | undefined)[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      if (pid !== undefined) process.kill(pid, name)
    } catch {
      // It has ended meanwhile: that is what was wanted, or another fault was faster.
    }
  }
}

/** Everybody who reads or writes orders waits meanwhile. */
async function lockOrders(databaseUrl: string, forMs: number): Promise<void> {
  const owner = new pg.Client(databaseUrl)
  await owner.connect()
  await owner.query('begin; lock table orders in access exclusive mode')
  await owner.query('select pg_sleep($1)', [forMs / 1_000])
  await owner.end()
}
