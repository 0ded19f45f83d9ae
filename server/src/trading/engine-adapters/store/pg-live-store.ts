import { FenceLost, type LiveStore, type StoredAccount } from '@trading-bot/engine/live/live-store'
import type pg from 'pg'
import { instrumentOf } from '../../symbols/index.ts'
import { instanceOf, type InstanceRow } from './live-rows.ts'
import { loadAccounts } from './load-accounts.ts'
import { INSTANCES } from './instances-sql.ts'
import { splitDecision } from './split-decision.ts'
import { watchChannel } from '../../../platform/db/watch-channel.ts'
import { writeBatch } from './write-batch.ts'
import { ENGINE_LOCK } from '../../../platform/db/locks.ts'

// A large decision is written over two connections.
const WRITERS = 2

type Setup = {
  readonly pool: pg.Pool
  readonly now: () => Date
  /** The symbol of a token, for rows that people read. */
  readonly symbolOf: (token: string) => string
  /** An account with a row that cannot be read; it is left out. */
  readonly onUnreadable: (error: Error) => void
}

/** Orders in PostgreSQL: every change is one transaction, and only the leading process may write. */
export function pgLiveStore(setup: Setup): LiveStore {
  const { pool, now } = setup
  // The lease is a lock of this session and ends with the process at once; the fencing number outlives it.
  let holder: pg.PoolClient | undefined
  const letGo = () => {
    holder?.release(true)
    holder = undefined
  }
  return {
    async claim() {
      holder ??= await connectAlone(pool, letGo)
      const { rows } = await holder.query<{ fence: string }>(
        `update engine_leases set fence = fence + 1 where name = 'orders' and pg_try_advisory_lock($1) returning fence`,
        [ENGINE_LOCK],
      )
      if (!rows[0]) letGo()
      return rows[0] ? Number(rows[0].fence) : null
    },
    async renew(fence) {
      const { rows } =
        (await holder?.query<{ fence: string }>(`select fence from engine_leases where name = 'orders'`)) ?? {}
      return Number(rows?.[0]?.fence) === fence
    },
    async release() {
      letGo()
    },
    load: (fence, session): Promise<readonly StoredAccount[]> =>
      fenced(pool, fence, async (client) => {
        await client.query(`update orders set state = 'UNKNOWN', code = 'RESTARTED' where state = 'SENDING'`)
        return loadAccounts(client, session, now(), null, setup.onUnreadable)
      }),
    write: async (fence, batch) => {
      const parts = splitDecision(batch, WRITERS)
      const written = await Promise.all(
        parts.map((part) => fenced(pool, fence, (client) => writeBatch(client, part, setup))),
      )
      return { refused: new Set(written.flatMap(({ refused }) => [...refused])) }
    },
    watch: (onChange) => watchChannel(pool, 'user_bots', (payload) => onChange(payload || null)),
    accounts: (ids, session) => loadAccounts(pool, session, now(), ids, setup.onUnreadable),
    async instruments(tokens) {
      const { rows } = await pool.query<Parameters<typeof instrumentOf>[0]>(
        'select symbol, token, tick_paise, lot_size from symbols where token = any ($1)',
        [tokens],
      )
      return rows.map(instrumentOf)
    },
    async instances(ids) {
      const { rows } = await pool.query<InstanceRow>(INSTANCES, [ids, now()])
      return rows.map(instanceOf)
    },
  }
}

/** A dedicated connection: losing it means losing its lock. */
async function connectAlone(pool: pg.Pool, onLost: () => void): Promise<pg.PoolClient> {
  const client = await pool.connect()
  client.once('error', onLost)
  return client
}

/**
 * The fencing number is checked within the transaction and locked until it ends: a new leader waits for it. The check and
 * the work are sent together, since every round trip delays the moment at which an order is durable.
 */
async function fenced<T>(pool: pg.Pool, fence: number, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    const [lease, worked] = await Promise.allSettled([lockLease(client, fence), work(client)])
    // Whoever has lost the lease may fail at anything; that it is lost is the reason.
    if (lease.status === 'rejected') throw lease.reason
    if (worked.status === 'rejected') throw worked.reason
    await client.query('commit')
    client.release()
    return worked.value
  } catch (error) {
    // A connection whose transaction did not end cleanly is not reused.
    client.release(true)
    throw error
  }
}

async function lockLease(client: pg.PoolClient, fence: number): Promise<void> {
  const [, held] = (await client.query(
    `begin; select from engine_leases where name = 'orders' and fence = ${Math.trunc(fence)} for share`,
  )) as unknown as readonly pg.QueryResult[]
  if (held?.rowCount !== 1) throw new FenceLost('another engine has taken over')
}
