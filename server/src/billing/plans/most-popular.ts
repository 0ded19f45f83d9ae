import { sql } from 'kysely'
import { type AuditScene, recordAudit } from '../../platform/audit/record-audit.ts'
import type { Tx } from '../../platform/db/client.ts'
import { POPULAR_PLAN_LOCK } from '../../platform/db/locks.ts'

const KINDS = { plans: 'plan', bot_plans: 'bot-plan' } as const

/** Before any plan is locked: two administrators who mark a plan at once would otherwise wait for each other. */
export async function lockMostPopular(tx: Tx, form: { readonly is_popular: boolean }): Promise<void> {
  if (form.is_popular) await sql`select pg_advisory_xact_lock(${POPULAR_PLAN_LOCK})`.execute(tx)
}

/** A catalogue has one most popular plan at most: whichever had the mark loses it. */
export async function makeMostPopular(tx: Tx, scene: AuditScene, table: keyof typeof KINDS, id: string): Promise<void> {
  const former = await tx
    .updateTable(table)
    .set({ is_popular: false })
    .where('is_popular', '=', true)
    .where('id', '<>', id)
    .returning('id')
    .execute()
  await tx.updateTable(table).set({ is_popular: true }).where('id', '=', id).execute()
  for (const plan of former)
    await recordAudit(tx, scene, {
      action: 'plan.updated',
      subject: { kind: KINDS[table], id: plan.id },
      before: { is_popular: true },
      after: { is_popular: false },
    })
}
