import { NativeSelect } from '@mantine/core'
import { updateProfile } from '@trading-bot/contract/rest/accounts/auth'
import { GST_STATE_OPTIONS, type GstState } from '@trading-bot/contract/rest/billing/gst-states'
import { notify } from '../../../lib/notifications/notify.ts'
import { session, useSession } from '../../../lib/session/session.ts'
import { useCall } from '../../../lib/queries/use-call.ts'

const STATES = [{ value: '', label: 'Not given' }, ...GST_STATE_OPTIONS]

/** The state used for GST on the invoice. It is saved in the profile, so it also applies to later payments. */
export function BillingState() {
  const state = useSession()
  const save = useCall(updateProfile, {
    onDone: (user) => {
      session.updateUser(user)
      notify('success', 'The invoice will name this state.')
    },
  })
  if (state.status !== 'signed-in') return null
  return (
    <NativeSelect
      label="State for the GST invoice (optional)"
      maw={320}
      data={STATES}
      value={state.user.gst_state ?? ''}
      disabled={save.isPending}
      onChange={(event) => save.mutate({ gst_state: event.currentTarget.value as GstState | '' })}
    />
  )
}
