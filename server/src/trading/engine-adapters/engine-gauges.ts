import type { EngineReading, ShardReading } from '@trading-bot/engine/live/run/read-engine'
import { Counter, Gauge } from 'prom-client'
import type { Metrics, Readings } from '../../platform/telemetry/metrics.ts'

// A series each; beyond it the worst silence still covers every instrument.
const MOST_TOKENS = 500

const GAUGES = {
  engine_accounts: { help: 'Accounts of this engine, by whether they are reconciled and trade', labels: ['state'] },
  engine_write_behind_depth: { help: 'Batches that wait to be written or are being written' },
  engine_rate_limit_orders_left: { help: 'Orders that the account nearest to its hourly limit may still place' },
  feed_up: { help: '1 while the stream of prices is connected' },
  feed_staleness_seconds: {
    help: 'Time since the last tick of an instrument that bots trade, while its market is open; at most 500 of them',
    labels: ['token', 'symbol'],
  },
  feed_staleness_worst_seconds: { help: 'The longest of all instruments that bots trade' },
  feed_instruments: { help: 'Instruments that bots trade and whose market is open' },
} as const

/** What is read of the running engine; absent while another process leads. */
export function addEngineGauges(
  metrics: Metrics,
  read: () => EngineReading | null,
  isFeedUp: () => boolean | undefined,
): void {
  const ticks = new Counter({
    name: 'feed_ticks_total',
    help: 'Ticks since the engine started, by what became of them',
    labelNames: ['outcome'],
    registers: [metrics.registry],
  })
  metrics.readGauges(GAUGES, () => {
    const reading = read()
    ticks.reset()
    for (const [outcome, count] of Object.entries(reading?.tickCounts ?? {})) ticks.inc({ outcome }, count)
    return { ...gaugesOf(reading), feed_up: upOf(isFeedUp()) }
  })
}

function gaugesOf(reading: EngineReading | null): Omit<Readings<keyof typeof GAUGES>, 'feed_up'> {
  const silences = reading?.silences ?? []
  return {
    engine_accounts: reading && [
      { labels: { state: 'reconciled' }, value: reading.accounts.reconciled },
      { labels: { state: 'waiting' }, value: reading.accounts.waiting },
    ],
    engine_write_behind_depth: reading && reading.writeBehindDepth,
    engine_rate_limit_orders_left: reading && reading.fewestOrdersLeft,
    feed_staleness_seconds: silences.slice(0, MOST_TOKENS).map(({ instrument: { token, symbol }, silentMs }) => ({
      labels: { token, symbol },
      value: silentMs / 1_000,
    })),
    feed_staleness_worst_seconds:
      silences.length === 0 ? null : silences.reduce((worst, { silentMs }) => Math.max(worst, silentMs), 0) / 1_000,
    feed_instruments: reading && silences.length,
  }
}

function upOf(isUp: boolean | undefined): number | null {
  return isUp === undefined ? null : Number(isUp)
}

/** As it is at the scrape itself: an engine that has just lost its leases must not be counted beside its successor. */
export function addShardGauges({ registry }: Metrics, read: () => ShardReading): void {
  const gauge = (name: string, help: string, value: (reading: ShardReading) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(value(read()))
      },
    })
  gauge('engine_shards_held', 'Shards that this engine trades', ({ held }) => held)
  gauge(
    'engine_shards_loading',
    'Shards that it has claimed and whose accounts it is loading',
    ({ loading }) => loading,
  )
  gauge('engine_resting', '1 while it takes no shards, after it lost its leases for silence', ({ isResting }) =>
    Number(isResting),
  )
}
