import type { GstState } from '@trading-bot/contract/rest/gst-states'
import type { Tx } from '../../../platform/db/client.ts'
import { changeUser } from '../profile/user-store.ts'

/** Told at the checkout: it stands in the profile from then on. */
export async function keepGstState(tx: Tx, userId: string, state: GstState, now: Date): Promise<void> {
  await changeUser(tx, userId, { gst_state: state }, now)
}
