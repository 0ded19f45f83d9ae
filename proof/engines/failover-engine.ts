// An engine in a process of its own that loses its database and goes on, as the product does: a new engine starts from
// what is stored. Its exchange remembers all orders meanwhile.
import { MINUTE_MS } from '@trading-bot/core/time'
import { onBarClose } from '@trading-bot/engine/live/run/strategies/on-bar-close'
import pg from 'pg'
import { paperInstruments, openPaperEngine, openPaperExchange } from '../../product/testing/open-paper-engine.ts'
import { databaseTrouble } from '../../server/src/platform/db/database-trouble.ts'

type Told = { readonly do: 'enter' | 'leave' | 'price' | 'books' }
/** What the exchange knows of one account. */
export type Books = {
  readonly instanceId: string
  readonly orders: readonly { readonly clientId: string; readonly filledQuantity: number }[]
}

const PRICE_PAISE = 245_000
const { token } = paperInstruments(1)[0]!
const exchange = openPaperExchange()
const pool = new pg.Pool({ connectionString: process.env['ENGINE_DATABASE_URL'], max: 6, pipeline: true })
pool.on('error', () => undefined)
pool.on('connect', (client) => client.on('error', () => undefined))

// With the test, however that ends.
process.once('disconnect', () => process.exit(1))
let current = await open()

async function open(): ReturnType<typeof openPaperEngine> {
  const opened = await openPaperEngine({ pool, exchange, onError })
  void opened.ended.then(async () => {
    current = await open()
  })
  return opened
}

function onError(what: string, error: unknown): void {
  const isExpected = what.startsWith('the clock jumped') || what === 'failed to confirm the shards'
  if (!isExpected && !databaseTrouble(error)) throw new Error(what, { cause: error })
}

process.on('message', ({ do: told }: Told) => {
  if (told === 'books') return void readBooks().then((books) => process.send?.({ books }))
  current.price(token, PRICE_PAISE)
  if (told === 'price') return
  const { engine } = current
  current.replaceRunners()
  const nowMs = Date.now()
  const evenMs = nowMs - (nowMs % (2 * MINUTE_MS)) - 2 * MINUTE_MS
  const startMs = evenMs + (told === 'leave' ? MINUTE_MS : 0)
  const prices = { openPaise: PRICE_PAISE, highPaise: PRICE_PAISE, lowPaise: PRICE_PAISE, closePaise: PRICE_PAISE }
  const bar = { startMs, ...prices, volume: 1 }
  onBarClose(engine, engine.markets.real, [{ token, startMs, bar, isBackfilled: false }]).catch((error: unknown) =>
    onError('failed to decide', error),
  )
})

async function readBooks(): Promise<Books[]> {
  const books: Books[] = []
  for (const [instanceId, account] of exchange.accounts) {
    const answer = await account.orderBook()
    if (answer.kind !== 'answered') throw new Error(answer.kind)
    books.push({
      instanceId,
      orders: answer.value.map(({ clientId, filledQuantity }) => ({ clientId, filledQuantity })),
    })
  }
  return books
}

const timer = setInterval(() => {
  if (!current.isReady()) return
  clearInterval(timer)
  process.send?.({ done: 'ready' })
}, 5)
