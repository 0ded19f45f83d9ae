import type { Paise } from '@trading-bot/core/units'
import type { Exchange } from '../state/exchange.ts'
import type { Circuit } from '../state/circuit.ts'
import { priceBand } from '../state/price-band.ts'
import { playTick } from './play-tick.ts'

type CircuitOptions = {
  readonly token: string
  readonly limit: Circuit['limit']
  readonly forMs: number
  /** The day's limit on that side by default. */
  readonly pricePaise?: Paise
}

/**
 * Puts an instrument at its circuit, beginning with a trade at the limit. Candles are computed from the simulated market
 * alone and do not show it.
 */
export function holdAtCircuit(exchange: Exchange, { token, limit, forMs, pricePaise }: CircuitOptions): void {
  const book = exchange.books.get(token)
  if (!book) throw new Error(`unknown token: ${token}`)
  const { lowerPaise, upperPaise } = priceBand(book)
  const circuit: Circuit = { limit, pricePaise: pricePaise ?? (limit === 'UPPER' ? upperPaise : lowerPaise) }
  book.circuit = circuit
  const quantity = Math.max(1, book.quote.lastQuantity)
  playTick(exchange, book, { atMs: exchange.clock.nowMs(), pricePaise: circuit.pricePaise, quantity })
  exchange.timers.after(forMs, () => {
    // A circuit that came after it has an end of its own.
    if (book.circuit === circuit) book.circuit = null
  })
}
