// What regular plans and bot plans have in common.
import type { Tx } from '../../platform/db/client.ts'

export type AnyPlan = {
  readonly kind: 'plan' | 'bot-plan'
  readonly id: string
  readonly name: string
  readonly price_paise: string
}

/** A plan of either kind that is not archived, with its row locked: purchases that would reference it wait. */
export async function lockAnyPlan(tx: Tx, id: string): Promise<AnyPlan | undefined> {
  for (const [table, kind] of TABLES) {
    const row = await tx
      .selectFrom(table)
      .select(['id', 'name', 'price_paise'])
      .where('id', '=', id)
      .where('archived_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (row) return { kind, ...row }
  }
  return undefined
}

const TABLES = [
  ['plans', 'plan'],
  ['bot_plans', 'bot-plan'],
] as const

export async function setArchived(tx: Tx, { kind, id }: AnyPlan, now: Date): Promise<void> {
  const change = { archived_at: now, is_active: false, is_popular: false }
  if (kind === 'plan') await tx.updateTable('plans').set(change).where('id', '=', id).execute()
  else
    await tx
      .updateTable('bot_plans')
      .set({ ...change, updated_at: now })
      .where('id', '=', id)
      .execute()
}
