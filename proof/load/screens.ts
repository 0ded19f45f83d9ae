import { openLive } from '@trading-bot/contract/live/live'
import { readBotLimits } from '@trading-bot/contract/rest/trading/bot-limits'
import { listBotOrders, listBotPositions, readParticipation } from '@trading-bot/contract/rest/trading/bots'
import { readToday } from '@trading-bot/contract/rest/trading/dashboards'
import { Agent, get, type IncomingMessage } from 'node:http'
import { addTradingYear } from '../../product/testing/add-trading-year.ts'
import type { Shot } from '../../product/testing/steady-load.ts'
import { openSession } from '../../server/src/accounts/auth/sessions/open-session.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { readConfig } from '../../server/src/platform/config.ts'
import { openDatabase } from '../../server/src/platform/db/client.ts'

const TRADES_A_USER = 100

/** Calls of a dashboard within half a minute, with its event stream open. */
const POLLED = [
  ...Array.from({ length: 6 }, () => [listBotPositions, readBotLimits, readToday]).flat(),
  readParticipation,
  listBotOrders,
].map((call) => `/api${call.path}`)

export type Asker = { readonly bot: string; readonly userId: string; token: string }

export type SignedIn = {
  readonly askers: readonly Asker[]
  /** New tokens for everyone: a token is valid for a quarter of an hour. */
  readonly renew: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Users with a year of trades each, signed in without the deliberately slow hashing of a log-in. */
export async function signIn(databaseUrl: string, dataDir: string, users: number): Promise<SignedIn> {
  const bots = await addTradingYear(databaseUrl, { users, trades: users * TRADES_A_USER, asking: users })
  const config = readConfig({ EMBEDDED_DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: '0' })
  const { db, close } = openDatabase(databaseUrl, () => undefined, 4)
  const origin = { device: 'load', address: '127.0.0.1' }
  const context = { db, config, clock: systemClock, origin } as unknown as Parameters<typeof openSession>[1]
  const ids = bots.map(({ id }) => id)
  const rows = await db.selectFrom('user_bots').select(['id', 'user_id']).where('id', 'in', ids).execute()
  const askers = rows.map(({ id, user_id }): Asker => ({ bot: id, userId: user_id, token: '' }))
  const renew = async () => {
    const tokens = await db.transaction().execute(async (tx) => {
      const made: string[] = []
      for (const { userId } of askers) made.push((await openSession(tx, context, userId, false)).access)
      return made
    })
    // After the commit: before it nobody knows the sessions.
    for (const [at, token] of tokens.entries()) askers[at]!.token = token
  }
  await renew()
  return { askers, renew, close }
}

/** The calls of the users' screens in turn. Like the browser's client, a screen asks only for what has changed. */
export function pollScreens(askers: readonly Asker[]) {
  const tags = new Map<string, string>()
  let unchanged = 0
  return {
    unchanged: () => unchanged,
    shot(index: number): Shot {
      const { bot, token } = askers[(index * 7) % askers.length]!
      // One call further in every round, so that each screen makes all of them.
      const round = Math.floor(index / askers.length)
      const path = POLLED[(index + round) % POLLED.length]!.replace('{id}', bot)
      const key = `${bot} ${path}`
      const tag = tags.get(key)
      return {
        method: 'GET',
        path,
        headers: { authorization: `Bearer ${token}`, ...(tag !== undefined && { 'if-none-match': tag }) },
        onAnswer: ({ statusCode, headers }) => {
          if (statusCode === 304) unchanged += 1
          if (headers.etag !== undefined) tags.set(key, headers.etag)
        },
      }
    },
  }
}

export function openStream(url: string, token: string): Promise<IncomingMessage> {
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
