import type { Bars } from '@trading-bot/core/bars'
import type { Instrument } from '@trading-bot/core/instrument'
import { indiaDayNumber } from '@trading-bot/core/time'
import { angelOneAccount } from '@trading-bot/engine/brokers/angel-one/angel-one-account'
import { nodeHttpWire } from '@trading-bot/engine/brokers/angel-one/requests/node-http-wire'
import { wsSocketWire } from '@trading-bot/engine/brokers/angel-one/streams/ws-socket-wire'
import { openAccount } from '@trading-bot/engine/exchange/accounts/open-account'
import { openExchange } from '@trading-bot/engine/exchange/open-exchange'
import { startExchangeServer } from '@trading-bot/engine/exchange/wire/start-exchange-server'
import { systemRandomness } from '@trading-bot/engine/ports/system-randomness'
import { systemTimers } from '@trading-bot/engine/ports/system-timers'
import type { Deps } from '../platform/http/context.ts'
import { calendarsOf, storeDays } from '../trading/market-data/index.ts'

/** Past bars of the simulated exchange over its own candle endpoint, as the Angel One adapter asks for them. */
export async function openPastBars(nowMs: number, hours: 'nse' | 'demo') {
  const begun = performance.now()
  const clock = { nowMs: () => nowMs + (performance.now() - begun), monotonicMs: () => performance.now() }
  const time = { clock, timers: systemTimers, randomness: systemRandomness }
  const exchange = openExchange({ market: { seed: 2026, hours }, ...time })
  const urls = await startExchangeServer(exchange, { onBug: () => undefined })
  const wire = nodeHttpWire({ timers: systemTimers })
  const credentials = openAccount(exchange, {})
  const options = {
    ...time,
    wire: wire.send,
    sockets: wsSocketWire({ timers: systemTimers }),
    usedTotpWindows: new Map<string, number>(),
  }
  const { broker } = angelOneAccount({ ...urls, ...options, credentials })
  return {
    pastBars: broker.candles,
    stop: async () => {
      wire.close()
      await urls.close()
      exchange.close()
    },
  }
}

/** Stores whole days of bars as if the broker had sent them. */
export async function storeBars(
  deps: Deps,
  instrument: Instrument,
  bars: Bars,
  { without = [] as readonly number[], source = 'broker' as 'broker' | 'file' | 'feed' } = {},
) {
  const rows = new Map<number, number[]>()
  for (const [row, timeMs] of bars.timeMs.entries()) {
    const day = indiaDayNumber(timeMs)
    if (!without.includes(day)) rows.set(day, [...(rows.get(day) ?? []), row])
  }
  const days = new Map(Array.from(rows, ([day, own]) => [day, pick(bars, own)]))
  const stored = { hasDerivatives: true, ...instrument }
  const input = { instrument: stored, source, days, calendarOf: calendarsOf(deps), now: deps.clock.now() }
  return deps.db.transaction().execute((tx) => storeDays(tx, input))
}

function pick(bars: Bars, rows: readonly number[]) {
  const column = (field: keyof Bars) => rows.map((row) => bars[field][row]!)
  const prices = { openPaise: column('openPaise'), highPaise: column('highPaise'), lowPaise: column('lowPaise') }
  return { timeMs: column('timeMs'), ...prices, closePaise: column('closePaise'), volume: column('volume') }
}
