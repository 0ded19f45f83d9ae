import type { Queryable } from '../../platform/db/client.ts'
import { findValid } from '../../billing/subscriptions/index.ts'
import type { Viewer } from './may-see-performance.ts'

/** A plan's bot is held by whoever has that plan now; the own bot by whoever still has the plan that it was made for. */
export type Held = { readonly bot_plan_id: string } | { readonly subscription_id: string }

/** What a user is to a bot. */
export async function viewerOf(
  db: Queryable,
  { userId, isAdmin }: { readonly userId: string; readonly isAdmin: boolean },
  now: Date,
): Promise<(held: Held) => Viewer> {
  if (isAdmin) return () => 'operator'
  const valid = await findValid(db, userId, now)
  return (held) => {
    const isHeld =
      'subscription_id' in held ? valid?.id === held.subscription_id : valid?.bot_plan_id === held.bot_plan_id
    return valid && isHeld ? 'holder' : 'other'
  }
}
