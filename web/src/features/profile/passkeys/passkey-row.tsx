import { Badge, Button, Group, Text } from '@mantine/core'
import type { Passkey } from '@trading-bot/contract/rest/accounts/passkeys'
import { formatDate, formatDateTime } from '../../../lib/format.ts'
import { CredentialsIcon } from '../../../ui/icons.ts'
import classes from '../sessions/session-row.module.css'

type Props = { passkey: Passkey; onRename: () => void; onRemove: () => void }

export function PasskeyRow({ passkey, onRename, onRemove }: Props) {
  const { name, is_backed_up, created_at, last_used_at } = passkey
  const lastUsed = last_used_at === null ? 'not used yet' : `last used ${formatDateTime(last_used_at)}`
  return (
    <li className={classes['row']}>
      <CredentialsIcon size={20} stroke={1.6} aria-hidden className={classes['icon']} />
      <div className={classes['what']}>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {name}
          </Text>
          {is_backed_up && (
            <Badge size="sm" variant="light" color="gray">
              Synced
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          Added {formatDate(created_at)} · {lastUsed}
        </Text>
      </div>
      <Button variant="subtle" size="compact-sm" aria-label={`Rename ${name}`} onClick={onRename}>
        Rename
      </Button>
      <Button variant="subtle" size="compact-sm" aria-label={`Remove ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  )
}
