import { emptyBars } from '@trading-bot/core/history/pack-bars'
import { barsWithin } from '@trading-bot/core/slice-bars'
import { DAY_MS, MINUTE_MS } from '@trading-bot/core/time'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { type ReplayedDay, replayStream } from '@trading-bot/engine/feed/replay-stream'
import type { Broker, TickStream } from '@trading-bot/engine/ports'
import type { Session } from '@trading-bot/core/calendar/market-calendar'
import type { Logger } from 'pino'
import type { Deps } from '../../../platform/http/context.ts'
import { paperMarket } from '../../../platform/prices/price-rules.ts'
import { findByToken, readPaperBars } from '../../market-data/index.ts'
import type { TimePorts } from './open-market.ts'

/** The market of paper accounts beside the real one. */
export type PaperPrices = {
  readonly stream: TickStream
  readonly candles: Broker['candles']
  /** Why nothing is bought of an instrument today: no bars of it are there to replay. */
  readonly denialOf: (token: string) => { readonly code: string; readonly sentence: string } | null
}

// Longer than the exchange is ever closed.
const LAST_CLOSE_WITHIN_MS = 10 * DAY_MS

/**
 * Opens the market that paper accounts trade on where the real one is not for them; null where it is. Its prices follow
 * from the clock and from what is stored or computed, so that every process has the same.
 */
export function openPaperMarket(
  deps: Pick<Deps, 'db' | 'config' | 'calendar'>,
  { clock, timers }: TimePorts,
  log: Logger,
): PaperPrices | null {
  if (!paperMarket(deps.config)) return null
  const missing = new Set<string>()
  const dayOf = async (token: string, session: Session): Promise<ReplayedDay> => {
    const instrument = (await findByToken(deps.db, [token])).get(token)
    const range = { fromMs: session.openMs - LAST_CLOSE_WITHIN_MS, untilMs: session.closeMs }
    // A symbol that is there no more keeps nobody else's prices away.
    const known = instrument ? await readPaperBars(deps, instrument, range) : emptyBars(0)
    const bars = barsWithin(known, session.openMs, session.closeMs)
    if (bars.timeMs.length === 0) missing.add(token)
    else missing.delete(token)
    const before = barsWithin(known, range.fromMs, session.openMs)
    return { bars, previousClosePaise: before.closePaise.at(-1) ?? null }
  }
  const onError = (error: unknown) => log.error({ err: error }, 'the prices of paper accounts could not be read')
  return {
    stream: replayStream({ calendar: deps.calendar, clock, timers, dayOf, onError }),
    candles: async (instrument, { fromMs, untilMs }) => {
      const nowMs = clock.nowMs()
      // It knows the minutes that are still to come, which nobody may.
      const range = { fromMs, untilMs: Math.max(fromMs, Math.min(untilMs, nowMs - (nowMs % MINUTE_MS))) }
      const bars = await readPaperBars(deps, { hasDerivatives: true, ...instrument }, range)
      return { kind: 'answered', value: bars }
    },
    denialOf: (token) => (missing.has(token) ? refuse('PAPER_DAY_MISSING') : null),
  }
}
