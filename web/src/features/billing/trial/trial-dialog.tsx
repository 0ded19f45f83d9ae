import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core'
import {
  MANDATE_METHOD_LABELS,
  MandateMethod,
  readTrialTerms,
  type TrialTerms,
} from '@trading-bot/contract/rest/billing/renewals'
import { startTrial } from '@trading-bot/contract/rest/billing/subscriptions'
import { formatRupees } from '@trading-bot/core/money'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate } from '../../../lib/format.ts'
import { notify } from '../../../lib/notifications/notify.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { Facts } from '../../../ui/figures/facts.tsx'
import { PLAN_QUERIES } from '../plans/plan-queries.ts'
import { type AnyPlan, choiceOf } from '../plans/selected-plan.ts'
import { TestBankDialog } from '../renewal/set-up-dialog.tsx'
import { useMandate } from '../renewal/use-mandate.ts'

export type TrialDialogProps = { plan: AnyPlan; terms: TrialTerms; onClose: () => void }

const ENDS = 'ends'

/** What follows the free days is chosen here, with its price and date above the button; nothing is chosen beforehand. */
export function TrialDialog({ plan, terms, onClose }: TrialDialogProps) {
  const [after, setAfter] = useState<typeof ENDS | MandateMethod>(ENDS)
  const queries = useQueryClient()
  // The card that opened this dialog disappears with a trial that has begun: it is told at the end.
  const finish = () => {
    for (const { path } of [...PLAN_QUERIES, readTrialTerms]) void queries.invalidateQueries({ queryKey: [path] })
    onClose()
  }
  const mandate = useMandate(finish)
  const start = useCall(startTrial, {
    onDone: ({ message }) => {
      notify('success', message)
      if (after === ENDS) finish()
      else mandate.start(after)
    },
  })
  // Without the bank's approval the trial that has begun ends by itself.
  const close = start.isSuccess ? finish : onClose
  if (mandate.isTesting) return <TestBankDialog isBusy={mandate.isBusy} onApprove={mandate.approve} onClose={finish} />
  const first = terms.first_debits.find(({ method }) => method === after)
  return (
    <Modal opened onClose={close} title={`Try ${plan.name} free`}>
      <Stack gap="md">
        <Text size="sm">
          {`${terms.days} days for nothing, until ${formatDate(terms.ends_at)}. `}
          {terms.is_paper_only
            ? 'Your bot trades on paper meanwhile; real money waits until the plan is paid for.'
            : 'Your bot may trade as the plan allows.'}
        </Text>
        <Radio.Group
          label="When the trial ends"
          value={after}
          onChange={(value) => setAfter(value === ENDS ? ENDS : MandateMethod.parse(value))}
        >
          <Stack gap="xs" mt="xs">
            <Radio value={ENDS} label="It ends by itself" description="Nothing is debited." />
            {terms.first_debits.map(({ method }) => (
              <Radio key={method} value={method} label={`Continue, paid by ${MANDATE_METHOD_LABELS[method]}`} />
            ))}
          </Stack>
        </Radio.Group>
        {first && (
          <>
            <Facts
              items={[
                ['First debit', `${formatDate(first.at)} or shortly after`],
                ['Amount', formatRupees(first.amount)],
                ['Then', `${formatRupees(terms.charge)} every ${terms.period_days} days`],
              ]}
            />
            <Text size="sm" c="dimmed">
              We remind you three days and one day before the trial ends. Cancel with one click: the trial goes on to
              its end and nothing is debited.
              {after === 'emandate' ? '' : ' Your bank checks the account with ₹1.00 now, which becomes credit.'}
            </Text>
          </>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            Not now
          </Button>
          {start.isSuccess && after !== ENDS ? (
            <Button loading={mandate.isBusy} onClick={() => mandate.start(after)}>
              Continue to your bank
            </Button>
          ) : (
            <Button loading={start.isPending} onClick={() => start.mutate(choiceOf(plan))}>
              {first
                ? `Start, then ${formatRupees(first.amount)} on ${formatDate(first.at)}`
                : `Start ${terms.days} days free`}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}
