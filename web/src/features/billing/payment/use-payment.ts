import { useQueryClient } from '@tanstack/react-query'
import { listPayments, simulatedSuccess } from '@trading-bot/contract/rest/billing/payments'
import type { PaymentOrder } from '@trading-bot/contract/rest/billing/subscriptions'
import { useEffect, useEffectEvent, useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { serverTextOr } from '../../../lib/api/error-text.ts'
import { notify } from '../../../lib/notifications/notify.ts'
import { PLAN_QUERIES } from '../plans/plan-queries.ts'
import { isUsableKey } from './is-usable-key.ts'
import { payAtProvider } from './pay-at-provider.ts'

export const NOT_CONFIGURED = 'Razorpay credentials not configured. Please contact support.'
const PAID = 'Payment successful! Your subscription is now active.'
const TEST_PAID = 'Payment processed successfully! Subscription created.'
const PAID_QUERIES = [...PLAN_QUERIES, listPayments]

/** Long enough to read "Payment Successful" before the next step appears. */
const SHOWN_MS = 900

type Options = {
  /** The description shown in the checkout. */
  description: string
  /** Creates the order to pay; null when nothing is due. */
  makeOrder: () => Promise<PaymentOrder | null>
  onPaid: () => void
  /** The toast's text where nothing new was subscribed to. */
  doneText?: string
  /** The text for an order that could not be created. */
  explain?: (failure: unknown) => string
}
type Stage = 'idle' | 'processing' | 'confirming' | 'done'

export type PaymentFlow = ReturnType<typeof usePayment>

/** From an order to its payment: idle -> processing -> (a test order: confirming -> processing) -> done. */
export function usePayment({ description, makeOrder, onPaid, doneText, explain = explainOrder }: Options) {
  const [stage, setStage] = useState<Stage>('idle')
  const [problem, setProblem] = useState<string | null>(null)
  const [order, setOrder] = useState<PaymentOrder | null>(null)
  const queries = useQueryClient()
  useWhenDone(stage, onPaid)

  function fail(text: string) {
    setProblem(text)
    setStage('idle')
    notify('error', text)
  }

  async function finish() {
    setStage('done')
    await Promise.all(PAID_QUERIES.map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))
  }

  async function start() {
    setProblem(null)
    setStage('processing')
    try {
      const next = await makeOrder()
      setOrder(next)
      if (next === null) await finish()
      else if (next.is_simulated) setStage('confirming')
      else if (isUsableKey(next.key_id)) await settle(() => payAtProvider(next, description), PAID)
      else fail(NOT_CONFIGURED)
    } catch (failure) {
      fail(explain(failure))
    }
  }

  async function settle(pay: () => Promise<'paid' | 'dismissed' | 'not-opened'>, text: string) {
    setStage('processing')
    try {
      const end = await pay()
      if (end === 'dismissed') return setStage('idle')
      if (end === 'not-opened') return fail('Failed to initiate payment')
      notify('success', doneText ?? text)
      return await finish()
    } catch (failure) {
      return fail(serverTextOr(failure, ['error', 'message'], 'Payment verification failed'))
    }
  }

  const payTest = async () => {
    if (order !== null) await api(simulatedSuccess, { payment_id: order.payment_id })
    return 'paid' as const
  }
  return {
    stage,
    problem,
    order,
    start: () => void start(),
    confirmTest: () => void settle(payTest, TEST_PAID),
    declineTest: () => setStage('idle'),
  }
}

function explainOrder(failure: unknown): string {
  return serverTextOr(failure, ['error', 'message'], 'Failed to create payment order')
}

function useWhenDone(stage: Stage, onPaid: () => void) {
  const proceed = useEffectEvent(onPaid)
  useEffect(() => {
    if (stage !== 'done') return undefined
    const timer = setTimeout(() => proceed(), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [stage])
}
