import type { LegalVariant } from '@trading-bot/contract/legal/variant'
import type { Queryable } from '../../platform/db/client.ts'
import { listEmpanelments } from './hosting-store.ts'

/** The algo provider whose empanelment counts now; null while none is recorded. */
export async function findProvider(db: Queryable): Promise<LegalVariant['provider']> {
  const [current] = await listEmpanelments(db, { currentOnly: true })
  return current ? { name: current.provider_name, number: current.number } : null
}
