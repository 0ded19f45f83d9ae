import { FenceLost, type LiveStore } from '@trading-bot/engine/live/book/live-store'
import type { StoredAccount } from '@trading-bot/core/trading/account/state/stored-account'
import type { Lease } from '@trading-bot/engine/live/book/leases/lease'
import type pg from 'pg'
import type { PaperMarketKind } from '../../../platform/prices/price-rules.ts'
import { instrumentOf } from '../../symbols/index.ts'
import { instanceOf, type InstanceRow } from './live-rows.ts'
import { loadAccounts } from './load-accounts.ts'
import { INSTANCES } from './instances-sql.ts'
import { splitDecision } from './split-decision.ts'
import { readState } from './strategy-states.ts'
import { watchChannel } from '../../../platform/db/watch-channel.ts'
import { writeBatch } from './write-batch.ts'
import { type EngineAnnouncement, holdLeases } from './pg-lease-holder.ts'

// A large decision is written over two connections.
const WRITERS = 2

type Setup = {
  readonly pool: pg.Pool
  readonly now: () => Date
  /** The symbol of a token, for rows that people read. */
  readonly symbolOf: (token: string) => string
  /** The market of paper accounts where it is not the real one. */
  readonly paperMarket: PaperMarketKind | null
  /** An account with a row that cannot be read; it is left out. */
  readonly onUnreadable: (error: Error) => void
  /** Called after a commit with the users whose orders it has changed; without it the database notifies. */
  readonly onChanged?: (userIds: ReadonlySet<string>) => void
  readonly announcement?: EngineAnnouncement
}

/** Orders in PostgreSQL: every change is one transaction, and only the holder of an account's shard may write. */
export function pgLiveStore(setup: Setup): LiveStore {
  const { pool, now, onChanged } = setup
  const writing = { now, symbolOf: setup.symbolOf, isNotified: onChanged === undefined }
  return {
    join: (onLost) => holdLeases(pool, onLost, setup.announcement),
    load: (leases, session): Promise<readonly StoredAccount[]> =>
      fenced(pool, leases, async (client) => {
        const shards = leases.map(({ shard }) => shard)
        await client.query(SENT_IS_UNKNOWN, [shards])
        return loadAccounts(client, session, now(), { ids: null, shards }, setup)
      }),
    write: async (leases, batch) => {
      // An empty batch only waits for its turn.
      if (leases.length === 0) return { refused: new Set() }
      const parts = splitDecision(batch, WRITERS)
      const written = await Promise.all(
        parts.map(async (part) => {
          const result = await fenced(pool, leases, (client) => writeBatch(client, part, writing))
          onChanged?.(new Set(result.userIds))
          return result
        }),
      )
      return { refused: new Set(written.flatMap(({ refused }) => [...refused])) }
    },
    watch: (onChange) => watchChannel(pool, 'user_bots', (payload) => onChange(payload || null)),
    accounts: (ids, session) => loadAccounts(pool, session, now(), { ids, shards: null }, setup),
    strategyState: (runnerKey) => readState(pool, runnerKey),
    async instruments(tokens) {
      const { rows } = await pool.query<Parameters<typeof instrumentOf>[0]>(
        'select symbol, token, tick_paise, lot_size from symbols where token = any ($1)',
        [tokens],
      )
      return rows.map(instrumentOf)
    },
    async instances(ids, shards) {
      const { rows } = await pool.query<InstanceRow>(INSTANCES, [ids, now(), shards])
      return rows.map((row) => instanceOf(row, setup.paperMarket))
    },
  }
}

const SENT_IS_UNKNOWN = `
  update orders o set state = 'UNKNOWN', code = 'RESTARTED' from user_bots b
  where b.id = o.user_bot_id and b.shard_id = any ($1) and o.state = 'SENDING' and o.ended_at is null`

/**
 * The fences are checked within the transaction and locked until it ends: whoever claims a shard waits for it. The check and
 * the work are sent together, since every round trip delays the moment at which an order is durable.
 */
async function fenced<T>(
  pool: pg.Pool,
  leases: readonly Lease[],
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    const [lease, worked] = await Promise.allSettled([lockLeases(client, leases), work(client)])
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

async function lockLeases(client: pg.PoolClient, leases: readonly Lease[]): Promise<void> {
  const ours = leases.map(({ shard, fence }) => `(${Math.trunc(shard)}, ${Math.trunc(fence)})`).join(', ')
  const [, held] = (await client.query(
    `begin; select from shard_leases where (shard_id, fence) in (${ours}) order by shard_id for share`,
  )) as unknown as readonly pg.QueryResult[]
  if (held?.rowCount !== leases.length) throw new FenceLost('another engine has taken over')
}
