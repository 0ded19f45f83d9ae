import { slipPrice } from '@trading-bot/core/fills/slip-price'
import { MINUTE_MS } from '@trading-bot/core/time'
import type { FillModel } from '@trading-bot/core/fills/fill-model'
import type { OrderRequest } from '../../ports.ts'
import type { PaperQuote } from './paper-market.ts'

type PaperMoment = {
  readonly quote: PaperQuote
  /** The order has just come in, as opposed to having waited for this trade. */
  readonly isArrival: boolean
}

/** What an order is filled at by the fill model of the core (fills/fill-model.ts) at this moment; null when it waits. */
export function paperFillPrice(request: OrderRequest, moment: PaperMoment, { slippageBps }: FillModel): number | null {
  const { side, price, instrument, purpose } = request
  const { quote, isArrival } = moment
  const { lastPaise } = quote
  const slip = (paise: number, bps: number) => slipPrice(side, paise, bps, instrument.tickPaise)
  const isReached = (levelPaise: number, isWaitingForLess: boolean) =>
    isWaitingForLess ? lastPaise <= levelPaise : lastPaise >= levelPaise
  switch (price.kind) {
    case 'MARKET':
      // A level was reached inside the bar: the model fills it there, and a target is a limit order that does not slip.
      if (purpose === 'STOP') return slip(lastPaise, slippageBps)
      if (purpose === 'TARGET') return slip(lastPaise, 0)
      // Decided inside a bar, by a person or a limit: it does not wait for the next one.
      if (request.decidedAtMs % MINUTE_MS !== 0) return slip(lastPaise, slippageBps)
      return quote.barStartMs >= request.decidedAtMs ? slip(quote.barOpenPaise, slippageBps) : null
    case 'LIMIT':
      if (!isReached(price.limitPaise, side === 'BUY')) return null
      return isArrival || quote.isOpening ? slip(lastPaise, 0) : price.limitPaise
    case 'STOP':
      if (!isReached(price.triggerPaise, side === 'SELL')) return null
      // A gap through the stop: nobody traded at the level itself.
      return slip(isArrival || quote.isOpening ? lastPaise : price.triggerPaise, slippageBps)
  }
}
