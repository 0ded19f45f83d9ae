// npm run cluster, as an operator meets it: prices and trading go on when the leading feed is paused or killed and
// an engine is killed.
import http from 'node:http'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinBusOf } from '../../product/testing/join-bus-of.ts'
import { decodeLast, decodeTick, SUBJECTS } from '../../server/src/trading/price-feed/messages.ts'
import { findRunningPostgres } from '../../product/database/postgres.mjs'
import { addTrade } from './add-trade.ts'
import { ask } from './customers.ts'
import { type ClusterProcess, runCluster } from '../../product/testing/run-cluster.ts'
import { newDataDir, processesOf } from '../../product/testing/run-start.ts'
import { until } from '../../product/testing/until.ts'

const { dataDir, remove } = newDataDir()
const PACE = { limitMs: 60_000, everyMs: 10 }
// Seven processes start while other tests run on the same two cores.
const BUSY_MS = 3_000
let cluster: Awaited<ReturnType<typeof runCluster>>
let database: pg.Client

beforeAll(async () => {
  cluster = await runCluster(dataDir, { api: 2, engine: 2, feed: 2, worker: 1 })
  database = new pg.Client(findRunningPostgres(path.join(dataDir, 'postgres'))?.url)
  database.on('error', () => undefined)
  await database.connect()
})
afterAll(async () => {
  await cluster.stop()
  remove()
})

const urls = () => cluster.of('api').map(({ port }) => `http://127.0.0.1:${port}`)

test('a paused feed is replaced, and when it goes on it says nothing until it knows', async () => {
  const leader = await leadingFeed()
  const feeds = await followFeeds(leader.pid)
  await until('a tick', () => feeds.ticks.length > 0, PACE)
  const pausedAtMs = Date.now()
  process.kill(leader.pid, 'SIGSTOP')
  const [old] = feeds.terms()
  const isNew = ({ term }: Heard) => term !== old
  await until('a tick of the standby', () => feeds.ticks.some(isNew), PACE).finally(() =>
    process.kill(leader.pid, 'SIGCONT'),
  )
  const after = (heard: readonly Heard[]) => Math.round((heard.find(isNew)?.atMs ?? Number.NaN) - pausedAtMs)
  const tookMs = after(feeds.ticks)
  console.log(`  after SIGSTOP: a new leader's word ${after(feeds.words)} ms, its first tick ${tookMs} ms`)
  expect(tookMs).toBeLessThan(2_000 + BUSY_MS)

  await until('the feed that was paused to stand by', async () => (await leadsOf(leader)) === 0)
  // A message that was on its way when the process was paused may arrive late; its prices are older than the pause.
  const late = [...feeds.ticks, ...feeds.words].filter(({ term, madeMs }) => term === old && madeMs > pausedAtMs)
  expect(late).toEqual([])
  expect(feeds.terms()).toHaveLength(2)
  await feeds.close()
})

test('a killed feed and a killed engine are replaced, and every API process shows prices, positions and orders', async () => {
  expect(cluster.processes.map(({ role }) => role)).toEqual([
    'api',
    'api',
    'engine',
    'engine',
    'feed',
    'feed',
    'worker',
  ])
  const [first, second] = urls() as [string, string]
  const signedIn = await ask(first, '/auth/login/', undefined, { username: 'demo', password: 'Demo@1234' })
  const token = String(signedIn?.body['access'])
  const streams = [openStream(first, token), openStream(second, token)]
  const botId = (await ask(first, '/bots/', token))?.body['data'] as unknown as { id: string }[]
  const positions = async (url: string) =>
    ((await ask(url, `/bots/${botId[0]?.id}/positions/`, token))?.body ?? []) as unknown as {
      symbol: string
      last_price: number | null
    }[]

  // An open position, which the engine that takes over from a killed one loads.
  await addTrade(database, { isOpen: true })
  const pricesOf = async (url: string) => (await positions(url)).map(({ last_price }) => last_price)
  for (const url of [first, second])
    await until('a price in an API process', async () => (await pricesOf(url)).some((price) => price !== null))

  const leader = await leadingFeed()
  const feeds = await followFeeds(leader.pid)
  await until('a tick', () => feeds.terms().length === 1, PACE)
  process.kill(leader.pid, 'SIGKILL')
  const feedKilledAt = performance.now()
  await until('a tick of the standby', () => feeds.terms().length === 2, PACE)
  const feedMs = Math.round(performance.now() - feedKilledAt)
  await feeds.close()
  const before = JSON.stringify(await pricesOf(second))
  await until('a price that moves', async () => JSON.stringify(await pricesOf(second)) !== before, PACE)
  const movedMs = Math.round(performance.now() - feedKilledAt)

  const holder = Number(await holderOf(botId[0]?.id ?? ''))
  process.kill(holder, 'SIGKILL')
  const engineKilledAt = performance.now()
  await until('another engine', async () => ![holder, undefined].includes(await holderOf(botId[0]?.id ?? '')), PACE)
  const engineMs = Math.round(performance.now() - engineKilledAt)
  await until('the account to be loaded and closed', async () => {
    await ask(second, '/bots/stop-all/', token, { close_positions: true })
    return (await positions(first)).length === 0
  })
  for (const { orders } of streams) await until('the order in both streams', () => orders().includes('executed'), PACE)
  for (const { close } of streams) close()
  console.log(`figure: after kill -9: ticks ${feedMs} ms, a screen's price moved ${movedMs} ms, shards ${engineMs} ms`)
  // Half a second and less where nothing else runs; two and three seconds are the bounds that the design sets.
  expect(feedMs).toBeLessThan(2_000 + BUSY_MS)
  expect(engineMs).toBeLessThan(3_000 + BUSY_MS)
  await until('the killed processes to be started again', () => processesOf(dataDir).filter(isServer).length === 7)
})

test('SIGTERM ends every process of it', async () => {
  await database.end()
  expect(await cluster.stop()).toBe(0)
  expect(processesOf(dataDir)).toEqual([])
})

const isServer = ({ command }: { command: string }) => command.includes('server/dist/main.js')

async function leadingFeed(): Promise<ClusterProcess> {
  const found: ClusterProcess[] = []
  await until('a feed that leads', async () => {
    for (const feed of cluster.of('feed')) if ((await leadsOf(feed)) === 1) found.push(feed)
    return found.length > 0
  })
  return found[0]!
}

async function leadsOf(feed: ClusterProcess): Promise<number> {
  const metrics = await fetch(`http://127.0.0.1:${feed.port}/metrics`).then((answer) => answer.text())
  return Number(/^feed_leads (.*)$/m.exec(metrics)?.[1])
}

/** A message of a feed, when it arrived here and when its newest price was made. */
type Heard = { readonly term: number; readonly atMs: number; readonly madeMs: number }

/** What the feeds say on the cluster's bus. */
async function followFeeds(pid: number) {
  const bus = joinBusOf(pid)
  const ticks: Heard[] = []
  const words: Heard[] = []
  bus.subscribe(SUBJECTS.tick('*'), (payload) => {
    const { term, value } = decodeTick('', payload)
    ticks.push({ term, atMs: Date.now(), madeMs: value.atMs })
  })
  bus.subscribe(SUBJECTS.last, (payload) => {
    const { term, rows } = decodeLast(payload)
    words.push({ term, atMs: Date.now(), madeMs: Math.max(0, ...rows.map(({ atMs }) => atMs)) })
  })
  return { ticks, words, terms: () => [...new Set(ticks.map(({ term }) => term))], close: bus.close }
}

/** The process that holds a bot's shard. */
async function holderOf(botId: string): Promise<number | undefined> {
  const { rows } = await database.query<{ name: string }>(
    `select e.name from user_bots b join shard_leases l using (shard_id) join engines e on e.number = l.engine where b.id = $1`,
    [botId],
  )
  return rows[0] && Number(rows[0].name.split(':')[1])
}

/** The states of the orders that a browser's event stream has received. */
function openStream(url: string, token: string) {
  let text = ''
  const request = http.get(`${url}/api/live/`, { agent: false, headers: { authorization: `Bearer ${token}` } })
  request.on('error', () => undefined)
  request.on('response', (response) => response.on('data', (part: Buffer) => (text += String(part))))
  const orders = () =>
    [...text.matchAll(/^event: order\ndata: (.*)$/gm)].map(([, data]) => (JSON.parse(data ?? '') as Order).status)
  return { orders, close: () => request.destroy() }
}

type Order = { readonly status: string }
