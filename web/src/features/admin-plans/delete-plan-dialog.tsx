import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { deleteBotPlan, toggleBotPlan } from '@trading-bot/contract/rest/billing/plan-admin'
import { type BotPlan, listBotPlans } from '@trading-bot/contract/rest/billing/plans'
import { useState } from 'react'
import { errorText, serverTextOr } from '../../lib/api/error-text.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { refusedWith } from '../../lib/api/api-failure.ts'
import { useCall } from '../../lib/queries/use-call.ts'

type Props = { plan: BotPlan; onClose: () => void }

/** A plan that was sold cannot be deleted; the dialog then offers to deactivate it. */
export function DeletePlanDialog({ plan, onClose }: Props) {
  const [reason, setReason] = useState<string | null>(null)
  const remove = useCall(deleteBotPlan, {
    refresh: [listBotPlans],
    explain: (failure) =>
      refusedWith(failure, 'PLAN_IN_USE')
        ? null
        : serverTextOr(failure, ['error', 'message'], 'Failed to delete bot subscription plan'),
    onFailed: (failure) => setReason(refusedWith(failure, 'PLAN_IN_USE') ? errorText(failure) : null),
    onDone: ({ message }) => {
      notify('success', message)
      onClose()
    },
  })
  const deactivate = useCall(toggleBotPlan, {
    refresh: [listBotPlans],
    explain: (failure) => serverTextOr(failure, ['error', 'message'], 'Failed to toggle bot plan status'),
    onDone: ({ message }) => {
      notify('success', message)
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={`Delete ${plan.name}?`}>
      <Stack gap="md">
        {reason === null ? (
          <Text size="sm">The plan disappears from every list. This cannot be undone.</Text>
        ) : (
          <Alert color="yellow" variant="light" title="This plan is in use">
            {reason}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            Keep as it is
          </Button>
          {reason === null && (
            <Button color="red" loading={remove.isPending} onClick={() => remove.mutate({ id: plan.id })}>
              Delete plan
            </Button>
          )}
          {reason !== null && plan.is_active && (
            <Button loading={deactivate.isPending} onClick={() => deactivate.mutate({ id: plan.id, is_active: false })}>
              Deactivate instead
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}
