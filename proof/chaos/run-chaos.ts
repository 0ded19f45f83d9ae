import { setTimeout as pause } from 'node:timers/promises'
import { MINUTE_MS } from '@trading-bot/core/time'
import type { Randomness } from '@trading-bot/engine/ports/randomness'
import { seededRandomness } from '@trading-bot/engine/ports/seeded-randomness'
import pg from 'pg'
import { ask } from '../processes/customers.ts'
import { until } from '../../product/testing/until.ts'
import { addTraders } from './add-traders.ts'
import { findBrokenBooks } from './broken-books.ts'
import { type Buyer, buyOn } from './buy-on.ts'
import { checkSteadiness, SESSION_MINUTES, untilSquareOffFits } from './check-steadiness.ts'
import { FAULTS } from './faults.ts'
import { openCluster, openOneProcess, type World } from './open-world.ts'
import { POLLED, pollOn } from './poll-on.ts'
import { type Pressure, pressProcessors } from './press-processors.ts'

export type ChaosOptions = {
  readonly dataDir: string
  readonly seconds: number
  /** How long a fault lasts at most, where it lasts. */
  readonly mostFaultMs?: number
  readonly seed: number
  /** As several processes, instead of as npm start runs it. */
  readonly isCluster?: boolean
  /** Every processor is busy with something else for the whole run. */
  readonly isPressed?: boolean
  /** Nothing is broken: what is wrong afterwards comes from the pressure alone. */
  readonly isFaultless?: boolean
  readonly say: (line: string) => void
}

export type ChaosResult = {
  readonly seed: number
  readonly faults: Readonly<Record<string, number>>
  /** Milliseconds from the end of a fault until every call worked again. */
  readonly slowestRecoveryMs: number
  readonly answers: Readonly<Record<string, number>>
  readonly bought: number
  readonly orders: number
  /** How often an engine joined during the run, and how many sessions of engines and feeds were ended for silence. */
  readonly joins: number
  readonly takeovers: number
  /** How busy the machine was. */
  readonly busyPercent: number | null
  readonly problems: readonly string[]
}

const TRADERS = 40
const BUYERS = 2
const POLL_MS = 100
const LEAST_FAULT_MS = 200
const MOST_FAULT_MS = 6_000
const MOST_BETWEEN_MS = 5_000
const RECOVERY_LIMIT_MS = 90_000

/** Breaks one thing after the other while the product sells, trades and is looked at; then everything is checked. */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { dataDir, seed, say } = options
  if (options.isFaultless) process.env['DEMO_SESSION_MINUTES'] = String(SESSION_MINUTES)
  const world = await (options.isCluster ? openCluster : openOneProcess)(dataDir, say)
  const [url = ''] = world.urls
  let pressure: Pressure | undefined
  try {
    await addTraders(world.databaseUrl, TRADERS)
    if (options.isFaultless) await untilSquareOffFits(options.seconds, say)
    const begunAt = new Date()
    const before = { orders: await countOrders(world), engines: await count(world, 'engines') }
    if (options.isPressed) pressure = pressProcessors()
    const poller = pollOn({ urls: world.urls, token: await logIn(url), everyMs: POLL_MS })
    const shop = buyOn(world.urls, BUYERS)
    await until('the first purchase', () => shop.buyers.length > 0)
    const struck = options.isFaultless ? await leaveAlone(options) : await strikeOn(world, poller, options)
    const busyPercent = pressure?.busyPercent() ?? null
    pressure?.stop()
    await shop.stop()
    const { statuses, unexplained } = await poller.stop()
    await untilSettled(world)
    const unsteady = options.isFaultless ? await asOwner(world, (client) => checkSteadiness(client, begunAt)) : []
    const books = await checkBooks(world)
    const problems = [...unexplained, ...unsteady, ...books, ...(await checkBuyers(url, shop.buyers))]
    const figures = {
      orders: (await countOrders(world)) - before.orders,
      joins: (await count(world, 'engines')) - before.engines,
      takeovers: await count(world, 'takeovers'),
      busyPercent,
    }
    return { seed, ...struck, answers: statuses, bought: shop.buyers.length, ...figures, problems }
  } finally {
    pressure?.stop()
    await world.stop()
  }
}

type Struck = Pick<ChaosResult, 'faults' | 'slowestRecoveryMs'>

async function leaveAlone({ seconds }: ChaosOptions): Promise<Struck> {
  await pause(seconds * 1_000)
  return { faults: {}, slowestRecoveryMs: 0 }
}

async function strikeOn(
  world: World,
  poller: ReturnType<typeof pollOn>,
  { seconds, seed, say, isPressed, mostFaultMs = MOST_FAULT_MS }: ChaosOptions,
): Promise<Struck> {
  const random = seededRandomness(seed)
  const faults: Record<string, number> = {}
  let slowestRecoveryMs = 0
  const limitMs = isPressed ? 2 * RECOVERY_LIMIT_MS : RECOVERY_LIMIT_MS
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; ) {
    const fault = FAULTS[random.whole(FAULTS.length)]!
    const forMs = LEAST_FAULT_MS + random.whole(mostFaultMs)
    const all = world.processes()
    const victim = all[random.whole(all.length)]!
    await fault.strike({ world, forMs, victim })
    const over = Date.now()
    poller.forget()
    const isWell = () => POLLED.every((path) => poller.lastStatuses().get(path) === '200')
    await until(`every call to work after "${fault.name}" (seed ${seed})`, isWell, { limitMs })
    const recoveryMs = Date.now() - over
    say(`${fault.name} (${victim.role} drawn, ${forMs} ms where it lasts): every call worked ${recoveryMs} ms later.`)
    faults[fault.name] = (faults[fault.name] ?? 0) + 1
    slowestRecoveryMs = Math.max(slowestRecoveryMs, recoveryMs)
    await pause(Math.max(0, Math.min(untilNextFaultMs(random, Date.now()), end - Date.now())))
  }
  return { faults, slowestRecoveryMs }
}

/** From then on the product is left alone until the minute is over, so that bars close and orders leave again. */
const QUIET_FROM_MS = 35_000
// Within this time after a bar closed its orders are decided, recorded and sent.
const SENDING_MS = 700

/** The first fault of each minute strikes while the orders of its bar are sent. */
function untilNextFaultMs(random: Randomness, nowMs: number): number {
  const intoMinuteMs = nowMs % MINUTE_MS
  if (intoMinuteMs < QUIET_FROM_MS) return random.whole(MOST_BETWEEN_MS)
  return MINUTE_MS - intoMinuteMs + random.whole(SENDING_MS)
}

const UNSETTLED = `orders where state in ('CREATED', 'SENDING', 'UNKNOWN', 'MODIFYING', 'CANCELLING')`
const UNHELD = 'shard_leases where engine is null'

/** Every order's fate is known again, and every account has an engine. */
async function untilSettled(world: World): Promise<void> {
  const isSettled = async () => (await count(world, UNSETTLED)) === 0 && (await count(world, UNHELD)) === 0
  await until('every order to be settled', isSettled, { limitMs: RECOVERY_LIMIT_MS, everyMs: 250 })
}

async function checkBooks(world: World): Promise<string[]> {
  return asOwner(world, findBrokenBooks)
}

/** Whoever was told that the plan is theirs has paid once and has it. */
async function checkBuyers(url: string, buyers: readonly Buyer[]): Promise<string[]> {
  const problems: string[] = []
  for (const { username, password } of buyers) {
    const token = String((await ask(url, '/auth/login/', undefined, { username, password }))?.body['access'])
    const payments = (await ask(url, '/subscriptions/payments/', token))?.body as unknown as { status: string }[]
    const paid = payments.filter(({ status }) => status === 'success').length
    const plan = await ask(url, '/subscriptions/my-subscription/', token)
    if (paid !== 1) problems.push(`${username} bought once and has ${paid} payments`)
    if (plan?.body['status'] !== 'active') problems.push(`${username} paid and has no plan`)
  }
  return problems
}

async function logIn(url: string): Promise<string> {
  const answer = await ask(url, '/auth/login/', undefined, { username: 'demo', password: 'Demo@1234' })
  return String(answer?.body['access'])
}

function countOrders(world: World): Promise<number> {
  return count(world, 'orders')
}

function count(world: World, from: string): Promise<number> {
  return asOwner(world, async (client) => {
    const { rows } = await client.query<{ count: number }>(`select count(*)::integer as count from ${from}`)
    return rows[0]?.count ?? 0
  })
}

async function asOwner<T>({ databaseUrl }: World, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
