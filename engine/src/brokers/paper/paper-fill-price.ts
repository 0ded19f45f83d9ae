import type { Paise } from '@trading-bot/core/units'
import { slipPrice } from '@trading-bot/core/fills/slip-price'
import { MINUTE_MS, SECOND_MS } from '@trading-bot/core/time'
import type { FillModel } from '@trading-bot/core/fills/fill-model'
import { LIMIT_RENEWED_WITHIN_MS, type OrderPrice, type OrderRequest } from '../../ports.ts'
import { stopLimitPaise } from '@trading-bot/core/risk/stop-limit'
import type { PaperQuote } from './paper-market.ts'

type PaperMoment = {
  readonly quote: PaperQuote
  /** True if the order has just arrived, false if it waited for this trade. */
  readonly isArrival: boolean
  readonly nowMs: number
}

/** Fill price by the core's fill model (fills/fill-model.ts); null while the order waits. */
export function paperFillPrice(request: OrderRequest, moment: PaperMoment, { slippageBps }: FillModel): number | null {
  const { side, price, instrument, purpose } = request
  const { quote, isArrival } = moment
  const { lastPaise } = quote
  const slip = (paise: Paise, bps: number) => slipPrice(side, paise, bps, instrument.tickPaise)
  switch (price.kind) {
    case 'MARKET':
      // A level was reached inside the bar: it fills at the level, and a target is a limit order without slippage.
      if (purpose === 'STOP') return slip(lastPaise, slippageBps)
      if (purpose === 'TARGET') return slip(lastPaise, 0)
      // Decided inside a bar, by a person or a daily limit, so it does not wait for the next one.
      if (request.decidedAtMs % MINUTE_MS !== 0) return slip(lastPaise, slippageBps)
      return quote.barStartMs >= request.decidedAtMs ? slip(quote.barOpenPaise, slippageBps) : null
    case 'LIMIT':
      if (purpose === 'ENTRY' && request.decidedAtMs % MINUTE_MS === 0)
        return entryFillPrice(request, price.limitPaise, moment, slippageBps)
      if (!isReached(lastPaise, price.limitPaise, side === 'BUY')) return null
      return isArrival || quote.isOpening ? slip(lastPaise, 0) : price.limitPaise
    case 'STOP': {
      if (!isTriggered(request, quote)) return null
      const limitPaise = stopLimitPaise(side, price.triggerPaise, instrument.tickPaise)
      // A gap through the stop: there was no trade at the level itself.
      const isGap = isArrival || quote.isOpening
      if (isGap && !isReached(lastPaise, limitPaise, side === 'BUY')) return null
      const pricePaise = slip(isGap ? lastPaise : price.triggerPaise, slippageBps)
      return side === 'BUY' ? Math.min(pricePaise, limitPaise) : Math.max(pricePaise, limitPaise)
    }
  }
}

/** As a market order at the open of the next minute, but never worse than its limit; then at the limit. */
function entryFillPrice(
  { side, instrument, decidedAtMs }: OrderRequest,
  limitPaise: Paise,
  { quote: { lastPaise, barStartMs, barOpenPaise }, nowMs }: PaperMoment,
  slippageBps: number,
): number | null {
  const isBuy = side === 'BUY'
  // A later minute is its own only if it was renewed, and one that was not is cancelled within a moment.
  const isRenewed = barStartMs < decidedAtMs + MINUTE_MS || nowMs > barStartMs + LIMIT_RENEWED_WITHIN_MS + 2 * SECOND_MS
  if (barStartMs < decidedAtMs || !isRenewed) return null
  if (!isReached(barOpenPaise, limitPaise, isBuy)) return isReached(lastPaise, limitPaise, isBuy) ? limitPaise : null
  const marketPaise = slipPrice(side, barOpenPaise, slippageBps, instrument.tickPaise)
  return isBuy ? Math.min(marketPaise, limitPaise) : Math.max(marketPaise, limitPaise)
}

/** Whether a stop's trigger is reached; false for every other order. */
export function isTriggered({ side, price }: OrderRequest, { lastPaise }: PaperQuote): boolean {
  return price.kind === 'STOP' && isReached(lastPaise, price.triggerPaise, side === 'SELL')
}

/** The limit order that a triggered stop has become. */
export function triggeredPrice({ side, price, instrument }: OrderRequest): OrderPrice {
  if (price.kind !== 'STOP') return price
  return { kind: 'LIMIT', limitPaise: stopLimitPaise(side, price.triggerPaise, instrument.tickPaise) }
}

function isReached(lastPaise: Paise, levelPaise: Paise, isWaitingForLess: boolean): boolean {
  return isWaitingForLess ? lastPaise <= levelPaise : lastPaise >= levelPaise
}
