import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import {
  controlCloudInstance,
  type Instance,
  type InstanceAction,
  listCloudInstances,
  listInstanceLogs,
} from '@trading-bot/contract/rest/operations/instances'
import { useState } from 'react'
import { serverTextOr } from '../../lib/api/error-text.ts'
import { formatDateTime } from '../../lib/format.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { Facts } from '../../ui/figures/facts.tsx'
import { StatusBadge } from '../../ui/badges/status-badge.tsx'
import { UsageBars } from './usage-bars.tsx'

const QUESTIONS: Readonly<Record<InstanceAction, string>> = {
  start: 'The instance starts and costs money from then on.',
  stop: 'Everything that runs on it stops. Its public address may change with the next start.',
  reboot: 'Everything that runs on it stops for a minute or two.',
}

export function InstanceCard({ instance }: { instance: Instance }) {
  const { id, name, state, usage } = instance
  const [pending, setPending] = useState<InstanceAction | null>(null)
  const control = useCall(controlCloudInstance, {
    refresh: [listCloudInstances, listInstanceLogs],
    explain: (failure) => serverTextOr(failure, ['error', 'message'], 'Failed to control the instance'),
    onFailed: () => setPending(null),
    onDone: ({ message }) => {
      setPending(null)
      notify('success', message)
    },
  })
  return (
    <Paper component="article" aria-label={name} p="lg" radius="lg">
      <Stack gap="md">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <div style={{ minWidth: 0 }}>
            <Title order={2} size="h3" style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Title>
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {id}
            </Text>
          </div>
          <StatusBadge status={state} />
        </Group>
        {state === 'running' && <UsageBars usage={usage} />}
        <Facts
          items={[
            ['Type', instance.type],
            ['Public IP', instance.public_ip ?? 'None'],
            ['Private IP', instance.private_ip ?? 'None'],
            ['Region', instance.region],
            ['Cost per hour', instance.cost_per_hour === null ? 'Not known' : `$${instance.cost_per_hour.toFixed(4)}`],
            ['Launched', instance.launch_time ? formatDateTime(instance.launch_time) : 'Not known'],
          ]}
        />
        {instance.is_own ? (
          <Badge variant="light" color="gray" tt="none" fw={500}>
            Runs the platform: controlled where it stands
          </Badge>
        ) : (
          <Controls state={state} onSelect={setPending} />
        )}
      </Stack>
      <ConfirmDialog
        isOpen={pending !== null}
        title={`${labelOf(pending)} ${name}?`}
        action={`${labelOf(pending)} instance`}
        isSending={control.isPending}
        onConfirm={() => pending && control.mutate({ instance_id: id, action: pending })}
        onClose={() => setPending(null)}
      >
        {pending === null ? '' : QUESTIONS[pending]}
      </ConfirmDialog>
    </Paper>
  )
}

type ControlProps = { state: Instance['state']; onSelect: (action: InstanceAction) => void }

function Controls({ state, onSelect }: ControlProps) {
  const isRunning = state === 'running'
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" disabled={state !== 'stopped'} onClick={() => onSelect('start')}>
        Start
      </Button>
      <Button size="xs" variant="default" disabled={!isRunning} onClick={() => onSelect('stop')}>
        Stop
      </Button>
      <Button size="xs" variant="default" disabled={!isRunning} onClick={() => onSelect('reboot')}>
        Reboot
      </Button>
    </Group>
  )
}

function labelOf(action: InstanceAction | null): string {
  return action === null ? '' : `${action.charAt(0).toUpperCase()}${action.slice(1)}`
}
