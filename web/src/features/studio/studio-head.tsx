import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import type { BotCode } from '@trading-bot/contract/rest/trading/bot-code'
import { BOT_TYPE_LABELS } from '@trading-bot/contract/rest/billing/plans'
import type { ReactNode } from 'react'
import type { DraftState } from '../../lib/drafts/use-bot-draft.ts'
import { TextLink } from '../../ui/controls/text-link.tsx'

const KEPT: Readonly<Record<DraftState, string>> = {
  saved: '',
  typing: 'Keeping your draft …',
  browser: 'Draft kept in this browser',
  server: 'Draft kept on the server',
  nowhere: 'Your draft is not kept anywhere: stay on this page and save it',
}

type Props = {
  bot: BotCode
  draftState: DraftState
  isChanged: boolean
  busy: 'test' | 'save' | null
  onTest: () => void
  onSave: () => void
  /** What else can be done with the saved bot. */
  actions: ReactNode
}

/** Which bot and version this is, whether what was typed is kept, and the two actions. */
export function StudioHead({ bot, draftState, isChanged, busy, onTest, onSave, actions }: Props) {
  const { name, bot_type, version_number, deployed_version } = bot
  const isRunning = deployed_version === version_number
  return (
    <Group justify="space-between" align="flex-end" gap="sm">
      <title>{`${name} · Strategy studio · Trading Bot`}</title>
      <Stack gap={2}>
        <TextLink to="/admin/bot-code" size="sm">
          Bot Code Management
        </TextLink>
        <Group gap="sm">
          <Title order={1}>{name}</Title>
          <Badge variant="light" color={isRunning ? 'green' : 'gray'}>
            {isRunning ? `Version ${version_number}, deployed` : `Version ${version_number}`}
          </Badge>
          {!isRunning && deployed_version !== null && (
            <Badge variant="light" color="gray">{`Runs ${deployed_version}`}</Badge>
          )}
        </Group>
        <Text size="sm" c={draftState === 'nowhere' ? 'red' : 'dimmed'} component="output" aria-label="Draft state">
          {isChanged
            ? KEPT[draftState] || 'Not yet saved as a version'
            : `${BOT_TYPE_LABELS[bot_type]} · saved as version ${version_number}`}
        </Text>
      </Stack>
      <Group gap="xs">
        {actions}
        <Button
          variant="default"
          loading={busy === 'test'}
          disabled={busy === 'save'}
          onClick={onTest}
          title="Ctrl + Enter"
          aria-keyshortcuts="Control+Enter Meta+Enter"
        >
          Test
        </Button>
        <Button
          loading={busy === 'save'}
          disabled={busy === 'test'}
          onClick={onSave}
          title="Ctrl + S"
          aria-keyshortcuts="Control+S Meta+S"
        >
          Save version
        </Button>
      </Group>
    </Group>
  )
}
