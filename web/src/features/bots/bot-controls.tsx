import { Button, Group } from '@mantine/core'
import {
  type Bot,
  controlBot,
  startParticipation,
  stopParticipation,
  type TradingMode,
} from '@trading-bot/contract/rest/trading/bots'
import { lazy, Suspense, useState } from 'react'
import { serverTextOr } from '../../lib/api/error-text.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { BOT_QUERIES } from './bot-queries.ts'

const StartBotDialog = lazy(async () => ({ default: (await import('./start-bot-dialog.tsx')).StartBotDialog }))

type Props = { bot: Bot | null; hasPlan: boolean; isParticipating: boolean; mode: TradingMode }
type PendingAction = 'start' | 'resume' | 'stop' | 'close' | null

/** Start, resume and stop buttons; each asks for confirmation. Without a plan there is nothing to start. */
export function BotControls({ bot, hasPlan, isParticipating, mode }: Props) {
  const [pending, setPending] = useState<PendingAction>(null)
  const close = () => setPending(null)
  const effects = (fallback: string) => ({
    refresh: BOT_QUERIES,
    explain: (failure: unknown) => serverTextOr(failure, ['error', 'message'], fallback),
    onDone: ({ message }: { message: string }) => {
      notify('success', message)
      close()
    },
  })
  const start = useCall(startParticipation, effects('Failed to start bot'))
  const stop = useCall(stopParticipation, effects('Failed to stop bot'))
  const control = useCall(controlBot, effects('Failed to change bot'))
  return (
    <Group gap="xs">
      {!isParticipating && hasPlan && <Button onClick={() => setPending('start')}>Start Bot</Button>}
      {bot?.status === 'paused' && <Button onClick={() => setPending('resume')}>Resume Bot</Button>}
      {bot?.status === 'running' && (
        <Button
          variant="default"
          loading={control.isPending}
          onClick={() => control.mutate({ id: bot.id, action: 'pause' })}
        >
          Pause Bot
        </Button>
      )}
      {isParticipating && (
        <>
          <Button variant="default" onClick={() => setPending('stop')}>
            Stop Bot
          </Button>
          <Button variant="light" color="red" onClick={() => setPending('close')}>
            Stop and close positions
          </Button>
        </>
      )}
      {!isParticipating && bot !== null && bot.open_positions > 0 && (
        <Button variant="light" color="red" onClick={() => setPending('close')}>
          Close positions
        </Button>
      )}
      {(pending === 'start' || pending === 'resume') && (
        <Suspense>
          <StartBotDialog
            action={pending === 'start' ? 'Start Bot' : 'Resume Bot'}
            mode={mode}
            isSending={start.isPending || control.isPending}
            onConfirm={(consent) =>
              pending === 'resume' && bot
                ? control.mutate({ id: bot.id, action: 'resume', ...consent })
                : start.mutate(consent)
            }
            onClose={close}
          />
        </Suspense>
      )}
      <ConfirmDialog
        isOpen={pending === 'stop' || pending === 'close'}
        title={pending === 'close' ? (isParticipating ? 'Stop and close positions?' : 'Close positions?') : 'Stop Bot?'}
        action={pending === 'close' ? (isParticipating ? 'Stop and close' : 'Close positions') : 'Stop Bot'}
        isSending={stop.isPending}
        onConfirm={() => stop.mutate({ close_positions: pending === 'close' })}
        onClose={close}
      >
        {pending === 'close'
          ? 'The bot opens nothing any more, and whatever it holds is sold or bought back at the market price now.'
          : 'The bot opens nothing any more. What it holds is still watched, and closes at its stop, its target or the square-off.'}
      </ConfirmDialog>
    </Group>
  )
}
