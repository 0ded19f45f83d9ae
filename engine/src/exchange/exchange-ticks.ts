import type { Tick, TickStream } from '../ports.ts'
import type { Exchange } from './state/exchange.ts'
import type { OrderBook } from './state/order-book.ts'

/** The simulated exchange's ticks in process, the same as its feed sends over the network. */
export function exchangeTicks(exchange: Exchange): TickStream {
  return {
    open(tokens, { onTick, onUp }) {
      const wanted = new Set(tokens)
      const forward = ({ quote }: OrderBook) => {
        if (wanted.has(quote.instrument.token)) onTick(tickOf(quote))
      }
      exchange.tickListeners.add(forward)
      onUp()
      return () => void exchange.tickListeners.delete(forward)
    },
  }
}

function tickOf(quote: OrderBook['quote']): Tick {
  return {
    token: quote.instrument.token,
    atMs: quote.lastMs,
    sequence: quote.sequence,
    pricePaise: quote.lastPaise,
    lastQuantity: quote.lastQuantity,
    dayVolume: quote.dayVolume,
    previousClosePaise: quote.previousClosePaise,
  }
}
