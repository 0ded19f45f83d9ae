import { setImmediate } from 'node:timers/promises'
import type { Session } from '@trading-bot/core/calendar/market-calendar'
import type { Interval } from '@trading-bot/core/intervals/interval'
import type { ReplayedSymbol } from '@trading-bot/core/reality-check/replay-session'
import type { SimulatedMarket } from '@trading-bot/core/simulated-market/trading-leg'
import { simulateBars } from '@trading-bot/core/simulated-market/simulate-bars'
import { simulatedInstrumentFor } from '@trading-bot/core/simulated-market/simulated-instrument-for'
import { firstRowFrom } from '@trading-bot/core/slice-bars'
import { DAY_MS, indiaDayNumber } from '@trading-bot/core/time'
import { isEngineSimulated, paperMarket } from '../../platform/prices/price-rules.ts'
import type { Deps } from '../../platform/http/context.ts'
import type { BotSettings } from '../bot-instances/index.ts'
import { history, readMarketSeed, readPaperBars } from '../market-data/index.ts'

// At least the bars that a strategy warms up on in trading: 1,500 minutes, or three months of longer bars.
const WARM_UP_DAYS = { stored: { minutes: 10, longer: 90 }, simulated: { minutes: 2, longer: 14 } } as const

export type SessionBars = { readonly symbols: readonly ReplayedSymbol[]; readonly isSimulated: boolean }

/**
 * Stored bars of a session with those before it, or null if some of the session's are not there. The demo's market is
 * computed: what is stored there may be days of NSE from a file, which nobody traded.
 */
export async function readBars(
  deps: Deps,
  { mode, settings }: { readonly mode: string; readonly settings: BotSettings },
  session: Session,
): Promise<SessionBars | null> {
  if (deps.config.demo || isEngineSimulated(deps.config)) {
    const hours = deps.config.demo ? 'demo' : 'nse'
    return simulateSession({ ...(await readMarketSeed(deps.db)), hours }, settings, session)
  }
  if (mode === 'paper' && paperMarket(deps.config)) return readPaperSession(deps, settings, session)
  const { instruments, interval } = settings
  const day = indiaDayNumber(session.openMs)
  const range = { fromDay: day - warmUpDays('stored', interval), untilDay: day }
  const found = await history.read(deps, instruments, range, { interval: '1m', adjusted: true })
  const symbols = found.symbols.map(({ instrument, traits, bars, traded }) => ({
    instrument,
    traits,
    bars: traded,
    seen: bars,
  }))
  const isThere = symbols.every(({ bars }) =>
    bars.timeMs.some((atMs) => atMs >= session.openMs && atMs < session.closeMs),
  )
  return isThere ? { symbols, isSimulated: found.isSimulated } : null
}

/** What the market of paper accounts traded, which is not what the real one did. */
async function readPaperSession(
  deps: Deps,
  { instruments, interval }: BotSettings,
  { openMs, closeMs }: Session,
): Promise<SessionBars | null> {
  const range = { fromMs: openMs - warmUpDays('stored', interval) * DAY_MS, untilMs: closeMs }
  const symbols: ReplayedSymbol[] = []
  for (const instrument of instruments) {
    const bars = await readPaperBars(deps, instrument, range)
    if (firstRowFrom(bars.timeMs, openMs) === bars.timeMs.length) return null
    symbols.push({ instrument, traits: instrument, bars, seen: bars })
    await setImmediate()
  }
  return { symbols, isSimulated: paperMarket(deps.config) === 'simulated' }
}

async function simulateSession(
  market: SimulatedMarket,
  { instruments, interval }: BotSettings,
  { openMs, closeMs }: Session,
): Promise<SessionBars> {
  const range = {
    fromMs: openMs - warmUpDays(market.hours === 'demo' ? 'simulated' : 'stored', interval) * DAY_MS,
    untilMs: closeMs - 1,
  }
  const symbols: ReplayedSymbol[] = []
  for (const instrument of instruments) {
    const made = simulateBars(market, simulatedInstrumentFor(instrument), range)
    if (!made.ok) throw new Error(made.refusal.sentence)
    symbols.push({ instrument, traits: instrument, bars: made.value, seen: made.value })
    // The server answers other requests between two symbols.
    await setImmediate()
  }
  return { symbols, isSimulated: true }
}

function warmUpDays(market: keyof typeof WARM_UP_DAYS, interval: Interval): number {
  return interval === '1m' ? WARM_UP_DAYS[market].minutes : WARM_UP_DAYS[market].longer
}
