import { Modal } from '@mantine/core'
import { createOrder } from '@trading-bot/contract/rest/billing/payments'
import type { Subscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { api } from '../../../lib/api/api.ts'
import { renewalBill } from '../payment/payment-lines.ts'
import { PaymentPanel } from '../payment/payment-panel.tsx'
import { usePayment } from '../payment/use-payment.ts'
import { useCoupon } from '../coupon/use-coupon.ts'
import { choiceOf, cycleOf, type SelectedPlan } from '../plans/selected-plan.ts'

type Props = { plan: SelectedPlan; subscription: Subscription; onClose: () => void }

/** Pays the next period in advance; it starts when the running one ends. */
export function RenewDialog({ plan, subscription, onClose }: Props) {
  const coupon = useCoupon(plan, { renew: true })
  const paymentFlow = usePayment({
    description: `${plan.name}, renewal`,
    makeOrder: async () => {
      const order = { ...choiceOf(plan), billing_cycle: cycleOf(plan), renew: true, ...coupon.request }
      return (await api(createOrder, order)).data
    },
    doneText: 'Renewed. Your next period is paid.',
    onPaid: onClose,
  })
  return (
    <Modal opened onClose={onClose} title="Renew Plan" size="lg" closeOnClickOutside={false}>
      <PaymentPanel paymentFlow={paymentFlow} bill={renewalBill(plan, subscription)} coupon={coupon} />
    </Modal>
  )
}
