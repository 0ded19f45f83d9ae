import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Instrument } from '@trading-bot/core/instrument'
import { NIFTY_50 } from '@trading-bot/core/simulated-market/nifty-50'
import { simulatedInstrumentFor } from '@trading-bot/core/simulated-market/simulated-instrument-for'
import type { Exchange } from '@trading-bot/engine/exchange/state/exchange'
import { openAccount } from '@trading-bot/engine/exchange/accounts/open-account'
import { openExchange } from '@trading-bot/engine/exchange/open-exchange'
import { startExchangeServer } from '@trading-bot/engine/exchange/wire/start-exchange-server'
import { seededRandomness } from '@trading-bot/engine/ports/seeded-randomness'
import { systemClock } from '@trading-bot/engine/ports/system-clock'
import { systemTimers } from '@trading-bot/engine/ports/system-timers'
import type { ExchangeLoad, LoadOrder } from './exchange-load.ts'

type LoadedExchange = {
  readonly exchange: Exchange
  /** Hands the load to the other thread and waits for what it measured. */
  readonly run: <T>(order: LoadOrder) => Promise<T>
  readonly close: () => Promise<void>
}

/** The exchange in this thread, its logged-in clients in another, both on loopback. */
export async function startExchange(symbols: number, accounts: number): Promise<LoadedExchange> {
  const instruments = [...NIFTY_50, ...inventedStocks(symbols - NIFTY_50.length)].slice(0, symbols)
  const exchange = openExchange({
    market: { seed: 1, hours: 'demo' },
    clock: systemClock,
    timers: systemTimers,
    randomness: seededRandomness(1),
    instruments,
  })
  const opened = Array.from({ length: accounts }, () => openAccount(exchange))
  const server = await startExchangeServer(exchange, {
    onBug: (error) => {
      throw error
    },
  })
  const workerData: ExchangeLoad = {
    restUrl: server.restUrl,
    feedUrl: server.feedUrl,
    accounts: opened.map(({ clientCode, mpin, totpSecret, apiKey }) => ({ clientCode, mpin, totpSecret, apiKey })),
    tokens: instruments.map(({ token, symbol }) => ({ token, symbol })),
  }
  const worker = new Worker(new URL('./exchange-load.mjs', import.meta.url), { workerData })
  await once(worker, 'message')
  return {
    exchange,
    async run(order) {
      worker.postMessage(order)
      const [answer] = await once(worker, 'message')
      return answer
    },
    async close() {
      await worker.terminate()
      exchange.close()
      await server.close()
    },
  }
}

function inventedStocks(count: number) {
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const stock: Instrument = { symbol: `STOCK${index}-EQ`, token: String(700_000 + index), tickPaise: 5, lotSize: 1 }
    return simulatedInstrumentFor(stock)
  })
}
