import { Alert, Button, Group, Modal, Radio, Select, Stack, Text } from '@mantine/core'
import {
  MANDATE_METHOD_LABELS,
  MandateMethod,
  type RenewalPanel,
  SimulatedOutcome,
} from '@trading-bot/contract/rest/billing/renewals'
import { formatRupees } from '@trading-bot/core/money'
import { useState } from 'react'
import { formatDate } from '../../../lib/format.ts'
import { Facts } from '../../../ui/figures/facts.tsx'
import { OUTCOME_LABELS } from './renewal-words.ts'
import { useMandate } from './use-mandate.ts'

const HINTS: Readonly<Record<MandateMethod, string>> = {
  upi: 'Approve once in your UPI app: scan a code, or tap on your phone.',
  card: 'Approve once with your bank’s code.',
  emandate: 'Approve once by net banking. Your bank confirms it a day later.',
}

type Props = { panel: RenewalPanel; onClose: () => void }

/** What is agreed to stands above the button: when the first debit comes, how it is announced, how it ends. */
export function SetUpDialog({ panel, onClose }: Props) {
  const [method, setMethod] = useState<MandateMethod>('upi')
  const mandate = useMandate(onClose)
  const first = panel.first_debits.find((each) => each.method === method)
  if (mandate.isTesting) return <TestBankDialog isBusy={mandate.isBusy} onApprove={mandate.approve} onClose={onClose} />
  return (
    <Modal opened onClose={onClose} title="Set up automatic payments">
      <Stack gap="md">
        <Radio.Group label="Pay from" value={method} onChange={(value) => setMethod(MandateMethod.parse(value))}>
          <Stack gap="xs" mt="xs">
            {MandateMethod.options.map((each) => (
              <Radio key={each} value={each} label={MANDATE_METHOD_LABELS[each]} description={HINTS[each]} />
            ))}
          </Stack>
        </Radio.Group>
        {first && (
          <Facts
            items={[
              ['First debit', `${formatDate(first.at)} or shortly after`],
              ['Amount', formatRupees(first.amount)],
              ['Your plan runs until', formatDate(panel.end_date)],
            ]}
          />
        )}
        <Text size="sm">
          Each period is debited a few days before the one before it ends. We tell you of each debit at least a day
          before, and you can cancel here at any time with one click.
        </Text>
        <Text size="sm" c="dimmed">
          {method === 'emandate'
            ? 'Setting it up costs nothing.'
            : 'Your bank checks the account with ₹1.00, which becomes credit for your next payment.'}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Not now
          </Button>
          <Button loading={mandate.isBusy} onClick={() => mandate.start(method)}>
            Continue to your bank
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

type TestProps = { isBusy: boolean; onApprove: (outcome: SimulatedOutcome) => void; onClose: () => void }

export function TestBankDialog({ isBusy, onApprove, onClose }: TestProps) {
  const [outcome, setOutcome] = useState<SimulatedOutcome>('none')
  return (
    <Modal opened onClose={onClose} title="Test mode mandate">
      <Stack gap="md">
        <Alert color="yellow" variant="light">
          A simulated bank approves this mandate. No money moves.
        </Alert>
        <Select
          label="What the test bank does"
          data={SimulatedOutcome.options.map((value) => ({ value, label: OUTCOME_LABELS[value] }))}
          value={outcome}
          allowDeselect={false}
          onChange={(value) => setOutcome(SimulatedOutcome.parse(value))}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={isBusy} onClick={() => onApprove(outcome)} data-autofocus>
            Approve
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
