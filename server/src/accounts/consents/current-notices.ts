import { type Notices, noticesOf } from '@trading-bot/contract/legal/notices'
import type { LegalVariant } from '@trading-bot/contract/legal/variant'
import type { Queryable } from '../../platform/db/client.ts'
import { domainPort } from '../../platform/domain-port.ts'
import type { Deps } from '../../platform/http/context.ts'

/** Whether a strategy is registered as a black box. */
export const hasBlackBoxes = domainPort<(db: Queryable) => Promise<boolean>>('hasBlackBoxes')

/** The algo provider whose empanelment counts now; null while none is recorded. */
export const findProvider = domainPort<(db: Queryable) => Promise<LegalVariant['provider']>>('findProvider')

/** What the notices of this installation depend on now. */
export async function readLegalVariant(db: Queryable, { compliance }: Deps['config']): Promise<LegalVariant> {
  const { hosting, feeSharing } = compliance
  return {
    hosting,
    black_boxes: await hasBlackBoxes.ask(db),
    fee_sharing: feeSharing ?? null,
    provider: hosting === 'provider' ? await findProvider.ask(db) : null,
  }
}

/** The one answer to which texts hold: for the consents, and through GET /operator/ for every page. */
export async function currentNotices(db: Queryable, config: Deps['config']): Promise<Notices> {
  return noticesOf(await readLegalVariant(db, config))
}
