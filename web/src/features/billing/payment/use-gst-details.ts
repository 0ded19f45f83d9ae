import { updateProfile } from '@trading-bot/contract/rest/accounts/auth'
import type { GstState } from '@trading-bot/contract/rest/billing/gst-states'
import { agreeOnState, Gstin } from '@trading-bot/contract/rest/billing/gstin'
import { useState } from 'react'
import { errorText, fieldErrors } from '../../../lib/api/error-text.ts'
import { notify } from '../../../lib/notifications/notify.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { session, useSession } from '../../../lib/session/session.ts'

export type GstDetails = ReturnType<typeof useGstDetails>

/** The buyer's state and GSTIN, saved in the profile: the state when it is chosen, the GSTIN when the user pays. */
export function useGstDetails() {
  const state = useSession()
  const saved = state.status === 'signed-in' ? state.user : null
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const gstin = typed ?? saved?.gstin ?? ''
  const save = useCall(updateProfile, {
    explain: (failure) => (fieldErrors(failure)['gstin'] ? null : errorText(failure)),
    onFailed: (failure) => setProblem(fieldErrors(failure)['gstin'] ?? null),
    onDone: (user) => session.updateUser(user),
  })

  /** Also called when the field is left, so that a mistake shows before the user pays. */
  function check(): boolean {
    const found = problemOf(gstin, saved?.gst_state ?? null)
    setProblem(found)
    return found === null
  }

  async function saveGstin(): Promise<boolean> {
    if (!check()) return false
    if (gstin.trim() === (saved?.gstin ?? '')) return true
    const done = await save.mutateAsync({ gstin }).catch(() => null)
    if (done) setTyped(null)
    return done !== null
  }

  function saveState(gst_state: GstState | '') {
    setProblem(null)
    // A GSTIN of another state would refuse the change, so it is removed with the state that it belonged to.
    const isRemoved = Boolean(saved?.gstin) && !saved?.gstin?.startsWith(gst_state || '-')
    const text = isRemoved
      ? 'The invoice will name this state. Your GSTIN of the other state was removed.'
      : 'The invoice will name this state.'
    save.mutate({ gst_state, ...(isRemoved && { gstin: '' }) }, { onSuccess: () => notify('success', text) })
  }

  return {
    /** Until a state is chosen it follows the GSTIN. */
    state: saved?.gst_state ?? stateOf(gstin),
    gstin,
    problem,
    isSaving: save.isPending,
    type: (text: string) => {
      setTyped(text)
      setProblem(null)
    },
    check,
    saveGstin,
    saveState,
  }
}

function stateOf(gstin: string): GstState | null {
  const parsed = Gstin.safeParse(gstin)
  return parsed.success ? (parsed.data.slice(0, 2) as GstState) : null
}

function problemOf(text: string, state: GstState | null): string | null {
  if (text.trim() === '') return null
  const parsed = Gstin.safeParse(text)
  if (!parsed.success) return parsed.error.issues[0]?.message ?? null
  const agreed = agreeOnState({ gst_state: state, gstin: parsed.data })
  return typeof agreed === 'string' ? agreed : null
}
