import type { OrderSide } from '@trading-bot/core/order'
import { mix, mixText } from '@trading-bot/core/random/chance'
import type { DepthLevel } from '../../smart-stream/stream-packet.ts'
import { isLocked } from '../state/circuit.ts'
import type { OrderBook } from '../state/order-book.ts'

const LEVELS = 5
// Size at each price level as a multiple of the last trade's size, best first.
const SHARES = [0.6, 0.9, 1.1, 1.3, 1.6] as const
const SHARES_PER_ORDER = 60

/** Five simulated price levels per side around the last trade, with sizes based on its quantity. */
export function depthOf(book: OrderBook, side: OrderSide): readonly DepthLevel[] {
  // Those who wait at a circuit wait at the limit itself, and nobody stands opposite.
  if (isLocked(book, side === 'BUY' ? 'SELL' : 'BUY')) return []
  const nearest = isLocked(book, side) ? 0 : 1
  const { quote } = book
  const { tickPaise } = quote.instrument
  const step = side === 'BUY' ? -tickPaise : tickPaise
  const key = mixText(mix(quote.sequence, side === 'BUY' ? 1 : 2), quote.instrument.token)
  const levels: DepthLevel[] = []
  for (let level = 0; level < LEVELS; level++) {
    const pricePaise = quote.lastPaise + step * (level + nearest)
    if (pricePaise <= 0) break
    const luck = 0.5 + (mix(key, level) >>> 0) / 4_294_967_296
    const quantity = Math.max(1, Math.floor(quote.lastQuantity * (SHARES[level] as number) * luck))
    levels.push({ pricePaise, quantity, orders: 1 + Math.floor(quantity / SHARES_PER_ORDER) })
  }
  return levels
}
