import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DEMO_CALENDAR } from '@trading-bot/core/calendar/demo-calendar'
import { NIFTY_50 } from '@trading-bot/core/simulated-market/nifty-50'
import { ENTER_LONG, EXIT_LONG } from '@trading-bot/core/strategies/signal'
import { MINUTE_MS } from '@trading-bot/core/time'
import { feedPaperMarket } from '@trading-bot/engine/brokers/paper/feed-paper-market'
import { paperBroker } from '@trading-bot/engine/brokers/paper/paper-broker'
import { paperPast } from '@trading-bot/engine/brokers/paper/paper-past'
import type { LiveEngine } from '@trading-bot/engine/live/live-engine'
import { runEngine } from '@trading-bot/engine/live/run-engine'
import type { Broker, TickListener } from '@trading-bot/engine/ports'
import { systemClock } from '@trading-bot/engine/seams/system-clock'
import { systemTimers } from '@trading-bot/engine/seams/system-timers'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { migrate } from '../../server/src/db/migrate.ts'
import { pgLiveStore } from '../../server/src/engine-ports/pg-live-store.ts'
import { newId } from '../../server/src/ids.ts'
import { startPostgres } from '../../tools/postgres.mjs'
import { addAccounts } from './add-accounts.ts'

export type FanOut = {
  readonly engine: LiveEngine
  readonly pool: pg.Pool
  /** Orders that were handed to a broker so far. */
  readonly handedOver: () => number
  readonly price: (token: string, pricePaise: number) => void
  readonly close: () => Promise<void>
}

type Wish = { readonly accounts: number; readonly symbols: number; readonly stopLossBps?: number | null }

const SEAMS = { clock: systemClock, timers: systemTimers }
const FILL_MODEL = { slippageBps: 2 }

/** The engine on a real, durable PostgreSQL, with paper accounts that all follow one run; the bench is the market. */
export async function openFanOut({ accounts, symbols, stopLossBps = null }: Wish): Promise<FanOut> {
  const root = process.cwd()
  const folder = mkdtempSync(path.join(tmpdir(), 'trading-bot-bench-'))
  const postgres = await startPostgres({ root, folder: path.join(folder, 'postgres') })
  const pool = new pg.Pool({ connectionString: postgres.url, max: 6 })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  await migrate(pool, path.join(root, 'server/migrations'))
  await runMigrations({ pgPool: pool })
  const instruments = Array.from({ length: symbols }, (_, index) => {
    const stock = NIFTY_50[index % NIFTY_50.length]!
    return index < NIFTY_50.length ? stock : { ...stock, token: `9${index}`, symbol: `S${index}-EQ` }
  })
  await addAccounts(pool, accounts, instruments, stopLossBps)
  const byToken = new Map(instruments.map((instrument) => [instrument.token, instrument]))
  const paper = feedPaperMarket(byToken, DEMO_CALENDAR, systemClock)
  let handedOver = 0
  let sequence = 0
  let listener: TickListener | undefined
  const counted = (broker: Broker): Broker => ({
    ...broker,
    place: (request) => {
      handedOver++
      return broker.place(request)
    },
  })
  const running = await runEngine(
    {
      store: pgLiveStore({ pool, now: () => new Date(), symbolOf: (token) => byToken.get(token)?.symbol ?? token }),
      calendar: OPEN_ALL_HOUR,
      fillModel: FILL_MODEL,
      stream: {
        open: (_, heard) => {
          listener = heard
          heard.onUp()
          return () => {}
        },
      },
      onMarket: paper,
      candles: async () => ({ kind: 'unavailable', why: 'the bench has none' }),
      openBroker: (stored) =>
        counted(
          paperBroker({
            cashPaise: 2 ** 50,
            market: paper,
            fillModel: FILL_MODEL,
            ...SEAMS,
            before: paperPast(stored),
          }),
        ),
      openSignals: ({ runKey }) => ({
        key: runKey,
        tokens: new Set(byToken.keys()),
        reasons: { enterLong: 'in', enterShort: 'in', exitLong: 'out', exitShort: 'out' },
        warmUpBars: 0,
        // In at even minutes, out at odd ones.
        step: (_, bar) => ({
          signal: (bar.startMs / MINUTE_MS) % 2 === 0 ? ENTER_LONG : EXIT_LONG,
          inputs: { close: bar.closePaise },
        }),
        close: () => {},
      }),
      ...SEAMS,
      ids: { next: () => newId(new Date()) },
      onTrouble: (what, error) => {
        throw new Error(what, { cause: error })
      },
    },
    instruments,
  )
  return {
    engine: running.engine,
    pool,
    handedOver: () => handedOver,
    price: (token, pricePaise) => {
      sequence++
      const trade = { lastQuantity: 1, dayVolume: sequence, previousClosePaise: pricePaise }
      listener?.onTick({ token, atMs: Date.now(), sequence, pricePaise, ...trade })
    },
    close: async () => {
      await running.stop()
      await pool.end()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

// A benchmark may run at a session's end: here one begins with every hour and lasts it.
const OPEN_ALL_HOUR: typeof DEMO_CALENDAR = {
  sessionNumberAt: DEMO_CALENDAR.sessionNumberAt,
  sessionOf: (number, traits) => {
    const session = DEMO_CALENDAR.sessionOf(number, traits)
    if (!session.ok) return session
    const { closeMs } = session.value
    return { ok: true, value: { ...session.value, entriesUntilMs: closeMs, squareOffAtMs: closeMs } }
  },
}
