import { Button, Group, Paper, Select } from '@mantine/core'
import { stopAllBots, stopStrategy } from '@trading-bot/contract/rest/trading/admin-bots'
import { useState } from 'react'
import { serverTextOr } from '../../../lib/api/error-text.ts'
import { notify } from '../../../lib/notifications/notify.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { KillSwitchDialog } from './kill-switch-dialog.tsx'
import { SWITCH_QUERIES } from './switch-queries.ts'

const UNTIL_TOMORROW =
  'For the rest of the trading day in India no position is opened, and every open one is closed. Bots that take part ' +
  'go on by themselves on the next trading day, or as soon as you resume.'

type PendingAction = 'all' | 'one' | 'platform' | null

/** Everything that stops trading, from one bot strategy to the whole platform. */
export function StopControls({ strategies }: { strategies: readonly { readonly name: string }[] | undefined }) {
  const [strategy, setStrategy] = useState<string | null>(null)
  const [pending, setPending] = useState<PendingAction>(null)
  const close = () => setPending(null)
  const all = useCall(stopAllBots, stopping('Failed to stop all bots', close))
  const one = useCall(stopStrategy, stopping('Failed to stop specific bot strategy', close))
  const confirmStopOne = () =>
    strategy === null ? notify('error', 'Please select a bot strategy to stop') : setPending('one')
  return (
    <Paper component="section" aria-label="Stop trading" p="md" radius="lg" mb="lg">
      <Group gap="sm" align="flex-end" justify="space-between">
        <Group gap="xs" align="flex-end" flex={{ base: '1 1 100%', sm: '0 1 auto' }}>
          <Select
            label="Bot strategy"
            placeholder="Select a strategy"
            data={strategies?.map(({ name }) => name) ?? []}
            value={strategy}
            onChange={setStrategy}
            searchable
            clearable
            nothingFoundMessage="No such strategy"
            flex={{ base: '1 1 180px', sm: '0 0 240px' }}
          />
          <Button variant="default" onClick={confirmStopOne}>
            Stop Strategy
          </Button>
        </Group>
        <Group gap="xs">
          <Button variant="default" onClick={() => setPending('platform')}>
            Pause New Trades
          </Button>
          <Button color="red" onClick={() => setPending('all')}>
            Stop All Bots
          </Button>
        </Group>
      </Group>
      <ConfirmDialog
        isOpen={pending === 'all'}
        title="Stop all bots for today?"
        action="Stop all bots"
        isSending={all.isPending}
        onConfirm={() => all.mutate({})}
        onClose={close}
      >
        {UNTIL_TOMORROW}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={pending === 'one'}
        title={`Stop ${strategy ?? ''} for today?`}
        action="Stop strategy"
        isSending={one.isPending}
        onConfirm={() => strategy !== null && one.mutate({ strategy_name: strategy })}
        onClose={close}
      >
        {`This is about every account that trades by ${strategy ?? ''}. ${UNTIL_TOMORROW}`}
      </ConfirmDialog>
      {pending === 'platform' && <KillSwitchDialog onClose={close} />}
    </Paper>
  )
}

function stopping(failed: string, close: () => void) {
  return {
    refresh: SWITCH_QUERIES,
    explain: (failure: unknown) => serverTextOr(failure, ['error', 'message'], failed),
    onFailed: close,
    onDone: ({ message }: { message: string }) => {
      close()
      notify('success', message)
    },
  }
}
