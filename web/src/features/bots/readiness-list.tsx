import { Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Readiness } from '@trading-bot/contract/rest/trading/readiness'
import { DoneIcon, ErrorIcon, WarningIcon } from '../../ui/icons.ts'
import classes from './readiness-list.module.css'

/** What a bot needs before it can trade, with a link to fix each missing item. */
export function ReadinessList({ items }: { items: readonly Readiness[] }) {
  return (
    <ul className={classes['list']} aria-label="What your bot needs">
      {items.map(({ code, is_ready, text, warning, fix }) => (
        <li key={code} className={classes['item']} data-ready={is_ready}>
          <Group gap="xs" wrap="nowrap" align="flex-start">
            {warning ? (
              <WarningIcon size={18} className={classes['warned']} aria-hidden />
            ) : is_ready ? (
              <DoneIcon size={18} className={classes['there']} aria-hidden />
            ) : (
              <ErrorIcon size={18} className={classes['missing']} aria-hidden />
            )}
            <Stack gap={0}>
              <Text size="sm" fw={is_ready ? 400 : 600}>
                <VisuallyHidden>{is_ready ? 'There: ' : 'Missing: '}</VisuallyHidden>
                {text}
              </Text>
              {warning && (
                <Text size="xs" c="dimmed">
                  {warning}
                </Text>
              )}
              {fix && (
                <Link to={fix.path} className={classes['fix']}>
                  {fix.label}
                </Link>
              )}
            </Stack>
          </Group>
        </li>
      ))}
    </ul>
  )
}
