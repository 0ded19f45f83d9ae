import { setTimeout as pause } from 'node:timers/promises'
import { demoCalendar } from '@trading-bot/core/calendar/demo-calendar'
import { MINUTE_MS } from '@trading-bot/core/time'
import type pg from 'pg'

/** The shortest sessions that the demo offers, so that one ends within the run. */
export const SESSION_MINUTES = 20
/** A session ends a minute after its square-off. */
const ON_TIME_MS = MINUTE_MS
const MOST_TAKEOVERS = 3

/** Waits until a run of so many seconds that begins now has a square-off in it, with a minute before and after it. */
export async function untilSquareOffFits(seconds: number, say: (line: string) => void): Promise<void> {
  const calendar = demoCalendar(SESSION_MINUTES)
  const leastMs = 3 * MINUTE_MS
  const lengthMs = Math.max(seconds * 1_000, leastMs)
  const nowMs = Date.now()
  const atMs = [0, 1]
    .map((ahead) => calendar.sessionOf(calendar.sessionNumberAt(nowMs) + ahead, { hasDerivatives: false }))
    .flatMap((session) => (session.ok ? [session.value.squareOffAtMs] : []))
    .find((squareOffMs) => squareOffMs - MINUTE_MS >= nowMs)
  const waitMs = Math.max(0, (atMs ?? nowMs) + ON_TIME_MS + MINUTE_MS / 2 - lengthMs - nowMs)
  if (waitMs > 0) say(`Begins in ${Math.round(waitMs / 1_000)} s, so that the square-off falls into the run.`)
  await pause(waitMs)
}

/** What a machine that is merely busy must not do: take over again and again, or square off late. */
export async function checkSteadiness(client: pg.Client, since: Date): Promise<string[]> {
  const { rows } = await client.query<{ takeovers: number; squaredOff: number; late: number }>(
    `select (select count(*)::integer from takeovers where at >= $1) as takeovers,
       count(*) filter (where exit_reason = 'SQUARE_OFF')::integer as "squaredOff",
       count(*) filter (where coalesce(closed_at, now()) > square_off_at + $2 * interval '1 millisecond')::integer as late
     from positions where opened_at is not null and square_off_at >= $1`,
    [since, ON_TIME_MS],
  )
  const { takeovers, squaredOff, late } = rows[0]!
  return [
    ...(takeovers > MOST_TAKEOVERS
      ? [`${takeovers} takeovers for silence, and at most ${MOST_TAKEOVERS} are allowed`]
      : []),
    ...(squaredOff === 0 ? ['no position was squared off, so that nothing is known of its time'] : []),
    ...(late > 0 ? [`${late} positions were squared off after the session's end`] : []),
  ]
}
