import { Badge, Collapse, Group, Text, UnstyledButton } from '@mantine/core'
import type { LogLevel, SystemLog } from '@trading-bot/contract/rest/operations/logs'
import { useId, useState } from 'react'
import { formatDateTime } from '../../lib/format.ts'
import { Facts } from '../../ui/figures/facts.tsx'
import { detailOf } from './detail-of.ts'
import classes from './logs-panel.module.css'

const COLOR: Readonly<Record<LogLevel, string>> = {
  INFO: 'gray',
  SUCCESS: 'green',
  WARNING: 'yellow',
  ERROR: 'red',
  CRITICAL: 'red',
}

export function LogEntry({ log }: { log: SystemLog }) {
  const { level, category, message, created_at, user, bot, details } = log
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const hasDetails = Object.keys(details).length > 0
  const about = [formatDateTime(created_at), user?.email, bot?.name].filter(Boolean).join(' · ')
  return (
    <li className={classes['entry']} data-level={level}>
      <Group justify="space-between" gap="xs" align="flex-start">
        <div className={classes['what']}>
          <Text size="sm">{message}</Text>
          <Text size="xs" c="dimmed">
            {about}
          </Text>
        </div>
        <Group gap={6} wrap="nowrap">
          <Badge size="sm" variant={level === 'CRITICAL' ? 'filled' : 'light'} color={COLOR[level]} flex="none">
            {level}
          </Badge>
          <Badge size="sm" variant="light" color="gray" flex="none">
            {category}
          </Badge>
        </Group>
      </Group>
      {hasDetails && (
        <>
          <UnstyledButton
            className={classes['details']}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide details' : 'Details'}
          </UnstyledButton>
          <Collapse expanded={isOpen} id={id}>
            <Facts items={Object.entries(details).map(([key, value]) => detailOf(key, value))} />
          </Collapse>
        </>
      )}
    </li>
  )
}
