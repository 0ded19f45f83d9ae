import { systemClock } from '@trading-bot/engine/ports/system-clock'
import { systemTimers } from '@trading-bot/engine/ports/system-timers'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Deps } from '../../platform/http/context.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import { openFeedRecorder } from '../market-data/index.ts'
import { instrumentOf } from '../symbols/index.ts'
import { type PriceSources, publishPrices } from './publish-prices.ts'
import { standForLeader } from './stand-for-leader.ts'

type Setup = {
  readonly pool: pg.Pool
  readonly bus: Bus
  /** Undefined parts where no account for prices is configured. */
  readonly market: {
    readonly market: Omit<PriceSources, 'pastBars'> | undefined
    readonly pastBars: PriceSources['pastBars'] | undefined
  }
  readonly log: Logger
  readonly metrics: Metrics
}

/** Whether this process leads; absent in one that never will. */
export function addFeedGauges(metrics: Metrics, isLeading: () => boolean): void {
  metrics.readGauges(
    { feed_leads: { help: '1 in the feed whose prices all processes follow, 0 in one that stands by' } },
    () => ({
      feed_leads: Number(isLeading()),
    }),
  )
}

/** A simulated market has no account that could be asked. */
const noPastBars: PriceSources['pastBars'] = async () => ({
  kind: 'unavailable',
  why: 'no account for past prices is configured',
})

/** Stands for the lead of all feeds, and while it has it publishes this process's prices on the bus. */
export function startFeed(
  deps: Deps,
  { pool, bus, market: { market, pastBars }, log, metrics }: Setup,
): { readonly stop: () => Promise<void> } {
  if (!market) {
    log.warn('No ANGEL_ONE_* account for prices is configured: this feed publishes none.')
    return { stop: async () => undefined }
  }
  let isLeading = false
  addFeedGauges(metrics, () => isLeading)
  const onError = (error: unknown) => log.error({ err: error }, 'the feed could not go on')
  const instrumentsOf = async (tokens: readonly string[]) => {
    const found = await deps.db
      .selectFrom('symbols')
      .select(['symbol', 'token', 'tick_paise', 'lot_size'])
      .where('token', 'in', tokens)
      .execute()
    return found.map(instrumentOf)
  }
  return standForLeader({
    pool,
    onError,
    onLead: (term) => {
      isLeading = true
      log.info({ term: term.number }, 'this feed leads')
      const recorder = openFeedRecorder(deps, (error) =>
        log.error({ err: error }, 'the feed’s bars could not be stored'),
      )
      const stop = publishPrices({
        ...market,
        pastBars: pastBars ?? noPastBars,
        bus,
        term,
        clock: systemClock,
        timers: systemTimers,
        instrumentsOf,
        recorder: {
          onBar: recorder.onBar,
          onPrice: ({ token }, { pricePaise, atMs }) => recorder.onPrice(token, pricePaise, atMs),
        },
        onError,
      })
      return async () => {
        isLeading = false
        log.info({ term: term.number }, 'this feed leads no longer')
        stop()
        await recorder.stop()
      }
    },
  })
}
