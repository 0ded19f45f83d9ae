import { MINUTE_MS } from '@trading-bot/core/time'
import { onBarClose } from '@trading-bot/engine/live/run/strategies/on-bar-close'
import { until } from '../../../product/testing/until.ts'
import type { Benchmark } from '../benchmark.ts'
import { openFanOut } from '../processes/open-fan-out.ts'

const ACCOUNTS = 10_000
const SYMBOLS = 500
const TICKS_PER_SECOND = 5
const SECONDS = 10
const PRICE_PAISE = 245_000
const GOAL_P99_MS = 20
const PACE = { limitMs: 120_000, everyMs: 500 }

export const t1TickToStop: Benchmark = {
  id: 'T1',
  title: '500 symbols x 5 ticks a second over 10,000 open positions: tick to stop order committed (goal p99 20 ms)',
  goal: { seconds: SECONDS + 1 },
  prepare: async () => {
    const { engine, pool, price, close } = await openFanOut({
      accounts: ACCOUNTS,
      symbols: SYMBOLS,
      stopLossBps: 100,
      isSpread: true,
    })
    const tokens = [...engine.markets.real.context.instruments.keys()]
    for (const token of tokens) price(token, PRICE_PAISE)
    const startMs = Math.floor(Date.now() / (2 * MINUTE_MS)) * 2 * MINUTE_MS - 2 * MINUTE_MS
    const bar = {
      startMs,
      openPaise: PRICE_PAISE,
      highPaise: PRICE_PAISE,
      lowPaise: PRICE_PAISE,
      closePaise: PRICE_PAISE,
      volume: 1,
    }
    await onBarClose(
      engine,
      engine.markets.real,
      tokens.map((token) => ({ token, startMs, bar, isBackfilled: false })),
    )
    const holdsAtNextPrice = () => {
      // Paper orders fill at the next price.
      for (const token of tokens) price(token, PRICE_PAISE)
      const accounts = [...engine.accounts.values()]
      return (
        engine.writeBehindQueue.isIdle() && accounts.every(({ core }) => core.slots.every(({ side }) => side === 1))
      )
    }
    await until('everybody to hold', holdsAtNextPrice, PACE)
    // Like a database that has run for a while: the files of its log exist.
    await pool.query('checkpoint')
    const held = [...engine.accounts.values()].reduce((sum, { positions }) => sum + positions.size, 0)
    return async () => {
      const times: number[] = []
      const begun = performance.now()
      let sent = 0
      let falling = 0
      while (performance.now() - begun < SECONDS * 1_000) {
        const due = Math.floor(((performance.now() - begun) / 1_000) * SYMBOLS * TICKS_PER_SECOND)
        for (; sent < due; sent++) {
          // Every fiftieth tick falls through the stops of its symbol.
          const isFall = sent % 50 === 0 && falling < tokens.length
          const token = isFall ? tokens[falling++]! : tokens[sent % tokens.length]!
          if (!isFall && tokens.indexOf(token) < falling) continue
          const atMs = performance.now()
          price(token, isFall ? Math.round(PRICE_PAISE * 0.985) : PRICE_PAISE)
          // A fall this wide counts once another print agrees.
          if (isFall) price(token, Math.round(PRICE_PAISE * 0.985))
          if (isFall) void engine.writeBehindQueue.write({}).then(() => times.push(performance.now() - atMs))
        }
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
      await until('every stop to be written', () => engine.writeBehindQueue.isIdle(), PACE)
      const { rows } = await pool.query<{ stops: string }>(
        `select count(*) as stops from orders where purpose = 'STOP'`,
      )
      await close()
      const sorted = times.toSorted((a, b) => a - b)
      const at = (share: number) => Number((sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN).toFixed(1))
      const details = {
        positions: held,
        falls: falling,
        stops: Number(rows[0]?.stops),
        p50_ms: at(0.5),
        p99_ms: at(0.99),
      }
      return { units: sent, hash: '', details: { ...details, p99_within_goal: at(0.99) <= GOAL_P99_MS } }
    }
  },
}
