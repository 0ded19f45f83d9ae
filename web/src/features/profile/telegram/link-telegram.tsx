import { Button, Code, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { TelegramLink } from '@trading-bot/contract/rest/accounts/telegram'
import { lazy, Suspense, useEffect, useState } from 'react'
import { formatClock } from '../../../lib/format.ts'
import { CopyAction } from '../../../ui/controls/copy-action.tsx'

const QrCode = lazy(async () => ({ default: (await import('../qr-code.tsx')).QrCode }))

type Props = { link: TelegramLink; onRenew: () => void; onCancel: () => void }

/** The link code as a button, a QR code and text; the panel polls until the code was used. */
export function LinkTelegram({ link, onRenew, onCancel }: Props) {
  const isOver = useIsOver(link.expires_at)
  if (isOver) {
    return (
      <Group justify="space-between">
        <Text size="sm">The code has expired. Nothing was linked.</Text>
        <Group gap="xs">
          <Button onClick={onRenew}>New code</Button>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Group>
    )
  }
  return (
    <Group align="flex-start" gap="lg" wrap="wrap">
      <Suspense fallback={<Skeleton w={184} h={184} />}>
        <QrCode text={link.url} label="QR code that opens the chat in Telegram" />
      </Suspense>
      <Stack gap="sm" flex="1 1 16rem">
        <Text size="sm">Open the chat on this device or scan the QR code with your phone, then press Start there.</Text>
        <Group>
          <Button component="a" href={link.url} target="_blank" rel="noreferrer">
            Open Telegram
          </Button>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
        <Text size="sm">Or send this to the bot yourself:</Text>
        <Group gap="xs">
          <Code fz="sm" data-testid="telegram-code">
            /start {link.code}
          </Code>
          <CopyAction value={`/start ${link.code}`} label="Copy" />
        </Group>
        <Text size="xs" c="dimmed">
          Waiting for your chat. The code works once, until {formatClock(link.expires_at)} India time.
        </Text>
      </Stack>
    </Group>
  )
}

function useIsOver(expiresAt: string): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), Date.parse(expiresAt) - Date.now())
    return () => clearTimeout(timer)
  }, [expiresAt])
  return isOver
}
