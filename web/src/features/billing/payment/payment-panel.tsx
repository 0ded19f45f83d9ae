import { Alert, Box, Button, Group, LoadingOverlay, Stack, Text } from '@mantine/core'
import { formatRupees } from '@trading-bot/core/money'
import type { FormEvent, ReactNode } from 'react'
import { useEnvironment } from '../../../lib/queries/use-environment.ts'
import { DoneIcon, ErrorIcon } from '../../../ui/icons.ts'
import { LegalLinks } from '../../../ui/layout/legal-links.tsx'
import { CouponField } from '../coupon/coupon-field.tsx'
import type { Coupon } from '../coupon/use-coupon.ts'
import { SheetNote } from '../sheet/sheet-note.tsx'
import type { SheetConsent } from '../sheet/use-sheet-consent.ts'
import { AcceptedMethods } from './accepted-methods.tsx'
import { GstSection } from './gst-section.tsx'
import type { Bill } from './payment-lines.ts'
import { PlanSummary } from './plan-summary.tsx'
import { TestPaymentDialog } from './test-payment-dialog.tsx'
import { useGstDetails } from './use-gst-details.ts'
import { NOT_CONFIGURED, type PaymentFlow } from './use-payment.ts'

type Props = {
  paymentFlow: PaymentFlow
  bill: Bill
  /** Where a coupon may be entered. */
  coupon?: Coupon
  /** What the button accepts beside the price. */
  sheet?: SheetConsent
  /** The button's text; without one, "Pay" with the amount. */
  action?: string
  /** Fields that the payment needs. */
  children?: ReactNode
  /** False keeps the user here, because a field above is missing. */
  isReady?: () => boolean
}

/** Every payment of the product: what is bought, its GST, the accepted payment methods and the pay button. */
export function PaymentPanel({
  paymentFlow,
  bill: priced,
  coupon,
  sheet,
  action,
  children,
  isReady = () => true,
}: Props) {
  const environment = useEnvironment()
  const gst = useGstDetails()
  const bill = coupon ? coupon.onBill(priced) : priced
  const { stage, problem, order } = paymentFlow
  const isUnconfigured = environment?.payments === 'none' || problem === NOT_CONFIGURED
  const shown = isUnconfigured ? NOT_CONFIGURED : problem

  async function pay(event: FormEvent) {
    event.preventDefault()
    // A code that was typed and not applied must not be paid past.
    if (coupon && coupon.typed.trim() !== '') return coupon.apply()
    if (isReady() && (await gst.saveGstin()) && (!sheet || (await sheet.accept()))) paymentFlow.start()
  }

  return (
    <Box
      component="form"
      pos="relative"
      aria-label="Payment"
      noValidate
      autoComplete="off"
      onSubmit={(event) => void pay(event)}
    >
      <LoadingOverlay
        visible={stage === 'processing'}
        overlayProps={{ blur: 1, radius: 'md' }}
        loaderProps={{ children: <Text component="output">Processing payment…</Text> }}
      />
      <Stack gap="lg">
        <PlanSummary name={bill.planName} lines={bill.lines} />
        {coupon && <CouponField coupon={coupon} isDisabled={stage !== 'idle'} />}
        <GstSection gst={gst} due={bill.due} />
        <AcceptedMethods />
        {children}
        {shown !== null && (
          <Alert color="red" variant="light" icon={<ErrorIcon />} p="sm" role="alert" data-testid="payment-problem">
            {shown}
          </Alert>
        )}
        <SheetNote sheet={sheet?.sheet} />
        <Group justify="space-between">
          <Text size="xs" c="dimmed" maw={360}>
            {environment?.payments === 'simulated'
              ? 'Test mode: orders are simulated and no money moves.'
              : 'You pay at the provider. Your card details never reach this site.'}
          </Text>
          <Button
            type="submit"
            size="md"
            disabled={stage === 'done'}
            loading={gst.isSaving}
            leftSection={stage === 'done' ? <DoneIcon size={18} /> : undefined}
          >
            {labelOf(stage === 'done', isUnconfigured, action ?? `Pay ${formatRupees(bill.due)}`)}
          </Button>
        </Group>
        <LegalLinks inNewTab />
      </Stack>
      {order !== null && (
        <TestPaymentDialog
          isOpen={stage === 'confirming'}
          amountPaise={order.amount}
          planName={bill.planName}
          onConfirm={paymentFlow.confirmTest}
          onClose={paymentFlow.declineTest}
        />
      )}
    </Box>
  )
}

function labelOf(isDone: boolean, isUnconfigured: boolean, action: string): string {
  if (isDone) return 'Payment Successful'
  return isUnconfigured ? 'Test Payment Mode' : action
}
