import type { OrderState } from '@trading-bot/core/order'
import type { Queryable } from '../../platform/db/client.ts'
import type { Deps } from '../../platform/http/context.ts'
import type { Metrics, Readings, Sample } from '../../platform/telemetry/metrics.ts'
import { secondsSince } from '../../platform/telemetry/seconds-since.ts'
import { countShards } from '../../trading/engine-adapters/index.ts'
import { readOpenOrders } from '../../trading/orders/index.ts'
import { countTakeovers } from '../../trading/takeovers/index.ts'

const MODES = ['live', 'paper'] as const
const OPEN_STATES = [
  'CREATED',
  'SENDING',
  'ACKNOWLEDGED',
  'PARTIALLY_FILLED',
  'RESTING',
  'MODIFYING',
  'CANCELLING',
  'UNKNOWN',
] as const satisfies readonly OrderState[]
const UNSENT = ['CREATED', 'SENDING']

/** What the record says of orders and shards, wherever they are traded. */
export function addTradingGauges({ db, clock }: Deps, metrics: Metrics): void {
  metrics.readGauges(ORDER_GAUGES, () => readOrders(db, clock.now()))
  metrics.readGauges(SHARD_GAUGES, () => readShards(db))
}

const ORDER_GAUGES = {
  trading_orders_open: { help: 'Orders that have not ended, by state and mode', labels: ['state', 'mode'] },
  trading_orders_oldest_unknown_seconds: {
    help: 'Age of the oldest order whose outcome is unknown; 0 if there is none',
    labels: ['mode'],
  },
  trading_orders_oldest_unsent_seconds: {
    help: 'Age of the oldest order that is recorded and has no answer of the broker; 0 if there is none',
    labels: ['mode'],
  },
} as const

async function readOrders(db: Queryable, now: Date): Promise<Readings<keyof typeof ORDER_GAUGES>> {
  const rows = await readOpenOrders(db)
  const ageOf = (mode: string, states: readonly string[]) =>
    rows
      .filter((row) => row.mode === mode && states.includes(row.state))
      .reduce((oldest, row) => Math.max(oldest, secondsSince(row.oldest, now)), 0)
  const byMode = (states: readonly string[]): readonly Sample[] =>
    MODES.map((mode) => ({ labels: { mode }, value: ageOf(mode, states) }))
  return {
    trading_orders_open: OPEN_STATES.flatMap((state) =>
      MODES.map((mode) => ({
        labels: { state, mode },
        value: rows.find((row) => row.mode === mode && row.state === state)?.count ?? 0,
      })),
    ),
    trading_orders_oldest_unknown_seconds: byMode(['UNKNOWN']),
    trading_orders_oldest_unsent_seconds: byMode(UNSENT),
  }
}

const SHARD_GAUGES = {
  engine_shards_total: { help: 'Shards that the accounts are divided into' },
  engine_shards_unheld: { help: 'Shards that no engine holds: their accounts do not trade' },
  takeovers_for_silence: {
    help: 'Sessions of engines and feeds that others ended within the last ten minutes because they were silent',
    labels: ['role'],
  },
} as const

async function readShards(db: Queryable): Promise<Readings<keyof typeof SHARD_GAUGES>> {
  const [{ shards, unheld_shards }, takeovers] = await Promise.all([countShards(db), countTakeovers(db)])
  return {
    engine_shards_total: shards,
    engine_shards_unheld: unheld_shards,
    takeovers_for_silence: Object.entries(takeovers).map(([role, value]) => ({ labels: { role }, value })),
  }
}
