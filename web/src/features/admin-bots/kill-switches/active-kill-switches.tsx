import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KillSwitch, liftKillSwitch, listKillSwitches } from '@trading-bot/contract/rest/trading/admin-bots'
import { useState } from 'react'
import { isServerAway } from '../../../lib/api/api-failure.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { notify } from '../../../lib/notifications/notify.ts'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { DeniedIcon } from '../../../ui/icons.ts'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { ClosingLine } from './closing-line.tsx'
import { SWITCH_QUERIES } from './switch-queries.ts'

const REFRESH_MS = 30_000

/** The kill switches that are on now: who set each, why, and a button to lift it. On most days there are none. */
export function ActiveKillSwitches() {
  const query = useQuery({ ...queryOf(listKillSwitches, {}), refetchInterval: REFRESH_MS })
  const [pending, setPending] = useState<KillSwitch | null>(null)
  const lift = useCall(liftKillSwitch, {
    refresh: SWITCH_QUERIES,
    onFailed: () => setPending(null),
    onDone: () => {
      setPending(null)
      notify('success', 'New trades are resumed.')
    },
  })
  if (query.data === undefined && isServerAway(query.error)) return null
  return (
    <>
      <ClosingLine />
      <Loaded query={query} skeleton={null} explain={() => 'The standing switches could not be read.'} empty={null}>
        {(switches) => (
          <Banner
            kind="switch"
            aria-label="Standing switches"
            color="yellow"
            icon={<DeniedIcon />}
            title="Kill switch: new trades are paused"
          >
            <Stack gap="md">
              {switches.map((killSwitch) => (
                <KillSwitchRow key={killSwitch.id} killSwitch={killSwitch} onLift={() => setPending(killSwitch)} />
              ))}
            </Stack>
          </Banner>
        )}
      </Loaded>
      <ConfirmDialog
        isOpen={pending !== null}
        title={`Resume new trades for ${pending === null ? '' : nameOf(pending)}?`}
        action="Resume new trades"
        isSending={lift.isPending}
        onConfirm={() => pending && lift.mutate({ id: pending.id })}
        onClose={() => setPending(null)}
      >
        Running bots open positions again on their next signal, unless another switch stands. Their owners are told.
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
      <Button size="xs" variant="default" aria-label={`Resume new trades for ${nameOf(killSwitch)}`} onClick={onLift}>
        Resume
      </Button>
    </Group>
  )
}

function nameOf({ scope, subject_name }: KillSwitch): string {
  if (scope === 'platform') return 'the whole platform'
  return subject_name ?? { strategy: 'a strategy', user: 'a user', bot: 'a bot' }[scope]
}
