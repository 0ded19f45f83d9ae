// Generated from the contract: no call tells an account a price of the market that it does not trade on.
import type { Call } from '@trading-bot/contract/rest/call'
import { CALLS } from '@trading-bot/contract/rest/calls'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { validBodies } from '../../../testing/fuzz/valid-bodies.ts'
import { rowsNamedBy } from '../../../testing/id-kinds.ts'
import { serverForFile, type TestServer } from '../../../testing/test-server.ts'
import { addOpenPosition } from '../../../testing/test-trades.ts'
import { addTrader } from '../../../testing/test-traders.ts'
import { SIMULATED } from '../../compliance-settings.ts'

// Prices that occur nowhere else.
const REAL = 814_371
const PAPER = 713_927
const OWN = 612_743
const shown = (paise: number) => new RegExp(`\\b(${paise}|${(paise / 100).toFixed(2)})\\b`)

const serverOf = (paperPrices: 'delayed' | 'simulated') =>
  serverForFile(
    { demo: false, compliance: { ...SIMULATED, hosting: 'own-logic', performance: 'own-account', paperPrices } },
    { prices: { lastPaise: () => REAL, isUp: () => true }, paperPrices: { lastPaise: () => PAPER } },
  )

const OWNERS = CALLS.map(({ spec }) => spec).filter(({ access }) => access === 'owner' || access === 'anyone')
const READS = OWNERS.filter(({ method, consumes, produces }) => method === 'GET' && !consumes && !produces)

describe.each([
  ['delayed', serverOf('delayed')],
  ['simulated', serverOf('simulated')],
] as const)('%s', (_, server) => {
  let live: Awaited<ReturnType<typeof addTrader>>
  let paper: Awaited<ReturnType<typeof addTrader>>

  beforeAll(async () => {
    ;[live, paper] = [await addTrader(server), await addTrader(server)]
    await addOpenPosition(server, live, { mode: 'live' })
    await addOpenPosition(server, paper)
    await sql`update user_bots set mode = 'live' where id = ${live.id}`.execute(server.db)
    await sql`insert into own_prices values (${live.user_id}, '3045', ${OWN}, ${server.deps.clock.now()})`.execute(
      server.db,
    )
  })

  test('a live account is told its own session’s prices, a paper account those of the paper market, and nobody the platform’s', async () => {
    const [ofLive, ofPaper] = [await answersTo(server, live), await answersTo(server, paper)]
    for (const answers of [ofLive, ofPaper]) {
      expect(answers.filter(({ status }) => status >= 500)).toEqual([])
      expect(tellers(answers, REAL)).toEqual([])
    }
    expect(tellers(ofLive, PAPER)).toEqual([])
    expect(tellers(ofPaper, OWN)).toEqual([])
    // Both are told something, or nothing would be proven.
    expect(tellers(ofLive, OWN)).toContain('GET /bots/{id}/positions/')
    expect(tellers(ofPaper, PAPER)).toContain('GET /bots/{id}/positions/')
  })
})

type Answers = readonly { readonly call: string; readonly status: number; readonly body: unknown }[]

const tellers = (answers: Answers, paise: number) =>
  answers.filter(({ body }) => shown(paise).test(JSON.stringify(body))).map(({ call }) => call)

/** Of every call that reads, about rows of this user where it names one. */
async function answersTo(
  server: TestServer,
  { token, user_id }: { readonly token: string; readonly user_id: string },
): Promise<Answers> {
  const answers: Answers[number][] = []
  for (const spec of READS) {
    const path = spec.path
      .replace('{id}', spec.path.includes('{id}') ? await rowOf(server, spec, user_id) : '')
      .replace('{symbol}', 'SBIN-EQ')
      .replace('{bot_type}', 'ema_strategy')
      .replace(/\{\w+\}/g, user_id)
    const [body] = validBodies(spec)
    const reply = await server.raw('GET', `/api${path}`, { token, ...(spec.body && { body: body ?? '{}' }) })
    answers.push({ call: `GET ${spec.path}`, ...reply })
  }
  return answers
}

async function rowOf({ db }: TestServer, spec: Call, userId: string): Promise<string> {
  if (spec.path.includes('plans')) return userId
  const { table, key } = rowsNamedBy(spec.path)
  const { rows } = await sql<{ id: string }>`
    select ${sql.ref(key)} as id from ${sql.table(table)} order by user_id = ${userId} desc limit 1`.execute(db)
  return rows[0]?.id ?? userId
}
