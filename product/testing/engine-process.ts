// An engine in a process of its own, to be killed. The parent is the market: it says when a bar closes and what it costs.
import { DEMO_CALENDAR } from '@trading-bot/core/calendar/demo-calendar'
import { MINUTE_MS } from '@trading-bot/core/time'
import { onBarClose } from '@trading-bot/engine/live/run/strategies/on-bar-close'
import pg from 'pg'
import { paperInstruments, openPaperEngine } from './open-paper-engine.ts'

type Order = { readonly do: 'enter' | 'leave' | 'price' }

const PRICE_PAISE = 245_000
const pool = new pg.Pool({ connectionString: process.env['ENGINE_DATABASE_URL'], max: 6, pipeline: true })
pool.on('error', () => undefined)
const { engine, isReady, price, replaceRunners } = await openPaperEngine({ pool, calendar: DEMO_CALENDAR })
const { token } = paperInstruments(1)[0]!

process.on('message', (message: Order) => {
  // Twice: the first price of what is held is believed when a second one agrees.
  price(token, PRICE_PAISE)
  price(token, PRICE_PAISE)
  if (message.do === 'price') return
  replaceRunners()
  const nowMs = Date.now()
  const evenMs = nowMs - (nowMs % (2 * MINUTE_MS)) - 2 * MINUTE_MS
  const startMs = evenMs + (message.do === 'leave' ? MINUTE_MS : 0)
  const bar = {
    startMs,
    openPaise: PRICE_PAISE,
    highPaise: PRICE_PAISE,
    lowPaise: PRICE_PAISE,
    closePaise: PRICE_PAISE,
    volume: 1,
  }
  void onBarClose(engine, engine.markets.real, [{ token, startMs, bar, isBackfilled: false }]).then(() =>
    process.send?.({ done: message.do }),
  )
})
const timer = setInterval(() => {
  if (!isReady()) return
  clearInterval(timer)
  process.send?.({ done: 'ready', accounts: engine.accounts.size })
}, 5)
