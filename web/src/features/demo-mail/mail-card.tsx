import { Anchor, Badge, Group, Paper, Text } from '@mantine/core'
import type { Mail } from '@trading-bot/contract/rest/operations/platform'
import { formatDateTime } from '../../lib/format.ts'
import { CopyAction } from '../../ui/controls/copy-action.tsx'
import classes from './mail-card.module.css'

export function MailCard({ mail }: { mail: Mail }) {
  const code = /\b\d{6}\b/.exec(mail.text ?? '')?.[0]
  return (
    <Paper component="article" p="lg" radius="lg" aria-label={mail.subject}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" mb="xs">
        <div>
          <Text fw={600}>{mail.subject}</Text>
          <Text size="xs" c="dimmed">
            To {mail.to} · {formatDateTime(mail.created_at)} IST
          </Text>
        </div>
        {mail.state !== 'kept' && (
          <Badge variant="light" color="gray" flex="none">
            {mail.state}
          </Badge>
        )}
      </Group>
      {code && (
        <Group gap="md" my="sm">
          <span className={classes['code']} data-testid="mail-code">
            {code}
          </span>
          <CopyAction value={code} label="Copy code" />
        </Group>
      )}
      {mail.text === null ? (
        <Text size="sm" c="dimmed">
          The text of this mail is no longer kept.
        </Text>
      ) : (
        <Text size="sm" className={classes['text']}>
          {withLinks(mail.text)}
        </Text>
      )}
    </Paper>
  )
}

function withLinks(text: string) {
  return text.split(/(https?:\/\/\S+)/).map((part, index) =>
    index % 2 === 1 ? (
      <Anchor key={index} href={part} size="sm">
        {part}
      </Anchor>
    ) : (
      part
    ),
  )
}
