import { simulatedInstrumentFor } from '@trading-bot/core/simulated-market/simulated-instrument-for'
import { exchangePaperMarket } from '@trading-bot/engine/brokers/paper/exchange-paper-market'
import type { Exchange } from '@trading-bot/engine/exchange/state/exchange'
import { exchangeTicks } from '@trading-bot/engine/exchange/exchange-ticks'
import { listInstrument } from '@trading-bot/engine/exchange/market/list-instrument'
import type { Broker, TickStream } from '@trading-bot/engine/ports'

// Every quoted symbol costs the machine work each minute; a whole instrument master would be too much.
const MOST_QUOTED = 200

/** The prices of a simulated exchange of this process. */
export function quoteExchange(exchange: Exchange): {
  readonly stream: TickStream
  readonly candles: Broker['candles']
} {
  return { stream: exchangeTicks(exchange), candles: listing(exchange, candlesOf(exchange)) }
}

/** A symbol that an administrator added is quoted from the first question about it. */
export function listing(exchange: Exchange, candles: Broker['candles']): Broker['candles'] {
  return async (instrument, range) => {
    if (exchange.books.size < MOST_QUOTED) listInstrument(exchange, simulatedInstrumentFor(instrument))
    return candles(instrument, range)
  }
}

function candlesOf(exchange: Exchange): Broker['candles'] {
  const tape = exchangePaperMarket(exchange)
  return async (instrument, range) => {
    const bars = tape.candles(instrument, range)
    return bars ? { kind: 'answered', value: bars } : { kind: 'unavailable', why: 'there are no bars of this symbol' }
  }
}
