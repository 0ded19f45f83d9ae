import type { Instrument } from '@trading-bot/core/instrument'
import type { OrderPrice } from './ports.ts'
import { filledQuantity, isEnded, type LiveOrder } from '@trading-bot/core/trading/account/state/live-order'
import { namedLimit } from '@trading-bot/core/trading/account/state/named-prices'
import type { StoredAccount } from '@trading-bot/core/trading/account/state/stored-account'
import type { PaperPast } from './brokers/paper/paper-broker.ts'

/** Converts a stored account's orders for the paper broker that restores it. */
export function paperPast({ instance, positions }: StoredAccount): readonly PaperPast[] {
  const instruments = new Map<string, Instrument>(
    instance.instruments.map((instrument) => [instrument.token, instrument]),
  )
  return positions.flatMap(({ orders }) =>
    orders.flatMap((order): PaperPast[] => {
      const { brokerOrderId, clientId, side, quantity, purpose, decidedAtMs } = order
      const instrument = instruments.get(order.token)
      if (brokerOrderId === null || !instrument) return []
      const price = priceOf(order, instrument)
      const request = {
        clientId,
        instrument,
        side,
        quantity,
        purpose,
        decidedAtMs,
        price,
        product: 'INTRADAY',
      } as const
      const trades = order.fills.map((fill) => ({ ...fill, brokerOrderId }))
      return [{ request, brokerOrderId, trades, isWorking: !isEnded(order) && filledQuantity(order) < quantity }]
    }),
  )
}

/** An order as it stands: a stop still rests. */
function priceOf(order: LiveOrder, instrument: Instrument): OrderPrice {
  const { triggerPaise, pricePaise } = order
  const limitPaise = order.limitPaise ?? namedLimit({ instrument }, order)
  if (triggerPaise !== null) return { kind: 'STOP', triggerPaise }
  return limitPaise === null ? { kind: 'MARKET', lastPaise: pricePaise } : { kind: 'LIMIT', limitPaise }
}
