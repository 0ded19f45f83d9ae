import type { GstState } from '@trading-bot/contract/rest/billing/gst-states'
import type { Tx } from '../../../platform/db/client.ts'
import { changeUser } from '../profile/user-store.ts'

/** Saves the state that was entered at the checkout to the profile. */
export async function saveGstState(tx: Tx, userId: string, state: GstState, now: Date): Promise<void> {
  await changeUser(tx, userId, { gst_state: state }, now)
}
