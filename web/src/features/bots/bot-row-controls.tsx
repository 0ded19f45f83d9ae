import { Button, Group } from '@mantine/core'
import { type Bot, type BotAction, controlBot } from '@trading-bot/contract/rest/trading/bots'
import { lazy, Suspense, useState } from 'react'
import { notify } from '../../lib/notifications/notify.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { useIsPhone } from '../../lib/use-is-phone.ts'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { BOT_QUERIES, useParticipation } from './bot-queries.ts'

const StartBotDialog = lazy(async () => ({ default: (await import('./start-bot-dialog.tsx')).StartBotDialog }))

type Action = Extract<BotAction, 'start' | 'pause' | 'resume' | 'stop'>

const LABELS: Readonly<Record<Action, string>> = { start: 'Start', pause: 'Pause', resume: 'Resume', stop: 'Stop' }
const ACTIONS: Readonly<Record<Bot['status'], readonly Action[]>> = {
  stopped: ['start'],
  running: ['pause', 'stop'],
  paused: ['resume', 'stop'],
  error: ['stop'],
}

/** What a bot's state allows, in its row of a list. The bot of an ended plan has none. */
export function BotRowControls({ bot }: { bot: Bot }) {
  const isPhone = useIsPhone()
  const [pending, setPending] = useState<Action | null>(null)
  const close = () => setPending(null)
  const control = useCall(controlBot, {
    refresh: BOT_QUERIES,
    onDone: ({ message }) => {
      notify('success', message)
      close()
    },
  })
  const configured = useParticipation().data?.mode ?? bot.mode
  if (bot.is_plan_ended) return null
  // A copy is always on paper, and a paused bot resumes in its mode.
  const mode = bot.is_copy ? 'paper' : pending === 'resume' ? bot.mode : configured
  const send = (action: Action) => control.mutate({ id: bot.id, action })
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      {ACTIONS[bot.status].map((action) => (
        <Button
          key={action}
          size={isPhone ? 'compact-xs' : 'compact-sm'}
          variant={action === 'start' || action === 'resume' ? 'light' : 'default'}
          aria-label={`${LABELS[action]} ${bot.name}`}
          loading={action === 'pause' && control.isPending}
          onClick={() => (action === 'pause' ? send(action) : setPending(action))}
        >
          {LABELS[action]}
        </Button>
      ))}
      {(pending === 'start' || pending === 'resume') && (
        <Suspense>
          <StartBotDialog
            action={`${LABELS[pending]} Bot`}
            mode={mode}
            isSending={control.isPending}
            onConfirm={(consent) => control.mutate({ id: bot.id, action: pending, ...consent })}
            onClose={close}
          />
        </Suspense>
      )}
      <ConfirmDialog
        isOpen={pending === 'stop'}
        title={`Stop ${bot.name}?`}
        action="Stop Bot"
        isSending={control.isPending}
        onConfirm={() => send('stop')}
        onClose={close}
      >
        The bot opens nothing any more. What it holds is still watched, and closes at its stop, its target or the
        square-off.
      </ConfirmDialog>
    </Group>
  )
}
