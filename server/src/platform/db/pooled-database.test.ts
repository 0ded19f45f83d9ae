// The whole product with a pooler in transaction mode between it and PostgreSQL.
import { runBacktest } from '@trading-bot/contract/rest/trading/bot-config'
import { startParticipation, stopParticipation } from '@trading-bot/contract/rest/trading/bots'
import { logIn } from '@trading-bot/contract/rest/accounts/auth'
import { openLive } from '@trading-bot/contract/live/live'
import { type Call, type CallAnswer, type CallRequest, requestOf } from '@trading-bot/contract/rest/call'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { DEMO_SIGN_INS } from '../demo-sign-ins.ts'
import { startServerProcess } from '../../testing/server-process.ts'
import { startPgBouncer } from '../../testing/database/start-pgbouncer.ts'
import { createTestDatabase } from '../../testing/database/test-database.ts'

const POOL_SIZE = 3
// A session that is idle has no transaction, so that its locks are its own.
const SESSION_LOCKS = `
  select l.classid, l.objid from pg_locks l join pg_stat_activity a using (pid)
  where l.locktype = 'advisory' and a.state = 'idle' and a.client_port = any ($1::int[])`
// The demo's bot decides every minute, which takes three seconds here, and may see no entry for a few.
const LIMIT = { timeout: 60_000, interval: 50 }

test('through PgBouncer in transaction mode users sign in, start bots, trade, get events, and backtests run', {
  timeout: 120_000,
}, async () => {
  const database = await createTestDatabase()
  const bouncer = await startPgBouncer(database.url, POOL_SIZE)
  const product = await startServerProcess({
    EMBEDDED_DATABASE_URL: bouncer.url,
    DATABASE_DIRECT_URL: database.url,
    DEMO_PACE: '20',
    EMBEDDED_DATABASE_OWNER_URL: database.ownerUrl,
  })
  const own = new pg.Client({ connectionString: database.ownerUrl })
  await own.connect()
  const call = callsOf(`http://127.0.0.1:${product.port}`)
  const [trader, administrator] = DEMO_SIGN_INS.map(({ username, password }) => ({ username, password }))
  const { access } = await call(logIn, trader!)
  const events = await listen(`http://127.0.0.1:${product.port}`, access)

  await call(stopParticipation, {}, access)
  const { bot } = await call(startParticipation, {}, access)
  const orders = async () =>
    (
      await own.query<{ id: string }>(
        `select o.id from orders o join fills f on f.order_id = o.id
         where o.user_bot_id = $1 and o.decided_at > now() - interval '5 minutes'`,
        [bot.id],
      )
    ).rows
  await vi.waitFor(async () => expect((await orders()).length).toBeGreaterThan(0), LIMIT)
  await vi.waitFor(() => expect(events.names()).toContain('order'), LIMIT)

  const admin = await call(logIn, administrator!)
  const { report } = await call(runBacktest, { days: 5, market: 'simulated' }, admin.access)
  expect(report?.bars).toBeGreaterThan(0)

  // Every call came through the few sessions, and the role has the limit that no start-up parameter could bring.
  const pool = (await bouncer.show('pools')).find(
    ({ database: name }) => name === new URL(database.url).pathname.slice(1),
  )
  expect(Number(pool?.['sv_active']) + Number(pool?.['sv_idle']) + Number(pool?.['sv_used'])).toBeLessThanOrEqual(
    POOL_SIZE,
  )
  const [stats] = (await bouncer.show('stats')).filter(({ database: name }) => name !== 'pgbouncer')
  expect(Number(stats?.['total_xact_count'])).toBeGreaterThan(100)
  // Locks of a session belong to whoever gets that session next: none was taken through the pooler.
  const ports = (await bouncer.show('servers')).map(({ local_port }) => Number(local_port))
  expect(ports).not.toEqual([])
  expect((await own.query(SESSION_LOCKS, [ports])).rows).toEqual([])
  const pooled = new pg.Client({ connectionString: bouncer.url })
  await pooled.connect()
  expect((await pooled.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '30s' }])
  await pooled.end()

  await events.close()
  await own.end()
  await product.kill()
  await bouncer.stop()
})

function callsOf(url: string) {
  return async <C extends Call>(spec: C, input: CallRequest<C>, token?: string): Promise<CallAnswer<C>> => {
    const { path, body } = requestOf(spec, input as Record<string, unknown>)
    const response = await fetch(`${url}/api${path}`, {
      method: spec.method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as CallAnswer<C>
    expect(response.ok, `${spec.path} ${response.status} ${JSON.stringify(answer)}`).toBe(true)
    return answer
  }
}

/** The names of the events that arrived so far. */
async function listen(url: string, token: string) {
  const stopping = new AbortController()
  const response = await fetch(`${url}/api${openLive.path}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stopping.signal,
  })
  expect(response.status).toBe(200)
  let text = ''
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const part of response.body!) text += decoder.decode(part)
  })().catch(() => undefined)
  return {
    names: () => [...text.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name),
    close: () => {
      stopping.abort()
      return reading
    },
  }
}
