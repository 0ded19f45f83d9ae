import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { FEED_LOCK } from '../../platform/db/locks.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { standForLeader, type Term } from './stand-for-leader.ts'

const LIMIT = { timeout: 10_000, interval: 5 }
// It takes two seconds at most; a machine that is busy with other tests gets more.
const SOON_MS = 6_000
const SOON = { timeout: SOON_MS, interval: 5 }

let pool: pg.Pool
const standing: { stop: () => Promise<void> }[] = []
beforeAll(async () => {
  pool = new pg.Pool({ connectionString: (await createTestDatabase()).url })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
})
afterEach(async () => {
  for (const one of standing.splice(0)) await one.stop()
})
afterAll(() => pool.end())

/** A process that stands: the terms it had, and whether it leads now. */
function stand() {
  const terms: Term[] = []
  const state = { isLeading: false }
  const { stop } = standForLeader({
    pool,
    onError: () => undefined,
    onLead: (term) => {
      terms.push(term)
      state.isLeading = true
      return async () => {
        state.isLeading = false
      }
    },
  })
  standing.push({ stop })
  return { terms, state, stop }
}

const holder = async () => {
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and classid = ${FEED_LOCK} and granted
       and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows[0]?.pid
}

test('one of two leads; the other takes over when its session ends or it stops, with a higher term', async () => {
  const first = stand()
  await vi.waitFor(() => expect(first.state.isLeading).toBe(true), LIMIT)
  const second = stand()
  await pool.query('select pg_terminate_backend($1)', [await holder()])
  await vi.waitFor(() => expect([...first.terms, ...second.terms]).toHaveLength(2), SOON)
  await vi.waitFor(() => expect([first, second].filter(({ state }) => state.isLeading)).toHaveLength(1), LIMIT)
  const [leader, other] = second.state.isLeading ? [second, first] : [first, second]
  expect(leader.terms.at(-1)!.number).toBeGreaterThan(first.terms[0]!.number)
  expect(leader.terms.at(-1)!.isConfirmed()).toBe(true)
  await leader.stop()
  await vi.waitFor(() => expect(other.state.isLeading).toBe(true), SOON)
  expect(leader.state.isLeading).toBe(false)
  expect(other.terms.at(-1)!.number).toBeGreaterThan(leader.terms.at(-1)!.number)
})

test('a leader that is silent, as a paused process is, is ended and replaced', async () => {
  const paused = await pool.connect()
  await paused.query(`select pg_advisory_lock(${FEED_LOCK}, 0)`)
  const since = performance.now()
  const next = stand()
  await vi.waitFor(() => expect(next.state.isLeading).toBe(true), LIMIT).finally(() => paused.release(true))
  const tookMs = performance.now() - since
  expect(tookMs).toBeGreaterThan(1_000)
  expect(tookMs).toBeLessThan(SOON_MS)
})
