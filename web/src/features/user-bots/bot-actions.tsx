import { Button, Group } from '@mantine/core'
import { controlAnyBot } from '@trading-bot/contract/rest/trading/admin-bots'
import { listBotOrders, listBotPositions } from '@trading-bot/contract/rest/trading/bots'
import { listUserBots, type UserBot } from '@trading-bot/contract/rest/trading/user-bots'
import { useState } from 'react'
import { notify } from '../../lib/notifications/notify.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { AssignDialog } from './assign-dialog.tsx'

type Pending = 'stop' | 'restart' | 'flatten' | 'assign' | null

/** What the operator does with a user's bot. Each asks first and leaves an audit line with the operator's name. */
export function BotActions({ bot }: { bot: UserBot }) {
  const [pending, setPending] = useState<Pending>(null)
  const close = () => setPending(null)
  const control = useCall(controlAnyBot, {
    refresh: [listUserBots, listBotPositions, listBotOrders],
    onFailed: close,
    onDone: ({ message }) => {
      close()
      notify('success', message)
    },
  })
  const isStopped = bot.status === 'stopped'
  const held = `${bot.open_positions} ${bot.open_positions === 1 ? 'position' : 'positions'}`
  const question = questionOf(pending, bot, held)
  return (
    <>
      <Group gap="xs">
        <Button variant="default" disabled={isStopped} onClick={() => setPending('stop')}>
          Stop
        </Button>
        <Button variant="default" disabled={bot.is_plan_ended} onClick={() => setPending('restart')}>
          Restart
        </Button>
        <Button
          variant="default"
          disabled={isStopped && bot.open_positions === 0}
          onClick={() => setPending('flatten')}
        >
          Flatten
        </Button>
        <Button variant="default" disabled={bot.is_plan_ended || bot.is_copy} onClick={() => setPending('assign')}>
          Assign bot
        </Button>
      </Group>
      <ConfirmDialog
        isOpen={question !== null}
        title={question?.title ?? ''}
        action={question?.action ?? ''}
        isSending={control.isPending}
        onConfirm={() =>
          control.mutate({
            id: bot.id,
            action: pending === 'restart' ? 'restart' : 'stop',
            close_positions: pending === 'flatten',
          })
        }
        onClose={close}
      >
        {question?.text}
      </ConfirmDialog>
      {pending === 'assign' && <AssignDialog bot={bot} onClose={close} />}
    </>
  )
}

function questionOf(pending: Pending, { name, user }: UserBot, held: string) {
  const whose = `${name} of ${user.email}`
  switch (pending) {
    case 'stop':
      return {
        title: `Stop ${name}?`,
        action: 'Stop bot',
        text: `${whose} opens no new positions. What it holds (${held}) is watched until it closes.`,
      }
    case 'restart':
      return {
        title: `Restart ${name}?`,
        action: 'Restart bot',
        text: `${whose} starts with its current settings and trades on its next signal. A bot that trades live is started by its owner only.`,
      }
    case 'flatten':
      return {
        title: `Flatten ${name}?`,
        action: 'Stop and close positions',
        text: `${whose} stops, and what it holds (${held}) is closed at the market price now.`,
      }
    case 'assign':
    case null:
      return null
  }
}
