import { quoteCoupon } from '@trading-bot/contract/rest/billing/coupons'
import type { CallAnswer } from '@trading-bot/contract/rest/call'
import { formatRupees } from '@trading-bot/core/money'
import { useState } from 'react'
import { serverTextOr } from '../../../lib/api/error-text.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import type { Bill } from '../payment/payment-lines.ts'
import { choiceOf, cycleOf, type SelectedPlan } from '../plans/selected-plan.ts'

type Applied = CallAnswer<typeof quoteCoupon>
export type Coupon = ReturnType<typeof useCoupon>

/** A coupon for the payment of a plan: what it takes off is the server's word, and its order charges exactly that. */
export function useCoupon(plan: SelectedPlan, { renew = false } = {}) {
  const [typed, setTyped] = useState('')
  const [applied, setApplied] = useState<Applied | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const quote = useCall(quoteCoupon, {
    explain: () => null,
    onFailed: (failure) => {
      setApplied(null)
      setProblem(serverTextOr(failure, ['coupon', 'error', 'message'], 'The coupon could not be checked. Try again.'))
    },
    onDone: (answer) => {
      setApplied(answer)
      setTyped('')
    },
  })

  function apply() {
    setProblem(null)
    quote.mutate({ coupon: typed, ...choiceOf(plan), billing_cycle: cycleOf(plan), ...(renew && { renew }) })
  }

  return {
    typed,
    applied,
    problem,
    isBusy: quote.isPending,
    type: (text: string) => {
      setTyped(text)
      setProblem(null)
    },
    apply,
    remove: () => setApplied(null),
    /** The part of an order's request that says so. */
    request: applied ? { coupon: applied.code, due: applied.due } : {},
    /** What remains to be paid; the last line of a bill is its total. */
    onBill: (bill: Bill): Bill => {
      if (!applied) return bill
      const [total = ['Total', ''], ...others] = bill.lines.toReversed()
      const less = [`Coupon ${applied.code}`, formatRupees(-applied.discount)] as const
      return {
        ...bill,
        due: applied.due,
        lines: [...others.toReversed(), less, [total[0], formatRupees(applied.due)]],
      }
    },
  }
}
