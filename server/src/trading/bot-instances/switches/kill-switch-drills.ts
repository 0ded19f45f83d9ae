import type * as api from '@trading-bot/contract/rest/trading/kill-switch-drills'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { MINUTE_MS } from '@trading-bot/core/time'
import { sql } from 'kysely'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Queryable } from '../../../platform/db/client.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import type { Context } from '../../../platform/http/context.ts'
import { newId } from '../../../platform/ids.ts'
import { recordLog } from '../../../platform/logs/record-log.ts'
import { marketSessionAt } from '../../market-calendar/index.ts'
import { notifyEngine } from '../bot-store.ts'

const REASON = 'A drill of the kill switch'
const MOST_LISTED = 100

/**
 * The real switch, for the moment in which is looked whether anybody could still enter. Nobody is told of it; should the
 * process die in between, it ends by itself within a minute.
 */
export const runDrill: UseCase<typeof api.runDrill> = async (context, { note, during_session }) => {
  const { db, clock, calendar } = context
  if (!during_session && marketSessionAt(calendar, clock.now().getTime()).is_open) return refuse('DRILL_IN_SESSION')
  const before = await countThatMayEnter(db, clock.now())
  const startedAt = performance.now()
  const switchId = await setDrillSwitch(context)
  if (switchId === undefined) return refuse('DRILL_WHILE_PAUSED')
  const during = await countThatMayEnter(db, clock.now())
  const effectiveMs = Math.round(performance.now() - startedAt)
  if (!(await liftDrillSwitch(context, switchId))) return refuse('DRILL_WHILE_PAUSED')
  const after = await countThatMayEnter(db, clock.now())
  return record(context, { before, during, after, effectiveMs, note })
}

/** What the statement goes by that records or sends an entry. */
async function countThatMayEnter(db: Queryable, now: Date): Promise<number> {
  const { rows } = await sql<{ bots: number }>`select count(*)::int as bots from bots_that_may_enter(${now})`.execute(
    db,
  )
  return rows[0]?.bots ?? 0
}

/** Undefined while the platform is switched off already: then a drill would show nothing. */
export async function setDrillSwitch({ db, clock, actor }: Context<'admin'>): Promise<string | undefined> {
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into kill_switches (id, scope, subject_id, reason, set_by, set_at, until, is_automatic)
      select ${newId(now)}, 'platform', null, ${REASON}, ${actor.userId}, ${now},
        ${new Date(now.getTime() + MINUTE_MS)}, false
      where not exists (
        select from kill_switches where scope = 'platform' and lifted_at is null and (until is null or until > ${now}))
      on conflict do nothing
      returning id`.execute(tx)
    await notifyEngine(tx, null)
    return rows[0]?.id
  })
}

/** False if somebody has set the switch in earnest meanwhile, which prolongs the one that stands: then it stays. */
export async function liftDrillSwitch({ db, clock }: Context<'admin'>, id: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const lifted = await tx
      .updateTable('kill_switches')
      .set({ lifted_at: clock.now() })
      .where('id', '=', id)
      .where('reason', '=', REASON)
      .where('lifted_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    await notifyEngine(tx, null)
    return lifted !== undefined
  })
}

type Seen = {
  readonly before: number
  readonly during: number
  readonly after: number
  readonly effectiveMs: number
  readonly note: string
}

async function record(
  context: Context<'admin'>,
  { before, during, after, effectiveMs, note }: Seen,
): Promise<api.Drill> {
  const now = context.clock.now()
  const id = newId(now)
  return context.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('kill_switch_drills')
      .values({
        id,
        run_by: context.actor.userId,
        run_at: now,
        bots_before: before,
        bots_during: during,
        bots_after: after,
        effective_ms: effectiveMs,
        note,
      })
      .execute()
    const [drill] = await readDrills(tx, id)
    if (!drill) throw new Error(`drill ${id} was not saved`)
    const seen = { is_passed: drill.is_passed, bots_before: before, bots_during: during, bots_after: after }
    await recordAudit(tx, context, { action: 'switch.drilled', subject: { kind: 'kill-switch', id }, after: seen })
    if (!drill.is_passed)
      await recordLog(tx, now, {
        level: 'CRITICAL',
        category: 'trading',
        message: `The kill switch failed its drill: ${during} bots could enter while it stood, ${after} of ${before} after it`,
      })
    return drill
  })
}

export const listDrills: UseCase<typeof api.listDrills> = async ({ db }) => readDrills(db, null)

/** The newest first. */
export async function readDrills(db: Queryable, id: string | null): Promise<api.Drill[]> {
  const { rows } = await sql<Omit<api.Drill, 'run_at'> & { run_at: Date }>`
    select d.id, u.email as run_by, d.run_at, d.bots_before, d.bots_during, d.bots_after, d.effective_ms, d.note,
      d.bots_during = 0 and d.bots_after >= d.bots_before as is_passed
    from kill_switch_drills d join users u on u.id = d.run_by
    where ${id}::uuid is null or d.id = ${id}
    order by d.run_at desc limit ${MOST_LISTED}`.execute(db)
  return rows.map((row) => ({ ...row, run_at: row.run_at.toISOString() }))
}
