import { Alert, Box, Button, Group, LoadingOverlay, Stack, Text } from '@mantine/core'
import { useEnvironment } from '../../../lib/queries/use-environment.ts'
import { DoneIcon, ErrorIcon } from '../../../ui/icons.ts'
import { LegalLinks } from '../../../ui/layout/legal-links.tsx'
import { AcceptedMethods } from './accepted-methods.tsx'
import { BillingState } from './billing-state.tsx'
import { type Line, PlanSummary } from './plan-summary.tsx'
import { TestPaymentDialog } from './test-payment-dialog.tsx'
import { NOT_CONFIGURED, type PaymentFlow } from './use-payment.ts'

type Props = { paymentFlow: PaymentFlow; planName: string; lines: readonly Line[]; action: string }

/** What is bought, the accepted payment methods and the pay button. */
export function PaymentPanel({ paymentFlow, planName, lines, action }: Props) {
  const environment = useEnvironment()
  const { stage, problem, order } = paymentFlow
  const isUnconfigured = environment?.payments === 'none' || problem === NOT_CONFIGURED
  const shown = isUnconfigured ? NOT_CONFIGURED : problem
  return (
    <Box pos="relative">
      <LoadingOverlay
        visible={stage === 'processing'}
        overlayProps={{ blur: 1, radius: 'md' }}
        loaderProps={{ children: <Text component="output">Processing payment…</Text> }}
      />
      <Stack gap="lg">
        <PlanSummary name={planName} lines={lines} />
        <BillingState />
        <AcceptedMethods />
        {shown !== null && (
          <Alert color="red" variant="light" icon={<ErrorIcon />} p="sm" role="alert" data-testid="payment-problem">
            {shown}
          </Alert>
        )}
        <Group justify="space-between">
          <Text size="xs" c="dimmed" maw={360}>
            {environment?.payments === 'simulated'
              ? 'Test mode: orders are simulated and no money moves.'
              : 'You pay at the provider. Card details never reach this site.'}
          </Text>
          <Button
            size="md"
            disabled={stage === 'done'}
            leftSection={stage === 'done' ? <DoneIcon size={18} /> : undefined}
            onClick={paymentFlow.start}
          >
            {labelOf(stage === 'done', isUnconfigured, action)}
          </Button>
        </Group>
        <LegalLinks inNewTab />
      </Stack>
      {order !== null && (
        <TestPaymentDialog
          isOpen={stage === 'confirming'}
          amountPaise={order.amount}
          planName={planName}
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
