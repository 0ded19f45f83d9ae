import type * as admin from '@trading-bot/contract/rest/trading/admin-bots'
import { refuse, refuseFields } from '@trading-bot/contract/rest/refusals'
import { sql } from 'kysely'
import { type AuditScene, recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Queryable, Tx } from '../../../platform/db/client.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { SWITCH_LOCK } from '../../../platform/db/locks.ts'
import { newId } from '../../../platform/ids.ts'
import { addJob } from '../../../platform/jobs/add-job.ts'
import { recordLog } from '../../../platform/logs/record-log.ts'
import { notifyEngine } from '../bot-store.ts'
import { askToClose } from '../positions/ask-to-close.ts'

type Row = {
  id: string
  scope: admin.KillSwitch['scope']
  subject_id: string | null
  subject_name: string | null
  reason: string
  set_by: string | null
  is_automatic: boolean
  set_at: Date
  until: Date | null
}

export const listKillSwitches: UseCase<typeof admin.listKillSwitches> = async ({ db, clock }) =>
  readStanding(db, clock.now(), null)

/** The switches that stand, and everything that keeps the whole platform from opening positions. */
export async function countStandingSwitches(db: Queryable, now: Date) {
  const standing = await readStanding(db, now, null)
  const { rows: windows } = await sql<{ reason: string; until: Date }>`
    select 'Maintenance: ' || m.title as reason, m.ends_at as until from maintenance_windows m
    where m.is_active and m.starts_at <= ${now} and m.ends_at > ${now}
      and coalesce((select (value #>> '{}')::boolean from settings where key = 'maintenance.pause_entries'), true)
    order by m.ends_at desc`.execute(db)
  const paused_by = [
    ...standing.filter(({ scope }) => scope === 'platform').map(({ reason, until }) => ({ reason, until })),
    ...windows.map(({ reason, until }) => ({ reason, until: until.toISOString() })),
  ]
  return { count: standing.length, is_platform_paused: paused_by.length > 0, paused_by }
}

async function readStanding(db: Queryable, now: Date, id: string | null): Promise<admin.KillSwitch[]> {
  const { rows } = await sql<Row>`
    select k.id, k.scope, k.subject_id, coalesce(strategy.name, holder.email, bot.name) as subject_name,
      k.reason, setter.email as set_by, k.is_automatic, k.set_at, k.until
    from kill_switches k
    left join users setter on setter.id = k.set_by
    left join bots strategy on k.scope = 'strategy' and strategy.id = k.subject_id
    left join users holder on k.scope = 'user' and holder.id = k.subject_id
    left join user_bots bot on k.scope = 'bot' and bot.id = k.subject_id
    where k.lifted_at is null and (k.until is null or k.until > ${now}) and (${id}::uuid is null or k.id = ${id})
    order by k.set_at desc`.execute(db)
  return rows.map((row) => ({ ...row, set_at: row.set_at.toISOString(), until: row.until?.toISOString() ?? null }))
}

export const setKillSwitch: UseCase<typeof admin.setKillSwitch> = async (context, input) => {
  const { db, clock } = context
  if ((input.scope === 'platform') !== (input.subject_id === undefined)) {
    return refuseFields({ subject_id: ['Name whose bots are meant; for the platform name nobody'] })
  }
  const id = await db
    .transaction()
    .execute((tx) => setStandingSwitch(tx, context, { ...input, subjectId: input.subject_id ?? null, until: null }))
  const [standing] = id === undefined ? [] : await readStanding(db, clock.now(), id)
  return standing ?? refuse('NOT_FOUND')
}

type Input = {
  readonly scope: admin.KillSwitch['scope']
  readonly subjectId: string | null
  readonly reason: string
  readonly until: Date | null
  readonly close_positions: boolean
  readonly isAutomatic?: boolean
}

/**
 * Durable with the caller's transaction, before anything else happens; the engine is notified when it commits. At most
 * one switch of a scope stands, so that one lift is enough: a second one prolongs it and gives it the newer reason. For
 * a second automatic one nothing happens, and the answer is undefined.
 */
export async function setStandingSwitch(tx: Tx, scene: AuditScene, input: Input): Promise<string | undefined> {
  const now = scene.clock.now()
  const { scope, subjectId, reason, until, close_positions, isAutomatic = false } = input
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${scope}:${subjectId}`}, ${SWITCH_LOCK}))`.execute(tx)
  const prolonged = isAutomatic ? undefined : await prolong(tx, now, input)
  const id = prolonged ?? (await insertSwitch(tx, scene, input))
  if (id === undefined) return undefined
  if (close_positions) {
    // Whatever state the bot is in: a stopped, ended or archived one may still hold something. Locked in the order of
    // their ids: two switches at the same moment would otherwise wait for each other.
    const { rows: bots } = await sql<{ id: string }>`
      update user_bots set close_requests = close_requests + 1, updated_at = ${now}
      where id in (
        select b.id from user_bots b
        where (${scope} = 'platform' or ${subjectId}::uuid in (b.strategy_id, b.user_id, b.id))
          and (b.status <> 'stopped' or b.id in (select user_bot_id from positions where closed_at is null))
        order by b.id for update)
      returning id`.execute(tx)
    await askToClose(
      tx,
      scene,
      bots.map((bot) => bot.id),
    )
  }
  await recordAudit(tx, scene, {
    action: 'switch.set',
    subject: { kind: 'kill-switch', id },
    after: { scope, subject_id: subjectId, reason, until, close_positions },
  })
  await recordLog(tx, now, {
    level: 'CRITICAL',
    category: 'trading',
    message: `Entries are switched off: ${reason}`,
    details: { scope, subject_id: subjectId },
  })
  await notifyEngine(tx, null)
  if (!prolonged) await addJob(tx, 'tell_switch', { switchId: id }, `switch:${id}`)
  return id
}

/** The switch that stands already, until the later of both times; undefined if none does. */
async function prolong(tx: Tx, now: Date, { scope, subjectId, reason, until }: Input): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update kill_switches set reason = ${reason},
      until = case when until is null or ${until}::timestamptz is null then null else greatest(until, ${until}) end
    where scope = ${scope} and subject_id is not distinct from ${subjectId} and not is_automatic
      and lifted_at is null and (until is null or until > ${now})
    returning id`.execute(tx)
  return rows[0]?.id
}

async function insertSwitch(tx: Tx, { actor, clock }: AuditScene, input: Input): Promise<string | undefined> {
  const now = clock.now()
  const inserted = await tx
    .insertInto('kill_switches')
    .values({
      id: newId(now),
      scope: input.scope,
      subject_id: input.subjectId,
      reason: input.reason,
      set_by: actor?.userId ?? null,
      set_at: now,
      until: input.until,
      is_automatic: input.isAutomatic ?? false,
    })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

export const liftKillSwitch: UseCase<typeof admin.liftKillSwitch> = async (context, { id }) =>
  context.db.transaction().execute(async (tx) => ((await liftSwitch(tx, context, id)) ? null : refuse('NOT_FOUND')))

/** False if it does not stand. */
export async function liftSwitch(tx: Tx, scene: AuditScene, id: string): Promise<boolean> {
  const now = scene.clock.now()
  const lifted = await tx
    .updateTable('kill_switches')
    .set({ lifted_at: now })
    .where('id', '=', id)
    .where('lifted_at', 'is', null)
    .returning(['scope', 'subject_id', 'reason'])
    .executeTakeFirst()
  if (!lifted) return false
  await recordAudit(tx, scene, { action: 'switch.lifted', subject: { kind: 'kill-switch', id }, before: lifted })
  await recordLog(tx, now, {
    level: 'WARNING',
    category: 'trading',
    message: `Entries are switched on again: ${lifted.reason}`,
    details: { scope: lifted.scope, subject_id: lifted.subject_id },
  })
  await notifyEngine(tx, null)
  await addJob(tx, 'tell_switch', { switchId: id }, `switch-lifted:${id}`)
  return true
}
