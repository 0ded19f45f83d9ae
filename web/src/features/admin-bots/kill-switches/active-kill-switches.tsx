import { Alert, Box, Button, Group, Stack, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import {
  type KillSwitch,
  liftKillSwitch,
  listActiveStrategies,
  listKillSwitches,
} from '@trading-bot/contract/rest/trading/admin-bots'
import { useState } from 'react'
import { formatDateTime } from '../../../lib/format.ts'
import { notify } from '../../../lib/notifications/notify.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { DeniedIcon } from '../../../ui/icons.ts'
import { Loaded } from '../../../ui/feedback/loaded.tsx'

/** The kill switches that are on now: who set each, why, and a button to lift it. On most days there are none. */
export function ActiveKillSwitches({ query }: { query: UseQueryResult<KillSwitch[]> }) {
  const [pending, setPending] = useState<KillSwitch | null>(null)
  const lift = useCall(liftKillSwitch, {
    refresh: [listKillSwitches, listActiveStrategies],
    onFailed: () => setPending(null),
    onDone: () => {
      setPending(null)
      notify('success', 'The switch is lifted.')
    },
  })
  return (
    <>
      <Loaded query={query} skeleton={null} explain={() => 'The standing switches could not be read.'} empty={null}>
        {(switches) => (
          <Box component="section" aria-label="Standing switches" mb="lg">
            <Alert
              color="yellow"
              variant="light"
              radius="lg"
              icon={<DeniedIcon />}
              title="Bots are kept from opening positions"
            >
              <Stack gap="md">
                {switches.map((killSwitch) => (
                  <KillSwitchRow key={killSwitch.id} killSwitch={killSwitch} onLift={() => setPending(killSwitch)} />
                ))}
              </Stack>
            </Alert>
          </Box>
        )}
      </Loaded>
      <ConfirmDialog
        isOpen={pending !== null}
        title={`Lift the switch for ${pending === null ? '' : nameOf(pending)}?`}
        action="Lift switch"
        isSending={lift.isPending}
        onConfirm={() => pending && lift.mutate({ id: pending.id })}
        onClose={() => setPending(null)}
      >
        Bots that take part open positions again with the next signal, unless another switch stands in their way.
      </ConfirmDialog>
    </>
  )
}

function KillSwitchRow({ killSwitch, onLift }: { killSwitch: KillSwitch; onLift: () => void }) {
  const { reason, set_by, set_at, until, is_automatic } = killSwitch
  const by = is_automatic ? 'automatically' : `by ${set_by ?? 'the platform'}`
  return (
    <Group justify="space-between" gap="sm" data-switch={killSwitch.scope}>
      <div style={{ flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Text size="sm" fw={600}>
          {killSwitch.scope === 'platform' ? 'The whole platform' : nameOf(killSwitch)}
        </Text>
        <Text size="sm">{reason}</Text>
        <Text size="xs">
          {`Set ${by} on ${formatDateTime(set_at)} · `}
          {until === null ? 'stands until it is lifted' : `ends by itself on ${formatDateTime(until)}`}
        </Text>
      </div>
      <Button size="xs" variant="default" aria-label={`Lift the switch for ${nameOf(killSwitch)}`} onClick={onLift}>
        Lift
      </Button>
    </Group>
  )
}

function nameOf({ scope, subject_name }: KillSwitch): string {
  if (scope === 'platform') return 'the whole platform'
  return subject_name ?? { strategy: 'a strategy', user: 'a user', bot: 'a bot' }[scope]
}
