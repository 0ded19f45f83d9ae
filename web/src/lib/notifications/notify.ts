import { notifications } from '@mantine/notifications'
import { SECOND_MS } from '@trading-bot/core/time'

type Kind = 'success' | 'error' | 'warning' | 'info'

const COLOR = { success: 'green', error: 'red', warning: 'yellow', info: 'gray' } as const satisfies Record<
  Kind,
  string
>

const ERROR_VIBRATION_MS = 200

type Options = {
  durationMs?: number
  /** Of notifications with the same id only the first is shown, as long as it stays. */
  id?: string
}

export function notify(kind: Kind, message: string, { durationMs = 5 * SECOND_MS, id }: Options = {}): void {
  if (kind === 'error') navigator.vibrate?.(ERROR_VIBRATION_MS)
  notifications.show({
    ...(id !== undefined && { id }),
    message,
    color: COLOR[kind],
    autoClose: durationMs,
    withCloseButton: true,
    withBorder: true,
    role: kind === 'error' ? 'alert' : 'status',
    'data-kind': kind,
  })
}
