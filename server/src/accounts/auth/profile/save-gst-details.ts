import { GstState } from '@trading-bot/contract/rest/billing/gst-states'
import { agreeOnState } from '@trading-bot/contract/rest/billing/gstin'
import { Refusal, refuseFields } from '@trading-bot/contract/rest/refusals'
import type { Tx } from '../../../platform/db/client.ts'
import { changeUser, lockUserRow } from './user-store.ts'

type Saved = { readonly gst_state: GstState | null; readonly gstin: string | null }
type Input = { readonly gst_state?: GstState | '' | undefined; readonly gstin?: string | undefined }

/** The saved details with what was entered now; an empty value removes one. State and GSTIN always agree. */
export function chooseGstDetails(saved: Saved, input: Input): Saved | Refusal {
  const gstin = input.gstin === undefined ? saved.gstin : input.gstin || null
  const chosen = input.gst_state === undefined ? saved.gst_state : input.gst_state || null
  const agreed = agreeOnState({ gst_state: chosen, gstin })
  return typeof agreed === 'string' ? refuseFields({ gstin: [agreed] }) : agreed
}

/** Saves the state that was entered at the checkout to the profile. */
export async function saveGstState(tx: Tx, userId: string, state: GstState, now: Date): Promise<Refusal | undefined> {
  const { gst_state, gstin } = await lockUserRow(tx, userId)
  const saved = { gst_state: gst_state === null ? null : GstState.parse(gst_state), gstin }
  const details = chooseGstDetails(saved, { gst_state: state })
  if (details instanceof Refusal) return details
  await changeUser(tx, userId, details, now)
  return undefined
}
