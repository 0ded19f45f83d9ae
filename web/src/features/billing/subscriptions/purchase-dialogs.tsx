import { useState } from 'react'
import { PaymentDialog } from '../payment/payment-dialog.tsx'
import type { AnyPlan } from '../plans/selected-plan.ts'
import { PurchaseWizard } from '../wizard/purchase-wizard.tsx'

/** First the wizard, then the payment of what it made. */
export function PurchaseDialogs({ plan, onClose }: { plan: AnyPlan; onClose: () => void }) {
  const [isCreated, setCreated] = useState(false)
  if (isCreated) return <PaymentDialog plan={plan} onPaid={onClose} onClose={onClose} />
  return <PurchaseWizard plan={plan} onCreated={() => setCreated(true)} onClose={onClose} />
}
