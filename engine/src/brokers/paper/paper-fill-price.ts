import { slipPrice } from '@trading-bot/core/fills/slip-price'
import { MINUTE_MS } from '@trading-bot/core/time'
import type { FillModel } from '@trading-bot/core/fills/fill-model'
import type { OrderRequest } from '../../ports.ts'
import type { PaperQuote } from './paper-market.ts'

type PaperMoment = {
  readonly quote: PaperQuote
  /** True if the order has just arrived, false if it waited for this trade. */
  readonly isArrival: boolean
}

/** Fill price by the core's fill model (fills/fill-model.ts); null while the order waits. */
export function paperFillPrice(request: OrderRequest, moment: PaperMoment, { slippageBps }: FillModel): number | null {
  const { side, price, instrument, purpose } = request
  const { quote, isArrival } = moment
  const { lastPaise } = quote
  const slip = (paise: number, bps: number) => slipPrice(side, paise, bps, instrument.tickPaise)
  const isReached = (levelPaise: number, isWaitingForLess: boolean) =>
    isWaitingForLess ? lastPaise <= levelPaise : lastPaise >= levelPaise
  switch (price.kind) {
    case 'MARKET':
      // A level was reached inside the bar: it fills at the level, and a target is a limit order without slippage.
      if (purpose === 'STOP') return slip(lastPaise, slippageBps)
      if (purpose === 'TARGET') return slip(lastPaise, 0)
      // Decided inside a bar, by a person or a daily limit, so it does not wait for the next one.
      if (request.decidedAtMs % MINUTE_MS !== 0) return slip(lastPaise, slippageBps)
      return quote.barStartMs >= request.decidedAtMs ? slip(quote.barOpenPaise, slippageBps) : null
    case 'LIMIT':
      if (!isReached(price.limitPaise, side === 'BUY')) return null
      return isArrival || quote.isOpening ? slip(lastPaise, 0) : price.limitPaise
    case 'STOP':
      if (!isReached(price.triggerPaise, side === 'SELL')) return null
      // A gap through the stop: there was no trade at the level itself.
      return slip(isArrival || quote.isOpening ? lastPaise : price.triggerPaise, slippageBps)
  }
}
