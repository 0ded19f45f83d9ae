import type * as spec from '@trading-bot/contract/rest/trading/hosting'
import { type Refusal, refuse, refuseFields } from '@trading-bot/contract/rest/refusals'
import { indiaDayNumber, isoDay } from '@trading-bot/core/time'
import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Tx } from '../../platform/db/client.ts'
import { HOSTING_LOCK } from '../../platform/db/locks.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import type { Context } from '../../platform/http/context.ts'
import { newId } from '../../platform/ids.ts'
import { notifyEngines } from '../algo-registry/index.ts'
import { momentText } from './hosting-refusals.ts'
import { type Documents, endDocument } from './hosting-store.ts'
import { tellRefusedOwners } from './tell-refused-owners.ts'

// The broker that orders go through, as its documents write it.
const OURS = /^angel[\s_-]*one\b/i

/** Live entries in the mode provider rest on it from the commit on. */
export const enterEmpanelment: UseCase<typeof spec.enterEmpanelment> = async (context, input) => {
  const { db, clock, actor } = context
  const now = clock.now()
  const refusal = checkDocument(input, now)
  if (refusal) return refusal
  const row = { ...input, broker: 'angel_one', id: newId(now), entered_by: actor.userId, entered_at: now }
  return db.transaction().execute(async (tx) => {
    await lockDocuments(tx)
    await tx.updateTable('provider_empanelments').set({ ended_at: now }).where('ended_at', 'is', null).execute()
    await tx.insertInto('provider_empanelments').values(row).execute()
    await recordEntry(tx, context, 'empanelment', row)
    return { message: `The empanelment ${row.number} of ${row.provider_name} is entered.` }
  })
}

export const enterApproval: UseCase<typeof spec.enterApproval> = async (context, input) => {
  const { db, clock, actor } = context
  const now = clock.now()
  const refusal = checkDocument(input, now)
  if (refusal) return refusal
  if (input.approved_on > isoDay(indiaDayNumber(now.getTime())))
    return refuseFields({ approved_on: ['The approval lies in the future'] })
  const row = { ...input, broker: 'angel_one', id: newId(now), entered_by: actor.userId, entered_at: now }
  return db.transaction().execute(async (tx) => {
    const known = tx.selectFrom('bot_versions').select('number').where('logic_hash', '=', row.logic_hash)
    if (!(await known.executeTakeFirst())) return refuse('ALGO_HASH_UNKNOWN')
    await lockDocuments(tx)
    await tx
      .updateTable('broker_approvals')
      .set({ ended_at: now })
      .where('logic_hash', '=', row.logic_hash)
      .where('ended_at', 'is', null)
      .execute()
    await tx.insertInto('broker_approvals').values(row).execute()
    await recordEntry(tx, context, 'approval', row)
    return { message: `The approval ${row.reference} is entered.` }
  })
}

export const withdrawEmpanelment: UseCase<typeof spec.withdrawEmpanelment> = (context, { id }) =>
  withdraw(context, { table: 'provider_empanelments', kind: 'empanelment', id })

export const withdrawApproval: UseCase<typeof spec.withdrawApproval> = (context, { id }) =>
  withdraw(context, { table: 'broker_approvals', kind: 'approval', id })

type Withdrawal = { readonly table: Documents; readonly kind: 'empanelment' | 'approval'; readonly id: string }

async function withdraw(context: Context<'admin'>, { table, kind, id }: Withdrawal) {
  const { db, clock } = context
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    const isEnded = await endDocument(tx, table, id, now)
    if (isEnded === null) return refuse('NOT_FOUND')
    if (!isEnded) return refuse('DOCUMENT_HISTORY')
    await recordAudit(tx, context, { action: `hosting.${kind}_withdrawn`, subject: { kind: 'hosting', id } })
    const rule = kind === 'empanelment' ? ('NO_EMPANELMENT' as const) : ('NO_APPROVAL' as const)
    await tellRefusedOwners(tx, { key: `hosting-end:${id}`, why: WITHDRAWN[kind], now, rules: [rule] })
    await notifyEngines(tx)
    return { message: `${WITHDRAWN[kind]} Entries with real money by it stop; exits go on.` }
  })
}

const WITHDRAWN = {
  empanelment: 'The algo provider’s empanelment is withdrawn.',
  approval: 'The broker’s approval is withdrawn.',
}

type Checked = { readonly broker: string; readonly valid_until: string | null }

function checkDocument({ broker, valid_until }: Checked, now: Date): Refusal | undefined {
  if (!OURS.test(broker)) return refuse('OTHER_BROKERS_DOCUMENT', { values: { broker } })
  const end = valid_until === null ? null : new Date(valid_until)
  return end && end <= now ? refuse('DOCUMENT_ENDED', { values: { day: momentText(end) } }) : undefined
}

/** Two that are entered at once: the later one replaces the earlier. */
async function lockDocuments(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${HOSTING_LOCK})`.execute(tx)
}

async function recordEntry(tx: Tx, context: Context<'admin'>, kind: string, row: { id: string }): Promise<void> {
  const { id, ...after } = row
  await recordAudit(tx, context, { action: `hosting.${kind}_entered`, subject: { kind: 'hosting', id }, after })
  await notifyEngines(tx)
}
