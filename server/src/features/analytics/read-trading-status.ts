import type { readTradingStatus as spec } from '@trading-bot/contract/rest/analytics'
import { DEMO_CALENDAR } from '@trading-bot/core/calendar/demo-calendar'
import { INDIA_CALENDAR } from '@trading-bot/core/calendar/india-calendar'
import { openSessionAt } from '@trading-bot/core/calendar/open-session-at'
import { sql } from 'kysely'
import type { Verb } from '../../http/bind-route.ts'
import { ENGINE_LOCK } from '../../db/locks.ts'

export const readTradingStatus: Verb<typeof spec> = async ({ db, clock, config }) => {
  const now = clock.now()
  const session = openSessionAt(config.demo ? DEMO_CALENDAR : INDIA_CALENDAR, now.getTime(), { hasDerivatives: false })
  // The one engine holds the lock while it has the accounts (engine-ports/pg-live-store.ts).
  // That it answers is the proof of the database's health: an answer without it is not given.
  const { rows } = await sql<{ is_held: boolean }>`
    select exists (
      select from pg_locks where locktype = 'advisory' and objid = ${ENGINE_LOCK} and granted
        and database = (select oid from pg_database where datname = current_database())) as is_held`.execute(db)
  return {
    market: {
      is_open: session.ok,
      is_simulated: config.demo,
      note: session.ok ? (session.value.note ?? '') : session.refusal.sentence,
      closes_at: session.ok ? new Date(session.value.closeMs).toISOString() : null,
    },
    database: 'healthy',
    scheduler: rows[0]?.is_held ? 'active' : 'stopped',
    as_of: now.toISOString(),
  }
}
