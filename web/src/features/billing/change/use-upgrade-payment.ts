import { upgradeSubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { api } from '../../../lib/api/api.ts'
import { notify } from '../../../lib/notifications/notify.ts'
import { upgradeBill } from '../payment/payment-lines.ts'
import { useCoupon } from '../coupon/use-coupon.ts'
import { usePayment } from '../payment/use-payment.ts'
import { useQuote } from '../payment/use-quote.ts'
import { type Change, CHANGED, changeRequest, explainChange } from './use-change-plan.ts'

/** The payment of an upgrade: test payments are captured within its call, others pay the order it returns. */
export function useUpgradePayment(change: Change, onDone: () => void) {
  const quote = useQuote(change.plan)
  const coupon = useCoupon(change.plan)
  const paymentFlow = usePayment({
    description: change.plan.name,
    makeOrder: () =>
      quote.orOffered(
        async () => (await api(upgradeSubscription, { ...changeRequest(change), ...coupon.request })).order,
      ),
    explain: explainChange,
    onPaid: () => {
      notify('success', CHANGED.upgrade)
      onDone()
    },
  })
  return { paymentFlow, coupon, bill: quote.offer && upgradeBill(change.plan, quote.offer) }
}
