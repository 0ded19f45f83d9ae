import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { World } from './open-world.ts'

export type Fault = {
  readonly name: string
  /** Over once it resolves; how long it lasts is drawn by the caller. */
  readonly strike: (world: World, forMs: number) => Promise<void>
}

export const FAULTS: readonly Fault[] = [
  { name: 'the server is killed', strike: async ({ serverPid }) => signal([serverPid()], 'SIGKILL') },
  {
    name: 'the server is paused',
    strike: ({ serverPid }, forMs) => paused([serverPid()], forMs),
  },
  { name: 'the database is killed', strike: async ({ databasePids }) => signal(databasePids().slice(0, 1), 'SIGKILL') },
  // A fast shutdown: sessions are ended, and the supervisor starts it again.
  {
    name: 'the database is restarted',
    strike: async ({ databasePids }) => signal(databasePids().slice(0, 1), 'SIGINT'),
  },
  { name: 'the database is paused', strike: ({ databasePids }, forMs) => paused(databasePids(), forMs) },
  { name: 'the line to the database is cut', strike: async ({ line }) => line.cut() },
  {
    name: 'the line to the database is held up',
    strike: async ({ line }, forMs) => {
      line.holdUp(true)
      await pause(forMs)
      line.holdUp(false)
    },
  },
  { name: 'orders are locked', strike: ({ databaseUrl }, forMs) => lockedOrders(databaseUrl, forMs) },
  {
    name: 'both are killed',
    strike: async ({ serverPid, databasePids }) => signal([serverPid(), databasePids()[0]], 'SIGKILL'),
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
async function lockedOrders(url: string, forMs: number): Promise<void> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('begin; lock table orders in access exclusive mode')
    await pause(forMs)
  } catch {
    // The database is away, which is a fault too.
  } finally {
    await client.end().catch(() => undefined)
  }
}
