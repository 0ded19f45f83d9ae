import { Modal } from '@mantine/core'
import { createOrder } from '@trading-bot/contract/rest/billing/payments'
import { api } from '../../../lib/api/api.ts'
import { useCoupon } from '../coupon/use-coupon.ts'
import { choiceOf, cycleOf, type SelectedPlan } from '../plans/selected-plan.ts'
import { useMySubscription } from '../plans/use-my-subscription.ts'
import { useSheetConsent } from '../sheet/use-sheet-consent.ts'
import { purchaseBill } from './payment-lines.ts'
import { PaymentPanel } from './payment-panel.tsx'
import { usePayment } from './use-payment.ts'

type Props = { plan: SelectedPlan; onPaid: () => void; onClose: () => void }

/** Pays for the subscription that was just created. */
export function PaymentDialog({ plan, onPaid, onClose }: Props) {
  const { subscription } = useMySubscription()
  const coupon = useCoupon(plan)
  const sheet = useSheetConsent(plan)
  const paymentFlow = usePayment({
    description: plan.name,
    makeOrder: async () =>
      (await api(createOrder, { ...choiceOf(plan), billing_cycle: cycleOf(plan), ...coupon.request })).data,
    onPaid,
  })
  return (
    <Modal opened onClose={onClose} title="Complete Payment" size="lg" closeOnClickOutside={false}>
      <PaymentPanel
        paymentFlow={paymentFlow}
        bill={purchaseBill(plan, subscription?.credit)}
        coupon={coupon}
        sheet={sheet}
      />
    </Modal>
  )
}
