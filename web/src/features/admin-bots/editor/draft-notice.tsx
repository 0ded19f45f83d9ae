import { Alert, Button, Group, Text } from '@mantine/core'
import type { BotCode } from '@trading-bot/contract/rest/trading/bot-code'
import type { BotDraft } from '@trading-bot/contract/rest/trading/bot-studio'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../../lib/format.ts'

type Props = { draft: BotDraft; bot: BotCode | null; onDiscard: () => void; children?: ReactNode }

/** What is shown was typed earlier and is no version yet. */
export function DraftNotice({ draft, bot, onDiscard, children }: Props) {
  const isOlder = bot !== null && draft.base_version < bot.version_number
  return (
    <Alert color="yellow" variant="light" p="xs" aria-label="Draft">
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          {`This is your draft of ${formatDateTime(draft.saved_at)}, not yet saved as a version.`}
          {isOlder && ` It began from version ${draft.base_version}; version ${bot.version_number} was saved since.`}
        </Text>
        <Group gap="xs">
          {children}
          <Button size="compact-sm" variant="default" onClick={onDiscard}>
            Discard draft
          </Button>
        </Group>
      </Group>
    </Alert>
  )
}
