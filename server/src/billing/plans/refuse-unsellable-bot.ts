import { type Refusal, refuseFields } from '@trading-bot/contract/rest/refusals'
import type { Queryable } from '../../platform/db/client.ts'
import { findUnsellable } from './plan-ports.ts'

type Sold = { readonly bot_type: string; readonly bot_id: string | null }

/** A bot that the plan already names may have been withdrawn since: that is no reason to refuse another change. */
export async function refuseUnsellableBot(db: Queryable, plan: Sold, before?: Sold): Promise<Refusal | undefined> {
  if (plan.bot_id === null) return undefined
  if (before && before.bot_id === plan.bot_id && before.bot_type === plan.bot_type) return undefined
  const reason = await findUnsellable.ask(db, plan.bot_type, plan.bot_id)
  return reason === undefined ? undefined : refuseFields({ bot_id: [reason] })
}
