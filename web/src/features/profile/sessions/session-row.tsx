import { Badge, Button, Group, Text } from '@mantine/core'
import type { Session } from '@trading-bot/contract/rest/accounts/security'
import { formatDate, formatDateTime } from '../../../lib/format.ts'
import { DeviceIcon } from '../../../ui/icons.ts'
import { deviceName } from '@trading-bot/contract/rest/accounts/device-name'
import classes from './session-row.module.css'

type Props = { session: Session; isEnding: boolean; onEnd: () => void }

export function SessionRow({ session, isEnding, onEnd }: Props) {
  return (
    <li className={classes['row']}>
      <DeviceIcon size={20} stroke={1.6} aria-hidden className={classes['icon']} />
      <div className={classes['what']}>
        <Group gap="xs">
          <Text size="sm" fw={600} title={session.device}>
            {deviceName(session.device)}
          </Text>
          {session.is_current && (
            <Badge size="sm" variant="light">
              This device
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {session.address} · last used {formatDateTime(session.last_used_at)} · since {formatDate(session.created_at)}
        </Text>
      </div>
      <Button variant="subtle" size="compact-sm" loading={isEnding} onClick={onEnd}>
        Sign out
      </Button>
    </li>
  )
}
