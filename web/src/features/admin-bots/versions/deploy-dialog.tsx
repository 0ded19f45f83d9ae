import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import {
  type BotCode,
  type BotVersion,
  deployBotCode,
  listBotCode,
  listBotVersions,
} from '@trading-bot/contract/rest/trading/bot-code'
import { listDeployRequests } from '@trading-bot/contract/rest/trading/deploy-requests'
import { useState } from 'react'
import { errorText } from '../../../lib/api/error-text.ts'
import { notify } from '../../../lib/notifications/notify.ts'
import { refusedWith } from '../../../lib/api/api-failure.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { FormModal } from '../../../ui/feedback/form-modal.tsx'

type Props = { bot: BotCode; version: BotVersion; onClose: () => void; onDeployed: (bot: BotCode) => void }

/** Runs the publish checks and deploys; after a failed check, a reason is required and recorded. */
export function DeployDialog({ bot, version, onClose, onDeployed }: Props) {
  const [failed, setFailed] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const isGate = (failure: unknown) => refusedWith(failure, 'GATE_FAILED')
  const deploy = useCall(deployBotCode, {
    refresh: [listBotCode, listBotVersions, listDeployRequests],
    explain: (failure) => (isGate(failure) ? null : errorText(failure)),
    onFailed: (failure) => setFailed(isGate(failure) ? errorText(failure) : null),
    onDone: ({ message, bot: deployed }) => {
      notify('success', message)
      onDeployed(deployed)
      onClose()
    },
  })
  const isOverride = failed !== null
  return (
    <FormModal opened onClose={onClose} title={`Deploy version ${version.number} of ${bot.name}?`}>
      <Stack gap="md">
        <Text size="sm">
          The publish checks run first: no look-ahead, warm-up, determinism, time per bar. Then every participating
          account trades by this version from its next start on.
        </Text>
        {isOverride && (
          <>
            <Alert color="red" variant="light" title="A publish check failed">
              {failed}
            </Alert>
            <Textarea
              label="Reason"
              description="Kept in the audit, with your name."
              autosize
              minRows={2}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          </>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            Keep as it is
          </Button>
          <Button
            loading={deploy.isPending}
            color={isOverride ? 'red' : 'brand'}
            disabled={isOverride && reason.trim().length < 10}
            onClick={() =>
              deploy.mutate({ id: bot.id, version: version.number, ...(isOverride && { override_reason: reason }) })
            }
          >
            {isOverride ? 'Deploy all the same' : 'Check and deploy'}
          </Button>
        </Group>
      </Stack>
    </FormModal>
  )
}
