import type { Bars } from '@trading-bot/core/bars'
import { barsWithin } from '@trading-bot/core/slice-bars'
import { MOST_CANDLE_DAYS } from '@trading-bot/core/intervals/candle-days'
import { indiaDayNumber } from '@trading-bot/core/time'
import type { CandleRequest } from '@trading-bot/engine/ports'
import type { Deps } from '../../../platform/http/context.ts'
import { history } from '../../market-data/index.ts'
import type { TrialInstrument, TrialMarket } from './trial-market.ts'

/** Candles of a covered range, for a script that asks for more than it was given. */
export async function readCandles(
  deps: Deps,
  instruments: readonly TrialInstrument[],
  market: TrialMarket,
  { token, interval, fromMs, untilMs }: CandleRequest,
): Promise<Bars> {
  const untilDay = indiaDayNumber(untilMs)
  const range = { fromDay: Math.max(indiaDayNumber(fromMs), untilDay - MOST_CANDLE_DAYS[interval]), untilDay }
  const wanted = instruments.filter((instrument) => instrument.token === token)
  const { symbols } = await history.read(deps, wanted, range, { interval, adjusted: true, market })
  const [found] = symbols
  if (!found) throw new Error(`${token} is none of the script's symbols`)
  return barsWithin(found.bars, fromMs, untilMs)
}
