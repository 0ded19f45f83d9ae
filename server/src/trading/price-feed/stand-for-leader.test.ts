import { fork } from 'node:child_process'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { FEED_LOCK } from '../../platform/db/locks.ts'
import { eventually } from '../../testing/eventually.ts'
import { createTestDatabase } from '../../testing/database/test-database.ts'
import { LOOK_EVERY_MS, standForLeader, type Term, TRUSTED_MS } from './stand-for-leader.ts'
import type { CandidateNews } from './testing/feed-candidate.ts'

// A machine that is busy with other tests gets more time.
const BUSY_MS = 2_000

let url: string
let pool: pg.Pool
const standing: { stop: () => Promise<void> }[] = []
beforeAll(async () => {
  url = (await createTestDatabase()).url
  pool = new pg.Pool({ connectionString: url })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
})
afterEach(async () => {
  for (const one of standing.splice(0)) await one.stop()
})
afterAll(() => pool.end())

/** A process that stands: the terms it had, and whether it leads now. */
function stand(onLead: (term: Term) => void = () => undefined) {
  const terms: Term[] = []
  const state = { isLeading: false }
  const { stop } = standForLeader({
    pool,
    onError: () => undefined,
    onLead: (term) => {
      terms.push(term)
      state.isLeading = true
      onLead(term)
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
  await eventually(() => expect(first.state.isLeading).toBe(true))
  const second = stand()
  await pool.query('select pg_terminate_backend($1)', [await holder()])
  await eventually(() => expect([...first.terms, ...second.terms]).toHaveLength(2))
  await eventually(() => expect([first, second].filter(({ state }) => state.isLeading)).toHaveLength(1))
  const [leader, other] = second.state.isLeading ? [second, first] : [first, second]
  expect(leader.terms.at(-1)!.number).toBeGreaterThan(first.terms[0]!.number)
  expect(leader.terms.at(-1)!.isConfirmed()).toBe(true)
  await leader.stop()
  await eventually(() => expect(other.state.isLeading).toBe(true))
  expect(leader.state.isLeading).toBe(false)
  expect(other.terms.at(-1)!.number).toBeGreaterThan(leader.terms.at(-1)!.number)
})

test('a paused leader is replaced within two seconds, and does not speak when it goes on', async () => {
  const { child, news } = startCandidate()
  await eventually(() => expect(news.some(({ type }) => type === 'speaks')).toBe(true))
  const next = stand()
  child.kill('SIGSTOP')
  const pausedMs = performance.now()
  await eventually(() => expect(next.state.isLeading).toBe(true))
  const tookMs = performance.now() - pausedMs
  const ledAtMs = Date.now()
  child.kill('SIGCONT')
  await eventually(() => expect(news.at(-1)?.type).toBe('steps down'))
  expect(news.filter((each) => each.type === 'speaks' && each.atMs > ledAtMs)).toEqual([])
  expect(next.terms).toHaveLength(1)
  expect(next.terms[0]!.isConfirmed()).toBe(true)
  // Ended too early, it would still trust its last confirmation.
  expect(tookMs).toBeGreaterThan(TRUSTED_MS - LOOK_EVERY_MS)
  expect(tookMs).toBeLessThan(2_000 + BUSY_MS)
})

test('leaders that fell silent one after the other make the next patient; each is recorded once', async () => {
  const silent = await pool.connect()
  const lost = new Promise((resolve) => silent.once('error', resolve))
  await silent.query('select pg_advisory_lock($1, 0)', [FEED_LOCK])
  await pool.query('delete from takeovers')
  await pool.query(`insert into takeovers (session_pid, silent_since, role)
    select -number, now(), 'feed' from generate_series(1, 4) as number`)
  const [first, second] = [stand(), stand()]
  await pause(TRUSTED_MS + 700)
  expect([first.state.isLeading, second.state.isLeading]).toEqual([false, false])
  // A calm minute later.
  await pool.query(`update takeovers set at = at - interval '61 seconds'`)
  await eventually(() => expect([first, second].filter(({ state }) => state.isLeading)).toHaveLength(1))
  await lost
  silent.release(true)
  const { rows } = await pool.query(`select role from takeovers where session_pid > 0`)
  expect(rows).toEqual([{ role: 'feed' }])
  await pool.query('delete from takeovers')
})

test('the first word of a leader is confirmed, however long it stood by', async () => {
  const confirmed: boolean[] = []
  const first = stand()
  await eventually(() => expect(first.state.isLeading).toBe(true))
  stand((term) => confirmed.push(term.isConfirmed()))
  await first.stop()
  await eventually(() => expect(confirmed).toEqual([true]))
})

/** A candidate in a process of its own, and what it has said. */
function startCandidate() {
  const news: CandidateNews[] = []
  const child = fork(path.join(import.meta.dirname, 'testing/feed-candidate.ts'), [], {
    execArgv: ['--import', 'tsx'],
    env: { PATH: process.env['PATH'], DATABASE_URL: url },
  })
  child.on('message', (each: CandidateNews) => news.push(each))
  const exited = new Promise((resolve) => child.once('exit', resolve))
  standing.push({
    stop: async () => {
      child.kill('SIGKILL')
      await exited
    },
  })
  return { child, news }
}
