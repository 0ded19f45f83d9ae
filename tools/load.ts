// npm run load -- --users 500 --streams 300 --rate 300 --seconds 60 --json
// The product with its trading demo on loopback, polled at a fixed rate as the screens of signed-in users poll, beside
// open event streams. Every call is timed from the moment it was due. It starts a product of its own and ends it.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { listBotOrders, listBotPositions, readParticipation } from '@trading-bot/contract/rest/trading/bots'
import { readBotLimits } from '@trading-bot/contract/rest/trading/bot-limits'
import { readToday } from '@trading-bot/contract/rest/trading/dashboards'
import { openLive } from '@trading-bot/contract/live/live'
import { addTradingYear } from '../bench/src/fixtures/add-trading-year.ts'
import { steadyLoad } from '../bench/src/processes/steady-load.ts'
import { openSession } from '../server/src/accounts/auth/sessions/open-session.ts'
import { systemClock } from '../server/src/platform/clock.ts'
import { readConfig } from '../server/src/platform/config.ts'
import { openDatabase } from '../server/src/platform/db/client.ts'
import { buildIfNeeded } from './install.mjs'
import { startProduct } from './product.mjs'

const ROOT = path.resolve(import.meta.dirname, '..')
const TRADES_A_USER = 100
const WARM_UP_SECONDS = 5

/** Calls of a dashboard within half a minute, with its event stream open. */
const POLLED = [
  ...Array.from({ length: 6 }, () => [listBotPositions, readBotLimits, readToday]).flat(),
  readParticipation,
  listBotOrders,
].map((call) => `/api${call.path}`)

export type LoadOptions = {
  readonly users: number
  readonly streams: number
  /** Calls a second, and for how long. */
  readonly rate: number
  readonly seconds: number
  readonly dataDir: string
}

/** A product that is already set up in the folder, under load. */
export async function runLoad({ users, streams, rate, seconds, dataDir }: LoadOptions) {
  const product = await startProduct({
    root: ROOT,
    dataDir,
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'error', DATABASE_URL: '', NODE_ENV: '' },
    say: () => undefined,
    onDead: (sentence) => {
      throw new Error(sentence)
    },
  })
  try {
    const url = `http://127.0.0.1:${product.ready.port}`
    const askers = await signIn(product.databaseUrl!, dataDir, users)
    const opened = await Promise.all(askers.slice(0, streams).map(({ token }) => openStream(url, token)))
    const load = (perSecond: number, forSeconds: number) =>
      steadyLoad({
        url,
        perSecond,
        seconds: forSeconds,
        shot: (index) => {
          const { bot, token } = askers[(index * 7) % askers.length]!
          const shown = POLLED[index % POLLED.length]!.replace('{id}', bot)
          return { method: 'GET', path: shown, headers: { authorization: `Bearer ${token}` } }
        },
      })
    await load(Math.min(rate, 50), Math.min(seconds, WARM_UP_SECONDS))
    const rssBefore = rssMb(product.pids().server)
    const answered = await load(rate, seconds)
    const result = {
      ...answered,
      perSecond: rate,
      streamsOpened: opened.length,
      streamsOpen: opened.filter(({ destroyed }) => !destroyed).length,
      rssMb: { before: rssBefore, after: rssMb(product.pids().server) },
    }
    for (const stream of opened) stream.destroy()
    return result
  } finally {
    await product.stop()
  }
}

/** Users with a year of trades each, signed in without the deliberately slow hashing of a log-in. */
async function signIn(databaseUrl: string, dataDir: string, users: number) {
  const bots = await addTradingYear(databaseUrl, { users, trades: users * TRADES_A_USER, asking: users })
  const config = readConfig({ EMBEDDED_DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: '0' })
  const { db, close } = openDatabase(databaseUrl, () => undefined, 4)
  const origin = { device: 'load', address: '127.0.0.1' }
  const context = { db, config, clock: systemClock, origin } as unknown as Parameters<typeof openSession>[1]
  const ids = bots.map(({ id }) => id)
  const rows = await db.selectFrom('user_bots').select(['id', 'user_id']).where('id', 'in', ids).execute()
  const askers = await db.transaction().execute(async (tx) => {
    const made: { bot: string; token: string }[] = []
    for (const { id, user_id } of rows) {
      made.push({ bot: id, token: (await openSession(tx, context, user_id, false)).access })
    }
    return made
  })
  await close()
  return askers
}

function openStream(url: string, token: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const agent = new Agent({ keepAlive: false })
    const headers = { authorization: `Bearer ${token}` }
    get(`${url}/api${openLive.path}`, { agent, headers }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`the event stream answered ${answer.statusCode}`))
      answer.resume()
      resolve(answer)
    }).once('error', reject)
  })
}

function rssMb(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024)
}

if (process.argv[1] && path.resolve(process.argv[1]) === import.meta.filename) await main()

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      users: { type: 'string', default: '500' },
      streams: { type: 'string', default: '300' },
      rate: { type: 'string', default: '300' },
      seconds: { type: 'string', default: '60' },
      json: { type: 'boolean', default: false },
    },
  })
  buildIfNeeded(ROOT)
  const dataDir = mkdtempSync(path.join(tmpdir(), 'trading-bot-load-'))
  try {
    const { users, streams, rate, seconds } = values
    const result = await runLoad({
      users: Number(users),
      streams: Number(streams),
      rate: Number(rate),
      seconds: Number(seconds),
      dataDir,
    })
    process.stdout.write(`${values.json ? JSON.stringify(result) : sentence(result)}\n`)
    process.exitCode = result.errors === 0 ? 0 : 1
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function sentence({
  count,
  perSecond,
  errors,
  p50Ms,
  p99Ms,
  maxMs,
  streamsOpen,
  rssMb: rss,
}: Awaited<ReturnType<typeof runLoad>>) {
  return `${count} calls at ${perSecond} a second beside ${streamsOpen} event streams: ${errors} failed, p50 ${p50Ms} ms, p99 ${p99Ms} ms, longest ${maxMs} ms; memory ${rss.before} to ${rss.after} MB`
}
