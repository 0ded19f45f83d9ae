import { useQueryClient } from '@tanstack/react-query'
import { listPayments } from '@trading-bot/contract/rest/billing/payments'
import {
  approveMandate,
  approveSimulated,
  type MandateMethod,
  readRenewal,
  registerMandate,
  type SimulatedOutcome,
} from '@trading-bot/contract/rest/billing/renewals'
import { readMySubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import type { CallAnswer } from '@trading-bot/contract/rest/call'
import { useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { serverTextOr } from '../../../lib/api/error-text.ts'
import { notify } from '../../../lib/notifications/notify.ts'
import { openCheckout } from '../payment/open-checkout.ts'
import { payer } from '../payment/pay-at-provider.ts'

type Registered = CallAnswer<typeof registerMandate>
const REFRESHED = [readRenewal, readMySubscription, listPayments]

/** From the chosen method to the bank's answer: the provider's checkout, or the choice of what a test bank does. */
export function useMandate(onDone: () => void) {
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [test, setTest] = useState<Registered | null>(null)

  async function run(work: () => Promise<void>) {
    setBusy(true)
    try {
      await work()
    } catch (failure) {
      notify('error', serverTextOr(failure, ['error', 'message'], 'Automatic payments could not be set up'))
    } finally {
      setBusy(false)
    }
  }

  async function finish(message: string, isUsable: boolean) {
    notify(isUsable ? 'success' : 'info', message)
    await Promise.all(REFRESHED.map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))
    onDone()
  }

  const start = (method: MandateMethod) =>
    run(async () => {
      const registered = await api(registerMandate, { method })
      if (registered.checkout.is_simulated) return setTest(registered)
      const end = await openCheckout(registered.checkout, 'Automatic payments', payer())
      if (end.kind === 'dismissed') return
      const { kind: _, ...receipt } = end
      const { message, mandate } = await api(approveMandate, { id: registered.mandate.id, ...receipt })
      await finish(message, mandate.state === 'confirmed')
    })

  const approve = (outcome: SimulatedOutcome) =>
    run(async () => {
      if (test === null) return
      const { message, mandate } = await api(approveSimulated, { id: test.mandate.id, outcome })
      await finish(message, mandate.state === 'confirmed')
    })

  return {
    isBusy,
    isTesting: test !== null,
    start: (method: MandateMethod) => void start(method),
    approve: (outcome: SimulatedOutcome) => void approve(outcome),
  }
}
