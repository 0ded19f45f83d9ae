import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { type Bot, controlBot } from '@trading-bot/contract/rest/trading/bots'
import { useState } from 'react'
import { serverTextOr } from '../../lib/api/error-text.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { ErrorIcon } from '../../ui/icons.ts'
import { BOT_QUERIES, useParticipation } from './bot-queries.ts'
import { closingText } from './closing-text.ts'

type Props = { closing: readonly Bot[]; hasNewPlan: boolean }

/** Bots of an ended plan open no positions; their open positions are managed to their exit or closed on request. */
export function EndedPlanNotice({ closing, hasNewPlan }: Props) {
  const [isPendingConfirmation, setPending] = useState(false)
  const control = useCall(controlBot, {
    refresh: BOT_QUERIES,
    explain: (failure) => serverTextOr(failure, ['error', 'message'], 'Failed to close positions'),
    onDone: ({ message }) => {
      notify('success', message)
      setPending(false)
    },
  })
  if (closing.length === 0) return null
  return (
    <Alert color="yellow" variant="light" icon={<ErrorIcon />}>
      <Group justify="space-between" gap="sm">
        <Stack gap={2}>
          <Text size="sm" fw={600}>
            {closingText(closing, hasNewPlan)}
          </Text>
          <Text size="sm">Closing at stop, target or the end of the session. Nothing new is opened.</Text>
        </Stack>
        <Button variant="default" size="xs" onClick={() => setPending(true)}>
          Close positions
        </Button>
      </Group>
      <ConfirmDialog
        isOpen={isPendingConfirmation}
        title="Close positions?"
        action="Close positions"
        isSending={control.isPending}
        onConfirm={() => closing.forEach(({ id }) => control.mutate({ id, action: 'stop', close_positions: true }))}
        onClose={() => setPending(false)}
      >
        Everything your former bot holds is sold or bought back at the market price now.
      </ConfirmDialog>
    </Alert>
  )
}

/** The same notice for a page that shows no bot. */
export function FormerBot() {
  const closing = useParticipation().data?.closing ?? []
  return <EndedPlanNotice closing={closing} hasNewPlan={false} />
}
