import type { Bars } from '@trading-bot/core/bars'
import { barsWithin } from '@trading-bot/core/bars-within'
import type { Interval } from '@trading-bot/core/intervals/interval'
import { indiaDayNumber } from '@trading-bot/core/time'
import type { CandleRequest } from '@trading-bot/engine/ports'
import type { Deps } from '../../../platform/http/context.ts'
import { history } from '../../market-data/index.ts'
import type { TrialInstrument, TrialMarket } from './trial-market.ts'

// As many as the broker gives in one answer.
const MOST_DAYS: Readonly<Record<Interval, number>> = {
  '1m': 30,
  '3m': 60,
  '5m': 100,
  '10m': 100,
  '15m': 200,
  '30m': 200,
  '1h': 400,
  '1d': 2_000,
}

/** Candles of a covered range, for a script that asks for more than it was given. */
export async function readCandles(
  deps: Deps,
  instruments: readonly TrialInstrument[],
  market: TrialMarket,
  { token, interval, fromMs, untilMs }: CandleRequest,
): Promise<Bars> {
  const untilDay = indiaDayNumber(untilMs)
  const range = { fromDay: Math.max(indiaDayNumber(fromMs), untilDay - MOST_DAYS[interval]), untilDay }
  const wanted = instruments.filter((instrument) => instrument.token === token)
  const { symbols } = await history.read(deps, wanted, range, { interval, adjusted: true, market })
  const [found] = symbols
  if (!found) throw new Error(`${token} is none of the script's symbols`)
  return barsWithin(found.bars, fromMs, untilMs)
}
